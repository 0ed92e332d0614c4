"""Files that are there in full or not at all, whenever the program or the machine stops."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

__all__ = ["UNFINISHED_FILES", "sync_folder", "whole_file", "write_whole"]

UNFINISHED_FILES = ".*.tmp"  # a pattern of the names that files have while they are written


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Yield a place to write to, which takes the file's name when all is on the disk.

    What was there before stays until then. A link stays one, and what it leads to is
    replaced. A device or a pipe is not replaced: what was written is sent to it.

    Raises
    ------
    OSError
        If the file cannot be written; nothing of it is left then.
    """
    if path.exists() and not path.is_file():
        with send_to(path) as unfinished:
            yield unfinished
        return
    target = path.resolve() if path.is_symlink() else path
    unfinished = target.with_name(f".{target.name}.tmp")
    try:
        yield unfinished
        sync(unfinished)
        if target.exists():
            shutil.copymode(target, unfinished)
        unfinished.replace(target)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink()
        raise


@contextmanager
def send_to(path: Path) -> Iterator[Path]:
    """Yield a place to write to, the content of which goes to a device or a pipe."""
    if path.is_dir():
        raise IsADirectoryError(21, "Is a directory", str(path))
    with tempfile.TemporaryDirectory() as room:
        whole = Path(room, "content")
        yield whole
        with whole.open("rb") as content, path.open("wb") as sink:
            shutil.copyfileobj(content, sink)


def sync(file: Path) -> None:
    """Wait until a file's content is on the disk."""
    with file.open("r+b") as opened:
        os.fsync(opened.fileno())


def sync_folder(folder: Path) -> None:
    """Wait until the names of a folder's files are on the disk, where that can be waited for."""
    with suppress(OSError):  # some systems have no such thing
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that it is never there in part; text as UTF-8 with line ends as given.

    Raises
    ------
    OSError
        If it cannot be written; what was there before is there still.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    with whole_file(path) as unfinished:
        unfinished.write_bytes(data)
