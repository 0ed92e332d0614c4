"""Snapshot of a folder's files at the start or at the last keep, and which were saved since.

A file that starts or stops being read was not necessarily saved: an edit of ``balance.toml``
does that to old files, too. So a file counts as created only if its folder was part of the
snapshot and did not contain it, and as removed only if its folder still exists and no file
that is read for the first time has its content.
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
    "Contents",
    "Snapshot",
    "fold_name",
    "list_differences",
    "read_beginning",
    "resolve_path",
    "take_snapshot",
]

CLOCK_STEP = 2_000_000_000  # nanoseconds; the coarsest resolution of file times

Contents = Mapping[Path, bytes]


@dataclass(frozen=True)
class Snapshot:
    """A snapshot: state of the files at one time.

    Attributes
    ----------
    contents : mapping from Path to bytes
        Contents of the files that were read.
    places : mapping from Path to Path
        Real path of each file, with links resolved.
    names : mapping from Path to frozenset of str
        Names of all entries of the files' folders, normalized by `fold_name`.
    branch : bytes
        The branch or commit checked out of git.
    since : int
        The time, in nanoseconds.
    """

    contents: Contents
    places: Mapping[Path, Path]
    names: Mapping[Path, frozenset[str]]
    branch: bytes
    since: int

    def list_saved(self, now: Contents) -> list[Path]:
        """List the files that were saved, removed or created since the snapshot.

        Parameters
        ----------
        now : mapping from Path to bytes
            Contents of all files that are read now, or were in the snapshot.
        """
        is_same_branch = read_branch(self.places.values()) == self.branch
        new_paths = [path for path in now if path not in self.contents]
        created = {
            resolve_path(path): path
            for path in new_paths
            if is_same_branch and self.is_created(path)
        }
        moved = {now[path] for path in new_paths if resolve_path(path) not in created}
        saved = {
            self.places[path]: path
            for path, content in self.contents.items()
            if now.get(path) != content
            and len(content) <= LARGEST_FILE
            and (path in now or (is_same_branch and self.is_removed(path, moved)))
        }
        return [*saved.values(), *created.values()]

    def is_created(self, path: Path) -> bool:
        """Return whether a file was created in one of the snapshot's folders."""
        with suppress(OSError):
            status, names = path.lstat(), self.names.get(resolve_path(path.parent))
            is_new = names is not None and fold_name(path.name) not in names
            return (
                is_new and S_ISREG(status.st_mode) and status.st_mtime_ns >= self.since - CLOCK_STEP
            )
        return False

    def is_removed(self, path: Path, moved: Iterable[bytes]) -> bool:
        """Return whether a snapshot's file was removed, not moved alone or with its folder."""
        return path.parent.is_dir() and self.contents[path] not in moved


def list_differences(before: Contents, now: Contents) -> list[Path]:
    """List the files that differ between snapshots: changed, added or removed."""
    return [path for path in {**before, **now} if before.get(path) != now.get(path)]


def take_snapshot(contents: Contents) -> Snapshot:
    """Return a snapshot of files that were read, and of the names in their folders."""
    places = {path: resolve_path(path) for path in contents}
    folders = {resolve_path(path.parent) for path in contents} | {
        place.parent for place in places.values()
    }
    names = {folder: frozenset(map(fold_name, list_names(folder))) for folder in folders}
    return Snapshot(contents, places, names, read_branch(places.values()), time_ns())


def resolve_path(path: Path) -> Path:
    """Return a snapshot's path with links resolved; a link to itself is returned unchanged."""
    return Path(os.path.realpath(path))


def list_names(folder: Path) -> list[str]:
    """List the names in a folder for a snapshot; empty if unreadable."""
    with suppress(OSError):
        return os.listdir(folder)
    return []


def fold_name(name: str) -> str:
    """Return the form of a name in snapshots, equal where file systems hold names equal."""
    return unicodedata.normalize("NFC", name).casefold()


def read_branch(files: Iterable[Path]) -> bytes:
    """Return a snapshot's git branch: the ``HEAD`` above the first file; empty without one."""
    for folder in next(iter(files), Path()).parents:
        git = folder / ".git"
        if link := read_beginning(git):  # a second working tree
            git = folder / os.fsdecode(link).removeprefix("gitdir:").strip()
        if head := read_beginning(git / "HEAD"):
            return head
    return b""


def read_beginning(path: Path) -> bytes | None:
    """Return the content of a file for a snapshot; None if not a readable regular file.

    Of a file larger than `LARGEST_FILE`, the first `LARGEST_FILE` + 1 bytes are returned.
    """
    with suppress(OSError, ValueError):
        if path.is_file():
            with path.open("rb") as file:
                return file.read(LARGEST_FILE + 1)
    return None
