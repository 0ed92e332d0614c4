"""Confine writing to the folder that a command was given.

The content of a folder may come from somebody else, and a link in it, or a path in one of its
files, may lead to other files of the user. The user may name any path, also a link; below it,
no link is followed.
"""

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from evenhand.decks.problems import UsageError

__all__ = ["MOVE", "confine", "is_link", "make_folder", "refuse_in_the_way", "remove_empty"]

MOVE = "move it elsewhere"
JUNCTION = 0xA0000003  # IO_REPARSE_TAG_MOUNT_POINT of Windows


def is_link(place: Path) -> bool:
    """Return whether a path is a link or a junction of Windows."""
    try:
        status = os.lstat(place)
    except (OSError, ValueError):
        return False
    return stat.S_ISLNK(status.st_mode) or getattr(status, "st_reparse_tag", 0) == JUNCTION


def confine(folder: Path, place: str | Path, hint: str = "remove it") -> Path:
    """Return the path of a file to write, after checking that it is inside a folder.

    Parameters
    ----------
    folder : Path
        The folder that the user named, or the current one. It may be a link itself.
    place : str or Path
        Path relative to the folder; it need not exist.
    hint : str
        Hint of the error for a link.

    Raises
    ------
    UsageError
        If the path is outside the folder, is or contains a link, or is invalid.
    """
    if "\0" in str(place):
        raise UsageError("cannot write to a place whose name holds a NUL")
    parts = Path(os.path.relpath(folder / place, folder)).parts
    if os.pardir in parts:
        message = f"cannot write to {os.path.normpath(folder / place)}"
        raise UsageError(f"{message}: it is outside of {os.path.abspath(folder)}")
    target = folder
    for part in parts:
        target /= part
        if is_link(target):
            raise UsageError(f"cannot write to {target}: it is a link", hint)
    return target


def refuse_in_the_way(place: Path, hint: str = MOVE) -> NoReturn:
    """Raise UsageError for a path chosen by evenhand, at which something else exists.

    Raises
    ------
    UsageError
        Always, with what exists there.
    """
    if is_link(place):
        raise UsageError(f"cannot write to {place}: it is a link", "remove it")
    if not place.is_file():
        raise UsageError(f"cannot write to {place}: it is no file", hint)
    raise UsageError(f"cannot write to {place}: evenhand did not write what is there", hint)


def make_folder(folder: Path, place: str | Path = "") -> Path:
    """Make a folder and its missing parents.

    Parameters
    ----------
    folder : Path
        The folder that the user named.
    place : str or Path
        Path relative to it, as `confine` takes it.

    Raises
    ------
    UsageError
        As `confine` does.
    OSError
        If the folder cannot be made.
    """
    made = confine(folder, place)
    made.mkdir(parents=True, exist_ok=True)
    return made


def remove_empty(folder: Path) -> None:
    """Remove a folder if it is empty and can be removed."""
    with suppress(OSError):
        folder.rmdir()
