"""Editions: cards with another number in a column, and decks that contain them."""

from collections.abc import Sequence
from typing import Any

from evenhand.decks.card import LONGEST_NAME, Card
from evenhand.decks.pool import CardPool, with_cards
from evenhand.experiments.exchange_plan import Swap

__all__ = ["Editions", "make_edition"]


class Editions:
    """Editions of cards added to a pool, and the cards of decks that they replace.

    Attributes
    ----------
    pool : CardPool
        The pool with the added cards at its end.
    swaps : list of Swap
        Replacements, in the order of their variants.
    """

    def __init__(self, pool: CardPool) -> None:
        self._pool = pool
        self._cards: list[Card] = []
        self._rows: list[int] = []
        self.swaps: list[Swap] = []

    @property
    def pool(self) -> CardPool:
        """The pool with all added editions."""
        return with_cards(self._pool, self._cards, self._rows)

    def add_edition(self, card: Card, row: int, decks: Sequence[int]) -> list[int]:
        """Add an edition that replaces the card of a row in some decks; return its variants."""
        self._cards.append(card)
        self._rows.append(row)
        place = len(self._pool.cards) + len(self._cards) - 1
        self.swaps += [Swap(deck, row, place, card.name) for deck in decks]
        return list(range(len(self.swaps) - len(decks), len(self.swaps)))


def make_edition(card: Card, changes: dict[str, Any], name: str = "") -> Card:
    """Return an edition of a card, with some columns changed, and another name."""
    new_name = f"{name or 'Another'} {card.name}"[:LONGEST_NAME]
    return card.model_copy(update={"name": new_name, **changes})
