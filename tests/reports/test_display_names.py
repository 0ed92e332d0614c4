"""Decks in what people read are called what people call them, and in the data by their names."""

from dataclasses import fields

import pandas as pd
import pytest

from evenhand.analysis.data.display_names import list_display_names, list_display_texts
from evenhand.analysis.data.run import load_run
from evenhand.reports.report import render_report
from evenhand.reports.report_tables import gather_evidence, rename_decks
from tests.fake_run import write_fake_run

DECKS = {"tide_a": 0.0, "rush_b": 0.1, "wall_c": -0.1}
SHOWN = "The Tide"


@pytest.fixture(params=[2, 4])
def run(request, tmp_path):
    run = load_run(
        write_fake_run(tmp_path, DECKS, ["A", "tide_a"], 150, request.param, mirrors=True)
    )
    run.info["decks"][0]["display_name"] = SHOWN
    return run


def texts_in(evidence):
    """Return all texts in the columns of the evidence's tables that may name decks."""
    frames = [getattr(evidence, one.name) for one in fields(evidence)]
    return {
        text
        for frame in frames
        if isinstance(frame, pd.DataFrame)
        for column in frame.columns
        if column != "card"
        for text in frame[column]
        if isinstance(text, str)
    }


def test_every_table_that_people_read(run):
    evidence = gather_evidence(run)
    assert any("tide_a" in text for text in texts_in(evidence))
    told = texts_in(rename_decks(evidence))
    assert not any("tide_a" in text for text in told)
    assert any(SHOWN in text and "rush_b" in text for text in told)
    cards = rename_decks(evidence).card_win_rates["card"]
    assert "tide_a" in set(cards)  # a card of that name is none of the decks


def test_the_page(run):
    page = render_report(gather_evidence(run))
    called = page.replace(": ", ":").partition('"display_names":')[2].partition("}")[0]
    assert f'"tide_a":"{SHOWN}"' in called
    assert '"rush_b":"Rush B"' in called
    assert f"<bdi>{SHOWN}</bdi> (<bdi>tide_<wbr>a</bdi>)" in page  # beside the file's hash


def test_two_bots(tmp_path):
    run = load_run(write_fake_run(tmp_path, DECKS, ["A"], 20))
    info = {**run.info, "bots": [*run.info["bots"], {"name": "other"}]}
    info["decks"][0]["display_name"] = SHOWN
    info["matchups"] = [{"decks": [0, 1], "bots": list(bots)} for bots in ((0, 1), (1, 0))]
    texts = list_display_texts(info)
    assert texts["tide_a (other) vs rush_b (heuristic)"] == f"{SHOWN} (other) vs rush_b (heuristic)"


def test_the_last_run_says_what_a_deck_is_called():
    before, after = ({"decks": [{"name": "a", "display_name": name}]} for name in ("Old", "New"))
    assert list_display_names(before, after) == {"a": "New"}
    assert list_display_names({"decks": [{"name": "a"}]}) == {}
    assert list_display_texts({"decks": [{"name": "a"}], "matchups": []}) == {}
