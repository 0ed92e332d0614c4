"""Findings on cards: those that stand out after correction for their number.

The strongest card of either sign is named. Intervals account for the selection among all cards.
Cards whose interval for the selected one includes 0 are named only if there are no others.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pandas as pd

from evenhand.reports.bands import DISCOVERY_RATE
from evenhand.reports.card_links import CardName
from evenhand.reports.finding import Finding, Tone
from evenhand.reports.wording import (
    Name,
    Sentence,
    Tied,
    count,
    enumerate_parts,
    make_sentence,
    number,
    plural,
    write_choice,
)

__all__ = [
    "find_cards", "find_mainstay", "find_unmeasured", "list_harmful_cards", "list_named_cards",
    "write_mainstay",
]  # fmt: skip

NOT_ALONE = "; most of them surely do, but none is sure on its own"
BOTH = "; neither is sure on its own"
COUNTED = ", counted per deck"  # where a card is in several decks
NOT_MEASURED = (
    "What {cards} was not measured; "
    "\u201cevenhand impact --run RUN\u201d does it, by exchanging each for a plain one."
)


@dataclass(frozen=True)
class Measured:
    """A table of a measure of cards.

    Attributes
    ----------
    value : str
        The column of values; its suffixes "_low_all", "_high_all" and "_q" are columns, too.
    """

    rows: pd.DataFrame
    value: str

    @property
    def standing_out(self) -> list[Any]:
        """The cards that stand out, in ascending order of value."""
        sure = self.rows[self.rows[f"{self.value}_q"] < DISCOVERY_RATE]
        by = [self.value, *(column for column in ("deck", "card") if column in sure)]
        return list(sure.sort_values(by).itertuples())

    @property
    def sure_alone(self) -> list[Any]:
        """Those of them whose simultaneous interval excludes 0."""
        return [
            row
            for row in self.standing_out
            if getattr(row, f"{self.value}_low_all") > 0
            or getattr(row, f"{self.value}_high_all") < 0
        ]

    @property
    def named(self) -> list[Any]:
        """The strongest card of either sign, among those sure on their own if there are any."""
        ranked = self.sure_alone or self.standing_out
        ends = [ranked[-1], ranked[0]] if len(ranked) > 1 else ranked
        if not ends or self.value_of(ranked[0]) < 0 < self.value_of(ranked[-1]):
            return ends
        return [max(ends, key=lambda row: abs(self.value_of(row)))]

    def value_of(self, row: Any) -> float:
        """Return the value of a card."""
        return float(getattr(row, self.value))


def find_unmeasured(
    impact: pd.DataFrame, in_hand: pd.DataFrame, of_deck: pd.DataFrame
) -> Iterator[Finding]:
    """Yield the finding that card impact was not measured, unless it was.

    Opening-hand lift has wide intervals and is no finding; its section has the table.
    """
    if impact.empty and not in_hand.empty:
        cards = "each card is worth to its deck"
        if len(of_deck):
            cards = "the cards of the other decks are worth"
        yield Finding("Cards", Tone.CALM, make_sentence(NOT_MEASURED, cards=cards), "cards")


def find_cards(impact: pd.DataFrame) -> Iterator[Finding]:
    """Yield the finding on card impact, if it was measured."""
    if impact.empty:
        return
    measured = choose_measure(impact, impact)
    ranked, named = measured.standing_out, measured.named
    n_cards = plural(len(impact), "card")
    per_deck = COUNTED if impact["card"].duplicated().any() else ""
    if not ranked:
        bound = (impact["effect_high_all"] - impact["effect_low_all"]).median() / 2
        none = (
            "No card is surely worth more or less to its deck than a plain one; what is less than "
            "about {bound} points would not show in these games, among {n}{per_deck}."
        )
        sentence = make_sentence(none, n=n_cards, per_deck=per_deck, bound=number(100 * bound))
        yield Finding("Cards", Tone.CALM, sentence, "impact")
        return
    sentence = make_sentence(
        "{n} of {n_cards}{per_deck}{comma} {change} how often the deck wins: with a plain card of "
        "the same cost {extremes}{choice}{doubt}.",
        n=count(len(ranked)),
        change="changes" if len(ranked) == 1 else "change",
        n_cards=n_cards,
        per_deck=per_deck,
        comma="," if per_deck else "",
        extremes=enumerate_parts([_write_exchange(row) for row in named]),
        choice=write_choice(len(named), len(impact), "card"),
        doubt="" if measured.sure_alone else BOTH if len(ranked) == 2 else NOT_ALONE,
    )
    yield Finding("Cards", Tone.NOTABLE, sentence, "impact")


def _write_exchange(row: Any) -> Sentence:
    """Write what a deck would win without a card: the sign says it in words."""
    pattern = "instead of {card}, {deck} would win {change}"
    change = _write_change(row)
    return make_sentence(pattern, card=CardName(row.card), deck=Name(row.deck), change=change)


def _write_change(row: Any) -> Sentence:
    """Write by how much less or more a deck wins without a card, allowing for all cards."""
    value, low, high, less = row.effect, row.effect_low_all, row.effect_high_all, "less"
    if value < 0:
        value, low, high, less = -value, -high, -low, "more"
    return make_sentence(
        "{size} {less} ({ends})",
        size=Tied(f"{number(100 * value)} points"),
        less=less,
        ends=Tied(f"{number(100 * low)} to {number(100 * high)}"),
    )


def find_mainstay(impact: pd.DataFrame, deck: str, is_strong: bool) -> Any:
    """Return the row of the card that makes a deck strong, or weak, most of all.

    None unless card impact was measured and is sure for such a card, allowing for all cards.
    """
    if impact.empty:
        return None
    cards = [row for row in choose_measure(impact, impact).sure_alone if row.deck == deck]
    fitting = [row for row in cards if (row.effect > 0) == is_strong]
    return max(fitting, key=lambda row: abs(row.effect), default=None)


def write_mainstay(row: Any, is_strong: bool, deck: str = "") -> Sentence:
    """Write which card makes a deck strong, or weak, most of all; "it" for no name."""
    if is_strong:
        opening = "{deck} leans most on {card}" if deck else "It leans most on {card}"
    else:
        opening = "{card} holds {deck} back most" if deck else "{card} holds it back most"
    return make_sentence(
        opening + ": with a plain card of the same cost instead, the deck would win {change}.",
        deck=Name(deck),
        card=CardName(row.card),
        change=_write_change(row),
    )


def choose_measure(impact: pd.DataFrame, in_hand: pd.DataFrame) -> Measured:
    """Choose the measure by which cards are named: impact if measured, else lift."""
    if not impact.empty:
        return Measured(impact, "effect")
    return Measured(in_hand[(in_hand["deck"] == "") & in_hand["oh_lift"].notna()], "oh_lift")


def list_named_cards(impact: pd.DataFrame, in_hand: pd.DataFrame) -> list[str]:
    """List the cards that the findings name."""
    return list(dict.fromkeys(row.card for row in choose_measure(impact, in_hand).named))


def list_harmful_cards(impact: pd.DataFrame, in_hand: pd.DataFrame) -> frozenset[str]:
    """List the cards that findings call harmful: of negative mean over the decks."""
    measured = choose_measure(impact, in_hand)
    means = measured.rows.groupby("card")[measured.value].mean()
    return frozenset(means.index[means < 0])
