"""Measure how many games of a plan are played per second."""

import time
from itertools import count

from evenhand.simulate.runs.batch import Chunk, PlanArrays
from evenhand.simulate.runs.python_bots import play_compiled_or_stepped
from evenhand.simulate.runs.workers import Workers

__all__ = ["measure_games_per_second"]

SECONDS = 0.3  # duration of the measurement
MOST_PAIRS = 64  # played between two readings of the clock
MATCHUPS = 8  # of a large plan, measured by one worker
SHARE = 0.9  # of the speed that is left when games are written to disk


def measure_games_per_second(arrays: PlanArrays, workers: Workers) -> float:
    """Measure the speed of all workers together.

    The games are discarded; they affect only the number of games to play.

    Parameters
    ----------
    arrays : PlanArrays
        Those of a plan whose rules are compiled.
    workers : Workers

    Returns
    -------
    float
        Games per second.
    """
    speeds = workers.work(measure_worker, [(arrays, number) for number in range(workers.count)])
    return SHARE * sum(speeds)


def measure_worker(arrays: PlanArrays, worker: int) -> float:
    """Measure the speed of one worker, loading excluded."""
    n_matchups = len(arrays.matchups)
    play_compiled_or_stepped(arrays, Chunk(0, 0, 0, 1))
    games, started = 0, time.perf_counter()
    for step in count():
        matchup = (worker + step * max(1, n_matchups // MATCHUPS)) % n_matchups
        games += len(
            play_compiled_or_stepped(arrays, Chunk(0, matchup, 0, min(2**step, MOST_PAIRS)))
        )
        seconds = time.perf_counter() - started
        if seconds >= SECONDS:
            break
    return games / seconds
