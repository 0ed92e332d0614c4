"""The command `break`: the deck that nobody thought of."""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from evenhand.analysis.data.display_names import use_display_names
from evenhand.decks.problems import UsageError
from evenhand.experiments.break_deck_files import refuse_found, write_decks
from evenhand.experiments.break_field import (
    MIX,
    Breaking,
    Round,
    break_field,
    list_shared,
    plan_breaking,
    tabulate_rounds,
)
from evenhand.experiments.break_sentences import call_field, sum_up, write_exchanged
from evenhand.flags import BreakFlags
from evenhand.inputs.job import check_workers, prepare
from evenhand.inputs.request import request_from
from evenhand.reports.wording import (
    count,
    interval,
    percent,
    plural,
    points,
    signed_interval,
)
from evenhand.simulate.runs.plan import Plan
from evenhand.terminal import list_rows, note, plain_table, print_json, print_table, tell

__all__ = ["break_command"]


def break_command(flags: BreakFlags) -> None:
    """Carry out `break`: search for stronger decks, say what came of it, and write them."""
    request = replace(request_from(flags), cards=flags.cards)
    check_workers(request)
    if flags.out:
        refuse_found(flags.out)
    job = prepare(request)
    breaking = plan_breaking(job, flags.against, flags.rounds, flags.games)
    is_quiet = flags.quiet or flags.json
    job.report_notes(None if is_quiet else note)
    started = time.perf_counter()
    rounds = break_field(breaking, job, is_quiet)
    seconds = time.perf_counter() - started
    files, failure = list[Path](), None
    try:
        files = write_decks(flags.out, breaking, rounds) if flags.out else []
    except (UsageError, OSError) as error:  # what was found is said first
        failure = error
    if flags.json:
        print_json({**describe(breaking, rounds, seconds), "files": list(map(str, files))})
    elif flags.quiet:
        tell(*(files or sum_up(breaking, rounds)[:1]))
    else:
        print_breaking(breaking, rounds, files, seconds)
    if failure:
        raise failure


def print_breaking(
    breaking: Breaking, rounds: Sequence[Round], files: Sequence[Path], seconds: float
) -> None:
    """Print all rounds of `break`, what they amount to, and which decks were written."""
    for place, one in enumerate(rounds, start=1):
        print_round(breaking, place, one)
    tell(*sum_up(breaking, rounds), *(f"Deck    {file}" for file in files))
    games = sum(one.n_games for one in rounds)
    tell(f"Searched in {count(games)} games, in {seconds:,.1f} s.")


def print_round(breaking: Breaking, place: int, one: Round) -> None:
    """Print a round of `break`: what it began with, what it tried, and the strongest decks."""
    tell(f"Round {place}: {describe_tried(breaking, one)}")
    print_found(one)
    tell("", *describe_exchanges(breaking.plan, one))
    print_by_bot(one)
    tell("")


def describe_tried(breaking: Breaking, one: Round) -> str:
    """Say for `break` what a round tried, and against whom."""
    how = "as often as people would play them" if breaking.against == MIX else "equally often"
    return (
        f"{count(one.n_tried)} decks tried in {count(one.n_games)} games, against "
        f"{plural(len(one.field), 'deck')} ({how})."
    )


def print_found(one: Round) -> None:
    """Print the strongest decks of a round of `break`, as fresh deals have it."""
    table = plain_table(
        "deck", "win rate", "95 % interval", "ahead", "", "95 % interval", "of",
        right=("win rate", "ahead"),
    )  # fmt: skip
    told = use_display_names(next(iter(one.tables.values())), call_field(one), ("deck", "rival"))
    for row in told.itertuples():
        table.add_row(
            str(row.deck), percent(row.win_rate), interval(row.win_rate_low, row.win_rate_high),
            points(row.ahead), "\u2605" if row.is_stronger else "",
            signed_interval(row.ahead_low, row.ahead_high), str(row.rival),
        )  # fmt: skip
    print_table(table)


def describe_exchanges(plan: Plan, one: Round) -> list[str]:
    """Say for `break` from which deck each was made, and by which exchanges."""
    return [
        f"{found.deck.shown_name} is {found.origin.shown_name}, {write_exchanged(plan, found)}."
        for found in one.found
    ]


def print_by_bot(one: Round) -> None:
    """Print for `break` what every bot of a panel says of the deck that joins the field."""
    if len(one.tables) < 2 or not one.joined:
        return
    table = plain_table(
        "bot", one.joined.deck.name, "95 % interval", "ahead", "", "95 % interval", "of", "games",
        right=(one.joined.deck.name, "ahead", "games"),
    )  # fmt: skip
    for bot, table_of_bot in one.tables.items():
        measured = use_display_names(table_of_bot, call_field(one), ("rival",))
        row: Any = measured[measured["deck"] == one.joined.deck.name].iloc[0]
        table.add_row(
            bot, percent(row.win_rate), interval(row.win_rate_low, row.win_rate_high),
            points(row.ahead), "\u2605" if row.is_stronger else "",
            signed_interval(row.ahead_low, row.ahead_high), row.rival, count(row.n_games),
        )  # fmt: skip
    tell("")
    print_table(table)


def describe(breaking: Breaking, rounds: Sequence[Round], seconds: float) -> dict[str, Any]:
    """Return what `break` found as JSON."""
    plan = breaking.plan
    strong = Counter(list_shared(plan, [found for one in rounds for found in one.stronger]))
    return {
        "game": plan.game.name,
        "seed": plan.seed,
        "bot": plan.bots[0].name,
        "against": breaking.against,
        "n_games": sum(one.n_games for one in rounds),
        "seconds": round(seconds, 3),
        "rounds": [describe_round(one) for one in rounds],
        "display_names": plan.display_names,
        "found": list_rows(tabulate_rounds(breaking, rounds)),
        "shared": [{"card": card, "n_decks": n} for card, n in strong.items()],
    }


def describe_round(one: Round) -> dict[str, Any]:
    """Return a round of `break` as JSON."""
    names = [deck.name for deck in one.field]
    after = None
    if one.joined and one.shares_after is not None:
        after = dict(zip([*names, one.joined.deck.name], one.shares_after.tolist(), strict=True))
    return {
        "n_tried": one.n_tried,
        "n_games": one.n_games,
        "weights": dict(zip(names, one.weights.tolist(), strict=True)),
        "shares": dict(zip(names, one.shares.tolist(), strict=True)),
        "joined": one.joined.deck.name if one.joined else None,
        "shares_after": after,
    }
