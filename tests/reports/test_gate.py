"""The check in words, as JUnit XML, as Markdown and as annotations."""

import re
from math import inf, nan
from xml.etree import ElementTree

import pytest

from evenhand.analysis.gate.judge import ENGINE_ERRORS, Cell, Outcome
from evenhand.analysis.statistics.equivalence import Band, Verdict
from evenhand.reports.check.annotations import Remark, annotations
from evenhand.reports.check.junit import junit_xml
from evenhand.reports.check.markdown import MOST_ROWS, escaped, markdown_summary
from evenhand.reports.check.sentences import Checked, headline, method_text, needed_text, sentence

NASTY = 'A | "b" <c> & d_e\x07 % \U0001f600'
# What the schema of Jenkins and that of Testmo allow, both.
ATTRIBUTES = {
    "testsuites": {"tests", "failures", "errors", "skipped"},
    "testsuite": {"name", "tests", "failures", "errors", "skipped"},
    "properties": set(),
    "property": {"name", "value"},
    "testcase": {"classname", "name"},
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


def cell(topic="win_rate", subject="tide", verdict=Verdict.FAIL, **changes):
    known = dict(
        topic=topic, subject=subject, within="", estimate=0.6, low=0.58, high=0.62,
        n_pairs=2_000, level=0.95, band=Band(0.4, 0.55), method="pairs, Student",
        verdict=verdict,
    )  # fmt: skip
    return Cell(**{**known, **changes})


def checked(*cells):
    return Checked("Made up", cells, 4_000, 8_000, 7, 2, 0.95, ("a note",))


FAIL = cell()
UNSURE = cell(subject="ebb", verdict=Verdict.INCONCLUSIVE, more=2.5)
ACCEPTED = cell(subject="flood", excuse="accepted until 2030-12-31: the next set mends it")
PASS = cell(subject="calm", verdict=Verdict.PASS)
ALL = checked(FAIL, UNSURE, ACCEPTED, PASS)


@pytest.mark.parametrize(
    ("one", "text"),
    [
        (FAIL, "win rate of tide: 60.0 % (58.0-62.0), expected 40-55"),
        (UNSURE, "win rate of ebb: 60.0 % (58.0-62.0), expected 40-55; "
                 "about 20,000 games would tell"),
        (cell("matchup", "a vs b"), "a vs b: 60.0 % (58.0-62.0), expected 40-55"),
        (cell("first_player", ""), "first player wins: 60.0 % (58.0-62.0), expected 40-55"),
        (cell("change.win_rate", "a", estimate=0.052, low=0.04, high=0.064, band=Band(-0.02, 0.02)),
         "change: win rate of a: +5.2 points (+4.0 to +6.4), expected -2 to +2"),
        (cell("card_impact", "Heron", within="tide", estimate=-0.1, low=-0.12, high=-0.08,
              band=Band(-0.05, 0.055)),
         "impact of Heron in tide: -10.0 points (-12.0 to -8.0), expected -5.0 to +5.5"),
        (cell("turns", "", estimate=9.25, low=9.1, high=9.4, band=Band(10.0, inf)),
         "turns: 9.25 (9.10 to 9.40), expected 10.00 to any"),
        (cell("change.turns", "", estimate=1.5, low=1.25, high=1.75, band=Band(-1.0, 1.0)),
         "change: turns: +1.50 (1.25 to 1.75), expected -1.00 to 1.00"),
        (cell(ENGINE_ERRORS, "", estimate=0.0005, low=0, high=0, band=Band(0, 0)),
         "engine errors: 0.05 % of games, expected none"),
        (ACCEPTED, "win rate of flood: 60.0 % (58.0-62.0), expected 40-55; "
                   "accepted until 2030-12-31: the next set mends it"),
    ],
)  # fmt: skip
def test_sentences(one, text):
    said = sentence(checked(one), one).replace("\u2013", "-").replace("\u2212", "-")
    assert said.replace("\u00a0", " ") == text


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"more": inf}, "it is on the edge of its band"),
        ({"more": inf, "n_pairs": 0, "estimate": nan}, "no games were left for it"),
        ({"more": 1.2345}, "about 9,900 games would tell"),
    ],
)
def test_games_that_are_needed(changes, text):
    unsure = cell(verdict=Verdict.INCONCLUSIVE, **changes)
    assert needed_text(checked(unsure), unsure) == text


@pytest.mark.parametrize(
    ("cells", "outcome", "text"),
    [
        ((FAIL, UNSURE, ACCEPTED, PASS), Outcome.FAIL,
         "FAIL: 1 of 4 expectations not met, 1 inconclusive, 1 accepted."),
        ((UNSURE, PASS), Outcome.INCONCLUSIVE,
         "INCONCLUSIVE: 1 of 2 expectations need more games."),
        ((ACCEPTED, PASS), Outcome.PASS, "PASS: 2 expectations met, 1 accepted."),
        ((PASS,), Outcome.PASS, "PASS: 1 expectation met."),
    ],
)  # fmt: skip
def test_how_it_ended(cells, outcome, text):
    assert checked(*cells).outcome == outcome
    assert headline(checked(*cells)) == text


def test_every_verdict_tells_method_number_and_level():
    assert method_text(FAIL).replace("\u00a0", " ") == "pairs, Student, 2,000 pairs, level 95 %"


def test_junit_has_the_form_that_readers_expect():
    root = ElementTree.fromstring(junit_xml(ALL))
    assert root.tag == "testsuites"
    for element in root.iter():
        assert set(element.attrib) <= ATTRIBUTES[element.tag], element.tag
        assert {child.tag for child in element} <= WITHIN.get(element.tag, set()), element.tag
    (suite,) = root
    assert suite.attrib == {
        "name": "evenhand check", "tests": "4", "failures": "1", "errors": "1", "skipped": "1",
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


def test_junit_holds_any_name():
    nasty = cell(subject=NASTY)
    root = ElementTree.fromstring(junit_xml(checked(nasty)))
    (case,) = root.iter("testcase")
    assert case.get("name") == f"win rate of {NASTY}".replace("\x07", "\ufffd")


def test_markdown_shows_what_did_not_pass():
    text = markdown_summary(ALL)
    rows = [line for line in text.splitlines() if line.startswith("| ") and "win rate" in line]
    assert [re.search(r"win rate of (\w+)", row)[1] for row in rows] == ["tide", "ebb", "flood"]
    assert "FAIL: 1 of 4" in text
    assert "a note" in text


def test_markdown_stays_short():
    many = checked(*[cell(subject=f"deck {n} " + "x" * 80) for n in range(3_000)])
    text = markdown_summary(many)
    assert f".. and {3_000 - MOST_ROWS} more." in text
    assert len(text.encode()) < 60_000


def test_markdown_holds_any_name():
    (row,) = (line for line in markdown_summary(checked(cell(subject=NASTY))).splitlines()
              if "win rate" in line)  # fmt: skip
    assert len(re.findall(r"(?<!\\)\|", row)) == 7
    assert "<c>" not in row
    assert escaped("two\nlines") == "two lines"


def test_annotations_escape_and_stop_at_ten():
    lines = annotations([Remark("a,b:c.csv", 17, "60 %\nof games")] * 12)
    assert len(lines) == 10
    assert lines[0] == "::error file=a%2Cb%3Ac.csv,line=17::60 %25%0Aof games"
