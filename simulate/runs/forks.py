"""Processes that were forked: what reads and writes games does not live on in all of them.

Polars works in threads of its own. A fork copies none of them, but all that says they are there:
in a process forked from one that had used Polars, it waits for them without end.
"""

import os
from functools import cache
from io import BytesIO
from threading import Thread

import polars as pl

from evenhand.decks.problems import UsageError

__all__ = ["refuse_dead_threads"]

PATIENCE = 8.0  # seconds for what takes milliseconds


def refuse_dead_threads() -> None:
    """Refuse to read or write games where that would never come to an end.

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
    """Return whether Polars comes back from its smallest task in a process, which is this one."""
    attempt = Thread(target=use_threads, daemon=True)
    attempt.start()
    attempt.join(PATIENCE)
    return not attempt.is_alive()


def use_threads() -> None:
    """Let the threads of Polars do something."""
    pl.DataFrame({"game": [0]}).write_parquet(BytesIO())
