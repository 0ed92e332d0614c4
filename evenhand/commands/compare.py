"""The command `compare`: what a change did."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd

from evenhand.analysis.data.display_names import list_display_names
from evenhand.analysis.data.run import Run
from evenhand.analysis.tables.comparison import Comparison
from evenhand.analysis.tables.comparison import compare as compare_runs
from evenhand.decks.problems import Problem
from evenhand.decks.table_location import find_table
from evenhand.experiments.compare import Compared, Comparing, compare_sides
from evenhand.experiments.comparison_games import NothingEditedError
from evenhand.flags import CompareFlags
from evenhand.gate.expected_bands import find_right_bands
from evenhand.inputs.faults import list_collected
from evenhand.inputs.request import request_from
from evenhand.reports.bands import STAR
from evenhand.reports.comparison.band_findings import select_left
from evenhand.reports.comparison.findings import (
    list_comparison_findings,
    show_change,
    show_change_of_bot,
)
from evenhand.reports.comparison.gravest import is_sure
from evenhand.reports.comparison.headline import (
    find_cause_of_most,
    forecast_games,
    write_comparison_cause,
    write_comparison_headline,
)
from evenhand.reports.comparison.page import present_comparison
from evenhand.reports.left_out import list_mistakes
from evenhand.reports.wording import (
    introduce_player,
    percent,
    plural,
    points,
    signed_interval,
)
from evenhand.run_summary import print_findings, print_mending, repeat_with, suggest_for_edit
from evenhand.terminal import (
    command_line,
    flush_output,
    list_rows,
    note,
    plain_table,
    print_json,
    print_table,
    tell,
)

__all__ = ["compare_command"]


def compare_command(flags: CompareFlags) -> None:
    """Carry out `compare`: compare two sides, playing them first unless they are runs."""
    asked = Comparing(
        before=flags.before,
        after=flags.after,
        request=replace(request_from(flags), games=flags.games),
        folder=flags.folder,
        out=flags.out,
        is_quiet=flags.quiet,
        say=None if flags.quiet else note,
        names_sides=not flags.quiet and not flags.json,
        on_first=None if flags.quiet or flags.json else show_first,
        find_bands=find_right_bands,
        write_next=lambda found: write_next(found.told, flags),
    )
    try:
        found = compare_sides(asked)
    except NothingEditedError as error:
        if flags.quiet or flags.json:
            note(str(error))
        else:
            tell(str(error))
            print_mending(list_own_faults())
        return
    show_comparison(found, flags)
    if found.since and found.runs.inputs.empty and not flags.quiet and not flags.json:
        note("nothing was changed since that run; an earlier one: evenhand compare RUN_DIR")


def show_first(before: Run, after: Run, names: Mapping[str, str]) -> None:
    """Print what `compare` knows of the first bot's games, before anything else is played."""
    found, _, _ = present_comparison(compare_runs(before, after), None, None)
    bots = [bot["name"] for bot in after.info["bots"]]
    players = " against ".join(str(introduce_player(names.get(bot, bot))) for bot in bots)
    tell(f"{players}: {plural(after.info['run']['games'], 'game')} a side", "")
    print_decks(found)
    flush_output()


def show_comparison(found: Compared, flags: CompareFlags) -> None:
    """Print what `compare` found, below its first table."""
    told = found.told
    if flags.json:
        report = {"faults": list(map(str, list_collected())), "report": str(found.page)}
        print_json({**sum_up(found.runs, found.names), **sum_up_parts(found), **report})
    elif flags.quiet:
        tell(found.page)
    else:
        cause = write_comparison_cause(told.runs, told.by_edit, told.by_bot, told.believed)
        findings = list_comparison_findings(told.runs, told.by_bot, told.by_edit, told.strongest)
        print_findings(
            " ".join(
                map(str, filter(None, [write_comparison_headline(told.runs, told.believed), cause]))
            ),
            [one for one in findings if one.topic != "Decks"],  # which the table says
        )
        if told.by_bot is not None:
            print_by_bot(told.by_bot)
        tell(f"Report  {found.page}")
        if not print_mending(list_own_faults()) and found.next_step:
            tell(f"Next    {found.next_step}")


def list_own_faults() -> list[Problem]:
    """List the faults that `compare` collected, but those of a commit, whose files are gone."""
    return [
        fault
        for fault in list_collected()
        if find_table(fault.file).is_address or Path(fault.file).parent.is_dir()
    ]


def write_next(found: Compared, flags: CompareFlags) -> str:
    """Write the command to type next; "" if there is none, or mistakes are to be mended first."""
    words = () if list_mistakes(list_own_faults()) else choose_next(found, flags)
    return command_line(*words) if words else ""


def choose_next(found: Compared, flags: CompareFlags) -> tuple[object, ...]:
    """Choose what to type next: more games, a check, or which number a card should have."""
    believed = found.believed
    if games := forecast_games(believed):
        return repeat_with("--games", games)
    judged = [found.runs.bands, believed.bands, found.runs.best_hands]
    is_left = any(len(select_left(table)) for table in judged if table is not None)
    if found.since is not None and not found.runs.bands.empty and not is_left:
        return ("check", *filter(None, [flags.folder]))
    cause = find_cause_of_most(found.runs, found.by_edit, believed)
    if cause is None or found.since is None:
        return ()
    has_bands = not found.runs.bands.empty
    folder = str(flags.folder) if flags.folder else None
    return suggest_for_edit(cause[0], found.runs.inputs, has_bands, folder, flags.bots)


def sum_up(found: Comparison, names: tuple[str, str]) -> dict[str, Any]:
    """Return what `compare` found as JSON."""
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


def sum_up_parts(found: Compared) -> dict[str, Any]:
    """Return as JSON what `compare` found with each bot of a panel and for each edit, if any."""
    parts = {"by_bot": found.by_bot, "by_edit": found.by_edit}
    return {name: list_rows(table) for name, table in parts.items() if table is not None}


def print_by_bot(by_bot: pd.DataFrame) -> None:
    """Print for `compare` the change of each deck with each bot of a panel."""
    bots = tuple(by_bot["bot"].unique())
    table = plain_table("change", *bots, right=bots)
    for deck, rows in by_bot.groupby("deck", sort=False):
        cells = {
            row.bot: f"{points(show_change_of_bot(row))} ({signed_interval(row.low, row.high)})"
            for row in rows.itertuples()
        }
        table.add_row(str(deck), *(cells.get(bot, "") for bot in bots))
    print_table(table)
    tell("")


def print_decks(found: Comparison) -> None:
    """Print for `compare` the win rates of decks, those that gained most first."""
    table = plain_table(
        "deck",
        "before",
        "after",
        "change",
        "",
        "95 % interval, all at once",
        right=("before", "after", "change"),
    )
    ranked = found.decks.sort_values(["change", "deck"], ascending=[False, True])
    for row in ranked.itertuples():
        mark = STAR if is_sure(row) else ""
        spread = signed_interval(row.change_low, row.change_high)
        change = points(show_change(row))
        table.add_row(row.deck, percent(row.before), percent(row.after), change, mark, spread)
    if len(ranked):
        print_table(table)
        tell("")
