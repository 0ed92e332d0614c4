"""Step games from Python, one or many at once, at the speed of compiled rules.

To observe a state, hidden cards are re-dealt by the game's hook in two copies (worlds) that differ
as much as possible: what is equal in both is visible, the rest is hidden. The true values of
hidden things are never read.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

import numpy as np

from evenhand.decks.deck_list import Deck
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import UsageError
from evenhand.decks.product import Product
from evenhand.decks.records import NOTHING
from evenhand.simulate.engine.menu import MENU
from evenhand.simulate.engine.rng import Purpose, below
from evenhand.simulate.game import Game
from evenhand.simulate.runs.batch import pack_entrants, rank_cards
from evenhand.simulate.runs.columns import Columns, lay_columns, view_bytes
from evenhand.simulate.runs.stepped import BEGIN, PROGRESS, WAIT, advance, observe_states
from evenhand.simulate.view.fields import Sight

__all__ = ["HIDDEN", "Batch", "Choice", "Seen", "Stepping", "Table"]

HIDDEN = "hidden"  # replaces what a seat cannot see
WORLDS = 2
MOST_BELOW = 2**32


@dataclass(frozen=True, eq=False)
class Table:
    """A game with its cards, rule options and one deck for each seat.

    Attributes
    ----------
    decks : tuple of Deck, or of Product in sealed modes
        One for each seat.
    """

    game: Game
    pool: CardPool
    decks: tuple[Deck | Product, ...]
    packed_pool: np.ndarray
    packed_options: np.ndarray

    @property
    def n_seats(self) -> int:
        """Number of players."""
        return len(self.decks)

    @cached_property
    def state_record(self) -> "np.dtype[Any]":
        """The record type of a state."""
        return self.game.state_record(self.n_seats)

    @cached_property
    def sight(self) -> Sight:
        """The data for showing a state."""
        return Sight(self.pool, self.packed_pool[0])

    @cached_property
    def deck_arrays(self) -> tuple[np.ndarray, ...]:
        """The decks as packed for rules: cards, sizes, products, and ranks of cards."""
        deck_slots = self.state_record["card_of"].shape[1]
        return *pack_entrants(self.decks, deck_slots), rank_cards(self.pool)

    @cached_property
    def columns(self) -> Columns:
        """The columns of an observation."""
        return lay_columns(self.state_record)


class Batch:
    """Many games at one table, stepped together in compiled code.

    Parameters
    ----------
    table : Table
    n : int
        Number of games, 1 or more.
    skips_forced : bool
        Whether questions with one option are answered automatically.

    Attributes
    ----------
    states : array of state records, shape (n,)
        The games, including what is hidden.
    menus : array of `evenhand.simulate.engine.menu.MENU`, shape (n,)
        The options of each game's question; none in games that are over.
    sides : int8 array, shape (n, seats)
        Index of the table's deck for each seat in the games that begin next; 0, 1, .. at
        first.
    """

    def __init__(self, table: Table, n: int, *, skips_forced: bool = False) -> None:
        self.table = table
        self.skips_forced = skips_forced
        self.states = np.zeros(n, table.state_record)
        self.menus = np.zeros(n, MENU)
        self.sides = np.tile(np.arange(table.n_seats, dtype=np.int8), (n, 1))
        self._progress = np.zeros(n, PROGRESS)
        self._progress["is_over"] = 1
        self._worlds = np.zeros(WORLDS, table.state_record)
        self._views = view_bytes(self._worlds)
        self._seeds = np.zeros(n, np.int64)
        self._blank = np.zeros(1, table.state_record)
        for name in ("end_reason", "winner", "leader"):
            self._blank[name] = NOTHING
        self._rules = (
            self.states, self.menus, self._progress, self._blank, table.packed_pool,
            table.packed_options, *table.deck_arrays, self.sides, self._seeds,
        )  # fmt: skip

    @property
    def seats(self) -> np.ndarray:
        """The seat asked in each game, int8, shape (n,)."""
        return self._progress["seat"]

    @property
    def n_options(self) -> np.ndarray:
        """Number of options, int16, shape (n,); 0 in games that are over."""
        return self._progress["n"]

    @property
    def cards(self) -> np.ndarray:
        """The open deck lists: rows of the pool, int16, shape (n, seats, slots)."""
        return np.asarray(self.states["card_of"])

    @property
    def is_over(self) -> np.ndarray:
        """Which games have ended, bool, shape (n,)."""
        return self._progress["is_over"].view(np.bool_)

    @property
    def returns(self) -> np.ndarray:
        """1 for the winner, -1 for the others, 0 in a draw or a running game; (n, seats)."""
        returns = np.zeros((len(self.states), self.table.n_seats))
        over = np.flatnonzero(self.is_over)
        winner = self.states["winner"][over][:, None]
        won = winner == np.arange(self.table.n_seats)
        returns[over] = (winner != NOTHING) * np.where(won, 1.0, -1.0)
        return returns

    def begin(
        self,
        seeds: Sequence[int] | np.ndarray,
        which: np.ndarray | None = None,
        *,
        matchup: int = 0,
        pair: int = 0,
        interpreted: bool = False,
    ) -> None:
        """Begin new games in all places or some of them, each with its seed.

        Parameters
        ----------
        seeds : int sequence
            One for each game that begins, 0 to 2**63 - 1.
        which : bool array, shape (n,), optional
            The games that begin; default all.
        matchup, pair : int
            Further keys of the random streams, as in a run.
        interpreted : bool
            Run the plain Python rules: the same game, about a thousand times slower.
        """
        chosen = np.ones(len(self.states), bool) if which is None else np.asarray(which, bool)
        self._seeds[chosen] = seeds
        self._blank["rng"]["matchup"], self._blank["rng"]["pair"] = matchup, pair
        run = advance.py_func if interpreted else advance
        run(*self._rules, np.where(chosen, BEGIN, WAIT), self.skips_forced)

    def step(self, answers: np.ndarray) -> None:
        """Answer the question of each game by the number of an option.

        Parameters
        ----------
        answers : int array, shape (n,)
            0 to ``n_options - 1``; ignored for games that are over.

        Raises
        ------
        UsageError
            If an answer is not an option; no game is changed then.
        """
        answers, n = np.asarray(answers, np.int64), self.n_options
        is_running = n > 0
        if answers.shape != n.shape or np.any(is_running & ((answers < 0) | (answers >= n))):
            raise UsageError("an answer is the number of an option, one for each game")
        self._advance(np.where(is_running, answers, WAIT))

    def _advance(self, answers: np.ndarray) -> None:
        advance(*self._rules, answers, self.skips_forced)

    def observe(self, seats: np.ndarray | None = None, out: np.ndarray | None = None) -> np.ndarray:
        """Return what a seat of each game sees, as numbers.

        Parameters
        ----------
        seats : int array, shape (n,), optional
            The seats; default the seats asked.
        out : int16 array, shape (n, columns), optional
            Array for the result: faster than a new array each time.

        Returns
        -------
        int16 array, shape (n, columns)
            Columns as in ``table.columns.names``: numbers of the state, -1 for none; for a set
            one column for each of 63 members, 1 if it is in the set. What the seat cannot know
            is -2.
        """
        table, columns = self.table, self.table.columns
        observers = np.asarray(self.seats if seats is None else seats, np.int64)
        seen = np.empty((len(observers), columns.n), np.int16) if out is None else out
        observe_states(
            self.states, table.packed_pool, table.packed_options, observers, self._worlds,
            self._views, columns.places, seen,
        )  # fmt: skip
        return seen


@dataclass(frozen=True)
class Choice:
    """One legal option.

    Attributes
    ----------
    index : int
        Its position in the menu of this question.
    id : int
        Equal for the same action in all games with the same decks and rules version: kind,
        seat, slot and card, packed into 40 bits.
    """

    index: int
    id: int
    _game: "Stepping" = field(repr=False, compare=False)

    @property
    def words(self) -> str:
        """The option in the words of players."""
        return self._game.words[self.index]


class Seen(Mapping[str, Any]):
    """What a seat sees of a game, computed on first access.

    A mapping: the table in names and numbers, with `HIDDEN` for what the seat cannot know. It
    shows the current state of the game; copy it (``dict(seen)``) to keep it.

    Attributes
    ----------
    seat : int
        The seat, counted from 0.
    """

    def __init__(self, game: "Stepping", seat: int) -> None:
        self.seat = seat
        self._game = game
        self._view: dict[str, Any] | None = None

    @property
    def question(self) -> str:
        """The current question."""
        return self._game.question

    @property
    def numbers(self) -> np.ndarray:
        """The observation as numbers, int16, shape (columns,); see `Batch.observe`."""
        return self._game.numbers_seen_by(self.seat)

    def below(self, n: int) -> int:
        """Return a random integer from 0 to n - 1, reproducible in the same game of a run.

        Raises
        ------
        UsageError
            If n is not 1 to 2**32.
        """
        if not 1 <= n <= MOST_BELOW:
            raise UsageError(f"below: expected 1 to 2**32, found {n}")
        return int(below(self._game._batch.states[0].rng, n, Purpose.BOT, self.seat))

    def forget(self) -> None:
        """Clear the cached view after the game has changed."""
        self._view = None

    def _read(self) -> dict[str, Any]:
        if self._view is None:
            self._view = self._game.seen_by(self.seat)
        return self._view

    def __getitem__(self, name: str) -> Any:
        """Return a value of the table."""
        return self._read()[name]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of the values."""
        return iter(self._read())

    def __len__(self) -> int:
        """Return the number of values."""
        return len(self._read())


