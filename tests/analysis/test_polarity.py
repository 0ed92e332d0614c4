"""How far matchups lie from even: planted truths, no more than chance where all are even."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import evenhand
from evenhand import analysis
from evenhand.analysis.tables.polarity import EVEN, make_polarity_table
from evenhand.reports.metagame_wording import write_polarity, write_uneven
from tests.amounts import how_much
from tests.analysis.drawn_matrices import N_PAIRS, simulate
from tests.fake_run import write_fake_run
from tests.planted.real_truths import CIRCLES, plant_circle

CARDS = [f"card {number}" for number in range(15)]
CIRCLE = {("rock", "paper"): 0.3, ("paper", "scissors"): 0.3, ("rock", "scissors"): 0.7}


def make_truth(spread: float, n: int = 6) -> np.ndarray:
    """Make true win rates whose averages are even, at a distance from even."""
    ways = np.fromfunction(lambda a, b: np.where((b - a) % 2 == 1, 1, -1), (n, n))
    return 0.5 + spread * np.triu(ways, 1) - spread * np.tril(ways.T, -1)


@pytest.mark.parametrize("spread", [0.0, 0.01, 0.03, 0.15])
def test_intervals_cover(spread: float) -> None:
    truth, n = make_truth(spread), how_much(400, 4_000)
    draws = (simulate(truth, np.random.default_rng(seed)) for seed in range(n))
    tables = [make_polarity_table(one, 0.95) for one in draws]
    held = [
        (table["polarity_low"] <= spread + 1e-12) & (table["polarity_high"] >= spread)
        for table in tables
    ]
    least = 0.95 - 3.5 * (0.95 * 0.05 / n) ** 0.5
    assert np.mean([one[0] for one in held]) >= least
    assert np.mean([one[1:].all() for one in held]) >= least
    if spread:
        assert np.mean([table["polarity"][0] for table in tables]) == pytest.approx(
            spread, abs=0.004
        )


def test_a_polar_field_with_even_averages_is_found(tmp_path: Path) -> None:
    strengths = dict.fromkeys(("rock", "paper", "scissors"), 0.0)
    write_fake_run(tmp_path, strengths, CARDS, N_PAIRS, seed=1, rates=CIRCLE)
    run = analysis.load_run(tmp_path)
    rates = analysis.win_rates(run)
    assert ((rates["win_rate_low"] < 0.5) & (rates["win_rate_high"] > 0.5)).all()
    table = analysis.polarity(run)
    field = table.iloc[0]
    assert table["deck"][0] == "" and set(table["deck"][1:]) == set(strengths)
    assert 0.13 < field["polarity_low"] < field["polarity"] < field["polarity_high"] < 0.22
    assert (table["polarity_low"][1:] > 0.1).all()
    assert (field["n_matchups"], field["n_games"]) == (3, 6 * N_PAIRS)
    assert "points from even on average" in str(write_polarity(table))
    assert (table["uneven_share_low"] == 1).all()
    assert ", 100.0\u00a0% of games are in matchups outside" in str(write_uneven(table))


@pytest.mark.parametrize("game", CIRCLES)
def test_decks_in_a_circle_are_found_in_games_that_were_played(game: str, tmp_path: Path) -> None:
    given = plant_circle(game, tmp_path)
    run = evenhand.play(**given, games=600, seed=1, jobs=1, out=tmp_path / "run")
    rates = analysis.win_rates(run)
    assert ((rates["win_rate_low"] < 0.5) & (rates["win_rate_high"] > 0.5)).all()
    table = analysis.polarity(run)
    assert table["polarity_low"][0] > 0.1 and table["uneven_share_low"][0] > 0
    first, second, third = run.deck_names
    won = analysis.matchups(run).set_index(["deck", "opponent"])["win_rate_low"]
    assert all(won[pair] > 0.5 for pair in ((first, second), (second, third), (third, first)))


@pytest.mark.parametrize("game", CIRCLES)
def test_nothing_is_found_of_decks_that_are_alike(game: str, tmp_path: Path) -> None:
    """And in each of as few games decks in a circle are found."""
    for is_even in (True, False):
        place = tmp_path / f"{is_even}"
        place.mkdir()
        given = plant_circle(game, place, is_even=is_even)
        for seed in range(how_much(2, 20)):
            run = evenhand.play(**given, games=240, seed=seed, jobs=1, out=place / f"{seed}")
            table = analysis.polarity(run)
            assert (table["polarity_low"][0] == 0) == is_even
            assert not is_even or table["uneven_share_low"][0] == 0


def test_where_all_is_even_chance_finds_nothing() -> None:
    n = how_much(200, 2_000)
    draws = (simulate(make_truth(0.0), np.random.default_rng(seed)) for seed in range(n))
    tables = [make_polarity_table(one, 0.95) for one in draws]
    wrong = np.mean([table["polarity_low"][0] > 0 for table in tables])
    assert wrong <= 0.025 + 3.5 * (0.025 * 0.975 / n) ** 0.5
    even = next(table for table in tables if table["polarity_low"][0] == 0)
    assert str(write_polarity(even)).startswith("No matchup need be uneven")


def test_the_most_polar_deck_comes_first() -> None:
    truth = np.array([[0.5, 0.9, 0.1], [0.1, 0.5, 0.5], [0.9, 0.5, 0.5]])
    table = make_polarity_table(simulate(truth, np.random.default_rng(1)), 0.95)
    assert table["deck"].tolist()[:2] == ["", "deck 0"]
    assert isinstance(table, pd.DataFrame) and table["polarity"].between(0, 0.5).all()


def share_uneven(truth: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return how often all players of a field meet an uneven matchup, then those of each deck."""
    is_uneven = (truth < EVEN.low) | (truth > EVEN.high)
    return np.array([weights @ is_uneven @ weights, *(is_uneven @ weights)])


