"""Plans: the matchups of a run, their numbers of games, and their deals."""

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, wraps
from typing import NamedTuple, TypeVar

from evenhand.decks.deck_list import Deck
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import UsageError
from evenhand.decks.product import Product
from evenhand.simulate.bots.bot_files import Bot
from evenhand.simulate.game import Game
from evenhand.simulate.runs.table_schedule import list_tables

__all__ = [
    "HIGHEST_SEED", "MOST_GAMES", "LeftOut", "Matchup", "Plan", "check_games", "once_per_plan",
]  # fmt: skip

Derived = TypeVar("Derived")

HIGHEST_SEED = 2**63 - 1
MOST_GAMES = 10**9  # a matchup's pairs are counted in 32 bits


class LeftOut(NamedTuple):
    """A deck that is not played because it cannot be read.

    Attributes
    ----------
    deck : str
    cards : tuple of str
        Its cards that cannot be read; empty if its own file is wrong.
    """

    deck: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Matchup:
    """The sides of a matchup, as rows of the plan's entrants and bots."""

    decks: tuple[int, ...]
    bots: tuple[int, ...]
    pairs: int  # groups of seat-rotated games
    stream: int  # identifies the matchup in the random streams, below 2**32


@dataclass(frozen=True)
class Plan:
    """Everything that determines the games of a run, and what is left out of them.

    Attributes
    ----------
    entrants : sequence of Deck, or of Product in sealed modes
    bots : sequence of Bot
        One plays every deck; with two, each matchup is played with the bots both ways.
    options : mapping from str to int or str
        The value of every rule option.
    games : int
        Total; divided evenly, at least one group of rotated games for each matchup.
    mirrors : bool
        Whether decks also meet themselves.
    left_out : tuple of LeftOut
        Decks that were asked for and cannot be read; they determine nothing.
    """

    game: Game
    mode: str
    pool: CardPool
    entrants: Sequence[Deck | Product]
    bots: Sequence[Bot]
    options: Mapping[str, int | str]
    games: int
    seed: int
    mirrors: bool = False
    n_seats: int = 2
    left_out: tuple[LeftOut, ...] = ()

    def __post_init__(self) -> None:
        """Tell the bots their cards; raise a UsageError if the plan cannot be played."""
        object.__setattr__(self, "bots", [bot.playing(self.pool) for bot in self.bots])
        check_games(self.games)
        if not 0 <= self.seed <= HIGHEST_SEED:
            raise UsageError(f"--seed: expected 0 to 2**63 - 1, found {self.seed}")
        fewest, most = self.game.seats
        if not fewest <= self.n_seats <= most:
            message = f"{self.game.title} is for {self.game.players} players, not {self.n_seats}"
            raise UsageError(message, f"--players {min(max(self.n_seats, fewest), most)}")
        if len(self.bots) != 1 and (len(self.bots), self.n_seats) != (2, 2):
            expected = (
                "one bot, or two"
                if self.n_seats == 2
                else f"one bot for all {self.n_seats} players"
            )
            raise UsageError(
                f"--bots: expected {expected}, found {len(self.bots)}",
                f"for a panel: --bots panel,{','.join(bot.name for bot in self.bots)}",
            )
        if not self.sides:
            raise UsageError(*self._explain_too_few_decks())

    def _explain_too_few_decks(self) -> tuple[str, str]:
        """Return message and hint for a plan without a matchup."""
        n_decks = len(self.entrants)
        message = f"{self.n_seats} players need {self.n_seats} decks or more, found {n_decks}"
        fewest = self.game.seats[0]
        return message, f"--players {n_decks}, or --mirrors" if n_decks >= fewest else "--mirrors"

    @property
    def asks_functions(self) -> bool:
        """Whether a bot is a Python function, which compiled code cannot call."""
        return any(bot.function for bot in self.bots)

    @property
    def is_sealed(self) -> bool:
        """Whether decks are opened from packs, game by game."""
        return self.mode in self.game.schema.sealed_modes

    @property
    def display_names(self) -> dict[str, str]:
        """Display names of the decks that have one, by name."""
        decks = [entrant for entrant in self.entrants if isinstance(entrant, Deck)]
        return {deck.name: deck.display_name for deck in decks if deck.display_name}

    def with_games(self, games: int) -> "Plan":
        """Return the plan with another number of games, keeping cached values that stay valid."""
        if games == self.games:
            return self
        plan = replace(self, games=games)
        vars(plan).update(sides=self.sides)
        if arrays := vars(self).get("plan_arrays"):
            vars(plan).update(plan_arrays=replace(arrays, plan=plan, matchups=plan.matchups))
        return plan

    @cached_property
    def sides(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """The decks and the bots of every matchup."""
        n_decks = len(self.entrants)
        bot_orders = [(0,) * self.n_seats] if len(self.bots) == 1 else [(0, 1), (1, 0)]
        tables = list_tables(n_decks, self.n_seats, self.seed)
        mirrors = [(deck,) * self.n_seats for deck in range(n_decks) if self.mirrors]
        return [
            (decks, bots)
            for decks in sorted([*tables, *mirrors])
            for bots in (bot_orders[:1] if len(set(decks)) == 1 else bot_orders)
        ]

    @cached_property
    def matchups(self) -> list[Matchup]:
        """The matchups with their share of the games; the first ones get the remainder."""
        sides = self.sides
        groups = max(len(sides), self.games // self.n_seats)
        share, remainder = divmod(groups, len(sides))
        return [
            Matchup(decks, bots, share + (i < remainder), self.stream(decks, bots))
            for i, (decks, bots) in enumerate(sides)
        ]

    def stream(self, decks: tuple[int, ...], bots: tuple[int, ...]) -> int:
        """Return the number that identifies a matchup in the random streams.

        It depends on the names of the decks, so that the games do not depend on other matchups,
        and on those of two bots, so that the two orders of the bots have different deals.
        """
        names = sorted(self.entrants[i].name for i in decks)
        if len(self.bots) > 1:
            names += [self.bots[i].name for i in bots]
        return zlib.crc32("\n".join(names).encode())


def once_per_plan(function: Callable[[Plan], Derived]) -> Callable[[Plan], Derived]:
    """Cache the result of a function of a plan with the plan."""

    @wraps(function)
    def call(plan: Plan) -> Derived:
        cached = vars(plan)
        if function.__name__ not in cached:
            cached[function.__name__] = function(plan)
        result: Derived = cached[function.__name__]
        return result

    return call


def check_games(games: int) -> None:
    """Raise a UsageError for a number of games out of range."""
    if games < 1:
        raise UsageError(f"--games: expected 1 or more, found {games}")
    if games > MOST_GAMES:
        raise UsageError(f"--games: expected at most {MOST_GAMES:,}, found more")
