import polars as pl
import pytest

from evenhand import analysis

DECKS = {name: [name.lower()] * 30 for name in "ABC"}


def test_mulligans_follow_the_deck(made):
    def edit(games):
        """A takes two mulligans in every third pair and then loses, B none."""
        taken = pl.when(pl.col("pair") % 3 == 0).then(2).otherwise(0).cast(pl.Int8)
        of_a = {
            f"mulligans_{seat}": pl.when(pl.col("rotation") == seat).then(taken).otherwise(0)
            for seat in (0, 1)
        }
        lost = pl.when(taken > 0).then(1 - pl.col("rotation")).otherwise(pl.col("rotation"))
        return games.with_columns(winner=lost.cast(pl.Int8), **of_a)

    table = analysis.mulligans(made(edit, decks=DECKS, matchups=[(0, 1)], n_pairs=30))
    a, b = table.to_dict("records")
    assert (a["deck"], a["n_games"], a["n_mulligans"]) == ("A", 60, 20)
    assert a["mulligan_rate"] == pytest.approx(1 / 3)
    assert a["mean_mulligans"] == pytest.approx(2 / 3)
    assert a["win_rate_after_mulligan"] == 0
    assert a["mulligan_rate_low"] < 1 / 3 < a["mulligan_rate_high"]
    assert 0 < a["win_rate_after_mulligan_high"] < 0.4
    assert (b["n_mulligans"], b["mulligan_rate"], b["mean_mulligans"]) == (0, 0, 0)
    assert b["mean_mulligans_low"] == 0 < b["mean_mulligans_high"] < 0.2
    assert (b["win_rate_after_mulligan_low"], b["win_rate_after_mulligan_high"]) == (0, 1)


def test_both_seats_of_a_mirror_count(made):
    run = made(decks=DECKS, matchups=[(0, 0)], n_pairs=50)
    games = run.games.collect()
    taken = games["mulligans_0"].sum() + games["mulligans_1"].sum()
    (found,) = analysis.mulligans(run).to_dict("records")
    assert (found["n_games"], found["n_mulligans"]) == (200, taken)
    assert found["mulligan_rate"] == pytest.approx(taken / 200)


def test_every_opponent_weighs_the_same(made):
    def edit(games):
        taken = (pl.col("matchup") == 0).cast(pl.Int8)
        kept = (pl.col("matchup") == 0) | (pl.col("pair") < 5)
        return games.with_columns(mulligans_0=taken, mulligans_1=taken).filter(kept)

    run = made(edit, decks=DECKS, matchups=[(0, 1), (0, 2)], n_pairs=50)
    rates = analysis.mulligans(run).set_index("deck")["mulligan_rate"]
    assert rates.to_dict() == pytest.approx({"A": 0.5, "B": 1, "C": 0})
