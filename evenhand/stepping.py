"""Games that are stepped from Python, one or many together, at the speed of compiled rules.

`deal` gives one `Stepping`; `Batch` steps many at once. What a seat sees of a game is
worked out by dealing anew what it cannot see, several times, by the game's own hook: what
is the same in all these worlds is seen, all else is hidden. The true values of hidden
things are never looked at.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import numpy as np

from evenhand.decks.deck_list import Deck, load_deck, sample_decks
from evenhand.decks.pool import CardPool, load_pool
from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.decks.records import NOTHING, record
from evenhand.simulate.compiling import kernel
from evenhand.simulate.engine.hooks import apply, resample_hidden, set_up
from evenhand.simulate.engine.menu import MENU, open_menu
from evenhand.simulate.engine.options import option_values, pack_options
from evenhand.simulate.engine.state import is_over, stop_endless
from evenhand.simulate.game import Game
from evenhand.simulate.registry import load_game
from evenhand.simulate.view.fields import Sight

__all__ = ["HIDDEN", "Batch", "Choice", "Stepping", "Table", "deal", "set_table"]

HIDDEN = "hidden"  # in place of what a seat cannot see
BEGIN = -1  # as an answer: set the game up
WAIT = -2  # as an answer: leave the game alone
WORLDS = 8  # in which something must be the same to count as seen
NOT_SEEN = ("rng", "tally", "tasks_done", "tasks_in_turn", "turn_of_tasks", "decisions")
QUESTIONS_PER_TURN = 1_000
HIGHEST_SEED = 2**63 - 1
SET_BITS = 63

PACE = record(("turn", np.int64), ("asked", np.int64))  # the turn, and questions asked in it


@kernel
def advance(states, menus, paces, pool, options, answers):  # type: ignore[no-untyped-def]
    """Give each game its answer, and open the menu of its next question."""
    for i in range(len(answers)):
        state, menu, pace = states[i], menus[i], paces[i]
        if answers[i] == WAIT or is_over(state):
            continue
        if answers[i] == BEGIN:
            set_up(state, pool[0], options[0])
        else:
            state.decisions += menu.n > 1
            apply(state, pool[0], options[0], menu.actions[answers[i]])
        pace.asked += 1
        if pace.turn != state.turn:
            pace.turn = state.turn
            pace.asked = 0
        if pace.asked > QUESTIONS_PER_TURN:
            stop_endless(state)
        menu.n = 0
        if not is_over(state):
            open_menu(state, pool[0], options[0], menu)


@kernel
def imagine(states, pool, options, seats):  # type: ignore[no-untyped-def]
    """Deal anew in each state what a seat cannot see."""
    for i in range(len(seats)):
        resample_hidden(states[i], pool[0], options[0], seats[i])


@dataclass(frozen=True, eq=False)
class Table:
    """A game with its cards, rule options and the decks at its seats."""

    game: Game
    pool: CardPool
    decks: tuple[Deck, ...]
    packed_pool: np.ndarray
    packed_options: np.ndarray

    @property
    def state_record(self) -> "np.dtype[Any]":
        """The record of a game."""
        return self.game.state_record(len(self.decks))

    @cached_property
    def sight(self) -> Sight:
        """What is needed to tell a state."""
        return Sight(self.pool, self.packed_pool[0])

    def lay_out(self, states: np.ndarray, seeds: np.ndarray) -> None:
        """Make states blank, hand out the decks, and point the streams at the seeds."""
        states[:] = np.zeros(1, states.dtype)
        states["rng"]["seed"] = seeds
        for name in ("end_reason", "winner", "leader"):
            states[name] = NOTHING
        for seat, deck in enumerate(self.decks):
            states["card_of"][:, seat, : len(deck.cards)] = deck.cards
            states["deck_size"][:, seat] = len(deck.cards)

    def worlds(self, state: np.ndarray, seat: int, n: int = WORLDS) -> np.ndarray:
        """Return states, shape (n,), that are all one as far as a seat can see."""
        found = np.repeat(state, n)
        self.dream(found, np.full(n, seat), np.arange(1, n + 1))
        return found

    def dream(self, states: np.ndarray, seats: np.ndarray, worlds: np.ndarray) -> None:
        """Deal anew, in place, what seats cannot see; what is dealt depends on nothing hidden."""
        states["rng"]["seed"] = 0
        states["rng"]["used"] = 0
        states["rng"]["world"] = worlds
        imagine(states, self.packed_pool, self.packed_options, seats.astype(np.int64))


def set_table(
    game: str,
    decks: Sequence[str | Path] = (),
    *,
    mode: str = "",
    options: Mapping[str, int | str] | None = None,
    cards: str | Path | None = None,
    players: int | None = None,
) -> Table:
    """Load what a game needs.

    Parameters
    ----------
    decks : sequence of str or Path
        One for each seat: names of sample decks, or deck files; the first samples if empty.

    Raises
    ------
    UsageError
        If a name or number is wrong.
    InputError
        If a file's content is wrong.
    """
    played = load_game(game)
    schema = played.schema
    mode = mode or schema.modes[0]
    if mode in schema.sealed_modes:
        raise UsageError(f"mode {mode}: games with opened packs cannot be stepped yet")
    if mode not in schema.modes:
        raise UsageError(f"there is no mode '{mode}'", did_you_mean(mode, schema.modes))
    values = option_values(played.options, {k: str(v) for k, v in (options or {}).items()})
    pool = load_pool(schema, cards)
    samples = sample_decks(schema, mode)
    n = players or len(decks) or played.seats[0]
    names = list(decks) or [list(samples)[i % len(samples)] for i in range(n)]
    fewest, most = played.seats
    if len(names) != n or not fewest <= n <= most:
        message = f"{played.title} is for {played.players} players with a deck each"
        raise UsageError(f"{message}, found {len(names)} decks for {n} players")
    loaded = tuple(load_deck(schema, pool, samples.get(str(name), Path(name))) for name in names)
    return Table(played, pool, loaded, played.pack_pool(pool), pack_options(played.options, values))


class Batch:
    """Many games at one table, stepped together in compiled code.

    Attributes
    ----------
    states : array of state records, shape (n,)
    menus : array of `evenhand.simulate.engine.menu.MENU`, shape (n,)
        The options of each game's question; none in games that are over.
    """

    def __init__(self, table: Table, n: int) -> None:
        self.table = table
        self.states = np.zeros(n, table.state_record)
        self.menus = np.zeros(n, MENU)
        self.paces = np.zeros(n, PACE)

    @property
    def seats(self) -> np.ndarray:
        """Who is asked in each game, int8, shape (n,)."""
        return np.asarray(self.states["seat"])

    @property
    def n_options(self) -> np.ndarray:
        """How many options there are, int16, shape (n,); 0 in games that are over."""
        return np.asarray(self.menus["n"])

    @property
    def is_over(self) -> np.ndarray:
        """Which games have ended, bool, shape (n,)."""
        return np.asarray(self.states["end_reason"] != NOTHING)

    @property
    def returns(self) -> np.ndarray:
        """1 for the winner, -1 for the others, 0 in a draw or while it goes on; (n, seats)."""
        winner = self.states["winner"][:, None]
        decided = self.is_over[:, None] & (winner != NOTHING)
        return decided * np.where(winner == np.arange(len(self.table.decks)), 1.0, -1.0)

    def begin(self, seeds: Sequence[int] | np.ndarray, which: np.ndarray | None = None) -> None:
        """Begin all games anew, or those of a bool array, each with its seed."""
        n = len(self.states)
        chosen = np.ones(n, bool) if which is None else which
        fresh = np.zeros(int(chosen.sum()), self.states.dtype)
        self.table.lay_out(fresh, np.asarray(seeds))
        self.states[chosen] = fresh
        self.paces[chosen] = np.zeros(1, PACE)
        self._advance(np.where(chosen, BEGIN, WAIT))

    def step(self, answers: np.ndarray) -> None:
        """Answer each game's question by an option's number; games that are over stay so.

        Raises
        ------
        UsageError
            If an answer is no option; no game has moved then.
        """
        answers = np.asarray(answers, np.int64)
        n, over = self.n_options, self.is_over
        if answers.shape != n.shape or np.any(~over & ((answers < 0) | (answers >= n))):
            raise UsageError("an answer is the number of an option, one for each game")
        self._advance(np.where(over, WAIT, answers))

    def _advance(self, answers: np.ndarray) -> None:
        table = self.table
        advance(
            self.states, self.menus, self.paces, table.packed_pool, table.packed_options, answers
        )

    def observe(self, seats: np.ndarray | None = None, n_worlds: int = 2) -> np.ndarray:
        """Return what a seat of each game sees, float32, shape (n, features).

        The numbers of the state in the order of its record, a set of cards as 63 numbers 0
        or 1, but none of those kept for each card. What differs from one imagined world to
        another is hidden, and -1.
        """
        who = self.seats if seats is None else np.asarray(seats)
        found: np.ndarray | None = None
        for world in range(1, n_worlds + 1):
            dreamt = self.states.copy()
            self.table.dream(dreamt, who, np.full(len(dreamt), world))
            numbers = read_numbers(dreamt)
            found = numbers if found is None else np.where(found == numbers, found, -1)
        assert found is not None
        return found


def read_numbers(states: np.ndarray) -> np.ndarray:
    """Return the numbers of states that are part of the table, float32, shape (n, features).

    Fields with a number for each card of a deck are left out: what stands there for a card
    that has gone back to a hidden place may be left over from the table, and tell of it.
    """
    columns: list[np.ndarray] = []
    deck_slots = states["card_of"].shape[-1]
    for numbers in (states["card_of"], *leaves(states)):
        if numbers.shape[-1] == deck_slots and columns:
            continue
        flat = numbers.reshape(len(states), -1)
        if flat.dtype == np.int64:
            bits = (flat[:, :, None] >> np.arange(SET_BITS)) & 1
            flat = bits.reshape(len(states), -1)
        columns.append(flat.astype(np.float32))
    return np.concatenate(columns, axis=1)


def leaves(states: np.ndarray, skipped: Sequence[str] = NOT_SEEN) -> Iterator[np.ndarray]:
    """Go through the plain fields of records, those of records within them too."""
    for name in states.dtype.names or ():
        if name in skipped:
            continue
        inner = states[name]
        if inner.dtype.names:
            yield from leaves(inner.reshape(len(inner), -1) if inner.ndim > 2 else inner, ())
        else:
            yield inner


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
    game: "Stepping"

    @property
    def words(self) -> str:
        """The option in the players' words."""
        return self.game.words[self.index]


