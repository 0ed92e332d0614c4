"""What a deck of BlackPoker may be (G1, G2)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evenhand.decks.blackpoker.card import BlackPokerCard, Rank
from evenhand.decks.legality import Finding, Limits, each_card, number_of, too_many, too_many_copies

__all__ = ["MODES", "DeckLimits", "deck_rules", "deck_words"]

LITE40, LITE = MODES = ("lite40", "lite")
MOST_CARDS = {LITE: 54, LITE40: 40}


@dataclass(frozen=True)
class DeckLimits(Limits):
    """BlackPoker's deck rules that a designer may change; named as in the rule options.

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
    """Judge a deck of BlackPoker by size, copies and Jokers (G1, G2)."""
    limits = DeckLimits.of(options)
    jokers = [card for card in cards if card.rank == Rank["Joker"]]
    return [
        *_size(cards, mode, limits),
        *_copies(cards, limits),
        *too_many(jokers, limits.joker_limit, "Jokers"),
    ]


def deck_words(mode: str, options: Mapping[str, Any]) -> list[str]:
    """Say what `deck_rules` holds a deck of BlackPoker against."""
    limits = DeckLimits.of(options)
    return [
        f"{limits.deck_minimum} to {MOST_CARDS[mode]} cards",
        f"at most {number_of(limits.copy_limit, 'copy', 'copies')} of a card",
        f"at most {number_of(limits.joker_limit, 'Joker', 'Jokers')}",
    ]


def _size(cards: Sequence[BlackPokerCard], mode: str, limits: DeckLimits) -> Iterator[Finding]:
    if not limits.deck_minimum <= len(cards) <= MOST_CARDS[mode]:
        expected = f"{limits.deck_minimum} to {MOST_CARDS[mode]}"
        yield Finding(f"expected {expected} cards in {mode}, found {len(cards)}")


def _copies(cards: Sequence[BlackPokerCard], limits: DeckLimits) -> Iterator[Finding]:
    for card, found in each_card(cards):
        yield from too_many_copies(card, found, limits.copy_limit)
