"""What decides a game: each part is found where it was planted alone."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

from evenhand import analysis
from evenhand.decks.problems import UsageError

DECKS = {"ash": ["a", "b"], "tide": ["a", "c"]}


def let_win(side_0_wins: np.ndarray):
    """Return an edit that lets side 0 win some games; it sits in seat 0 where decks do."""

    def edit(games: pl.DataFrame) -> pl.DataFrame:
        seat = np.where(games["deck_0"] == 0, 0, 1)
        winner = np.where(side_0_wins, seat, 1 - seat)
        return games.with_columns(winner=pl.Series(winner, dtype=pl.Int8))

    return edit


def shares_of(made, winners: np.ndarray, **plan) -> pd.DataFrame:
    run = made(let_win(winners), decks=DECKS, matchups=[(0, 1)], n_pairs=len(winners) // 2, **plan)
    return analysis.what_decides(run).set_index("part")


def test_decks_alone(made):
    found = shares_of(made, np.full(400, True))
    assert found["share"].tolist() == pytest.approx([1, 0, 0], abs=0.02)


def test_turn_order_alone(made):
    def first_wins(games: pl.DataFrame) -> pl.DataFrame:
        return games.with_columns(winner=pl.lit(0, pl.Int8))

    run = made(first_wins, decks=DECKS, matchups=[(0, 1)], n_pairs=200)
    found = analysis.what_decides(run).set_index("part")["share"]
    assert found["going first"] == pytest.approx(1, abs=0.01)
    assert found["decks"] == pytest.approx(0, abs=0.01)


def test_luck_alone_is_nothing_else_in_twenty_runs(made):
    misses = 0
    for seed in range(20):
        winners = np.random.default_rng(seed).random(800) < 0.5
        found = shares_of(made, winners)
        misses += int((found["share_low"][:2] > 0).sum())
        assert found["share"]["deal, play and luck"] > 0.8
    assert misses <= 2  # of forty intervals of 95 %


def test_drawn_games_say_nothing_and_one_pair_little(made):
    def draw(games: pl.DataFrame) -> pl.DataFrame:
        return games.with_columns(winner=pl.lit(-1, pl.Int8))

    run = made(draw, decks=DECKS, matchups=[(0, 1)], n_pairs=4)
    found = analysis.what_decides(run)
    assert found["share"].isna().all()
    assert found["share_low"].tolist() == [0] * 3
    assert found["share_high"].tolist() == [1] * 3
    found = shares_of(made, np.array([True, False]))
    assert found["share_high"]["decks"] > 0.5
    assert found["share_low"]["deal, play and luck"] < 0.5


def test_games_for_three_are_refused(made):
    decks = {name: ["a", "b"] for name in ("ash", "tide", "moss")}
    run = made(decks=decks, matchups=[(0, 1, 2)], n_pairs=5, n_seats=3)
    with pytest.raises(UsageError, match="two players only"):
        analysis.what_decides(run)
