"""What a search for stronger decks amounts to, in sentences."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from evenhand.analysis.data.display_names import use_display_names
from evenhand.decks.deck_list import Deck
from evenhand.experiments.break_field import Breaking, FoundDeck, Round, list_exchanged, list_shared
from evenhand.reports.wording import count, number, percent, signed_interval
from evenhand.simulate.runs.plan import Plan

__all__ = ["call_field", "sum_up", "write_exchanged"]

MINUS = "\u2212"
ALL = 0.995  # a share that is all but everyone's


def sum_up(breaking: Breaking, rounds: Sequence[Round]) -> list[str]:
    """Say in sentences what a search for stronger decks amounts to."""
    bot = breaking.plan.bots[0].name
    joined = [one for one in rounds if one.joined]
    said = []
    if not joined:
        tried = sum(one.n_tried for one in rounds)
        return [f"Nothing surely stronger was found among {count(tried)} decks, "
                f"as {bot} plays them."]  # fmt: skip
    for one in joined:
        said.append(f"{describe_joined(one)} as {bot} plays it.")
        said.append(describe_mix(one))
    said += describe_shared(breaking, rounds)
    if not rounds[-1].joined:
        said.append("With it in the field, nothing surely stronger was found.")
    else:
        said.append("The search ended with its last round: there may be stronger decks.")
    return said


def describe_joined(one: Round) -> str:
    """Say in sentences how strong the found deck is that joins the field."""
    assert one.joined
    table = use_display_names(next(iter(one.tables.values())), call_field(one), ("rival",))
    row: Any = table[table["deck"] == one.joined.deck.name].iloc[0]
    spread = signed_interval(row.ahead_low, row.ahead_high)
    return (
        f"{row.deck} wins {percent(row.win_rate)} of its games against the field, "
        f"{number(100 * row.ahead)} points ({spread}) more than {row.rival},"
    )


def describe_mix(one: Round) -> str:
    """Say in sentences what people would play before and after a found deck joins."""
    assert one.joined and one.shares_after is not None
    before = write_mix(one.field, one.shares)
    after = write_mix([*one.field, one.joined.deck], one.shares_after)
    return (
        f"If these win rates were exact, people would play {before}; "
        f"with {one.joined.deck.name} in the field, {after}."
    )


def write_mix(decks: Sequence[Deck], shares: np.ndarray) -> str:
    """Write a mix in a sentence: the shares that are more than nothing, the largest first."""
    order = np.argsort(-shares, kind="stable")
    if shares[order[0]] > ALL:
        return f"only {decks[order[0]].shown_name}"
    return ", ".join(
        f"{decks[n].shown_name} {percent(shares[n], 0)}" for n in order if shares[n] > 0.005
    )


def describe_shared(breaking: Breaking, rounds: Sequence[Round]) -> list[str]:
    """Say in sentences which cards found decks share that were put into some of them."""
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
    """Say in a sentence how many of the found decks: "both", "all 8", "5 of the 8"."""
    if n < n_all:
        return f"{n} of the {n_all}"
    return "both" if n_all == 2 else f"all {n_all}"


def call_field(one: Round) -> dict[str, str]:
    """Return what sentences call the decks of the field, by name."""
    return {deck.name: deck.shown_name for deck in one.field}


def write_exchanged(plan: Plan, found: FoundDeck) -> str:
    """Write what a found deck exchanged: "\u22122 Ember Lancer, +2 Root Smith"."""
    by_card = list_exchanged(plan, found).items()
    return ", ".join(f"{MINUS if n < 0 else '+'}{abs(n)} {card}" for card, n in by_card)
