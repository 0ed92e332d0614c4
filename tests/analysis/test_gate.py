"""Expectations and verdicts, on samples whose truth is known."""

from datetime import date
from math import inf, isnan, nan

import numpy as np
import pytest

from evenhand.analysis.data.run import Entrant
from evenhand.analysis.gate.evidence import FixedEvidence, Method, RateEvidence, SequentialEvidence
from evenhand.analysis.gate.judge import (
    Acceptance,
    Expectation,
    Judgement,
    Outcome,
    judge,
    judge_endless_turns,
    judge_engine_errors,
    sort_worst_first,
)
from evenhand.analysis.gate.measures import (
    CHANGE,
    RATE,
    TURNS,
    WHOLE_RUN,
    CardSubject,
    DeckSubject,
    MatchupSubject,
    Measure,
    SeatSubject,
    Topic,
)
from evenhand.analysis.gate.pair_means import list_pair_means
from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.analysis.statistics.differences import Moments, PairedMoments, paired_difference
from evenhand.analysis.tables.pair_scores import read_pair_scores

PASS, FAIL, INCONCLUSIVE = Verdict.PASS, Verdict.FAIL, Verdict.INCONCLUSIVE
FAIR = Band(0.45, 0.55)
DECKS = {name: ["card"] * 10 for name in "abc"}
A, B, C, D = map(Entrant, "abcd")
WIN_RATE = Measure(Topic.WIN_RATE, DeckSubject(A))
NEXT_SET = Acceptance("the next set mends it", date(2030, 12, 31))


def scores(mean, n_pairs, seed=1):
    """Mean scores of pairs of games, half of which are won and lost by luck alone."""
    rng = np.random.default_rng(seed)
    return (rng.random((2, n_pairs)) < mean).mean(axis=0)


def fixed(mean, n_pairs, seed=1):
    return RateEvidence.of([Moments.of(scores(mean, n_pairs, seed))])


def sequential(mean, n_pairs, seed=1):
    return SequentialEvidence.of([scores(mean, n_pairs, seed)])


def expect(evidence, band=FAIR):
    return Expectation(WIN_RATE, band, evidence)


def verdict_on(evidence, band=FAIR):
    (found,) = judge([expect(evidence, band)])
    return found.verdict


@pytest.mark.parametrize("known", [fixed, sequential])
@pytest.mark.parametrize(
    ("mean", "n_pairs", "answer"),
    [(0.5, 5_000, PASS), (0.6, 5_000, FAIL), (0.4, 5_000, FAIL), (0.55, 5_000, INCONCLUSIVE),
     (0.5, 20, INCONCLUSIVE), (0.6, 20, INCONCLUSIVE)],
)  # fmt: skip
def test_three_verdicts(known, mean, n_pairs, answer):
    assert verdict_on(known(mean, n_pairs)) == answer


@pytest.mark.parametrize("known", [fixed, sequential])
@pytest.mark.parametrize("mean", [0.44, 0.47, 0.5, 0.52, 0.55, 0.58])
def test_the_interval_says_the_same(known, mean):
    """With one number there is nothing to correct, and interval and p-values agree."""
    (found,) = judge([expect(known(mean, 600))])
    inside = FAIR.low <= found.low and found.high <= FAIR.high
    outside = found.high < FAIR.low or found.low > FAIR.high
    assert (found.verdict == PASS, found.verdict == FAIL) == (inside, outside)
    assert found.low <= found.estimate <= found.high


def test_failures_are_corrected_for_their_number_and_passes_are_not():
    alone = expect(fixed(0.573, 1_000))
    inside = expect(fixed(0.5, 1_000))
    assert judge([alone])[0].verdict == FAIL
    found = judge([alone, *[inside] * 40])
    assert found[0].verdict == INCONCLUSIVE
    assert found[0].p_outside == pytest.approx(41 * judge([alone])[0].p_outside)
    assert {one.verdict for one in found[1:]} == {PASS}