@pytest.mark.parametrize("field", [None, (0.5, 0.3, 0.2, 0.0, 0.0, 0.0)])
@pytest.mark.parametrize("spread", [0.0, 0.09, 0.11, 0.2])
def test_bounds_of_the_uneven_share_cover(spread: float, field: tuple[float, ...] | None) -> None:
    truth, n = make_truth(spread), how_much(150, 2_000)
    truth[0, 1], truth[1, 0] = 0.7, 0.3
    weights = np.full(6, 1 / 6) if field is None else np.array(field)
    true = share_uneven(truth, weights)
    if field is None:  # decks do not meet themselves
        true = np.array([true[0] * 6 / 5, *(true[1:] * 6 / 5)])
    held = []
    for seed in range(n):
        matrix = simulate(truth, np.random.default_rng(seed))
        table = make_polarity_table(matrix, 0.95, None if field is None else weights)
        table = table.set_index("deck").loc[["", *matrix.decks]]
        low, high = table["uneven_share_low"], table["uneven_share_high"]
        held.append((low <= true + 1e-9) & (high >= true - 1e-9))
    least = 0.95 - 3.5 * (0.95 * 0.05 / n) ** 0.5
    assert np.mean([one.iloc[0] for one in held]) >= least
    assert np.mean([one.iloc[1:].all() for one in held]) >= least


def test_no_matchup_is_called_uneven_where_all_are_even() -> None:
    n = how_much(200, 2_000)
    draws = (simulate(make_truth(0.0), np.random.default_rng(seed)) for seed in range(n))
    tables = [make_polarity_table(one, 0.95) for one in draws]
    assert np.mean([table["uneven_share_low"][0] > 0 for table in tables]) <= 0.01
    assert np.mean([table["uneven_share_high"][0] == 0 for table in tables]) > 0.9


def test_few_games_leave_the_uneven_share_open() -> None:
    table = make_polarity_table(simulate(make_truth(0.1), np.random.default_rng(1)), 0.95)
    assert "more games would tell" in str(write_uneven(table))
