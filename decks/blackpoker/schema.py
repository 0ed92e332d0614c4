"""BlackPoker's card columns, deck rules, and samples: the playing cards and two Jokers."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from importlib.resources import files
from typing import Annotated, Any, ClassVar

import numpy as np

from evenhand.decks.pool import Card, name_key, one_of, whole
from evenhand.decks.records import record
from evenhand.decks.schema import Finding, GameSchema, Limits

__all__ = ["CARD", "MODES", "SCHEMA", "SUITS", "BlackPokerCard", "DeckLimits", "Rank", "Suit"]

LITE40, LITE = MODES = ("lite40", "lite")
MOST_CARDS = {LITE: 54, LITE40: 40}

Rank = IntEnum(
    "Rank",
    {
        "Joker": 0, "A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9,
        "10": 10, "J": 11, "Q": 12, "K": 13,
    },
)  # fmt: skip


class Suit(IntEnum):
    """The suits; Jokers have none."""

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
    """One playing card; the fields are the columns of the card file."""

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
    def misplaced(cls, cells: Mapping[str, str]) -> Iterator[tuple[str, str]]:
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


@dataclass(frozen=True)
class DeckLimits(Limits):
    """Deck rules that a designer may change; named as in the rule options.

    Attributes
    ----------
    deck_minimum : int
        Fewest cards in a deck.
    copy_limit : int
        Most copies of a card.
    joker_limit : int
        Most Jokers.
    """

    deck_minimum: int = 20
    copy_limit: int = 1
    joker_limit: int = 2


def deck_rules(
    cards: Sequence[BlackPokerCard], mode: str, options: Mapping[str, Any]
) -> list[Finding]:
    """Judge a deck by its size, copies and Jokers (G1, G2).

    Parameters
    ----------
    cards : sequence of BlackPokerCard
        One entry per copy.
    mode : str
        "lite40", up to 40 cards, or "lite", up to 54.
    options : mapping
        May override fields of `DeckLimits`; other keys are not read.
    """
    limits = DeckLimits.of(options)
    return [*_size(cards, mode, limits), *_copies(cards, limits), *_jokers(cards, limits)]


def _size(cards: Sequence[BlackPokerCard], mode: str, limits: DeckLimits) -> Iterator[Finding]:
    if not limits.deck_minimum <= len(cards) <= MOST_CARDS[mode]:
        expected = f"{limits.deck_minimum} to {MOST_CARDS[mode]}"
        yield Finding(f"expected {expected} cards in {mode}, found {len(cards)}")


def _copies(cards: Sequence[BlackPokerCard], limits: DeckLimits) -> Iterator[Finding]:
    counts = Counter(name_key(card.name) for card in cards)
    for card in {name_key(card.name): card for card in cards}.values():
        count = counts[name_key(card.name)]
        if count > limits.copy_limit:
            times = "once" if limits.copy_limit == 1 else f"{limits.copy_limit} times"
            message = f"expected '{card.name}' at most {times}, found it {count} times"
            yield Finding(message, name=card.name)


def _jokers(cards: Sequence[BlackPokerCard], limits: DeckLimits) -> Iterator[Finding]:
    jokers = [card for card in cards if card.rank == Rank["Joker"]]
    if len(jokers) > limits.joker_limit:
        message = f"expected at most {limits.joker_limit} Jokers, found {len(jokers)}"
        yield Finding(message, name=jokers[-1].name)


def sort_key(card: BlackPokerCard) -> tuple[int, int]:
    """Order by rank, then by suit: a slot is much the same card in all decks."""
    return int(card.rank), int(card.suit)


SCHEMA = GameSchema(
    name="blackpoker",
    title="BlackPoker",
    card_model=BlackPokerCard,
    card_record=CARD,
    folder=files("evenhand.decks.blackpoker"),
    modes=MODES,
    deck_rules=deck_rules,
    sort_key=sort_key,
    aliases={"value": "number", "strength": "number"},
)
