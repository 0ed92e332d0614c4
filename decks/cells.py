"""Parse the cells of a card file: validators for the fields of a card model."""

import enum
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BeforeValidator

from evenhand.decks.invisible_characters import shorten
from evenhand.decks.numerals import (
    advise_on_date,
    advise_on_letters,
    describe_reading,
    join_choices,
    list_readings,
)
from evenhand.decks.problems import did_you_mean

__all__ = [
    "NO", "YES", "CellError", "WholeNumber", "Wrong", "cell_value", "look_up", "missing", "one_of",
    "read_words", "some_of", "unexpected", "whole", "with_article", "yes_or_no",
]  # fmt: skip

Wrong = tuple[str, str]  # a column, and what is wrong with its cell
YES, NO = "yes", "no"


class CellError(ValueError):
    """A cell's text is invalid; raised by the validators of a card model's fields."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.hint = hint
        super().__init__(message)


@dataclass(frozen=True)
class WholeNumber(BeforeValidator):
    """A validator of cells for whole numbers from `low` to `high`, as `whole` makes it."""

    low: int = 0
    high: int = 0


def whole(low: int, high: int) -> WholeNumber:
    """Make a validator of cells for whole numbers in a range: ``Annotated[int, whole(0, 9)]``.

    Numbers may be written as people and spreadsheet programs do, 1,200 or 12.0 or 50%, if
    exactly one reading is in the range.
    """

    def parse_whole(cell: Any) -> int:
        text = str(cell) if not isinstance(cell, str) else cell
        readings = list_readings(text)
        wholes = sorted({int(value) for value in readings if value == value.to_integral_value()})
        fitting = [value for value in wholes if low <= value <= high]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            choices = join_choices(fitting)
            message = f"expected a whole number, found '{shorten(text)}', which may be {choices}"
            raise CellError(message, f"write {choices}")
        if wholes:
            found = _quote_reading(text, join_choices(wholes))
            raise CellError(f"expected a whole number from {low} to {high}, found {found}")
        raise CellError(
            f"expected a whole number, found '{shorten(text)}'{describe_reading(text)}",
            advise_on_date(text) or advise_on_letters(text),
        )

    return WholeNumber(parse_whole, low=low, high=high)


def _quote_reading(text: str, reading: str) -> str:
    """Quote a cell's number as written, followed by how it was read if that differs."""
    return reading if text == reading else f"'{shorten(text)}', read as {reading}"


def one_of(words: Iterable[enum.Enum] | Mapping[str, Any], what: str = "") -> BeforeValidator:
    """Make a validator of cells for one of some words: ``Annotated[Kind, one_of(Kind)]``.

    Parameters
    ----------
    words : iterable of enum members, or mapping from str
        Enum members, matched by name, or values by word.
    what : str
        Description of the words for error messages: "a plane"; if "", only the words are listed.
    """
    known = map_words(words)
    return BeforeValidator(
        lambda text: look_up(known, text, what) if isinstance(text, str) else text
    )


def some_of(words: Iterable[enum.Enum] | Mapping[str, Any], what: str = "") -> BeforeValidator:
    """Make a validator of cells for any number of some words, as a tuple: "Celestial Death"."""
    known = map_words(words)
    return BeforeValidator(
        lambda text: read_words(known, text, what) if isinstance(text, str) else text
    )


def map_words(words: Iterable[enum.Enum] | Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the values of a cell's words; members of an enum by their capitalized names."""
    if isinstance(words, Mapping):
        return words
    return {member.name.capitalize(): member for member in words}


def read_words(known: Mapping[str, Any], text: str, what: str = "") -> tuple[Any, ...]:
    """Parse the words of a cell, separated by spaces, commas or slashes; without duplicates."""
    parts = text.replace(",", " ").replace("/", " ").split()
    return tuple(dict.fromkeys(look_up(known, part, what) for part in parts))


def look_up(known: Mapping[str, Any], text: str, what: str = "") -> Any:
    """Return the value of a cell's word, in any case; raise a `CellError` that lists the words."""
    key = word_key(text)
    for word, value in known.items():
        if word_key(word) == key:
            return value
    words = list(known)
    expected = f"{what} ({', '.join(words)})" if what else f"{', '.join(words[:-1])} or {words[-1]}"
    raise CellError(f"expected {expected}, found '{shorten(text)}'", did_you_mean(text, words))


def word_key(word: str) -> str:
    """Normalize a word of a cell for comparison."""
    return " ".join(word.casefold().replace("_", " ").replace("\u2019", "'").split())


def _parse_yes_or_no(text: Any) -> Any:
    return look_up({YES: True, NO: False}, text) if isinstance(text, str) else text


yes_or_no = BeforeValidator(_parse_yes_or_no)  # as in ``Annotated[bool, yes_or_no]``


def cell_value(value: Any) -> Any:
    """Return a card's value as its cell is written: a number or words."""
    match value:
        case enum.Flag():
            return " ".join(word.name.capitalize() for word in value if word.name)
        case enum.Enum():
            return value.name.capitalize()
    return value


# Cells that a kind of card must have, or must not have


def missing(cells: Mapping[str, str], columns: Iterable[str], card: str) -> Iterator[Wrong]:
    """Yield a problem for each required cell that is empty."""
    for column in columns:
        if column not in cells:
            yield column, f"{card} needs this, found nothing"


def unexpected(cells: Mapping[str, str], columns: Collection[str], card: str) -> Iterator[Wrong]:
    """Yield a problem for each filled cell that must be empty on such a card."""
    for column in columns:
        if column in cells:
            yield column, f"expected nothing on {card}, found '{shorten(cells[column])}'"


def with_article(type_: enum.Enum) -> str:
    """Return a card type with its article: "a Unit", "an Event"."""
    name = type_.name.replace("_", " ").title()
    return f"an {name}" if name[0] in "AEIO" else f"a {name}"
