"""Taking an edit back: files get their former bytes, and what was in them is kept."""

from collections.abc import Mapping
from pathlib import Path

from evenhand.decks.problems import UsageError
from evenhand.simulate.runs.whole_files import write_whole
from evenhand.writing import name_place

__all__ = ["list_differences", "take_back"]

Contents = Mapping[Path, bytes]


def list_differences(before: Contents, now: Contents) -> list[Path]:
    """List the files that are other than they were, new or gone."""
    return [path for path in {**before, **now} if before.get(path) != now.get(path)]


def take_back(before: Contents, now: Contents, copies: Path) -> list[Path]:
    """Give files back the bytes that they had.

    Parameters
    ----------
    before, now : mapping from Path to bytes
        What is to be there, and what was last seen there.
    copies : Path
        A folder that is not there yet, for copies of all that goes.

    Returns
    -------
    list of Path
        The files that are other now.

    Raises
    ------
    UsageError
        If one of them has been saved since it was last seen, or cannot be written. Nothing is
        lost then: what was in it is in the copies, or there still.
    """
    changed = list_differences(before, now)
    for path in changed:
        check_unsaved(path, now.get(path))
    for path in changed:
        if path in now:
            copy = copies / name_copy(path, now)
            with name_place(copy):
                copy.parent.mkdir(parents=True, exist_ok=True)
                write_whole(copy, now[path])
    for path in changed:
        check_unsaved(path, now.get(path))
        with name_place(path):
            if path in before:
                path.parent.mkdir(parents=True, exist_ok=True)
                write_whole(path, before[path])
            else:
                path.unlink(missing_ok=True)
    return changed


def check_unsaved(path: Path, expected: bytes | None) -> None:
    """Refuse to touch a file that is not what it was when it was last seen."""
    found = path.read_bytes() if path.is_file() else None
    if found != expected:
        message = f"{path} has been saved again meanwhile, and was left alone"
        raise UsageError(message, "look at what it does now, then undo it")


def name_copy(path: Path, now: Contents) -> Path:
    """Name the copy of a file: two of one name stand in folders of their own."""
    same = [other for other in now if other.name == path.name]
    return Path(path.parent.name, path.name) if len(same) > 1 else Path(path.name)
