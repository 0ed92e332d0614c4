"""Nasty names in pages, JUnit XML, Markdown and annotations: they stay in their places."""

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from html.parser import HTMLParser
from os import fsdecode
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt
from markupsafe import Markup

from evenhand.analysis.gate.judge import Acceptance
from evenhand.analysis.statistics.bands import Band
from evenhand.decks.card_face import CardFace
from evenhand.decks.invisible_characters import show_unseen
from evenhand.reports.bands import Standing
from evenhand.reports.check.annotations import Remark, write_annotations
from evenhand.reports.check.junit import write_junit
from evenhand.reports.check.markdown import escape_markdown, write_markdown
from evenhand.reports.figures import Dot, draw_dots
from evenhand.reports.game_pages import link_page
from evenhand.reports.replay_page import render_replay
from evenhand.reports.report import find_prefix, render_report
from evenhand.reports.report_tables import Evidence
from evenhand.reports.wording import Name
from tests.amounts import how_much
from tests.nasty_texts import NASTY, NASTY_IN_FILES
from tests.reports.test_gate import NEXT_SET, deck, judged, result_of

HARMLESS = [f"name {number}" for number in range(len(NASTY_IN_FILES))]
N_REPORTS = 7  # of a dozen names each, as a report grows with their square


class Skeleton(HTMLParser):
    """What a page is built of, and what it says."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.parts: Counter[tuple[str, ...]] = Counter()
        self.texts: list[str] = []
        self.scripts: list[str] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.parts[(tag, *sorted(name for name, _ in attributes))] += tag not in {"wbr"}
        self.open.append(tag)
        self.texts += [value or "" for _, value in attributes]

    def handle_endtag(self, tag: str) -> None:
        self.parts["end", tag] += 1
        self.open.append("")

    def handle_comment(self, data: str) -> None:
        self.parts["comment", data] += 1

    def handle_data(self, data: str) -> None:
        inside = self.open[-1] if self.open else ""
        (self.scripts if inside in {"script", "style"} else self.texts).append(data)

    @property
    def text(self) -> str:
        return "\n".join(self.texts)


def report_of(make_evidence: Callable[..., Evidence], names: list[str]) -> str:
    rates = {f"{name} d": 0.4 + 0.2 * n / len(names) for n, name in enumerate(names)}
    cards = [f"{name} c" for name in names]
    effects = {name: 0.01 for name in cards[:12]}
    evidence = make_evidence(rates, cards=cards, effects=effects)
    for one in evidence.info["decks"]:
        one["display_name"] = one["name"]  # else some names would make titles, and others not
    return render_report(evidence)


@pytest.mark.parametrize("first", range(0, N_REPORTS, how_much(2, 1)))
def test_a_report_is_built_as_with_harmless_names(
    first: int, make_evidence: Callable[..., Evidence]
) -> None:
    names = list(NASTY_IN_FILES[first::N_REPORTS])  # some of each kind
    page = report_of(make_evidence, names)
    nasty = Skeleton(page)
    assert outside_labels(nasty) == harmless_parts(make_evidence, len(names))
    for name in names:
        assert f"{show_unseen(name)} d" in nasty.text
    assert show_unseen(page.replace("\n", "")) == page.replace("\n", "")
    data = json.loads(next(script for script in nasty.scripts if script.startswith('{"')))
    rows = data["tables"]["win_rates"]["data"]
    assert {row[0] for row in rows} == {f"{name} d" for name in names}


@cache
def harmless_parts(make_evidence: Callable[..., Evidence], n: int) -> Counter[tuple[str, ...]]:
    """Count what a report of harmless names is built of."""
    return outside_labels(Skeleton(report_of(make_evidence, HARMLESS[:n])))


def outside_labels(page: Skeleton) -> Counter[tuple[str, ...]]:
    """Count what a page is built of, but for labels of figures: long names take two lines."""
    labels = {"text", "g"}
    return +Counter({
        part: n for part, n in page.parts.items()
        if part[0] not in labels and not (part[0] == "end" and part[1] in labels)
    })  # fmt: skip


def told_game(name: str) -> dict[str, Any]:
    step = {
        "turn": 1, "seat": 0, "question": name, "options": [name, "pass"], "scores": [1, 2],
        "choice": 0, "changes": [name], "state": {"player_1": {"hand": [name], name: name}},
    }  # fmt: skip
    return {
        "game": name, "number": 1, "players": [name, name], "winner": "player_1",
        "end_reason": "x", "ending": name, "steps": [step], "final": {"player_1": {}},
    }  # fmt: skip


@pytest.mark.parametrize("name", NASTY)
def test_a_replay_is_built_as_with_harmless_names(name: str) -> None:
    page = render_replay(told_game(name))
    page.encode("utf-8")
    nasty = Skeleton(page)
    assert +nasty.parts == +Skeleton(render_replay(told_game("name"))).parts
    assert show_unseen(name) in nasty.text
    data = json.loads(next(script for script in nasty.scripts if script.startswith('{"')))
    assert data["texts"][data["steps"][0][3][0]] == show_unseen(name)
    assert show_unseen(name) in data["first"]["player_1"]["hand"]


def replay_with(name: str) -> str:
    """Render a game with a text on its cards and in all that its page saves."""
    face = CardFace(name, {name: name, "kind": name, "hp": 3}, text=name)
    saving = {
        "heading": [f"title = {name}"], "layable": {"table": [name], "player": [name]},
        "said": [name], "phases": {"0": name}, "note": name,
    }  # fmt: skip
    return render_replay(told_game(name), [face], saving, worth=name, report=link_page("", 7))


@pytest.mark.parametrize("name", NASTY)
def test_cards_of_a_replay_are_text(name: str) -> None:
    page = replay_with(name)
    page.encode("utf-8")
    nasty = Skeleton(page)
    assert +nasty.parts == +Skeleton(replay_with("name")).parts
    data = json.loads(next(script for script in nasty.scripts if script.startswith('{"')))
    seen = show_unseen(name)
    assert data["cards"][seen][1] == seen
    assert [seen in row for row in data["cards"][seen][0]] == [True, True, False]
    assert data["saving"]["note"] == seen


@pytest.mark.parametrize("name", [*NASTY_IN_FILES, "half\udcff"])
def test_a_report_of_any_name_leads_to_its_own_folder(name: str) -> None:
    prefix = find_prefix(Path(name.replace("\0", "")))
    link = link_page(prefix, 7)
    assert re.fullmatch(r"replays/[\w.~%-]+", link, re.ASCII)
    assert fsdecode(unquote_to_bytes(link)) == f"replays/{prefix}game-7.html"


@pytest.mark.parametrize("name", NASTY)
def test_a_name_in_html_is_text(name: str) -> None:
    shown = Skeleton(str(Markup("<p>{}</p>").format(Name(name))))
    assert +shown.parts == +Skeleton("<p><bdi>name</bdi></p>").parts
    assert "".join(shown.texts) == show_unseen(name)


def draw_names(names: Sequence[str]) -> ElementTree.Element:
    """Draw a figure with some names, which are its title, too."""
    dots = [Dot(name, 0.5, 0.4, 0.6, "50 %", Standing.INSIDE) for name in names]
    drawing, _ = draw_dots("id", "".join(names), dots, Band(0.45, 0.55), "axis")
    return ElementTree.fromstring(drawing)


def test_names_in_a_figure_are_text() -> None:
    names = [name for name in NASTY if len(show_unseen(name)) < 25]
    drawn, plain = draw_names(names), draw_names(["n" * len(show_unseen(name)) for name in names])
    tags = [Counter(element.tag for element in root.iter()) for root in (drawn, plain)]
    assert tags[0] == tags[1]
    texts = {"".join(element.itertext()).strip() for element in drawn.iter("text")}
    assert {show_unseen(name).strip() for name in names} - texts == set()


def judged_with(name: str) -> Any:
    return judged(deck(name), acceptance=Acceptance(name, NEXT_SET.until))


@pytest.mark.parametrize("name", NASTY)
def test_junit_is_built_as_with_harmless_names(name: str) -> None:
    text = write_junit(result_of(judged(deck(name)), judged_with(name)), 1.0)
    root = ElementTree.fromstring(text.encode("utf-8"))
    plain = ElementTree.fromstring(write_junit(result_of(judged(deck("a")), judged_with("a")), 1.0))
    shape = [[(one.tag, sorted(one.attrib)) for one in tree.iter()] for tree in (root, plain)]
    assert shape[0] == shape[1]
    assert next(root.iter("testcase")).get("name") == f"win rate of {show_unseen(name)}"


def rendered(markdown: str) -> Skeleton:
    """Render Markdown as GitHub does, which lets HTML through and has tables."""
    return Skeleton(MarkdownIt("commonmark", {"html": True}).enable("table").render(markdown))


def without_cuts(page: Skeleton) -> Counter[tuple[str, ...]]:
    """Return what a page is built of but for comments that show nothing."""
    return +Counter({part: n for part, n in page.parts.items() if part != ("comment", " ")})


@pytest.mark.parametrize("name", NASTY)
def test_markdown_shows_the_text_itself(name: str) -> None:
    page = rendered(escape_markdown(name))
    assert set(without_cuts(page)) <= {("p",), ("end", "p")}
    assert "".join(page.texts).strip() == show_unseen(name).strip()


@pytest.mark.parametrize("name", NASTY)
def test_a_summary_is_built_as_with_harmless_names(name: str) -> None:
    page = rendered(write_markdown(result_of(judged(deck(name)), judged_with(name))))
    plain = rendered(write_markdown(result_of(judged(deck("a")), judged_with("a"))))
    assert without_cuts(page) == without_cuts(plain)


@pytest.mark.parametrize(
    "name",
    [
        "@admin", "a@b.org", "#123", "a/b#5", "GH-12", "https://a.org", "www.a.org", "WWW.a.org",
        ":smile:", "$x$", "ftp://a.org",
    ],
)  # fmt: skip
def test_what_github_links_afterwards_is_cut_in_two(name: str) -> None:
    """What links mentions, issues and addresses reads texts between tags, one at a time."""
    texts = rendered(escape_markdown(name)).texts
    assert len([text for text in texts if text.strip()]) >= 2
    assert "".join(texts).strip() == name


@pytest.mark.parametrize("name", NASTY)
def test_an_annotation_is_one_command(name: str) -> None:
    (line,) = write_annotations([Remark(f"{name}.csv", 3, name)])
    assert len(line.splitlines()) == 1
    assert show_unseen(line) == line
    head, _, text = line.removeprefix("::").partition("::")
    command, _, properties = head.partition(" ")
    assert command == "error"
    keys = [one.partition("=")[0] for one in properties.split(",")]
    assert keys == ["file", "line"]
    assert text.replace("%25", "%") == show_unseen(name)
