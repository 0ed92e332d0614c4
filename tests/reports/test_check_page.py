"""The page of a check: every expectation, drawn, with what it needs and what was changed."""

import re
from collections.abc import Callable
from html.parser import HTMLParser
from math import inf, nan
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from evenhand.analysis.data.input_changes import Change
from evenhand.analysis.gate.judge import Judgement, Outcome
from evenhand.analysis.gate.measures import DeckSubject, Measure, Topic
from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.decks.invisible_characters import show_unseen
from evenhand.reports.bands import Standing
from evenhand.reports.check.check_wording import describe_doubt, list_remarks
from evenhand.reports.check.drawing import (
    MARGIN,
    Axis,
    draw_expectation,
    find_axes,
    find_judgement_standing,
)
from evenhand.reports.check.edit_wording import describe_cause
from evenhand.reports.check.markdown import write_markdown
from evenhand.reports.check.page import SECTIONS, WORDS, render_check
from evenhand.reports.check.result import CheckResult
from evenhand.reports.report import render_report
from evenhand.reports.report_tables import Evidence
from evenhand.reports.undecided import explain_undecided, name_allowance
from tests.reports.test_gate import ACCEPTED, FAIL, PASS, UNSURE, A, deck, judged, result_of
from tests.reports.test_nasty import NASTY, Skeleton

CHANGED = Measure(Topic.WIN_RATE, DeckSubject(A), is_change=True)
OPEN = judged(
    deck("surf"), Verdict.INCONCLUSIVE, low_all=0.54, high_all=0.66, n_together=28,
    growth_needed=2.0,
)  # fmt: skip
HEAVIER = Change("card", "Heron", "cost", "2", "3")


def make_result(*judgements: Judgement, **more: Any) -> CheckResult:
    result = result_of(*judgements)
    return CheckResult(**{**vars(result), **more})


def render(result: CheckResult, info: dict[str, Any], next_step: str = "") -> str:
    return render_check(result, info, next_step, {"cells": []}, "report.html")


@pytest.fixture
def info(make_evidence: Callable[..., Evidence]) -> dict[str, Any]:
    return make_evidence({"a": 0.5, "b": 0.5}).info


