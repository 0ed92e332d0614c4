"""The command `synergy`: which two cards are worth more, or less, together than apart."""

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pandas as pd

from evenhand.experiments.synergy import Task, list_tasks, measure_tasks, sort_by_strength
from evenhand.flags import SynergyFlags
from evenhand.inputs.job import check_workers
from evenhand.inputs.request import request_from
from evenhand.inputs.run_length import read_precision
from evenhand.reports.bands import DISCOVERY_RATE, STAR
from evenhand.reports.report import write_report
from evenhand.reports.sections.synergy import name_pair, rank_pairs, write_synergy_sentences
from evenhand.reports.wording import MISSING, count, number, points, signed_interval
from evenhand.terminal import list_rows, note, plain_table, print_json, print_table, tell

__all__ = ["synergy_command"]


def synergy_command(flags: SynergyFlags) -> None:
    """Carry out `synergy`: measure pairs of cards, alone or for a run's report."""
    request = replace(request_from(flags), cards=flags.cards)
    check_workers(request)
    half_width = read_precision(flags.precision)
    is_quiet = flags.quiet or flags.json
    say = None if is_quiet else note
    tasks = list_tasks(request, flags.deck, flags.baseline, flags.games, flags.run, say)
    started = time.perf_counter()
    tables = measure_tasks(tasks, half_width, request, is_quiet)
    seconds = time.perf_counter() - started
    report = write_report(flags.run) if flags.run else None
    by_bot = sort_by_strength(tasks, tables)
    if flags.json:
        print_json({**describe(tasks[0], by_bot, seconds), "report": str(report or "")})
    elif flags.quiet:
        tell(report or write_synergy_sentences(tables[0])[0])
    else:
        print_pairs(tables[0])
        if len(tasks) > 1:
            print_by_bot(by_bot, tables[0])
        tell("", *write_synergy_sentences(tables[0]), f"Measured in {seconds:,.1f} s.")
        if report:
            tell(f"Report  {report}")


def describe(lead: Task, by_bot: Mapping[str, pd.DataFrame], seconds: float) -> dict[str, Any]:
    """Return the synergy of pairs of cards as JSON."""
    plan = lead.pairing.plan
    found = [table.assign(bot=bot) for bot, table in by_bot.items() if len(table)]
    whole = pd.concat(found) if len(by_bot) > 1 else by_bot[lead.bot.name]
    return {
        "game": plan.game.name,
        "deck": lead.pairing.exchanged.exchanges[0].deck,
        "seed": plan.seed,
        "display_names": plan.display_names,
        "seconds": round(seconds, 3),
        "n_looked_at": len(lead.pairing.pairs),
        "pairs": list_rows(whole),
    }


def print_pairs(found: pd.DataFrame) -> None:
    """Print the synergy of pairs as a table, those that are worth most together first."""
    table = plain_table(
        "cards", "more together", "", "95 % interval", "first alone", "second alone", "both",
        "games", right=("more together", "first alone", "second alone", "both", "games"),
    )  # fmt: skip
    for row in rank_pairs(found).itertuples():
        table.add_row(
            str(name_pair(row)),
            points(row.synergy),
            STAR if row.synergy_q < DISCOVERY_RATE else "",
            signed_interval(row.synergy_low, row.synergy_high),
            write_worth(row, "card_alone"), write_worth(row, "other_alone"),
            write_worth(row, "both"), count(row.n_games),
        )  # fmt: skip
    print_table(table)


def write_worth(row: Any, name: str) -> str:
    """Write for `synergy` what something is worth to the deck: "+7.1 ±0.6"."""
    half = (getattr(row, f"{name}_high") - getattr(row, f"{name}_low")) / 2
    return f"{points(getattr(row, name))} \u00b1{number(100 * half)}"


def print_by_bot(by_bot: Mapping[str, pd.DataFrame], lead: pd.DataFrame) -> None:
    """Print the synergy of each pair with each bot, those that think least first."""
    cells = {bot: {(row.card, row.other): write_synergy(row) for row in found.itertuples()}
             for bot, found in by_bot.items()}  # fmt: skip
    shared = [row for row in rank_pairs(lead).itertuples()
              if sum((row.card, row.other) in own for own in cells.values()) > 1]  # fmt: skip
    tell("")
    if shared:
        table = plain_table("more together", *by_bot, right=tuple(by_bot))
        for row in shared:
            own = [cells[bot].get((row.card, row.other), MISSING) for bot in by_bot]
            table.add_row(str(name_pair(row)), *own)
        print_table(table)
    if any(len(found) < len(lead) for found in by_bot.values()):
        tell(f"Bots that think ahead play only pairs that are marked {STAR} above.")


def write_synergy(row: Any) -> str:
    """Write the synergy of a pair with one bot: "+3.1 \u2605 (+2.0 to +4.2)"."""
    mark = f" {STAR}" if row.synergy_q < DISCOVERY_RATE else ""
    return f"{points(row.synergy)}{mark} ({signed_interval(row.synergy_low, row.synergy_high)})"