class Stepping:
    """One game under way."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._batch.states["end_reason"][0] != NOTHING)

    @property
    def seat(self) -> int:
        """Who is asked, counted from 0."""
        return int(self._batch.states["seat"][0])

    @property
    def n_options(self) -> int:
        """How many options there are; 0 when the game is over."""
        return int(self._batch.menus["n"][0])

    @property
    def winner(self) -> int | None:
        """The seat that won; None in a draw and while the game goes on."""
        winner = int(self._batch.states["winner"][0])
        return None if winner == NOTHING else winner

    @property
    def returns(self) -> tuple[float, ...]:
        """For each seat: 1 if it won, -1 if it lost, else 0."""
        return tuple(map(float, self._batch.returns[0]))

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
        table = self._batch.table
        return table.game.view.options(self._batch.states[0], table.sight, self._batch.menus[0])

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
        worlds = table.worlds(self._batch.states, seat)
        shown = [table.game.view.show(world, table.sight) for world in worlds]
        agreed: dict[str, Any] = agree(shown)
        return agreed

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
        self._batch._advance(np.array([index]))

    def copy(self) -> Self:
        """Return a game that goes on by itself from here; chance falls as it will in this one."""
        other = Batch(self._batch.table, 1)
        other.states[:] = self._batch.states
        other.menus[:] = self._batch.menus
        other.paces[:] = self._batch.paces
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


def deal(game: str, decks: Sequence[str | Path] = (), *, seed: int = 1, **table: Any) -> Stepping:
    """Deal a game that can be stepped.

    Parameters
    ----------
    decks : sequence of str or Path
        One for each seat; see `set_table`, which takes the rest.
    seed : int
        The same seed deals the same game, 0 to 2**63 - 1.
    """
    if not 0 <= seed <= HIGHEST_SEED:
        raise UsageError(f"seed: expected 0 to 2**63 - 1, found {seed}")
    batch = Batch(set_table(game, decks, **table), 1)
    batch.begin([seed])
    return Stepping(batch)
