"""The report of a game for more than two."""

import json
import re
from pathlib import Path

import pytest

from evenhand.analysis.data.run import load_run
from evenhand.reports.blocks import Fold, PlaceBars
from evenhand.reports.findings import list_findings
from evenhand.reports.report import render_report
from evenhand.reports.report_tables import Evidence, gather_evidence
from evenhand.reports.sections import make_sections
from evenhand.reports.sections.finishing_ahead import make_tables_section
from evenhand.reports.sections.placements import make_placements_section
from evenhand.reports.sections.seats import make_seats_section
from evenhand.reports.shades import list_strengths
from tests.fake_run import write_fake_run

DECKS = {"Tide": 0.6, "Wall": 0.0, "Rush": 0.2}


@pytest.fixture(scope="module")
def evidence(tmp_path_factory: pytest.TempPathFactory) -> Evidence:
    folder = tmp_path_factory.mktemp("many") / "run"
    return gather_evidence(load_run(write_fake_run(folder, DECKS, ["A", "B"], 150, n_seats=4)))


@pytest.fixture(scope="module")
def page(evidence: Evidence) -> str:
    return render_report(evidence)


def test_chapters_are_those_of_tables(evidence: Evidence) -> None:
    titles = [section.title for section in make_sections(evidence)]
    assert titles[:4] == ["Deck win rates", "Places", "Deck against deck", "Seats"]
    assert "Matchups" not in titles and "First player" not in titles


def test_every_place_has_a_column_and_shares_add_up(evidence: Evidence) -> None:
    table = make_placements_section(evidence).blocks[-1]
    assert [str(column.label) for column in table.columns[2:6]] == ["1st", "2nd", "3rd", "4th"]
    for row in table.rows:
        assert sum(float(str(cell.text)) for cell in row[2:6]) == pytest.approx(100, abs=0.21)
    means = [float(str(row[1].text)) for row in table.rows]
    assert means == sorted(means)


def test_places_have_one_hue_and_the_first_is_the_strongest(evidence: Evidence) -> None:
    (bars,) = (
        one for one in make_placements_section(evidence).blocks if isinstance(one, PlaceBars)
    )
    assert [label for label, _ in bars.scale] == ["1st", "2nd", "3rd", "4th"]
    strengths = [strength for _, strength in bars.scale]
    assert strengths[0] == 100 and strengths == sorted(strengths, reverse=True)
    shares = evidence.placements.set_index("deck")
    for name, of_deck in bars.rows:
        expected = [100 * shares.loc[str(name), f"share_{k}"] for k in range(1, 5)]
        assert of_deck == pytest.approx(expected, abs=0.006)
        assert bars.describe(of_deck).startswith(f"1st {expected[0]:.1f}\u00a0%, 2nd ")
    assert "finishing first more often" in str(bars.caption)


@pytest.mark.parametrize("n_places", [1, 3, 8])
def test_shades_of_places_can_be_told_apart(n_places: int) -> None:
    strengths = list_strengths(n_places)
    assert len(set(strengths)) == n_places and min(strengths) > 0


def test_what_each_seat_is_worth_to_each_deck(evidence: Evidence) -> None:
    folds = [one for one in make_seats_section(evidence).blocks if isinstance(one, Fold)]
    table, note = folds[0].blocks
    worth = evidence.seats_by_deck.set_index(["deck", "seat"])["edge"]
    for row in table.rows:
        shown = [str(cell.text).replace("\u2212", "-") for cell in row[1:5]]
        expected = [100 * worth[str(row[0].text), seat] for seat in range(1, 5)]
        assert list(map(float, shown)) == pytest.approx(expected, abs=0.051)
    assert "about 1 of 12" in str(note.text)


def test_what_is_not_known_of_many_is_said(page: str) -> None:
    plain = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert "Whose turn came last is said of two-player games only" in plain
    assert "at a table of 4 it depends on all 4 decks at once" in plain


def test_the_heat_map_is_antisymmetric(evidence: Evidence) -> None:
    table = make_tables_section(evidence).blocks[2]
    shown = [[str(cell.text) for cell in row[1:]] for row in table.rows]
    assert str(table.rows[0][0].text) == "Tide"
    for i in range(3):
        for j in range(i):
            assert float(shown[i][j]) + float(shown[j][i]) == pytest.approx(100, abs=0.11)


def test_a_game_that_names_only_the_winner_has_no_places(tmp_path: Path) -> None:
    folder = write_fake_run(tmp_path / "run", DECKS, ["A"], 150, n_seats=4, has_places=False)
    found = gather_evidence(load_run(folder))
    assert found.finishes.empty
    plain = " ".join(re.sub(r"<[^>]+>", " ", render_report(found)).split())
    assert plain.count("not who comes second: all others share the second place.") == 3
    assert "rank_by_points" in plain and "table-heat" not in render_report(found)
    assert "mean place" not in plain and "finishes ahead of Wall" not in plain
    assert [one.topic for one in list_findings(found)].count("Places") == 1


def test_a_game_with_places_is_not_said_to_have_none(evidence: Evidence, page: str) -> None:
    assert not evidence.finishes.empty
    assert "rank_by_points" not in page


def test_seats_are_named_in_turn_order(evidence: Evidence) -> None:
    table = make_seats_section(evidence).blocks[2]
    assert [str(row[0].text) for row in table.rows] == ["1st", "2nd", "3rd", "4th"]
    assert float(str(table.rows[0][1].text)) == pytest.approx(100 / 4, abs=5)


def test_the_page_counts_tables_and_players(page: str) -> None:
    plain = re.sub(r"<[^>]+>", " ", page)
    assert re.search(r"Players\s+4", plain) and re.search(r"Tables\s+3", plain)
    assert "Finishing ahead" in plain


def test_the_numbers_are_in_the_page(page: str) -> None:
    (data,) = re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', page, re.DOTALL)
    tables = json.loads(data)["tables"]
    assert {"seats", "placements", "finishes"} <= tables.keys()


def test_a_duel_has_none_of_this(tmp_path: Path) -> None:
    evidence = gather_evidence(load_run(write_fake_run(tmp_path / "run", DECKS, ["A"], 40)))
    assert evidence.placements.empty and evidence.seats.empty and evidence.finishes.empty
    page = render_report(evidence)
    assert "Deck against deck" not in page and "Finishing ahead" not in page


def test_mirrors_alone_have_no_places(tmp_path: Path) -> None:
    folder = write_fake_run(tmp_path / "run", {"Tide": 0.0}, ["A"], 40, n_seats=3, mirrors=True)
    page = render_report(gather_evidence(load_run(folder)))
    assert "Only mirror matches were played" in page
