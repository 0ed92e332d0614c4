"""Pace: how many games a second a plan can be expected to be played at."""

import time
from itertools import count

from evenhand.simulate.runs.batch import Chunk, PlanArrays
from evenhand.simulate.runs.python_bots import play_with
from evenhand.simulate.runs.workers import Workers

__all__ = ["expected_pace"]

SECONDS = 0.3  # spent on measuring
MOST_PAIRS = 64  # played between two looks at the clock
MATCHUPS = 8  # of a large plan, that one worker looks at
SHARE = 0.9  # of the pace that keeping the games leaves


def expected_pace(arrays: PlanArrays, workers: Workers) -> float:
    """Measure how fast all workers together play a plan.

    The games are played for their time alone and thrown away: they decide nothing but a
    number of games.

    Parameters
    ----------
    arrays : PlanArrays
        Of a plan whose rules are compiled.
    workers : Workers

    Returns
    -------
    float
        Games a second.
    """
    paces = workers.work(own_pace, [(arrays, number) for number in range(workers.count)])
    return SHARE * sum(paces)


def own_pace(arrays: PlanArrays, worker: int) -> float:
    """Measure how fast one worker plays, whatever it had to load before."""
    n_matchups = len(arrays.matchups)
    play_with(arrays, Chunk(0, 0, 0, 1))
    games, started = 0, time.perf_counter()
    for step in count():
        matchup = (worker + step * max(1, n_matchups // MATCHUPS)) % n_matchups
        games += len(play_with(arrays, Chunk(0, matchup, 0, min(2**step, MOST_PAIRS))))
        seconds = time.perf_counter() - started
        if seconds >= SECONDS:
            break
    return games / seconds
