"""The declaration of a game, by which all other code uses it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from evenhand.decks.problems import UsageError
from evenhand.decks.schema import GameSchema
from evenhand.simulate.compiling import Hooks
from evenhand.simulate.engine.abilities import hooks as ability_hooks
from evenhand.simulate.engine.options import Option

if TYPE_CHECKING:
    import numpy as np

    from evenhand.decks.pool import CardPool
    from evenhand.simulate.view.view import View

__all__ = ["Game"]

MOST_SEATS = 8


@dataclass(frozen=True)
class Game:
    """One game, declared once as ``GAME`` in ``simulate/games/<game>/__init__.py``.

    Attributes
    ----------
    package : str
        Its package, which contains the modules ``hooks``, ``state`` and ``view``.
    schema : GameSchema
        The schema of its cards and decks.
    rules_version : int
        Incremented when the same inputs give other games; history in ``RULES.md``.
    options, weights : tuple of Option
        Options of the rules, and weights of the bots, that a designer may change.
    novice_noise : int
        Size of the novice bot's errors, in units of the game's ``score``: the odds of an
        answer worse by this amount are half those of an equal one.
    end_reasons : mapping from IntEnum to str
        Texts by end reason; 0 is an engine error, 100 an endless turn. Texts complete "the game
        ended because ..".
    standing_unit : str
        The unit of ``standing``, for people.
    seats : tuple of int
        Minimum and maximum number of players.
    first_means : str
        What going first means in this game, if it is not taking the whole first turn:
        a sentence for people, under the first player's figures in reports.
    turn_means : str
        What ``state.turn`` counts, if it is not one player's turn: a sentence for people,
        such as "One trick, to which every player plays a card."
    """

    package: str
    schema: GameSchema
    rules_version: int
    options: tuple[Option, ...]
    weights: tuple[Option, ...]
    novice_noise: int
    end_reasons: Mapping[IntEnum, str]
    standing_unit: str
    seats: tuple[int, int] = (2, 2)
    first_means: str = ""
    turn_means: str = ""

    def __post_init__(self) -> None:
        """Raise if the numbers of players are invalid."""
        given: Any = self.seats
        is_pair = isinstance(given, tuple) and len(given) == 2
        if not is_pair or not 2 <= given[0] <= given[1] <= MOST_SEATS:
            raise UsageError(
                f"seats: expected the fewest and the most players, 2 to {MOST_SEATS}; found "
                f"{given!r}",
                "for four and no others: seats=(4, 4)",
            )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game by name: worker processes import it."""
        return _import_game, (self.package,)

    @property
    def name(self) -> str:
        """The name of its folder."""
        return self.schema.name

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.schema.title

    @property
    def players(self) -> str:
        """The possible numbers of players, for people."""
        fewest, most = self.seats
        return f"{fewest}" if fewest == most else f"{fewest} to {most}"

    @property
    def bot_folder(self) -> Traversable:
        """The folder of its bot files."""
        return files(self.package) / "bot_files"

    @property
    def hooks(self) -> Hooks:
        """Its implementations of the hooks: ``HOOKS`` of its module ``hooks``.

        Raises
        ------
        UsageError
            If there is no such module, or the implementations of required hooks are missing.
        """
        hooks = _load_hooks(self.package)
        if self.schema.vocabulary.verbs and ability_hooks not in hooks.families:
            raise UsageError("its cards have abilities, and no answers to the hooks for them")
        return hooks

    def state_record(self, n_seats: int) -> "np.dtype[Any]":
        """Return the state record for a number of players, and register its hooks for it."""
        return _make_state_record(self.package, n_seats)

    @cached_property
    def view(self) -> "View":
        """The view of its table for people."""
        view: View = import_module(f"{self.package}.view").VIEW
        return view

    def pack_pool(self, pool: "CardPool") -> "np.ndarray[Any, Any]":
        """Convert a card pool to the array that rules read, shape (1,)."""
        packed: np.ndarray[Any, Any] = import_module(f"{self.package}.state").pack_pool(pool)
        return packed


def _load_hooks(package: str) -> Hooks:
    try:
        hooks: Hooks = import_module(f"{package}.hooks").HOOKS
    except ModuleNotFoundError as error:
        if error.name != f"{package}.hooks":
            raise
        raise UsageError(
            f"there is no {error.name}, where its rules are named",
            "a game is a package: evenhand new-game NAME makes one",
        ) from None
    return hooks


@cache
def _make_state_record(package: str, n_seats: int) -> "np.dtype[Any]":
    state = import_module(f"{package}.state")
    record: np.dtype[Any] = (
        state.make_state(n_seats) if hasattr(state, "make_state") else state.STATE
    )
    _load_hooks(package).serve(record)
    return record


def _import_game(package: str) -> Game:
    game: Game = import_module(package).GAME
    return game
