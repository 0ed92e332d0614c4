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
    plural,
    points,
    signed_interval,
    write_choice,
)

__all__ = ["find_cards", "list_harmful_cards", "list_named_cards"]

NOT_ALONE = "; most of them surely do, but none is sure on its own"
BOTH = "; neither is sure on its own"


@dataclass(frozen=True)
class Measured:
    """A table of a measure of cards, with the sentence patterns for it.

    Attributes
    ----------
    value : str
        The column of values; its suffixes "_low_all", "_high_all" and "_q" are columns, too.
    section : str
        Id of the section that shows the numbers.
    none, some, one : str
        Patterns: if no card stands out, if some do, and for each named card.
    """

    rows: pd.DataFrame
    value: str
    section: str
    none: str
    some: str
    one: str

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

    def name(self, row: Any) -> Sentence:
        """Write a card and its value, with an interval that accounts for all cards."""
        ends = (getattr(row, f"{self.value}{end}") for end in ("_low_all", "_high_all"))
        worth = Tied(f"{points(self.value_of(row))} points ({signed_interval(*ends)})")
        return make_sentence(self.one, card=CardName(row.card), deck=Name(row.deck), worth=worth)


def find_cards(impact: pd.DataFrame, in_hand: pd.DataFrame) -> Iterator[Finding]:
    """Yield the finding on card impact if measured, else on opening-hand lift."""
    measured = choose_measure(impact, in_hand)
    if measured.rows.empty:
        return
    ranked, named = measured.standing_out, measured.named
    n_cards = plural(len(measured.rows), "card")
    if not ranked:
        yield Finding("Cards", Tone.CALM, make_sentence(measured.none, n=n_cards), measured.section)
        return
    sentence = make_sentence(
        measured.some + "{most} {extremes}{choice}{doubt}.",
        n=count(len(ranked)),
        change="changes" if len(ranked) == 1 else "change",
        n_cards=n_cards,
        most=":" if len(ranked) < 3 else ", most of all",
        extremes=enumerate_parts([measured.name(row) for row in named]),
        choice=write_choice(len(named), len(measured.rows), "card"),
        doubt="" if measured.sure_alone else BOTH if len(ranked) == 2 else NOT_ALONE,
    )
    yield Finding("Cards", Tone.NOTABLE, sentence, measured.section)


def choose_measure(impact: pd.DataFrame, in_hand: pd.DataFrame) -> Measured:
    """Choose the measure for findings on cards: impact if measured, else lift."""
    if not impact.empty:
        return Measured(
            impact, "effect", "impact",
            none="No card provably differs from a plain one, after correction for {n}.",
            some="{n} of {n_cards} {change} the deck's win rate when exchanged",
            one="{card} in {deck} {worth}",
        )  # fmt: skip
    pooled = in_hand[(in_hand["deck"] == "") & in_hand["oh_lift"].notna()]
    return Measured(
        pooled, "oh_lift", "cards",
        none="No card stands out, after correction for {n}.",
        some="{n} of {n_cards} {change} the win rate when in the opening hand",
        one="{card} {worth}",
    )  # fmt: skip


def list_named_cards(impact: pd.DataFrame, in_hand: pd.DataFrame) -> list[str]:
    """List the cards that the findings name."""
    return list(dict.fromkeys(row.card for row in choose_measure(impact, in_hand).named))


def list_harmful_cards(impact: pd.DataFrame, in_hand: pd.DataFrame) -> frozenset[str]:
    """List the cards that findings call harmful: of negative mean over the decks."""
    measured = choose_measure(impact, in_hand)
    means = measured.rows.groupby("card")[measured.value].mean()
    return frozenset(means.index[means < 0])
