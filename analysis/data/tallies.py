"""Sums that tables are made of, and one reading of the games that makes them all.

A tally says what is summed over the pairs of a block; blocks are summed on several
threads, and their sums added up in the order of the blocks. A run keeps what was tallied,
so that tables made of the same sums read the games once. `tally_all` reads them once for
many tables.
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

__all__ = ["Sums", "Tally", "by_name", "tally", "tally_all"]

MOST_THREADS = 4  # each holds a block in memory
LEAST_SHARED = 500  # games of a block that is worth a thread of its own
Sums = Mapping[Any, PairSums]  # by whatever names a tally gives them


class Tally(ABC):
    """What is summed over the pairs of every matchup.

    Parameters
    ----------
    run : Run

    Attributes
    ----------
    columns : sequence of str
        Columns that are read beside `first`, `winner` and `end_reason`.
    by_matchup : dict of PlayedMatchup to Sums
        What was summed, in order of the matchup list.
    """

    columns: Sequence[str] = ()

    def __init__(self, run: Run) -> None:
        self.run = run
        self.by_matchup: dict[PlayedMatchup, Sums] = {}

    @abstractmethod
    def count(self, block: PairBlock) -> Sums:
        """Sum up some pairs, by name; several threads may do so at once."""

    def keep(self, matchup: PlayedMatchup, sums: Sums) -> None:
        """Keep the sums of a whole matchup."""
        self.by_matchup[matchup] = sums


SomeTally = TypeVar("SomeTally", bound=Tally)


def tally(run: Run, kind: type[SomeTally]) -> SomeTally:
    """Sum up the pairs of every matchup that was played.

    Raises
    ------
    ValueError
        If a pair is incomplete, or games do not stand in their order.
    """
    tally_all(run, [kind])
    found: SomeTally = run.tallied[kind]
    return found


def tally_all(run: Run, kinds: Sequence[type[Tally]]) -> None:
    """Sum up what many tables are made of, reading the games once."""
    tallies = [kind(run) for kind in kinds if kind not in run.tallied]
    if not tallies:
        return
    blocks = pair_blocks_of(run, [name for one in tallies for name in one.columns])
    for matchup, counted in groupby(count_blocks(tallies, blocks), key=itemgetter(0)):
        totals: list[dict[Any, PairSums]] = [{} for _ in tallies]
        for _, of_block in counted:
            for total, sums in zip(totals, of_block, strict=True):
                add_up(total, sums)
        for one, total in zip(tallies, totals, strict=True):
            one.keep(matchup, total)
    run.tallied.update((type(one), one) for one in tallies)


def count_blocks(
    tallies: Sequence[Tally], blocks: Iterator[PairBlock]
) -> Iterator[tuple[PlayedMatchup, list[Sums]]]:
    """Count blocks on several threads; what they come to is given in their order."""
    n_threads = min(joblib.cpu_count(), MOST_THREADS)
    waiting: deque[tuple[PlayedMatchup, Future[list[Sums]]]] = deque()
    with ThreadPoolExecutor(n_threads) as threads:
        for block in blocks:
            waiting.append((block.matchup, hand_out(threads, tallies, block)))
            if len(waiting) > n_threads:
                matchup, counted = waiting.popleft()
                yield matchup, counted.result()
        for matchup, counted in waiting:
            yield matchup, counted.result()


def hand_out(
    threads: ThreadPoolExecutor, tallies: Sequence[Tally], block: PairBlock
) -> Future[list[Sums]]:
    """Let a thread count a block; a small one is counted at once, sooner than handed over."""
    if block.n_pairs * block.n_seats >= LEAST_SHARED:
        return threads.submit(count_block, tallies, block)
    counted: Future[list[Sums]] = Future()
    counted.set_result(count_block(tallies, block))
    return counted


def count_block(tallies: Sequence[Tally], block: PairBlock) -> list[Sums]:
    """Let every tally count a block."""
    return [one.count(block) for one in tallies]


def add_up(total: dict[Any, PairSums], sums: Sums) -> None:
    """Add sums to those of the same name."""
    for name, part in sums.items():
        if name in total:
            total[name].merge(part)
        else:
            total[name] = part


def by_name(tallied: Mapping[PlayedMatchup, Sums]) -> dict[Any, list[PairSums]]:
    """Gather what each name has in its matchups."""
    found: dict[Any, list[PairSums]] = {}
    for sums in tallied.values():
        for name, part in sums.items():
            found.setdefault(name, []).append(part)
    return found