def test_a_band_that_nothing_can_be_outside_of_does_not_count():
    alone, anything = expect(fixed(0.573, 1_000)), expect(fixed(0.5, 1_000), Band(0.0, 1.0))
    found = judge([alone, *[anything] * 40])
    assert found[0].verdict == FAIL
    assert {one.verdict for one in found[1:]} == {PASS}


@pytest.mark.parametrize("kind", [RateEvidence, SequentialEvidence])
def test_never_seen_is_not_never(kind):
    """No draw in 60 pairs says little; none in 3,000 is enough for a band up to 1 %."""

    def none_in(n_pairs):
        nothing = np.zeros(n_pairs)
        if kind is SequentialEvidence:
            return SequentialEvidence.of([nothing])
        return RateEvidence.of([Moments.of(nothing)])

    assert verdict_on(none_in(60), Band(0.0, 0.01)) == INCONCLUSIVE
    assert verdict_on(none_in(3_000), Band(0.0, 0.01)) == PASS
    assert verdict_on(none_in(3_000), Band(0.01, 0.5)) == FAIL


def test_a_mean_without_an_upper_end():
    turns = 10 + np.random.default_rng(1).integers(0, 5, 400)
    found = FixedEvidence.of([Moments.of(turns)], TURNS)
    assert verdict_on(found, Band(11.0, inf)) == PASS
    assert verdict_on(found, Band(0.0, 11.0)) == FAIL
    assert found.value == pytest.approx(turns.mean())


def test_games_of_one_length_are_not_proof_of_it():
    found = FixedEvidence.of([Moments.of([12.0, 12.0])], TURNS)
    assert verdict_on(found, Band(11.9, 12.1)) == INCONCLUSIVE


def test_without_games_nothing_is_known():
    nothing = paired_difference([PairedMoments.of([], [])])
    (found,) = judge([expect(FixedEvidence.of_change(nothing), Band(-0.1, 0.1))])
    assert (found.verdict, found.n_pairs) == (INCONCLUSIVE, 0)
    assert isnan(found.growth_needed)
    assert (found.low, found.high) == CHANGE
    assert isnan(found.p_inside)


def test_a_change_is_a_difference_with_a_sign():
    before = scores(0.5, 2_000)
    after = np.where(scores(0.2, 2_000, seed=2) > 0, 1.0, before)
    found = FixedEvidence.of_change(paired_difference([PairedMoments.of(before, after)]))
    assert verdict_on(found, Band(-0.02, 0.02)) == FAIL
    assert verdict_on(found, Band(0.1, 0.3)) == PASS
    assert found.method is Method.PAIRED


@pytest.mark.parametrize("mean", [0.52, 0.53, 0.58])
def test_as_many_games_as_are_needed_are_enough(mean):
    """The number is meant to do in nine samples of ten."""
    (found,) = judge([expect(exactly(mean, 100))])
    assert found.verdict == INCONCLUSIVE
    n_pairs = int(100 * found.growth_needed)
    done = [verdict_on(fixed(mean, n_pairs, seed=seed)) != INCONCLUSIVE for seed in range(60)]
    assert 0.78 < np.mean(done) < 0.99


@pytest.mark.parametrize(
    ("mean", "n_pairs", "band", "growth"),
    [
        (0.55, 4, Band(0.45, 0.55), nan),  # 18 to 88: across the whole band
        (0.55, 400, Band(0.45, 0.55), inf),
        (0.5, 4, Band(0.0, 0.5), nan),  # an end at a limit is no edge
        (0.5, 400, Band(0.0, 0.5), inf),
        (0.99, 400, Band(0.5, 0.99), nan),  # may be as good as 100 %
    ],
)
def test_a_number_is_on_an_edge_if_its_interval_is_narrow_enough_to_say_so(
    mean, n_pairs, band, growth
):
    (found,) = judge([expect(exactly(mean, n_pairs), band)])
    assert (found.verdict, str(found.growth_needed)) == (INCONCLUSIVE, str(growth))


