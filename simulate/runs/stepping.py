"""Games that are stepped from Python, one or many together, at the speed of compiled rules.

What a seat sees of a game is worked out by dealing anew what it cannot see, by the game's own
hook, in two worlds that are as far apart as can be: what is the same in both is seen, all else
is hidden. The true values of hidden things are never looked at.
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
from evenhand.simulate.runs.batch import pack_entrants, rank_of
from evenhand.simulate.runs.columns import Columns, lay_columns, view_bytes
from evenhand.simulate.runs.stepped import ASKED, BEGIN, WAIT, advance, see
from evenhand.simulate.view.fields import Sight

__all__ = ["HIDDEN", "Batch", "Choice", "Seen", "Stepping", "Table"]

HIDDEN = "hidden"  # in place of what a seat cannot see
WORLDS = 2
MOST_BELOW = 2**32


@dataclass(frozen=True, eq=False)
class Table:
    """A game with its cards, rule options and the decks at its seats.

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
        """Players in a game."""
        return len(self.decks)

    @cached_property
    def state_record(self) -> "np.dtype[Any]":
        """The record of a game."""
        return self.game.state_record(self.n_seats)

    @cached_property
    def sight(self) -> Sight:
        """What is needed to tell a state."""
        return Sight(self.pool, self.packed_pool[0])

    @cached_property
    def deck_arrays(self) -> tuple[np.ndarray, ...]:
        """The decks as rules take them: cards, sizes, products, and the order of cards."""
        deck_slots = self.state_record["card_of"].shape[1]
        return *pack_entrants(self.decks, deck_slots), rank_of(self.pool)

    @cached_property
    def columns(self) -> Columns:
        """What the numbers are that a seat sees."""
        return lay_columns(self.state_record)


