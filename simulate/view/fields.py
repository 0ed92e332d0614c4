"""Fields of a table in words: numbers, yes or no, words and seats.

A field shows one value of a state as plain data (numbers, words, names of cards, and
lists of these), stores such data in a state, lists the cards it holds, and compares its
data with expected data. Players are called ``player_1``, ``player_2`` .. in data, and
"Player 1" in sentences.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Protocol

import numpy as np

from evenhand.decks.pool import CardPool
from evenhand.decks.records import NOTHING
from evenhand.simulate.view.dealer import Dealer
from evenhand.simulate.view.names import NOBODY, player_key

__all__ = [
    "Derived", "Field", "Flag", "Held", "Number", "Part", "Plain", "Seat", "Sight", "Word",
]  # fmt: skip


@dataclass(frozen=True, eq=False)
class Sight:
    """The card pool for showing states: for people and for the rules.

    Attributes
    ----------
    pool : CardPool
    packed_pool : np.record
        The pool as packed for the rules.
    """

    pool: CardPool
    packed_pool: Any


@dataclass(frozen=True)
class Part:
    """A part of the state from which a field is shown, and its owner.

    Attributes
    ----------
    record : np.record
        The record of the state, of a player, or of a place on the table.
    state : np.record
    seat : int
        The owner; NOTHING if it has none.
    sight : Sight
    """

    record: Any
    state: Any
    seat: int
    sight: "Sight"

    def within(self, record: Any, seat: int | None = None) -> "Part":
        """Return a part within this part."""
        return Part(record, self.state, self.seat if seat is None else seat, self.sight)

    def name_of(self, seat: int, copy: int) -> str:
        """Return the label of a card."""
        return self.sight.pool.labels[int(self.state.card_of[seat, copy])]


@dataclass(frozen=True)
class Held:
    """A card and its place."""

    seat: int
    copy: int
    where: str


class Field(Protocol):
    """One named value of a table."""

    @property
    def name(self) -> str:
        """The name in data."""

    def show(self, part: Part) -> Any:
        """Return the value as plain data."""

    def lay(self, part: Part, value: Any, dealer: "Dealer", place: str) -> None:
        """Store plain data in the state; the dealer collects problems."""

    def cards(self, part: Part) -> Iterator[Held]:
        """Yield the cards it holds."""

    def values(self, part: Part) -> Iterator[tuple[str, Any]]:
        """Yield (name, value) of everything except the places of cards."""

    def differs(self, shown: Any, expected: Any) -> bool:
        """Return whether shown data differs from expected data, which may be partial."""

    def masks(self, records: Any, seat: int) -> Iterator[tuple[int, np.ndarray]]:
        """Yield (owner, set of copies) of each place for cards, for many states at once."""

    def is_unsound(self, records: Any) -> np.ndarray | bool:
        """Return for each of many states whether the value is impossible."""


@dataclass(frozen=True)
class Plain:
    """Base class with the behaviour of most fields."""

    name: str
    source: str = ""  # name of the record's field, if it is another one
    silent: bool = field(default=False, kw_only=True)  # changes are not described

    @property
    def at(self) -> str:
        """The name of the record's field."""
        return self.source or self.name

    @property
    def words(self) -> str:
        """The name in a sentence."""
        return self.name.replace("_", " ")

    def show(self, part: Part) -> Any:
        """Return the number."""
        return int(part.record[self.at])

    def cards(self, part: Part) -> Iterator[Held]:
        """Yield nothing: most fields hold no cards."""
        yield from ()

    def values(self, part: Part) -> Iterator[tuple[str, Any]]:
        """Yield the name and the value, unless the field is silent."""
        if not self.silent:
            yield self.words, self.show(part)

    def differs(self, shown: Any, expected: Any) -> bool:
        """Return whether the data is not equal."""
        return bool(shown != expected)

    def masks(self, records: Any, seat: int) -> Iterator[tuple[int, np.ndarray]]:
        """Yield nothing: most fields hold no cards."""
        yield from ()

    def is_unsound(self, records: Any) -> np.ndarray | bool:
        """Return False: any value is possible."""
        return False


