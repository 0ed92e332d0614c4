"""The command `compare`: what a change did."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pandas as pd

from evenhand.analysis.data.display_names import list_display_names
from evenhand.analysis.data.run import Run, load_run
from evenhand.analysis.tables.by_bot import changes_by_bot, compare_panels
from evenhand.analysis.tables.comparison import Comparison
from evenhand.analysis.tables.comparison import compare as compare_runs
from evenhand.decks.problems import UsageError
from evenhand.decks.text_file import shorten
from evenhand.experiments.comparison_games import comparison_work, play_sides, prepare_sides
from evenhand.experiments.comparison_with_run import can_reuse, play_since, since_work
from evenhand.experiments.play import claim_places
from evenhand.flags import CompareFlags
from evenhand.inputs.job import Job
from evenhand.inputs.last_run import recreate_folder
from evenhand.inputs.request import DEFAULT_GAMES, Request, request_from
from evenhand.inputs.sides import Kind, Side, find_sides, request_side
from evenhand.reports.bands import DISCOVERY_RATE, STAR
from evenhand.reports.comparison.findings import (
    list_comparison_findings,
    write_comparison_headline,
)
from evenhand.reports.comparison.page import rename_comparison_decks, write_comparison
from evenhand.reports.page import refuse_other
from evenhand.reports.wording import percent, points, signed_interval
from evenhand.simulate.runs.places import make_folder
from evenhand.simulate.runs.stored import read_run_file
from evenhand.summary import list_rows, print_findings
from evenhand.terminal import note, plain_table, print_json, print_table, tell
from evenhand.writing import check_place, list_places, name_place

__all__ = ["compare_command"]

FOLDER = "compare"


def compare_command(flags: CompareFlags) -> None:
    """Compare two sides, playing them first unless they are runs."""
    if flags.folder and not flags.folder.is_dir():
        raise UsageError(f"--folder: there is no folder '{shorten(str(flags.folder))}'")
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        names = (flags.before, flags.after)
        sides = find_sides(names, flags.folder, flags.game, room)
        flags = replace(flags, before=sides[0].name, after=sides[1].name)
        if flags.out:
            check_place(flags.out)
        match [side.kind for side in sides]:
            case [Kind.RUN, Kind.RUN]:
                compare_played(open_runs(sides, flags), flags)
            case [Kind.RUN, _]:
                compare_since(sides, flags, room)
            case _:
                play_and_compare(sides, flags)


def compare_played(runs: Sequence[Run], flags: CompareFlags) -> None:
    """Compare two runs."""
    out = flags.out or next(place for place in list_places(FOLDER) if not place.exists())
    found = compare_all(*runs)
    show_comparison(found, write_page(found, flags, out), flags)


def play_and_compare(sides: Sequence[Side], flags: CompareFlags) -> None:
    """Play two sides and compare them."""
    play_jobs(sides, prepare_sides(sides, request_side_games(flags), flags.quiet), flags)


def play_jobs(sides: Sequence[Side], jobs: Sequence[Job], flags: CompareFlags) -> None:
    """Play what was prepared of two sides, and compare."""
    say = None if flags.quiet else note
    with claim_places(flags.out, FOLDER, comparison_work(jobs), say) as held:
        before, after = play_sides(sides, jobs, held, flags.quiet)
        found = compare_all(load_run(before), load_run(after))
        page = write_page(found, flags, held.folder)
    show_comparison(found, page, flags)


def compare_since(sides: Sequence[Side], flags: CompareFlags, room: Path) -> None:
    """Compare a run with a folder as it is now; the run is not played again if it need not be."""
    run_dir, now = sides[0].path, sides[1]
    before = Side(sides[0].name, Kind.FOLDER, recreate_folder(run_dir, room / "run"))
    if not flags.quiet and not flags.json:
        note(f"before: the run in {run_dir}; after: {now.name}")
    given = request_same_deals(run_dir, now, flags)
    jobs = prepare_sides([before, now], given, flags.quiet)
    if not can_reuse(run_dir, jobs):
        jobs[0] = replace(jobs[0], panel=jobs[1].panel)
        play_jobs([before, now], jobs, flags)
        return
    say = None if flags.quiet else note
    with claim_places(flags.out, FOLDER, since_work(run_dir, jobs[1]), say) as held:
        after = play_since(run_dir, jobs, held, flags.quiet)
        found = compare_all(load_run(run_dir), load_run(after))
        page = write_page(found, flags, held.folder)
    show_comparison(found, page, flags)
    if found.runs.inputs.empty and not flags.quiet and not flags.json:
        note("nothing was changed since that run; an earlier one: evenhand compare RUN_DIR")


def request_same_deals(run_dir: Path, now: Side, flags: CompareFlags) -> Request:
    """Ask for the deals of a run, as many as the folder plays now and the run has."""
    run, given = read_run_file(run_dir)["run"], request_side_games(flags)
    seed = run["seed"] if given.seed is None else given.seed
    games = given.games
    if games is None:
        games = min(run["games"], request_side(now, given).games or DEFAULT_GAMES)
    return replace(given, seed=seed, games=games)


@dataclass(frozen=True)
class Compared:
    """What was compared.

    Attributes
    ----------
    runs : Comparison
    by_bot : pandas.DataFrame, optional
        If both runs lead panels and have decks to compare, what `changes_by_bot` gives.
    """

    runs: Comparison
    by_bot: pd.DataFrame | None


def compare_all(before: Run, after: Run) -> Compared:
    """Compare two runs, and the panels that they lead."""
    panels = compare_panels(before, after)
    of_leads = (one for one in panels.values() if (one.before, one.after) == (before, after))
    runs = next(of_leads, None) or compare_runs(before, after)
    has_panel = panels and len(runs.decks)
    return Compared(runs, changes_by_bot(panels) if has_panel else None)


def request_side_games(flags: CompareFlags) -> Request:
    """Return what the flags ask of either side."""
    return request_from(flags, "games")


def open_runs(sides: Sequence[Side], flags: CompareFlags) -> list[Run]:
    """Open two runs; flags about games have no meaning then."""
    if given := request_side_games(flags).list_given_flags():
        message = f"--{given[0]} has no meaning for runs, which are played already"
        raise UsageError(message)
    return [load_run(side.path) for side in sides]


def write_page(found: Compared, flags: CompareFlags, out: Path) -> Path:
    """Write the page of a comparison into a folder."""
    with name_place(out):
        refuse_other(make_folder(out) / "report.html")
        names = (flags.before, flags.after)
        return write_comparison(found.runs, names, out / "report.html", found.by_bot)


def show_comparison(found: Compared, page: Path, flags: CompareFlags) -> None:
    """Sum a comparison up."""
    told = Compared(*rename_comparison_decks(found.runs, found.by_bot))
    if flags.json:
        names = (flags.before, flags.after)
        print_json({**sum_up(found.runs, names), **sum_up_bots(found), "report": str(page)})
    elif flags.quiet:
        tell(page)
    else:
        print_decks(told.runs)
        print_findings(
            write_comparison_headline(told.runs),
            list_comparison_findings(told.runs, told.by_bot),
        )
        if told.by_bot is not None:
            print_by_bot(told.by_bot)
        tell(f"Report  {page}")


def sum_up(found: Comparison, names: tuple[str, str]) -> dict[str, Any]:
    """Return what --json says."""
    return {
        "before": names[0],
        "after": names[1],
        "is_paired": found.is_paired,
        "inputs": list_rows(found.inputs),
        "decks": list_rows(found.decks),
        "matchups": list_rows(found.matchups),
        "first_player": list_rows(found.first_player),
        "lengths": list_rows(found.lengths),
        "only_before": list(found.only_before),
        "only_after": list(found.only_after),
        "notes": list(found.notes),
        "display_names": list_display_names(found.before.info, found.after.info),
    }


def sum_up_bots(found: Compared) -> dict[str, Any]:
    """Return what --json says about the bots of a panel, if there is one."""
    return {} if found.by_bot is None else {"by_bot": list_rows(found.by_bot)}


def print_by_bot(by_bot: pd.DataFrame) -> None:
    """Print the change of each deck with each bot of a panel."""
    bots = tuple(by_bot["bot"].unique())
    table = plain_table("change", *bots, right=bots)
    for deck, rows in by_bot.groupby("deck", sort=False):
        cells = {
            row.bot: f"{points(row.value)} ({signed_interval(row.low, row.high)})"
            for row in rows.itertuples()
        }
        table.add_row(str(deck), *(cells.get(bot, "") for bot in bots))
    print_table(table)
    tell("")


def print_decks(found: Comparison) -> None:
    """Print the win rates of decks, those that gained most first."""
    table = plain_table(
        "deck",
        "before",
        "after",
        "change",
        "",
        "95 % interval",
        right=("before", "after", "change"),
    )
    ranked = found.decks.sort_values(["change", "deck"], ascending=[False, True])
    for row in ranked.itertuples():
        mark = STAR if row.change_q < DISCOVERY_RATE else ""
        spread = signed_interval(row.change_low, row.change_high)
        change = points(row.change)
        table.add_row(row.deck, percent(row.before), percent(row.after), change, mark, spread)
    if len(ranked):
        print_table(table)
        tell("")
