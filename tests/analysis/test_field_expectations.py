"""Bands of a field: planted truths are judged as they are, and chance is no failure."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from evenhand import analysis
from evenhand.analysis.data.run import Entrant
from evenhand.analysis.gate.expectations import list_expectations
from evenhand.analysis.gate.field_expectations import UnevenEvidence, measure_unevenness
from evenhand.analysis.gate.judge import Expectation
from evenhand.analysis.gate.measures import DeckSubject, Measure, Topic
from evenhand.analysis.gate.run_bands import Bands
from evenhand.analysis.gate.run_verdicts import judge_run
from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.analysis.tables.pair_scores import read_pair_scores
from evenhand.analysis.tables.polarity import UnevenShare
from evenhand.analysis.tables.polarity import test_matchups as find_p_values
from evenhand.reports.check.check_wording import name_measure, write_claim
from tests.amounts import how_much

Make = Callable[..., analysis.Run]
PLAN = {"decks": {name: [name.lower()] * 30 for name in "ABC"},
        "matchups": [(0, 1), (0, 2), (1, 2)]}  # fmt: skip
SHARES = {"A": 0.6, "B": 0.4}
FIELD = Measure(Topic.FIELD_WIN_RATE)
POLARITY = Measure(Topic.POLARITY)


def in_field(deck: str) -> Measure:
    return Measure(Topic.FIELD_WIN_RATE, DeckSubject(Entrant(deck)))


def expected(run: analysis.Run, bands: Bands) -> dict[Measure, Expectation]:
    return {each.measure: each for each in list_expectations(bands, read_pair_scores(run))}


def test_win_rates_in_the_field_agree_with_their_table(made: Make) -> None:
    run = made(**PLAN, strength={"A": 0.3}, n_pairs=300)
    found = expected(run, Bands({FIELD: Band(0.45, 0.55)}, field=SHARES))
    assert set(found) == {in_field(deck) for deck in "ABC"}
    table = analysis.field_win_rates(run, SHARES).set_index("deck")
    for deck in "ABC":
        evidence = found[in_field(deck)].evidence
        assert evidence.value == pytest.approx(table["field_win_rate"][deck])
        low, high = evidence.interval(0.025)
        assert low == pytest.approx(table["field_win_rate_low"][deck], abs=0.01)
        assert high == pytest.approx(table["field_win_rate_high"][deck], abs=0.01)


def test_a_deck_that_loses_to_the_field_fails(made: Make) -> None:
    run = made(**PLAN, strength={"A": 0.3}, n_pairs=1000)
    judged = judge_run(run, Bands({FIELD: Band(0.45, 0.6)}, field=SHARES)).judgements
    verdicts = {deck: judged[in_field(deck)].verdict for deck in "ABC"}
    # A wins 65 % of games against the others, and here most of its games are against itself.
    assert verdicts == {"A": Verdict.PASS, "B": Verdict.FAIL, "C": Verdict.FAIL}


def test_without_a_field_or_a_matchup_nothing_is_claimed(made: Make) -> None:
    run = made(**PLAN, n_pairs=50)
    assert expected(run, Bands({FIELD: Band(0.4, 0.6)})) == {}
    lacking = made(**{**PLAN, "matchups": [(0, 1)]}, n_pairs=50)
    found = expected(lacking, Bands({FIELD: Band(0.4, 0.6)}, field={"A": 0.5, "C": 0.5}))
    assert np.isnan(found[in_field("A")].evidence.value)


def test_a_polar_field_fails_and_an_even_one_passes(made: Make) -> None:
    bands = Bands({POLARITY: Band(0.0, 0.5)})
    polar = made(**PLAN, strength={"A": 0.3, "B": 0.0, "C": -0.3}, n_pairs=600)
    even = made(**PLAN, n_pairs=600)
    few = made(**PLAN, n_pairs=10)
    verdicts = [judge_run(run, bands).judgements[POLARITY].verdict for run in (polar, even, few)]
    assert verdicts == [Verdict.FAIL, Verdict.PASS, Verdict.INCONCLUSIVE]


def test_uneven_matchups_name_the_field_that_they_are_met_in(made: Make) -> None:
    run, bands = made(**PLAN, n_pairs=50), Bands({POLARITY: Band(0.0, 0.5)})
    stated = replace(bands, field=SHARES)
    for judged, where in ((bands, False), (stated, True)):
        (judgement,) = judge_run(run, judged).judgements.values()
        assert ("in the field" in name_measure(judgement.measure)) is where
        assert ("in the field of balance.toml, " in write_claim(judgement)) is where
        assert ("brought equally often, " in write_claim(judgement)) is not where
        assert judgement.measure == POLARITY  # so that bands, verdicts and exceptions find it


def test_unevenness_agrees_with_its_table(made: Make) -> None:
    run = made(**PLAN, strength={"A": 0.2}, n_pairs=200)
    for shares in (None, SHARES):
        evidence = measure_unevenness(read_pair_scores(run), shares, 1)
        table = analysis.polarity(run, shares=shares).iloc[0]
        assert evidence.value == pytest.approx(table["uneven_share"])
        assert evidence.interval(0.025) == pytest.approx(
            (table["uneven_share_low"], table["uneven_share_high"])
        )
        for edge in (0.1, 0.5):
            p_inside, p_outside = evidence.p_values(Band(0.0, edge), 0.05)
            assert (p_inside <= 0.05) == (evidence.interval(0.05)[1] <= edge + 1e-9)
            assert (p_outside <= 0.05) == (evidence.interval(0.05)[0] > edge + 1e-9)


@pytest.mark.parametrize(
    ("strength", "n_pairs", "verdict"), [(0.3, 60, Verdict.FAIL), (0.08, 12, Verdict.PASS)]
)
def test_the_games_that_are_said_to_settle_how_polar_a_field_is_do(
    made: Make, strength: float, n_pairs: int, verdict: Verdict
) -> None:
    """A wins 65 % against both others, or 54 %."""
    bands = Bands({POLARITY: Band(0.0, 0.5)})
    truth = {"A": strength}
    few = judge_run(made(**PLAN, strength=truth, n_pairs=n_pairs), bands).judgements[POLARITY]
    assert few.verdict is Verdict.INCONCLUSIVE
    assert 1 < few.growth_needed < 100
    n_pairs = round(n_pairs * few.growth_needed)
    more = judge_run(made(**PLAN, strength=truth, n_pairs=n_pairs), bands).judgements[POLARITY]
    assert more.verdict is verdict


def test_no_games_are_promised_where_a_matchup_lies_on_the_edge() -> None:
    rates, n_pairs = np.array([0.6, 0.5, 0.5]), np.full(3, 5_000.0)
    errors = np.sqrt(rates * (1 - rates) / n_pairs / 2)
    share = UnevenShare(rates, *find_p_values(rates, errors, n_pairs), np.full(3, 1 / 3))
    evidence = UnevenEvidence(share, errors, n_pairs)
    assert evidence.estimate_growth(Band(0.0, 0.2), 0.05, 0.9) == np.inf
    assert evidence.estimate_growth(Band(0.0, 0.4), 0.05, 0.9) == pytest.approx(1.0, abs=0.01)
    near = replace(evidence, share=replace(share, rates=np.array([0.5999, 0.5, 0.5])))
    assert 100 < near.estimate_growth(Band(0.0, 0.2), 0.05, 0.9) < np.inf


def test_chance_is_no_failure(made: Make) -> None:
    n = how_much(30, 300)
    bands = Bands({POLARITY: Band(0.0, 0.1), FIELD: Band(0.45, 0.55)}, field=SHARES)
    failed = [
        any(one.verdict is Verdict.FAIL for one in judge_run(
            made(**PLAN, seed=seed, n_pairs=60), bands).judgements.values())
        for seed in range(n)
    ]  # fmt: skip
    assert np.mean(failed) <= 0.05 + 3.5 * (0.05 * 0.95 / n) ** 0.5


def test_games_for_more_than_two_have_no_field(made: Make) -> None:
    run = made(**{**PLAN, "matchups": [(0, 1, 2)]}, n_seats=3, n_pairs=20)
    assert (
        expected(run, Bands({POLARITY: Band(0.0, 0.5), FIELD: Band(0.0, 0.5)}, field=SHARES)) == {}
    )
