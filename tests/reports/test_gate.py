"""The check in words, as JUnit XML, as Markdown and as annotations."""

import re
from dataclasses import replace
from datetime import date
from math import inf, nan
from xml.etree import ElementTree

import pytest

from evenhand.analysis.data.run import Entrant
from evenhand.analysis.gate.evidence import Method
from evenhand.analysis.gate.judge import Acceptance, Judgement, Outcome
from evenhand.analysis.gate.measures import (
    CardSubject,
    DeckSubject,
    MatchupSubject,
    Measure,
    SeatSubject,
    Topic,
    name_topic,
)
from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.reports.check.annotations import Remark, write_annotations
from evenhand.reports.check.check_wording import (
    describe_method,
    describe_need,
    label_measure,
    name_subject,
    write_check_headline,
    write_sentence,
)
from evenhand.reports.check.junit import write_junit
from evenhand.reports.check.markdown import MOST_ROWS, escape_markdown, write_markdown
from evenhand.reports.check.result import CheckResult

NASTY = 'A | "b" <c> & d_e\x07 % \U0001f600'
# What the schema of Jenkins and that of Testmo allow, both.
ATTRIBUTES = {
    "testsuites": {"tests", "failures", "errors", "skipped", "time"},
    "testsuite": {"name", "tests", "failures", "errors", "skipped", "time"},
    "properties": set(),
    "property": {"name", "value"},
    "testcase": {"classname", "name", "time"},
    "failure": {"message", "type"},
    "error": {"message", "type"},
    "skipped": {"message"},
    "system-out": set(),
}
WITHIN = {
    "testsuites": {"testsuite"},
    "testsuite": {"properties", "testcase"},
    "properties": {"property"},
    "testcase": {"failure", "error", "skipped", "system-out"},
}


A, B, C, D = (Entrant(name) for name in "abcd")
NEXT_SET = Acceptance("the next set mends it", date(2030, 12, 31))


def deck(name):
    return Measure(Topic.WIN_RATE, DeckSubject(Entrant(name)))


def judged(measure, verdict=Verdict.FAIL, **changes):
    known = dict(
        estimate=0.6, low=0.58, high=0.62, n_pairs=2_000, level=0.95, band=Band(0.4, 0.55),
        method=Method.PAIRS,
    )  # fmt: skip
    return Judgement(measure=measure, verdict=verdict, **{**known, **changes})


def result_of(*judgements):
    return CheckResult("Made up", judgements, 4_000, 8_000, 7, 2, 0.95, ("a note",))


FAIL = judged(deck("tide"))
UNSURE = judged(deck("ebb"), Verdict.INCONCLUSIVE, low=0.54, growth_needed=2.5)
ACCEPTED = judged(deck("flood"), acceptance=NEXT_SET)
PASS = judged(deck("calm"), Verdict.PASS)
ALL = result_of(FAIL, UNSURE, ACCEPTED, PASS)


