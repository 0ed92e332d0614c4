"""Detect forked processes in which Polars, which reads and writes games, would hang.

Polars has its own threads. A fork does not copy them, only the state that says they exist: in a
process forked from one that had used Polars, it waits for them for ever.
"""

import os
from functools import cache
from io import BytesIO
from threading import Thread

import polars as pl

from evenhand.decks.problems import UsageError

__all__ = ["check_polars_threads"]

TIMEOUT = 8.0  # seconds for what takes milliseconds


def check_polars_threads() -> None:
    """Raise if Polars would wait for ever for threads that a fork did not copy.

    Raises
    ------
    UsageError
        If this process was forked from one that had used Polars.
    """
    if not can_use_polars(os.getpid()):
        raise UsageError(
            "games can be neither read nor written in this process: it was forked from one that "
            "had used Polars, whose threads a fork does not copy",
            "start it with 'spawn' or 'forkserver', or fork before the first game is played",
        )


@cache
def can_use_polars(process: int) -> bool:
    """Return whether Polars finishes a tiny task in this process, of which the id is given."""
    attempt = Thread(target=run_polars_task, daemon=True)
    attempt.start()
    attempt.join(TIMEOUT)
    return not attempt.is_alive()


def run_polars_task() -> None:
    """Run a tiny task on the threads of Polars."""
    pl.DataFrame({"game": [0]}).write_parquet(BytesIO())
