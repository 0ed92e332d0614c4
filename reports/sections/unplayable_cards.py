"""Cards that cannot be played in most turns: what the section "Deck by deck" says of them."""

from typing import Any

import pandas as pd

from evenhand.reports.bands import DISCOVERY_RATE
from evenhand.reports.blocks import Cell, Column, rate_cell
from evenhand.reports.card_links import CardName
from evenhand.reports.report_tables import Evidence
from evenhand.reports.wording import (
    Name,
    Sentence,
    interval,
    make_sentence,
    percent,
    plural,
    write_allowance,
)

__all__ = [
    "SHARE_OF_TURNS", "list_unplayable_cards", "list_unplayable_cells", "write_most_unplayable",
]  # fmt: skip

LEAST = 0.5  # share of the turns with a card in hand above which it is called unplayable
SHARE_OF_TURNS = Column(
    "Not playable, %",
    "Share of the turns that its owner began with it in hand in which nothing on offer played it, "
    "up to the next own turn; 95 % interval below",
)


def list_unplayable_cards(evidence: Evidence, deck: str = "") -> pd.DataFrame:
    """List the cards that surely cannot be played in most turns, of one deck or of all.

    They are unplayable in more than `LEAST` of the turns by an interval that allows for all cards,
    and more often than all cards of their deck together, after correction for all cards.
    """
    frame = evidence.unplayable_cards
    if frame.empty:
        return frame
    stands_out = (frame["excess"] > 0) & (frame["excess_q"] < DISCOVERY_RATE)
    is_named = (frame["unplayable_share_low_all"] > LEAST) & stands_out
    return frame[is_named & (frame["deck"] == deck) if deck else is_named]


def list_unplayable_cells(evidence: Evidence, shown: list[Any]) -> list[Cell]:
    """List the cells of `SHARE_OF_TURNS` for rows with a deck and a card."""
    found = {(row.deck, row.card): row for row in evidence.unplayable_cards.itertuples()}
    return [_make_cell(found.get((row.deck, row.card))) for row in shown]


def _make_cell(row: Any) -> Cell:
    if row is None or not row.unplayable_share >= 0:  # NaN where it is not known
        return Cell("")
    ends = row.unplayable_share_low, row.unplayable_share_high
    return rate_cell(row.unplayable_share, *ends)


def write_most_unplayable(evidence: Evidence, unplayable: pd.DataFrame) -> Sentence:
    """Write which card can most often not be played, and how often its deck's cards cannot."""
    row: Any = next(unplayable.itertuples())
    spread = interval(row.unplayable_share_low_all, row.unplayable_share_high_all)
    allowance = write_allowance(len(evidence.unplayable_cards), "card")
    return make_sentence(
        "{card} cannot be played in {share} of the turns that {deck} begins with it in hand: "
        "nothing on offer plays it until the next own turn. The cards of that deck cannot in "
        "{usual} of them on the whole. That was counted in {games} with it in hand, and hangs on "
        "what the bot spent before.",
        card=CardName(row.card),
        share=f"{percent(row.unplayable_share)} ({spread}{allowance})",
        deck=Name(row.deck),
        usual=percent(row.unplayable_share - row.excess),
        games=plural(row.n_games, "game"),
    )
