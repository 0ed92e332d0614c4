"""What there was to decide is counted once after a run, and stands in its report."""

from pathlib import Path

import pandas as pd
import pytest

from evenhand import analysis
from evenhand.analysis.tables.choices import CHOICES
from evenhand.analysis.tables.unplayable_cards import UNPLAYABLE
from tests.evenhand.conftest import called

RUN = ("run", "last_light", "--decks", "moth,lamp,gale", "--out", "games")
QUICK = (*RUN, "--bots", "heuristic")


def test_a_run_says_how_much_there_was_to_decide(tmp_path: Path) -> None:
    assert called([*QUICK, "--games", "120"], tmp_path).returncode == 0
    run = analysis.load_run(tmp_path / "games")
    table = analysis.choices(run)
    assert set(table["deck"]) == {"", "moth", "lamp", "gale"}
    assert table["n_games"].iloc[0] == 2 * 120 and (table["mean_questions"] > 1).all()
    cards = analysis.unplayable_cards(run)
    assert set(cards["deck"]) == {"moth", "lamp", "gale"} and cards["unplayable_share"].max() == 0
    assert 'id="table-choices"' in (tmp_path / "games/report.html").read_text()
    written = (tmp_path / "games" / CHOICES).stat().st_mtime_ns
    assert called([*QUICK, "--games", "120"], tmp_path).returncode == 0
    assert (tmp_path / "games" / CHOICES).stat().st_mtime_ns == written


@pytest.mark.parametrize(("bots", "games"), [("search:2", "24"), ("heuristic", "12")])
def test_slow_bots_and_few_games_leave_it_out(tmp_path: Path, bots: str, games: str) -> None:
    assert called([*RUN, "--bots", bots, "--games", games], tmp_path).returncode == 0
    assert analysis.choices(analysis.load_run(tmp_path / "games")).equals(pd.DataFrame())
    assert "table-choices" not in (tmp_path / "games/report.html").read_text()


def test_the_same_games_are_counted_alike(tmp_path: Path) -> None:
    for name in ("a", "b"):
        called([*QUICK, "--games", "60", "--out", name], tmp_path)
    for table in (CHOICES, UNPLAYABLE):
        first, second = (pd.read_parquet(tmp_path / name / table) for name in ("a", "b"))
        pd.testing.assert_frame_equal(first, second)
