"""What a check or tuning says first, situation by situation, and the next command."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from evenhand.analysis.gate.judge import Judgement, sort_worst_first
from evenhand.analysis.gate.measures import CardSubject, Measure, Topic
from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.commands.tune import say_what_next
from evenhand.flags import TuneFlags
from evenhand.gate.check_output import suggest_command
from evenhand.gate.tune_edits import CardEdit
from evenhand.gate.tune_rounds import Round, Tuning, Undoing
from evenhand.gate.tune_wording import sum_up
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


@pytest.mark.parametrize("topic", [Topic.FIRST_PLAYER, Topic.DRAWS])
def test_rule_options_that_the_folder_names_are_tuned(topic: Topic) -> None:
    result = replace(result_of(judged(Measure(topic))), tuned_options=("second_player_cards",))
    run: Any = SimpleNamespace(folder="runs/check-1", info={})
    assert suggest_command(result, run, "mine") == "evenhand tune mine"


# Tuning

MET = judged(deck("tide"), Verdict.PASS, estimate=0.5, low=0.48, high=0.52)
LANCER, HERON = (CardEdit(card, "damage", 4, 180, 90, {}) for card in ("Lancer", "Heron"))


def tuned(judgement: Judgement, *edits: CardEdit, **more: Any) -> Tuning:
    """Return a folder in which tide was out of its band, and some edits did what is judged."""
    is_undone = bool(more.get("undoing"))
    best = Round(edits, 2, 9, (judgement,), undoes="runs/mine-1" if is_undone else "")
    first = Round((), 1, 9, (judged(deck("tide")),))
    return Tuning((first, best) if edits else (best,), **more)


def undoing(*edits: CardEdit) -> Undoing:
    return Undoing("runs/mine-1", edits)


def further(after: int, judgement: Judgement) -> Round:
    return Round((LANCER._replace(after=after),), 3, 9, (judgement,))


def in_strong_hands(found: Tuning, judgement: Judgement) -> Tuning:
    """What was tuned, as a stronger player finds it."""
    return replace(found, second=Round((), 1, 8_000, (judgement,), bot="learned"))


TUNINGS = {
    "met before": (tuned(MET), "Everything that is expected is met already: nothing to change."),
    "met before, as far as it is judged": (
        tuned(MET, unjudged=("decks in their best hands",)),
        "The 1 expectation that tune judges is met already: nothing to change. Not judged: decks "
        "in their best hands; evenhand check judges them.",
    ),
    "met": (tuned(MET, LANCER), "PASS: 1 expectation met."),
    "met, as far as it is judged": (
        tuned(MET, LANCER, unjudged=("decks in their best hands", "what cards do")),
        "PASS: 1 expectation met. Not judged: decks in their best hands and what cards do; "
        "evenhand check judges them.",
    ),
    "met by what can be read": (
        tuned(MET, LANCER, left_out="Left out: gale."), "Left out: gale. Of the rest: "
        "1 expectation met.",
    ),
    "met by undoing": (
        tuned(MET, LANCER, undoing=undoing(LANCER)),
        "PASS: 1 expectation met. It undoes 1 edit since runs/mine-1.",
    ),
    "met by undoing one of two": (
        tuned(MET, LANCER, undoing=undoing(HERON, LANCER)),
        "PASS: 1 expectation met. It undoes 1 of 2 edits since runs/mine-1, and keeps Heron damage "
        "90 > 180.",
    ),
    "met by more than before the edit, too": (
        tuned(MET, LANCER, undoing=undoing(LANCER), further=(further(120, MET),)),
        "PASS: 1 expectation met. It undoes 1 edit since runs/mine-1. Or keep some of it, by hand: "
        "Lancer damage 180 > 120 meets everything, too (win rate of tide 50.0 %, 48.0-52.0); "
        "with 180 it does not: tide wins 60.0 % (58.0-62.0), expected 40-55 %.",
    ),
    "met by nothing more": (
        tuned(MET, LANCER, undoing=undoing(LANCER), further=(
            further(120, judged(deck("tide"), Verdict.INCONCLUSIVE, low=0.54)),)),
        "PASS: 1 expectation met. It undoes 1 edit since runs/mine-1. None of the numbers between "
        "that were tried meets everything; with 120 it is too close to call: tide wins 60.0 % "
        "(54.0-62.0), expected 40-55 %.",
    ),
    "met, and in strong hands, too": (
        in_strong_hands(tuned(MET, LANCER), MET),
        "PASS: 1 expectation met. In the hands of learned, a stronger player (8,000 games), "
        "nothing is surely outside.",
    ),
    "met, but not in strong hands": (
        in_strong_hands(tuned(MET, LANCER), judged(deck("tide"))),
        "In the hands of learned, a stronger player (8,000 games), still outside: win rate of tide "
        '60.0 %. To tune for such hands, which is slower: bots = ["learned"] in balance.toml. In '
        "the weaker hands that it was tuned for, PASS: 1 expectation met.",
    ),
    "not met": (
        tuned(judged(deck("tide"))),
        "No edit was found that helps. 1 not met, of 1 expectation: tide wins 60.0 % (58.0-62.0), "
        "expected 40-55 %.",
    ),
    "not sure": (
        tuned(judged(deck("tide"), Verdict.INCONCLUSIVE, low=0.54), LANCER),
        "1 too close to call in these games, of 1 expectation: tide wins 60.0 % (54.0-62.0), "
        "expected 40-55 %.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TUNINGS)
def test_the_first_sentence_of_tuning(name: str) -> None:
    found, says = TUNINGS[name]
    assert join(*sum_up(found)) == says


@pytest.mark.parametrize("is_outside", [True, False])
def test_what_fails_in_strong_hands_is_tuned_for_them_first(
    is_outside: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    found = in_strong_hands(tuned(MET, LANCER), judged(deck("tide")) if is_outside else MET)
    setup: Any = SimpleNamespace(job=None)
    say_what_next(setup, found, TuneFlags(games=9_000), ())
    first, *more = capsys.readouterr().out.splitlines()
    if is_outside:
        after = '# for strong hands, after bots = ["learned"] in balance.toml'
        assert first == f"Next     evenhand tune --games 9000  {after}"
        assert more == ["         evenhand tune --games 9000 --apply  # for weaker hands alone"]
    else:
        assert (first, more) == ("Next     evenhand tune --games 9000 --apply", [])