@pytest.mark.parametrize(
    ("one", "text"),
    [
        (FAIL, "win rate of tide: 60.0 % (58.0-62.0), expected 40-55 %"),
        (UNSURE, "win rate of ebb: 60.0 % (54.0-62.0), expected 40-55 %; "
                 "about 20,000 games would settle it"),
        (judged(Measure(Topic.MATCHUP, MatchupSubject(A, (B,)))),
         "a vs b: 60.0 % (58.0-62.0), expected 40-55 %"),
        (judged(Measure(Topic.SEAT, SeatSubject(3))),
         "seat 3 wins: 60.0 % (58.0-62.0), expected 40-55 %"),
        (judged(Measure(Topic.FIRST_PLAYER)),
         "first player wins: 60.0 % (58.0-62.0), expected 40-55 %"),
        (judged(Measure(Topic.WIN_RATE, DeckSubject(A), is_change=True), estimate=0.052, low=0.04,
                high=0.064, band=Band(-0.02, 0.02)),
         "change: win rate of a: +5.2 points (+4.0 to +6.4), expected -2 to +2"),
        (judged(Measure(Topic.CARD_IMPACT, CardSubject("Heron", "tide")), estimate=-0.1, low=-0.12,
                high=-0.08, band=Band(-0.05, 0.055)),
         "impact of Heron in tide: -10.0 points (-12.0 to -8.0), expected -5.0 to +5.5"),
        (judged(Measure(Topic.TURNS), estimate=9.25, low=9.1, high=9.4, band=Band(10.0, inf)),
         "turns: 9.25 turns (9.10 to 9.40), expected 10.00 or more"),
        (judged(Measure(Topic.TURNS, is_change=True), estimate=1.5, low=1.25, high=1.75,
                band=Band(-inf, 1.0)),
         "change: turns: +1.50 turns (+1.25 to +1.75), expected +1.00 or less"),
        (judged(Measure(Topic.TURNS, is_change=True), estimate=1.5, low=-inf, high=inf,
                band=Band(-1.0, 1.0)),
         "change: turns: +1.50 turns (any), expected -1.00 to +1.00"),
        (judged(Measure(Topic.ENGINE_ERRORS), estimate=0.0005, low=0, high=0, band=Band(0, 0)),
         "engine errors: 0.05 % of games, expected none"),
        (ACCEPTED, "win rate of flood: 60.0 % (58.0-62.0), expected 40-55 %; "
                   "accepted until 2030-12-31: the next set mends it"),
    ],
)  # fmt: skip
def test_sentences(one, text):
    said = write_sentence(result_of(one), one).replace("\u2013", "-").replace("\u2212", "-")
    assert said.replace("\u00a0", " ") == text


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        (
            {"growth_needed": inf},
            "it is on the edge of its band, where no number of games would settle it",
        ),
        ({"growth_needed": nan, "n_pairs": 4}, "too few games to say how many it takes"),
        ({"growth_needed": nan, "n_pairs": 0, "estimate": nan}, "no games were left for it"),
        ({"growth_needed": 1.2345}, "about 9,900 games would settle it"),
        ({"growth_needed": 125}, "about 1,000,000 games would settle it"),
        (
            {"growth_needed": 126},
            "it is so near the edge of its band that 1,000,000 games are too few",
        ),
    ],
)
def test_games_that_are_needed(changes, text):
    unsure = judged(deck("tide"), Verdict.INCONCLUSIVE, **changes)
    assert describe_need(result_of(unsure), unsure) == text


@pytest.mark.parametrize(
    ("judgements", "outcome", "text"),
    [
        ((FAIL, UNSURE, ACCEPTED, PASS), Outcome.FAIL,
         "FAIL: tide wins 60.0 % (58.0-62.0), expected 40-55 %. "
         "1 of 4 expectations not met, 1 inconclusive, 1 accepted."),
        ((judged(Measure(Topic.MATCHUP, MatchupSubject(A, (B,)))), FAIL), Outcome.FAIL,
         "FAIL: a wins 60.0 % (58.0-62.0) against b, expected 40-55 %, and 1 more. "
         "2 of 2 expectations not met."),
        ((judged(Measure(Topic.WIN_RATE, DeckSubject(A), is_change=True), estimate=0.052, low=0.04,
                 high=0.064, band=Band(-0.02, 0.02)),), Outcome.FAIL,
         "FAIL: win rate of a changed by +5.2 points (+4.0 to +6.4), expected -2 to +2. "
         "1 of 1 expectation not met."),
        ((judged(replace(FAIL.measure, bot="search")),), Outcome.FAIL,
         "FAIL: with search, tide wins 60.0 % (58.0-62.0), expected 40-55 %. "
         "1 of 1 expectation not met."),
        ((UNSURE, PASS), Outcome.INCONCLUSIVE,
         "INCONCLUSIVE: ebb wins 60.0 % (54.0-62.0), expected 40-55 %. About 20,000 games would "
         "settle it. 1 of 2 expectations needs more games."),
        ((UNSURE, UNSURE), Outcome.INCONCLUSIVE,
         "INCONCLUSIVE: ebb wins 60.0 % (54.0-62.0), expected 40-55 %. About 20,000 games would "
         "settle it. 2 of 2 expectations need more games."),
        ((ACCEPTED, PASS), Outcome.PASS, "PASS: 2 expectations met, 1 accepted."),
        ((PASS,), Outcome.PASS, "PASS: 1 expectation met."),
    ],
)  # fmt: skip
def test_how_it_ended(judgements, outcome, text):
    assert result_of(*judgements).outcome == outcome
    said = (
        write_check_headline(result_of(*judgements)).replace("\u2013", "-").replace("\u2212", "-")
    )
    assert said.replace("\u00a0", " ") == text


