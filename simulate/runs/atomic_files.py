"""Write files atomically: complete or not at all, even if the program or machine stops."""

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
    "atomic_file",
    "make_write_error",
    "remove_file",
    "remove_unfinished",
    "report_write_errors",
    "sync_folder",
    "write_atomic",
    "write_in_folder",
    "write_new",
]

OF_THE_MACHINE = (errno.ENOSPC, errno.EDQUOT, errno.EIO)  # not a wrong use of the command
UNFINISHED_FILE = re.compile(r"\.evenhand-[0-9a-f]{16}\.tmp")  # name of a file while it is written


@contextmanager
def atomic_file(path: Path) -> Iterator[Path]:
    """Yield a temporary path to write to, which is renamed when its content is on disk.

    The former file stays until then. The target of a link is replaced, and not the link. A
    device or a pipe is not replaced: the content is sent to it.

    Raises
    ------
    OSError
        If the file cannot be written; no part of it is left then.
    """
    if path.is_relative_to("/dev") or (path.exists() and not path.is_file()):
        with write_to_device(path) as unfinished:
            yield unfinished
        return
    target = resolve_link(path)
    unfinished = target.with_name(f".evenhand-{uuid4().hex[:16]}.tmp")
    try:
        yield unfinished
        sync(unfinished)
        if target.exists():
            shutil.copymode(target, unfinished)
        unfinished.replace(target)
        if cache := current_cache():
            cache.forget(path)
    except OSError as error:
        remove_file(unfinished)
        raise OSError(error.errno, error.strerror, str(path)) from None
    except BaseException:
        remove_file(unfinished)
        raise


def resolve_link(path: Path) -> Path:
    """Return the target of a link, existing or not; other paths are unchanged."""
    try:
        return path.resolve() if path.is_symlink() else path
    except RuntimeError:  # raised by some versions of Python for a link to itself
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from None


def remove_file(unfinished: Path) -> None:
    """Remove a file that was written by this program, if possible."""
    with suppress(OSError):
        unfinished.unlink()


def remove_unfinished(folder: Path) -> None:
    """Remove the unfinished files of killed programs in a folder and those below it."""
    for path in folder.rglob(".evenhand-*.tmp"):
        if UNFINISHED_FILE.fullmatch(path.name) and path.is_file() and not is_link(path):
            remove_file(path)


def make_write_error(place: Path, error: OSError, hint: str = "") -> Exception:
    """Return the error for a path that cannot be written: the machine's, or a wrong use."""
    if error.errno in OF_THE_MACHINE:
        return OSError(error.errno, error.strerror, str(place))
    return UsageError(f"cannot write to {place}: {error.strerror}", hint)


@contextmanager
def report_write_errors(place: Path, hint: str = "") -> Iterator[None]:
    """Convert a failure to write in the block to an error that names the path."""
    try:
        yield
    except BrokenPipeError:  # the reader has closed the pipe
        raise
    except OSError as error:
        raise make_write_error(place, error, hint) from None


@contextmanager
def write_to_device(path: Path) -> Iterator[Path]:
    """Yield a temporary path, whose content is then sent to a device or a pipe."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    with tempfile.TemporaryDirectory() as folder:
        temporary = Path(folder, "content")
        yield temporary
        try:
            with temporary.open("rb") as content, path.open("wb") as sink:
                shutil.copyfileobj(content, sink)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None


def sync(file: Path) -> None:
    """Flush a file's content to the disk."""
    with file.open("r+b") as opened:
        os.fsync(opened.fileno())


def sync_folder(folder: Path) -> None:
    """Flush the names of a folder's files to the disk, where the system allows it."""
    with suppress(OSError):  # not supported by some systems
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def write_atomic(path: Path, content: str | bytes) -> None:
    """Write a file atomically; text as UTF-8 with line ends unchanged.

    Raises
    ------
    OSError
        If it cannot be written; the former file is unchanged then.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    with atomic_file(path) as unfinished:
        unfinished.write_bytes(data)


def write_new(folder: Path, place: str | Path, content: bytes) -> Path:
    """Write a new file, creating the folders above it.

    Raises
    ------
    UsageError
        If the place is outside of the folder, or behind a link.
    OSError
        If the path exists, or cannot be written; no part of the file is left then.
    """
    path = confine(folder, place)
    make_folder(folder, Path(place).parent)
    file = path.open("xb")
    try:
        with file:  # what is written may reach the disk only as it is closed
            file.write(content)
    except BaseException:
        remove_file(path)
        raise
    return path


def write_in_folder(folder: Path, place: str | Path, content: str | bytes) -> Path:
    """Write a file atomically in a folder of this program, creating the folders above it.

    A link or a pipe at its path is removed; the target of a link is unchanged.

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
        path.rmdir()  # fails unless it is empty
    write_atomic(confine(folder, place), content)
    return path