@pytest.mark.parametrize("make", [FixedEvidence, RateEvidence])
def test_one_pair_is_on_no_edge(make):
    limits = () if make is RateEvidence else (RATE,)
    (found,) = judge([expect(make.of([Moments.of([0.55])], *limits), Band(0.45, 0.55))])
    assert isnan(found.growth_needed)


def exactly(mean, n_pairs):
    """Know a mean without luck, but with the spread that luck gives."""
    spread = mean * (1 - mean) / 2
    return RateEvidence(mean, (spread / n_pairs) ** 0.5, n_pairs, n_pairs)


def test_a_look_has_its_share_of_the_level():
    once, five = fixed(0.5, 300), RateEvidence.of([Moments.of(scores(0.5, 300))], 5)
    assert five.p_values(FAIR, 0.05)[0] == pytest.approx(5 * once.p_values(FAIR, 0.05)[0])
    assert five.interval(0.05) == pytest.approx(once.interval(0.01))


def test_looking_often_gives_few_false_verdicts():
    """On the edge every verdict is wrong; a test at the last look alone may be so in 5 %."""
    looks = [50, 100, 200, 400, 800]
    wrong = 0
    for seed in range(200):
        x = scores(0.55, looks[-1], seed)
        wrong += any(
            verdict_on(SequentialEvidence.of([x[:look]])) != INCONCLUSIVE for look in looks
        )
    assert wrong / 200 <= 0.1


def test_the_last_look_tells_what_bets_cannot():
    """57 % against 45 to 55, where bets were sure in half of the runs."""
    verdicts = []
    for seed in range(60):
        x = scores(0.57, 3_333, seed)
        ends = [SequentialEvidence.of([x], is_last) for is_last in (False, True)]
        verdicts.append([verdict_on(one) for one in ends])
        assert ends[1].interval(0.05)[0] >= ends[0].interval(0.05)[0]
    bets, last = np.mean([[one == FAIL for one in both] for both in verdicts], axis=0)
    assert bets < 0.8
    assert last > 0.85


def test_on_the_edge_the_last_look_adds_few_false_verdicts():
    looks = [50, 100, 200, 400]
    wrong = 0
    for seed in range(300):
        x = scores(0.55, looks[-1], seed)
        known = [SequentialEvidence.of([x[:look]], look == looks[-1]) for look in looks]
        wrong += any(verdict_on(one) != INCONCLUSIVE for one in known)
    assert wrong / 300 <= 0.1


def test_rounds_are_means_over_matchups():
    one, other = np.array([1.0, 0.0, 1.0]), np.array([0.0, 0.0, 1.0, 1.0])
    found = SequentialEvidence.of([one, other])
    assert found.values.tolist() == [0.5, 0.0, 1.0]
    assert (found.n_pairs, found.value) == (6, 0.5)


def judged(verdict, estimate, acceptance=None, band=FAIR):
    return Judgement(
        WIN_RATE, estimate, 0, 1, 9, 0.95, band, Method.PAIRS, verdict, acceptance=acceptance
    )


def test_the_worst_comes_first():
    judgements = [
        judged(PASS, 0.5), judged(FAIL, 0.6), judged(FAIL, 0.7, NEXT_SET),
        judged(INCONCLUSIVE, 0.54), judged(FAIL, 0.2), judged(PASS, 0.54),
    ]  # fmt: skip
    found = [(one.outcome, one.estimate) for one in sort_worst_first(judgements)]
    assert found == [
        (Outcome.FAIL, 0.2), (Outcome.FAIL, 0.6), (Outcome.INCONCLUSIVE, 0.54),
        (Outcome.ACCEPTED, 0.7), (Outcome.PASS, 0.54), (Outcome.PASS, 0.5),
    ]  # fmt: skip


def test_an_acceptance_covers_failures_only():
    assert judged(INCONCLUSIVE, 0.5, NEXT_SET).outcome == Outcome.INCONCLUSIVE
    assert judged(PASS, 0.5, NEXT_SET).outcome == Outcome.PASS


