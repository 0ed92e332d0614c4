"""The cards of BlackPoker: the playing cards and two Jokers."""

from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Annotated, ClassVar

import numpy as np

from evenhand.decks.card import Card
from evenhand.decks.cells import Wrong, one_of, whole
from evenhand.decks.records import record

__all__ = ["CARD", "SUITS", "BlackPokerCard", "Rank", "Suit"]

Rank = IntEnum(
    "Rank",
    {
        "Joker": 0, "A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9,
        "10": 10, "J": 11, "Q": 12, "K": 13,
    },
)  # fmt: skip


class Suit(IntEnum):
    """The suits of BlackPoker; Jokers have none."""

    SPADE = 0
    HEART = 1
    DIAMOND = 2
    CLUB = 3
    NONE = 4


SUITS = 4
SIGNS = ("♠♤", "♥♡", "♦♢", "♣♧")

CARD = record(
    ("suit", np.int8),  # Suit
    ("rank", np.int8),  # Rank
    ("number", np.int8),  # strength, damage, and what bulwarks compare
)


class BlackPokerCard(Card):
    """One card of BlackPoker; the fields are the columns of the card file."""

    needed: ClassVar[tuple[str, ...]] = ("name", "suit", "rank", "number")

    suit: Annotated[Suit, one_of(Suit)]
    rank: Annotated[Rank, one_of(Rank)]
    number: Annotated[int, whole(0, 60)]

    @property
    def also_called(self) -> tuple[str, ...]:
        """What players write for short: S10, ♠10."""
        if self.suit == Suit.NONE:
            return ()
        rank = self.rank.name
        return tuple(f"{sign}{rank}" for sign in (self.suit.name[0], *SIGNS[self.suit]))

    @classmethod
    def misplaced(cls, cells: Mapping[str, str]) -> Iterator[Wrong]:
        """Hold suit and rank against each other: a Joker has no suit, all others have one."""
        is_joker = cells.get("rank", "").upper() == Rank["Joker"].name.upper()
        has_suit = cells.get("suit", "").upper() != Suit.NONE.name
        if is_joker and has_suit:
            yield "suit", f"expected None on a Joker, found '{cells.get('suit', '')}'"
        elif not is_joker and not has_suit:
            yield "suit", "expected a suit, which only a Joker lacks, found 'None'"

    def numbers(self) -> dict[str, int | tuple[int, ...]]:
        """Return the card's own numbers."""
        return {"suit": self.suit, "rank": self.rank, "number": self.number}
