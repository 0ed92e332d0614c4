"""The command `compare`: what a change did."""

import shlex
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evenhand.commands.run import progress_bar, workers
from evenhand.decks.problems import UsageError
from evenhand.experiments.same_deals import align_slots
from evenhand.inputs.request import DEFAULT_GAMES, RUNS, Request, check_folder, prepare
from evenhand.inputs.sides import Kind, Side, common_decks, request_of, side_of
from evenhand.terminal import console, note, plain_table, print_json, print_table, writing

if TYPE_CHECKING:
    from evenhand.analysis.data.run import Run
    from evenhand.analysis.tables.comparison import Comparison

__all__ = ["compare_command"]

Progress = Callable[[int, int], None]
ASKED = (
    "game", "games", "seed", "decks", "bots", "mode", "settings", "players", "jobs", "backend",
    "scheduler",
)  # fmt: skip
FOR_RUNS = ("games", "seed", "decks", "bots", "mode", "settings", "players", "game")


def compare_command(flags: Mapping[str, Any]) -> None:
    """Compare two sides, playing them first unless they are runs."""
    with tempfile.TemporaryDirectory() as folder:
        rooms = [Path(folder, side) for side in ("a", "b")]
        sides = [
            side_of(name, flags["folder"], room)
            for name, room in zip((flags["before"], flags["after"]), rooms, strict=True)
        ]
        if sides[0].kind != sides[1].kind:
            described = " and ".join(f"{side.name} is {side.kind}" for side in sides)
            raise UsageError(f"cannot compare different things: {described}")
        out = free_folder() if flags["out"] is None else flags["out"]
        check_folder(out)
        runs = runs_of(sides, flags) if sides[0].kind is Kind.RUN else played(sides, flags, out)
        tell(runs, flags, out)


def runs_of(sides: Sequence[Side], flags: Mapping[str, Any]) -> "list[Run]":
    """Open two runs; flags about games have no meaning then."""
    from evenhand.analysis.data.run import load_run

    for flag in FOR_RUNS:
        if flags[flag] not in (None, "", [], ()):
            word = {"settings": "set"}.get(flag, flag)
            raise UsageError(f"--{word} has no meaning for runs, which are played already")
    return [load_run(side.path) for side in sides]


def played(sides: Sequence[Side], flags: Mapping[str, Any], out: Path) -> "list[Run]":
    """Play both sides on the same deals."""
    from evenhand.analysis.data.run import load_run
    from evenhand.simulate.runs.run import simulate

    before, after = (prepare(request) for request in requests_of(sides, flags, out))
    jobs = [before, replace(after, plan=align_slots(after.plan, before.plan))]
    for job in jobs if not flags["quiet"] else ():
        for text in job.notes:
            note(f"{job.out.name}: {text}")
    command = shlex.join(["evenhand", "compare", *(side.name for side in sides)])
    request = jobs[0].request
    with workers(request), progress_bar(disabled=flags["quiet"]) as progress:
        notice = None if flags["quiet"] else note
        for number, job in enumerate(jobs):
            show = half_of(progress, number)
            n_jobs = request.jobs or -1
            simulate(job.plan, job.out, n_jobs, request.backend, lambda _: command, show, notice)
    return [load_run(job.out) for job in jobs]


def half_of(progress: Progress, number: int) -> Progress:
    """Count the games of one side among those of both."""

    def show(done: int, total: int) -> None:
        progress(number * total + done, 2 * total)

    return show


def requests_of(sides: Sequence[Side], flags: Mapping[str, Any], out: Path) -> list[Request]:
    """Ask for the same games with the files of either side.

    How many games, and which, is for the second side to say, if no flag does.
    """
    given = Request(**{name: flags[name] for name in ASKED if flags[name] is not None})
    asked = [request_of(side, given) for side in sides]
    if sides[0].kind is Kind.FOLDER and not flags["decks"]:
        asked = with_common_decks(sides, asked, flags["quiet"])
    seed, games = asked[1].seed, asked[1].games
    games = DEFAULT_GAMES if games is None else games
    return [
        replace(one, seed=seed, games=games, precision=None, out=out / place)
        for one, place in zip(asked, ("before", "after"), strict=True)
    ]


def with_common_decks(
    sides: Sequence[Side], asked: Sequence[Request], is_quiet: bool
) -> list[Request]:
    """Keep the decks that both folders have, and name the others."""
    kept, alone = common_decks(asked)
    if not kept[0].decks:
        raise UsageError(f"{sides[0].name} and {sides[1].name} have no deck of the same name")
    for side, names in zip(sides, alone, strict=True):
        if names and not is_quiet:
            note(f"only in {side.name}, and left out: {', '.join(names)}")
    return kept


def free_folder() -> Path:
    """Find the first of runs/compare-1, -2, .. that does not exist."""
    number = 1
    while (folder := RUNS / f"compare-{number}").exists():
        number += 1
    return folder


def tell(runs: "list[Run]", flags: Mapping[str, Any], out: Path) -> None:
    """Compare, write the page, and sum it up."""
    from evenhand.analysis.tables.comparison import compare
    from evenhand.reports.comparison.page import write_comparison

    before, after = runs
    found = compare(before, after)
    with writing(out):
        out.mkdir(parents=True, exist_ok=True)
        names = (flags["before"], flags["after"])
        page = write_comparison(found, names, out / "report.html")
    if flags["json"]:
        print_json({**facts(found, names), "report": str(page)})
    elif flags["quiet"]:
        print(page)
    else:
        print_comparison(found)
        print(f"Report  {page}")


def facts(found: "Comparison", names: tuple[str, str]) -> dict[str, Any]:
    """Return what --json says."""
    from evenhand.summary import records

    return {
        "before": names[0],
        "after": names[1],
        "is_paired": found.is_paired,
        "inputs": records(found.inputs),
        "decks": records(found.decks),
        "matchups": records(found.matchups),
        "first_player": records(found.first_player),
        "lengths": records(found.lengths),
        "only_before": list(found.only_before),
        "only_after": list(found.only_after),
        "notes": list(found.notes),
    }


def print_comparison(found: "Comparison") -> None:
    """Print the decks, the headline and the findings."""
    from evenhand.reports.bands import DISCOVERY_RATE
    from evenhand.reports.comparison.findings import (
        list_comparison_findings,
        write_comparison_headline,
    )
    from evenhand.reports.words import percent, points, signed_interval
    from evenhand.summary import print_findings

    screen = console()
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
        mark = "\u2605" if row.change_q < DISCOVERY_RATE else ""
        spread = signed_interval(row.change_low, row.change_high)
        change = points(row.change)
        table.add_row(row.deck, percent(row.before), percent(row.after), change, mark, spread)
    if len(ranked):
        print_table(table)
        screen.print()
    print_findings(write_comparison_headline(found), list_comparison_findings(found))
