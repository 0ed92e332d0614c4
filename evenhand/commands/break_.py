"""The command `break`: the deck that nobody thought of."""

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from evenhand.analysis.data.display_names import use_display_names
from evenhand.decks.deck_list import Deck
from evenhand.decks.problems import UsageError
from evenhand.experiments.break_field import (
    MIX,
    Breaking,
    FoundDeck,
    Round,
    break_field,
    list_exchanged,
    list_shared,
    plan_breaking,
    tabulate_rounds,
)
from evenhand.experiments.deck_files import write_deck
from evenhand.flags import BreakFlags
from evenhand.inputs.job import check_workers, prepare
from evenhand.inputs.request import request_from
from evenhand.reports.wording import (
    count,
    interval,
    number,
    percent,
    plural,
    points,
    signed_interval,
)
from evenhand.simulate.runs.plan import Plan
from evenhand.summary import list_rows
from evenhand.terminal import note, plain_table, print_json, print_table, tell
from evenhand.writing import check_can_write, name_place

__all__ = ["break_command"]

MINUS = "\u2212"
ALL = 0.995  # a share that is all but everyone's
FOUND = "found_"  # how the names of decks begin that were found


def break_command(flags: BreakFlags) -> None:
    """Search for stronger decks, say what came of it, and write them."""
    request = request_from(flags, "cards")
    check_workers(request)
    if flags.out:
        check_can_write(flags.out / "deck.txt")
        refuse_found(flags.out)
    job = prepare(request)
    breaking = plan_breaking(job, flags.against, flags.rounds, flags.games)
    is_quiet = flags.quiet or flags.json
    for text in () if is_quiet else job.notes:
        note(text)
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
    """Print all rounds, what they amount to, and which decks were written."""
    for place, one in enumerate(rounds, start=1):
        print_round(breaking, place, one)
    tell(*sum_up(breaking, rounds), *(f"Deck    {file}" for file in files))
    games = sum(one.n_games for one in rounds)
    tell(f"Searched in {count(games)} games, in {seconds:,.1f} s.")


def print_round(breaking: Breaking, place: int, one: Round) -> None:
    """Print what a round began with, what it tried, and the strongest decks."""
    tell(f"Round {place}: {describe_tried(breaking, one)}")
    print_found(one)
    tell("", *describe_exchanges(breaking.plan, one))
    print_by_bot(one)
    tell("")


def describe_tried(breaking: Breaking, one: Round) -> str:
    """Say what was tried, and against whom."""
    how = "as often as people would play them" if breaking.against == MIX else "equally often"
    return (
        f"{count(one.n_tried)} decks tried in {count(one.n_games)} games, against "
        f"{plural(len(one.field), 'deck')} ({how})."
    )


def print_found(one: Round) -> None:
    """Print the strongest decks of a round, as fresh deals have it."""
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


def call_field(one: Round) -> dict[str, str]:
    """Return what people call the decks of the field, by name."""
    return {deck.name: deck.shown_name for deck in one.field}


def describe_exchanges(plan: Plan, one: Round) -> list[str]:
    """Say of each deck from which one it was made, and by which exchanges."""
    return [
        f"{found.deck.shown_name} is {found.origin.shown_name}, {write_exchanged(plan, found)}."
        for found in one.found
    ]


def write_exchanged(plan: Plan, found: FoundDeck) -> str:
    """Write what was exchanged: "\u22122 Ember Lancer, +2 Root Smith"."""
    by_card = list_exchanged(plan, found).items()
    return ", ".join(f"{MINUS if n < 0 else '+'}{abs(n)} {card}" for card, n in by_card)


def print_by_bot(one: Round) -> None:
    """Print what every bot of a panel says of the deck that joins the field."""
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


