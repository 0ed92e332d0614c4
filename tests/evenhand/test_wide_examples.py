"""The examples of the guide to the result files run, and find what a run's games hold."""

import re
from pathlib import Path

import pandas as pd
import pytest

import evenhand
from evenhand import analysis
from evenhand.analysis import Run, load_run
from evenhand.analysis.tables.export import write_wide_games
from tests.fake_run import write_fake_run

GUIDE = (Path(__file__).parents[2] / "docs/results.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("examples")
    run = load_run(write_fake_run(folder / "run", {"tide": 0.4, "rush": 0.0}, ["Ash", "Elk"], 100))
    write_wide_games(run, folder / "games.parquet", "parquet")
    return run


def example(words: str) -> str:
    (found,) = (text for text in EXAMPLES if words in text)
    return found


def test_duckdb(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("duckdb")
    monkeypatch.chdir(run.folder.parent)
    names: dict[str, object] = {}
    exec(example("import duckdb").replace("duckdb.sql(", "found = duckdb.sql("), names)
    found = names["found"]
    assert isinstance(found, pd.DataFrame)
    assert list(found["main_colors"]) == ["tide", "rush"] and list(found["units"]) == [100, 100]
    wins = analysis.win_rates(run).set_index("deck")["wins"]
    assert found.set_index("main_colors")["won"].mul(200).round().to_dict() == wins.to_dict()


def test_pandas(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(run.folder.parent)
    names: dict[str, pd.DataFrame] = {}
    exec(example('read_parquet("games.parquet")'), names)
    wins = analysis.win_rates(run).set_index("deck")["wins"]
    by_turn = names["by_turn"].mean(axis=1).mul(200).round()
    assert by_turn.to_dict() == wins.to_dict()
    assert len(names["units"]) == 200


def test_plots(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    exec(example("from evenhand import plots"), {"run": run, "evenhand": evenhand})
    assert (tmp_path / "win_rates.svg").read_text(encoding="utf-8").startswith("<?xml")
