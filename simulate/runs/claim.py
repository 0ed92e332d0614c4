"""Claims: folders that a command is at work in, which no other may enter meanwhile.

While it works, the folder ``evenhand-unfinished`` stands in them: a name that nobody else gives,
so that nothing of anybody else's is in it by chance. It holds a note of what is being
made, a lock that dies with the process that has it, and whatever is kept only until all is
done. A command that was stopped leaves it there, and the same command goes on. The note lists
what the work has made; nothing else is removed when all is done.
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
from evenhand.simulate.runs.given_command import PROGRAM, given_command, write_command
from evenhand.simulate.runs.places import confine, is_link, make_folder, remove_empty
from evenhand.simulate.runs.plan import MOST_GAMES
from evenhand.simulate.runs.whole_files import forget_unfinished, refuse_place, write_own

__all__ = [
    "KEPT", "UNFINISHED", "Claim", "Work", "claim", "find_changes_since", "has_begun",
    "holds_begun", "is_unfinished", "tell_how_to_end",
]  # fmt: skip

UNFINISHED = "evenhand-unfinished"
NOTE, LOCK = "note.json", "lock"
LARGEST_NOTE = 1_000_000  # bytes
BEGINNING = ("games", "inputs")  # folders that a run begins with
KEPT = ("*.parquet", "*.scores")  # what was worth the while


class TakenError(UsageError):
    """A folder holds something else, or somebody is at work in it."""


@dataclass(frozen=True)
class Work:
    """What is made in a folder.

    Attributes
    ----------
    identity : mapping from str to str
        All that decides the result: what it is, by what it is called in a message.
    goal : str
        What is to be reached with it, in words that tell it from another goal.
    is_in : callable(folder) -> bool
        Whether it was made in a folder before.
    is_addition : bool
        Whether it adds to what is made already. It may be left undone: any other work may
        take its place.
    """

    identity: Mapping[str, str]
    goal: str
    is_in: Callable[[Path], bool]
    is_addition: bool = False


@dataclass
class Claim:
    """A folder to work in.

    Attributes
    ----------
    folder : Path
    work : Work
    goes_on : bool
        Whether it was begun before.
    games : int
        That the work has come to need; 0 as long as nobody knows.
    made : list of str
        What the work has made that goes when it is done, or when nothing comes of it, by its
        place below the folder.
    begun : list of str
        Folders of a run that are written to.
    new : list of str
        Those of them that this process made: a note alone makes none of them ours.
    """

    folder: Path
    work: Work
    goes_on: bool = False
    games: int = 0
    made: list[str] = field(default_factory=list)
    begun: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    new_folders: tuple[Path, ...] = ()  # it and those above it, as far as they were not there
    lock: FileLock = field(repr=False, default_factory=lambda: FileLock(LOCK))

    @property
    def room(self) -> Path:
        """Where things are that are needed only until all is done."""
        return self.folder / UNFINISHED

    def keep(self, name: str) -> Path:
        """Return a place of a name for what is needed only until all is done: it is noted."""
        place = f"{UNFINISHED}/{name}"
        path = confine(self.folder, place)
        if place not in self.made:
            refuse_taken(path)
            self.made.append(place)
            self.write_note()
        return path

    def begin(self, name: str) -> Path:
        """Make one of the folders that a run begins with, unless it is there already."""
        path = confine(self.folder, name)
        if not path.is_dir():
            refuse_taken(path)
            self.new.append(name)
        self.begun.append(name)
        return make_folder(self.folder, name)

    def note_games(self, games: int) -> None:
        """Note how many games the work has come to need."""
        self.games = games
        self.write_note()

    def write_note(self) -> None:
        """Note what is being made, and what there is of it."""
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
        write_own(self.room, NOTE, json.dumps(content))


def refuse_taken(place: Path) -> None:
    """Raise UsageError if something is at a place that a work is about to make."""
    if os.path.lexists(place):
        message = f"{place} is in the way: this command did not make it"
        raise UsageError(message, "move it elsewhere")


def is_unfinished(folder: Path) -> bool:
    """Return whether a command began something in a folder and did not end it."""
    return (folder / UNFINISHED / NOTE).is_file()


def holds_begun(folder: Path, work: Work) -> bool:
    """Return whether a command began a work in a folder and did not end it."""
    note = read_note(folder)
    return note is not None and is_of(note, work)


@contextmanager
def claim(places: Iterable[Path], work: Work, is_named: bool = True) -> Iterator[Claim]:
    """Have the first of some folders to oneself, until the work is done or fails.

    Parameters
    ----------
    places : iterable of Path
    work : Work
    is_named : bool
        Whether the user named the place. There, work that is done is done once more if
        asked for; elsewhere it is left alone.

    Raises
    ------
    UsageError
        If no folder is free, or it cannot be written to.
    """
    taken = None
    for place in places:
        try:
            held = enter(place, work, is_named)
            break
        except TakenError as error:
            taken = error
    else:
        raise taken or UsageError("there is no folder to work in")
    try:
        yield held
    except BaseException:
        give_up(held)
        raise
    finish(held)


def enter(folder: Path, work: Work, is_named: bool) -> Claim:
    """Claim a folder.

    Raises
    ------
    TakenError
        If it holds something else, or somebody else is at work in it.
    UsageError
        If it cannot be written to.
    """
    refuse_other(folder, work, is_named)
    new_folders = tuple(place for place in (folder, *folder.parents) if not place.exists())
    try:
        room = make_folder(folder, UNFINISHED)
        lock = FileLock(confine(room, LOCK), timeout=0)
        lock.acquire()
    except Timeout:
        raise TakenError(describe_owner(folder)) from None
    except OSError as error:
        raise refuse_place(folder, error) from None
    held = Claim(folder, work, new_folders=new_folders, lock=lock)
    try:
        refuse_other(folder, work, is_named)  # it may have become so before it was ours
    except TakenError:
        leave(held)
        raise
    note = read_note(folder)
    held.made = note["made"] if note else []
    if note and not is_of(note, work):
        clear(held)
        note = None
    held.goes_on = note is not None
    forget_unfinished(folder)
    try:
        held.note_games(note["games"] if note else 0)
    except OSError:
        leave(held)
        remove_empty(folder)
        raise
    return held


def refuse_other(folder: Path, work: Work, is_named: bool) -> None:
    """Raise TakenError if a folder holds anything but this work, begun or done."""
    if not folder.exists():
        return
    refuse_strange(folder)
    note = read_note(folder)
    if note and not note["is_addition"]:
        refuse_unfinished(folder, note, work)
        return
    if not folder.is_dir():
        raise TakenError(f"{folder} is no folder", "choose another --out")
    names = {entry.name for entry in folder.iterdir()}
    # Who is stopped when all is done, on the way out, leaves the door open.
    may_go_on = is_named or UNFINISHED in names
    if names - {UNFINISHED} and not (may_go_on and work.is_in(folder)):
        what = "another run, or one of another evenhand" if "games" in names else "something else"
        message = f"{folder} exists already, and holds {what}"
        raise TakenError(message, "choose another --out, or remove it")


def refuse_strange(folder: Path) -> None:
    """Raise TakenError if what says what is under way in a folder is none of ours."""
    room, note = folder / UNFINISHED, folder / UNFINISHED / NOTE
    strange = [place for place in (room, note, room / LOCK) if is_link(place)]
    strange += [room] * (room.exists() and not room.is_dir())
    strange += [room / LOCK] * ((room / LOCK).exists() and not (room / LOCK).is_file())
    strange += [note] * (os.path.lexists(note) and read_note(folder) is None)
    if strange:
        message = f"{strange[0]} is nothing that evenhand wrote"
        raise TakenError(message, "move it elsewhere, or choose another --out")


def refuse_unfinished(folder: Path, note: Mapping[str, Any], work: Work) -> None:
    """Raise TakenError if what was begun in a folder is another work."""
    if is_of(note, work):
        return
    what = f"with another goal: {note['goal']}"
    if changed := list_changes(note, work):
        what = f"that differs in {', '.join(changed)}"
        if work.is_addition:
            what = f"that must be done first, by the command that began it ({note_owner(note)})"
    message = f"{folder} holds something unfinished {what}"
    how = tell_how_to_end(folder)
    if is_given_again(note):
        how = "the same command began it: change that back"
    hint = f"{how}, choose another --out, or remove it"
    raise TakenError(message, "" if work.is_addition else hint.removeprefix(", "))


def is_of(note: Mapping[str, Any], work: Work) -> bool:
    """Return whether a note is of a work."""
    return bool(note["identity"] == dict(work.identity) and note["goal"] == work.goal)


def list_changes(note: Mapping[str, Any], work: Work) -> list[str]:
    """Name what of a work is other than a note says."""
    before, now = note["identity"], work.identity
    return [name for name in {**before, **now} if before.get(name) != now.get(name)]


def is_given_again(note: Mapping[str, Any]) -> bool:
    """Return whether the command is given that wrote a note, with the place it chose or without."""
    words = tuple(note.get("command") or ())
    is_here = note.get("where") == os.getcwd()
    return bool(words) and is_here and given_command()[: len(words)] == words


def find_changes_since(folder: Path, work: Work) -> list[str]:
    """Name what of a work is other than when the command that is given began it in a folder."""
    note = read_note(folder)
    return list_changes(note, work) if note and is_given_again(note) else []


def read_note(folder: Path) -> dict[str, Any] | None:
    """Read what is noted of the work in a folder; None if nothing is, or nothing legible."""
    path = folder / UNFINISHED / NOTE
    try:
        if not path.is_file() or path.stat().st_size > LARGEST_NOTE:
            return None
        note = json.loads(path.read_text(encoding="utf-8"))
        kinds = {"identity": dict, "goal": str, "is_addition": bool, "games": int, "process": int,
                 "made": list}  # fmt: skip
        are_right = all(type(note[name]) is kind for name, kind in kinds.items())
        are_right = are_right and 0 <= note["games"] <= MOST_GAMES
        return note if are_right and all(map(may_be_made, note["made"])) else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def may_be_made(place: Any) -> bool:
    """Return whether a work may have made something at a place, by what a note calls it."""
    return isinstance(place, str) and bool(re.fullmatch(rf"{UNFINISHED}/[\w-][\w.-]*", place))


def tell_how_to_end(folder: Path) -> str:
    """Say which command ends what is unfinished in a folder; "" if that is not noted."""
    note = read_note(folder) or {}
    words, where = note.get("command"), note.get("where")
    if not isinstance(words, list) or not all(isinstance(one, str) for one in words):
        return ""
    if words[:1] != [PROGRAM]:  # of anybody's who wrote the note
        return ""
    place = "" if where in (os.getcwd(), None) else f", in {where}"
    return f"to end it: {write_command(words)}{place}"


def describe_owner(folder: Path) -> str:
    """Say who is at work in a folder."""
    note = read_note(folder)
    if note is None:
        return f"another command has just begun to work in {folder}"
    return f"another command is at work in {folder}: {note_owner(note)}"


def note_owner(note: Mapping[str, Any]) -> str:
    """Say which process wrote a note."""
    return f"process {note['process']} on {note.get('machine')}, since {note.get('since')}"


def finish(held: Claim) -> None:
    """Leave a folder in which all is done."""
    clear(held)
    leave(held)


def clear(held: Claim) -> None:
    """Remove what was kept only until all is done; the note is there until that is."""
    for place in [*held.made]:
        remove(held, place)
    with suppress(FileNotFoundError):
        (held.room / NOTE).unlink()


def remove(held: Claim, place: str) -> None:
    """Remove what the work has made; if that is stopped, nobody takes the rest for what it was."""
    path = confine(held.folder, place)
    if path.is_dir():
        gone = held.keep(f"gone-{uuid4().hex[:8]}")
        path.rename(gone)
        shutil.rmtree(gone)
    else:
        path.unlink(missing_ok=True)


def give_up(held: Claim) -> None:
    """Leave a folder in which something failed, as it is; or none, if nothing was made."""
    was_begun = has_begun(held.folder)
    if not was_begun:
        with suppress(OSError):
            for place in [*held.new, *held.made]:
                remove(held, place)
            forget_note(held)
    elif not (held.made or held.begun):  # nothing was written: it was refused
        forget_note(held)
    leave(held)
    if not was_begun:
        for folder in held.new_folders:
            remove_empty(folder)


def forget_note(held: Claim) -> None:
    """Remove the note of work that came to nothing, unless another process left some of it."""
    if not (held.goes_on and any((held.folder / name).exists() for name in BEGINNING)):
        with suppress(OSError):
            (held.room / NOTE).unlink()


def has_begun(folder: Path) -> bool:
    """Return whether there is more in a folder than what a beginning leaves."""
    names = {entry.name for entry in folder.iterdir()} - {UNFINISHED, *BEGINNING}
    return bool(names) or any(any(folder.rglob(pattern)) for pattern in KEPT)


def leave(held: Claim) -> None:
    """Let others in."""
    with suppress(OSError):
        (held.room / LOCK).unlink()  # while it is held: nobody can have got hold of it
    held.lock.release()
    remove_empty(held.room)