def sum_up(breaking: Breaking, rounds: Sequence[Round]) -> list[str]:
    """Say what it amounts to."""
    bot = breaking.plan.bots[0].name
    joined = [one for one in rounds if one.joined]
    said = []
    if not joined:
        tried = sum(one.n_tried for one in rounds)
        return [f"Nothing provably stronger was found among {count(tried)} decks, "
                f"as {bot} plays them."]  # fmt: skip
    for one in joined:
        said.append(f"{describe_joined(one)} as {bot} plays it.")
        said.append(describe_mix(one))
    said += describe_shared(breaking, rounds)
    if not rounds[-1].joined:
        said.append("With it in the field, nothing provably stronger was found.")
    else:
        said.append("The search ended with its last round: there may be stronger decks.")
    return said


def describe_joined(one: Round) -> str:
    """Say how strong the deck is that joins."""
    assert one.joined
    table = use_display_names(next(iter(one.tables.values())), call_field(one), ("rival",))
    row: Any = table[table["deck"] == one.joined.deck.name].iloc[0]
    spread = signed_interval(row.ahead_low, row.ahead_high)
    return (
        f"{row.deck} wins {percent(row.win_rate)} of its games against the field, "
        f"{number(100 * row.ahead)} points ({spread}) more than {row.rival},"
    )


def describe_mix(one: Round) -> str:
    """Say what people would play before and after a deck joins."""
    assert one.joined and one.shares_after is not None
    before = write_mix(one.field, one.shares)
    after = write_mix([*one.field, one.joined.deck], one.shares_after)
    return (
        f"If these win rates were exact, people would play {before}; "
        f"with {one.joined.deck.name} in the field, {after}."
    )


def write_mix(decks: Sequence[Deck], shares: np.ndarray) -> str:
    """Write shares that are more than nothing, the largest first."""
    order = np.argsort(-shares, kind="stable")
    if shares[order[0]] > ALL:
        return f"only {decks[order[0]].shown_name}"
    return ", ".join(
        f"{decks[n].shown_name} {percent(shares[n], 0)}" for n in order if shares[n] > 0.005
    )


def describe_shared(breaking: Breaking, rounds: Sequence[Round]) -> list[str]:
    """Say which cards the strong decks share that were put into some of them."""
    strong = [found for one in rounds for found in one.stronger]
    shared = list_shared(breaking.plan, strong)
    by_number: dict[int, list[str]] = {}
    for card, n in shared.items():
        by_number.setdefault(n, []).append(card)
    n_all = len(strong)
    if n_all < 2:
        return []
    return [
        f"In {describe_part(n, n_all)} stronger decks: {', '.join(cards)}."
        for n, cards in by_number.items()
    ]


def describe_part(n: int, n_all: int) -> str:
    """Say how many of some things: "both", "all 8", "5 of the 8"."""
    if n < n_all:
        return f"{n} of the {n_all}"
    return "both" if n_all == 2 else f"all {n_all}"


def refuse_found(out: Path) -> None:
    """Refuse a folder with what another search found: decks of both would go by the same names."""
    if older := sorted(out.glob(f"{FOUND}*.txt")):
        raise UsageError(
            f"--out: {out} holds {older[0].name} of another search", "name a new folder"
        )


def write_decks(out: Path, breaking: Breaking, rounds: Sequence[Round]) -> list[Path]:
    """Write the decks that are stronger than the field as deck lists."""
    files = []
    with name_place(out):
        for one in rounds:
            table = next(iter(one.tables.values())).set_index("deck")
            for found in one.stronger:
                row: Any = table.loc[found.deck.name]
                comments = [
                    f"{found.origin.shown_name}: {write_exchanged(breaking.plan, found)}",
                    f"Wins {percent(row.win_rate)} "
                    f"({interval(row.win_rate_low, row.win_rate_high)}) against "
                    f"{', '.join(deck.shown_name for deck in one.field)}.",
                ]
                files.append(write_deck(out, found.deck, breaking.plan.pool, comments))
    return files


def describe(breaking: Breaking, rounds: Sequence[Round], seconds: float) -> dict[str, Any]:
    """Return what --json says."""
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
    """Return what --json says of a round."""
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
