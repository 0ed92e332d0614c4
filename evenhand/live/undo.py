"""Undo an edit: restore the former bytes of files, after copying their present content."""

import os
import shutil
from datetime import datetime
from pathlib import Path

from evenhand.decks.problems import UsageError, format_error
from evenhand.decks.text_file import LARGEST_FILE
from evenhand.live.page_content import name_files
from evenhand.live.snapshot import Contents, Snapshot, fold_name, read_beginning, resolve_path
from evenhand.reports.wording import plural, truncate_parts
from evenhand.result_folders import report_write_errors
from evenhand.simulate.runs.atomic_files import write_atomic
from evenhand.simulate.runs.places import confine, make_folder

__all__ = ["choose_copy_folder", "describe_undo", "restore_files"]

COPIES = Path("runs", "undone")
NAMED = 3  # most unchanged files named in a message


def choose_copy_folder(folder: Path) -> Path:
    """Return a new folder's path for copies of the files that an undo overwrites.

    Raises
    ------
    UsageError
        If the path leads through a link.
    """
    time = datetime.now().strftime("%Y-%m-%d-%H%M%S-%f")
    return confine(folder, COPIES / time, "put a folder in its place, then undo")


def restore_files(before: Snapshot, now: Contents, folder: Path, copies: Path) -> list[Path]:
    """Undo saves: restore the bytes of files that were saved, and remove those created.

    Parameters
    ----------
    before : Snapshot
        The state to restore.
    now : mapping from Path to bytes
        The contents when last read.
    folder, copies : Path
        The folder that is watched, and the one for copies.

    Returns
    -------
    list of Path
        The files that were changed.

    Raises
    ------
    UsageError
        If a file has been saved since it was last read, leads elsewhere, or cannot be
        written. No content is lost then: it is in the copies, or in the file still.
    """
    saved = before.list_saved(now)
    for path in saved:
        check_unsaved(path, before, now)
    for path in saved:
        if path in now:
            copy_file(path, now[path], copies / name_copy(path, saved, folder))
    for number, path in enumerate(saved):
        try:
            check_unsaved(path, before, now)
            restore_file(path, before)
        except (UsageError, OSError) as error:
            raise UsageError(add_restored(format_error(error), saved[:number])) from None
    return saved


def restore_file(path: Path, before: Snapshot) -> None:
    """Undo a save of a file: write its former content; remove it if it did not exist."""
    with report_write_errors(path):
        if path in before.contents:
            write_atomic(before.places[path], before.contents[path])
        else:
            path.unlink()


def add_restored(why: str, done: list[Path]) -> str:
    """Return an error of an undo with the names of the files restored before it."""
    names = ", ".join(path.name for path in done)
    return f"{why}; {names} had been put back before" if done else why


def copy_file(path: Path, content: bytes, copy: Path) -> None:
    """Copy a file before an undo; a content that was cut is copied from the file."""
    with report_write_errors(copy):
        make_folder(copy.parent)
        if len(content) > LARGEST_FILE:
            shutil.copyfile(path, copy)
        else:
            write_atomic(copy, content)


def check_unsaved(path: Path, before: Snapshot, now: Contents) -> None:
    """Refuse to undo a file that is not as it was when last read."""
    content = read_beginning(path)
    if content is None and os.path.lexists(path):
        message = f"what is at {path} is no file that can be read, and was left alone"
        raise UsageError(message, "put it somewhere else, then undo")
    if resolve_path(path) != before.places.get(path, resolve_path(path)):
        message = f"{path} leads to another file than before, and was left alone"
        raise UsageError(message, "put it somewhere else, then undo")
    if content != now.get(path):
        message = f"{path} has been saved again meanwhile, and was left alone"
        raise UsageError(message, "look at what it does now, then undo it")


def describe_undo(saved: list[Path], left: list[Path], folder: Path, copies: Path) -> str:
    """Say what an undo did: the files restored, the copies, and the files left unchanged."""
    sentences = [f"Undone: {plural(len(saved), 'file')} as before."]
    if copies.exists():
        sentences.append(f"What was there is kept in {copies.relative_to(folder)}.")
    if left:
        names = map(str, truncate_parts(name_files(left, folder), NAMED))
        sentences.append(f"Left alone, as nothing was saved there: {', '.join(names)}.")
    return " ".join(sentences)


def name_copy(path: Path, saved: list[Path], folder: Path) -> Path:
    """Return the relative path of an undo's copy: the file's name, or its path if not unique."""
    if sum(fold_name(other.name) == fold_name(path.name) for other in saved) == 1:
        return Path(path.name)
    if path.is_relative_to(folder) and ".." not in path.relative_to(folder).parts:
        return path.relative_to(folder)
    return Path("elsewhere", *resolve_path(path).parts[1:])
