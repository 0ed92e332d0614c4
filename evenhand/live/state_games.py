"""Games of one state of a folder, whose number grows during the session.

Only the columns needed for the results are stored, in memory. States share the games that
are the same.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
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
TASK_PAIRS = 25  # batch size between checks for cancellation
FEW_PAIRS = 2  # the same for bots that think ahead


@dataclass
class Games:
    """Games of one state in a matchup, from its first pair."""

    frames: list[pl.DataFrame] = field(default_factory=list)
    n_pairs: int = 0

    def add(self, frame: pl.DataFrame, n_pairs: int) -> None:
        """Append the games of the next pairs of a state."""
        self.frames.append(frame)
        self.n_pairs += n_pairs


class Side:
    """All games of one state of a folder.

    Parameters
    ----------
    plan : Plan
    shared : mapping from MatchupKey to Games
        Games of another side that are the same for this one.
    """

    def __init__(self, plan: Plan, shared: Mapping[MatchupKey, Games] | None = None) -> None:
        self.plan = plan
        self.arrays = plan_arrays(plan)
        self.info = describe_run(plan, "", Played(0, 0, ""))
        self.matchups = {
            name_matchup(matchup): matchup for matchup in self.make_run(pl.LazyFrame()).matchups
        }
        known = shared or {}
        self.games = {key: known.get(key) or Games() for key in self.matchups}

    def make_run(self, games: pl.LazyFrame) -> Run:
        """Return a `Run` of the games of a state."""
        return Run(Path(), self.info, games)

    def play_up_to(
        self,
        wanted: Mapping[MatchupKey, int],
        workers: Workers,
        is_unwanted: Callable[[], bool],
        progress: Callable[[int], None] = lambda n_games: None,
    ) -> bool:
        """Play a state until the matchups have the wanted pairs, or until games are unwanted.

        Returns
        -------
        bool
            Whether all matchups have their pairs.
        """
        chunks = list(self.list_missing(wanted))
        tasks = takewhile(
            lambda _: not is_unwanted(), ((self.arrays, chunk, is_unwanted) for _, chunk in chunks)
        )
        played = takewhile(lambda frame: frame is not None, workers.work(play_if_wanted, tasks))
        for (key, chunk), frame in zip(chunks, played, strict=False):  # shorter if unwanted
            self.games[key].add(frame, chunk.n_pairs)
            progress(frame.height)
        return all(self.games[key].n_pairs >= n_pairs for key, n_pairs in wanted.items())

    def list_missing(self, wanted: Mapping[MatchupKey, int]) -> Iterator[tuple[MatchupKey, Chunk]]:
        """Yield the chunks of a state's games missing to the wanted pairs, matchup by matchup."""
        size = FEW_PAIRS if any(bot.thinks_ahead for bot in self.plan.bots) else TASK_PAIRS
        for key, n_pairs in wanted.items():
            for first in range(self.games[key].n_pairs, n_pairs, size):
                number = self.matchups[key].index
                yield key, Chunk(0, number, first, min(size, n_pairs - first))

    def count_games(self, keys: Iterable[MatchupKey]) -> int:
        """Return the number of games of a state played of some matchups."""
        return sum(self.games[key].n_pairs for key in keys) * self.plan.n_seats

    def compute_scores(self) -> dict[MatchupKey, PairScores]:
        """Compute the pair scores of all matchups with games of a state."""
        frames = [
            pl.concat(self.games[key].frames).with_columns(matchup=pl.lit(matchup.index, pl.Int32))
            for key, matchup in sorted(self.matchups.items(), key=lambda item: item[1].index)
            if self.games[key].n_pairs
        ]
        return read_pair_scores(self.make_run(pl.concat(frames).lazy())) if frames else {}


def name_matchup(matchup: PlayedMatchup) -> MatchupKey:
    """Return the key of a state's games of a matchup: the sorted names of its sides."""
    return tuple(sorted(matchup.entrants))


def play_if_wanted(
    arrays: PlanArrays, chunk: Chunk, is_unwanted: Callable[[], bool]
) -> pl.DataFrame | None:
    """Play a chunk of a state's games, as columns `COLUMNS`; None if they are unwanted."""
    if is_unwanted():
        return None
    rows = play(arrays, chunk)
    return pl.DataFrame({name: np.ascontiguousarray(rows[name]) for name in COLUMNS})
