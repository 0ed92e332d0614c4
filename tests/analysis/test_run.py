import os
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
import tomlkit

from evenhand import analysis
from evenhand.analysis.data.added_tables import TEXTS
from evenhand.analysis.tables.card_impact import CARD_IMPACT, COLUMNS
from evenhand.decks.problems import InputError, UsageError
from evenhand.experiments.run_tables import save_table
from evenhand.simulate.runs import added_table, parts
from evenhand.simulate.runs.added_table import encode_table, is_table_of_run
from evenhand.simulate.runs.parts import MOST_ROWS, read_label, read_rows
from evenhand.simulate.runs.result_columns import row_record, to_frame
from evenhand.simulate.runs.seal import seal_files
from tests.fake_run import write_fake_run
from tests.faults.damage import ROW_CHANGES, add_effect, relabel, rewrite

PART = "games/part-00000-00000.parquet"
IMPACT = pd.DataFrame(
    {name: ["x", "y"] if name in TEXTS else [1, 1] for name in COLUMNS} | {"effect": [0.01, -0.02]}
)
TWO = {"A": ["x"] * 30, "B": ["y"] * 30}


def test_a_run_is_opened(made):
    run = made(decks=TWO, matchups=[(0, 1), (1, 1)], n_pairs=3)
    assert run.n_seats == 2
    assert run.deck_names == ("A", "B")
    assert run.card_names == ("x", "y")
    assert [matchup.name for matchup in run.matchups] == ["A vs B", "B vs B"]
    assert [matchup.is_mirror for matchup in run.matchups] == [False, True]
    assert run.games.collect().height == 12


def test_bots_are_named_where_they_tell_entrants_apart(made):
    same_bot = made(decks=TWO, matchups=[(0, 1)], bots=[(0, 1)], n_pairs=2)
    assert same_bot.entrants == ("A", "B")
    two_bots = made(decks=TWO, matchups=[(0, 0), (0, 1)], bots=[(0, 1), (0, 0)], n_pairs=2)
    assert two_bots.entrants == ("A (greedy)", "A (random)", "B (greedy)")
    assert not two_bots.matchups[0].is_mirror


def test_a_folder_that_is_no_run_is_refused(tmp_path):
    with pytest.raises(UsageError, match=r"holds no run\.toml"):
        analysis.load_run(tmp_path)


def test_a_card_has_its_row_whatever_others_are_called(made):
    run = made(decks=TWO, matchups=[(0, 1)], n_pairs=2)
    info = run.info | {"cards": {"names": ["x", "Echo", "Echo", "z"]}}
    names = analysis.Run(run.folder, info, run.games).card_names
    assert names == ("x", "Echo", "Echo", "z", "y")


def test_a_folder_may_have_any_name(tmp_path):
    folder = write_fake_run(tmp_path / "run [*] 1", {"A": 0.1, "B": 0.2}, ["x", "y"], 2)
    assert analysis.load_run(folder).games.collect().height == 4


@pytest.fixture
def sealed(tmp_path):
    """Return the folder of a run, with a table of cards."""
    folder = write_fake_run(tmp_path / "run", {"A": 0.1, "B": 0.2}, ["x", "y"], 5)
    save_table(folder, CARD_IMPACT, IMPACT)
    return folder


def refuse(folder: Path, name: str) -> str:
    """Seal a file anew that was changed, and return what is said of the run."""
    seal_files(folder, [folder / name])
    with pytest.raises(InputError) as refused:
        analysis.load_run(folder)
    (problem,) = refused.value.problems
    return str(problem)


@pytest.mark.parametrize("name", ROW_CHANGES)
def test_rows_that_were_changed_by_hand_are_noticed(sealed, name):
    analysis.load_run(sealed)
    rewrite(sealed / PART, ROW_CHANGES[name])
    said = f"{sealed / PART}: its games are not those that were played"
    mending = f"to play its games again: evenhand run --repair {sealed}"
    assert refuse(sealed, PART) == f"{said} ({mending})"


def test_games_with_their_hash_changed_by_hand_are_noticed(sealed):
    relabel(sealed / PART)
    said = "run.toml: run.results_hash: the games are not those that this file was written for"
    mending = f"to play its games again: evenhand run --repair {sealed}"
    assert refuse(sealed, PART) == f"{sealed}/{said} ({mending})"


@pytest.mark.parametrize("name", ["cards.csv", "decks/0.txt"])
def test_inputs_that_were_changed_by_hand_are_noticed(sealed, name):
    file = sealed / "inputs" / name
    file.write_text(file.read_text() + "2")
    said = f"{file}: it is not what was played (repeat the command that made the run"
    assert refuse(sealed, f"inputs/{name}").startswith(said)


