"""What real games say of simulated ones: published numbers, planted truths, and nulls."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.stats import betabinom, kendalltau

from evenhand.analysis.data.run import Run, load_run
from evenhand.analysis.statistics import agreement
from evenhand.analysis.statistics.intervals import difference_interval
from evenhand.analysis.tables.real_results import (
    RealResults,
    compare_real_results,
    refuse_unsuitable,
)
from evenhand.decks.problems import UsageError
from evenhand.reports.real_wording import write_real_results
from tests.fake_run import write_fake_run

CARDS = [f"card {number}" for number in range(15)]
STRENGTHS = {"first": 0.6, "second": 0.4, "third": 0.2, "last": 0.0}
SURELY = 0.999
RNG = np.random.default_rng(5)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return load_run(
        write_fake_run(tmp_path_factory.mktemp("real") / "run", STRENGTHS, CARDS, 2_000)
    )


def draw_games(seed: int, n_games: int = 200, stretch: float = 1.0, **other: float) -> pd.DataFrame:
    """Draw results by the fake run's own chances, or others of some matchups ("first_last")."""
    rng, rows = np.random.default_rng(seed), []
    for one, two in combinations(STRENGTHS, 2):
        own, their = (STRENGTHS[name] + 1.05 for name in (one, two))
        rate = other.get(f"{one}_{two}", 0.5 + stretch * (own / (own + their) - 0.5))
        won = rng.binomial(n_games, rate)
        rows += [(one, two, won, won), (two, one, n_games - won, n_games - won)]
    games = pd.DataFrame(rows, columns=["deck", "opponent", "n_games", "score"])
    return games.assign(first=np.nan, rating=np.nan, opponent_rating=np.nan)


def compare(run: Run, *args: object, **truth: object) -> RealResults:
    return compare_real_results(draw_games(*args, **truth), [run])


@pytest.mark.parametrize(
    "row", [(81, 263, 0.2553, 0.3662), (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718)]
)
def test_wilsons_interval_is_the_published_one(row: tuple[float, ...]) -> None:
    np.testing.assert_allclose(agreement.wilson_interval(*row[:2]), row[2:], atol=5e-5)


def test_the_difference_is_the_published_one() -> None:
    first, second = (agreement.wilson_interval(56, 70), agreement.wilson_interval(48, 80))
    ends = difference_interval(0.8, first, 0.6, second)
    np.testing.assert_allclose(ends, (0.0524, 0.3339), atol=5e-5)


def test_the_test_and_tau_are_those_of_scipy() -> None:
    known = betabinom(30, 200 * 0.6 + 0.5, 200 * 0.4 + 0.5)
    assert agreement.predictive_p_value(24, 30, 0.6, 200) == pytest.approx(2 * known.sf(23))
    assert agreement.predictive_p_value(11.5, 30, 0.6, 200) == pytest.approx(2 * known.cdf(12))
    first, second = RNG.integers(0, 5, (2, 9))
    assert agreement.kendall_tau(first, second) == pytest.approx(kendalltau(first, second)[0])


def test_a_run_beside_its_own_chances_differs_nowhere(run: Run) -> None:
    games = [draw_games(seed) for seed in range(20)]
    surely = [compare_real_results(one, [run], SURELY) for one in games]
    assert not any(results.table["differs"].any() for results in surely)
    found = [compare_real_results(one, [run]) for one in games]
    assert sum(bool(results.table["differs"].any()) for results in found) <= 3
    rows = pd.concat([results.agreement for results in found])
    assert ((rows["slope_low"] < 1) & (rows["slope_high"] > 1)).sum() >= 17
    assert (rows["n_reversed"] == 0).all() and (rows["tau_high"] == 1).all()


