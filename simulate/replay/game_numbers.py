"""Number the games of a run, from 1 in the order of the game table."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate

from evenhand.decks.problems import UsageError
from evenhand.simulate.runs.stored import StoredRun

__all__ = ["GameKey", "find_game_key", "find_game_number", "list_game_numbers"]


@dataclass(frozen=True)
class GameKey:
    """Key of a game of a run: the columns that order the game table."""

    matchup: int
    pair: int
    rotation: int


def find_game_key(run: StoredRun, number: int) -> GameKey:
    """Return the key of a game by its number.

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


def find_game_number(run: StoredRun, place: GameKey) -> int:
    """Return the number of a game by its key, from 1."""
    return next(iter(list_game_numbers(run, [place])))


def list_game_numbers(run: StoredRun, places: Iterable[GameKey]) -> Iterator[int]:
    """Yield the numbers of games by their keys, from 1."""
    before = [0, *accumulate(matchup["pairs"] for matchup in run.info["matchups"])]
    for place in places:
        yield 1 + (before[place.matchup] + place.pair) * run.n_seats + place.rotation
