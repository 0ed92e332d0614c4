"""Seats in turn order, places at the end, and who finishes ahead: planted truths and mirrors."""

import numpy as np
import polars as pl
import pytest

from evenhand import analysis
from evenhand.simulate.runs.seating import seating
from tests.amounts import how_much

DECKS = {name: [name.lower()] * 30 for name in "ABCDE"}
TABLE = {"decks": DECKS, "matchups": [(0, 1, 2, 3)], "n_seats": 4}


def won_by(deck):
    """Let a deck win every game."""

    def edit(games):
        order = seating(4, games["pair"].to_numpy())
        place = np.argmax(order == deck, axis=1)
        winner = (place - games["rotation"].to_numpy()) % 4
        return games.with_columns(winner=pl.Series(winner, dtype=pl.Int8))

    return edit


def test_the_seat_that_was_planted_stands_out(made):
    table = analysis.seats(made(**TABLE, n_pairs=800, first_edge=0.2))
    assert table["seat"].tolist() == [1, 2, 3, 4]
    assert table["win_rate"].to_numpy() == pytest.approx([0.4, 0.2, 0.2, 0.2], abs=0.03)
    assert table["win_rate"].sum() == pytest.approx(1)
    assert table["advantage_holm"][0] < 1e-6
    assert table["advantage"].to_numpy() == pytest.approx(table["win_rate"] - 0.25)


def test_seat_one_is_the_first_player(made):
    run = made(**TABLE, n_pairs=100, first_edge=0.1)
    first = analysis.first_player(run)
    assert analysis.seats(run)["win_rate"][0] == first["first_win_rate"][0]


def test_two_seats_share_the_games(made):
    table = analysis.seats(made(decks=DECKS, matchups=[(0, 1)], n_pairs=300, first_edge=0.2))
    assert table["win_rate"].sum() == pytest.approx(1)
    assert table["advantage"][0] == pytest.approx(0.1, abs=0.05)


def test_seats_are_counted_from_the_one_that_went_first(made):
    def edit(games):
        return games.with_columns(first=pl.lit(2, pl.Int8), winner=pl.lit(0, pl.Int8))

    table = analysis.seats(made(edit, **TABLE, n_pairs=40))
    assert table["win_rate"].tolist() == [0, 0, 1, 0]


def test_the_strength_of_decks_cancels_out(made):
    table = analysis.seats(made(won_by(2), **TABLE, n_pairs=30))
    assert table["win_rate"].tolist() == [0.25] * 4


def test_intervals_hold_all_at_once(made):
    wide = analysis.seats(made(**TABLE, n_pairs=100), 0.95)
    narrow = analysis.seats(made(**TABLE, n_pairs=100), 0.95**4)
    one = analysis.first_player(made(**TABLE, n_pairs=100), 0.95).iloc[0]
    assert narrow["win_rate_low"][0] == pytest.approx(one["first_win_rate_low"])
    assert (wide["win_rate_low"] < narrow["win_rate_low"]).all()


def test_intervals_cover_together(made):
    misses = 0
    for seed in range(100):
        table = analysis.seats(made(**TABLE, n_pairs=60, seed=seed))
        misses += bool(((table["win_rate_low"] > 0.25) | (table["win_rate_high"] < 0.25)).any())
    assert misses <= 10


def test_a_mirror_has_its_share_in_every_group(made):
    run = made(decks=DECKS, matchups=[(0, 0, 0, 0)], n_seats=4, n_pairs=50, first_edge=0.2)
    rates = analysis.win_rates(run)
    assert rates[["win_rate", "win_rate_low", "win_rate_high"]].values.tolist() == [[0.25] * 3]


def test_the_winning_deck_is_found(made):
    rates = analysis.win_rates(made(won_by(1), **TABLE, n_pairs=50)).set_index("deck")
    assert rates["win_rate"].to_dict() == {"A": 0, "B": 1, "C": 0, "D": 0}


# Places


def test_places_are_those_of_the_files(made):
    run = made(**TABLE, n_pairs=200, strength={"A": 0.2}, draw_rate=0.1)
    table = analysis.placements(run).set_index("deck")
    games = run.games.collect()
    for deck, name in enumerate("ABCD"):
        found = pl.concat(
            games.filter(pl.col(f"deck_{seat}") == deck)[f"placement_{seat}"] for seat in range(4)
        )
        assert table.loc[name, "n_games"] == 800 == len(found)
        assert table.loc[name, "mean_placement"] == pytest.approx(found.mean())
        for k in range(1, 5):
            assert table.loc[name, f"share_{k}"] == pytest.approx((found == k).mean())
    assert table["mean_placement"].idxmin() == "A"


