import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import confint_proportions_2indep, tost_proportions_2indep

from evenhand.analysis.statistics.differences import (
    Moments,
    PairedMoments,
    paired_difference,
    unpaired_difference,
)

SCORES = np.array([0, 0.25, 0.5, 0.75, 1])


def paired(before, after, is_score=True):
    return paired_difference([PairedMoments.of(before, after)], is_score)


def unpaired(before, after, is_score=True):
    return unpaired_difference([Moments.of(before)], [Moments.of(after)], is_score)


@pytest.mark.parametrize("n_pairs", [2, 7, 300])
def test_paired_is_students_test_with_two_pairs_added(n_pairs):
    before, after = np.random.default_rng(n_pairs).choice(SCORES, (2, n_pairs))
    theirs = stats.ttest_1samp([*(after - before), 1, -1], 0)
    found = paired(before, after)
    assert found.value == pytest.approx((after - before).mean())
    assert found.p_value == pytest.approx(theirs.pvalue)
    low, high = theirs.confidence_interval(0.9)
    assert found.interval(0.9) == pytest.approx((max(low, -1), min(high, 1)))
    assert found.is_paired


def test_with_many_pairs_paired_is_the_plain_paired_test():
    rng = np.random.default_rng(1)
    before = rng.choice(SCORES, 100_000)
    after = np.where(rng.random(100_000) < 0.2, rng.choice(SCORES, 100_000), before)
    theirs = stats.ttest_rel(after, before)
    assert paired(before, after).interval() == pytest.approx(
        tuple(theirs.confidence_interval()), abs=1e-5
    )


@pytest.mark.parametrize("is_score", [True, False])
def test_unpaired_is_welchs_test(is_score):
    rng = np.random.default_rng(3)
    before, after = rng.choice(SCORES, 40), rng.choice(SCORES[1:], 60)
    added = [0, 1] if is_score else []
    theirs = stats.ttest_ind([*after, *added], [*before, *added], equal_var=False)
    found = unpaired(before, after, is_score)
    assert found.p_value == pytest.approx(theirs.pvalue)
    assert found.interval() == pytest.approx(tuple(theirs.confidence_interval()))
    assert not found.is_paired


def games(wins, n_games):
    return np.repeat([1.0, 0.0], [wins, n_games - wins])


def test_unpaired_agrees_with_published_equivalence_of_two_runs():
    found = unpaired(games(5_030, 10_000), games(5_100, 10_000))
    t = (0.02 - found.centre) / found.standard_error
    assert stats.t.sf(t, found.degrees) == pytest.approx(0.03295, abs=5e-5)
    theirs = tost_proportions_2indep(
        5_100, 10_000, 5_030, 10_000, -0.02, 0.02, method="agresti-caffo"
    )
    assert theirs.pvalue == pytest.approx(0.03295, abs=5e-6)


def test_unpaired_agrees_with_agresti_and_caffo():
    theirs = confint_proportions_2indep(560, 700, 480, 800, method="agresti-caffo")
    assert unpaired(games(480, 800), games(560, 700)).interval() == pytest.approx(theirs, abs=1e-4)


def test_pairs_in_which_nothing_differs_are_not_certain():
    found = paired(np.full(1_000, 0.5), np.full(1_000, 0.5))
    assert (found.value, found.p_value) == (0, pytest.approx(1))
    low, high = found.interval()
    assert -0.004 < low < -0.002
    assert high == -low
    assert np.isnan(found.sample_factor)


def test_pairs_that_all_differ_alike_are_no_accident():
    found = paired(np.zeros(400), np.ones(400))
    assert found.value == 1
    assert found.interval()[0] > 0.98
    assert found.p_value < 1e-9


def test_one_pair_says_nothing():
    assert paired([0], [1]).interval() == (-1, 1)
    assert unpaired([0], [1]).interval() == (-1, 1)
    assert unpaired([3], [4], is_score=False).interval() == (-np.inf, np.inf)


def test_no_pairs():
    for found in (paired([], []), unpaired([], [0.5])):
        assert np.isnan(found.value)
        assert np.isnan(found.p_value)
        assert found.interval() == (-1, 1)


def test_parts_add_up_to_the_whole():
    before, after = np.random.default_rng(5).choice(SCORES, (2, 90))
    parts = PairedMoments.of(before[:40], after[:40]).plus(
        PairedMoments.of(before[40:], after[40:])
    )
    assert parts == PairedMoments.of(before, after)


