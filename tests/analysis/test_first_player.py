import numpy as np
import polars as pl
import pytest

from evenhand import analysis
from evenhand.analysis.statistics.intervals import rate_interval

DECKS = {name: [name.lower()] * 30 for name in "ABC"}


def test_the_edge_is_found_whatever_the_decks(made):
    run = made(decks=DECKS, matchups=[(0, 1), (1, 2), (2, 2)], n_pairs=1_500, first_edge=0.2,
               strength={"A": 0.5})  # fmt: skip
    table = analysis.first_player(run)
    assert table["scope"].tolist() == ["all", "A vs B", "B vs C", "C vs C"]
    assert table["first_win_rate"].to_numpy() == pytest.approx(0.6, abs=0.04)
    assert table["advantage"].to_numpy() == pytest.approx(table["first_win_rate"] - 0.5)
    assert table["advantage_low"].to_numpy() == pytest.approx(table["first_win_rate_low"] - 0.5)
    assert table["n_games"].tolist() == [9_000, 3_000, 3_000, 3_000]


def test_the_stronger_deck_does_not_count(made):
    """One deck wins every game: each seat wins one game of each pair."""

    def edit(games):
        return games.with_columns(winner=pl.col("rotation"))

    table = analysis.first_player(made(edit, decks=DECKS, matchups=[(0, 1)], n_pairs=30))
    assert table["advantage"].tolist() == [0, 0]
    _, others = rate_interval(0, 0, 30)  # so many pairs may yet differ
    assert table["advantage_low"].to_numpy() == pytest.approx(-others / 2, abs=0.01)
    assert table["advantage_high"].to_numpy() == pytest.approx(others / 2, abs=0.01)


def test_a_deck_that_goes_first_more_often_counts_no_more(made):
    """The cards let A go first in most pairs, and A wins every game: that is A's strength."""

    def edit(games):
        seat_of_a = pl.col("rotation")
        first = pl.when(pl.col("pair") % 10 == 0).then(1 - seat_of_a).otherwise(seat_of_a)
        return games.with_columns(winner=seat_of_a, first=first)

    table = analysis.first_player(made(edit, decks=DECKS, matchups=[(0, 1)], n_pairs=30))
    assert table["advantage"].tolist() == [0, 0]


def test_a_side_that_never_goes_first_is_left_out(made):
    def edit(games):
        return games.with_columns(first=pl.col("rotation"), winner=pl.col("rotation"))

    table = analysis.first_player(made(edit, decks=DECKS, matchups=[(0, 1)], n_pairs=30))
    assert table["first_win_rate"].tolist() == [1, 1]


def test_every_matchup_weighs_the_same(made):
    def edit(games):
        winner = pl.when(pl.col("matchup") == 0).then(0).otherwise(1).cast(pl.Int8)
        kept = (pl.col("matchup") == 0) | (pl.col("pair") < 10)
        return games.with_columns(winner=winner).filter(kept)

    run = made(edit, decks=DECKS, matchups=[(0, 1), (0, 2)], n_pairs=40)
    assert analysis.first_player(run)["first_win_rate"].tolist() == [0.5, 1, 0]


def test_the_overall_interval_is_stratified(made):
    run = made(decks=DECKS, matchups=[(0, 1), (1, 2)], first_edge=0.3, strength={"A": 0.4})
    everything, *cells = analysis.first_player(run).itertuples()
    halves = [(cell.advantage_high - cell.advantage_low) / 2 for cell in cells]
    half = (everything.advantage_high - everything.advantage_low) / 2
    assert half == pytest.approx(np.hypot(*halves) / 2, rel=0.02)


def test_a_matchup_without_spread_adds_doubt(made):
    def split(games):
        split = pl.when(pl.col("matchup") == 0).then(pl.col("rotation")).otherwise("winner")
        return games.with_columns(winner=split)

    plan = {"decks": DECKS, "matchups": [(0, 1), (1, 2)], "n_pairs": 12, "first_edge": 0.3}
    everything, same, other = analysis.first_player(made(split, **plan)).itertuples()
    assert same.first_win_rate == 0.5
    half = (everything.advantage_high - everything.advantage_low) / 2
    assert half > 1.05 * (other.advantage_high - other.advantage_low) / 4


def test_three_seats(made):
    run = made(decks=DECKS, matchups=[(0, 1, 2)], n_seats=3, n_pairs=2_000, first_edge=0.15)
    everything = analysis.first_player(run).iloc[0]
    assert everything["first_win_rate"] == pytest.approx(1 / 3 + 0.1, abs=0.02)
    assert everything["advantage"] == pytest.approx(everything["first_win_rate"] - 1 / 3)


def test_intervals_cover(made):
    run = made(decks=DECKS, matchups=[(0, 1)] * 200 + [(2, 2)] * 200, n_pairs=40,
               first_edge=0.3, strength={"A": 0.3})  # fmt: skip
    cells = analysis.first_player(run).iloc[1:]
    covered = (cells["advantage_low"] <= 0.15) & (cells["advantage_high"] >= 0.15)
    assert 0.925 < covered.mean() < 0.98
