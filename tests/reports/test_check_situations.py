"""What a check or tuning says first, situation by situation, and the next command."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from evenhand.analysis.gate.judge import Judgement, sort_worst_first
from evenhand.analysis.gate.measures import CardSubject, Measure, Topic
from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.gate.check_output import suggest_command
from evenhand.gate.tune_folder import sum_up
from evenhand.gate.tune_rounds import Round, Tuning
from evenhand.reports.check.check_wording import write_check_headline
from tests.reports.first_sentences import JARGON, join, plain
from tests.reports.test_gate import deck, judged, result_of

# Checks

CHANGE = replace(deck("tide"), is_change=True)
CHECKS = {
    "all is met": (("pass",), "PASS: 1 expectation met.", "report runs/check-1 --open"),
    "one failure": (
        (judged(deck("tide")), "pass"),
        "FAIL: tide wins 60.0 % (58.0-62.0), expected 40-55 %. 1 of 2 expectations not met.",
        "tune mine",
    ),
    "many failures, of which the victim is the furthest outside": (
        (judged(deck("ebb"), estimate=0.3, low=0.28, high=0.32), judged(deck("tide"), estimate=0.62,
         low=0.6, high=0.64), "pass"),
        "FAIL: tide wins 62.0 % (60.0-64.0), expected 40-55 %, and 1 more. 2 of 3 expectations not "
        "met.",
        "tune mine",
    ),
    "going first": (
        (judged(Measure(Topic.FIRST_PLAYER)), "pass"),
        "FAIL: the first player wins 60.0 % (58.0-62.0), expected 40-55 %. 1 of 2 expectations not "
        "met.",
        "compensate --run runs/check-1",
    ),
    "draws": (
        (judged(Measure(Topic.DRAWS), estimate=0.12, low=0.11, high=0.13, band=Band(0, 0.05)),),
        "FAIL: 12.0 % (11.0-13.0) of games are drawn, expected 0-5 %. 1 of 1 expectation not met.",
        "report runs/check-1 --open",
    ),
    "stalls": (
        (judged(Measure(Topic.STALLS), estimate=0.12, low=0.11, high=0.13, band=Band(0, 0.01)),),
        "FAIL: 12.0 % (11.0-13.0) of games come to no end, expected 0-1 %. 1 of 1 expectation not "
        "met.",
        "replay runs/check-1 --ending turn_cap",
    ),
    "length": (
        (judged(Measure(Topic.TURNS), estimate=18.7, low=18.6, high=18.8, band=Band(5, 12)),),
        "FAIL: games last 18.70 turns (18.60 to 18.80), expected 5.00 to 12.00. 1 of 1 expectation "
        "not met.",
        "report runs/check-1 --open",
    ),
    "a card": (
        (judged(Measure(Topic.CARD_IMPACT, CardSubject("Lancer", "tide")), estimate=0.14, low=0.13,
                high=0.15, band=Band(-0.1, 0.1)),),
        "FAIL: Lancer is worth +14.0 points (+13.0 to +15.0) to tide, expected -10 to +10. 1 of 1 "
        "expectation not met.",
        "price Lancer --game mine",
    ),
    "a change": (
        (judged(CHANGE, estimate=0.052, low=0.04, high=0.064, band=Band(-0.02, 0.02)),),
        "FAIL: win rate of tide changed by +5.2 points (+4.0 to +6.4), expected -2 to +2. 1 of 1 "
        "expectation not met.",
        "report runs/check-1 --open",
    ),
    "too few games": (
        (judged(deck("ebb"), Verdict.INCONCLUSIVE, low=0.54, growth_needed=2.5), "pass"),
        "INCONCLUSIVE: ebb wins 60.0 % (54.0-62.0), expected 40-55 %. About 20,000 games would "
        "settle it. 1 of 2 expectations needs more games.",
        "check mine --games 20000",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CHECKS)
def test_the_first_sentence_of_a_check(name: str) -> None:
    given, says, command = CHECKS[name]
    calm = judged(deck("calm"), Verdict.PASS, estimate=0.5, low=0.49, high=0.51)
    judgements = [one if isinstance(one, Judgement) else calm for one in given]
    result = result_of(*sort_worst_first(judgements))
    run: Any = SimpleNamespace(folder="runs/check-1", info={})
    assert plain(write_check_headline(result)) == says
    assert suggest_command(result, run, "mine") == f"evenhand {command}"
    assert not [word for word in JARGON if word in says]


# Tuning

MET = judged(deck("tide"), Verdict.PASS, estimate=0.5)
TUNINGS = {
    "met before": (
        (), (MET,), "", "Everything that is expected is met already: nothing to change.",
    ),
    "met": (("an edit",), (MET,), "", "PASS: 1 expectation met."),
    "met by undoing": (
        ("an edit",), (MET,), "runs/mine-1",
        "PASS: 1 expectation met. It undoes 1 edit since runs/mine-1.",
    ),
    "not met": (
        (), (judged(deck("tide")), MET), "",
        "No edit was found that helps. 1 not met, of 2 expectations: tide wins 60.0 % (58.0-62.0), "
        "expected 40-55 %.",
    ),
    "not sure": (
        ("an edit",), (judged(deck("tide"), Verdict.INCONCLUSIVE, low=0.54), MET), "",
        "1 too close to call in these games, of 2 expectations: tide wins 60.0 % (54.0-62.0), "
        "expected 40-55 %.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TUNINGS)
def test_the_first_sentence_of_tuning(name: str) -> None:
    edits, judgements, undoes, says = TUNINGS[name]
    found: Any = Round(edits, 1, 9, judgements, undoes=undoes)  # type: ignore[arg-type]
    assert join(*sum_up(Tuning((found,)))) == says