def test_no_bot_is_nearer_than_one_that_plays_alike(run: Run, tmp_path: Path) -> None:
    """In 20 of 20 seeds, while one that plays otherwise is farther in each of them."""
    twin = load_run(write_fake_run(tmp_path / "twin", STRENGTHS, CARDS, 2_000, seed=2))
    turned = dict(zip(STRENGTHS, reversed(STRENGTHS.values()), strict=True))
    other = load_run(write_fake_run(tmp_path / "other", turned, CARDS, 2_000, seed=3))
    for seed in range(20):
        results = compare_real_results(draw_games(seed, 800), [run, twin, other])
        farther = results.bots.set_index("run")["is_farther"]
        assert [bool(farther[str(one.folder)]) for one in (run, twin, other)] == [0, 0, 1]


def test_a_planted_matchup_is_found_and_half_believed_if_games_are_few(run: Run) -> None:
    table = compare(run, 1, first_last=0.3).table
    different = table[table["differs"] & (table["kind"] == "matchup")]
    assert list(zip(different["deck"], different["opponent"], strict=True)) == [("first", "last")]
    few = compare(run, 1, n_games=10, first_last=0.3).table.set_index(["deck", "opponent"])
    row = few.loc[("first", "last")]
    assert row["real"] < row["estimate"] < row["simulated"] and 0 < row["weight"] < 1
    assert few["weight"].max() < table["weight"].max()


def test_half_the_edges_are_a_slope_of_a_half(run: Run) -> None:
    results = compare(run, 2, n_games=5_000, stretch=0.5)
    row = results.agreement.iloc[0]
    assert 0.3 < row["slope_low"] < 0.5 < row["slope_high"] < 0.7
    assert any("people win 55." in str(one) and "less than" in str(one)
               for one in write_real_results(results))  # fmt: skip


def test_opponents_count_as_people_met_them(run: Run) -> None:
    games = draw_games(3, 400)
    met = games[(games["deck"] != "first") & (games["opponent"] != "first")]
    assert (
        not compare_real_results(pd.concat([met] * 1 + [games.tail(2)] * 9), [run])
        .table["differs"]
        .any()
    )


def test_who_begins_and_ratings_are_told(run: Run) -> None:
    games = draw_games(4).assign(first=1.0, opponent_rating=1500.0)
    games["rating"] = np.where(games["deck"] == "first", 1600.0, 1500.0)
    games.loc[games["opponent"] == "first", "opponent_rating"] = 1600.0
    table = compare_real_results(games, [run]).table
    assert table.iloc[-1]["kind"] == "first player" and table.iloc[-1]["n_games"] == 1_200
    edges = table.set_index("deck")["rating_edge"].dropna()
    assert edges["first"] == pytest.approx(0.14, abs=0.001)
    np.testing.assert_allclose(edges.drop("first"), -0.14 / 3, atol=0.001)


def test_estimates_cover_the_truth() -> None:
    held = []
    for _ in range(200):
        rate, variance = RNG.uniform(0.3, 0.7, 10), np.full(10, 0.02**2)
        true = rate + RNG.normal(0, 0.05, 10)
        real = true + RNG.normal(0, 0.08, 10)
        seen = rate + RNG.normal(0, 0.02, 10)
        _, low, high, _ = agreement.shrink(real, np.full(10, 0.08**2), seen, variance)
        held.append(((low <= true) & (true <= high)).mean())
    assert 0.93 < np.mean(held) < 0.99


def test_even_matchups_have_no_slope() -> None:
    rate, variance = np.full(6, 0.5) + 0.001, np.full(6, 1e-4)
    slope = agreement.estimate_slope(rate, variance, rate, variance, np.full(6, 1 / 6))
    assert (slope.low, slope.high) == (-np.inf, np.inf)


def test_games_for_more_than_two_are_refused(tmp_path: Path) -> None:
    many = load_run(write_fake_run(tmp_path / "run", STRENGTHS, CARDS, 20, n_seats=3))
    with pytest.raises(UsageError, match="games for two"):
        refuse_unsuitable(many)
