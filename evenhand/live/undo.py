"""Taking an edit back: files get their former bytes, and what was in them is kept."""

import os
import shutil
from datetime import datetime
from pathlib import Path

from evenhand.decks.problems import UsageError
from evenhand.decks.text_file import LARGEST_FILE
from evenhand.live.before import Before, Contents, fold, read_beginning, where_is
from evenhand.live.view import name_files
from evenhand.reports.wording import plural, truncate_parts
from evenhand.simulate.runs.places import confine, make_folder
from evenhand.simulate.runs.whole_files import write_whole
from evenhand.writing import name_place

__all__ = ["find_room", "take_back", "tell_error", "tell_undone"]

COPIES = Path("runs", "undone")
NAMED = 3  # files that were left alone


def find_room(folder: Path) -> Path:
    """Return a folder that is not there yet, for copies of what goes.

    Raises
    ------
    UsageError
        If a link stands on the way to it: nobody knows what would be written to.
    """
    time = datetime.now().strftime("%Y-%m-%d-%H%M%S-%f")
    return confine(folder, COPIES / time, "put a folder in its place, then undo")


def take_back(before: Before, now: Contents, folder: Path, room: Path) -> list[Path]:
    """Give files that were saved the bytes that they had, and put away those that were made.

    Parameters
    ----------
    before : Before
        What is to be there.
    now : mapping from Path to bytes
        What was last seen there.
    folder, room : Path
        The one that is watched, and the one for copies.

    Returns
    -------
    list of Path
        The files that are other now.

    Raises
    ------
    UsageError
        If one of them has been saved since it was last seen, leads elsewhere, or cannot be
        written. Nothing is lost then: what was in it is in the copies, or there still.
    """
    saved = before.list_saved(now)
    for path in saved:
        check_unsaved(path, before, now)
    for path in saved:
        if path in now:
            copy_away(path, now[path], room / name_copy(path, saved, folder))
    for number, path in enumerate(saved):
        try:
            check_unsaved(path, before, now)
            put_back(path, before)
        except (UsageError, OSError) as error:
            raise UsageError(tell_rest(tell_error(error), saved[:number])) from None
    return saved


def put_back(path: Path, before: Before) -> None:
    """Write what was in a file, where it was; take it away if there was none."""
    with name_place(path):
        if path in before.contents:
            write_whole(before.places[path], before.contents[path])
        else:
            path.unlink()


def tell_error(error: Exception) -> str:
    """Say what is wrong, and with the disk or the machine where."""
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}"
    return getattr(error, "strerror", None) or str(error)


def tell_rest(why: str, done: list[Path]) -> str:
    """Say what was put back before something failed."""
    names = ", ".join(path.name for path in done)
    return f"{why}; {names} had been put back before" if done else why


def copy_away(path: Path, content: bytes, copy: Path) -> None:
    """Keep what is in a file, all of it, in another one."""
    with name_place(copy):
        make_folder(copy.parent)
        if len(content) > LARGEST_FILE:
            shutil.copyfile(path, copy)
        else:
            write_whole(copy, content)


def check_unsaved(path: Path, before: Before, now: Contents) -> None:
    """Refuse to touch a file that is not what it was when it was last seen."""
    found = read_beginning(path)
    if found is None and os.path.lexists(path):
        message = f"what is at {path} is no file that can be read, and was left alone"
        raise UsageError(message, "put it somewhere else, then undo")
    if where_is(path) != before.places.get(path, where_is(path)):
        message = f"{path} leads to another file than before, and was left alone"
        raise UsageError(message, "put it somewhere else, then undo")
    if found != now.get(path):
        message = f"{path} has been saved again meanwhile, and was left alone"
        raise UsageError(message, "look at what it does now, then undo it")


def tell_undone(saved: list[Path], left: list[Path], folder: Path, room: Path) -> str:
    """Say what an undo did, and what it left alone."""
    said = [f"Undone: {plural(len(saved), 'file')} as before."]
    if room.exists():
        said.append(f"What was there is kept in {room.relative_to(folder)}.")
    if left:
        names = map(str, truncate_parts(name_files(left, folder), NAMED))
        said.append(f"Left alone, as nothing was saved there: {', '.join(names)}.")
    return " ".join(said)


def name_copy(path: Path, saved: list[Path], folder: Path) -> Path:
    """Name the copy of a file: two of one name stand as they do in the folder, or on the disk."""
    if sum(fold(other.name) == fold(path.name) for other in saved) == 1:
        return Path(path.name)
    if path.is_relative_to(folder) and ".." not in path.relative_to(folder).parts:
        return path.relative_to(folder)
    return Path("elsewhere", *where_is(path).parts[1:])
