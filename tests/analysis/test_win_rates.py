import numpy as np
import polars as pl
import pytest

from evenhand import analysis
from evenhand.analysis.statistics.intervals import rate_interval

DECKS = {name: [name.lower()] * 30 for name in "ABC"}
ROUND_ROBIN = [(0, 1), (0, 2), (1, 2)]


def row(frame, **values):
    chosen = frame
    for column, value in values.items():
        chosen = chosen[chosen[column] == value]
    (found,) = chosen.to_dict("records")
    return found


def with_winners(*winners):
    """Set the winning seat of each game, two games a pair."""
    return lambda games: games.with_columns(winner=pl.Series(winners, dtype=pl.Int8))


def test_the_closed_form(made):
    # Side 0 sits in seat 0, then in seat 1: its pairs score 1, 1/2, 3/4 and 0.
    run = made(with_winners(0, 1, 0, 0, 0, -1, 1, 0), decks=DECKS, matchups=[(0, 1)], n_pairs=4)
    found = row(analysis.matchups(run), deck="A")
    means = np.array([1, 0.5, 0.75, 0])
    error = means.std(ddof=1) / 2
    assert (found["wins"], found["losses"], found["draws"]) == (4, 3, 1)
    assert (found["n_games"], found["n_pairs"]) == (8, 4)
    assert found["win_rate"] == means.mean()
    assert found["standard_error"] == pytest.approx(error)
    ends = rate_interval(means.mean(), error, 4)
    assert (found["win_rate_low"], found["win_rate_high"]) == pytest.approx(ends)
    scores = np.array([1, 1, 1, 0, 1, 0.5, 0, 0])
    assert found["sample_factor"] == pytest.approx(scores.var(ddof=1) / 8 / error**2)


def test_both_directions_mirror_each_other(made):
    run = made(decks=DECKS, matchups=ROUND_ROBIN, strength={"A": 0.2}, draw_rate=0.1)
    table = analysis.matchups(run)
    assert list(zip(table["deck"], table["opponent"], strict=True)) == [
        ("A", "B"), ("B", "A"), ("A", "C"), ("C", "A"), ("B", "C"), ("C", "B")
    ]  # fmt: skip
    one, other = row(table, deck="A", opponent="B"), row(table, deck="B", opponent="A")
    assert one["win_rate"] + other["win_rate"] == pytest.approx(1)
    assert one["win_rate_low"] + other["win_rate_high"] == pytest.approx(1)
    assert (one["wins"], one["draws"]) == (other["losses"], other["draws"])
    assert one["win_rate"] == pytest.approx(0.6, abs=0.05)


def test_a_mirror_is_exactly_one_half(made):
    run = made(decks=DECKS, matchups=[(0, 0), (0, 1)], strength={"A": 0.3}, n_pairs=51)
    mirror = row(analysis.matchups(run), deck="A", opponent="A")
    assert mirror["win_rate"] == mirror["win_rate_low"] == mirror["win_rate_high"] == 0.5
    assert mirror["standard_error"] == 0
    assert mirror["wins"] == mirror["losses"] == 51
    assert np.isnan(mirror["sample_factor"])


def test_a_mirror_that_the_engine_got_wrong_shows(made):
    run = made(with_winners(0, 1, 0, 1, 0, 0), decks=DECKS, matchups=[(0, 0)], n_pairs=3)
    mirror = row(analysis.matchups(run), deck="A")
    assert mirror["win_rate"] == pytest.approx(5 / 6)
    assert mirror["win_rate_low"] < 5 / 6 < mirror["win_rate_high"]


def test_win_rates_leave_mirrors_out(made):
    edges = {"decks": DECKS, "strength": {"A": 0.4}, "n_pairs": 100}
    with_mirror = analysis.win_rates(made(matchups=[(0, 1), (0, 0)], **edges))
    without = analysis.win_rates(made(matchups=[(0, 1)], **edges))
    assert with_mirror.equals(without)
    assert row(without, deck="A")["win_rate"] == pytest.approx(0.7, abs=0.05)


def test_a_run_of_mirrors_only(made):
    table = analysis.win_rates(made(decks=DECKS, matchups=[(0, 0), (1, 1)], n_pairs=20))
    assert table["deck"].tolist() == ["A", "B"]
    assert (table[["win_rate", "win_rate_low", "win_rate_high"]] == 0.5).all(axis=None)
    assert (table["n_games"] == 40).all()


def test_every_opponent_weighs_the_same(made):
    """B is met in 40 pairs and always beaten, C in 10 pairs and never."""

    def edit(games):
        seat_of_a = pl.col("rotation")
        wins = pl.when(pl.col("matchup") == 0).then(seat_of_a).otherwise(1 - seat_of_a)
        kept = (pl.col("matchup") == 0) | (pl.col("pair") < 10)
        return games.with_columns(winner=wins.cast(pl.Int8)).filter(kept)

    found = row(
        analysis.win_rates(made(edit, decks=DECKS, matchups=[(0, 1), (0, 2)], n_pairs=40)),
        deck="A",
    )
    assert found["win_rate"] == 0.5
    assert (found["wins"], found["losses"]) == (80, 20)
    # No pair differed from the next, and still nothing is certain.
    assert found["win_rate_low"] < 0.45
    assert found["win_rate_high"] > 0.55


