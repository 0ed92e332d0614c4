"""Claims: lock the folder of a command's results while it works, and resume unfinished work.

While a command works, its folder contains the folder ``evenhand-unfinished``, a name that no
other program uses. It holds a note that describes the work, a lock that ends with its process,
and temporary files. A stopped command leaves it there, and the same command resumes. The note
lists what the work has made; nothing else is removed at the end.
"""

import json
import os
import re
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from platform import node
from typing import Any
from uuid import uuid4

from filelock import FileLock, Timeout

from evenhand.decks.problems import UsageError
from evenhand.simulate.runs.atomic_files import make_write_error, remove_unfinished, write_in_folder
from evenhand.simulate.runs.given_command import PROGRAM, given_command, write_command
from evenhand.simulate.runs.places import confine, is_link, make_folder, remove_empty
from evenhand.simulate.runs.plan import MOST_GAMES

__all__ = [
    "KEPT", "UNFINISHED", "Claim", "Work", "claim", "find_changes_since", "has_results",
    "has_unfinished", "is_unfinished", "suggest_resume_command",
]  # fmt: skip

UNFINISHED = "evenhand-unfinished"
NOTE, LOCK = "note.json", "lock"
LARGEST_NOTE = 1_000_000  # bytes
BEGINNING = ("games", "inputs")  # folders that a run begins with
KEPT = ("*.parquet", "*.scores")  # files worth resuming


class TakenError(UsageError):
    """A folder holds something else, or is locked by another command."""


@dataclass(frozen=True)
class Work:
    """A description of what a command makes in a folder.

    Attributes
    ----------
    identity : mapping from str to str
        Hashes of all that determines the result, keyed by the names used in messages.
    goal : str
        The goal; a folder begun for another goal is not resumed.
    is_in : callable(folder) -> bool
        Whether the work was made in a folder before.
    is_addition : bool
        Whether the work adds to a finished one. It may be left unfinished: any other work may
        take its place.
    """

    identity: Mapping[str, str]
    goal: str
    is_in: Callable[[Path], bool]
    is_addition: bool = False


@dataclass
class Claim:
    """A locked folder.

    Attributes
    ----------
    folder : Path
    work : Work
    is_resumed : bool
        Whether the work was begun before.
    games : int
        Number of games that the work needs; 0 while unknown.
    made : list of str
        Temporary files and folders, by path below the folder, which are removed at the end.
    begun : list of str
        Folders of a run that are written to.
    new : list of str
        Those of `begun` that this process made; a note is no proof of that.
    """

    folder: Path
    work: Work
    is_resumed: bool = False
    games: int = 0
    made: list[str] = field(default_factory=list)
    begun: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    new_folders: tuple[Path, ...] = ()  # the folder and its parents, if they did not exist before
    lock: FileLock = field(repr=False, default_factory=lambda: FileLock(LOCK))

    @property
    def workspace(self) -> Path:
        """The folder for temporary files."""
        return self.folder / UNFINISHED

    def add_temporary(self, name: str) -> Path:
        """Return the path of a temporary file or folder, and note it for removal."""
        place = f"{UNFINISHED}/{name}"
        path = confine(self.folder, place)
        if place not in self.made:
            refuse_taken(path)
            self.made.append(place)
            self.write_note()
        return path

    def make_run_folder(self, name: str) -> Path:
        """Make one of the first folders of a run, if it does not exist, and return it."""
        path = confine(self.folder, name)
        if not path.is_dir():
            refuse_taken(path)
            self.new.append(name)
        self.begun.append(name)
        return make_folder(self.folder, name)

    def set_games(self, games: int) -> None:
        """Set the number of games that the work needs, and write the note."""
        self.games = games
        self.write_note()

    def write_note(self) -> None:
        """Write the note: the work, its temporary files, and its command and process."""
        content = {
            "identity": dict(self.work.identity),
            "goal": self.work.goal,
            "is_addition": self.work.is_addition,
            "games": self.games,
            "made": self.made,
            "command": given_command(),
            "where": os.getcwd(),
            "process": os.getpid(),
            "machine": node(),
            "since": time.strftime("%Y-%m-%d %H:%M:%S"),
        }
        write_in_folder(self.workspace, NOTE, json.dumps(content))


def refuse_taken(place: Path) -> None:
    """Raise UsageError if a path that the work is about to make exists."""
    if os.path.lexists(place):
        message = f"{place} is in the way: this command did not make it"
        raise UsageError(message, "move it elsewhere")


def is_unfinished(folder: Path) -> bool:
    """Return whether a folder contains unfinished work."""
    return (folder / UNFINISHED / NOTE).is_file()