class Batch:
    """Many games at one table, stepped together in compiled code.

    Parameters
    ----------
    table : Table
    n : int
        How many games, 1 or more.
    skips_forced : bool
        Whether questions with one option answer themselves: fewer steps, the same games.

    Attributes
    ----------
    states : array of state records, shape (n,)
        The games, what is hidden included.
    menus : array of `evenhand.simulate.engine.menu.MENU`, shape (n,)
        The options of each game's question; none in games that are over.
    sides : int8 array, shape (n, seats)
        Which of the table's decks each seat has in the games that begin next; each its own
        at first.
    """

    def __init__(self, table: Table, n: int, *, skips_forced: bool = False) -> None:
        self.table = table
        self.skips_forced = skips_forced
        self.states = np.zeros(n, table.state_record)
        self.menus = np.zeros(n, MENU)
        self.sides = np.tile(np.arange(table.n_seats, dtype=np.int8), (n, 1))
        self._asked = np.zeros(n, ASKED)
        self._asked["is_over"] = 1
        self._worlds = np.zeros(WORLDS, table.state_record)
        self._views = view_bytes(self._worlds)
        self._seeds = np.zeros(n, np.int64)
        self._blank = np.zeros(1, table.state_record)
        for name in ("end_reason", "winner", "leader"):
            self._blank[name] = NOTHING
        self._rules = (
            self.states, self.menus, self._asked, self._blank, table.packed_pool,
            table.packed_options, *table.deck_arrays, self.sides, self._seeds,
        )  # fmt: skip

    @property
    def seats(self) -> np.ndarray:
        """Who is asked in each game, int8, shape (n,)."""
        return self._asked["seat"]

    @property
    def n_options(self) -> np.ndarray:
        """How many options there are, int16, shape (n,); 0 in games that are over."""
        return self._asked["n"]

    @property
    def cards(self) -> np.ndarray:
        """The deck lists, which are open: rows of the pool, int16, shape (n, seats, slots)."""
        return np.asarray(self.states["card_of"])

    @property
    def is_over(self) -> np.ndarray:
        """Which games have ended, bool, shape (n,)."""
        return self._asked["is_over"].view(np.bool_)

    @property
    def returns(self) -> np.ndarray:
        """1 for the winner, -1 for the others, 0 in a draw or while it goes on; (n, seats)."""
        found = np.zeros((len(self.states), self.table.n_seats))
        over = np.flatnonzero(self.is_over)
        winner = self.states["winner"][over][:, None]
        won = winner == np.arange(self.table.n_seats)
        found[over] = (winner != NOTHING) * np.where(won, 1.0, -1.0)
        return found

    def begin(
        self,
        seeds: Sequence[int] | np.ndarray,
        which: np.ndarray | None = None,
        *,
        matchup: int = 0,
        pair: int = 0,
        interpreted: bool = False,
    ) -> None:
        """Begin all games anew, or some of them, each with its seed.

        Parameters
        ----------
        seeds : int sequence
            One for each game that begins, 0 to 2**63 - 1.
        which : bool array, shape (n,), optional
            The games that begin; all if not given.
        matchup, pair : int
            What else names the random streams, as in a run.
        interpreted : bool
            Run the plain Python rules: the same game, some thousand times slower.
        """
        chosen = np.ones(len(self.states), bool) if which is None else np.asarray(which, bool)
        self._seeds[chosen] = seeds
        self._blank["rng"]["matchup"], self._blank["rng"]["pair"] = matchup, pair
        run = advance.py_func if interpreted else advance
        run(*self._rules, np.where(chosen, BEGIN, WAIT), self.skips_forced)

    def step(self, answers: np.ndarray) -> None:
        """Answer each game's question by an option's number; games that are over stay so.

        Parameters
        ----------
        answers : int array, shape (n,)
            0 to ``n_options - 1``; anything for games that are over.

        Raises
        ------
        UsageError
            If an answer is no option; no game has moved then.
        """
        answers, n = np.asarray(answers, np.int64), self.n_options
        goes_on = n > 0
        if answers.shape != n.shape or np.any(goes_on & ((answers < 0) | (answers >= n))):
            raise UsageError("an answer is the number of an option, one for each game")
        self._advance(np.where(goes_on, answers, WAIT))

    def _advance(self, answers: np.ndarray) -> None:
        advance(*self._rules, answers, self.skips_forced)

    def observe(self, seats: np.ndarray | None = None, out: np.ndarray | None = None) -> np.ndarray:
        """Return what a seat of each game sees, as numbers.

        Parameters
        ----------
        seats : int array, shape (n,), optional
            Whose eyes; those of the seats that are asked if not given.
        out : int16 array, shape (n, columns), optional
            Where to write it: quicker than a new array each time.

        Returns
        -------
        int16 array, shape (n, columns)
            As ``table.columns.names`` says: numbers as they stand in the state, -1 for none;
            of a set one column for each of 63 members, 1 for those in it. What the seat
            cannot know is -2.
        """
        table, columns = self.table, self.table.columns
        who = np.asarray(self.seats if seats is None else seats, np.int64)
        seen = np.empty((len(who), columns.n), np.int16) if out is None else out
        see(
            self.states, table.packed_pool, table.packed_options, who, self._worlds,
            self._views, columns.places, seen,
        )  # fmt: skip
        return seen


@dataclass(frozen=True)
class Choice:
    """One legal option.

    Attributes
    ----------
    index : int
        Its place in the menu of this question.
    id : int
        The same for the same act in any game with the same decks and rules version: kind,
        seat, slot and card, packed into 40 bits.
    """

    index: int
    id: int
    _game: "Stepping" = field(repr=False, compare=False)

    @property
    def words(self) -> str:
        """The option in the players' words."""
        return self._game.words[self.index]


