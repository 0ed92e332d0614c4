"""When games are decided: what was planted is found, turn by turn."""

import numpy as np
import polars as pl
import pytest

import evenhand
from evenhand import analysis
from evenhand.analysis.tables.decided import TURNS, find_decided_turns
from tests.amounts import how_much
from tests.planted.real_truths import EARLY

OVER = 0.7  # of games, which whoever is ahead wins if a game is called over
SURELY = 0.999
DECKS = {"ash": ["a", "b"], "tide": ["a", "c"]}


def by_hand(ahead: int, turns: int) -> int:
    """Find the turn from whose end on a player was ahead, one turn after the other."""
    first = turns
    for turn in range(turns - 1, 0, -1):
        if not ahead >> (turn - 1) & 1:
            break
        first = turn
    return first


def test_the_turn_is_that_found_by_hand():
    rng = np.random.default_rng(1)
    turns = rng.integers(1, TURNS + 1, 3_000)
    ahead = rng.integers(0, 1 << 62, 3_000) | (rng.integers(0, 1 << 62, 3_000) << 1 & (1 << 62) - 1)
    ahead[:200] = (1 << 62) - 1
    ahead[200:300] = 0
    found = find_decided_turns(ahead, turns)
    assert found.tolist() == [
        by_hand(*game) for game in zip(ahead.tolist(), turns.tolist(), strict=True)
    ]


def test_games_decided_by_turn_three_are_found(made):
    """The winner is ahead from the third turn on; before it the loser was."""

    def decide(games: pl.DataFrame) -> pl.DataFrame:
        late = ((1 << 62) - 1) ^ 0b11
        won = pl.col("winner") == 0
        return games.with_columns(
            ahead_0=pl.when(won).then(late).otherwise(0b11).cast(pl.Int64),
            ahead_1=pl.when(won).then(0b11).otherwise(late).cast(pl.Int64),
        )

    run = made(decide, decks=DECKS, matchups=[(0, 1)], n_pairs=60, draw_rate=0.0)
    row = analysis.decided(run).iloc[0]
    assert row["mean_decided_turn"] == 3
    assert row["n_decided"] == row["n_games"] == 120
    games = run.games.collect()
    assert row["settled_share"] == pytest.approx((3 / games["turns"] <= 2 / 3).mean())
    by_turn = analysis.leads(run).set_index("turn")["win_rate"]
    assert by_turn.loc[1] == by_turn.loc[2] == 0
    assert (by_turn.loc[3:] == 1).all()


@pytest.mark.parametrize("game", EARLY)
def test_games_decided_by_turn_three_are_found_in_games_that_were_played(game, tmp_path):
    run = evenhand.play(game, options=EARLY[game], games=600, seed=1, jobs=1, out=tmp_path / "run")
    assert analysis.length_summary(run)["mean_turns"].iloc[0] > 8
    assert find_over(run) <= 3
    row = analysis.decided(run).iloc[0]
    assert row["mean_decided_turn_high"] < 3.6 and row["mean_decided_share_high"] < 0.5


@pytest.mark.parametrize("game", EARLY)
def test_no_turn_is_found_without_that(game, tmp_path):
    for seed in range(how_much(2, 20)):
        run = evenhand.play(game, games=120, seed=seed, jobs=1, out=tmp_path / f"{seed}")
        assert find_over(run) > 3
        assert analysis.decided(run)["mean_decided_turn_low"].iloc[0] > 3


def find_over(run):
    """Find the first turn after which whoever is ahead surely wins most games; 64 if none."""
    table = analysis.leads(run)
    return min(table.loc[table["win_rate_low"] > OVER, "turn"], default=TURNS + 1)


def test_who_is_ahead_by_chance_wins_half(made):
    """In 20 of 20 seeds."""
    n_missed = 0
    for seed in range(20):

        def at_random(games: pl.DataFrame, seed: int = seed) -> pl.DataFrame:
            words = np.random.default_rng([5, seed]).integers(0, 1 << 12, games.height)
            return games.with_columns(ahead_0=words, ahead_1=(1 << 12) - 1 - words)

        run = made(at_random, decks=DECKS, matchups=[(0, 1)], n_pairs=400)
        found = analysis.leads(run)
        assert len(found) == 12
        assert (found["n_games"] == 800).all()
        n_missed += count_missed(found)
        assert count_missed(analysis.leads(run, 1 - (1 - SURELY) / 12)) == 0
    assert n_missed <= 25  # of 240, 12 of them expected


def count_missed(found):
    """Count the turns after which being ahead is surely worth something."""
    return ((found["win_rate_low"] > 0.5) | (found["win_rate_high"] < 0.5)).sum()


def test_nobody_ahead_and_long_games_are_left_out(made):
    def endless(games: pl.DataFrame) -> pl.DataFrame:
        nobody = pl.lit(0, pl.Int64)
        return games.with_columns(ahead_0=nobody, ahead_1=nobody, turns=pl.lit(90, pl.Int16))

    run = made(endless, decks=DECKS, matchups=[(0, 1)], n_pairs=5)
    assert analysis.leads(run).empty
    row = analysis.decided(run).iloc[0]
    assert row["n_decided"] == 0
    assert np.isnan(row["settled_share"])


def test_each_of_several_seats_may_be_ahead(made):
    decks = {name: ["a", "b"] for name in ("ash", "tide", "moss")}
    run = made(decks=decks, matchups=[(0, 1, 2)], n_pairs=30, n_seats=3)
    assert len(analysis.leads(run)) == 12
    assert 0 < analysis.decided(run)["mean_decided_share"].iloc[0] <= 1