def test_places_between_two_follow_from_the_winner(made):
    run = made(decks=DECKS, matchups=[(0, 1)], n_pairs=200, strength={"A": 0.2}, draw_rate=0.2)
    table, rates = analysis.placements(run), analysis.win_rates(run)
    lost = rates["losses"] / rates["n_games"]
    assert table["mean_placement"].to_numpy() == pytest.approx((1 + lost).to_numpy())
    assert table["share_2"].to_numpy() == pytest.approx(lost.to_numpy())
    assert "share_3" not in table


def test_an_engine_error_is_shared_by_all(made):
    def edit(games):
        return games.with_columns(end_reason=pl.lit(0, pl.Int8))

    assert analysis.placements(made(edit, **TABLE))["mean_placement"].tolist() == [1] * 4


def test_tables_weigh_the_same(made):
    def edit(games):
        return games.filter((pl.col("matchup") == 0) | (pl.col("pair") < 20)).with_columns(
            placement_0=pl.when(pl.col("matchup") == 0).then(1).otherwise(4).cast(pl.Int8)
        )

    run = made(edit, decks=DECKS, matchups=[(0, 1, 2, 3), (0, 1, 2, 4)], n_seats=4, n_pairs=100)
    alone = [
        analysis.placements(made(edit, decks=DECKS, matchups=[table], n_seats=4, n_pairs=100))
        for table in [(0, 1, 2, 3)]
    ]
    assert analysis.placements(run)["mean_placement"][3] == alone[0]["mean_placement"][3]
    assert analysis.placements(run)["mean_placement"][0] > alone[0]["mean_placement"][0]


def test_intervals_hold_the_truth(made):
    truth = analysis.placements(made(**TABLE, n_pairs=how_much(6_000, 20_000), strength={"B": 0.1}))
    misses, n_runs = 0, how_much(30, 60)
    for seed in range(n_runs):
        found = analysis.placements(made(**TABLE, n_pairs=80, strength={"B": 0.1}, seed=seed))
        low, high = found["mean_placement_low"][1], found["mean_placement_high"][1]
        misses += not low <= truth["mean_placement"][1] <= high
    assert misses <= how_much(4, 8)


def test_mirrors_alone_have_no_places(made):
    run = made(decks=DECKS, matchups=[(0,) * 4], n_seats=4, n_pairs=20)
    assert analysis.placements(run).empty and "share_4" in analysis.placements(run)
    assert analysis.finishes(run).empty


# Who finishes ahead


def test_finishing_ahead_is_counted_game_by_game(made):
    run = made(**TABLE, n_pairs=150, strength={"A": 0.2}, draw_rate=0.1)
    table = analysis.finishes(run).set_index(["deck", "opponent"])
    places = {deck: [] for deck in range(4)}
    for game in run.games.collect().iter_rows(named=True):
        for seat in range(4):
            places[game[f"deck_{seat}"]].append(game[f"placement_{seat}"])
    first, second = np.array(places[0]), np.array(places[1])
    wanted = ((first < second) + (first == second) / 2).mean()
    assert table.loc[("A", "B"), "ahead"] == pytest.approx(wanted)
    assert table.loc[("B", "A"), "ahead"] == pytest.approx(1 - wanted)
    assert len(table) == 12 and (table["n_tables"] == 1).all()


def test_between_two_it_is_the_win_rate(made):
    run = made(decks=DECKS, matchups=[(0, 1), (1, 2)], n_pairs=200, draw_rate=0.1)
    ahead, met = analysis.finishes(run), analysis.matchups(run)
    wanted = met.set_index(["deck", "opponent"])["win_rate"]
    assert ahead.set_index(["deck", "opponent"])["ahead"].to_dict() == pytest.approx(
        wanted.to_dict()
    )


def test_a_deck_that_sits_twice_counts_both_seats(made):
    run = made(won_by(0), decks=DECKS, matchups=[(0, 1, 1, 2)], n_seats=4, n_pairs=40)
    rates = analysis.win_rates(run).set_index("deck")["win_rate"]
    assert rates.to_dict() == {"A": 1, "B": 0, "C": 0}
    assert analysis.placements(run).set_index("deck")["n_games"].to_dict() == {
        "A": 160, "B": 320, "C": 160
    }  # fmt: skip
