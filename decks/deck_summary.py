"""Summarize a deck: its cost curve, its kinds of cards, its list, and the rules it satisfies."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evenhand.decks.card import Card, kind_of
from evenhand.decks.deck_list import Deck
from evenhand.decks.pool import CardPool

__all__ = ["DeckSummary", "ListedCard", "summarize_deck"]


@dataclass(frozen=True)
class ListedCard:
    """A card of a deck's summary.

    Attributes
    ----------
    copies : int
    name : str
    label : str
        Label that is unique in the pool.
    kind : str
    """

    copies: int
    name: str
    label: str
    kind: str


@dataclass(frozen=True)
class DeckSummary:
    """The summary of a deck's contents.

    Attributes
    ----------
    cards : tuple of ListedCard
        In the order of the deck's slots.
    curve : mapping from int to int
        Copies by cost, from the lowest to the highest cost; cards without a cost are left out.
    cost_name : str
        The game's word for the cost; "" if the game has none.
    kinds : mapping from str to int
        Copies by kind; empty for a game with only one kind of card.
    rules : tuple of str
        The deck rules in force, each in a few words; empty if the game does not describe them.
    """

    cards: tuple[ListedCard, ...]
    curve: Mapping[int, int]
    cost_name: str
    kinds: Mapping[str, int]
    rules: tuple[str, ...]


def summarize_deck(
    deck: Deck, pool: CardPool, mode: str, options: Mapping[str, Any]
) -> DeckSummary:
    """Summarize a legal deck.

    Parameters
    ----------
    mode, options
        Mode and rule options under which the deck is legal.
    """
    schema = pool.schema
    cards: list[Card] = [pool.cards[row] for row in deck.cards]
    costs = [schema.cost(card) for card in cards] if schema.cost else []
    kinds = Counter(kind for kind in map(kind_of, cards) if kind)
    return DeckSummary(
        cards=tuple(
            ListedCard(copies, pool.names[row], pool.labels[row], kind_of(pool.cards[row]))
            for row, copies in Counter(deck.cards).items()
        ),
        curve=_fill_gaps(Counter(cost for cost in costs if cost is not None)),
        cost_name=schema.cost_name if schema.cost else "",
        kinds=dict(kinds),
        rules=tuple(schema.deck_words(mode, options)) if schema.deck_words else (),
    )


def _fill_gaps(counts: Counter[int]) -> dict[int, int]:
    """Return a deck's counts for every cost from the lowest to the highest, zeros included."""
    costs = range(min(counts), max(counts) + 1) if counts else ()
    return {cost: counts[cost] for cost in costs}
