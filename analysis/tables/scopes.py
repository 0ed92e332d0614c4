"""All games together, and each matchup by itself: the scopes of several tables."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from evenhand.analysis.data.pairs import PairBlock, PairSums, pair_blocks_by_matchup
from evenhand.analysis.data.run import Run

__all__ = ["Quantities", "sums_by_scope"]

Quantities = Mapping[str, np.ndarray]


def sums_by_scope(
    run: Run, columns: Sequence[str], quantities: Callable[[PairBlock], Quantities]
) -> tuple[list[str], list[list[PairSums]]]:
    """Sum some quantities of all games together and of each matchup.

    Parameters
    ----------
    run : Run
    columns : sequence of str
        Columns that `quantities` reads.
    quantities : callable
        Sums over each pair of a block, each of shape (n_pairs,), by name.

    Returns
    -------
    scopes : list of str
        "all", then the matchups.
    parts : list of list of PairSums
        What to pool for each scope; its quantities and "games".
    """
    names: list[str] = []
    parts: list[PairSums] = []
    for matchup, blocks in pair_blocks_by_matchup(run, columns):
        for index, block in enumerate(blocks):
            values = {"games": np.full(block.n_pairs, run.n_seats), **quantities(block)}
            if index == 0:
                names.append(matchup.name)
                parts.append(PairSums(1, list(values)))
            parts[-1].add(values)
    return ["all", *names], [parts, *([part] for part in parts)]