def has_unfinished(folder: Path, work: Work) -> bool:
    """Return whether a folder contains this work, unfinished."""
    note = read_note(folder)
    return note is not None and is_same_work(note, work)


@contextmanager
def claim(places: Iterable[Path], work: Work, is_named: bool = True) -> Iterator[Claim]:
    """Lock the first available folder until the work is done or fails.

    Parameters
    ----------
    places : iterable of Path
    work : Work
    is_named : bool
        Whether the user named the folder. There, finished work is redone on request;
        elsewhere it is left unchanged.

    Raises
    ------
    UsageError
        If no folder is available, or it cannot be written to.
    """
    taken = None
    for place in places:
        try:
            held = acquire(place, work, is_named)
            break
        except TakenError as error:
            taken = error
    else:
        raise taken or UsageError("there is no folder to work in")
    try:
        yield held
    except BaseException:
        abandon(held)
        raise
    complete(held)


def acquire(folder: Path, work: Work, is_named: bool) -> Claim:
    """Lock a folder, and read the note of unfinished work.

    Raises
    ------
    TakenError
        If the folder holds something else, or is locked by another command.
    UsageError
        If the folder cannot be written to.
    """
    refuse_other(folder, work, is_named)
    new_folders = tuple(place for place in (folder, *folder.parents) if not place.exists())
    try:
        workspace = make_folder(folder, UNFINISHED)
        lock = FileLock(confine(workspace, LOCK), timeout=0)
        lock.acquire()
    except Timeout:
        raise TakenError(describe_lock(folder)) from None
    except OSError as error:
        raise make_write_error(folder, error) from None
    held = Claim(folder, work, new_folders=new_folders, lock=lock)
    try:
        refuse_other(folder, work, is_named)  # again: it may have changed before the lock
    except TakenError:
        release(held)
        raise
    note = read_note(folder)
    held.made = note["made"] if note else []
    if note and not is_same_work(note, work):
        remove_temporary(held)
        note = None
    held.is_resumed = note is not None
    remove_unfinished(folder)
    try:
        held.set_games(note["games"] if note else 0)
    except OSError:
        release(held)
        remove_empty(folder)
        raise
    return held


def refuse_other(folder: Path, work: Work, is_named: bool) -> None:
    """Raise TakenError if a folder holds anything but this work, unfinished or finished."""
    if not folder.exists():
        return
    refuse_foreign_note(folder)
    note = read_note(folder)
    if note and not note["is_addition"]:
        refuse_unfinished(folder, note, work)
        return
    if not folder.is_dir():
        raise TakenError(f"{folder} is no folder", "choose another --out")
    names = {entry.name for entry in folder.iterdir()}
    # A command stopped after its last step leaves finished work without a note.
    can_resume = is_named or UNFINISHED in names
    if names - {UNFINISHED} and not (can_resume and work.is_in(folder)):
        what = "another run, or one of another evenhand" if "games" in names else "something else"
        message = f"{folder} exists already, and holds {what}"
        raise TakenError(message, "choose another --out, or remove it")


def refuse_foreign_note(folder: Path) -> None:
    """Raise TakenError if the workspace, its note or its lock was not written by evenhand."""
    workspace, note = folder / UNFINISHED, folder / UNFINISHED / NOTE
    lock = workspace / LOCK
    foreign = [place for place in (workspace, note, lock) if is_link(place)]
    foreign += [workspace] * (workspace.exists() and not workspace.is_dir())
    foreign += [lock] * (lock.exists() and not lock.is_file())
    foreign += [note] * (os.path.lexists(note) and read_note(folder) is None)
    if foreign:
        message = f"{foreign[0]} is nothing that evenhand wrote"
        raise TakenError(message, "move it elsewhere, or choose another --out")


def refuse_unfinished(folder: Path, note: Mapping[str, Any], work: Work) -> None:
    """Raise TakenError if the unfinished work in a folder is another one."""
    if is_same_work(note, work):
        return
    what = f"with another goal: {note['goal']}"
    if changed := list_changes(note, work):
        what = f"that differs in {', '.join(changed)}"
        if work.is_addition:
            what = (
                f"that must be done first, by the command that began it ({describe_process(note)})"
            )
    message = f"{folder} holds something unfinished {what}"
    how = suggest_resume_command(folder)
    if is_same_command(note):
        how = "the same command began it: change that back"
    hint = f"{how}, choose another --out, or remove it"
    raise TakenError(message, "" if work.is_addition else hint.removeprefix(", "))


def is_same_work(note: Mapping[str, Any], work: Work) -> bool:
    """Return whether a note describes a work."""
    return bool(note["identity"] == dict(work.identity) and note["goal"] == work.goal)


