"""What a game is, to everything that is not the game."""

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
        Its package, where the modules ``hooks``, ``state`` and ``view`` are found.
    schema : GameSchema
        Its cards and decks.
    rules_version : int
        Moves when the same inputs would give other games; history in ``RULES.md``.
    options, weights : tuple of Option
        What a designer may change about the rules, and about the bots.
    novice_noise : int
        By how much the novice bot errs, in the unit of the game's ``score``: the odds of an
        answer so much worse are half those of an equal one.
    end_reasons : mapping from IntEnum to str
        How games end; 0 is an engine error, 100 an endless turn. Texts complete "the game
        ended because ..".
    standing_unit : str
        What one unit of ``standing`` means to people.
    seats : tuple of int
        Fewest and most players.
    first_means : str
        What going first means in this game, where it is not the whole of the first turn:
        a sentence for people, under the first player's figures in reports.
    turn_means : str
        What ``state.turn`` counts, where it is not one player's turn: a sentence for people,
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
        """Refuse numbers of players that can be none."""
        given: Any = self.seats
        is_pair = isinstance(given, tuple) and len(given) == 2
        if not is_pair or not 2 <= given[0] <= given[1] <= MOST_SEATS:
            raise UsageError(
                f"seats: expected the fewest and the most players, 2 to {MOST_SEATS}; found "
                f"{given!r}",
                "for four and no others: seats=(4, 4)",
            )

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to worker processes by name: rules are not sent, but imported there."""
        return _declared, (self.package,)

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
        """How many can play, for people."""
        fewest, most = self.seats
        return f"{fewest}" if fewest == most else f"{fewest} to {most}"

    @property
    def bot_folder(self) -> Traversable:
        """Where its ready-made bot files are."""
        return files(self.package) / "bot_files"

    @property
    def hooks(self) -> Hooks:
        """Its answers to the hooks, ``HOOKS`` of its module ``hooks``.

        Raises
        ------
        UsageError
            If there is no such module, or a hook that the game needs has no fitting answer.
        """
        hooks = _hooks(self.package)
        if self.schema.vocabulary.verbs and ability_hooks not in hooks.families:
            raise UsageError("its cards have abilities, and no answers to the hooks for them")
        return hooks

    def state_record(self, n_seats: int) -> "np.dtype[Any]":
        """Return the record of a game for so many players, for which its hooks answer."""
        return _state_record(self.package, n_seats)

    @cached_property
    def view(self) -> "View":
        """How its table is told to people."""
        view: View = import_module(f"{self.package}.view").VIEW
        return view

    def pack_pool(self, pool: "CardPool") -> "np.ndarray[Any, Any]":
        """Turn a card pool into the table that rules read, shape (1,)."""
        packed: np.ndarray[Any, Any] = import_module(f"{self.package}.state").pack_pool(pool)
        return packed


def _hooks(package: str) -> Hooks:
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
def _state_record(package: str, n_seats: int) -> "np.dtype[Any]":
    state = import_module(f"{package}.state")
    record: np.dtype[Any] = (
        state.make_state(n_seats) if hasattr(state, "make_state") else state.STATE
    )
    _hooks(package).serve(record)
    return record


def _declared(package: str) -> Game:
    game: Game = import_module(package).GAME
    return game
