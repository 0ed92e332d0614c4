"""What would be played, and circles: planted truths, and that chance makes neither."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from evenhand import analysis
from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.intervals import rate_interval
from evenhand.analysis.tables import metagame as room
from evenhand.analysis.tables.metagame import WinMatrix
from evenhand.analysis.tables.viable_decks import double, make_viable_table
from evenhand.decks.problems import UsageError
from evenhand.reports.metagame_wording import write_viable
from evenhand.reports.undecided import round_up
from tests.amounts import how_much
from tests.analysis.drawn_matrices import simulate
from tests.fake_run import write_fake_run

CARDS = [f"card {number}" for number in range(15)]
CIRCLE = {("rock", "paper"): 0.3, ("paper", "scissors"): 0.3, ("rock", "scissors"): 0.7}
LADDER = {"first": 1.2, "second": 0.6, "third": 0.2, "last": 0.0}
FOUR = np.array(
    [[0.5, 0.6, 0.45, 0.7], [0.4, 0.5, 0.65, 0.55], [0.55, 0.35, 0.5, 0.6], [0.3, 0.45, 0.4, 0.5]]
)
SURELY = 0.999


@pytest.fixture
def fake(tmp_path: Path) -> Callable[..., Run]:
    def make(strengths, n_pairs=400, seed=1, **truth) -> Run:
        folder = tmp_path / f"run-{seed}"
        write_fake_run(folder, strengths, CARDS, n_pairs, seed=seed, **truth)
        return analysis.load_run(folder)

    return make


@pytest.fixture
def circle(fake) -> Run:
    return fake(dict.fromkeys(("rock", "paper", "scissors"), 0.0), rates=CIRCLE)


def test_rock_paper_and_scissors_are_played_a_third_each(circle):
    table = analysis.metagame(circle)
    assert list(table["deck"]) == ["rock", "paper", "scissors"]
    assert ((table["share_low"] < 1 / 3) & (table["share_high"] > 1 / 3)).all()
    assert (table["share_high"] - table["share_low"] < 0.4).all()
    assert table["always"].all() and not table["never"].any()
    np.testing.assert_allclose(table[["share", "alpha_rank"]].sum(), 1)
    np.testing.assert_allclose(table["against_mix"], 0.5)
    assert (table["n_games"] == 1_600).all() and (table["n_pairs"] == 800).all()


def test_the_circle_is_found(circle):
    (row,) = analysis.cycles(circle).itertuples()
    assert (row.a, row.b, row.c) == ("rock", "scissors", "paper")
    assert row.proven and row.n_games == 2_400
    assert row.weakest == min(row.a_beats_b, row.b_beats_c, row.c_beats_a)
    assert 0.5 < row.weakest_low < row.weakest < row.weakest_high
    assert analysis.transitivity(circle)["cyclic_p"].item() < 1e-6
    assert analysis.transitivity(circle)["transitive_high"].item() < 0.5


def test_the_best_of_a_ladder_is_all_that_is_played(fake):
    run = fake(LADDER, n_pairs=1_000)
    table = analysis.metagame(run).set_index("deck")
    assert table.loc["first", ["share", "share_low", "share_high"]].tolist() == [1, 1, 1]
    assert table["never"].tolist() == [False, True, True, True]
    assert table["always"].tolist() == [True, False, False, False]
    assert table["against_mix"].is_monotonic_decreasing
    assert analysis.cycles(run).empty
    assert analysis.transitivity(run)["transitive_low"].item() > 0.9


def test_a_table_is_that_of_the_games_and_repeats(fake):
    one, again, other = (fake(LADDER, seed=seed) for seed in (3, 4, 5))
    assert analysis.metagame(one).equals(analysis.metagame(analysis.load_run(one.folder)))
    assert not analysis.metagame(again).equals(analysis.metagame(other))


def test_decks_that_are_all_alike_are_called_neither_absent_nor_cyclic(fake):
    for seed in range(how_much(6, 20)):
        run = fake(dict.fromkeys("ABCDEF", 0.0), n_pairs=40, seed=seed)
        table = analysis.metagame(run, SURELY)
        assert not table["never"].any() and not table["always"].all()
        assert not analysis.cycles(run, SURELY)["proven"].any()
        assert analysis.transitivity(run)["cyclic_p"].item() > 1 - SURELY


def matrix_of(rates, n_pairs, rng):
    """What independent pairs of games measure of given win rates."""
    n = len(rates)
    found, errors = np.full((n, n), 0.5), np.full((n, n), np.nan)
    for one, other in combinations(range(n), 2):
        scores = (rng.random((2, n_pairs)) < rates[one, other]).mean(axis=0)
        found[one, other], found[other, one] = scores.mean(), 1 - scores.mean()
        errors[one, other] = errors[other, one] = scores.std(ddof=1) / n_pairs**0.5
    pairs = np.full((n, n), n_pairs)
    return WinMatrix(tuple("ABCDEFGH"[:n]), found, errors, pairs, 2 * pairs)


THREE = np.array([[0.5, 0.6, 0.4], [0.4, 0.5, 0.6], [0.6, 0.4, 0.5]])


def test_redrawn_rates_are_ends_of_the_interval():
    matrix = matrix_of(FOUR, 30, np.random.default_rng(1))
    drawn = room.redraw_rates(matrix, 20_000)
    np.testing.assert_allclose(drawn + drawn.transpose(0, 2, 1), 1)
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    for one, other in combinations(range(4), 2):
        numbers = (matrix.rates[one, other], matrix.errors[one, other], 30)
        ends = rate_interval(*numbers)
        np.testing.assert_allclose([low[one, other], high[one, other]], ends, atol=0.015)


def test_what_few_pairs_agree_on_is_not_certain():
    rates = np.array([[0.5, 1.0, 0.0], [0.0, 0.5, 1.0], [1.0, 0.0, 0.5]])
    pairs = np.full((3, 3), 4)
    drawn = room.redraw_rates(WinMatrix(tuple("ABC"), rates, 0 * rates, pairs, 2 * pairs))
    assert ((drawn >= 0) & (drawn <= 1)).all()
    assert np.quantile(drawn[:, 0, 1], 0.025) < 0.6


def test_the_published_four_decks(made_of):
    run = made_of(FOUR)
    np.testing.assert_allclose(analysis.metagame(run)["share"], [1 / 2, 1 / 6, 1 / 3, 0], atol=1e-9)
    (row,) = analysis.cycles(run).itertuples()
    assert {row.a, row.b, row.c} == set("ABC")


@pytest.fixture
def made_of(monkeypatch):
    """Make every run have known win rates, of a thousand pairs."""

    def make(rates):
        pairs = np.full(rates.shape, 1_000)
        errors = np.full(rates.shape, 0.01)
        matrix = WinMatrix(tuple("ABCDEFGH"[: len(rates)]), rates, errors, pairs, 2 * pairs)
        monkeypatch.setattr(room, "read_win_matrix", lambda run: matrix)

    return make


def test_a_deck_entered_twice_does_not_gain(made_of):
    rows = [0, 1, 2, 2]
    rates = THREE[np.ix_(rows, rows)]
    shares = analysis.metagame(made_of(rates))["share"]
    np.testing.assert_allclose(shares, [1 / 3, 1 / 3, 1 / 6, 1 / 6], atol=1e-6)


def test_two_decks_have_a_mix_and_no_circle(fake):
    run = fake({"better": 0.8, "worse": 0.0})
    assert analysis.metagame(run)["share"].tolist() == [1, 0]
    assert analysis.cycles(run).empty
    assert analysis.transitivity(run)["cyclic_p"].item() == 1


def test_mirrors_do_not_count(fake):
    run = fake(LADDER, mirrors=True)
    assert (analysis.metagame(run)["n_pairs"] == 3 * 400).all()


DECKS = {name: [name] * 30 for name in "ABCD"}
REFUSED = {
    "for 3": {"matchups": [(0, 1, 2)], "n_seats": 3},
    "greedy and random met": {"matchups": [(0, 1), (0, 1)], "bots": [(0, 1), (1, 0)]},
    "A vs C, A vs D, B vs C and 1 more not played": {"matchups": [(0, 1), (2, 3)]},
    "two decks or more": {"matchups": [(0, 0)]},
}


@pytest.mark.parametrize("said", REFUSED)
def test_what_has_no_metagame_is_refused(made, said):
    run = made(decks=DECKS, n_pairs=20, **REFUSED[said])
    for table in (analysis.metagame, analysis.cycles, analysis.transitivity):
        with pytest.raises(UsageError, match=said):
            table(run)


# Viable decks


def beat(stronger: set[tuple[int, int]], n: int = 6, lead: float = 0.1) -> np.ndarray:
    """Make the true win rates of decks of which some beat others by a lead."""
    truth = np.full((n, n), 0.5)
    for winner, loser in stronger:
        truth[winner, loser], truth[loser, winner] = 0.5 + lead, 0.5 - lead
    return truth


CIRCLE_ABOVE = {(0, 1), (1, 2), (2, 0)} | {(k, m) for k in range(3) for m in range(3, 6)}
ONE_ABOVE = {(0, k) for k in range(1, 6)}


@pytest.mark.parametrize(("stronger", "viable"), [(CIRCLE_ABOVE, 3), (ONE_ABOVE, 1)])
def test_the_number_of_viable_decks_is_covered(stronger: set[tuple[int, int]], viable: int) -> None:
    n = how_much(20, 400)
    for seed in range(n):
        matrix = simulate(beat(stronger), np.random.default_rng(seed))
        mixes = room.Mixes(
            matrix, room.find_mixes(matrix.rates), room.find_mixes(room.redraw_rates(matrix, 200))
        )
        (row,) = make_viable_table(mixes, 0.95).itertuples()
        assert (row.viable, row.viable_low, row.viable_high) == (viable, viable, viable)
    said = str(write_viable(make_viable_table(mixes, 0.95)))
    assert said == f"Of 6 decks, {viable} {'is' if viable == 1 else 'are'} worth bringing."


def test_the_games_that_are_said_to_tell_the_number_of_viable_decks_do() -> None:
    """One deck is above all, by little: more games show that it is worth bringing alone."""
    truth = beat(ONE_ABOVE, lead=0.03)
    matrix = next(one for one in (simulate(truth, np.random.default_rng(seed)) for seed in range(9))
                  if solve(one).viable_low < solve(one).viable_high)  # fmt: skip
    row = solve(matrix)
    assert row.n_games < row.n_games_needed < 1_000_000
    about = f", about {round_up(row.n_games_needed):,} games would tell how many."
    assert str(write_viable(pd.DataFrame([row]))).endswith(about)
    larger = matrix
    while larger.total_games < row.n_games_needed:
        assert solve(larger).viable_low < solve(larger).viable_high
        larger = double(larger)
    assert solve(larger).viable_low == solve(larger).viable_high == 1
    assert np.isnan(solve(larger).n_games_needed)


def test_no_number_of_games_is_promised_where_decks_are_alike() -> None:
    alike = simulate(beat(set()), np.random.default_rng(1))
    row = solve(replace(alike, rates=np.full(alike.rates.shape, 0.5)))
    assert row.n_games_needed == np.inf
    said = str(write_viable(pd.DataFrame([row])))
    assert said.endswith("; going by these win rates, 1,000,000 games would not tell how many.")


def solve(matrix: WinMatrix) -> Any:
    redrawn = room.find_mixes(room.redraw_rates(matrix, 200))
    mixes = room.Mixes(matrix, room.find_mixes(matrix.rates), redrawn)
    return next(make_viable_table(mixes, 0.95).itertuples(index=False))


def test_few_games_leave_the_number_of_viable_decks_open() -> None:
    n, held = how_much(60, 600), 0
    even = beat({(0, 1), (1, 2), (2, 0), (3, 4)}, lead=0.02)
    truth = int((room.find_mixes(even)["share"] >= room.SMALL_SHARE).sum())
    for seed in range(n):
        matrix = simulate(even, np.random.default_rng(seed))
        mixes = room.Mixes(
            matrix, room.find_mixes(matrix.rates), room.find_mixes(room.redraw_rates(matrix, 200))
        )
        (row,) = make_viable_table(mixes, 0.95).itertuples()
        assert row.viable_low < row.viable_high
        held += row.viable_low <= truth <= row.viable_high
    assert held / n >= 0.95 - 3.5 * (0.95 * 0.05 / n) ** 0.5
