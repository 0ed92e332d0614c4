"""Where results are written: folders that are free, and places that cannot be written to."""

import os
from collections.abc import Iterator
from errno import EACCES
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile

from evenhand.decks.problems import UsageError
from evenhand.simulate.runs.places import confine, is_link
from evenhand.simulate.runs.run_folder import RUN_FILE
from evenhand.simulate.runs.whole_files import name_place
from evenhand.terminal import note, tell

__all__ = [
    "RUNS",
    "check_can_write",
    "check_place",
    "find_newest_run",
    "list_places",
    "list_runs",
    "name_place",
    "print_place",
]

RUNS = Path("runs")


def list_places(name: str) -> Iterator[Path]:
    """List the folders for results whose place nobody named: runs/<name>-1, -2, ..

    Raises
    ------
    UsageError
        If ``runs`` is a link: it may lead to what is not ours.
    """
    runs = confine(Path(), RUNS, "remove it, or name a place with --out")
    places = (runs / f"{name}-{number}" for number in count(1))
    yield from (place for place in places if not is_link(place))


def find_newest_run() -> Path:
    """Return the run in the folder runs/ here that was finished last."""
    found = list_runs(Path())
    if not found:
        message = f"there is no run in {RUNS}/ here"
        raise UsageError(message, "play one with evenhand run, or name a run's folder")
    return found[-1]


def list_runs(folder: Path) -> list[Path]:
    """List the finished runs in the folder runs/ of a folder, the newest last; no links."""
    runs = folder / RUNS
    found = [] if is_link(runs) else [file.parent for file in runs.glob(f"*/{RUN_FILE}")]
    return sorted(
        (run for run in found if not is_link(run)),
        key=lambda run: ((run / RUN_FILE).stat().st_mtime, run.name),
    )


def check_place(path: Path) -> None:
    """Refuse a path below something that is no folder."""
    above = next((place for place in path.parents if os.path.lexists(place)), None)
    if above is not None and not above.is_dir():
        raise UsageError(f"cannot write to {path}: {above} is no folder")


def check_can_write(file: Path) -> None:
    """Refuse a file that cannot be written, before hours are spent on what it is to hold."""
    check_place(file)
    above = next(place for place in file.absolute().parents if place.exists())
    with name_place(file):
        if file.exists() and not os.access(file, os.W_OK):
            raise PermissionError(EACCES, os.strerror(EACCES), str(file))
        with TemporaryFile(dir=above):
            pass


def print_place(title: str, place: Path, more: str = "") -> None:
    """Print where something is, beside it: what goes to a device or a pipe stays alone there."""
    is_kept = (place.is_file() or place.is_dir()) and not str(place).startswith("/dev/")
    say = tell if is_kept else note
    say(f"{title:<8}{place}{more}")
