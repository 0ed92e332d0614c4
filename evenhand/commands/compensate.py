"""The command `compensate`: the rules under which going first is worth nothing."""

import time
from dataclasses import replace
from typing import Any

import pandas as pd

from evenhand.analysis.data.display_names import use_display_names
from evenhand.analysis.tables.compensation import SEARCHED
from evenhand.experiments.compensation import (
    list_searches,
    measure_settings,
    read_within,
)
from evenhand.flags import CompensateFlags
from evenhand.inputs.job import check_workers
from evenhand.inputs.request import request_from
from evenhand.reports.report import write_report
from evenhand.reports.sections.compensation import (
    write_band,
    write_compensation_sentences,
    write_verdict,
)
from evenhand.reports.wording import count, number, percent, points, signed_interval
from evenhand.simulate.runs.plan import check_games
from evenhand.terminal import list_rows, note, plain_table, print_json, print_table, tell

__all__ = ["compensate_command"]

MARKS = {"is_now": "now", "is_best": "best"}


def compensate_command(flags: CompensateFlags) -> None:
    """Carry out `compensate`: play settings of rule options, with one bot or a panel."""
    request = replace(request_from(flags), cards=flags.cards)
    is_quiet = flags.quiet or flags.json
    within = read_within(flags.within)
    check_workers(request)
    if flags.games is not None:
        check_games(flags.games)
    say = None if is_quiet else note
    searches = list_searches(request, flags.choices, flags.games, flags.run, say)
    started = time.perf_counter()
    found = measure_settings(searches, request, within, is_quiet)
    report = write_report(flags.run) if flags.run else None
    seconds = time.perf_counter() - started
    plan = searches[0].plan
    if flags.json:
        said = {"game": plan.game.name, "seed": plan.seed, "seconds": round(seconds, 3)}
        print_json(
            {
                **said,
                "report": str(report or ""),
                "settings": list_rows(found),
                "display_names": plan.display_names,
            }
        )
    elif flags.quiet:
        tell(report or write_compensation_sentences(found[found["bot"] == plan.bots[0].name])[0])
    else:
        print_found(use_display_names(found, plan.display_names), seconds)
        if report:
            tell(f"Report  {report}")


def print_found(found: pd.DataFrame, seconds: float) -> None:
    """Print for `compensate` the curve of each option, bot by bot, and what it amounts to."""
    for bot, table in found.groupby("bot", sort=False):
        if found["bot"].nunique() > 1:
            tell("", f"With {bot}", "")
        print_settings(table[table["deals"] == SEARCHED])
        tell("", *write_compensation_sentences(table))
    games = found.drop_duplicates(["bot", "deals", "setting"])["n_games"].sum()
    tell("", f"{count(games)} games in {seconds:,.1f} s. Bots' numbers: people may make more "
         "or less of the first turn.")  # fmt: skip


def print_settings(searched: pd.DataFrame) -> None:
    """Print for `compensate` one bot's table of settings."""
    band = f"within {write_band(searched['within'].iloc[0])}"
    table = plain_table(
        "option", "value", "", "first player wins", "advantage", "95 % interval", band,
        "turns", "draws", "games",
        right=("value", "first player wins", "advantage", "turns", "draws", "games"),
    )  # fmt: skip
    for row in searched.itertuples():
        table.add_row(
            row.option, row.value, mark_row(row), percent(row.first_win_rate),
            points(row.advantage), signed_interval(row.advantage_low, row.advantage_high),
            write_verdict(row.verdict), number(row.turns), percent(row.draws), count(row.n_games),
        )  # fmt: skip
    print_table(table)


def mark_row(row: Any) -> str:
    """Say for `compensate` which setting is that of now, and which the best one."""
    return ", ".join(word for name, word in MARKS.items() if getattr(row, name))
