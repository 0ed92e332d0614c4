"""The audit of `bots`: which cards that were made better hurt the bot that plays them."""

import time
from dataclasses import replace
from typing import Any

import pandas as pd

from evenhand.decks.problems import UsageError
from evenhand.experiments.audit import (
    FEWEST_DEALS,
    Sense,
    audit,
    improve_cards,
    list_unimproved,
)
from evenhand.experiments.contrasts import Effort
from evenhand.experiments.exchange_games import count_least_games, identify_exchanges
from evenhand.experiments.question_store import open_store
from evenhand.flags import BotsFlags
from evenhand.inputs.job import prepare
from evenhand.inputs.request import request_from
from evenhand.reports.wording import count, percent, plural, points, signed_interval
from evenhand.simulate.runs.plan import Plan
from evenhand.terminal import list_rows, note, plain_table, print_json, print_table, tell

__all__ = ["audit_command"]

GAMES = 200_000


def audit_command(flags: BotsFlags) -> None:
    """Carry out the audit of `bots`: make cards better, and say which hurt the bot."""
    request = request_from(flags, "cards")
    job = prepare(replace(request, games=GAMES))  # how many it takes is said below
    if job.panel or len(job.plan.bots) > 1:
        raise UsageError("--bots: expected one bot to audit", f"--bots {job.plan.bots[0].name}")
    exchanged = improve_cards(job.plan)
    least = count_least_games(exchanged)
    games = max(GAMES, 2 * least) if flags.games is None else flags.games
    is_quiet = flags.quiet or flags.json
    job.report_notes(None if is_quiet else note)
    if not is_quiet:
        note(f"{len(exchanged.exchanges):,} changes for the better, about {games:,} games ..")
    started = time.perf_counter()
    goal = f"which cards hurt, in {games:,} games"
    with open_store(identify_exchanges(exchanged), goal, request, is_quiet) as store:
        found = audit(exchanged, Effort(most_games=games, store=store))
    seconds = time.perf_counter() - started
    if flags.json:
        print_json({**describe(job.plan, found), "seconds": round(seconds, 3)})
    else:
        print_audit(job.plan, found, seconds)


def describe(plan: Plan, found: pd.DataFrame) -> dict[str, Any]:
    """Return the audit of a bot as JSON."""
    return {
        "game": plan.game.name,
        "bot": plan.bots[0].name,
        "seed": plan.seed,
        "changes": list_rows(found),
        "left_out": list_unimproved(plan, found),
    }


def print_audit(plan: Plan, found: pd.DataFrame, seconds: float) -> None:
    """Print the audit of a bot: what hurts and what does nothing, counts, and what is left out."""
    shown = found[found["sense"].isin([Sense.HURTS, Sense.IDLE])]
    if len(shown):
        print_changes(shown)
        tell("")
    counted = found["sense"].value_counts()
    bot = plan.bots[0].name
    said = ", ".join(
        f"{count(counted[one.value])} {words[int(counted[one.value] > 1)]}"
        for one, words in WORDS.items() if one.value in counted
    )  # fmt: skip
    tell(
        f"{plan.game.title}, {bot}: of {plural(len(found), 'change')} for the better, {said}.",
        f"{count(found['n_games'].sum())} games with a better card, in {seconds:,.1f} s; Holm's "
        "correction for all of them.",
    )
    if left := list_unimproved(plan, found):
        offer = "offers" if len(left) == 1 else "offer"
        tell(f"{plural(len(left), 'card')} {offer} no number to make better: {', '.join(left)}.")


FEW = f"changed none of fewer than {FEWEST_DEALS} deals: too few to judge"
WORDS = {  # of one, and of several
    Sense.HURTS: ("surely hurts", "surely hurt"),
    Sense.IDLE: ("changed no game", "changed no game"),
    Sense.HELPS: ("surely helps", "surely help"),
    Sense.UNSURE: ("is too small to tell", "are too small to tell"),
    Sense.FEW: (FEW, FEW),
}


def print_changes(shown: pd.DataFrame) -> None:
    """Print some changes of an audit, one a line."""
    table = plain_table(
        "", "card", "deck", "better by", "gain", "95 % interval", "deals changed", "games",
        right=("gain", "deals changed", "games"),
    )  # fmt: skip
    for row in shown.itertuples():
        spread = signed_interval(row.gain_low, row.gain_high)
        table.add_row(
            row.sense, row.card, row.deck, row.what, points(row.gain), spread,
            percent(row.changed), count(row.n_games),
        )  # fmt: skip
    print_table(table)
