"""All games together, and each matchup by itself: the scopes of several tables."""

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
    """Sums over every matchup as a whole."""

    @abstractmethod
    def quantities(self, block: PairBlock) -> Quantities:
        """Sum over each pair of a block, each of shape (n_pairs,), by name."""

    def count(self, block: PairBlock) -> Sums:
        """Sum up some pairs: the quantities, and "games"."""
        games = np.full(block.n_pairs, block.n_seats)
        return {"": PairSums.of({"games": games, **self.quantities(block)})}


def sum_by_scope(run: Run, kind: type[ScopeTally]) -> tuple[list[str], PooledSums]:
    """Sum up all games together, and each matchup.

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
