"""A deck in its best hands, on samples whose truth is known."""

from math import isfinite

import numpy as np
import pytest

from evenhand.analysis.data.run import Entrant
from evenhand.analysis.gate.best_hands import BestHands
from evenhand.analysis.gate.evidence import RateEvidence
from evenhand.analysis.gate.judge import Expectation, Judgement, judge
from evenhand.analysis.gate.measures import DeckSubject, Measure, Topic
from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.analysis.statistics.differences import Moments

BAND = Band(0.49, 0.545)
GROUPS = ("beginners", "average", "experts")
MANY, FEW = 20_000, 100


def of_group(rate: float, n_pairs: int, seed: int) -> RateEvidence:
    scores = (np.random.default_rng(seed).random((2, n_pairs)) < rate).mean(axis=0)
    return RateEvidence.of([Moments.of(scores)])


def in_hands(*rates: float, n_pairs: int = MANY) -> BestHands:
    named = enumerate(zip(GROUPS, rates, strict=True))
    return BestHands({name: of_group(rate, n_pairs, seed) for seed, (name, rate) in named})


def judge_deck(evidence: BestHands, band: Band = BAND) -> Judgement:
    measure = Measure(Topic.BEST_HANDS, DeckSubject(Entrant("a")))
    (judged,) = judge([Expectation(measure, band, evidence)])
    return judged


@pytest.mark.parametrize(
    ("rates", "verdict"),
    [
        ((0.52, 0.52, 0.52), Verdict.PASS),
        ((0.45, 0.45, 0.52), Verdict.PASS),  # too weak only if so in all hands
        ((0.45, 0.45, 0.45), Verdict.FAIL),
        ((0.52, 0.52, 0.6), Verdict.FAIL),  # too strong if so in any
        ((0.4, 0.4, 0.6), Verdict.FAIL),
        ((0.545, 0.5, 0.5), Verdict.INCONCLUSIVE),
        ((0.45, 0.45, 0.49), Verdict.INCONCLUSIVE),
    ],
)
def test_a_deck_is_judged_by_its_best_hands(rates: tuple[float, ...], verdict: Verdict) -> None:
    assert judge_deck(in_hands(*rates)).verdict is verdict


def test_the_group_in_whose_hands_it_is_too_strong_is_known() -> None:
    judged = judge_deck(in_hands(0.45, 0.52, 0.6))
    found = {group.bot: (group.is_below, group.is_above) for group in judged.groups}
    assert found == {
        "beginners": (True, False), "average": (False, False), "experts": (False, True),
    }  # fmt: skip


def test_few_games_prove_nothing_and_say_what_it_takes() -> None:
    judged = judge_deck(in_hands(0.45, 0.45, 0.6, n_pairs=FEW))
    assert judged.verdict is Verdict.INCONCLUSIVE
    assert isfinite(judged.growth_needed)
    assert judged.growth_needed > 1
    assert [group.bot for group in judged.groups if group.is_decisive] == ["experts"]


def test_the_group_that_hardly_played_is_the_one_to_wait_for() -> None:
    evidence = BestHands({"many": of_group(0.52, MANY, 1), "few": of_group(0.5, FEW, 2)})
    judged = judge_deck(evidence)
    assert judged.verdict is Verdict.INCONCLUSIVE
    assert [group.bot for group in judged.groups if group.is_decisive] == ["few"]


def test_what_one_group_proves_no_other_can_hide() -> None:
    """A single pair says nothing of how far its win rate may be off."""
    evidence = BestHands({"experts": of_group(0.6, MANY, 1), "few": of_group(0.5, 1, 2)})
    assert judge_deck(evidence).verdict is Verdict.FAIL
    assert judge_deck(evidence, Band(0.5, 0.7)).verdict is Verdict.INCONCLUSIVE
    alone = BestHands({"few": of_group(0.5, 1, 2), "other": of_group(0.5, 1, 3)})
    assert judge_deck(alone).verdict is Verdict.INCONCLUSIVE


@pytest.mark.parametrize("rates", [(0.5, 0.52, 0.54), (0.45, 0.47, 0.485), (0.5, 0.5, 0.56)])
def test_the_interval_and_the_tests_agree(rates: tuple[float, ...]) -> None:
    for n_pairs in (200, 1_000, 5_000):
        judged = judge_deck(in_hands(*rates, n_pairs=n_pairs))
        is_inside = judged.low >= BAND.low and judged.high <= BAND.high
        is_outside = judged.low > BAND.high or judged.high < BAND.low
        expected = {(True, False): Verdict.PASS, (False, True): Verdict.FAIL}
        assert judged.verdict is expected.get((is_inside, is_outside), Verdict.INCONCLUSIVE)


def test_a_band_may_be_open_on_either_side() -> None:
    assert judge_deck(in_hands(0.3, 0.3, 0.3), Band(0, 0.545)).verdict is Verdict.PASS
    assert judge_deck(in_hands(0.3, 0.3, 0.8), Band(0.49, 1)).verdict is Verdict.PASS
    assert judge_deck(in_hands(0.3, 0.3, 0.6), Band(0, 0.545)).verdict is Verdict.FAIL