def list_changes(note: Mapping[str, Any], work: Work) -> list[str]:
    """List the names of the parts of a work's identity that differ from a note."""
    before, now = note["identity"], work.identity
    return [name for name in {**before, **now} if before.get(name) != now.get(name)]


def is_same_command(note: Mapping[str, Any]) -> bool:
    """Return whether the present command wrote a note, with or without the folder it chose."""
    words = tuple(note.get("command") or ())
    is_here = note.get("where") == os.getcwd()
    return bool(words) and is_here and given_command()[: len(words)] == words


def find_changes_since(folder: Path, work: Work) -> list[str]:
    """List what has changed since the same command began this work in a folder."""
    note = read_note(folder)
    return list_changes(note, work) if note and is_same_command(note) else []


def read_note(folder: Path) -> dict[str, Any] | None:
    """Read the note of a folder; None if missing or unreadable."""
    path = folder / UNFINISHED / NOTE
    try:
        if not path.is_file() or path.stat().st_size > LARGEST_NOTE:
            return None
        note = json.loads(path.read_text(encoding="utf-8"))
        kinds = {"identity": dict, "goal": str, "is_addition": bool, "games": int, "process": int,
                 "made": list}  # fmt: skip
        is_valid = all(type(note[name]) is kind for name, kind in kinds.items())
        is_valid = is_valid and 0 <= note["games"] <= MOST_GAMES
        return note if is_valid and all(map(is_temporary_name, note["made"])) else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def is_temporary_name(place: Any) -> bool:
    """Return whether an entry of a note is the path of a temporary file or folder."""
    return isinstance(place, str) and bool(re.fullmatch(rf"{UNFINISHED}/[\w-][\w.-]*", place))


def suggest_resume_command(folder: Path) -> str:
    """Return a hint with the command that resumes the work in a folder; "" if unknown."""
    note = read_note(folder) or {}
    words, where = note.get("command"), note.get("where")
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        return ""
    if words[:1] != [PROGRAM]:  # the note may be forged
        return ""
    place = "" if where in (os.getcwd(), None) else f", in {where}"
    return f"to end it: {write_command(words)}{place}"


def describe_lock(folder: Path) -> str:
    """Return a message with the process that locks a folder."""
    note = read_note(folder)
    if note is None:
        return f"another command has just begun to work in {folder}"
    return f"another command is at work in {folder}: {describe_process(note)}"


def describe_process(note: Mapping[str, Any]) -> str:
    """Return the process that wrote a note, in words."""
    return f"process {note['process']} on {note.get('machine')}, since {note.get('since')}"


def complete(held: Claim) -> None:
    """Remove the temporary files and release the folder, after the work is done."""
    remove_temporary(held)
    release(held)


def remove_temporary(held: Claim) -> None:
    """Remove the temporary files and, last, the note that lists them."""
    for place in [*held.made]:
        remove_made(held, place)
    with suppress(FileNotFoundError):
        (held.workspace / NOTE).unlink()


def remove_made(held: Claim, place: str) -> None:
    """Remove a file or folder that the work made; folders are renamed first, for interruptions."""
    path = confine(held.folder, place)
    if path.is_dir():
        removed = held.add_temporary(f"gone-{uuid4().hex[:8]}")
        path.rename(removed)
        shutil.rmtree(removed)
    else:
        path.unlink(missing_ok=True)


def abandon(held: Claim) -> None:
    """Release the folder of failed work: keep it if it has results, else remove what was made."""
    is_kept = has_results(held.folder)
    if not is_kept:
        with suppress(OSError):
            for place in [*held.new, *held.made]:
                remove_made(held, place)
            remove_note(held)
    elif not (held.made or held.begun or any(map(is_unfinished, held.folder.iterdir()))):
        remove_note(held)  # nothing was written
    release(held)
    if not is_kept:
        for folder in held.new_folders:
            remove_empty(folder)


def remove_note(held: Claim) -> None:
    """Remove the note of abandoned work, unless folders of an earlier process remain."""
    if not (held.is_resumed and any((held.folder / name).exists() for name in BEGINNING)):
        with suppress(OSError):
            (held.workspace / NOTE).unlink()


def has_results(folder: Path) -> bool:
    """Return whether a folder contains more than the empty beginning of a run."""
    names = {entry.name for entry in folder.iterdir()} - {UNFINISHED, *BEGINNING}
    return bool(names) or any(any(folder.rglob(pattern)) for pattern in KEPT)


def release(held: Claim) -> None:
    """Release the lock, and remove the workspace if it is empty."""
    with suppress(OSError):
        (held.workspace / LOCK).unlink()  # while locked, so no other process can have locked it
    held.lock.release()
    remove_empty(held.workspace)
