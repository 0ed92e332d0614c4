"""Pages of games beside a report: written into a folder of their own, and removed if outdated."""

import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from os import fsencode
from pathlib import Path
from urllib.parse import quote

from evenhand.decks.problems import UsageError
from evenhand.reports.page import is_written, refuse_other
from evenhand.reports.replayed_game import replay_run_game, write_page
from evenhand.simulate.runs.atomic_files import report_write_errors, write_in_folder
from evenhand.simulate.runs.places import is_link, make_folder, remove_empty
from evenhand.simulate.runs.stored import StoredRun

__all__ = ["GENERATOR", "REPLAYS", "link_page", "remove_other_pages", "write_pages"]

REPLAYS = "replays"  # the folder beside a report
GENERATOR = "evenhand report"  # identifies pages written by a report
ELSEWHERE = "or write the report to another folder with --out"
WRITABLE = f"let it be written to, {ELSEWHERE}"


def name_page(prefix: str, number: int) -> str:
    """Return the file name of the page of a game."""
    return f"{prefix}game-{number}.html"


def link_page(prefix: str, number: int) -> str:
    """Return the address of a game's page relative to the report."""
    return f"{REPLAYS}/{quote(fsencode(name_page(prefix, number)))}"


def write_pages(run: StoredRun, numbers: Sequence[int], report: Path, prefix: str) -> None:
    """Write the pages of games beside a report.

    Parameters
    ----------
    numbers : sequence of int
        Numbers of the games in the run, from 1.
    report : Path
        The report beside which the pages are written, and to which they link back.
    prefix : str
        Prefix of the file names.

    Raises
    ------
    UsageError
        If a page cannot be written, or its path is a link or another file than a page.
    """
    if not numbers:
        return
    folder, back = make_pages_folder(report.parent), f"../{quote(fsencode(report.name))}"
    for number in numbers:
        name = name_page(prefix, number)
        if (folder / name).is_file() and not is_link(folder / name):
            refuse_other(folder / name, f"move it, {ELSEWHERE}")
        text = write_page(replay_run_game(run, number), report=back)
        with report_write_errors(folder / name, WRITABLE):
            write_in_folder(folder, name, text)


def make_pages_folder(place: Path) -> Path:
    """Make the folder of the games' pages; raise UsageError if it is a link or a file."""
    folder = place / REPLAYS
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        what = "a link" if folder.is_symlink() else "no folder"
        raise UsageError(f"cannot write to {folder}: it is {what}", f"remove it, {ELSEWHERE}")
    with report_write_errors(folder, WRITABLE):
        return make_folder(folder)


def remove_other_pages(place: Path, prefix: str, kept: Collection[int]) -> None:
    """Remove the games' pages that a report no longer links to, and no other files."""
    folder = place / REPLAYS
    if folder.is_symlink() or not folder.is_dir():
        return
    names = {name_page(prefix, number) for number in kept}
    pattern = re.compile(rf"{re.escape(prefix)}game-[0-9]+\.html")
    with suppress(OSError):  # a page that cannot be removed does no harm
        for page in sorted(folder.iterdir()):
            is_page = pattern.fullmatch(page.name) and is_written(page, GENERATOR)
            if is_page and page.name not in names:
                page.unlink()
        if not names:
            remove_empty(folder)
