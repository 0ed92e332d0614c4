import polars as pl
import pytest

from evenhand import analysis

DECKS = {name: [name.lower()] * 30 for name in "AB"}


def with_last_turns(edit_winner):
    """Return an edit of made-up games: so many turns, and who wins."""

    def edit(games):
        turns = (pl.col("pair") % 7 + 1).cast(pl.Int16)
        whose = (pl.col("first") + pl.col("pair") % 7) % 2
        return games.with_columns(turns=turns, winner=edit_winner(whose).cast(pl.Int8))

    return edit


@pytest.mark.parametrize(
    ("winner", "rate"),
    [
        (lambda whose: whose, 1.0),
        (lambda whose: 1 - whose, 0.0),
        (lambda whose: pl.lit(-1), 0.5),
        (lambda whose: pl.when(pl.col("pair") % 4 == 0).then(1 - whose).otherwise(whose), 0.75),
    ],
)
def test_the_share_of_games_won_in_ones_own_turn(made, winner, rate):
    run = made(with_last_turns(winner), decks=DECKS, matchups=[(0, 1), (1, 1)], n_pairs=400)
    table = analysis.last_turn(run)
    assert table["scope"].tolist() == ["all", "A vs B", "B vs B"]
    assert table["win_rate"].to_numpy() == pytest.approx(rate)
    assert (table["win_rate_low"] <= rate).all()
    assert (table["win_rate_high"] >= rate).all()


def test_without_luck_of_the_turn_it_is_a_fair_share(made):
    table = analysis.last_turn(made(decks=DECKS, matchups=[(0, 1)], n_pairs=3_000))
    assert table["win_rate_low"][0] < 0.5 < table["win_rate_high"][0]