class Sections(HTMLParser):
    """The texts of a page by section."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: dict[str, str] = {}
        self.section = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "section":
            self.section = dict(attrs)["id"] or ""

    def handle_data(self, data: str) -> None:
        self.texts[self.section] = self.texts.get(self.section, "") + data


def test_every_expectation_is_there_and_those_alike_together(info: dict[str, Any]) -> None:
    page = Sections(render(result_of(FAIL, UNSURE, ACCEPTED, PASS), info))
    sections = ("not-met", "more-games", "accepted", "met")
    assert [one for one in page.texts if one in sections] == list(sections)
    for section, name in zip(sections, ("tide", "ebb", "flood", "calm"), strict=True):
        assert f"Win rate of {name}" in page.texts[section]
    assert "About 20,000 games would settle it." in page.texts["more-games"]
    assert "the next set mends it" in page.texts["accepted"]


def test_the_verdict_comes_first(info: dict[str, Any]) -> None:
    text = render(result_of(FAIL, PASS), info)
    assert re.search(r"<h1>FAIL: tide wins [^<]*\.</h1>", text)
    assert text.index("<h1>") < text.index("1 of 2 expectations not met.")
    assert text.index("<h1>") < text.index("<svg")
    assert text.count('href="report.html"') == 2
    assert "report.html" not in render_check(result_of(PASS), info, "", {"cells": []})


def test_decks_are_called_as_in_the_report(make_evidence: Callable[..., Evidence]) -> None:
    info = make_evidence({"deep_surf": 0.5, "b": 0.5}).info
    page = Sections(render(make_result(judged(deck("deep_surf"), Verdict.FAIL)), info))
    assert "Win rate of Deep Surf" in page.texts["not-met"]


def test_what_helps_most_can_be_copied(info: dict[str, Any]) -> None:
    assert "evenhand check --games 9" in render(result_of(UNSURE), info, "evenhand check --games 9")


def test_an_interval_outside_that_is_undecided_says_why() -> None:
    said = describe_doubt(OPEN)
    assert said.startswith("not sure yet: with 28 numbers to judge, one or another lies outside by")
    assert "allowing for that it may be 54.0\u201366.0" in said
    assert describe_doubt(UNSURE) == describe_doubt(FAIL) == describe_doubt(PASS) == ""
    assert said in list_remarks(result_of(OPEN), OPEN)
    assert "with 28 numbers" in write_markdown(result_of(OPEN))


@pytest.mark.parametrize(
    ("shown", "deciding", "n", "text"),
    [
        ((0.6, 0.7), (0.54, 0.76), 28, "for all 28: 0.54 to 0.76"),
        ((0.3, 0.4), (0.25, 0.5), 5, "for all 5: 0.25 to 0.5"),
        ((0.6, 0.7), (nan, nan), 1, "outside, but not for sure"),
        ((0.6, 0.7), (0.56, 0.74), 28, "outside, but not for sure"),
        ((0.5, 0.6), (0.4, 0.7), 28, ""),
    ],
)
def test_why_a_number_is_undecided(
    shown: tuple[float, float], deciding: tuple[float, float], n: int, text: str
) -> None:
    known = shown, deciding, Band(0.45, 0.55), n, lambda low, high: f"{low} to {high}"
    assert name_allowance(*known) == text
    assert bool(explain_undecided(*known)) is bool(text)


def test_the_change_is_named_where_it_can_have_done_something(info: dict[str, Any]) -> None:
    moved = judged(CHANGED, estimate=0.1, low=0.08, high=0.12, band=Band(-0.02, 0.02))
    result = make_result(
        moved, PASS, since="HEAD~1", changes=(HEAVIER,),
        causes={CHANGED: (HEAVIER,), PASS.measure: (HEAVIER,)},
    )  # fmt: skip
    page = Sections(render(result, info))
    assert "Changed since HEAD~1: Heron cost 2 \u2192 3." in page.texts["not-met"]
    assert "Heron" not in page.texts["met"]
    assert "1 difference since HEAD~1" in page.texts["changes"]
    assert "changes" not in Sections(render(result_of(FAIL), info)).texts


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (HEAVIER, "Heron cost 2 \u2192 3"),
        (Change("card", "Heron", "abilities", "Always: " + "x" * 40, ""), "Heron abilities"),
        (Change("card", "", "", "12ab", "34cd"), "the cards; which of them is not known"),
        (Change("deck", "tide", "", "12ab", "34cd"), "the list of tide"),
        (Change("deck", "tide", "Heron", "2", "3"), "tide Heron 2 \u2192 3"),
        (Change("bot", "novice", "", "12ab", "34cd"), "bot novice"),
        (Change("option", "hand", "", "", "5"), "option hand none \u2192 5"),
    ],
)
def test_changes_in_a_few_words(change: Change, text: str) -> None:
    assert str(describe_cause(change)) == text


# Drawings


def draw(one: Judgement) -> ElementTree.Element:
    return ElementTree.fromstring(str(draw_expectation(one, find_axes([one]))))


def place(element: ElementTree.Element, name: str) -> float:
    return float(element.attrib[name].removesuffix("%"))


def test_a_drawing_has_band_interval_and_number_in_their_order() -> None:
    drawing = draw(FAIL)
    band, line, dot = (drawing.find(tag) for tag in ("rect", "line", "svg"))
    assert band is not None and line is not None and dot is not None
    end = place(band, "x") + place(band, "width")
    assert place(band, "x") < end < place(line, "x1") < place(dot, "x") < place(line, "x2")
    assert [text.text for text in drawing.iter("text")] == ["40", "55"]
    assert drawing.attrib["aria-label"].startswith("win rate of tide: measured 60.0")
    assert drawing.attrib["role"] == "img"


def test_an_open_band_goes_to_the_edge() -> None:
    drawing = draw(judged(Measure(Topic.TURNS), estimate=9.0, low=8.0, high=10.0,
                          band=Band(7.0, inf)))  # fmt: skip
    band = drawing.find("rect")
    assert band is not None
    assert place(band, "x") + place(band, "width") == pytest.approx(100)
    assert [text.text for text in drawing.iter("text")] == ["7.00"]


def test_what_has_no_number_has_no_drawing() -> None:
    nothing = judged(deck("ebb"), Verdict.INCONCLUSIVE, estimate=nan, n_pairs=0)
    errors = judged(Measure(Topic.ENGINE_ERRORS), band=Band(0, 0))
    assert not draw_expectation(nothing, find_axes([nothing, FAIL]))
    assert not draw_expectation(errors, find_axes([errors]))


def test_numbers_of_one_kind_share_an_axis() -> None:
    far = judged(deck("ebb"), estimate=0.9, low=0.88, high=0.92)
    ((_, axis),) = find_axes([FAIL, far]).items()
    assert axis == Axis(0.4, 0.92)
    assert (axis.place(-inf), axis.place(0.4), axis.place(2.0)) == (MARGIN, MARGIN, 1 - MARGIN)


@pytest.mark.parametrize(
    ("one", "standing"),
    [
        (FAIL, Standing.ABOVE), (judged(deck("ebb"), estimate=0.3), Standing.BELOW),
        (UNSURE, Standing.UNSURE), (PASS, Standing.INSIDE), (ACCEPTED, Standing.ABOVE),
    ],
)  # fmt: skip
def test_the_shape_says_where_it_stands(one: Judgement, standing: Standing) -> None:
    assert find_judgement_standing(one) is standing
    assert draw(one).find(f"svg[@class='{standing.value}']") is not None


# Names, and the way both ways


@pytest.mark.parametrize("name", [name for name in NASTY if len(name) < 60])
def test_a_check_is_built_as_with_harmless_names(name: str, info: dict[str, Any]) -> None:
    def page(name: str) -> str:
        change = HEAVIER._replace(name=name)
        measure = deck(name)
        return render(make_result(judged(measure), since=name, changes=(change,),
                                  causes={measure: (change,)}), info)  # fmt: skip

    nasty = Skeleton(page(name))
    page(name).encode("utf-8")
    assert +nasty.parts == +Skeleton(page("name")).parts
    assert show_unseen(name) in nasty.text


def test_the_report_leads_to_the_check_that_stands_beside_it(
    make_evidence: Callable[..., Evidence], tmp_path: Path
) -> None:
    evidence = make_evidence({"a": 0.5, "b": 0.5})
    assert 'href="check.html"' in render_report(evidence, is_checked=True)
    assert "check.html" not in render_report(evidence)


def test_the_outcomes_have_a_section_each() -> None:
    assert list(SECTIONS) == list(WORDS) == list(Outcome)


def test_decks_without_a_name_of_their_own_have_titles_and_so_has_the_mode(
    info: dict[str, Any],
) -> None:
    decks = [{**info["decks"][0], "name": "tide_rush"}, *info["decks"][1:]]
    page = render(result_of(FAIL), {**info, "decks": decks})
    assert "<span>Constructed, check</span>" in page
    named = judged(deck("tide_rush"), Verdict.FAIL)
    assert "Tide Rush" in render(result_of(named), {**info, "decks": decks})
