"""The wide table holds what the game table holds, seat by seat."""

from dataclasses import replace
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
UNKNOWN = ("draft_time", "game_time", "user_n_games_bucket", "user_game_win_rate_bucket")
LAYOUT = (  # the public game data of 17Lands, without its cards
    "expansion", "event_type", "draft_id", "draft_time", "game_time", "build_index",
    "match_number", "game_number", "rank", "opp_rank", "main_colors", "splash_colors", "on_play",
    "num_mulligans", "opp_num_mulligans", "opp_colors", "num_turns", "won",
    "user_n_games_bucket", "user_game_win_rate_bucket",
)  # fmt: skip
PLACES = ("opening_hand", "drawn", "tutored", "deck", "sideboard")


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
    of_run = run.info["run"]["results_hash"][:8]
    for game in games.iter_rows(named=True):
        for seat in (0, 1):
            slots = run.info["decks"][game[f"deck_{seat}"]]["cards"]
            words = {
                "opening_hand": game[f"opening_{seat}"],
                "drawn": game[f"drawn_{seat}"],
                "tutored": game[f"tutored_{seat}"],
                "deck": -1,
                "sideboard": 0,
            }
            own, other = (run.deck_names[game[f"deck_{one}"]] for one in (seat, 1 - seat))
            row = {
                "matchup": game["matchup"],
                "pair": game["pair"],
                "deck": own,
                "opponent": other,
                "expansion": "fake",
                "event_type": "constructed",
                "draft_id": f"{of_run}-{game['matchup']}-{game['pair']}",
                "build_index": 0,
                "match_number": 1,
                "game_number": game["rotation"] + 1,
                "rank": "heuristic",
                "opp_rank": "heuristic",
                "main_colors": own,
                "splash_colors": "",
                "opp_colors": other,
                "num_mulligans": game[f"mulligans_{seat}"],
                "opp_num_mulligans": game[f"mulligans_{1 - seat}"],
                "on_play": seat == game["first"],
                "num_turns": game["turns"],
                "won": game["winner"] == seat,
                "draw": game["winner"] == -1,
            }
            for place, word in words.items():
                for card in CARDS:
                    seen = [s for s, name in enumerate(slots) if name == card and word >> s & 1]
                    row[f"{place}_{card}"] = len(seen)
            rows.append(row | dict.fromkeys(UNKNOWN))
    return rows


def test_the_table_is_that_of_the_games(run: Run, wide: pl.DataFrame) -> None:
    expected = pl.DataFrame(by_hand(run)).select(wide.columns)
    assert wide.rows() == expected.rows()


def test_every_column_of_the_layout_is_there(wide: pl.DataFrame) -> None:
    cards = {f"{place}_{card}" for place in PLACES for card in CARDS}
    own = {"matchup", "pair", "deck", "opponent", "draw"}
    assert set(wide.columns) == {*LAYOUT, *cards} | own
    order = [name for name in wide.columns if name in LAYOUT]
    assert order == list(LAYOUT)
    assert {wide.schema[name] for name in cards} == {pl.Int8}  # as readers of the layout expect


def test_a_copy_is_seen_in_one_place(run: Run) -> None:
    """Drawn again, fetched again: it counts where it was seen first."""
    words = ("drawn_0", "drawn_1", "tutored_0", "tutored_1")
    everything = {word: pl.lit(-1, pl.Int64) for word in words}
    again = replace(run, games=run.games.with_columns(**everything))
    wide = pl.concat(wide_games(again))
    for card in CARDS:
        places = [wide[f"{place}_{card}"] for place in PLACES[:3]]
        assert sum(places).equals(wide[f"deck_{card}"])
        assert wide[f"tutored_{card}"].sum() == 0


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

    monkeypatch.setattr(export, "make_block_rows", fail)
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
    columns = ("deck", "opponent", "main_colors", "opp_colors")
    cells = pl.read_csv(tmp_path / "wide.csv").select(columns)
    whole = pl.read_parquet(tmp_path / "wide.parquet").select(columns)
    assert set(whole["deck"]) == set(decks)
    for column in columns:
        for cell, name in zip(cells[column], whole[column], strict=True):
            assert cell == (f"'{name}" if name in names else name)
    header = (tmp_path / "wide.csv").read_text().partition("\n")[0]
    assert not any(heading.startswith(tuple("=+-@")) for heading in header.split(","))
