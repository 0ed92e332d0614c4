"""What the plain cards of all games have in common; see `evenhand.decks.schema.GameSchema`."""

from collections.abc import Iterable
from statistics import median_low
from typing import Any

from evenhand.decks.card import LONGEST_NAME, Card
from evenhand.decks.language.parse import parse
from evenhand.decks.language.vocabulary import Vocabulary

__all__ = ["median_of", "plain_name", "text_columns"]


def plain_name(card: Card) -> str:
    """Name the plain card of a card."""
    return f"Plain {card.name}"[:LONGEST_NAME]


def text_columns(text: str, vocabulary: Vocabulary) -> dict[str, Any]:
    """Return the fields of a card that has this text."""
    return {"text": text, "abilities": parse(text, vocabulary, ()) if text else ()}


def median_of(cards: Iterable[Card], column: str) -> int:
    """Return the number in a column of a card in the middle."""
    return median_low(getattr(card, column) for card in cards)
