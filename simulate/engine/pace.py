"""Pace: how many games a second a plan can be expected to be played at."""

import time
from itertools import count

import joblib

from simulate.engine.batch import Chunk, Table, play

__all__ = ["expected_pace"]

SECONDS = 0.3  # spent on measuring
MOST_PAIRS = 64  # played between two looks at the clock
SHARE = 0.9  # of a worker's pace that is left when all work at once


def expected_pace(table: Table, jobs: int, backend: str) -> float:
    """Measure how fast one worker plays a plan, and count the workers.

    The games are played for their time alone and thrown away: they decide nothing but a
    number of games.

    Parameters
    ----------
    table : Table
        Of a plan whose rules are compiled.
    jobs : int
        Workers; -1 for one per processor.
    backend : str
        As joblib calls it.

    Returns
    -------
    float
        Games a second.
    """
    with joblib.parallel_config(backend=backend):
        n_workers = joblib.effective_n_jobs(jobs)
    games, started, seconds = 0, time.perf_counter(), 0.0
    for step in count():
        pairs = min(2**step, MOST_PAIRS)
        # A step of its own length goes through all matchups of a large plan, not the first few.
        matchup = step * max(1, len(table.matchups) // 8) % len(table.matchups)
        games += len(play(table, Chunk(0, matchup, 0, pairs)))
        seconds = time.perf_counter() - started
        if seconds >= SECONDS:
            break
    return games / seconds * (n_workers * SHARE if n_workers > 1 else 1)
