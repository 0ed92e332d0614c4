"""The plain card that a card of BlackPoker is held against.

What a card costs is what it takes to summon it, which is the same for all cards from 2 to 10
and for J, Q and K. A plain card is the one in the middle of those of its suit. An Ace is
held against the middle soldier of its suit, a Joker against the middle soldier of all suits.
"""

from collections.abc import Sequence

from evenhand.decks.blackpoker.card import BlackPokerCard, Rank
from evenhand.decks.plain import plain_name

__all__ = ["bulwarks_to_summon", "plain_card"]

SOLDIERS = range(Rank["2"], Rank["10"] + 1)
HEROES = range(Rank["J"], Rank["K"] + 1)


def bulwarks_to_summon(card: BlackPokerCard) -> int | None:
    """Return a plain card's cost: bulwarks driven to summon it; a Joker cannot be summoned."""
    if card.rank == Rank["Joker"]:
        return None
    return (card.rank in SOLDIERS) + 2 * (card.rank in HEROES)


def plain_card(peers: Sequence[BlackPokerCard], card: BlackPokerCard) -> BlackPokerCard:
    """Make BlackPoker's plain card of a card's suit and cost."""
    ranks = HEROES if card.rank in HEROES else SOLDIERS
    same = [one for one in peers if one.rank in ranks]
    of_suit = [one for one in same if one.suit == card.suit] or same or [card]
    by_number = sorted(of_suit, key=lambda one: (one.number, one.suit))
    middle = by_number[(len(by_number) - 1) // 2]
    return middle.model_copy(update={"name": plain_name(card), "line": 0})
