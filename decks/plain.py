"""Shared functions for the plain cards of all games; see `evenhand.decks.schema.GameSchema`.

A plain card lies on the pool's own curve: its numbers are those that the pool's other cards of
its kind have at its cost, or would have without abilities. The card that it replaces is left out
of the curve, so that a change of that card does not change the plain card with it. A plain spell
costs nothing, and is worth what the spells of the sample cards are worth on average beyond their
cost: in most games, it draws a card.
"""

from collections.abc import Iterable, Sequence
from math import gcd
from typing import Any, TypeVar

import numpy as np

from evenhand.decks.card import LONGEST_NAME, Card, name_key
from evenhand.decks.cells import WholeNumber
from evenhand.decks.language.parse import parse
from evenhand.decks.language.vocabulary import Vocabulary

__all__ = [
    "keep_legal", "leave_out", "number_at", "numbers_at", "plain_name", "price_of",
    "price_of_plain", "text_columns",
]  # fmt: skip

NEAREST = 5  # cards that a number is computed from, at least
AnyCard = TypeVar("AnyCard", bound=Card)
Point = tuple[tuple[int, ...], int]  # a card's costs, and its number


def plain_name(card: Card) -> str:
    """Return the name of the plain card that replaces a card."""
    return f"Plain {card.name}"[:LONGEST_NAME]


def text_columns(text: str, vocabulary: Vocabulary) -> dict[str, Any]:
    """Return the fields of a plain card that hold its text: ``text`` and ``abilities``."""
    return {"text": text, "abilities": parse(text, vocabulary, ()) if text else ()}


def leave_out(cards: Iterable[AnyCard], card: Card) -> list[AnyCard]:
    """List a plain card's peers: the cards without the one it replaces, by name and variant."""
    own = name_key(card.name), card.variant
    return [one for one in cards if (name_key(one.name), one.variant) != own]


def numbers_at(
    peers: Sequence[Card],
    card: Card,
    columns: Sequence[str],
    costs: Sequence[str] = (),
    words: str = "",
) -> dict[str, int]:
    """Return the numbers of a plain card with a card's cost, by the curve of its peers.

    Parameters
    ----------
    peers : sequence of Card
        Other cards of its kind; if empty, the card's own numbers are returned.
    columns : sequence of str
    costs : sequence of str
        Columns of costs.
    words : str
        A column of words for abilities outside of the text; "" if there is none.
    """
    if not peers:
        return {column: getattr(card, column) for column in columns}
    paid = [price_of(one, [getattr(one, cost) for cost in costs], words) for one in peers]
    own = price_of_plain([getattr(card, cost) for cost in costs])
    numbers = {
        column: number_at(
            [(price, getattr(one, column)) for price, one in zip(paid, peers, strict=True)], own
        )
        for column in columns
    }
    return {column: keep_legal(type(card), column, value) for column, value in numbers.items()}


def keep_legal(kind: type[Card], column: str, value: int) -> int:
    """Return the number nearest to one of a plain card that a column takes.

    Far beyond the costs of all others, a curve leads to numbers that no card can have.
    """
    for taken in kind.model_fields[column].metadata:
        if isinstance(taken, WholeNumber):
            return min(max(value, taken.low), taken.high)
    return value


def price_of(card: Card, costs: Sequence[int], words: str = "") -> tuple[int, ...]:
    """Return a card's costs, and 1 if it has abilities or words, which a plain card lacks."""
    can_do_more = bool(card.abilities) or bool(words and getattr(card, words))
    return *costs, int(can_do_more)


def price_of_plain(costs: Sequence[int]) -> tuple[int, ...]:
    """Return the costs of a plain card, without abilities or words, as `price_of` does."""
    return *costs, 0


def number_at(points: Sequence[Point], costs: tuple[int, ...]) -> int:
    """Return a plain card's number at a cost on the curve of its peers.

    The median over the cards with the nearest costs, at least `NEAREST` of them, each shifted
    along the trend of all cards (least squares) from its own cost to this one. Rounded to the
    greatest common divisor of all numbers, and at least the lowest number.

    Parameters
    ----------
    points : sequence of (costs, number)
        At least one.
    costs : tuple of int
        The card's costs, of the same length as those of each point.
    """
    paid = np.array([own for own, _ in points], float).reshape(len(points), len(costs))
    numbers = np.array([number for _, number in points], float)
    apart = np.array(costs) - paid
    moved = numbers + apart @ find_trend(paid, numbers)
    distance = np.abs(apart).sum(axis=1)
    reach = np.sort(distance)[min(NEAREST, len(points)) - 1]
    step = gcd(*(number for _, number in points)) or 1
    middle = float(np.median(moved[distance <= reach]))
    return max(step * round(middle / step), min(number for _, number in points))


def find_trend(paid: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """Return the slope of plain cards' number over each cost; zeros if too few cards.

    Parameters
    ----------
    paid : float array, shape (n, ways)
    numbers : float array, shape (n,)
    """
    n, ways = paid.shape
    if n < ways + NEAREST:
        return np.zeros(ways)
    apart = paid - paid.mean(axis=0)  # so that a cost that all cards share has no slope
    return np.linalg.lstsq(apart, numbers - numbers.mean())[0]
