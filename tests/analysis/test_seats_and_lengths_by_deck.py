"""What each deck does by itself, against counts of single games."""

import numpy as np
import polars as pl
import pytest

from evenhand import analysis
from evenhand.analysis.data.run import load_run
from tests.fake_run import write_fake_run

DECKS = {"A": 0.4, "B": 0.0, "C": 0.1}


@pytest.fixture(scope="module", params=[2, 3])
def run(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("by_deck") / "run"
    return load_run(write_fake_run(folder, DECKS, ["x", "y"], 120, request.param))


def score_by_hand(run, deck, turns, is_there=True):
    """Average what a deck scores so many turns after the first player over the matchups."""
    scores = {}
    for game in run.games.collect().iter_rows(named=True):
        for seat in range(run.n_seats):
            is_seat = (game["first"] + turns) % run.n_seats == seat
            if game[f"deck_{seat}"] == deck and is_seat == is_there:
                won = 1 / run.n_seats if game["winner"] < 0 else game["winner"] == seat
                scores.setdefault(game["matchup"], []).append(float(won))
    return np.mean([np.mean(of_matchup) for of_matchup in scores.values()])


def test_seats_are_what_single_games_say(run):
    table = analysis.seats_by_deck(run).set_index(["deck", "seat"])
    assert len(table) == len(DECKS) * run.n_seats
    for place, deck in enumerate(DECKS):
        for turns in range(run.n_seats):
            row = table.loc[deck, turns + 1]
            here = score_by_hand(run, place, turns)
            assert row["win_rate"] == pytest.approx(here)
            elsewhere = score_by_hand(run, place, turns, is_there=False)
            assert row["edge"] == pytest.approx(here - elsewhere)
            assert row["win_rate_low"] < row["win_rate"] < row["win_rate_high"]
            assert row["edge_low"] < row["edge"] < row["edge_high"]


def test_seats_of_a_duel_mirror_each_other(run):
    table = analysis.seats_by_deck(run)
    if run.n_seats == 2:
        first, second = (table[table["seat"] == seat]["edge"].to_numpy() for seat in (1, 2))
        assert first == pytest.approx(-second)
    rates = table.groupby("deck")["win_rate"].mean()
    assert rates.to_numpy() == pytest.approx(analysis.win_rates(run)["win_rate"].to_numpy())


def test_the_edge_of_going_first_is_found(made):
    def win_going_first(games):
        return games.with_columns(winner=pl.col("first"))

    run = made(
        win_going_first, decks={"A": ["a"] * 30, "B": ["b"] * 30}, matchups=[(0, 1)], n_pairs=50
    )
    assert analysis.seats_by_deck(run)["edge"].tolist() == [1, -1, 1, -1]


def test_lengths_are_what_single_games_say(run):
    games = run.games.collect()
    table = analysis.lengths_by_deck(run).set_index("deck")
    for place, deck in enumerate(DECKS):
        seats = [pl.col(f"deck_{seat}") == place for seat in range(run.n_seats)]
        own = games.filter(pl.any_horizontal(seats))
        won = pl.any_horizontal([(pl.col("winner") == k) & at for k, at in enumerate(seats)])
        lost = ~won & (pl.col("winner") >= 0)
        row = table.loc[deck]
        assert row["n_games"] == len(own)
        assert row["mean_turns"] == pytest.approx(own["turns"].mean())
        assert row["mean_turns_won"] == pytest.approx(own.filter(won)["turns"].mean())
        assert row["mean_turns_lost"] == pytest.approx(own.filter(lost)["turns"].mean())
        assert row["mean_turns_low"] < row["mean_turns"] < row["mean_turns_high"]


def test_a_deck_that_never_won_has_no_length_of_wins(made):
    def lose(games):
        return games.with_columns(winner=(pl.col("deck_0") == 0).cast(pl.Int8))

    run = made(lose, decks={"A": ["a"] * 30, "B": ["b"] * 30}, matchups=[(0, 1)], n_pairs=20)
    never = analysis.lengths_by_deck(run).set_index("deck").loc["A"]
    assert np.isnan(never["mean_turns_won"]) and never["mean_turns_lost"] > 0


def test_losses_by_ending_add_up(run):
    table = analysis.end_reasons_by_deck(run)
    assert table.groupby("deck")["loss_share"].sum().to_numpy() == pytest.approx(1)
    share = table["losses"] / table.groupby("deck")["losses"].transform("sum")
    assert table["loss_share"].to_numpy() == pytest.approx(share.to_numpy())
