"""What is in a deck: its curve, its kinds of cards, its list, and the rules that it keeps."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evenhand.decks.card import Card, kind_of
from evenhand.decks.deck_list import Deck
from evenhand.decks.pool import CardPool

__all__ = ["DeckPicture", "Listed", "picture_deck"]


@dataclass(frozen=True)
class Listed:
    """A card of a deck.

    Attributes
    ----------
    copies : int
    name : str
    label : str
        What tells it apart from others of its name, too.
    kind : str
    """

    copies: int
    name: str
    label: str
    kind: str


@dataclass(frozen=True)
class DeckPicture:
    """What is in a deck.

    Attributes
    ----------
    cards : tuple of Listed
        In the order of the deck's slots.
    curve : mapping from int to int
        Copies by cost, from the lowest cost to the highest one; none without a cost.
    cost_name : str
        What the cost is, in the game's words.
    kinds : mapping from str to int
        Copies by kind; empty for a game whose cards are of one kind.
    rules : tuple of str
        The deck rules that hold, each in a few words; empty if the game does not say.
    """

    cards: tuple[Listed, ...]
    curve: Mapping[int, int]
    cost_name: str
    kinds: Mapping[str, int]
    rules: tuple[str, ...]


def picture_deck(deck: Deck, pool: CardPool, mode: str, options: Mapping[str, Any]) -> DeckPicture:
    """Sum up what is in a legal deck.

    Parameters
    ----------
    mode, options
        Under which the deck is legal.
    """
    schema = pool.schema
    cards: list[Card] = [pool.cards[row] for row in deck.cards]
    costs = [schema.cost(card) for card in cards] if schema.cost else []
    kinds = Counter(kind for kind in map(kind_of, cards) if kind)
    return DeckPicture(
        cards=tuple(
            Listed(copies, pool.names[row], pool.labels[row], kind_of(pool.cards[row]))
            for row, copies in Counter(deck.cards).items()
        ),
        curve=_fill_gaps(Counter(cost for cost in costs if cost is not None)),
        cost_name=schema.cost_name if schema.cost else "",
        kinds=dict(kinds),
        rules=tuple(schema.deck_words(mode, options)) if schema.deck_words else (),
    )


def _fill_gaps(counts: Counter[int]) -> dict[int, int]:
    """List every cost from the lowest to the highest, those too that no card has."""
    costs = range(min(counts), max(counts) + 1) if counts else ()
    return {cost: counts[cost] for cost in costs}
