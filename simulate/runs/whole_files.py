"""Files that are there in full or not at all, whenever the program is stopped."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["whole_file", "write_whole"]


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Yield a place to write to, which takes the file's name when all is written."""
    unfinished = path.with_name(f"{path.name}.tmp")
    yield unfinished
    unfinished.replace(path)


def write_whole(path: Path, text: str) -> None:
    """Write a text file so that it is never there in part."""
    with whole_file(path) as unfinished:
        unfinished.write_text(text, encoding="utf-8")
