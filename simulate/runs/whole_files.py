"""Files that are there in full or not at all, whenever the program or the machine stops."""

import errno
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

from evenhand.decks.file_cache import current_cache
from evenhand.decks.problems import UsageError
from evenhand.simulate.runs.places import confine, is_link, make_folder

__all__ = [
    "forget",
    "forget_unfinished",
    "name_place",
    "refuse_place",
    "sync_folder",
    "whole_file",
    "write_new",
    "write_own",
    "write_whole",
]

OF_THE_MACHINE = (errno.ENOSPC, errno.EDQUOT, errno.EIO)  # what no other command helps against
UNFINISHED_FILE = re.compile(r"\.evenhand-[0-9a-f]{16}\.tmp")  # what a file is while it is written


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
    if path.is_relative_to("/dev") or (path.exists() and not path.is_file()):
        with send_to(path) as unfinished:
            yield unfinished
        return
    target = follow(path)
    unfinished = target.with_name(f".evenhand-{uuid4().hex[:16]}.tmp")
    try:
        yield unfinished
        sync(unfinished)
        if target.exists():
            shutil.copymode(target, unfinished)
        unfinished.replace(target)
        if reading := current_cache():
            reading.forget(path)
    except OSError as error:
        forget(unfinished)
        raise OSError(error.errno, error.strerror, str(path)) from None
    except BaseException:
        forget(unfinished)
        raise


def follow(path: Path) -> Path:
    """Return the file that a path leads to, or would if it were there."""
    try:
        return path.resolve() if path.is_symlink() else path
    except RuntimeError:  # how some versions of Python tell of a link that leads to itself
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from None


def forget(unfinished: Path) -> None:
    """Remove a file that we wrote and that could not be finished, or comes to nothing."""
    with suppress(OSError):
        unfinished.unlink()


def forget_unfinished(folder: Path) -> None:
    """Remove what writers that were killed left of files, in a folder and those below it."""
    for left in folder.rglob(".evenhand-*.tmp"):
        if UNFINISHED_FILE.fullmatch(left.name) and left.is_file() and not is_link(left):
            forget(left)


def refuse_place(place: Path, error: OSError, hint: str = "") -> Exception:
    """Return what to say of a place that cannot be written to: whose fault it is decides."""
    if error.errno in OF_THE_MACHINE:
        return OSError(error.errno, error.strerror, str(place))
    return UsageError(f"cannot write to {place}: {error.strerror}", hint)


@contextmanager
def name_place(place: Path, hint: str = "") -> Iterator[None]:
    """Turn a failure to write into an error that names the place."""
    try:
        yield
    except BrokenPipeError:  # nobody wants more of it
        raise
    except OSError as error:
        raise refuse_place(place, error, hint) from None


@contextmanager
def send_to(path: Path) -> Iterator[Path]:
    """Yield a place to write to, the content of which goes to a device or a pipe."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    with tempfile.TemporaryDirectory() as room:
        whole = Path(room, "content")
        yield whole
        try:
            with whole.open("rb") as content, path.open("wb") as sink:
                shutil.copyfileobj(content, sink)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None


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


def write_new(folder: Path, place: str | Path, content: bytes) -> Path:
    """Write a file where none is, and the folders above it.

    Raises
    ------
    UsageError
        If the place is outside of the folder, or behind a link.
    OSError
        If something is there already, or it cannot be written; nothing of it is left then.
    """
    path = confine(folder, place)
    make_folder(folder, Path(place).parent)
    with path.open("xb") as file:
        try:
            file.write(content)
        except BaseException:
            forget(path)
            raise
    return path


def write_own(folder: Path, place: str | Path, content: str | bytes) -> Path:
    """Write a file of a folder that is ours, and the folders above it.

    A link or a pipe that has come into its place makes room; what a link leads to is left alone.

    Parameters
    ----------
    folder : Path
    place : str or Path
        Relative to the folder.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    UsageError
        If the place is outside of the folder, or behind a link.
    OSError
        If it cannot be written.
    """
    path = folder / place
    make_folder(folder, Path(place).parent)
    if is_link(path) or (path.exists() and not path.is_file() and not path.is_dir()):
        path.unlink()
    elif path.is_dir():
        path.rmdir()  # unless something is in it
    write_whole(confine(folder, place), content)
    return path
