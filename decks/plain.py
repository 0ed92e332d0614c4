"""What the plain cards of all games have in common; see `evenhand.decks.schema.GameSchema`.

A plain card lies on the pool's own curve: its numbers are what the pool's other cards of its
kind have at its cost, or would have if they had no abilities. The card that it stands for
takes no part in that, so that a change of its numbers is not hidden by a plain card that
changes with it. A plain spell costs nothing, and does as much as spells are worth on average
in the sample cards beyond what they cost: in most games, it draws a card.
"""

from collections.abc import Iterable, Sequence
from math import gcd
from typing import Any, TypeVar

import numpy as np

from evenhand.decks.card import LONGEST_NAME, Card, name_key
from evenhand.decks.language.parse import parse
from evenhand.decks.language.vocabulary import Vocabulary

__all__ = [
    "leave_out", "number_at", "numbers_at", "plain_name", "price_of", "price_of_plain",
    "text_columns",
]  # fmt: skip

NEAREST = 5  # cards that a number is taken from, at least
AnyCard = TypeVar("AnyCard", bound=Card)
Point = tuple[tuple[int, ...], int]  # what a card costs, and its number


def plain_name(card: Card) -> str:
    """Name the plain card of a card."""
    return f"Plain {card.name}"[:LONGEST_NAME]


def text_columns(text: str, vocabulary: Vocabulary) -> dict[str, Any]:
    """Return the fields of a card that has this text."""
    return {"text": text, "abilities": parse(text, vocabulary, ()) if text else ()}


def leave_out(cards: Iterable[AnyCard], card: Card) -> list[AnyCard]:
    """List the cards but one, whatever its numbers are in the list."""
    own = name_key(card.name), card.variant
    return [one for one in cards if (name_key(one.name), one.variant) != own]


def numbers_at(
    peers: Sequence[Card],
    card: Card,
    columns: Sequence[str],
    costs: Sequence[str] = (),
    words: str = "",
) -> dict[str, int]:
    """Return what a plain card of a card's cost has in some columns, by the curve of its peers.

    Parameters
    ----------
    peers : sequence of Card
        Other cards of its kind; without any, the card keeps its own numbers.
    columns : sequence of str
    costs : sequence of str
        Columns that say what a card costs.
    words : str
        A column of words for what a card can do besides its abilities.
    """
    if not peers:
        return {column: getattr(card, column) for column in columns}
    paid = [price_of(one, [getattr(one, cost) for cost in costs], words) for one in peers]
    own = price_of_plain([getattr(card, cost) for cost in costs])
    return {
        column: number_at(
            [(price, getattr(one, column)) for price, one in zip(paid, peers, strict=True)], own
        )
        for column in columns
    }


def price_of(card: Card, costs: Sequence[int], words: str = "") -> tuple[int, ...]:
    """Return what a card's numbers have to make up for: its costs, and whether it can do more."""
    can_do_more = bool(card.abilities) or bool(words and getattr(card, words))
    return *costs, int(can_do_more)


def price_of_plain(costs: Sequence[int]) -> tuple[int, ...]:
    """Return what the numbers of a card have to make up for that can do nothing else."""
    return *costs, 0


def number_at(points: Sequence[Point], costs: tuple[int, ...]) -> int:
    """Return the number that lies on the curve of some cards at a cost.

    The median of the cards that cost nearest to it, `NEAREST` at least, each moved along the
    trend of all of them (least squares) from its own cost to this one; rounded to the step
    that all numbers are multiples of, and never below the lowest.

    Parameters
    ----------
    points : sequence of (costs, number)
        One at least.
    costs : tuple of int
        What the card costs, in as many ways as each point.
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
    """Return by how much a number rises with each way to pay; 0 if there are too few cards.

    Parameters
    ----------
    paid : float array, shape (n, ways)
    numbers : float array, shape (n,)
    """
    n, ways = paid.shape
    if n < ways + NEAREST:
        return np.zeros(ways)
    apart = paid - paid.mean(axis=0)  # so that a cost that all cards have has no trend
    return np.linalg.lstsq(apart, numbers - numbers.mean())[0]