class Seen(Mapping[str, Any]):
    """What a seat sees of a game when it is asked, worked out when it is looked at.

    A mapping: the table in names and numbers, `HIDDEN` in place of what the seat cannot know.
    It shows the game as it stands, so keep a copy (``dict(seen)``) of what you want to keep.

    Attributes
    ----------
    seat : int
        Whose eyes, counted from 0.
    """

    def __init__(self, game: "Stepping", seat: int) -> None:
        self.seat = seat
        self._game = game
        self._shown: dict[str, Any] | None = None

    @property
    def question(self) -> str:
        """What is asked."""
        return self._game.question

    @property
    def numbers(self) -> np.ndarray:
        """The same as numbers, int16, shape (columns,); see `Batch.observe`."""
        return self._game.numbers_seen_by(self.seat)

    def below(self, n: int) -> int:
        """Return a whole number 0 to n - 1 by luck, the same in the same game of the same run.

        Raises
        ------
        UsageError
            If n is not 1 to 2**32.
        """
        if not 1 <= n <= MOST_BELOW:
            raise UsageError(f"below: expected 1 to 2**32, found {n}")
        return int(below(self._game._batch.states[0].rng, n, Purpose.BOT, self.seat))

    def forget(self) -> None:
        """Look anew the next time: the game has gone on."""
        self._shown = None

    def _look(self) -> dict[str, Any]:
        if self._shown is None:
            self._shown = self._game.seen_by(self.seat)
        return self._shown

    def __getitem__(self, name: str) -> Any:
        """Return one thing of the table."""
        return self._look()[name]

    def __iter__(self) -> Iterator[str]:
        """Go through the names of what is on the table."""
        return iter(self._look())

    def __len__(self) -> int:
        """Count what is on the table."""
        return len(self._look())


class Stepping:
    """One game under way."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._words: list[str] | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._batch._asked["is_over"][0])

    @property
    def seat(self) -> int:
        """Who is asked, counted from 0."""
        return int(self._batch._asked["seat"][0])

    @property
    def n_options(self) -> int:
        """How many options there are; 0 when the game is over."""
        return int(self._batch._asked["n"][0])

    @property
    def winner(self) -> int | None:
        """The seat that won; None in a draw and while the game goes on."""
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
        """What is asked."""
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
        """The legal options in the players' words, by index."""
        if self.is_over:
            return []
        if self._words is None:
            batch, table = self._batch, self._batch.table
            self._words = table.game.view.options(batch.states[0], table.sight, batch.menus[0])
        return list(self._words)

    @property
    def state(self) -> dict[str, Any]:
        """What the seat asked sees."""
        return self.seen_by(self.seat)

    @property
    def full_state(self) -> dict[str, Any]:
        """The whole table, hidden cards included."""
        table = self._batch.table
        return table.game.view.show(self._batch.states[0], table.sight)

    def seen_by(self, seat: int) -> dict[str, Any]:
        """Return what a seat sees: `HIDDEN` stands for what it cannot know."""
        table = self._batch.table
        self.numbers_seen_by(seat)
        shown = [table.game.view.show(world, table.sight) for world in self._batch._worlds]
        agreed: dict[str, Any] = agree(shown)
        return agreed

    def numbers_seen_by(self, seat: int) -> np.ndarray:
        """Return what a seat sees as numbers, int16, shape (columns,); see `Batch.observe`."""
        found: np.ndarray = self._batch.observe(np.array([seat]))[0]
        return found

    def apply(self, option: Choice | int) -> None:
        """Take an option: one of `options`, or its index.

        Raises
        ------
        UsageError
            If it is not on offer.
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
        """Return a game that goes on by itself from here; chance falls as it will in this one."""
        other = Batch(self._batch.table, 1, skips_forced=self._batch.skips_forced)
        other.states[:] = self._batch.states
        other.menus[:] = self._batch.menus
        other.sides[:] = self._batch.sides
        other._asked[:] = self._batch._asked
        return type(self)(other)


def pack_action(kind: int, seat: int, slot: int, copy: int) -> int:
    """Pack the fields of an action into one number, 0 to 2**40 - 1."""
    return (kind & 0xFF) << 32 | (seat & 0xFF) << 24 | (slot & 0xFFFF) << 8 | (copy & 0xFF)


def agree(shown: Sequence[Any]) -> Any:
    """Keep what several accounts of a table have in common; the rest is hidden."""
    one = shown[0]
    if all(other == one for other in shown):
        return one
    if isinstance(one, dict) and all(other.keys() == one.keys() for other in shown):
        return {key: agree([other[key] for other in shown]) for key in one}
    if isinstance(one, list) and all(len(other) == len(one) for other in shown):
        return [agree(those) for those in zip(*shown, strict=True)]
    return HIDDEN