def test_the_numbers_of_a_run(made):
    run = made(decks=DECKS, matchups=[(0, 1), (0, 2), (1, 1)], n_pairs=40, draw_rate=0.1)
    found = {one.measure: one for one in list_pair_means(read_pair_scores(run))}
    decks = [measure.subject for measure in found if measure.topic is Topic.WIN_RATE]
    assert decks == [DeckSubject(A), DeckSubject(B), DeckSubject(C)]
    assert found[WIN_RATE].keys == (("a", "b"), ("a", "c"))
    matchups = [measure.subject for measure in found if measure.topic is Topic.MATCHUP]
    assert matchups == [
        MatchupSubject(one, (other,)) for one, other in ((A, B), (B, A), (A, C), (C, A))
    ]
    assert len(found[Measure(Topic.TURNS)].keys) == 3


# Subjects


def test_a_duel_alone_has_a_reverse():
    duel, table = MatchupSubject(A, (B,)), MatchupSubject(A, (B, C, D))
    assert duel.reverse == MatchupSubject(B, (A,))
    assert table.reverse is None
    assert [one.reverse for one in (DeckSubject(A), SeatSubject(1), WHOLE_RUN)] == [None] * 3
    change = Measure(Topic.MATCHUP, duel, is_change=True)
    assert change.reverse == Measure(Topic.MATCHUP, duel.reverse, is_change=True)


def test_a_band_of_a_deck_covers_it_in_all_hands():
    novice = Entrant("a", "novice")
    assert DeckSubject(novice).covering == (DeckSubject(novice), DeckSubject(A), WHOLE_RUN)
    assert DeckSubject(A).covering == (DeckSubject(A), WHOLE_RUN)
    assert CardSubject("x", "a").covering == (CardSubject("x", "a"), CardSubject("x"), WHOLE_RUN)
    assert WHOLE_RUN.covering == (WHOLE_RUN,)


def test_both_sides_of_a_duel_are_covered_in_the_same_order():
    """Else each side of a duel could be held against a band that does not fit the other."""
    duel = MatchupSubject(Entrant("a", "x"), (Entrant("b", "y"),))
    assert len(duel.covering) == 5
    assert duel.covering[0] == duel
    assert duel.covering[3] == MatchupSubject(A, (B,))
    turned = [subject.reverse for subject in duel.reverse.covering[:-1]]
    assert turned == list(duel.covering[:-1])


@pytest.mark.parametrize(
    ("measure", "limits"),
    [
        (WIN_RATE, RATE),
        (Measure(Topic.TURNS), TURNS),
        (Measure(Topic.TURNS, is_change=True), (-inf, inf)),
        (Measure(Topic.DRAWS, is_change=True), CHANGE),
        (Measure(Topic.CARD_IMPACT, CardSubject("x", "a")), CHANGE),
    ],
)
def test_what_a_number_can_be(measure, limits):
    assert measure.limits == limits


def test_shares_of_games(made):
    run = made(decks=DECKS, matchups=[(0, 1)], n_pairs=50, draw_rate=0.3)
    (found,) = read_pair_scores(run).values()
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
    assert judge_engine_errors(read_pair_scores(made(**plan))).verdict == PASS
    found = judge_engine_errors(read_pair_scores(made(spoil, **plan)))
    assert (found.verdict, found.estimate) == (FAIL, 0.01)


def test_one_endless_turn_is_a_failure(made):
    def spoil(games):
        reason = games["end_reason"].to_numpy().copy()
        reason[3] = 100
        return games.with_columns(end_reason=reason)

    run = made(spoil, decks=DECKS, matchups=[(0, 1)], n_pairs=50)
    assert judge_endless_turns(read_pair_scores(run)) == []
    run.info["end_reasons"]["endless"] = 100
    (found,) = judge_endless_turns(read_pair_scores(run))
    assert (found.verdict, found.estimate) == (FAIL, 0.01)
