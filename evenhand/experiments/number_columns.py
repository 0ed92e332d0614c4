"""Columns of numbers of a card: which can be priced, and the values that are valid in them."""

from collections.abc import Sequence
from math import gcd
from typing import Annotated, Any

from pydantic import TypeAdapter, ValidationError

from evenhand.decks.card import Card
from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.decks.schema import GameSchema
from evenhand.terminal import command_line

__all__ = ["find_grid", "is_allowed", "is_cost", "list_priced", "resolve_column"]

NO_NUMBERS = ("line",)


def list_priced(schema: GameSchema, card: Card) -> list[str]:
    """List the number columns of a card that can be priced: its cost, and its other numbers.

    Columns with a 0 are left out, except the cost. Columns that make the card better come
    first, in the game's order.
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
    """Return whether a number column is the cost of a card."""
    if schema.cost is None or schema.cost(card) is None:
        return False
    dearer = card.model_copy(update={column: getattr(card, column) + 1})
    return schema.cost(dearer) != schema.cost(card)


def resolve_column(schema: GameSchema, card: Card, name: str = "") -> str:
    """Return the number column that a user named; the card's first one for "".

    Raises
    ------
    UsageError
        If the column does not exist, or the card has no number in it.
    """
    priced = list_priced(schema, card)
    wanted = name.casefold().strip().replace(" ", "_")
    wanted = schema.aliases.get(wanted.replace("_", " "), wanted)
    if not name and priced:
        return priced[0]
    if wanted in priced:
        return wanted
    numbers = f"this card's numbers are {', '.join(priced)}" if priced else ""
    if wanted == "abilities":
        raise UsageError(
            f"'{wanted}' is a text, which has no number to price",
            f"edit it, and evenhand compare measures the edit; {command_line('impact', card.name)} "
            "says what the card is worth as it is",
        )
    if not priced:
        raise UsageError(f"{card.name} has no number that can be priced")
    if wanted in type(card).model_fields:
        raise UsageError(f"'{wanted}' is not a number that can be priced", numbers)
    raise UsageError(f"cards have no column '{name}'", did_you_mean(wanted, priced) or numbers)


def is_allowed(card: Card, column: str, value: int) -> bool:
    """Return whether a number is valid in a column."""
    field = type(card).model_fields[column]
    form: Any = Annotated[(field.annotation, *field.metadata)]
    try:
        TypeAdapter(form).validate_python(value)
    except ValidationError:
        return False
    return True


def find_grid(cards: Sequence[Card], column: str) -> int:
    """Return the greatest common divisor of a number column; 1 if all are 0."""
    return gcd(*(getattr(card, column) for card in cards)) or 1
