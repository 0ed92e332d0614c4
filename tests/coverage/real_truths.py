"""Real games with a planted truth, and without: what is found, and what is not.

Bots at random are asked where decks or cards are alike: a rule of thumb takes the first of options
that are as good, which is that of the card first by name.
"""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import polars as pl

import evenhand
from evenhand import analysis
from evenhand.analysis.data.run import Run
from evenhand.reports.bands import DISCOVERY_RATE
from tests.coverage.rows import Row, alarms, covers, simulation
from tests.planted.real_truths import ALIKE, CIRCLES, EARLY, plant_alike, plant_circle

N_PARTS = 200
OVER = 0.7  # of games, which whoever is ahead wins if a game is called over
ALARMS = 0.025  # of intervals of 95 % that end above the truth


def play_parts(n_pairs: int, folder: Path, **given: Any) -> tuple[Run, list[Run]]:
    """Play a long run, and cut it into parts with `n_pairs` pairs of each matchup."""
    n_matchups = len(evenhand.play(**given, games=2, jobs=1, out=folder / "few").info["matchups"])
    games = 2 * n_pairs * n_matchups * N_PARTS
    run = evenhand.play(**given, games=games, seed=1, jobs=1, out=folder / "run")
    part = run.games.with_columns(part=pl.col("pair") // n_pairs, pair=pl.col("pair") % n_pairs)
    info = run.info | {"matchups": [one | {"pairs": n_pairs} for one in run.info["matchups"]]}
    parts = part.collect().partition_by("part", include_key=False)
    return run, [Run(run.folder, info, one.lazy()) for one in parts]


@simulation({game: {"game": game} for game in CIRCLES})
def decks_in_a_circle(rng: np.random.Generator, repeats: int, game: str) -> Iterator[Row]:
    """Three decks that beat each other in a circle, or are alike, 40 pairs a matchup."""
    del rng, repeats  # what was played is the sample
    with TemporaryDirectory() as place:
        given = plant_circle(game, Path(place))
        whole, parts = play_parts(40, Path(place), **given, bots="heuristic")
        truth = analysis.polarity(whole)["polarity"][0]
        found = [analysis.polarity(part).iloc[0] for part in parts]
        lows, highs = np.transpose([one[["polarity_low", "polarity_high"]] for one in found])
        yield covers("real games: polarity of decks in a circle", lows, highs, truth)
        yield alarms("real games: a circle that is missed", lows == 0, 0)
    with TemporaryDirectory() as place:
        given = plant_circle(game, Path(place), is_even=True)
        parts = play_parts(40, Path(place), **given, bots="random")[1]
        found = [analysis.polarity(part).iloc[0] for part in parts]
        is_polar, is_uneven = np.transpose(
            [one[["polarity_low", "uneven_share_low"]] > 0 for one in found]
        )
        yield alarms("real games: polarity of decks that are alike", is_polar, ALARMS)
        yield alarms("real games: an uneven matchup of decks that are alike", is_uneven, ALARMS)


@simulation({game: {"game": game} for game in EARLY})
def early_games(rng: np.random.Generator, repeats: int, game: str) -> Iterator[Row]:
    """Games decided by turn three, and those by the game's own rules, ten pairs a matchup."""
    del rng, repeats
    for options, what in (
        (EARLY[game], "decided by turn three, and missed"),
        ({}, "not decided by turn three, and said to be"),
    ):
        with TemporaryDirectory() as place:
            parts = play_parts(10, Path(place), game=game, options=options)[1]
            early = np.array([is_over(part) for part in parts])
        yield alarms(f"real games: {what}", early != bool(options), 0)


def is_over(run: Run) -> bool:
    """Return whether whoever is ahead after one of the first three turns surely wins most games."""
    return bool((analysis.leads(run).query("turn <= 3")["win_rate_low"] > OVER).any())


@simulation(
    {f"{game}, {n} pairs": {"game": game, "n_pairs": n} for game in ALIKE for n in (30, 100)}
)
def cards_alike(rng: np.random.Generator, repeats: int, game: str, n_pairs: int) -> Iterator[Row]:
    """Decks of one card under many names."""
    del rng, repeats
    with TemporaryDirectory() as place:
        given = plant_alike(game, Path(place))
        parts = play_parts(n_pairs, Path(place), **given, bots="random")[1]
        tables = [analysis.dead_cards(part) for part in parts]
    stands_out = [(table["excess_q"] < DISCOVERY_RATE).any() for table in tables]
    yield alarms("real games: a card that stands out as dead, or not, of cards alike", stands_out)
