"""Where results are written: folders that are free, and places that cannot be written to."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evenhand.decks.problems import UsageError

__all__ = ["check_place", "find_free_folder", "name_place"]

RUNS = Path("runs")


def find_free_folder(name: str) -> Path:
    """Find the first of runs/<name>-1, -2, .. that does not exist."""
    number = 1
    while (folder := RUNS / f"{name}-{number}").exists():
        number += 1
    return folder


def check_place(path: Path) -> None:
    """Refuse a path below something that is no folder."""
    above = next((folder for folder in path.parents if folder.exists()), None)
    if above is not None and not above.is_dir():
        raise UsageError(f"cannot write to {path}: {above} is no folder")


@contextmanager
def name_place(place: Path) -> Iterator[None]:
    """Turn a failure to write into an error that names the place."""
    try:
        yield
    except OSError as error:
        raise UsageError(f"cannot write to {place}: {error.strerror}") from None
