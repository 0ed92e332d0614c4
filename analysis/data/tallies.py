"""Tallies: the sums over pairs that tables are computed from, in one pass over the games.

A `Tally` defines the sums of a block of pairs. Blocks are counted on several threads, and
their sums are added in the order of the blocks. A run caches its tallies, so that tables that
use the same sums read the games once. `tally_all` reads the games once for many tables.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeVar

import joblib

from evenhand.analysis.data.pairs import PairBlock, PairSums, pair_blocks_of
from evenhand.analysis.data.run import PlayedMatchup, Run

__all__ = ["Sums", "Tally", "group_by_name", "tally", "tally_all"]

MOST_THREADS = 4  # each holds a block in memory
LEAST_SHARED = 500  # smallest number of games in a block that is counted on another thread
Sums = Mapping[Any, PairSums]  # keyed by names that each tally chooses


class Tally(ABC):
    """Sums over the pairs of every matchup.

    Parameters
    ----------
    run : Run

    Attributes
    ----------
    columns : sequence of str
        Columns to read in addition to `first`, `winner` and `end_reason`.
    by_matchup : dict of PlayedMatchup to Sums
        The sums, in order of the matchup list.
    """

    columns: Sequence[str] = ()

    def __init__(self, run: Run) -> None:
        self.run = run
        self.by_matchup: dict[PlayedMatchup, Sums] = {}

    @abstractmethod
    def count(self, block: PairBlock) -> Sums:
        """Return the sums over a block of pairs, by name; must be thread-safe."""

    def store_sums(self, matchup: PlayedMatchup, sums: Sums) -> None:
        """Store the sums of a whole matchup in `by_matchup`."""
        self.by_matchup[matchup] = sums


SomeTally = TypeVar("SomeTally", bound=Tally)


def tally(run: Run, kind: type[SomeTally]) -> SomeTally:
    """Return a tally of all played matchups, computed on first use.

    Raises
    ------
    ValueError
        If a pair is incomplete, or games are not in order.
    """
    tally_all(run, [kind])
    counted: SomeTally = run.tallied[kind]
    return counted


def tally_all(run: Run, kinds: Sequence[type[Tally]]) -> None:
    """Compute all tallies that the run has not cached yet, reading the games once."""
    tallies = [kind(run) for kind in kinds if kind not in run.tallied]
    if not tallies:
        return
    blocks = pair_blocks_of(run, [name for each in tallies for name in each.columns])
    for matchup, counted in groupby(count_blocks(tallies, blocks), key=itemgetter(0)):
        totals: list[dict[Any, PairSums]] = [{} for _ in tallies]
        for _, sums_of_block in counted:
            for total, sums in zip(totals, sums_of_block, strict=True):
                add_sums(total, sums)
        for each, total in zip(tallies, totals, strict=True):
            each.store_sums(matchup, total)
    run.tallied.update((type(each), each) for each in tallies)


def count_blocks(
    tallies: Sequence[Tally], blocks: Iterator[PairBlock]
) -> Iterator[tuple[PlayedMatchup, list[Sums]]]:
    """Tally blocks on several threads; yield their sums in the order of the blocks."""
    n_threads = min(joblib.cpu_count(), MOST_THREADS)
    waiting: deque[tuple[PlayedMatchup, Future[list[Sums]]]] = deque()
    with ThreadPoolExecutor(n_threads) as threads:
        for block in blocks:
            waiting.append((block.matchup, submit_block(threads, tallies, block)))
            if len(waiting) > n_threads:
                matchup, counted = waiting.popleft()
                yield matchup, counted.result()
        for matchup, counted in waiting:
            yield matchup, counted.result()


def submit_block(
    threads: ThreadPoolExecutor, tallies: Sequence[Tally], block: PairBlock
) -> Future[list[Sums]]:
    """Submit a block to tally to a thread; count a small one here, which is faster."""
    if block.n_pairs * block.n_seats >= LEAST_SHARED:
        return threads.submit(count_block, tallies, block)
    counted: Future[list[Sums]] = Future()
    counted.set_result(count_block(tallies, block))
    return counted


def count_block(tallies: Sequence[Tally], block: PairBlock) -> list[Sums]:
    """Return the sums of a block for every tally."""
    return [each.count(block) for each in tallies]


def add_sums(total: dict[Any, PairSums], sums: Sums) -> None:
    """Add a tally's sums to the totals of the same name, in place."""
    for name, part in sums.items():
        if name in total:
            total[name].merge(part)
        else:
            total[name] = part


def group_by_name(tallied: Mapping[PlayedMatchup, Sums]) -> dict[Any, list[PairSums]]:
    """Group a tally's sums by name: one entry for each matchup that has the name."""
    groups: dict[Any, list[PairSums]] = {}
    for sums in tallied.values():
        for name, part in sums.items():
            groups.setdefault(name, []).append(part)
    return groups
