"""Scopes of tables: all games together, then each matchup."""

from abc import abstractmethod
from collections.abc import Mapping

import numpy as np

from evenhand.analysis.data.pairs import PairBlock, PairSums
from evenhand.analysis.data.run import Run
from evenhand.analysis.data.tallies import Sums, Tally, tally
from evenhand.analysis.statistics.ratios import PooledSums, pool_rows

__all__ = ["Quantities", "ScopeTally", "sum_by_scope"]

Quantities = Mapping[str, np.ndarray]


class ScopeTally(Tally):
    """Base class of tallies by scope, with one row per matchup."""

    @abstractmethod
    def quantities(self, block: PairBlock) -> Quantities:
        """Return the sums over each pair of a block by name, each of shape (n_pairs,)."""

    def count(self, block: PairBlock) -> Sums:
        """Return the sums over a block of pairs: the quantities, and "games"."""
        games = np.full(block.n_pairs, block.n_seats)
        return {"": PairSums.of({"games": games, **self.quantities(block)})}


def sum_by_scope(run: Run, kind: type[ScopeTally]) -> tuple[list[str], PooledSums]:
    """Return the sums of a tally over all games, and over each matchup.

    Returns
    -------
    scopes : list of str
        "all", then the matchups.
    sums : PooledSums
        A row for each scope.
    """
    tallied = tally(run, kind).by_matchup
    parts = [sums[""] for sums in tallied.values()]
    names = [matchup.name for matchup in tallied]
    return ["all", *names], pool_rows([parts, *([part] for part in parts)])
