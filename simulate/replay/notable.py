"""Games worth looking at: the longest, the greatest comeback, a surprise, a typical one."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import polars as pl

from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.decks.records import NOTHING
from evenhand.simulate.engine.state import ENGINE_ERROR
from evenhand.simulate.replay.cells import KINDS, ORDER, Cell, games_of, put_in_order, rank_games
from evenhand.simulate.replay.game_numbers import GameKey, number_of
from evenhand.simulate.runs.seating import orders_of
from evenhand.simulate.runs.stored import StoredRun

__all__ = [
    "NOTABLE",
    "find_game",
]


def is_played(frame: pl.LazyFrame) -> pl.LazyFrame:
    """Leave out games that the engine could not finish."""
    return frame.filter(pl.col("end_reason") != ENGINE_ERROR)


def longest(run: StoredRun) -> pl.LazyFrame:
    """Order by turns, then decisions, most first."""
    return is_played(run.games).pipe(put_in_order, turns=True, decisions=True)


def shortest(run: StoredRun) -> pl.LazyFrame:
    """Order by turns, then decisions, fewest first."""
    return is_played(run.games).pipe(put_in_order, turns=False, decisions=False)


def comeback(run: StoredRun) -> pl.LazyFrame:
    """Order by how far the winner was behind."""
    won = run.games.filter(pl.col("winner") != NOTHING)
    return put_in_order(won, comeback=True)


def upset(run: StoredRun) -> pl.LazyFrame:
    """Order by how seldom the winner's side wins this matchup, then as `comeback`."""
    n = run.n_seats
    orders = orders_of(n)
    sides = pl.DataFrame(
        {
            "order": np.repeat(np.arange(len(orders)), n),
            "place": np.tile(np.arange(n), len(orders)),
            "side": orders.ravel(),
        }
    )
    won = (
        run.games.filter(pl.col("winner") != NOTHING)
        .with_columns(
            order=pl.col("pair").cast(pl.Int64) % len(orders),
            place=(pl.col("winner") + pl.col("rotation")).cast(pl.Int64) % n,
        )
        .join(sides.lazy(), on=["order", "place"], maintain_order="left")
    )
    wins = won.group_by("matchup", "side").agg(pl.len().alias("wins"))
    rated = won.join(wins, on=["matchup", "side"])
    return put_in_order(rated, wins=False, comeback=True)


def draw(run: StoredRun) -> pl.LazyFrame:
    """Take games that nobody won."""
    return is_played(run.games.filter(pl.col("winner") == NOTHING))


def error(run: StoredRun) -> pl.LazyFrame:
    """Take games that the engine could not finish."""
    return run.games.filter(pl.col("end_reason") == ENGINE_ERROR)


NOTABLE: Mapping[str, Callable[[StoredRun], pl.LazyFrame]] = {
    "longest": longest,
    "shortest": shortest,
    "comeback": comeback,
    "upset": upset,
    "draw": draw,
    "error": error,
}


def find_game(run: StoredRun, kind: str, cell: Cell | None = None) -> int:
    """Return the number of the most notable game of a kind.

    Parameters
    ----------
    run : StoredRun
    kind : str
        One of `NOTABLE` or of `evenhand.simulate.replay.cells.KINDS`.
    cell : Cell, optional
        Which games to look among; all if not given.

    Returns
    -------
    int
        The game's number, counted from 1 in the order of the game table.

    Raises
    ------
    UsageError
        If there is no such kind, or no such game in the run.
    """
    kinds = (*NOTABLE, *KINDS)
    if kind not in kinds:
        hint = did_you_mean(kind, kinds) or f"one of {', '.join(kinds)}"
        raise UsageError(f"there is no kind of game '{kind}'", hint)
    games = games_of(run, cell or Cell("first"))
    if kind in KINDS:
        ranked = rank_games(games, kind)
    else:
        ranked = NOTABLE[kind](replace(run, games=games) if cell else run)
    found = ranked.select(ORDER).head(1).collect()
    if found.is_empty():
        among = f" among those of the {cell.what} {' '.join(cell.names)}".rstrip() if cell else ""
        raise UsageError(f"no game of {run.folder} is a case of '{kind}'{among}")
    return number_of(run, GameKey(*found.row(0)))
