"""Places that are written to: each is inside of a folder that a command was given.

What a folder holds may come from somebody else: a link in it, or a path that a file of it
names, may lead to what is not theirs. A user may name any place, and a link as well; below what
was named no link is followed.
"""

import os
import stat
from contextlib import suppress
from pathlib import Path

from evenhand.decks.problems import UsageError

__all__ = ["confine", "is_link", "make_folder", "remove_empty"]

JUNCTION = 0xA0000003  # as Windows marks one: IO_REPARSE_TAG_MOUNT_POINT


def is_link(place: Path) -> bool:
    """Return whether a place is a link, or what Windows calls a junction."""
    try:
        found = os.lstat(place)
    except (OSError, ValueError):
        return False
    return stat.S_ISLNK(found.st_mode) or getattr(found, "st_reparse_tag", 0) == JUNCTION


def confine(folder: Path, place: str | Path, hint: str = "remove it") -> Path:
    """Return a place that is to be written to, made sure to be inside of a folder.

    Parameters
    ----------
    folder : Path
        That the user named, or in which a command was started. It may be a link itself.
    place : str or Path
        Relative to the folder; it need not be there yet.
    hint : str
        What to do about a link.

    Raises
    ------
    UsageError
        If the place is outside of the folder, or a link stands at it or on the way to it.
    """
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


def make_folder(folder: Path, place: str | Path = "") -> Path:
    """Make a folder and those above it, as far as they are not there.

    Parameters
    ----------
    folder : Path
        That the user named.
    place : str or Path
        Relative to it, as `confine` takes it.

    Raises
    ------
    UsageError
        As `confine` does.
    OSError
        If it cannot be made.
    """
    made = confine(folder, place)
    made.mkdir(parents=True, exist_ok=True)
    return made


def remove_empty(folder: Path) -> None:
    """Remove a folder, unless something is in it or it cannot be removed."""
    with suppress(OSError):
        folder.rmdir()
