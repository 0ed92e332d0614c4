"""The kinds of things that a table is told by, each by name and both ways.

A field shows one thing of a state as plain data (numbers, words, names of cards, and
lists of these), lays such data down on a state again, knows which cards it holds, and
compares what it shows with what was expected. Players are called ``player_1``,
``player_2`` .. in data, and "Player 1" in sentences.
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
    """What is needed to tell a state: the card pool, for people and for the rules.

    Attributes
    ----------
    pool : CardPool
    packed_pool : np.record
        The same as the rules read it.
    """

    pool: CardPool
    packed_pool: Any


@dataclass(frozen=True)
class Part:
    """What a field is shown from: a part of the state, and whose it is.

    Attributes
    ----------
    record : np.record
        The state, a player, or a place on the table.
    state : np.record
    seat : int
        The owner; NOTHING for what is nobody's.
    sight : Sight
    """

    record: Any
    state: Any
    seat: int
    sight: "Sight"

    def within(self, record: Any, seat: int | None = None) -> "Part":
        """Return a part of this part."""
        return Part(record, self.state, self.seat if seat is None else seat, self.sight)

    def name_of(self, seat: int, copy: int) -> str:
        """Name a card."""
        return self.sight.pool.labels[int(self.state.card_of[seat, copy])]


@dataclass(frozen=True)
class Held:
    """A card and where it is."""

    seat: int
    copy: int
    where: str


class Field(Protocol):
    """One named thing of a table."""

    @property
    def name(self) -> str:
        """What it is called in data."""

    def show(self, part: Part) -> Any:
        """Return it as plain data."""

    def lay(self, part: Part, value: Any, dealer: "Dealer", place: str) -> None:
        """Put plain data onto the state; what is wrong with it goes to the dealer."""

    def cards(self, part: Part) -> Iterator[Held]:
        """Go through the cards it holds."""

    def values(self, part: Part) -> Iterator[tuple[str, Any]]:
        """Go through (what, value) of all that is no place of a card."""

    def differs(self, shown: Any, expected: Any) -> bool:
        """Return whether something else was expected; a partial expectation is enough."""

    def masks(self, records: Any, seat: int) -> Iterator[tuple[int, np.ndarray]]:
        """Go through (owner, set of copies) of each place for cards, in many states at once."""

    def is_unsound(self, records: Any) -> np.ndarray | bool:
        """Return of many states whether the value is one that cannot be."""


@dataclass(frozen=True)
class Plain:
    """What most fields do."""

    name: str
    source: str = ""  # of the record's field, if it has another name
    silent: bool = field(default=False, kw_only=True)  # no change of it is worth a sentence

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
        """Hold no cards."""
        yield from ()

    def values(self, part: Part) -> Iterator[tuple[str, Any]]:
        """Yield the value."""
        if not self.silent:
            yield self.words, self.show(part)

    def differs(self, shown: Any, expected: Any) -> bool:
        """Compare."""
        return bool(shown != expected)

    def masks(self, records: Any, seat: int) -> Iterator[tuple[int, np.ndarray]]:
        """Hold no cards."""
        yield from ()

    def is_unsound(self, records: Any) -> np.ndarray | bool:
        """Allow everything."""
        return False


@dataclass(frozen=True)
class Number(Plain):
    """A whole number; a lower one than ``lowest`` is a mistake that `test-game` finds.

    Where NOTHING (-1) means "none", ``lowest=-1`` shows it so; a `Seat` shows "nobody", a
    `OneCard` no card, and a `Derived` what you like.
    """

    lowest: int = 0  # the record's own type says the highest

    def lay(self, part: Part, value: Any, dealer: "Dealer", place: str) -> None:
        """Put the number down, if the record can hold it."""
        highest = int(np.iinfo(part.record.dtype[self.at]).max)
        if isinstance(value, bool) or not isinstance(value, int):
            dealer.complain(place, f"expected a whole number, found {value!r}")
        elif not self.lowest <= value <= highest:
            dealer.complain(place, f"expected {self.lowest} to {highest}, found {value}")
        else:
            part.record[self.at] = value

    def is_unsound(self, records: Any) -> np.ndarray:
        """Look for numbers below the lowest."""
        return np.asarray(records[self.at] < self.lowest)


@dataclass(frozen=True)
class Derived(Plain):
    """What follows from other things: shown, but never laid down.

    Attributes
    ----------
    work_out : callable (Part) -> plain data
        Makes a number, a word, yes or no, or a list of these.
    """

    work_out: Callable[[Part], Any] = field(default=lambda part: None, kw_only=True)

    def show(self, part: Part) -> Any:
        """Work it out."""
        return self.work_out(part)

    def differs(self, shown: Any, expected: Any) -> bool:
        """Compare; of a list, a number is how many."""
        is_count = isinstance(shown, list) and isinstance(expected, int)
        return bool((len(shown) if is_count else shown) != expected)

    def lay(self, part: Part, value: Any, dealer: "Dealer", place: str) -> None:
        """Refuse."""
        dealer.complain(place, f"{self.words} follows from the rest and cannot be laid down")


@dataclass(frozen=True)
class Flag(Plain):
    """Yes or no."""

    def show(self, part: Part) -> bool:
        """Return True or False."""
        return bool(part.record[self.at])

    def lay(self, part: Part, value: Any, dealer: "Dealer", place: str) -> None:
        """Put it down."""
        if isinstance(value, bool):
            part.record[self.at] = value
        else:
            dealer.complain(place, f"expected true or false, found {value!r}")


@dataclass(frozen=True)
class Seat(Plain):
    """A player, or "nobody" where the field holds NOTHING."""

    def show(self, part: Part) -> str:
        """Return "player_1", or "nobody"."""
        seat = int(part.record[self.at])
        return NOBODY if seat == NOTHING else player_key(seat)

    def lay(self, part: Part, value: Any, dealer: "Dealer", place: str) -> None:
        """Put it down."""
        players = [player_key(seat) for seat in range(len(part.state.players))]
        if dealer.is_one_of(value, [*players, NOBODY], place):
            part.record[self.at] = NOTHING if value == NOBODY else players.index(value)


@dataclass(frozen=True)
class Word(Plain):
    """One of a game's words, such as a suit; "none" where the state holds NOTHING.

    Attributes
    ----------
    among : type of IntEnum
        The words, of which the state holds the number.
    """

    among: type[IntEnum] = field(kw_only=True)

    @property
    def known(self) -> dict[int, str]:
        """The words by their numbers."""
        words = {int(one): one.name.lower().replace("_", " ") for one in self.among}
        return {NOTHING: "none", **words}

    def show(self, part: Part) -> str:
        """Return the word."""
        number = int(part.record[self.at])
        return self.known.get(number, str(number))

    def lay(self, part: Part, value: Any, dealer: "Dealer", place: str) -> None:
        """Put it down."""
        numbers = {word: number for number, word in self.known.items()}
        if dealer.is_one_of(value, numbers, place):
            part.record[self.at] = numbers[value]

    def is_unsound(self, records: Any) -> np.ndarray:
        """Look for numbers that are no word."""
        return ~np.isin(records[self.at], list(self.known))
