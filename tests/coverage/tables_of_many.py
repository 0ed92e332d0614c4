"""Whole runs, of two players and of four: numbers that a run has but once."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl

from evenhand import analysis
from evenhand.analysis.data.run import Run
from tests.coverage.duels import CARDS, ENDINGS, Duel, covers_column, play
from tests.coverage.rows import Row, alarms, covers, simulation
from tests.fake_run import played, run_info


def first_rows(tables: list[pd.DataFrame]) -> pd.DataFrame:
    """Gather the first line of each table."""
    return pd.concat([table[:1] for table in tables])


@simulation({f"three matchups, {n} pairs each": {"duel": Duel(n)} for n in (20, 200)})
def whole_runs(rng: np.random.Generator, repeats: int, duel: Duel) -> Iterator[Row]:
    """All matchups of a run together."""
    runs = [play(rng, duel, 3) for _ in range(repeats // 4)]
    first = first_rows([analysis.first_player(run) for run in runs])
    yield covers_column("first player's win rate, whole run", first, "first_win_rate",
                        duel.first_win_rate)  # fmt: skip
    ways = pd.concat([analysis.end_reasons(run)[1:2] for run in runs])
    yield covers_column("share of games that end one way", ways, "share", ENDINGS[0])


def play_tables(rng: np.random.Generator, n_pairs: int, n_seats: int = 4) -> Run:
    """Let decks that are alike meet at two tables, where no seat is better than another."""
    tables = [tuple(range(n_seats)), tuple(range(1, n_seats + 1))]
    strengths = np.zeros(n_seats + 1)
    frames = [played(rng, row, sides, strengths, n_pairs, 0.0) for row, sides in enumerate(tables)]
    names = [f"deck{number}" for number in range(n_seats + 1)]
    games = pl.concat(frames)
    info = run_info(names, CARDS, tables, n_pairs, n_seats, games.height)
    return Run(Path(), info, games.lazy())


@simulation({f"four players, {n} groups": {"n_pairs": n} for n in (30, 120)})
def many_seats(rng: np.random.Generator, repeats: int, n_pairs: int) -> Iterator[Row]:
    """Seats and decks at tables of four, all of them alike."""
    runs = [play_tables(rng, n_pairs) for _ in range(repeats // 10)]
    seats = [analysis.seats(run) for run in runs]
    held = [((one["advantage_low"] <= 0) & (one["advantage_high"] >= 0)).all() for one in seats]
    yield covers("all seats at once", np.where(held, 0, 1), np.ones(len(held)), 0)
    yield alarms("report: a seat that stands out, of four", [
        (one["advantage_holm"] < 0.05).any() for one in seats
    ])  # fmt: skip
    decks = first_rows([analysis.win_rates(run) for run in runs])
    yield covers_column("win rate of a deck of four", decks, "win_rate", 0.25)
    ahead = first_rows([analysis.finishes(run) for run in runs])
    yield covers_column("how often a deck finishes ahead", ahead, "ahead", 0.5)
    places = first_rows([analysis.placements(run) for run in runs])
    yield covers_column("share of first places", places, "share_1", 0.2575)