def test_the_standard_error_is_stratified(made):
    run = made(decks=DECKS, matchups=[(0, 1), (0, 2)], strength={"A": 0.1, "B": 0.6}, n_pairs=300)
    cells = analysis.matchups(run)
    errors = cells[cells["deck"] == "A"]["standard_error"]
    found = row(analysis.win_rates(run), deck="A")
    ends = rate_interval(found["win_rate"], np.hypot(*errors) / 2, 600)
    assert (found["win_rate_low"], found["win_rate_high"]) == pytest.approx(ends)


def test_engine_errors_count_as_draws_whoever_won(made):
    def broken(games):
        return games.with_columns(end_reason=pl.lit(0, pl.Int8), winner=pl.lit(0, pl.Int8))

    found = row(
        analysis.matchups(made(broken, decks=DECKS, matchups=[(0, 1)], n_pairs=5)), deck="A"
    )
    assert (found["wins"], found["losses"], found["draws"]) == (0, 0, 10)
    assert found["win_rate"] == 0.5


def test_one_pair_is_judged_as_one(made):
    run = made(with_winners(0, 1), decks=DECKS, matchups=[(0, 1)], n_pairs=1)
    for table in (analysis.matchups(run), analysis.win_rates(run)):
        found = row(table, deck="A")
        assert (found["win_rate_low"], found["win_rate_high"]) == rate_interval(1, np.nan, 1)


def test_split_pairs_are_not_certain(made):
    """Whoever goes first wins: every pair scores one half, as in a mirror."""
    run = made(with_winners(0, 0, 0, 0, 0, 0), decks=DECKS, matchups=[(0, 1)], n_pairs=3)
    for table in (analysis.matchups(run), analysis.win_rates(run)):
        found = row(table, deck="A")
        assert found["win_rate"] == 0.5
        assert found["win_rate_low"] < 0.25
        assert found["win_rate_high"] > 0.75


def test_three_seats_are_held_against_one_third(made):
    run = made(decks=DECKS, matchups=[(0, 1, 2), (0, 0, 0)], n_seats=3, n_pairs=400,
               strength={"A": 0.15}, draw_rate=0.1, first_edge=0.1)  # fmt: skip
    table = analysis.matchups(run)
    three = table[table["opponent"].str.contains("B|C") | (table["deck"] != "A")]
    assert three["win_rate"].sum() == pytest.approx(1)
    # A game is drawn one time in ten and then shared: 0.9 (1/3 + 0.15 - 0.05) + 0.1 / 3.
    assert row(three, deck="A")["win_rate"] == pytest.approx(1 / 3 + 0.09, abs=0.03)
    assert row(three, deck="A")["opponent"] == "B + C"
    assert row(three, deck="A")["n_games"] == 1_200
    mirror = row(table, deck="A", opponent="A + A")
    assert mirror["win_rate"] == mirror["win_rate_low"] == pytest.approx(1 / 3)


def test_a_deck_in_two_of_three_seats_is_rated_per_seat(made):
    run = made(decks=DECKS, matchups=[(0, 0, 1)], n_seats=3, n_pairs=300)
    table = analysis.matchups(run)
    a, b = row(table, deck="A"), row(table, deck="B")
    assert 2 * a["win_rate"] + b["win_rate"] == pytest.approx(1)
    assert a["wins"] + b["wins"] == 900
    assert (a["opponent"], b["opponent"]) == ("A + B", "A + A")


def test_bots_are_compared_with_the_same_deck(made):
    run = made(decks=DECKS, matchups=[(0, 0)], bots=[(0, 1)], n_pairs=40)
    table = analysis.win_rates(run)
    assert table["deck"].tolist() == ["A (greedy)", "A (random)"]


def test_intervals_cover_at_their_level(made):
    """Four hundred matchups of the same two decks, in which going first matters, too."""
    run = made(decks=DECKS, matchups=[(0, 1)] * 400, n_pairs=60, strength={"A": 0.4},
               first_edge=0.3, draw_rate=0.2)  # fmt: skip
    truth = 0.5 + 0.8 * 0.2
    for level, least, most in ((0.95, 0.925, 0.98), (0.8, 0.76, 0.88)):
        table = analysis.matchups(run, level)
        cells = table[table["deck"] == "A"]
        covered = (cells["win_rate_low"] <= truth) & (truth <= cells["win_rate_high"])
        assert least < covered.mean() < most
    # Games of a pair hang together here, so that intervals for single games are far off.
    rates = cells["win_rate"]
    low, high = rate_interval(rates, np.sqrt(rates * (1 - rates) / 120), 120, 0.8)
    assert np.mean((low <= truth) & (truth <= high)) > most


def test_pooled_intervals_cover_at_their_level(made):
    opponents = {f"B{index}": ["b"] * 30 for index in range(3)}
    decks = {f"A{index}": ["a"] * 30 for index in range(100)} | opponents
    run = made(decks=decks, n_pairs=30, strength={"B0": 0.5, "B1": 0.2, "B2": -0.4},
               matchups=[(a, b) for a in range(100) for b in range(100, 103)])  # fmt: skip
    table = analysis.win_rates(run)
    own = table[table["deck"].str.startswith("A")]
    truth = 0.5 - 0.3 / 6
    covered = (own["win_rate_low"] <= truth) & (truth <= own["win_rate_high"])
    assert 0.89 < covered.mean() <= 0.99
