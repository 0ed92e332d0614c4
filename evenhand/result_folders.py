"""Folders for results: find free ones and finished runs, and check that files can be written."""

import os
from collections.abc import Callable, Iterator
from errno import EACCES
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile

from evenhand.decks.problems import UsageError
from evenhand.simulate.runs.atomic_files import report_write_errors
from evenhand.simulate.runs.panel_folder import find_panel_runs
from evenhand.simulate.runs.places import confine, is_link
from evenhand.simulate.runs.run_folder import RUN_FILE
from evenhand.terminal import note, tell

__all__ = [
    "RUNS",
    "check_can_write",
    "check_place",
    "find_newest_panel",
    "find_newest_run",
    "list_places",
    "list_runs",
    "print_place",
    "report_write_errors",
]

RUNS = Path("runs")


def list_places(name: str) -> Iterator[Path]:
    """Yield the default folders for results: runs/<name>-1, -2, ..

    Raises
    ------
    UsageError
        If ``runs`` is a link, which may lead out of the folder.
    """
    runs = confine(Path(), RUNS, "remove it, or name a place with --out")
    places = (runs / f"{name}-{number}" for number in count(1))
    yield from (place for place in places if not is_link(place))


def find_newest_run(folder: Path = Path()) -> Path:
    """Return the result folder in runs/ of a folder of the run that was finished last.

    One in which two bots met, of which no win rates of decks are known, only if all are such.
    """
    from evenhand.simulate.runs.stored import read_run_file  # takes a while to import

    runs = list_runs(folder)
    if not runs:
        where = "here" if folder == Path() else f"of {folder}"
        message = f"there is no run in {RUNS}/ {where}"
        raise UsageError(message, "play one with evenhand run, or name a run's folder")
    alone = (run for run in reversed(runs) if len(read_run_file(run)["bots"]) == 1)
    return next(alone, runs[-1])


def find_newest_panel(folder: Path, is_preferred: Callable[[Path], bool]) -> Path:
    """Return the newest run of `find_newest_run` that several bots played, each by itself.

    Only runs of the game and mode that were played last count. If none of them is of several bots,
    it is the newest.

    Parameters
    ----------
    is_preferred : callable(run) -> bool
        Whether a run goes before newer ones that are not preferred.
    """
    from evenhand.simulate.runs.stored import read_run_file  # takes a while to import

    newest = find_newest_run(folder)
    last = read_run_file(newest)["run"]
    panels = (run for run in reversed(list_runs(folder)) if find_panel_runs(run))
    played = ((run, read_run_file(run)["run"]) for run in panels)
    alike = [run for run, of in played if (of["game"], of["mode"]) == (last["game"], last["mode"])]
    return next(filter(is_preferred, alike), alike[0] if alike else newest)


def list_runs(folder: Path) -> list[Path]:
    """List the result folders of finished runs in runs/ of a folder, newest last, without links."""
    place = folder / RUNS
    runs = [] if is_link(place) else [file.parent for file in place.glob(f"*/{RUN_FILE}")]
    return sorted(
        (run for run in runs if not is_link(run)),
        key=lambda run: ((run / RUN_FILE).stat().st_mtime, run.name),
    )


def check_place(path: Path) -> None:
    """Refuse a path for results that is below something that is not a folder."""
    above = next((place for place in path.parents if os.path.lexists(place)), None)
    if above is not None and not above.is_dir():
        raise UsageError(f"cannot write to {path}: {above} is no folder")


def check_can_write(file: Path) -> None:
    """Refuse a result file that cannot be written, before its content is computed."""
    check_place(file)
    above = next(place for place in file.absolute().parents if place.exists())
    with report_write_errors(file):
        if file.exists() and not os.access(file, os.W_OK):
            raise PermissionError(EACCES, os.strerror(EACCES), str(file))
        with TemporaryFile(dir=above):
            pass


def print_place(title: str, place: Path, more: str = "") -> None:
    """Print where a result is on standard output, or on standard error for a device or pipe."""
    is_kept = (place.is_file() or place.is_dir()) and not str(place).startswith("/dev/")
    write = tell if is_kept else note
    write(f"{title:<8}{place}{more}")
