"""The bands of a run, and the verdicts that follow from them."""

import tomllib
from dataclasses import replace
from datetime import date
from math import inf, nan

import pytest
import tomlkit

from evenhand.analysis.data.bands_file import BANDS_FILE, hash_bands
from evenhand.analysis.data.run import Entrant
from evenhand.analysis.gate.expectations import list_expectations
from evenhand.analysis.gate.judge import judge
from evenhand.analysis.gate.measures import (
    WHOLE_RUN,
    CardSubject,
    DeckSubject,
    MatchupSubject,
    Measure,
    SeatSubject,
    Topic,
)
from evenhand.analysis.gate.run_bands import Bands, is_of_run, load_bands, save_bands
from evenhand.analysis.gate.run_verdicts import add_verdicts, judge_run
from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.analysis.tables.pair_scores import read_pair_scores
from evenhand.analysis.tables.win_rates import matchups, win_rates
from evenhand.decks.problems import InputError
from evenhand.simulate.runs.seal import seal_files

A, B, C = map(Entrant, "abc")
WIN_RATE = Measure(Topic.WIN_RATE)
OF_RUN = {
    WIN_RATE: Band(0.45, 0.55),
    Measure(Topic.WIN_RATE, DeckSubject(Entrant("a (x)", "novice"))): Band(0.4, 0.5),
    Measure(Topic.MATCHUP, MatchupSubject(A, (B, C, A))): Band(0.2, 0.3),
    Measure(Topic.SEAT, SeatSubject(3)): Band(0.2, 0.3),
    Measure(Topic.TURNS): Band(6.0, inf),
}
OTHERS = {
    Measure(Topic.DRAWS, is_change=True): Band(-0.1, 0.1),
    Measure(Topic.CARD_IMPACT, CardSubject("Heron")): Band(-0.1, 0.1),
}
DECKS = {name: ["card"] * 10 for name in "abc"}


@pytest.fixture
def run(made):
    return made(
        decks=DECKS, matchups=[(0, 1), (0, 2), (1, 2)], n_pairs=400, strength={"a": 0.2}
    )  # fmt: skip


@pytest.fixture
def folder(run, tmp_path):
    (tmp_path / "run.toml").write_text("")
    seal_files(tmp_path, [tmp_path / "run.toml"], is_new=True)
    return replace(run, folder=tmp_path)


def test_bands_are_kept_with_the_run(folder):
    verdicts = {Measure(Topic.WIN_RATE, DeckSubject(A), bot="search"): Verdict.FAIL}
    save_bands(folder.folder, Bands(OF_RUN, 0.9, 0.8, True, verdicts))
    assert load_bands(folder) == Bands(OF_RUN, 0.9, 0.8, True, verdicts)


@pytest.mark.parametrize("field", ["metagame", {"a": 0.75, "b c": 0.25}])
@pytest.mark.parametrize("bands", [{}, OF_RUN])
def test_the_field_is_kept_with_the_run(folder, field, bands):
    save_bands(folder.folder, Bands(bands, field=field))
    assert load_bands(folder) == Bands(bands, field=field)
    assert Bands(OTHERS, field=field).of_run() == Bands({}, field=field)


@pytest.mark.parametrize(
    "changed",
    [{"field": {"a": 2.0}}, {"field": 3}, {"field": "meta"},
     {"level": "x"}, {"power": 1}, {"panel": 3}, {"level": date(2030, 1, 1)}, {"bands": [{}]},
     {"bands": [{"topic": "nope", "low": 0.1, "high": 0.2}]},
     {"bands": [{"topic": "win_rate", "low": -inf, "high": inf}]},
     {"bands": [{"topic": "draws", "low": nan, "high": 0.5}]},
     {"bands": [{"topic": "seat", "low": 0.1, "high": 0.2, "seat": -1}]},
     {"bands": [{"topic": "win_rate", "low": 0.1, "high": 0.2, "sides": [{"bot": "a"}]}]},
     {"verdicts": [{"topic": "draws", "verdict": "nope"}]}],
)  # fmt: skip
def test_bands_that_were_made_up_are_refused(folder, changed):
    save_bands(folder.folder, Bands(OF_RUN))
    file = folder.folder / BANDS_FILE
    content = {**tomllib.loads(file.read_text()), **changed}
    file.write_text(tomlkit.dumps({**content, "contents": hash_bands(content)}))
    seal_files(folder.folder, [file])
    with pytest.raises(InputError, match=r"expected|missing"):
        load_bands(folder)


def test_changes_and_cards_are_not_of_one_run():
    assert all(map(is_of_run, OF_RUN))
    assert not any(map(is_of_run, OTHERS))


def test_bands_that_are_not_sealed_are_none_of_the_run(folder):
    assert load_bands(folder) is None
    (folder.folder / BANDS_FILE).write_text("form = 1")
    assert load_bands(folder) is None


def test_a_run_is_judged_as_its_expectations_are(run):
    bands = Bands({WIN_RATE: Band(0.4, 0.55), Measure(Topic.MATCHUP): Band(0.3, 0.6)})
    judged = judge_run(run, bands)
    wanted = judge(list(list_expectations(bands, read_pair_scores(run))))
    assert {one.measure: one for one in wanted} == judged.judgements
    assert {one.verdict for one in wanted} == set(Verdict)


def test_tables_get_bands_and_verdicts_from_either_side(run):
    bands = Bands({
        Measure(Topic.MATCHUP, MatchupSubject(A, (B,))): Band(0.1, 0.4),
        Measure(Topic.MATCHUP, MatchupSubject(B, (A,))): Band(0.6, 0.9),
    })  # fmt: skip
    judged = judge_run(run, bands)
    assert len(judged.list_of(Topic.MATCHUP)) == 2
    table = add_verdicts(matchups(run), ["deck", "opponent"], judged.list_of(Topic.MATCHUP))
    rows = {(row.deck, row.opponent): row for row in table.itertuples()}
    assert (rows["a", "b"].verdict, rows["b", "a"].verdict) == ("fail", "fail")
    assert (rows["a", "b"].expected_high, rows["b", "a"].expected_low) == (0.4, 0.6)
    assert {rows[key].verdict for key in rows if "c" in key} == {""}


def test_what_a_check_said_holds(run):
    measure = Measure(Topic.WIN_RATE, DeckSubject(A))
    bands = Bands({WIN_RATE: Band(0.45, 0.55)}, verdicts={measure: Verdict.INCONCLUSIVE})
    found = judge_run(run, bands).list_of(Topic.WIN_RATE)
    assert found["a",].verdict is Verdict.INCONCLUSIVE
    table = add_verdicts(win_rates(run), ["deck"], found)
    assert next(iter(table["verdict"])) == "inconclusive"


def test_whole_run_and_seats_go_by_the_names_of_tables(made):
    run = made(
        decks=DECKS, matchups=[(0, 1, 2)], n_seats=3, n_pairs=60, first_edge=0.3
    )  # fmt: skip
    bands = Bands({Measure(topic, WHOLE_RUN): Band(0.01, 0.99)
                   for topic in (Topic.SEAT, Topic.FIRST_PLAYER, Topic.MATCHUP)})  # fmt: skip
    judged = judge_run(run, bands)
    assert list(judged.list_of(Topic.SEAT)) == [(1,), (2,), (3,)]
    assert list(judged.list_of(Topic.FIRST_PLAYER)) == [("all",)]
    assert ("a", "b + c") in judged.list_of(Topic.MATCHUP)
