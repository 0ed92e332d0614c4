"""Decks and matchups that a change puts outside their bands: planted ones are found, no others."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from evenhand import analysis
from evenhand.analysis.gate.band_changes import add_bands
from evenhand.analysis.gate.measures import Measure, Topic
from evenhand.analysis.gate.run_bands import Bands, save_bands
from evenhand.analysis.statistics.bands import Band
from evenhand.analysis.tables.comparison import Comparison
from evenhand.reports.comparison.band_findings import find_bands, select_left, select_mended
from evenhand.reports.finding import Tone

Make = Callable[..., analysis.Run]
PLAN = {"decks": {name: [name.lower()] * 30 for name in "ABC"},
        "matchups": [(0, 1), (0, 2), (1, 2)]}  # fmt: skip
BOTH = {Measure(Topic.WIN_RATE): Band(0.05, 0.95), Measure(Topic.MATCHUP): Band(0.3, 0.7)}
EVEN, STRONG = {}, {"A": 0.6}


@pytest.fixture
def compare(made: Make) -> Callable[..., Comparison]:
    def compare_made(
        before: dict[str, float], after: dict[str, float], by_measure: dict[Measure, Band] = BOTH
    ) -> Comparison:
        runs = [made(**PLAN, strength=one, n_pairs=300) for one in (before, after)]
        save_bands(Path(runs[1].folder), Bands(by_measure, is_stated=True))
        nothing = pd.DataFrame()
        tables = {"decks": nothing, "matchups": nothing, "first_player": nothing}
        found = Comparison(
            *runs, is_paired=True, inputs=nothing, lengths=nothing, only_before=(),
            only_after=(), notes=(), **tables,
        )  # fmt: skip
        return add_bands(found)

    return compare_made


def name_pairs(rows: pd.DataFrame) -> set[tuple[str, str]]:
    return set(zip(rows["deck"], rows["opponent"], strict=True))


def test_matchups_that_a_change_made_lopsided_are_named(compare: Callable[..., Comparison]) -> None:
    found = compare(EVEN, STRONG)
    assert name_pairs(select_left(found.matchup_bands)) == {("A", "B"), ("A", "C")}
    assert len(found.matchup_bands) == 3  # each once
    assert len(select_left(found.bands)) == 0
    said = find_bands(found)
    assert said is not None
    assert said.tone is Tone.NOTABLE
    assert str(said.sentence).startswith("Matchups now outside 30\u201370\u00a0%: A against ")
    back = compare(STRONG, EVEN)
    assert {frozenset(pair) for pair in name_pairs(select_mended(back.matchup_bands))} == {
        frozenset("AB"), frozenset("AC"),
    }  # fmt: skip
    still = find_bands(compare(STRONG, STRONG))
    assert still is not None
    assert str(still.sentence).startswith("Matchups still outside")
    assert still.tone is Tone.CALM


@pytest.mark.parametrize(
    ("bands", "said"),
    [
        (BOTH, "All decks and matchups stay inside their bands."),
        ({Measure(Topic.WIN_RATE): Band(0.05, 0.95)}, "All decks stay inside their bands."),
        ({Measure(Topic.MATCHUP): Band(0.05, 0.95)}, "All matchups stay inside their bands."),
    ],
)
def test_what_did_not_change_did_not_leave_its_band(
    compare: Callable[..., Comparison], bands: dict[Measure, Band], said: str
) -> None:
    found = find_bands(compare(EVEN, EVEN, bands))
    assert found is not None
    assert (str(found.sentence), found.tone) == (said, Tone.CALM)


def test_what_is_at_the_edge_of_its_band_is_left_open(compare: Callable[..., Comparison]) -> None:
    found = find_bands(compare(STRONG, STRONG, {**BOTH, Measure(Topic.MATCHUP): Band(0.2, 0.8)}))
    assert found is not None
    assert str(found.sentence) == "No deck and no matchup surely left its band."


def test_without_bands_nothing_is_said(compare: Callable[..., Comparison]) -> None:
    found = compare(EVEN, EVEN)
    nothing = replace(found, bands=found.bands[:0], matchup_bands=found.matchup_bands[:0])
    assert find_bands(nothing) is None
