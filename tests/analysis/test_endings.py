import numpy as np
import polars as pl
import pytest

from evenhand import analysis
from evenhand.analysis.statistics.intervals import rate_interval

DECKS = {name: [name.lower()] * 30 for name in "ABC"}


def with_errors(games):
    """Two engine errors, whose winner means nothing, and one reason without a name."""
    reason = pl.when(pl.col("pair") == 0).then(0).when(pl.col("pair") == 1).then(9).otherwise(1)
    return games.with_columns(end_reason=reason.cast(pl.Int8), winner=pl.lit(0, pl.Int8))


def test_every_reason_is_listed(made):
    table = analysis.end_reasons(made(with_errors, decks=DECKS, matchups=[(0, 1)], n_pairs=10))
    assert table["end_reason"].tolist() == [0, 1, 5, 9]
    assert table["name"].tolist() == ["engine_error", "knock_out", "turn_cap", "reason_9"]
    assert table["text"].tolist() == [
        "an engine error", "all units were lost", "turn cap", "reason 9"
    ]  # fmt: skip
    assert table["n_games"].tolist() == [2, 16, 0, 2]
    assert table["share"].tolist() == pytest.approx([0.1, 0.8, 0, 0.1])
    assert table["first_win_rate"].tolist() == pytest.approx([0.5, 1, np.nan, 1], nan_ok=True)
    assert table.loc[2, ["first_win_rate_low", "first_win_rate_high"]].tolist() == [0, 1]


def test_engine_errors_are_listed_without_having_a_name(made):
    for edit, n_games in ((with_errors, 2), (lambda games: games, 0)):
        run = made(edit, decks=DECKS, matchups=[(0, 1)], n_pairs=10)
        run.info["end_reasons"] = {"knock_out": 1}
        first = analysis.end_reasons(run).iloc[0]
        assert first[["end_reason", "name", "n_games"]].tolist() == [0, "engine_error", n_games]


def test_shares_have_pairs_for_units(made):
    table = analysis.end_reasons(made(with_errors, decks=DECKS, matchups=[(0, 1)], n_pairs=1_000))
    # Both games of a pair end alike: one pair of a thousand, not two games of two thousand.
    expected = rate_interval(0.001, 0.001, 1_000)
    found = table.set_index("name").loc["reason_9"]
    assert (found["share_low"], found["share_high"]) == pytest.approx(expected, rel=0.01)
    unseen = table.set_index("name").loc["turn_cap"]
    assert (unseen["share_low"], unseen["share_high"]) == pytest.approx(rate_interval(0, 0, 1_000))


@pytest.mark.parametrize("draw_rate", [0, 0.3])
def test_reasons_of_a_deck_add_up_to_its_win_rate(made, draw_rate):
    run = made(decks=DECKS, matchups=[(0, 1), (0, 2), (0, 0)], strength={"A": 0.3},
               draw_rate=draw_rate)  # fmt: skip
    table = analysis.end_reasons_by_deck(run)
    assert table["deck"].unique().tolist() == ["A", "B", "C"]
    counts = ["n_games", "wins", "losses", "draws"]
    totals = table.groupby("deck")[counts].sum()
    expected = analysis.win_rates(run).set_index("deck")[counts]
    assert (totals == expected).all(axis=None)
    assert table.groupby("deck")["win_share"].sum().to_numpy() == pytest.approx(1)


def test_how_a_deck_wins(made):
    def edit(games):
        """A wins by knock-out, B at the turn cap."""
        a_won = pl.col("winner") == pl.col("rotation")
        return games.with_columns(end_reason=pl.when(a_won).then(1).otherwise(5).cast(pl.Int8))

    table = analysis.end_reasons_by_deck(made(edit, decks=DECKS, matchups=[(0, 1)], n_pairs=50))
    shares = table.set_index(["deck", "name"])["win_share"]
    assert (shares["A", "knock_out"], shares["A", "turn_cap"]) == (1, 0)
    assert (shares["B", "knock_out"], shares["B", "turn_cap"]) == (0, 1)
    assert table["win_share_low"].max() < 1
