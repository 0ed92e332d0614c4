"""What the first sentence says, situation by situation, and the command that it suggests."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from evenhand.analysis.gate.judge import Judgement, sort_worst_first
from evenhand.analysis.gate.measures import CardSubject, Measure, Topic
from evenhand.analysis.gate.run_bands import Bands
from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.analysis.tables.comparison import Comparison
from evenhand.analysis.tables.prices import Fair, PriceCurve
from evenhand.commands import compare as compare_command
from evenhand.commands import price as price_command
from evenhand.experiments.price_sentences import describe_worth
from evenhand.flags import PriceFlags
from evenhand.gate.check_output import suggest_command
from evenhand.gate.tune_folder import sum_up
from evenhand.gate.tune_rounds import Round, Tuning
from evenhand.reports.check.check_wording import write_check_headline
from evenhand.reports.comparison.headline import write_comparison_cause, write_comparison_headline
from evenhand.reports.findings import list_findings
from evenhand.reports.headline import find_headline
from evenhand.reports.report_tables import Evidence
from evenhand.run_summary import choose_next
from evenhand.simulate.runs.given_command import command_context
from tests.reports.test_gate import deck, judged, result_of

Make = Callable[..., Evidence]
FAIR = {"Tide": 0.50, "Rush": 0.50, "Wall": 0.50}
JARGON = ("provabl", "heuristic", "allowing for", "stands out", "significant", "p-value")


def plain(text: object) -> str:
    """Write special spaces, dashes, arrows and minus signs as on a typewriter."""
    return str(text).translate({0xA0: " ", 0x2013: "-", 0x2212: "-", 0x2192: ">"})


def join(*sentences: object) -> str:
    return plain(" ".join(str(sentence) for sentence in sentences if sentence))


def to_words(words: tuple[object, ...]) -> str:
    return " ".join(map(str, words))


# Runs


@dataclass(frozen=True)
class OfRun:
    """A run as it is made up, and what its first screen should say."""

    says: str
    next: str = ""
    rates: Mapping[str, float] | None = None
    stated: Mapping[Topic, tuple[float, float]] | None = None
    whole_run: Mapping[Topic, tuple[float, float, float]] | None = None
    by_bot: Mapping[str, Mapping[str, float]] | None = None
    made_up: Mapping[str, Any] | None = None
    n_games: int = 40_000


RUNS = {
    "nothing is wrong": OfRun("All 3 decks are inside 45-55 %."),
    "nothing is wrong with any bot": OfRun(
        "All 3 decks are inside 45-55 % with every bot.",
        by_bot={"novice": FAIR, "learned": FAIR},
    ),
    "nothing can be told yet, and one deck is suspect": OfRun(
        "Too early to say: Tide may win too often (58.0 %) and Wall may win too seldom (42.0 %). "
        "About 25,000 games would settle it.",
        "run mine --games 25000",
        rates={"Tide": 0.58, "Rush": 0.50, "Wall": 0.42}, n_games=2_000,
        made_up={"half_width": 0.035},
    ),
    "nothing can be told yet, and nothing is suspect": OfRun(
        "Too early to say, though no deck looks wrong: 2 of 3 may still be outside 45-55 %. "
        "About 68,000 games would settle it.",
        "run mine --games 68000",
        rates={"Tide": 0.535, "Rush": 0.50, "Wall": 0.465}, n_games=2_000,
        made_up={"half_width": 0.029},
    ),
    "300 games, by which nothing can be told": OfRun(
        "Too early to say: Tide may win too often (58.0 %) and Wall may win too seldom (42.0 %). "
        "About 17,000 games would settle it.",
        "run mine --games 17000",
        rates={"Tide": 0.58, "Rush": 0.50, "Wall": 0.42}, n_games=300,
        made_up={"half_width": 0.075},
    ),
    "so near the edge that games do not settle it": OfRun(
        "Too early to say: Tide may win too often (55.1 %). Tide is so close to the edge of its "
        "band that 1,000,000 games might not settle it.",
        rates={"Tide": 0.551, "Rush": 0.50, "Wall": 0.49},
    ),
    "one deck is too strong, because of a card": OfRun(
        "Tide wins too often: 60.0 % (58.6-61.4, wider because picked from 3 decks) over 40,000 "
        "games. It leans most on Lancer: with a plain card of the same cost instead, the deck "
        "would win "
        "8.0 points less (6.0 to 10.0).",
        "price Lancer --game mine",
        rates={"Tide": 0.6, "Rush": 0.46, "Wall": 0.46},
        made_up={"effects": {"Lancer": 0.08, "Pup": -0.05}, "cards": ["Lancer", "Pup"]},
    ),
    "one deck is too weak, because of a card": OfRun(
        "Wall wins too seldom: 39.0 % (37.6-40.4, wider because picked from 3 decks) over 40,000 "
        "games. Pup holds it back most: with a plain card of the same cost instead, the deck "
        "would win 5.0 "
        "points more (3.0 to 7.0).",
        "price Pup --game mine",
        rates={"Tide": 0.54, "Rush": 0.54, "Wall": 0.39},
        made_up={"effects": {"Lancer": 0.08, "Pup": -0.05}, "cards": ["Lancer", "Pup"]},
    ),
    "a deck is too strong, and no card was measured": OfRun(
        "Tide wins too often: 60.0 % (58.6-61.4, wider because picked from 3 decks) over 40,000 "
        "games.",
        "tune mine",
        rates={"Tide": 0.6, "Rush": 0.46, "Wall": 0.46},
    ),
    "a deck is too strong, and no single card is behind it": OfRun(
        "Tide wins too often: 60.0 % (58.6-61.4, wider because picked from 3 decks) over 40,000 "
        "games. None of its cards is surely behind that on its own.",
        "tune mine",
        rates={"Tide": 0.6, "Rush": 0.46, "Wall": 0.46},
        made_up={"effects": {"Lancer": 0.001}, "cards": ["Lancer", "Pup"]},
    ),
    "a band was stated, and its deck is above it": OfRun(
        "Tide wins too often: 62.0 % (60.6-63.4, wider because picked from 3 decks) over 40,000 "
        "games; expected: 40-60 %.",
        "tune mine",
        rates={"Tide": 0.62, "Rush": 0.45, "Wall": 0.43}, stated={Topic.WIN_RATE: (0.4, 0.6)},
    ),
    "the victim is further outside than the culprit": OfRun(
        "Tide wins too often: 62.0 % (60.6-63.4, wider because picked from 3 decks) over 40,000 "
        "games.",
        "tune mine",
        rates={"Wall": 0.36, "Tide": 0.62, "Rush": 0.52},
    ),
    "many decks, several outside": OfRun(
        "A wins too often: 60.0 % (58.6-61.4, wider because picked from 12 decks) over 40,000 "
        "games.",
        "tune mine",
        rates={name: 0.6 - 0.2 * place / 11 for place, name in enumerate("ABCDEFGHIJKL")},
    ),
    "only with weak players": OfRun(
        "Only in weak hands, Tide wins too often: 62.0 % (59.6-64.4) with novice, but 50.0 % "
        "(47.6-52.4) with the learned player.",
        "tune mine",
        by_bot={"novice": {**FAIR, "Tide": 0.62}, "learned": FAIR},
    ),
    "only with strong players": OfRun(
        "In strong hands, Tide wins too often: 62.0 % (59.6-64.4) with the learned player, but "
        "50.0 % (47.6-52.4) with novice.",
        "impact --game mine --bots learned --precision 2",
        by_bot={"novice": FAIR, "learned": {**FAIR, "Tide": 0.62}},
    ),
    "strong and weak players find the victim further outside": OfRun(
        "Tide wins too often, whichever bot plays: 61.0 % (58.6-63.4) with novice and 62.0 % "
        "(59.6-64.4) with the learned player.",
        "tune mine",
        by_bot={
            "novice": {"Wall": 0.37, "Tide": 0.61, "Rush": 0.5},
            "learned": {"Wall": 0.36, "Tide": 0.62, "Rush": 0.5},
        },
    ),
    "the ranking turns with strength": OfRun(
        "How well Tide does depends on the bot: 39.0 % (36.6-41.4) with novice and 61.0 % "
        "(58.6-63.4) with the learned player.",
        "impact --game mine --bots learned --precision 2",
        by_bot={
            "novice": {"Wall": 0.6, "Tide": 0.39, "Rush": 0.5},
            "learned": {"Wall": 0.4, "Tide": 0.61, "Rush": 0.5},
        },
    ),
    "going first decides, and no band forbids it": OfRun(
        "Going first decides much: it wins 64.3 % (63.9-64.7) of games, 14.3 points more than a "
        "fair 50 %.",
        "compensate --run runs/mine-1",
        made_up={"advantage": 0.143},
    ),
    "going first decides more than is allowed": OfRun(
        "Going first decides much: it wins 68.3 % (67.9-68.7) of games, 18.3 points more than a "
        "fair 50 %; 35-65 % is allowed.",
        "compensate --run runs/mine-1",
        stated={Topic.WIN_RATE: (0.4, 0.6), Topic.FIRST_PLAYER: (0.35, 0.65)},
        made_up={"advantage": 0.183},
    ),
    "going last decides more than is allowed": OfRun(
        "Going first decides much: it wins 31.7 % (31.3-32.1) of games, 18.3 points less than a "
        "fair 50 %; 35-65 % is allowed.",
        "compensate --run runs/mine-1",
        stated={Topic.WIN_RATE: (0.4, 0.6), Topic.FIRST_PLAYER: (0.35, 0.65)},
        made_up={"advantage": -0.183},
    ),
    "only a matchup is lopsided": OfRun(
        "Tide wins too often against Wall: 63.0 % (61.0-65.0, wider because picked from 3 "
        "matchups); 40-60 % is allowed.",
        "tune mine",
        rates={"Tide": 0.57, "Rush": 0.49, "Wall": 0.44},
        stated={Topic.WIN_RATE: (0.4, 0.6), Topic.MATCHUP: (0.4, 0.6)},
    ),
    "games last too long": OfRun(
        "Games last too long: 18.7 turns (18.6 to 18.8); 5 to 12 turns is allowed.",
        "replay runs/mine-1 --find typical",
        stated={Topic.WIN_RATE: (0.4, 0.6), Topic.TURNS: (5, 12)},
        whole_run={Topic.TURNS: (18.7, 18.6, 18.8)},
    ),
    "games are over too soon": OfRun(
        "Games are over too soon: 4.2 turns (4.1 to 4.3); 5 turns or more is allowed.",
        "replay runs/mine-1 --find typical",
        stated={Topic.WIN_RATE: (0.4, 0.6), Topic.TURNS: (5, np.inf)},
        whole_run={Topic.TURNS: (4.2, 4.1, 4.3)},
    ),
    "too many draws": OfRun(
        "Too many games are drawn: 12.0 % (11.5-12.5); up to 5 % is allowed.",
        "replay runs/mine-1 --find typical",
        stated={Topic.WIN_RATE: (0.4, 0.6), Topic.DRAWS: (0, 0.05)},
        whole_run={Topic.DRAWS: (0.12, 0.115, 0.125)},
    ),
    "more stalls than are allowed": OfRun(
        "Too many games come to no end: 0.9 % (0.8-1.0); up to 0.5 % is allowed.",
        "replay runs/mine-1 --ending turn_cap",
        stated={Topic.WIN_RATE: (0.4, 0.6), Topic.STALLS: (0, 0.005)},
        whole_run={Topic.STALLS: (0.009, 0.008, 0.01)},
    ),
    "broken games": OfRun(
        "2 games ended in an engine error and count as draws: mend the rules or the card before "
        "you use these numbers.",
        "replay runs/mine-1 --ending engine_error",
        rates={"Tide": 0.61, "Rush": 0.5, "Wall": 0.39}, made_up={"n_errors": 2},
    ),
    "mirrors only": OfRun(
        "Only mirror matches were played (40,000 games), so no deck can be compared.",
        rates={"Tide": 0.5},
    ),
}  # fmt: skip


def make_panel(by_bot: Mapping[str, Mapping[str, float]]) -> Any:
    """Make up a panel: by bot the win rates of decks, within 1.2 points, the weakest first."""

    def judge(rate: float) -> str:
        is_inside = rate - 0.012 >= 0.45 and rate + 0.012 <= 0.55
        return "pass" if is_inside else "fail" if not 0.44 < rate < 0.56 else "inconclusive"

    rows = [
        {"bot": bot, "deck": name, "value": rate, "low": rate - 0.012, "high": rate + 0.012,
         "low_all": rate - 0.024, "high_all": rate + 0.024, "expected_low": 0.45,
         "expected_high": 0.55, "verdict": judge(rate), "q": np.nan, "differs": False}
        for bot, rates in by_bot.items() for name, rate in rates.items()
    ]  # fmt: skip
    bots = dict.fromkeys(by_bot, 40_000)
    return SimpleNamespace(
        bots=bots, lead=next(iter(by_bot)), win_rates=pd.DataFrame(rows), best_hands=pd.DataFrame()
    )


def make_run(make: Make, one: OfRun) -> Evidence:
    stated = None
    if one.stated:
        by_measure = {Measure(topic): Band(*ends) for topic, ends in one.stated.items()}
        stated = Bands(by_measure)
    evidence = make(dict(one.rates or FAIR), stated=stated, **(one.made_up or {}))
    if one.whole_run and one.stated:
        rows = [
            {"topic": topic, "value": value, "low": low, "high": high,
             "expected_low": one.stated[topic][0], "expected_high": one.stated[topic][1],
             "verdict": Verdict.FAIL}
            for topic, (value, low, high) in one.whole_run.items()
        ]  # fmt: skip
        evidence = replace(evidence, whole_run=pd.DataFrame(rows))
    ends = pd.DataFrame({"end_reason": [1], "name": ["third_ko"], "n_games": [one.n_games]})
    if one.n_games < evidence.n_games:
        evidence = replace(evidence, end_reasons=ends)
    return replace(evidence, panel=make_panel(one.by_bot)) if one.by_bot else evidence


@pytest.mark.parametrize("name", RUNS)
def test_the_first_sentence_of_a_run(make_evidence: Make, name: str) -> None:
    one = RUNS[name]
    headline = find_headline(make_run(make_evidence, one))
    assert plain(headline.sentence) == one.says
    with command_context(["run", "mine", "--games", "300"]):
        assert to_words(choose_next(headline, "runs/mine-1", "mine")) == one.next  # type: ignore[arg-type]
    assert not [word for word in JARGON if word in str(headline.sentence)]


# Comparisons


@dataclass(frozen=True)
class OfComparison:
    """What a change did to each deck, and what the first screen should say."""

    says: str
    next: str = ""
    decks: Mapping[str, tuple[float, float]] | None = None  # win rates before and after
    half_width: float = 0.004
    least: float = 0.0  # change that is provable; twice the half-width if not given
    crossed: tuple[str, str] = ("", "")  # verdicts of the first deck before and after
    edits: tuple[tuple[str, str, str, str], ...] = (("Lancer", "hp", "320", "640"),)
    alone: tuple[tuple[str, float], ...] = ()  # what edits alone do to the first deck


COMPARISONS = {
    "a change that helped": OfComparison(
        "Tide wins less, nearer to a fair 50 %: 56.9 % > 53.0 %, -3.9 points (-4.7 to -3.1, wider "
        "because picked from 3 decks). It comes from Lancer (hp 320 > 640).",
        "check",
        {"Tide": (0.569, 0.53), "Rush": (0.47, 0.475), "Wall": (0.461, 0.495)},
    ),
    "a change that brought a deck back": OfComparison(
        "Tide wins less, nearer to a fair 50 %, and is back inside 40-60 %: 63.6 % > 55.0 %, -8.6 "
        "points (-9.4 to -7.8, wider because picked from 3 decks). It comes from Lancer (hp 320 > "
        "640).",
        "check",
        {"Tide": (0.636, 0.55), "Rush": (0.47, 0.475), "Wall": (0.394, 0.475)},
        crossed=("fail", "pass"),
    ),
    "a change that harmed": OfComparison(
        "Tide wins more, further from a fair 50 %, and is now outside 40-60 %: 56.9 % > 63.0 %, "
        "+6.1 points (+5.3 to +6.9, wider because picked from 3 decks). It comes from Lancer (hp "
        "320 > 640).",
        "price Lancer hp",
        {"Tide": (0.569, 0.63), "Rush": (0.47, 0.435), "Wall": (0.461, 0.435)},
        crossed=("pass", "fail"),
    ),
    "a change that leaps over a fair share": OfComparison(
        "Tide wins more: 46.6 % > 63.6 %, +17.0 points (+16.1 to +17.7, wider because picked from "
        "3 decks). It comes from Lancer (hp 320 > 640).",
        "check",
        {"Tide": (0.46649, 0.63551), "Rush": (0.5, 0.43), "Wall": (0.53, 0.43)},
    ),
    "a change that is sure among others only": OfComparison(
        "Tide probably wins less, nearer to a fair 50 %: 56.9 % > 53.0 %, -3.9 points (-8.1 to "
        "+0.3, wider because picked from 3 decks). It comes from Lancer (hp 320 > 640).",
        "check",
        {"Tide": (0.569, 0.53), "Rush": (0.47, 0.475), "Wall": (0.461, 0.495)},
        half_width=0.021, least=0.035,
    ),
    "a change that did nothing": OfComparison(
        "No deck surely wins more or less often than before; none moved by more than 0.9 points.",
        "check",
        {"Tide": (0.519, 0.52), "Rush": (0.5, 0.5), "Wall": (0.481, 0.48)},
    ),
    "a change that touches no game": OfComparison(
        "The change makes no difference: every game went as before.",
        "check",
        {"Tide": (0.52, 0.52), "Wall": (0.48, 0.48)},
    ),
    "nothing was changed": OfComparison(
        "Nothing was changed: every game went as before.",
        "check",
        {"Tide": (0.52, 0.52), "Wall": (0.48, 0.48)}, edits=(),
    ),
    "what cannot be told": OfComparison(
        "Too few games to say what the change did: no deck surely moved, but 9.0 points either way "
        "are possible.",
        "compare --games 170000",
        {"Tide": (0.51, 0.52), "Rush": (0.5, 0.5), "Wall": (0.49, 0.48)}, half_width=0.04,
    ),
    "one of two edits": OfComparison(
        "Tide wins more, further from a fair 50 %: 52.0 % > 56.0 %, +4.0 points (+3.2 to +4.8). "
        "Most of it comes from Lancer (hp 320 > 640): +3.0 "
        "points alone.",
        "check",
        {"Tide": (0.52, 0.56), "Wall": (0.48, 0.44)},
        edits=(("Lancer", "hp", "320", "640"), ("Pup", "cost", "1", "2")),
        alone=(("Lancer", 0.03), ("Pup", 0.01)),
    ),
    "two edits that cancel": OfComparison(
        "No deck surely wins more or less often than before; none moved by more than 0.9 points. "
        "But two edits cancel each other out: Lancer (hp 320 > 640) alone moves Tide by +3.0 "
        "points, Pup (cost 1 > 2) by -2.9.",
        "check",
        {"Tide": (0.519, 0.52), "Wall": (0.481, 0.48)},
        edits=(("Lancer", "hp", "320", "640"), ("Pup", "cost", "1", "2")),
        alone=(("Lancer", 0.03), ("Pup", -0.029)),
    ),
}  # fmt: skip


def make_comparison(one: OfComparison) -> Comparison:
    rates = dict(one.decks or {})
    rows = [
        {"deck": name, "before": before, "after": after, "change": after - before,
         "change_low": after - before - one.half_width,
         "change_high": after - before + one.half_width,
         "change_low_all": after - before - 2 * one.half_width,
         "change_high_all": after - before + 2 * one.half_width,
         "change_q": 0.001 if abs(after - before) > (one.least or 2 * one.half_width) else 0.5}
        for name, (before, after) in rates.items()
    ]  # fmt: skip
    first = next(iter(rates))
    edits = [
        {"kind": "card", "name": card, "field": field, "before": before, "after": after}
        for card, field, before, after in one.edits
    ]
    band = {"deck": first, "band_low": 0.4, "band_high": 0.6}
    info = {"run": {"games": 2_000}, "bots": [{"name": "any"}], "cards": {}, "decks": []}
    run = SimpleNamespace(n_seats=2, info=info)
    decks = pd.DataFrame(rows)
    found: Any = Comparison(
        before=run, after=run, is_paired=True,  # type: ignore[arg-type]
        inputs=pd.DataFrame(edits, columns=["kind", "name", "field", "before", "after"]),
        decks=decks, matchups=decks, first_player=decks, lengths=decks,
        only_before=(), only_after=(), notes=(),
        bands=pd.DataFrame([{**band, "verdict_before": one.crossed[0] or "pass",
                             "verdict": one.crossed[1] or "pass"}]),
    )  # fmt: skip
    return found


def make_edits(one: OfComparison) -> pd.DataFrame:
    deck_name = next(iter(one.decks or {}))
    return pd.DataFrame(
        [
            {"card": card, "deck": deck_name, "change": change, "change_low_all": change - 0.005,
             "change_high_all": change + 0.005, "n_left": 0}
            for card, change in one.alone
        ]
    )  # fmt: skip


@pytest.mark.parametrize("name", COMPARISONS)
def test_the_first_sentence_of_a_comparison(name: str) -> None:
    one = COMPARISONS[name]
    runs, by_edit = make_comparison(one), make_edits(one)
    headline = write_comparison_headline(runs)
    said = join(headline, write_comparison_cause(runs, by_edit))
    assert said == one.says
    found: Any = SimpleNamespace(runs=runs, by_edit=by_edit, since="runs/mine-1")
    flags: Any = SimpleNamespace(folder=None)
    with command_context(["compare"]):
        assert to_words(compare_command.choose_next(found, flags)) == one.next
    assert not [word for word in JARGON if word in said]


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


# Prices

ROWS = {  # by value: what the card is worth and the ends of the interval
    "a number is found": ((40, -0.05), (175, 0.002), (350, 0.06)),
    "none in range": ((40, 0.087), (175, 0.103), (350, 0.139)),
    "too few games": ((40, -0.01), (175, 0.01), (350, 0.01)),
    "the number hardly matters": ((40, 0.101), (175, 0.103), (350, 0.105)),
}
PRICES = {
    "a number is found": (
        Fair(172.4, 150.0, 190.0),
        "Lancer with hp 350 is worth +6.0 points (+5.0 to +7.0) against a plain card of its cost, "
        "in Tide. It would be worth its cost at hp 172 (150 to 190).",
        "",
    ),
    "none in range": (
        Fair(np.nan, -np.inf, 40.0),
        "Lancer with hp 350 is worth +13.9 points (+12.9 to +14.9) against a plain card of its "
        "cost, in Tide. It would be worth its cost at hp less than 40.",
        "price Lancer --game mine --values 10,20,30",
    ),
    "too few games": (
        Fair(np.nan, -np.inf, np.inf),
        "Lancer with hp 350 is worth +1.0 points (0.0 to +2.0) against a plain card of its cost, "
        "in Tide. At which hp it would be worth its cost cannot be told from hp 40 to 350.",
        "price Lancer --game mine --precision 0.5",
    ),
    "the number hardly matters": (
        Fair(np.nan, -np.inf, np.inf),
        "Lancer with hp 350 is worth +10.5 points (+9.5 to +11.5) against a plain card of its "
        "cost, in Tide. Its hp hardly matters: from 40 to 350 it is worth nearly the same. What "
        "makes it so is another number, or its text.",
        "price Lancer damage --game mine",
    ),
}


@pytest.mark.parametrize("name", PRICES)
def test_the_first_sentence_of_a_price(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fair, says, command = PRICES[name]
    rows = [
        {"value": value, "worth": worth, "worth_low": worth - 0.01, "worth_high": worth + 0.01,
         "changed": 0.3}
        for value, worth in ROWS[name]
    ]  # fmt: skip
    curve = PriceCurve(pd.DataFrame(rows), True, fair)
    plan = SimpleNamespace(display_names={})
    pricing: Any = SimpleNamespace(
        card="Lancer", column="hp", now=350, was=350, decks=["Tide"], is_cost=False,
        exchanged=SimpleNamespace(plan=plan), others=["damage"],
    )  # fmt: skip
    monkeypatch.setattr(price_command, "list_values_beyond", lambda *_: [10, 20, 30])
    assert join(*describe_worth(pricing, curve)) == says
    with command_context(["price", "Lancer", "--game", "mine"]):
        words = price_command.choose_next(pricing, curve, PriceFlags(game="mine"))
    assert to_words(words) == command
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


# Findings that stand beside the first sentence


def test_rules_that_were_set_and_the_length_are_on_the_screen(make_evidence: Make) -> None:
    said = {one.topic: plain(one.sentence) for one in list_findings(make_evidence())}
    assert said["Rules"] == "Played with mulligan_bonus each, unlike the game's own rules."
    assert said["Length"] == (
        "Games last 14.2 turns (14.1 to 14.3) on average; eight of ten take 9 to 19."
    )


def test_few_games_are_no_evidence_of_anything(make_evidence: Make) -> None:
    evidence = make_evidence(advantage=0.02, effects={}, cards=["Lancer"])
    first = evidence.first_player.assign(advantage_low=-0.06, advantage_high=0.1)
    wide = evidence.card_impact.assign(effect_low_all=-0.12, effect_high_all=0.12)
    few = replace(evidence, first_player=first, card_impact=wide)
    said = {one.topic: plain(one.sentence) for one in list_findings(few)}
    assert said["First player"].startswith("Too few games to say whether going first matters: ")
    assert "less than about 12.0 points would not show in these games" in said["Cards"]


def test_a_stall_is_told_once(make_evidence: Make) -> None:
    evidence = make_run(make_evidence, RUNS["more stalls than are allowed"])
    assert "Stalls" not in [one.topic for one in list_findings(evidence)]  # none in the endings
