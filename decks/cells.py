"""Reading the cells of a card file: what the fields of a card model take."""

import enum
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from pydantic import BeforeValidator

from evenhand.decks.numerals import advise, list_choices, list_readings, say_reading
from evenhand.decks.problems import did_you_mean
from evenhand.decks.text_file import shorten

__all__ = [
    "NO", "YES", "CellError", "Wrong", "cell_value", "look_up", "missing", "one_of", "read_words",
    "some_of", "unexpected", "whole", "with_article", "yes_or_no",
]  # fmt: skip

Wrong = tuple[str, str]  # a column, and what is wrong with its cell
YES, NO = "yes", "no"


class CellError(ValueError):
    """A cell's text is wrong; raised by the validators of a card model's fields."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.hint = hint
        super().__init__(message)


def whole(low: int, high: int) -> BeforeValidator:
    """Make a field take whole numbers of a range: ``Annotated[int, whole(0, 9)]``.

    They may be written as people and spreadsheet programs do, 1,200 or 12.0 or 50%, as long
    as that leaves one number of the range.
    """

    def number(text: Any) -> int:
        said = str(text) if not isinstance(text, str) else text
        found = list_readings(said)
        whole_ones = sorted({int(value) for value in found if value == value.to_integral_value()})
        fitting = [value for value in whole_ones if low <= value <= high]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            choices = list_choices(fitting)
            message = f"expected a whole number, found '{shorten(said)}', which may be {choices}"
            raise CellError(message, f"write {choices}")
        if whole_ones:
            read = list_choices(whole_ones)
            raise CellError(
                f"expected a whole number from {low} to {high}, found {_quote(said, read)}"
            )
        raise CellError(
            f"expected a whole number, found '{shorten(said)}'{say_reading(said)}", advise(said)
        )

    return BeforeValidator(number)


def _quote(said: str, read: str) -> str:
    """Repeat a number, and say how it was read if it was written in another way."""
    return read if said == read else f"'{shorten(said)}', read as {read}"


def one_of(words: Iterable[enum.Enum] | Mapping[str, Any], what: str = "") -> BeforeValidator:
    """Make a field take one of some words in any case: ``Annotated[Kind, one_of(Kind)]``.

    Parameters
    ----------
    words : iterable of enum members, or mapping from str
        Members by their names, or the words that stand for other values.
    what : str
        What the words are, for an error's reader: "a plane"; their list alone if not given.
    """
    known = by_word(words)
    return BeforeValidator(
        lambda text: look_up(known, text, what) if isinstance(text, str) else text
    )


def some_of(words: Iterable[enum.Enum] | Mapping[str, Any], what: str = "") -> BeforeValidator:
    """Make a field take any number of some words, as a tuple: "Celestial Death"."""
    known = by_word(words)
    return BeforeValidator(
        lambda text: read_words(known, text, what) if isinstance(text, str) else text
    )


def by_word(words: Iterable[enum.Enum] | Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what words stand for, members of an enum by their names."""
    return words if isinstance(words, Mapping) else {one.name.capitalize(): one for one in words}


def read_words(known: Mapping[str, Any], text: str, what: str = "") -> tuple[Any, ...]:
    """Read words with spaces, commas or slashes between them, each once."""
    parts = text.replace(",", " ").replace("/", " ").split()
    return tuple(dict.fromkeys(look_up(known, part, what) for part in parts))


def look_up(known: Mapping[str, Any], text: str, what: str = "") -> Any:
    """Find a word in any case, or say which there are."""
    key = word_key(text)
    for word, found in known.items():
        if word_key(word) == key:
            return found
    words = list(known)
    expected = f"{what} ({', '.join(words)})" if what else f"{', '.join(words[:-1])} or {words[-1]}"
    raise CellError(f"expected {expected}, found '{shorten(text)}'", did_you_mean(text, words))


def word_key(word: str) -> str:
    """Bring a word to the form in which words are compared."""
    return " ".join(word.casefold().replace("_", " ").replace("\u2019", "'").split())


def _yes_or_no(text: Any) -> Any:
    return look_up({YES: True, NO: False}, text) if isinstance(text, str) else text


yes_or_no = BeforeValidator(_yes_or_no)  # as in ``Annotated[bool, yes_or_no]``


def cell_value(value: Any) -> Any:
    """Turn a card's value into what its cell says: a number or words."""
    match value:
        case enum.Flag():
            return " ".join(word.name.capitalize() for word in value if word.name)
        case enum.Enum():
            return value.name.capitalize()
    return value


# Cells that a kind of card lacks, or cannot have


def missing(cells: Mapping[str, str], columns: Iterable[str], card: str) -> Iterator[Wrong]:
    """Yield the columns that such a card needs and that are empty."""
    for column in columns:
        if column not in cells:
            yield column, f"{card} needs this, found nothing"


def unexpected(cells: Mapping[str, str], columns: Collection[str], card: str) -> Iterator[Wrong]:
    """Yield the columns that are filled though such a card has nothing there."""
    for column in columns:
        if column in cells:
            yield column, f"expected nothing on {card}, found '{shorten(cells[column])}'"


def with_article(type_: enum.Enum) -> str:
    """Name a type of card in a sentence: "a Unit", "an Event"."""
    name = type_.name.replace("_", " ").title()
    return f"an {name}" if name[0] in "AEIO" else f"a {name}"