def test_every_verdict_tells_method_number_and_level():
    assert describe_method(FAIL).replace("\u00a0", " ") == "pairs, Student, 2,000 pairs, level 95 %"


@pytest.mark.parametrize(
    ("measure", "topic", "subject", "label"),
    [
        (deck("tide"), "win_rate", "tide", "win rate tide"),
        (Measure(Topic.WIN_RATE, DeckSubject(Entrant("tide", "novice")), is_change=True),
         "change.win_rate", "tide (novice)", "win rate tide (novice)"),
        (Measure(Topic.MATCHUP, MatchupSubject(A, (B, C, D))), "matchup", "a vs b + c + d",
         "matchup a vs b + c + d"),
        (Measure(Topic.SEAT, SeatSubject(2)), "seat", "2", "seat 2"),
        (Measure(Topic.CARD_IMPACT, CardSubject("Heron", "tide")), "card_impact", "Heron",
         "card impact Heron"),
        (Measure(Topic.FIRST_PLAYER), "first_player", "", "first player"),
    ],
)  # fmt: skip
def test_names_in_files(measure, topic, subject, label):
    assert name_topic(measure.topic, measure.is_change) == topic
    assert name_subject(measure.subject) == subject
    assert label_measure(measure) == label


def test_junit_has_the_form_that_readers_expect():
    root = ElementTree.fromstring(write_junit(ALL, 10.0))
    assert root.tag == "testsuites"
    for element in root.iter():
        assert set(element.attrib) <= ATTRIBUTES[element.tag], element.tag
        assert {child.tag for child in element} <= WITHIN.get(element.tag, set()), element.tag
    (suite,) = root
    assert suite.attrib == {
        "name": "evenhand check", "tests": "4", "failures": "1", "errors": "1", "skipped": "1",
        "time": "10.000",
    }  # fmt: skip
    for tag in ("failure", "error", "skipped"):
        assert len(root.findall(f".//{tag}")) == 1
    said = {case.get("name"): case[0].tag for case in root.iter("testcase")}
    assert said == {
        "win rate of tide": "failure", "win rate of ebb": "error",
        "win rate of flood": "skipped", "win rate of calm": "system-out",
    }  # fmt: skip
    properties = {one.get("name"): one.get("value") for one in root.iter("property")}
    assert properties == {"game": "Made up", "seed": "7", "games": "4000", "level": "0.95"}


def test_the_times_of_all_expectations_make_that_of_the_whole_check():
    root = ElementTree.fromstring(write_junit(ALL, 10.0))
    times = [float(case.get("time")) for case in root.iter("testcase")]
    assert times == [2.5] * 4
    assert float(root.get("time")) == sum(times)


def test_junit_holds_any_name():
    nasty = judged(deck(NASTY))
    root = ElementTree.fromstring(write_junit(result_of(nasty), 1.0))
    (case,) = root.iter("testcase")
    assert case.get("name") == f"win rate of {NASTY}".replace("\x07", r"\x07")


def test_markdown_shows_what_did_not_pass():
    text = write_markdown(ALL)
    rows = [line for line in text.splitlines() if line.startswith("| ") and "win rate" in line]
    assert [re.search(r"win rate of (\w+)", row)[1] for row in rows] == ["tide", "ebb", "flood"]
    assert "FAIL: tide wins 60" in text and "1 of 4 expectations not met" in text
    assert "a note" in text


def test_markdown_stays_short():
    many = result_of(*[judged(deck(f"deck {n} " + "x" * 80)) for n in range(3_000)])
    text = write_markdown(many)
    assert f".. and {3_000 - MOST_ROWS} more." in text
    assert len(text.encode()) < 60_000


def test_markdown_holds_any_name():
    (row,) = (line for line in write_markdown(result_of(judged(deck(NASTY)))).splitlines()
              if "win rate" in line)  # fmt: skip
    assert len(re.findall(r"(?<!\\)\|", row)) == 7
    assert "<c>" not in row
    assert escape_markdown("two\nlines") == r"two\\nlines"


def test_annotations_escape_and_stop_at_ten():
    lines = write_annotations([Remark("a,b:c.csv", 17, "60 %\nof games")] * 12)
    assert len(lines) == 10
    assert lines[0] == "::error file=a%2Cb%3Ac.csv,line=17::60 %25\\nof games"
