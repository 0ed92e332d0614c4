"""Expectations and verdicts, on samples whose truth is known."""

from math import inf, isnan

import numpy as np
import pytest

from evenhand.analysis.data.pair_scores import scores_by_key
from evenhand.analysis.gate.judge import (
    CHANGE,
    RATE,
    TURNS,
    Cell,
    Expected,
    Outcome,
    Sample,
    Watch,
    engine_errors,
    judge,
    numbers_of,
    worst_first,
)
from evenhand.analysis.statistics.differences import Moments, PairedMoments, paired_difference
from evenhand.analysis.statistics.equivalence import Band, Verdict

PASS, FAIL, INCONCLUSIVE = Verdict.PASS, Verdict.FAIL, Verdict.INCONCLUSIVE
FAIR = Band(0.45, 0.55)
DECKS = {name: ["card"] * 10 for name in "abc"}


def scores(mean, n_pairs, seed=1):
    """Mean scores of pairs of games, half of which are won and lost by luck alone."""
    rng = np.random.default_rng(seed)
    return (rng.random((2, n_pairs)) < mean).mean(axis=0)


def sample(mean, n_pairs, limits=RATE, seed=1):
    return Sample.of([Moments.of(scores(mean, n_pairs, seed))], limits)


def watch(mean, n_pairs, seed=1):
    return Watch.of([scores(mean, n_pairs, seed)], RATE)


def expected(evidence, band=FAIR, limits=RATE):
    return Expected("win_rate", "a", band, evidence, limits=limits)


def verdict_on(evidence, band=FAIR, limits=RATE):
    (cell,) = judge([expected(evidence, band, limits)])
    return cell.verdict


@pytest.mark.parametrize("known", [sample, watch])
@pytest.mark.parametrize(
    ("mean", "n_pairs", "answer"),
    [(0.5, 5_000, PASS), (0.6, 5_000, FAIL), (0.4, 5_000, FAIL), (0.55, 5_000, INCONCLUSIVE),
     (0.5, 20, INCONCLUSIVE), (0.6, 20, INCONCLUSIVE)],
)  # fmt: skip
def test_three_verdicts(known, mean, n_pairs, answer):
    assert verdict_on(known(mean, n_pairs)) == answer


@pytest.mark.parametrize("known", [sample, watch])
@pytest.mark.parametrize("mean", [0.44, 0.47, 0.5, 0.52, 0.55, 0.58])
def test_the_interval_says_the_same(known, mean):
    """With one cell there is nothing to correct, and interval and p-values agree."""
    (cell,) = judge([expected(known(mean, 600))])
    inside = FAIR.low <= cell.low and cell.high <= FAIR.high
    outside = cell.high < FAIR.low or cell.low > FAIR.high
    assert (cell.verdict == PASS, cell.verdict == FAIL) == (inside, outside)
    assert cell.low <= cell.estimate <= cell.high


def test_failures_are_corrected_for_their_number_and_passes_are_not():
    alone = expected(sample(0.573, 1_000))
    inside = expected(sample(0.5, 1_000))
    assert judge([alone])[0].verdict == FAIL
    cells = judge([alone, *[inside] * 40])
    assert cells[0].verdict == INCONCLUSIVE
    assert cells[0].p_outside == pytest.approx(41 * judge([alone])[0].p_outside)
    assert {cell.verdict for cell in cells[1:]} == {PASS}


def test_a_band_that_nothing_can_be_outside_of_does_not_count():
    alone, anything = expected(sample(0.573, 1_000)), expected(sample(0.5, 1_000), Band(0.0, 1.0))
    cells = judge([alone, *[anything] * 40])
    assert cells[0].verdict == FAIL
    assert {cell.verdict for cell in cells[1:]} == {PASS}


@pytest.mark.parametrize("kind", [Sample, Watch])
def test_never_seen_is_not_never(kind):
    """No draw in 60 pairs says little; none in 3,000 is enough for a band up to 1 %."""

    def none_in(n_pairs):
        nothing = np.zeros(n_pairs)
        if kind is Watch:
            return Watch.of([nothing], RATE)
        return Sample.of([Moments.of(nothing)], RATE)

    assert verdict_on(none_in(60), Band(0.0, 0.01)) == INCONCLUSIVE
    assert verdict_on(none_in(3_000), Band(0.0, 0.01)) == PASS
    assert verdict_on(none_in(3_000), Band(0.01, 0.5)) == FAIL


def test_a_mean_without_an_upper_end():
    turns = 10 + np.random.default_rng(1).integers(0, 5, 400)
    found = Sample.of([Moments.of(turns)], TURNS)
    assert verdict_on(found, Band(11.0, inf), TURNS) == PASS
    assert verdict_on(found, Band(0.0, 11.0), TURNS) == FAIL
    assert found.value == pytest.approx(turns.mean())


def test_games_of_one_length_are_not_proof_of_it():
    found = Sample.of([Moments.of([12.0, 12.0])], TURNS)
    assert verdict_on(found, Band(11.9, 12.1), TURNS) == INCONCLUSIVE


def test_without_games_nothing_is_known():
    nothing = paired_difference([PairedMoments.of([], [])])
    (cell,) = judge([expected(Sample.of_change(nothing), Band(-0.1, 0.1), CHANGE)])
    assert (cell.verdict, cell.n_pairs, cell.more) == (INCONCLUSIVE, 0, inf)
    assert (cell.low, cell.high) == CHANGE
    assert isnan(cell.p_inside)


