"""Games of a run by their numbers, counted from 1 in the order of the game table."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate

from evenhand.decks.problems import UsageError
from evenhand.simulate.runs.stored import StoredRun

__all__ = ["GameKey", "game_at", "number_all", "number_of"]


@dataclass(frozen=True)
class GameKey:
    """Which game of a run: its row of the game table, by the columns that order it."""

    matchup: int
    pair: int
    rotation: int


def game_at(run: StoredRun, number: int) -> GameKey:
    """Return the place of a game by its number.

    Raises
    ------
    UsageError
        If the run has no such game.
    """
    n = run.n_seats
    left = number - 1
    for index, matchup in enumerate(run.info["matchups"]):
        games = matchup["pairs"] * n
        if 0 <= left < games:
            return GameKey(index, left // n, left % n)
        left -= games
    total = sum(matchup["pairs"] for matchup in run.info["matchups"]) * n
    raise UsageError(f"--game: expected 1 to {total}, found {number}")


def number_of(run: StoredRun, place: GameKey) -> int:
    """Return the number of a game by its place, counted from 1."""
    return next(iter(number_all(run, [place])))


def number_all(run: StoredRun, places: Iterable[GameKey]) -> Iterator[int]:
    """Go through the numbers of games by their places."""
    before = [0, *accumulate(matchup["pairs"] for matchup in run.info["matchups"])]
    for place in places:
        yield 1 + (before[place.matchup] + place.pair) * run.n_seats + place.rotation
