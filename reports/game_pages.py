"""The pages of games beside a report: in a folder of theirs, whole, and none too many."""

import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from os import fsencode
from pathlib import Path
from urllib.parse import quote

from evenhand.decks.problems import UsageError
from evenhand.reports.page import is_written, refuse_other
from evenhand.reports.replayed_game import replay_run_game, write_page
from evenhand.simulate.runs.places import is_link, make_folder, remove_empty
from evenhand.simulate.runs.stored import StoredRun
from evenhand.simulate.runs.whole_files import name_place, write_own

__all__ = ["GENERATOR", "REPLAYS", "link_page", "remove_other_pages", "write_pages"]

REPLAYS = "replays"  # the folder beside a report
GENERATOR = "evenhand report"  # by which it knows its own pages
ELSEWHERE = "or write the report to another folder with --out"
WRITABLE = f"let it be written to, {ELSEWHERE}"


def name_page(prefix: str, number: int) -> str:
    """Name the page of a game."""
    return f"{prefix}game-{number}.html"


def link_page(prefix: str, number: int) -> str:
    """Return the address of a page as the report gives it."""
    return f"{REPLAYS}/{quote(fsencode(name_page(prefix, number)))}"


def write_pages(run: StoredRun, numbers: Sequence[int], report: Path, prefix: str) -> None:
    """Write the pages of some games of a run.

    Parameters
    ----------
    report : Path
        The page beside which they are written, and that they lead back to.
    prefix : str
        What their names begin with.

    Raises
    ------
    UsageError
        If that cannot be: nothing is written through a link, or over what is no page.
    """
    if not numbers:
        return
    folder, back = make_room(report.parent), f"../{quote(fsencode(report.name))}"
    for number in numbers:
        name = name_page(prefix, number)
        if (folder / name).is_file() and not is_link(folder / name):  # all else makes room
            refuse_other(folder / name, f"move it, {ELSEWHERE}")
        text = write_page(replay_run_game(run, number), report=back)
        with name_place(folder / name, WRITABLE):
            write_own(folder, name, text)


def make_room(place: Path) -> Path:
    """Make the folder of the pages, or see that it is one."""
    folder = place / REPLAYS
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        what = "a link" if folder.is_symlink() else "no folder"
        raise UsageError(f"cannot write to {folder}: it is {what}", f"remove it, {ELSEWHERE}")
    with name_place(folder, WRITABLE):
        return make_folder(folder)


def remove_other_pages(place: Path, prefix: str, kept: Collection[int]) -> None:
    """Remove the pages that a report wrote and no longer leads to, and nothing else."""
    folder = place / REPLAYS
    if folder.is_symlink() or not folder.is_dir():
        return
    names = {name_page(prefix, number) for number in kept}
    own = re.compile(rf"{re.escape(prefix)}game-[0-9]+\.html")
    with suppress(OSError):  # one that cannot be removed does no harm
        for page in sorted(folder.iterdir()):
            if own.fullmatch(page.name) and page.name not in names and is_written(page, GENERATOR):
                page.unlink()
        if not names:
            remove_empty(folder)
