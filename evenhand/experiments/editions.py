"""Editions: a card with another number in one of its columns, and decks that hold it."""

from collections.abc import Sequence
from math import gcd
from typing import Annotated, Any

from pydantic import TypeAdapter, ValidationError

from evenhand.decks.card import LONGEST_NAME, Card
from evenhand.decks.pool import CardPool, with_cards
from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.decks.schema import GameSchema
from evenhand.experiments.swaps import Swap

__all__ = [
    "Editions",
    "is_allowed",
    "is_cost",
    "list_priced",
    "make_edition",
    "resolve_column",
    "step_of",
]

NO_NUMBERS = ("line",)


def list_priced(schema: GameSchema, card: Card) -> list[str]:
    """List the columns whose numbers are a card's price or what it gives for it.

    A 0 is no number, unless it is what the card costs. Those that make it better come first,
    in the game's order.
    """
    numbers = [
        column
        for column, field in type(card).model_fields.items()
        if field.annotation is int
        and column not in NO_NUMBERS
        and (getattr(card, column) or is_cost(schema, card, column))
    ]
    better = list(schema.better.columns) if schema.better else []
    return sorted(numbers, key=lambda name: better.index(name) if name in better else len(better))


def is_cost(schema: GameSchema, card: Card, column: str) -> bool:
    """Return whether a column is what a card costs: there, a card may have 0."""
    if schema.cost is None or schema.cost(card) is None:
        return False
    dearer = card.model_copy(update={column: getattr(card, column) + 1})
    return schema.cost(dearer) != schema.cost(card)


def resolve_column(schema: GameSchema, card: Card, name: str = "") -> str:
    """Return the column of a number that a user means, the first that the card has if none.

    Raises
    ------
    UsageError
        If there is no such column, or the card has no number there.
    """
    priced = list_priced(schema, card)
    wanted = name.casefold().strip().replace(" ", "_")
    wanted = schema.aliases.get(wanted.replace("_", " "), wanted)
    if not name and priced:
        return priced[0]
    if wanted in priced:
        return wanted
    numbers = f"this card's numbers are {', '.join(priced)}" if priced else ""
    if not priced:
        raise UsageError(f"{card.name} has no number that can be priced")
    if wanted in type(card).model_fields:
        raise UsageError(f"'{wanted}' is not a number that can be priced", numbers)
    raise UsageError(f"cards have no column '{name}'", did_you_mean(wanted, priced) or numbers)


def is_allowed(card: Card, column: str, value: int) -> bool:
    """Return whether a column takes a number."""
    field = type(card).model_fields[column]
    form: Any = Annotated[(field.annotation, *field.metadata)]
    try:
        TypeAdapter(form).validate_python(value)
    except ValidationError:
        return False
    return True


def step_of(cards: Sequence[Card], column: str) -> int:
    """Return the number that all numbers of a column are multiples of."""
    return gcd(*(getattr(card, column) for card in cards)) or 1


class Editions:
    """Cards that no file holds, and the places in decks that they take.

    Attributes
    ----------
    pool : CardPool
        With all of them, behind its own cards.
    swaps : list of Swap
        In the order of the variants that they make.
    """

    def __init__(self, pool: CardPool) -> None:
        self._pool = pool
        self._cards: list[Card] = []
        self._rows: list[int] = []
        self.swaps: list[Swap] = []

    @property
    def pool(self) -> CardPool:
        """The pool with all cards that were added."""
        return with_cards(self._pool, self._cards, self._rows)

    def swap_in(self, card: Card, row: int, decks: Sequence[int]) -> list[int]:
        """Put a card into the place of a row's, in some decks; gives the variants, deck by deck."""
        self._cards.append(card)
        self._rows.append(row)
        place = len(self._pool.cards) + len(self._cards) - 1
        self.swaps += [Swap(deck, row, place, card.name) for deck in decks]
        return list(range(len(self.swaps) - len(decks), len(self.swaps)))


def make_edition(card: Card, changes: dict[str, Any], name: str = "") -> Card:
    """Make a card with some columns changed."""
    called = f"{name or 'Another'} {card.name}"[:LONGEST_NAME]
    return card.model_copy(update={"name": called, **changes})