class Stepping:
    """One running game."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._words: list[str] | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._batch._progress["is_over"][0])

    @property
    def seat(self) -> int:
        """The seat asked, counted from 0."""
        return int(self._batch._progress["seat"][0])

    @property
    def n_options(self) -> int:
        """Number of options; 0 when the game is over."""
        return int(self._batch._progress["n"][0])

    @property
    def winner(self) -> int | None:
        """The seat that won; None in a draw and a running game."""
        winner = int(self._batch.states["winner"][0])
        return None if winner == NOTHING else winner

    @property
    def returns(self) -> tuple[float, ...]:
        """For each seat: 1 if it won, -1 if it lost, else 0."""
        winner, n_seats = self.winner, self._batch.table.n_seats
        if winner is None or not self.is_over:
            return (0.0,) * n_seats
        return tuple(1.0 if seat == winner else -1.0 for seat in range(n_seats))

    @property
    def question(self) -> str:
        """The current question."""
        table = self._batch.table
        view, state = table.game.view, self._batch.states[0]
        return view.question(view.whole(state, table.sight))

    @property
    def options(self) -> list[Choice]:
        """The legal options; none when the game is over."""
        actions = self._batch.menus["actions"][0][: self.n_options].tolist()
        return [Choice(i, pack_action(*action), self) for i, action in enumerate(actions)]

    @property
    def words(self) -> list[str]:
        """The legal options in the words of players, by index."""
        if self.is_over:
            return []
        if self._words is None:
            batch, table = self._batch, self._batch.table
            self._words = table.game.view.options(batch.states[0], table.sight, batch.menus[0])
        return list(self._words)

    @property
    def state(self) -> dict[str, Any]:
        """The table as the seat asked sees it."""
        return self.seen_by(self.seat)

    @property
    def full_state(self) -> dict[str, Any]:
        """The whole table, including hidden cards."""
        table = self._batch.table
        return table.game.view.show(self._batch.states[0], table.sight)

    def seen_by(self, seat: int) -> dict[str, Any]:
        """Return the table as a seat sees it, with `HIDDEN` for what it cannot know."""
        table = self._batch.table
        self.numbers_seen_by(seat)
        worlds = [table.game.view.show(world, table.sight) for world in self._batch._worlds]
        seen: dict[str, Any] = hide_differences(worlds)
        return seen

    def numbers_seen_by(self, seat: int) -> np.ndarray:
        """Return what a seat sees as numbers, int16, shape (columns,); see `Batch.observe`."""
        numbers: np.ndarray = self._batch.observe(np.array([seat]))[0]
        return numbers

    def apply(self, option: Choice | int) -> None:
        """Take an option: one of `options`, or its index.

        Raises
        ------
        UsageError
            If it is not a legal option.
        """
        index = option.index if isinstance(option, Choice) else int(option)
        if not 0 <= index < self.n_options:
            raise UsageError(f"there are {self.n_options} options, counted from 0; found {index}")
        if isinstance(option, Choice):
            action = self._batch.menus["actions"][0][index].tolist()
            if pack_action(*action) != option.id:
                raise UsageError("this option was of another question")
        self._words = None
        self._batch._advance(np.array([index]))

    def copy(self) -> Self:
        """Return an independent copy of the game, with the same random numbers to come."""
        other = Batch(self._batch.table, 1, skips_forced=self._batch.skips_forced)
        other.states[:] = self._batch.states
        other.menus[:] = self._batch.menus
        other.sides[:] = self._batch.sides
        other._progress[:] = self._batch._progress
        return type(self)(other)


def pack_action(kind: int, seat: int, slot: int, copy: int) -> int:
    """Pack the fields of an action into one number, 0 to 2**40 - 1."""
    return (kind & 0xFF) << 32 | (seat & 0xFF) << 24 | (slot & 0xFFFF) << 8 | (copy & 0xFF)


def hide_differences(views: Sequence[Any]) -> Any:
    """Return what several views of a table have in common, with `HIDDEN` for the rest."""
    first = views[0]
    if all(other == first for other in views):
        return first
    if isinstance(first, dict) and all(other.keys() == first.keys() for other in views):
        return {key: hide_differences([other[key] for other in views]) for key in first}
    if isinstance(first, list) and all(len(other) == len(first) for other in views):
        return [hide_differences(parts) for parts in zip(*views, strict=True)]
    return HIDDEN