def test_a_change_is_a_difference_with_a_sign():
    before = scores(0.5, 2_000)
    after = np.where(scores(0.2, 2_000, seed=2) > 0, 1.0, before)
    found = Sample.of_change(paired_difference([PairedMoments.of(before, after)]))
    assert verdict_on(found, Band(-0.02, 0.02), CHANGE) == FAIL
    assert verdict_on(found, Band(0.1, 0.3), CHANGE) == PASS
    assert "paired" in found.method


@pytest.mark.parametrize("mean", [0.52, 0.53, 0.58])
def test_as_many_games_as_are_needed_are_enough(mean):
    """The number is meant to do in nine samples of ten."""
    (cell,) = judge([expected(exactly(mean, 100))])
    assert cell.verdict == INCONCLUSIVE
    n_pairs = int(100 * cell.more)
    done = [verdict_on(sample(mean, n_pairs, seed=seed)) != INCONCLUSIVE for seed in range(60)]
    assert 0.78 < np.mean(done) < 0.99


def exactly(mean, n_pairs):
    """Know a mean without luck, but with the spread that luck gives."""
    spread = mean * (1 - mean) / 2
    return Sample(mean, mean, (spread / n_pairs) ** 0.5, inf, n_pairs, RATE, "")


def test_a_look_has_its_share_of_the_level():
    once, five = sample(0.5, 300), Sample.of([Moments.of(scores(0.5, 300))], RATE, 5)
    assert five.p_values(FAIR, 0.05)[0] == pytest.approx(5 * once.p_values(FAIR, 0.05)[0])
    assert five.interval(0.05) == pytest.approx(once.interval(0.01))


def test_looking_often_gives_few_false_verdicts():
    """On the edge every verdict is wrong; a test at the last look alone may be so in 5 %."""
    looks = [50, 100, 200, 400, 800]
    wrong = 0
    for seed in range(200):
        x = scores(0.55, looks[-1], seed)
        wrong += any(verdict_on(Watch.of([x[:look]], RATE)) != INCONCLUSIVE for look in looks)
    assert wrong / 200 <= 0.1


def test_rounds_are_means_over_matchups():
    one, other = np.array([1.0, 0.0, 1.0]), np.array([0.0, 0.0, 1.0, 1.0])
    found = Watch.of([one, other], RATE)
    assert found.values.tolist() == [0.5, 0.0, 1.0]
    assert (found.n_pairs, found.value) == (6, 0.5)


def cell_with(verdict, estimate, excuse="", band=FAIR):
    return Cell("win_rate", "a", "", estimate, 0, 1, 9, 0.95, band, "", verdict, excuse=excuse)


def test_the_worst_comes_first():
    cells = [
        cell_with(PASS, 0.5), cell_with(FAIL, 0.6), cell_with(FAIL, 0.7, "next set mends it"),
        cell_with(INCONCLUSIVE, 0.54), cell_with(FAIL, 0.2), cell_with(PASS, 0.54),
    ]  # fmt: skip
    found = [(cell.outcome, cell.estimate) for cell in worst_first(cells)]
    assert found == [
        (Outcome.FAIL, 0.2), (Outcome.FAIL, 0.6), (Outcome.INCONCLUSIVE, 0.54),
        (Outcome.ACCEPTED, 0.7), (Outcome.PASS, 0.54), (Outcome.PASS, 0.5),
    ]  # fmt: skip


def test_an_excuse_covers_failures_only():
    assert cell_with(INCONCLUSIVE, 0.5, "reason").outcome == Outcome.INCONCLUSIVE
    assert cell_with(PASS, 0.5, "reason").outcome == Outcome.PASS


def test_the_numbers_of_a_run(made):
    run = made(decks=DECKS, matchups=[(0, 1), (0, 2), (1, 1)], n_pairs=40, draw_rate=0.1)
    found = {(one.topic, one.subject): one for one in numbers_of(scores_by_key(run))}
    assert [subject for topic, subject in found if topic == "win_rate"] == ["a", "b", "c"]
    assert found["win_rate", "a"].keys == (("a", "b"), ("a", "c"))
    assert {subject for topic, subject in found if topic == "matchup"} == {
        "a vs b", "b vs a", "a vs c", "c vs a",
    }  # fmt: skip
    assert len(found["turns", ""].keys) == 3
    assert found["turns", ""].limits == TURNS


def test_shares_of_games(made):
    run = made(decks=DECKS, matchups=[(0, 1)], n_pairs=50, draw_rate=0.3)
    (found,) = scores_by_key(run).values()
    games = run.games.collect()
    assert found.numbers["draws", ""].mean() == (games["winner"] == -1).mean()
    assert found.numbers["stalls", ""].mean() == (games["end_reason"] == 5).mean() > 0
    assert found.numbers["errors", ""].sum() == 0


def test_one_engine_error_is_a_failure(made):
    def spoil(games):
        reason = games["end_reason"].to_numpy().copy()
        reason[3] = 0
        return games.with_columns(end_reason=reason)

    plan = dict(decks=DECKS, matchups=[(0, 1)], n_pairs=50)
    assert engine_errors(scores_by_key(made(**plan))).verdict == PASS
    found = engine_errors(scores_by_key(made(spoil, **plan)))
    assert (found.verdict, found.estimate) == (FAIL, 0.01)