def test_lengths_have_no_bound():
    before = np.random.default_rng(6).poisson(12, 500)
    found = paired(before, before + 3, is_score=False)
    assert found.interval() == pytest.approx((3, 3), abs=0.1)
    assert paired(before[:2], before[:2] + 40, is_score=False).interval()[1] > 40


def test_the_sample_factor_is_what_unpaired_runs_would_take():
    rng = np.random.default_rng(7)
    luck = rng.normal(size=20_000)
    before, after = luck + 0.5 * rng.normal(size=(2, 20_000))
    assert paired(before, after).sample_factor == pytest.approx(2.5 / 0.5, rel=0.05)
    assert unpaired(before, after).sample_factor == 1


def test_matchups_weigh_all_alike():
    rng = np.random.default_rng(8)
    matchups = [rng.choice(SCORES, (2, n)) for n in (4_000, 5_000, 9_000)]
    found = paired_difference([PairedMoments.of(*both) for both in matchups])
    changes = [after - before for before, after in matchups]
    errors = [stats.sem(change) for change in changes]
    assert found.value == pytest.approx(np.mean([change.mean() for change in changes]))
    assert found.standard_error == pytest.approx(np.linalg.norm(errors) / 3, rel=1e-3)
    assert found.n_pairs == 18_000


def test_unpaired_matchups_weigh_all_alike():
    rng = np.random.default_rng(12)
    before, after = ([rng.choice(SCORES, n) for n in (4_000, 9_000)] for _ in range(2))
    found = unpaired_difference(*([Moments.of(part) for part in run] for run in (before, after)))
    errors = [stats.sem(part) for part in (*before, *after)]
    assert found.value == pytest.approx(
        np.mean([b.mean() - a.mean() for a, b in zip(before, after, strict=True)])
    )
    assert found.standard_error == pytest.approx(np.linalg.norm(errors) / 2, rel=1e-3)
    assert found.n_pairs == 13_000


def test_pairs_are_added_once_and_not_to_every_matchup():
    alike = PairedMoments.of(np.full(100, 0.5), np.full(100, 0.5))
    ends = [paired_difference(parts).interval()[1] for parts in ([alike], [alike] * 10)]
    assert ends[0] / ends[1] == pytest.approx(10, rel=0.05)


def test_a_matchup_with_one_pair_leaves_all_open():
    known, unknown = PairedMoments.of(*np.eye(2)), PairedMoments.of([0], [1])
    assert paired_difference([known, unknown]).interval() == (-1, 1)


# A card that is seldom drawn changes few pairs, and perhaps all in one direction.
RARE = [(0.0, 0.99, 0.01), (0.001, 0.997, 0.002), (0.02, 0.9, 0.08), (0.25, 0.4, 0.35)]


@pytest.mark.parametrize("n_pairs", [20, 100, 1_000])
@pytest.mark.parametrize("shares", RARE)
def test_paired_intervals_cover(n_pairs, shares):
    rng = np.random.default_rng(10)
    changes = np.array([-1, 0, 1])
    truth = changes @ shares
    hits = 0
    for change in rng.choice(changes, (2_000, n_pairs), p=shares):
        low, high = paired(np.zeros(n_pairs), change).interval()
        hits += low <= truth <= high
    assert hits / 2_000 > 0.93


def test_intervals_over_matchups_cover():
    rng = np.random.default_rng(13)
    changes = np.array([-1, -0.5, 0, 0.5, 1])
    every = [(0.01, 0.05, 0.8, 0.1, 0.04), (0, 0, 0.98, 0.02, 0), (0.2, 0.1, 0.3, 0.2, 0.2)]
    truth = np.mean([changes @ shares for shares in every])
    hits = 0
    for _ in range(2_000):
        drawn = [rng.choice(changes, 40, p=shares) for shares in every]
        found = paired_difference([PairedMoments.of(np.zeros(40), one) for one in drawn])
        low, high = found.interval()
        hits += low <= truth <= high
    assert 0.935 < hits / 2_000 < 0.985


@pytest.mark.parametrize("n_pairs", [20, 300])
@pytest.mark.parametrize("shares", [(0.25, 0.5, 0.25), (0.02, 0.28, 0.7)])
def test_unpaired_intervals_cover(n_pairs, shares):
    rng = np.random.default_rng(11)
    outcomes = np.array([0, 0.5, 1])
    truth = outcomes @ shares - 0.5
    hits = 0
    for _ in range(2_000):
        before = rng.choice(outcomes, n_pairs, p=(0.25, 0.5, 0.25))
        after = rng.choice(outcomes, 2 * n_pairs, p=shares)
        low, high = unpaired(before, after).interval()
        hits += low <= truth <= high
    assert 0.935 < hits / 2_000 < 0.985