def test_tables_that_were_changed_by_hand_are_noticed(sealed, tmp_path):
    said = f"{sealed / CARD_IMPACT}: it is not what was measured of this run"
    whole = (sealed / CARD_IMPACT).read_bytes()
    rewrite(sealed / CARD_IMPACT, add_effect)
    assert refuse(sealed, CARD_IMPACT).startswith(said)
    (sealed / CARD_IMPACT).write_bytes(whole)
    seal_files(sealed, [sealed / CARD_IMPACT])
    assert analysis.card_impact(analysis.load_run(sealed))["effect"].tolist() == [0.01, -0.02]
    other = write_fake_run(tmp_path / "other", {"A": 0.1, "B": 0.2}, ["x", "y"], 5, seed=2)
    (other / CARD_IMPACT).write_bytes(whole)
    assert "it is not what was measured of this run" in refuse(other, CARD_IMPACT)


@pytest.mark.parametrize(
    ("place", "value"),
    [(("run", "rules_version"), 2), (("run", "title"), "F"), (("words", "first"), ""),
     (("changed_options", "turn_cap"), 100), (("versions", "evenhand"), "1")],
)  # fmt: skip
def test_a_run_file_that_was_changed_by_hand_is_noticed(sealed, place, value):
    table, key = place
    content = tomlkit.parse((sealed / "run.toml").read_text())
    content[table][key] = value
    (sealed / "run.toml").write_text(tomlkit.dumps(content))
    assert "run.toml: run.contents: this file was changed (repeat the" in refuse(sealed, "run.toml")


def test_few_bytes_that_say_many_games_are_not_read(tmp_path: Path) -> None:
    row = row_record(2, 30)
    kinds = to_frame(np.zeros(0, row), is_sealed=False).schema
    bomb = tmp_path / "part.parquet"
    for n_rows, is_read in ((MOST_ROWS, True), (MOST_ROWS + 1, False), (50 * MOST_ROWS, False)):
        games = pl.DataFrame({name: pl.zeros(n_rows, kind, eager=True)
                              for name, kind in kinds.items()})  # fmt: skip
        games.write_parquet(bomb, compression="zstd")
        assert bomb.stat().st_size < 60_000
        rows = read_rows(bomb, row)
        assert (rows is not None and len(rows) == n_rows) == is_read


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_a_pipe_in_the_place_of_games_is_not_waited_for(tmp_path: Path, monkeypatch) -> None:
    os.mkfifo(tmp_path / "part.parquet")
    monkeypatch.setattr(parts.pl, "read_parquet_metadata", lambda _: pytest.fail("it was opened"))
    monkeypatch.setattr(parts.pl, "read_parquet", lambda *_, **__: pytest.fail("it was opened"))
    assert read_label(tmp_path / "part.parquet") is None
    assert not is_table_of_run(tmp_path / "part.parquet", "a run")


def test_columns_that_no_games_have_are_not_read(sealed, monkeypatch):
    rewrite(sealed / PART, lambda games: games.with_columns(huge=pl.lit("x" * 1_000_000)))
    seen = []
    monkeypatch.setattr(parts, "from_frame", lambda frame, _: seen.extend(frame.columns))
    read_rows(sealed / PART, row_record(2, 30))
    assert "winner" in seen and "huge" not in seen


def test_few_bytes_that_say_many_rows_are_no_table(tmp_path: Path, monkeypatch) -> None:
    bomb = tmp_path / "bomb.parquet"
    table = pl.DataFrame({"card": pl.zeros(added_table.MOST_ROWS + 1, pl.Int8, eager=True)})
    bomb.write_bytes(encode_table(table, "a run"))
    assert bomb.stat().st_size < 10_000
    assert not is_table_of_run(bomb, "a run")
    monkeypatch.setattr(added_table, "MOST_ROWS", len(table))
    assert is_table_of_run(bomb, "a run")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (IMPACT.drop(columns="card"), "the column 'card' is missing"),
        (IMPACT.assign(card=[1, 2]), "column 'card': expected texts"),
        (IMPACT.assign(card=["x", None]), "column 'card': expected texts"),
        (IMPACT.assign(effect="much"), "column 'effect': expected numbers"),
        (IMPACT.assign(effect=float("inf")), "column 'effect': expected numbers"),
        (IMPACT.assign(n_games=-1), "column 'n_games': expected numbers"),
        (IMPACT.assign(n_games=[1, None]), "column 'n_games': expected numbers"),
    ],
)
def test_tables_that_were_made_up_are_refused(sealed: Path, changed: pd.DataFrame, said) -> None:
    save_table(sealed, CARD_IMPACT, changed)
    run = analysis.load_run(sealed)
    with pytest.raises(InputError, match=said):
        analysis.card_impact(run)


def test_a_table_of_nothing_is_none(sealed: Path) -> None:
    save_table(sealed, CARD_IMPACT, IMPACT.head(0))
    assert analysis.card_impact(analysis.load_run(sealed)).empty
