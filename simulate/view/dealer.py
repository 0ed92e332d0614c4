"""Deal cards to a table that is laid out by hand."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from evenhand.decks.pool import CardPool
from evenhand.decks.problems import Problem, did_you_mean
from evenhand.simulate.view.names import MOST_COUNTED, player_key, spell_out

__all__ = ["Dealer"]

UNNAMED = -1  # a row to be filled in later with a card that is not named


class Dealer:
    """Deal copies of cards to fields, and collect problems.

    A deck's copies are numbered in canonical order, which is known only when all cards
    have been dealt. So a table is laid out twice: the first dealer only counts.
    """

    def __init__(
        self,
        state: Any,
        pool: CardPool,
        filler: Mapping[str, str] | None,
        file: str,
        numbers: list[list[int]] | None,
    ) -> None:
        self.state = state
        self.pool = pool
        self.filler = filler
        self.file = file
        self.numbers = numbers
        self.rows: list[list[int]] = [[] for _ in state.players]  # by seat, in order of dealing
        self.problems: list[Problem] = []
        self.later: list[Callable[[], None]] = []  # called when all cards have been dealt

    def complain(self, place: str, message: str, hint: str = "") -> None:
        """Add a problem with the value at a place of the file."""
        self.problems.append(Problem(self.file, None, place, message, hint))

    def is_one_of(self, value: Any, known: Iterable[str], place: str) -> bool:
        """Return whether a word is known; add a problem if not."""
        words = list(known)
        if isinstance(value, str) and value in words:
            return True
        hint = did_you_mean(str(value), words)
        self.complain(place, f"expected one of {', '.join(words)}; found {value!r}", hint)
        return False

    def names(self, value: Any, place: str, expected: str = "a list of names") -> list[str]:
        """Return a list of names, expanded; add a problem if the value is another."""
        if isinstance(value, list) and all(isinstance(name, str) for name in value):
            return spell_out(value, self.pool.labels)
        self.complain(place, f"expected {expected}, found {value!r}")
        return []

    def cards(self, seat: int, value: Any, place: str) -> list[int]:
        """Deal named cards, or a number of filler cards; return the copies."""
        if isinstance(value, int) and not isinstance(value, bool):
            if not 0 <= value <= MOST_COUNTED:
                self.complain(place, f"expected 0 cards or more, found {value}")
                return []
            rows = [self.filler_row()] * value
        else:
            names = self.names(value, place, "a list of names or a number of cards")
            named = [self.row_of(seat, name, place) for name in names]
            rows = [row for row in named if row is not None]
        room = self.state.card_of.shape[1] - len(self.rows[seat])
        if len(rows) > room:
            most = self.state.card_of.shape[1]
            message = f"{player_key(seat)} has {most - room + len(rows)} cards so far"
            self.complain(place, f"{message}; a deck has at most {most}")
        return [self.deal(seat, row) for row in rows[:room]]

    def filler_row(self) -> int:
        """Return the row of a filler card; `UNNAMED` if each is a different card of the pool."""
        return UNNAMED if self.filler is None else self.pool.row_of(self.filler["name"])

    def row_of(self, seat: int, name: str, place: str) -> int | None:
        """Return the row of a card by name; None and a problem if unknown or already dealt."""
        rows = self.pool.rows_of(name)
        if not rows:
            hint = did_you_mean(name, self.pool.labels)
            self.complain(place, f"there is no card '{name}'", hint)
            return None
        if self.filler is None and rows[0] in self.rows[seat]:
            self.complain(place, f"'{name}' is somewhere else already")
            return None
        return rows[0]

    def deal(self, seat: int, row: int) -> int:
        """Deal one card, and return its copy."""
        number = len(self.rows[seat])
        self.rows[seat].append(row)
        copy = number if self.numbers is None else self.numbers[seat][number]
        self.state.card_of[seat, copy] = max(row, 0)
        self.state.deck_size[seat] = len(self.rows[seat])
        return copy

    def name_the_rest(self) -> list[list[int]]:
        """Return the rows dealt, with `UNNAMED` replaced by remaining cards of the pool."""
        named = []
        for seat, rows in enumerate(self.rows):
            left = [row for row in range(len(self.pool.cards)) if row not in rows]
            if rows.count(UNNAMED) > len(left):
                self.complain(f"given.{player_key(seat)}", "holds more cards than there are")
            rest = iter(left)
            named.append([next(rest, 0) if row == UNNAMED else row for row in rows])
        return named
