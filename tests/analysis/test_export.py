"""The wide table holds what the game table holds, seat by seat."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from evenhand import analysis
from evenhand.analysis import Run, load_run
from evenhand.analysis.tables import export
from evenhand.analysis.tables.export import wide_games, write_wide_games
from tests.fake_run import write_fake_run

CARDS = ["Ash", "Elk, the", "Ивы"]
DECKS = {"a": 0.0, "b": 0.2, "c": 0.1}
PAIRS = 40


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return load_run(write_fake_run(tmp_path / "run", DECKS, CARDS, PAIRS, mirrors=True))


@pytest.fixture
def wide(run: Run) -> pl.DataFrame:
    return pl.concat(wide_games(run))


def by_hand(run: Run) -> list[dict]:
    """Widen the table one game and one slot at a time."""
    rows = []
    games = run.games.collect().sort("matchup", "pair", "rotation")
    for game in games.iter_rows(named=True):
        for seat in (0, 1):
            slots = run.info["decks"][game[f"deck_{seat}"]]["cards"]
            words = {
                "opening_hand": game[f"opening_{seat}"],
                "drawn": game[f"drawn_{seat}"],
                "tutored": game[f"tutored_{seat}"],
                "deck": -1,
            }
            row = {
                "matchup": game["matchup"],
                "pair": game["pair"],
                "deck": run.deck_names[game[f"deck_{seat}"]],
                "opponent": run.deck_names[game[f"deck_{1 - seat}"]],
                "on_play": seat == game["first"],
                "num_turns": game["turns"],
                "won": game["winner"] == seat,
                "draw": game["winner"] == -1,
            }
            for place, word in words.items():
                for card in CARDS:
                    seen = [s for s, name in enumerate(slots) if name == card and word >> s & 1]
                    row[f"{place}_{card}"] = len(seen)
            rows.append(row)
    return rows


def test_the_table_is_that_of_the_games(run: Run, wide: pl.DataFrame) -> None:
    expected = pl.DataFrame(by_hand(run)).select(wide.columns)
    assert wide.rows() == expected.rows()


def test_small_blocks_make_the_same_table(
    run: Run, wide: pl.DataFrame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "BLOCK_PAIRS", 7)
    frames = list(wide_games(run))
    assert max(frame.height for frame in frames) == 7 * 2 * 2
    assert pl.concat(frames).equals(wide)


@pytest.mark.parametrize(("kind", "read"), [("csv", pl.read_csv), ("parquet", pl.read_parquet)])
def test_files_hold_the_table(
    kind: str, read: object, run: Run, wide: pl.DataFrame, tmp_path: Path
) -> None:
    path = tmp_path / f"wide.{kind}"
    path.write_text("what was there before")
    assert write_wide_games(run, path, kind) == wide.height == 6 * PAIRS * 2 * 2
    back = read(path)
    assert back.columns == wide.columns
    assert back.rows() == wide.rows()
    assert [entry.name for entry in tmp_path.iterdir() if entry.name.startswith("wide")] == [
        path.name
    ]


def test_a_failure_leaves_the_old_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(export, "wide_block", fail)
    path = tmp_path / "wide.csv"
    path.write_text("old")
    with pytest.raises(MemoryError):
        write_wide_games(run, path)
    assert [entry.name for entry in tmp_path.glob("wide*")] == ["wide.csv"]
    assert path.read_text() == "old"


def test_win_rates_follow_from_the_table(run: Run, wide: pl.DataFrame) -> None:
    rates = analysis.win_rates(run).set_index("deck")
    duels = wide.filter(pl.col("deck") != pl.col("opponent"))
    for deck in DECKS:
        rows = duels.filter(pl.col("deck") == deck)
        score = (rows["won"].sum() + rows["draw"].sum() / 2) / rows.height
        np.testing.assert_allclose(score, rates.loc[deck, "win_rate"])


def test_no_name_is_a_formula_in_a_spreadsheet(tmp_path: Path) -> None:
    """A card's name stands in a heading, behind the word that the column is about."""
    names = [f"{sign}1+1" for sign in "=+-@\t\r"]
    decks = {name: 0.1 for name in (*names, "a=b", "\u2212 minus")}
    run = load_run(write_fake_run(tmp_path / "run", decks, ["=1+1", "-2"], 2))
    write_wide_games(run, tmp_path / "wide.csv")
    write_wide_games(run, tmp_path / "wide.parquet", "parquet")
    cells = pl.read_csv(tmp_path / "wide.csv").select("deck", "opponent")
    whole = pl.read_parquet(tmp_path / "wide.parquet").select("deck", "opponent")
    assert set(whole["deck"]) == set(decks)
    for column in ("deck", "opponent"):
        for cell, name in zip(cells[column], whole[column], strict=True):
            assert cell == (f"'{name}" if name in names else name)
    header = (tmp_path / "wide.csv").read_text().partition("\n")[0]
    assert not any(heading.startswith(tuple("=+-@")) for heading in header.split(","))
