"""Games that an earlier run in ``runs/`` has played already: copied, not played again.

So a deck with the same cards has the same number in every command, because it is the same games.
"""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

import polars as pl

from evenhand.decks.problems import InputError, UsageError
from evenhand.experiments.run_tables import holds_table
from evenhand.result_folders import RUNS
from evenhand.simulate.runs.claim import Claim, is_unfinished
from evenhand.simulate.runs.panel_folder import PANEL_FOLDER
from evenhand.simulate.runs.places import is_link
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.run_folder import (
    RUN_FILE,
    Info,
    Played,
    describe_run,
    fingerprint_of,
    identify,
    identify_run,
    list_differences,
)
from evenhand.simulate.runs.same_games import copy_games
from evenhand.simulate.runs.stored import load_plan, read_run_file

__all__ = ["copy_known_games", "count_known_games", "find_known_table", "find_run_of_content"]

PLACES = ("*", "*/before", "*/after", "history/*")  # of runs, of comparisons and of a history
MOST_RELATED = 5  # the latest runs, which are looked into whether cards or decks alone differ
MAY_DIFFER = {"the cards", "the decks", "who meets whom"}  # each matchup tells whether they matter


def count_known_games(plan: Plan) -> int:
    """Return how many games of a plan are known, whatever the number that it asks for."""
    return max(map(count_games, find_same_runs(plan).values()), default=0)


def copy_known_games(plan: Plan, held: Claim, former: tuple[Plan, Path] | None = None) -> bool:
    """Copy the known games of a plan into the folder of its run; return whether these are all.

    What no earlier run of the plan has is copied from one that differs from it, as far as no edit
    has touched a matchup.

    Parameters
    ----------
    held : Claim
        That of the run's folder; files in it are not overwritten.
    former : (Plan, Path), optional
        A plan that differs, and its run; by default the latest run that differs in cards or
        decks only.
    """
    same = find_same_runs(plan)
    if same:
        longest = max(same, key=lambda run: count_games(same[run]))
        copy_games(plan, longest, plan, held)
        if count_games(same[longest]) >= plan.games:
            return True
    if former := former or find_former_run(plan):
        copy_games(*former, plan, held)
    return False


def find_former_run(plan: Plan) -> tuple[Plan, Path] | None:
    """Return the latest run that differs from a plan in cards or decks only, and its plan."""
    for run, info in islice(find_runs(plan), MOST_RELATED):
        if set(list_differences(plan, info)) <= MAY_DIFFER:
            with suppress(InputError, UsageError):  # of a damaged run
                return load_plan(run).with_games(plan.games), run
    return None


def find_known_table(plan: Plan, run_dir: Path, name: str) -> pl.DataFrame | None:
    """Return a table that was added to another run of the same games, if there is one.

    Parameters
    ----------
    run_dir : Path
        The run of the plan that lacks the table.
    name : str
        File name of the table.
    """
    own = read_run_file(run_dir)
    for run, info in find_same_runs(plan).items():
        is_same = info["run"]["results_hash"] == own["run"]["results_hash"]
        has_same_curve = info["cards"].get("curve") == own["cards"].get("curve")
        if run != run_dir and is_same and has_same_curve and holds_table(run, name):
            return pl.read_parquet(run / name)
    return None


def find_run_of_content(plan: Plan) -> Path | None:
    """Return a run here with all games of a plan, whatever slots its cards have; None without.

    Deals follow slots, so that its games may be others, of the same decks by the same cards.
    """
    wanted = identify_content(describe_run(plan, "", Played(0, 0, "")))
    for run, info in find_runs(plan, plan.pool.content_hash):
        if count_games(info) >= plan.games and identify_content(info) == wanted:
            return run
    return None


def identify_content(info: Info) -> dict[str, str]:
    """Return hashes of all that determines games but the slots of cards, from ``run.toml``."""
    decks = [{**deck, "cards": sorted(deck["cards"])} for deck in info["decks"]]
    return identify_run({**info, "decks": decks})


def find_same_runs(plan: Plan) -> dict[Path, Info]:
    """Return the runs here that played games of a plan, each with its contents."""
    runs = find_runs(plan, fingerprint_of(identify(plan)))
    return {run: info for run, info in runs if not list_differences(plan, info)}


def count_games(info: Info) -> int:
    """Return the number of games of a run."""
    return int(info["run"]["games"])


def find_runs(plan: Plan, text: str = "") -> Iterator[tuple[Path, Info]]:
    """Yield the finished runs here of a plan's game, the latest first, with their contents.

    Runs of functions as bots are left out: what a function does may have changed.

    Parameters
    ----------
    text : str
        A text in ``run.toml``, which is looked for before the file is understood.
    """
    if plan.asks_functions or is_link(RUNS):
        return
    files = [file for place in PLACES for below in ("", f"/{PANEL_FOLDER}/*")
             for file in RUNS.glob(f"{place}{below}/{RUN_FILE}")]  # fmt: skip
    for file in sorted(files, key=lambda file: file.stat().st_mtime, reverse=True):
        with suppress(InputError, UsageError, OSError, UnicodeDecodeError):
            if text in file.read_text("utf-8") and not is_unfinished(file.parent):
                info = read_run_file(file.parent)
                if info["run"]["game"] == plan.game.name:
                    yield file.parent, info
