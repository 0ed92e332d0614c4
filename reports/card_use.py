"""Use of cards beside what they win: the corners that cards are surely in, and the finding."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import pandas as pd

from evenhand.reports.card_links import CardName
from evenhand.reports.finding import Finding, Tone
from evenhand.reports.report_tables import Evidence
from evenhand.reports.wording import (
    Sentence,
    Tied,
    enumerate_parts,
    make_sentence,
    number,
    percent,
    plural,
    write_choice,
)

__all__ = ["EVERYWHERE", "RARE", "Corner", "UseOfCards", "find_use", "write_corner"]

EVERYWHERE = 0.5  # share of decks, or of the field, from which a card is called everywhere
RARE = 0.25  # .. up to which it is called rare
FEWEST = 4  # cards that are shown at all
NAMED = 3  # cards named of a corner


class Corner(StrEnum):
    """A corner of the figure; the value is its name in words."""

    STRONG_EVERYWHERE = "strong and everywhere"
    WEAK_EVERYWHERE = "weak and everywhere"
    STRONG_RARE = "strong and rare"
    WEAK_RARE = "weak and rare"
    NONE = ""


@dataclass(frozen=True)
class UseOfCards:
    """The cards of the figure, with what they win as a difference.

    Attributes
    ----------
    cards : pandas.DataFrame
        From `evenhand.analysis.card_use`, with worth, worth_low, worth_high, worth_low_all,
        worth_high_all: impact where it was measured, else the win rate of the decks that hold the
        card minus a fair share; and corner. The furthest from 0 first.
    is_impact : bool
        Whether worth is impact.
    n_left_out : int
        Cards of which nothing can be said: without impact or, without any impacts, those of one
        deck, which cannot be told from it, or of all; and cards that no deck of the field has.
    """

    cards: pd.DataFrame
    is_impact: bool
    n_left_out: int

    @classmethod
    def of(cls, evidence: Evidence) -> "UseOfCards":
        """Choose impact where it was measured, which is of the card itself, else win rates."""
        frame = evidence.card_use
        if frame.empty:
            return cls(frame.assign(corner=[]), False, 0)
        is_impact = bool(frame["effect"].notna().any())
        name, base = ("effect", 0.0) if is_impact else ("win_rate", evidence.fair)
        n_decks = count_decks(evidence)
        known = frame["effect"].notna() if is_impact else frame["n_decks"].between(2, n_decks - 1)
        known &= frame["n_decks"] > 0  # with a field, there are cards that it does not have
        ends = ("", "_low", "_high", "_low_all", "_high_all")
        worth = {f"worth{end}": frame[f"{name}{end}"] - base for end in ends}
        cards = frame.assign(**worth)[known]
        least = 1 if len(evidence.field_win_rates) else 2  # one deck may be half of a field
        corners = [_find_corner(row, least).value for row in cards.itertuples()]
        order = cards["worth"].abs().sort_values(ascending=False, kind="stable").index
        cards = cards.assign(corner=corners).loc[order]
        return cls(cards.reset_index(drop=True), is_impact, int((~known).sum()))

    @property
    def is_shown(self) -> bool:
        """Whether there are enough cards to compare."""
        return len(self.cards) >= FEWEST

    def list_corner(self, corner: Corner) -> list[Any]:
        """List the cards in a corner, the furthest from 0 first."""
        return list(self.cards[self.cards["corner"] == corner.value].itertuples())


def count_decks(evidence: Evidence) -> int:
    """Count the decks that use is a share of: those of the field, or all."""
    field = evidence.field_win_rates
    return int((field["share"] > 0).sum()) if len(field) else len(evidence.win_rates)


def _find_corner(row: Any, least_decks: int) -> Corner:
    """Return the corner that a card is surely in, allowing for all cards."""
    is_strong, is_weak = row.worth_low_all > 0, row.worth_high_all < 0
    if row.use >= EVERYWHERE and row.n_decks >= least_decks and (is_strong or is_weak):
        return Corner.STRONG_EVERYWHERE if is_strong else Corner.WEAK_EVERYWHERE
    if row.use <= RARE and (is_strong or is_weak):
        return Corner.STRONG_RARE if is_strong else Corner.WEAK_RARE
    return Corner.NONE


def find_use(evidence: Evidence) -> Iterator[Finding]:
    """Yield the finding on a card that is everywhere, and surely strong or weak by itself."""
    use = UseOfCards.of(evidence)
    if not (use.is_impact and use.is_shown):
        return
    for corner in (Corner.STRONG_EVERYWHERE, Corner.WEAK_EVERYWHERE):
        if sentence := write_corner(evidence, use, corner):
            yield Finding("Use", Tone.NOTABLE, sentence, "card-use")
            return


def write_corner(evidence: Evidence, use: UseOfCards, corner: Corner) -> Sentence | None:
    """Write which cards are in a corner; None if none are surely in it."""
    rows = use.list_corner(corner)
    if not rows or corner is Corner.NONE:
        return None
    return make_sentence(
        "{corner}: {cards}{choice}.",
        corner=corner.capitalize(),
        cards=enumerate_parts([_write_card(row, use, evidence) for row in rows], NAMED),
        choice=write_choice(min(len(rows), NAMED), len(use.cards), "card"),
    )


def _write_card(row: Any, use: UseOfCards, evidence: Evidence) -> Sentence:
    """Write how many decks a card is in, and what it is worth to them, or what they win."""
    in_field = f" ({percent(row.use, 0)} of the field)" if len(evidence.field_win_rates) else ""
    low, high = sorted((abs(row.worth_low_all), abs(row.worth_high_all)))
    if use.is_impact:
        told = "worth {size} to {them}" if row.worth > 0 else "costing {them} {size}"
    else:
        told = "which win {size} {more} than a fair share"
    return make_sentence(
        f"{{card}} in {{decks}}{{in_field}}, {told}",
        card=CardName(row.card),
        decks=f"{row.n_decks} of {plural(count_decks(evidence), 'deck')}",
        in_field=in_field,
        them="it" if row.n_decks == 1 else "them",
        more="more" if row.worth > 0 else "less",
        size=Tied(
            f"{number(100 * abs(row.worth))} points ({number(100 * low)} to {number(100 * high)})"
        ),
    )
