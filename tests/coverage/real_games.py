"""Real games: a long run cut into short ones, whose intervals should hold what it came to."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import polars as pl

import evenhand
from evenhand import analysis
from evenhand.analysis.data.run import Run
from tests.coverage.duels import covers_column
from tests.coverage.rows import Row, covers, simulation

GAME = "last_light"
GAMES = 60_000


@cache
def play_games() -> tuple[pl.DataFrame, Run]:
    """Play a game of the tests' own."""
    with TemporaryDirectory() as folder:
        run = evenhand.play(GAME, games=GAMES, seed=5, out=Path(folder) / "run")
        return run.games.collect(), run


def cut(n_pairs: int) -> tuple[Run, Run, int]:
    """Cut each matchup into parts of so many pairs.

    Returns
    -------
    parts, whole : Run
        One with a matchup for every part, and one with the same games.
    n_parts : int
        Of each matchup.
    """
    games, run = play_games()
    matchups = run.info["matchups"]
    n_parts = min(matchup["pairs"] for matchup in matchups) // n_pairs
    kept = games.filter(pl.col("pair") < n_parts * n_pairs)
    part = pl.col("matchup") * n_parts + pl.col("pair") // n_pairs
    parts = kept.with_columns(matchup=part.cast(pl.Int32)).sort("matchup", "pair", "rotation")
    rows = [{**matchup, "pairs": n_pairs} for matchup in matchups for _ in range(n_parts)]
    info = run.info | {"matchups": rows}
    return Run(run.folder, info, parts.lazy()), Run(run.folder, run.info, kept.lazy()), n_parts


@simulation({f"{GAME}, {n_pairs} pairs": {"n_pairs": n_pairs} for n_pairs in (20, 50)})
def real_games(rng: np.random.Generator, repeats: int, n_pairs: int) -> Iterator[Row]:
    """The tables of a report, of short parts of a long run."""
    del rng, repeats  # what was played is the sample
    parts, whole, n_parts = cut(n_pairs)
    found, truth = analysis.matchups(parts)[::2], analysis.matchups(whole)[::2]["win_rate"]
    yield covers(
        "real games: win rate of a matchup",
        found["win_rate_low"], found["win_rate_high"], np.repeat(truth, n_parts),
    )  # fmt: skip
    for what, table, column in (
        ("first player's win rate", analysis.first_player, "first_win_rate"),
        ("turns of a game", analysis.length_summary, "mean_turns"),
    ):
        of_whole = np.repeat(table(whole)[1:][column], n_parts)
        yield covers_column(f"real games: {what}", table(parts)[1:], column, of_whole)
