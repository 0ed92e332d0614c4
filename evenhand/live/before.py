"""Files as they were at the start or at the last keep, and which of them were saved since.

To enter or to leave what is read is no save: another line of ``balance.toml`` does that to files
that stood there for years. So a file counts as made only where a folder was read from and did
not hold it, and as gone only where its folder still is and nothing that came is the same.
"""

import os
import unicodedata
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG
from time import time_ns

from evenhand.decks.text_file import LARGEST_FILE

__all__ = [
    "Before",
    "Contents",
    "fold",
    "list_differences",
    "look_before",
    "read_beginning",
    "where_is",
]

CLOCKS = 2_000_000_000  # nanoseconds by which the times of files may be coarse

Contents = Mapping[Path, bytes]


@dataclass(frozen=True)
class Before:
    """What there was at a moment.

    Attributes
    ----------
    contents : mapping from Path to bytes
        Of the files that were read.
    places : mapping from Path to Path
        Where each of them was, links followed.
    names : mapping from Path to frozenset of str
        Of all that stood in their folders, as `fold` writes them.
    branch : bytes
        What was checked out of git.
    since : int
        The time, in nanoseconds.
    """

    contents: Contents
    places: Mapping[Path, Path]
    names: Mapping[Path, frozenset[str]]
    branch: bytes
    since: int

    def list_saved(self, now: Contents) -> list[Path]:
        """List the files that were saved, removed or made since then.

        Parameters
        ----------
        now : mapping from Path to bytes
            Of what is read, and of all that was.
        """
        is_same_branch = read_branch(self.places.values()) == self.branch
        came = [path for path in now if path not in self.contents]
        made = {where_is(path): path for path in came if is_same_branch and self.is_made(path)}
        moved = {now[path] for path in came if where_is(path) not in made}
        saved = {
            self.places[path]: path
            for path, content in self.contents.items()
            if now.get(path) != content
            and len(content) <= LARGEST_FILE
            and (path in now or (is_same_branch and self.is_removed(path, moved)))
        }
        return [*saved.values(), *made.values()]

    def is_made(self, path: Path) -> bool:
        """Return whether a file came into being in one of the folders."""
        with suppress(OSError):
            found, names = path.lstat(), self.names.get(where_is(path.parent))
            is_new = names is not None and fold(path.name) not in names
            return is_new and S_ISREG(found.st_mode) and found.st_mtime_ns >= self.since - CLOCKS
        return False

    def is_removed(self, path: Path, moved: Iterable[bytes]) -> bool:
        """Return whether a file that is gone was not moved, alone or with its folder."""
        return path.parent.is_dir() and self.contents[path] not in moved


def list_differences(before: Contents, now: Contents) -> list[Path]:
    """List the files that are other than they were, came or went."""
    return [path for path in {**before, **now} if before.get(path) != now.get(path)]


def look_before(contents: Contents) -> Before:
    """Look at what stands beside files that were read."""
    places = {path: where_is(path) for path in contents}
    folders = {where_is(path.parent) for path in contents} | {one.parent for one in places.values()}
    names = {folder: frozenset(map(fold, list_names(folder))) for folder in folders}
    return Before(contents, places, names, read_branch(places.values()), time_ns())


def where_is(path: Path) -> Path:
    """Return where a path leads; a link to itself leads to itself."""
    return Path(os.path.realpath(path))


def list_names(folder: Path) -> list[str]:
    """List what stands in a folder; nothing if it cannot be read."""
    with suppress(OSError):
        return os.listdir(folder)
    return []


def fold(name: str) -> str:
    """Write a name as file systems do that take capitals and accents for the same."""
    return unicodedata.normalize("NFC", name).casefold()


def read_branch(files: Iterable[Path]) -> bytes:
    """Return what git has checked out above the first of some files: a branch or a commit."""
    for folder in next(iter(files), Path()).parents:
        git = folder / ".git"
        if leads := read_beginning(git):  # a second working tree
            git = folder / os.fsdecode(leads).removeprefix("gitdir:").strip()
        if head := read_beginning(git / "HEAD"):
            return head
    return b""


def read_beginning(path: Path) -> bytes | None:
    """Return what is in a file; None if there is no plain file that can be read.

    Of one that is larger than any that is played from, only so much is read as shows that.
    """
    with suppress(OSError, ValueError):
        if path.is_file():
            with path.open("rb") as file:
                return file.read(LARGEST_FILE + 1)
    return None
