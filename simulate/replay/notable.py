"""Find notable games: the longest, the greatest comeback, an upset, a typical one."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import polars as pl

from evenhand.decks.problems import UsageError, did_you_mean
from evenhand.decks.records import NOTHING
from evenhand.simulate.engine.state import ENGINE_ERROR
from evenhand.simulate.replay.game_numbers import GameKey, find_game_number
from evenhand.simulate.replay.games_behind import (
    KINDS,
    ORDER,
    Cell,
    rank_games,
    select_games,
    sort_games,
)
from evenhand.simulate.runs.seating import orders_of
from evenhand.simulate.runs.stored import StoredRun

__all__ = [
    "NOTABLE",
    "find_game",
]


def drop_unfinished(frame: pl.LazyFrame) -> pl.LazyFrame:
    """Drop games that ended with an engine error."""
    return frame.filter(pl.col("end_reason") != ENGINE_ERROR)


def sort_longest(run: StoredRun) -> pl.LazyFrame:
    """Sort by turns, then decisions, most first."""
    return drop_unfinished(run.games).pipe(sort_games, turns=True, decisions=True)


def sort_shortest(run: StoredRun) -> pl.LazyFrame:
    """Sort by turns, then decisions, fewest first."""
    return drop_unfinished(run.games).pipe(sort_games, turns=False, decisions=False)


def sort_comebacks(run: StoredRun) -> pl.LazyFrame:
    """Sort by how far the winner was behind."""
    won = run.games.filter(pl.col("winner") != NOTHING)
    return sort_games(won, comeback=True)


def sort_upsets(run: StoredRun) -> pl.LazyFrame:
    """Sort by how seldom the winner's side wins its matchup, then as `sort_comebacks`."""
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
    return sort_games(rated, wins=False, comeback=True)


def select_draws(run: StoredRun) -> pl.LazyFrame:
    """Select games without a winner."""
    return drop_unfinished(run.games.filter(pl.col("winner") == NOTHING))


def select_errors(run: StoredRun) -> pl.LazyFrame:
    """Select games that ended with an engine error."""
    return run.games.filter(pl.col("end_reason") == ENGINE_ERROR)


NOTABLE: Mapping[str, Callable[[StoredRun], pl.LazyFrame]] = {
    "longest": sort_longest,
    "shortest": sort_shortest,
    "comeback": sort_comebacks,
    "upset": sort_upsets,
    "draw": select_draws,
    "error": select_errors,
}


def find_game(run: StoredRun, kind: str, cell: Cell | None = None) -> int:
    """Return the number of the most notable game of a kind.

    Parameters
    ----------
    run : StoredRun
    kind : str
        One of `NOTABLE` or of `evenhand.simulate.replay.games_behind.KINDS`.
    cell : Cell, optional
        The games to search; all if not given.

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
    games = select_games(run, cell or Cell("first"))
    if kind in KINDS:
        ranked = rank_games(games, kind)
    else:
        ranked = NOTABLE[kind](replace(run, games=games) if cell else run)
    best = ranked.select(ORDER).head(1).collect()
    if best.is_empty():
        among = f" among those of the {cell.what} {' '.join(cell.names)}".rstrip() if cell else ""
        raise UsageError(f"no game of {run.folder} is a case of '{kind}'{among}")
    return find_game_number(run, GameKey(*best.row(0)))