@dataclass(frozen=True)
class Number(Plain):
    """A whole number; `test-game` reports numbers below ``lowest`` as errors.

    If NOTHING (-1) means "none", use ``lowest=-1`` to allow it; alternatively, a `Seat` shows
    "nobody", a `OneCard` shows no card, and a `Derived` shows any value.
    """

    lowest: int = 0  # the highest is that of the record's type

    def lay(self, part: Part, value: Any, dealer: "Dealer", place: str) -> None:
        """Store the number if the record can hold it."""
        highest = int(np.iinfo(part.record.dtype[self.at]).max)
        if isinstance(value, bool) or not isinstance(value, int):
            dealer.complain(place, f"expected a whole number, found {value!r}")
        elif not self.lowest <= value <= highest:
            dealer.complain(place, f"expected {self.lowest} to {highest}, found {value}")
        else:
            part.record[self.at] = value

    def is_unsound(self, records: Any) -> np.ndarray:
        """Return whether the numbers are below the lowest."""
        return np.asarray(records[self.at] < self.lowest)


@dataclass(frozen=True)
class Derived(Plain):
    """A value computed from others: shown, but never stored.

    Attributes
    ----------
    work_out : callable (Part) -> plain data
        Computes a number, a word, True or False, or a list of these.
    """

    work_out: Callable[[Part], Any] = field(default=lambda part: None, kw_only=True)

    def show(self, part: Part) -> Any:
        """Compute the value."""
        return self.work_out(part)

    def differs(self, shown: Any, expected: Any) -> bool:
        """Return whether the value differs; a number expected of a list is its length."""
        is_count = isinstance(shown, list) and isinstance(expected, int)
        return bool((len(shown) if is_count else shown) != expected)

    def lay(self, part: Part, value: Any, dealer: "Dealer", place: str) -> None:
        """Add a problem: a derived value cannot be stored."""
        dealer.complain(place, f"{self.words} follows from the rest and cannot be laid down")


@dataclass(frozen=True)
class Flag(Plain):
    """Yes or no."""

    def show(self, part: Part) -> bool:
        """Return True or False."""
        return bool(part.record[self.at])

    def lay(self, part: Part, value: Any, dealer: "Dealer", place: str) -> None:
        """Store True or False."""
        if isinstance(value, bool):
            part.record[self.at] = value
        else:
            dealer.complain(place, f"expected true or false, found {value!r}")


@dataclass(frozen=True)
class Seat(Plain):
    """A player, or "nobody" if the field holds NOTHING."""

    def show(self, part: Part) -> str:
        """Return "player_1", or "nobody"."""
        seat = int(part.record[self.at])
        return NOBODY if seat == NOTHING else player_key(seat)

    def lay(self, part: Part, value: Any, dealer: "Dealer", place: str) -> None:
        """Store the player."""
        players = [player_key(seat) for seat in range(len(part.state.players))]
        if dealer.is_one_of(value, [*players, NOBODY], place):
            part.record[self.at] = NOTHING if value == NOBODY else players.index(value)


@dataclass(frozen=True)
class Word(Plain):
    """One of a game's words, such as a suit; "none" if the state holds NOTHING.

    Attributes
    ----------
    among : type of IntEnum
        The words; the state holds the number of one.
    """

    among: type[IntEnum] = field(kw_only=True)

    @property
    def known(self) -> dict[int, str]:
        """The words by number."""
        words = {int(word): word.name.lower().replace("_", " ") for word in self.among}
        return {NOTHING: "none", **words}

    def show(self, part: Part) -> str:
        """Return the word."""
        number = int(part.record[self.at])
        return self.known.get(number, str(number))

    def lay(self, part: Part, value: Any, dealer: "Dealer", place: str) -> None:
        """Store the number of the word."""
        numbers = {word: number for number, word in self.known.items()}
        if dealer.is_one_of(value, numbers, place):
            part.record[self.at] = numbers[value]

    def is_unsound(self, records: Any) -> np.ndarray:
        """Return whether the numbers are not those of words."""
        return ~np.isin(records[self.at], list(self.known))
