"""Games of one state of a folder, which grow while one looks on.

They are kept in memory, and of each game only what figures are made of. Where two states play
the same games, they share them.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

import numpy as np
import polars as pl

from evenhand.analysis.data.run import PlayedMatchup, Run
from evenhand.analysis.tables.pair_scores import MatchupKey, PairScores, read_pair_scores
from evenhand.simulate.runs.batch import Chunk, PlanArrays, plan_arrays, play
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.run_folder import Played, describe_run
from evenhand.simulate.runs.workers import Workers

__all__ = ["Games", "Side", "name_matchup"]

COLUMNS = ("pair", "rotation", "first", "winner", "end_reason", "turns")
TASK_PAIRS = 25  # played before one looks whether they are still wanted
FEW_PAIRS = 2  # .. by bots that think ahead


@dataclass
class Games:
    """The games of a matchup, from its first pair on."""

    frames: list[pl.DataFrame] = field(default_factory=list)
    n_pairs: int = 0

    def add(self, frame: pl.DataFrame, n_pairs: int) -> None:
        """Add the games of the pairs that follow."""
        self.frames.append(frame)
        self.n_pairs += n_pairs


class Side:
    """What is played with the files of one moment.

    Parameters
    ----------
    plan : Plan
    shared : mapping from MatchupKey to Games
        Games of another side that are the same with this one.
    """

    def __init__(self, plan: Plan, shared: Mapping[MatchupKey, Games] | None = None) -> None:
        self.plan = plan
        self.arrays = plan_arrays(plan)
        self.info = describe_run(plan, "", Played(0, 0, ""))
        self.matchups = {name_matchup(one): one for one in self.run(pl.LazyFrame()).matchups}
        known = shared or {}
        self.games = {key: known.get(key) or Games() for key in self.matchups}

    def run(self, games: pl.LazyFrame) -> Run:
        """Put a run of some games together."""
        return Run(Path(), self.info, games)

    def grow(
        self,
        keys: Collection[MatchupKey],
        n_pairs: int,
        workers: Workers,
        is_unwanted: Callable[[], bool],
        progress: Callable[[int], None] = lambda n_games: None,
    ) -> bool:
        """Play until matchups have so many pairs, unless that is no longer wanted.

        Returns
        -------
        bool
            Whether they have.
        """
        chunks = list(self.list_missing(keys, n_pairs))
        tasks = takewhile(
            lambda _: not is_unwanted(), ((self.arrays, chunk, is_unwanted) for _, chunk in chunks)
        )
        played = takewhile(lambda frame: frame is not None, workers.work(play_wanted, tasks))
        for (key, chunk), frame in zip(chunks, played, strict=False):  # fewer if no longer wanted
            self.games[key].add(frame, chunk.n_pairs)
            progress(frame.height)
        return all(self.games[key].n_pairs >= n_pairs for key in keys)

    def list_missing(
        self, keys: Iterable[MatchupKey], n_pairs: int
    ) -> Iterator[tuple[MatchupKey, Chunk]]:
        """List what is to be played, all matchups by turns."""
        size = FEW_PAIRS if any(bot.thinks_ahead for bot in self.plan.bots) else TASK_PAIRS
        for key in keys:
            for first in range(self.games[key].n_pairs, n_pairs, size):
                number = self.matchups[key].index
                yield key, Chunk(0, number, first, min(size, n_pairs - first))

    def count_games(self, keys: Iterable[MatchupKey]) -> int:
        """Count the games there are of some matchups."""
        return sum(self.games[key].n_pairs for key in keys) * self.plan.n_seats

    def scores(self) -> dict[MatchupKey, PairScores]:
        """Sum up the pairs of all matchups that have been played."""
        frames = [
            pl.concat(self.games[key].frames).with_columns(matchup=pl.lit(one.index, pl.Int32))
            for key, one in sorted(self.matchups.items(), key=lambda item: item[1].index)
            if self.games[key].n_pairs
        ]
        return read_pair_scores(self.run(pl.concat(frames).lazy())) if frames else {}


def name_matchup(matchup: PlayedMatchup) -> MatchupKey:
    """Name a matchup by its sides, as scores do."""
    return tuple(sorted(matchup.entrants))


def play_wanted(
    arrays: PlanArrays, chunk: Chunk, is_unwanted: Callable[[], bool]
) -> pl.DataFrame | None:
    """Play some pairs, and keep what figures are made of; None if nobody wants them any more."""
    if is_unwanted():
        return None
    rows = play(arrays, chunk)
    return pl.DataFrame({name: np.ascontiguousarray(rows[name]) for name in COLUMNS})
