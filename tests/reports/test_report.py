import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from evenhand.decks.card_face import CardFace
from evenhand.reports.report import render_report, write_report
from evenhand.reports.report_tables import Evidence
from tests.fake_run import write_fake_run

Make = Callable[..., Evidence]
HOSTILE = [
    '<script>alert("x")</script>',
    "</script><b>bold</b>",
    "\u0633\u064a\u062f\u0629 \u0627\u0644\u0628\u062d\u0631",
    "Dragon \U0001f409 & 'Sons'",
    "{{ 7 * 7 }} %s {0}",
    "-->",
]
DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)


class Page(HTMLParser):
    """The start tags of a page, and the text of its names."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.names: list[str] = []
        self._in_name = False
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))
        if tag == "bdi":
            self.names.append("")
            self._in_name = True

    def handle_endtag(self, tag: str) -> None:
        self._in_name = self._in_name and tag != "bdi"

    def handle_data(self, data: str) -> None:
        if self._in_name:
            self.names[-1] += data

    def values(self, attribute: str) -> list[str]:
        return [value for _, found in self.tags if (value := found.get(attribute))]

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.tags)


pytestmark = pytest.mark.xdist_group("a report")  # it is made once


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "run"
    strengths = {"Tide Control": 0.3, "Ember Rush": 0.0, "Iron Wall": -0.1}
    return write_fake_run(folder, strengths, [f"Card {n}" for n in range(15)])


@pytest.fixture(scope="module")
def page(run: Path) -> str:
    return write_report(run).read_text(encoding="utf-8")


def data_of(html: str) -> dict:
    found = DATA.search(html)
    assert found is not None
    return json.loads(found[1])


def test_report_lies_in_the_run_or_where_it_is_asked_for(run: Path, tmp_path: Path) -> None:
    assert write_report(run) == run / "report.html"
    asked = tmp_path / "page.html"
    assert write_report(str(run), str(asked)) == asked
    assert asked.read_bytes() == (run / "report.html").read_bytes()


def test_report_is_the_same_in_another_process(run: Path, page: str, tmp_path: Path) -> None:
    out = tmp_path / "again.html"
    write = f"write_report({str(run)!r}, {str(out)!r})"
    program = f"from evenhand.reports.report import write_report; {write}"
    environment = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", program], check=True, env=environment)
    assert out.read_text(encoding="utf-8") == page


def test_report_does_not_tell_how_fast_the_games_were(run: Path, page: str, tmp_path: Path) -> None:
    info = run / "run.toml"
    before = info.read_text(encoding="utf-8")
    try:
        info.write_text(
            before.replace("jobs = 1", "jobs = 64").replace("seconds = 1.0", "seconds = 9.0")
        )
        assert write_report(run, tmp_path / "x.html").read_text(encoding="utf-8") == page
    finally:
        info.write_text(before, encoding="utf-8")


def test_every_chapter_is_linked_and_every_id_is_its_own(page: str) -> None:
    found = Page(page)
    ids = found.values("id")
    assert len(ids) == len(set(ids))
    links = {link[1:] for link in found.values("href") if link.startswith("#")}
    chapters = {
        "verdict", "decks", "matchups", "first-player", "impact", "cards", "lengths", "endings",
        "provenance", "glossary",
    }  # fmt: skip
    assert chapters <= links <= set(ids)
    for attribute in ("aria-labelledby", "aria-describedby"):
        assert set(found.values(attribute)) <= set(ids)


def test_nothing_is_fetched(page: str) -> None:
    found = Page(page)
    assert found.values("src") == []
    assert all(link.startswith("#") or link == "data:," for link in found.values("href"))
    assert not re.search(r"https?:|@import|url\((?!#)|fetch\(|import\(", page)
    assert "default-src 'none'" in page


def test_tables_are_tables(page: str) -> None:
    found = Page(page)
    assert found.count("table") == found.count("caption") == found.count("thead") > 8
    assert {attributes.get("scope") for tag, attributes in found.tags if tag == "th"} == {
        "row",
        "col",
    }


def test_names_come_out_as_text(make_evidence: Make) -> None:
    rates = {name: 0.6 - 0.04 * position for position, name in enumerate(HOSTILE)}
    lifts = {HOSTILE[0]: 0.06, HOSTILE[1]: -0.06}
    evidence = make_evidence(rates, cards=HOSTILE, lifts=lifts, effects=lifts)
    evidence.info["run"]["title"] = evidence.info["bots"][0]["name"] = HOSTILE[1]
    html = render_report(evidence)
    found = Page(html)
    assert set(HOSTILE) <= set(found.names)
    assert found.count("script") == 2
    assert found.count("b") == html.count("<b>\u2605</b>")
    deck = data_of(html)["tables"]["win_rates"]["data"][0][0]
    assert deck == HOSTILE[0]


def test_embedded_data_is_the_tables(make_evidence: Make) -> None:
    evidence = make_evidence({"Tide": 0.561234567, "Wall": 0.43})
    evidence.win_rates.loc[1, "win_rate_low"] = float("nan")
    data = data_of(render_report(evidence))
    assert data["schema_version"] == 1
    assert data["run"]["results_hash"] == evidence.info["run"]["results_hash"]
    table = data["tables"]["win_rates"]
    rows = [dict(zip(table["columns"], row, strict=True)) for row in table["data"]]
    assert rows[0]["deck"] == "Tide"
    assert rows[0]["win_rate"] == 0.56123
    assert rows[1]["win_rate_low"] is None
    assert len(data["tables"]["cards_pooled"]["data"]) == 24


@pytest.mark.parametrize("cards_per_deck", [20, 300])
def test_page_of_a_large_run_stays_light(make_evidence: Make, cards_per_deck: int) -> None:
    rates = {f"The Archetype Number {n}": 0.4 + 0.01 * n for n in range(20)}
    cards = [f"Wandering Sentinel of Tier {n}" for n in range(300)]
    html = render_report(
        make_evidence(rates, cards=cards, cards_per_deck=cards_per_deck, effects={})
    )
    assert len(html.encode()) < 2_200_000
    assert set(cards) <= set(Page(html).names)  # all of them, without running any script


def test_page_of_a_thousand_cards_stays_below_three_megabytes(make_evidence: Make) -> None:
    """A quarter of the cards and half of the decks take less than a third of it."""
    cards = [f"Wandering Sentinel {n}" for n in range(250)]
    facts: dict[str, int | str] = {"type": "Unit", "attribute": "Red", "hp": 300, "retreat": 1}
    text = "Play: draw 1 card; deal 30 damage to a chosen enemy unit."
    faces = tuple(CardFace(card, facts, text, 2, "energy", ("type",), card) for card in cards)
    made = make_evidence(
        {f"Deck {n}": 0.5 for n in range(6)}, cards=cards, cards_per_deck=40, effects={}
    )
    assert len(render_report(replace(made, faces=faces)).encode()) < 900_000


def test_page_of_four_seats_speaks_of_a_quarter(tmp_path: Path) -> None:
    strengths = {"Tide": 0.5, "Wall": 0.0}
    run = write_fake_run(tmp_path / "run", strengths, ["A", "B"], n_pairs=100, n_seats=4)
    html = write_report(run).read_text(encoding="utf-8")
    assert "1/4 (25.0\u00a0%)" in html
    assert "50\u00a0%" not in html
    assert "Wall + Wall + Wall" in Page(html).names


def test_mirrors_and_few_games_make_a_page(tmp_path: Path) -> None:
    run = write_fake_run(tmp_path / "run", {"Tide": 0.0}, ["A", "B"], n_pairs=2, mirrors=True)
    html = write_report(run).read_text(encoding="utf-8")
    assert "Only mirror matches were played (4 games)" in html
    assert not re.search(r"\bnan\b", DATA.sub("", html), re.IGNORECASE)
