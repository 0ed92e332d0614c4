"""Games that an earlier run here has played: one number for a deck, and nothing played twice."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from evenhand.simulate.runs import parts, run
from tests.evenhand.conftest import called

GAMES = 2 * 15 * 60  # of six decks

pytestmark = pytest.mark.usefixtures("empty_reports")


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Yield the numbers of pairs of the parts that were played, with one worker."""
    numbers: list[int] = []

    def play(arrays: Any, chunk: Any, fingerprint: str, rows: Any, out: Any) -> Any:
        numbers.append(chunk.n_pairs - len(rows) // arrays.plan.n_seats)
        return parts.play_part(arrays, chunk, fingerprint, rows, out)

    monkeypatch.setattr(run, "play_part", play)
    yield numbers


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "mine"
    assert called(["init", place, "--game", "divine_cross", "--no-git"], tmp_path).returncode == 0
    file = place / "balance.toml"
    file.write_text(file.read_text("utf-8").replace("games = 20_000", f"games = {GAMES}"), "utf-8")
    return place


def rates(folder: Path, *words: str) -> dict[str, tuple[float, int]]:
    """Run a command that prints JSON, and return win rates and games by deck."""
    done = called([*words, "--jobs", "1", "--json"], folder)
    assert done.returncode in (0, 1, 4), done.stderr
    said = json.loads(done.stdout)
    if "win_rates" in said:
        return {row["deck"]: (row["win_rate"], row["n_games"]) for row in said["win_rates"]}
    cells = [cell for cell in said["cells"] if cell["topic"] == "win_rate"]
    return {cell["subject"]: (cell["estimate"], cell["n_games"]) for cell in cells}


def play(folder: Path, *flags: str) -> str:
    """Play a run and look at none of its games; return the hash of its results."""
    done = called(["run", "--no-report", *flags, "--jobs", "1", "--json"], folder)
    assert done.returncode == 0, done.stderr
    return str(json.loads(done.stdout)["results_hash"])


def test_run_and_check_of_one_state_are_the_same_games(folder: Path, played: list[int]) -> None:
    first = rates(folder, "run")
    assert sum(played) == GAMES // 2
    played.clear()
    checked = rates(folder, "check")
    assert played == [] and checked.keys() == first.keys()
    for deck, (rate, games) in first.items():
        assert checked[deck] == (pytest.approx(rate), games)


def test_more_games_are_added_and_shown_by_later_commands(
    folder: Path, played: list[int], tmp_path: Path
) -> None:
    play(folder)
    played.clear()
    more = rates(folder, "check", "--games", str(2 * GAMES))
    assert sum(played) == GAMES // 2  # the others were there
    played.clear()
    assert rates(folder, "run") == {
        deck: (pytest.approx(rate), n) for deck, (rate, n) in more.items()
    }
    assert played == []
    fewer = rates(folder, "run", "--games", str(GAMES))
    assert played == [] and fewer["cinder_rush"][1] == GAMES // 3


def test_copied_games_are_those_that_are_played(folder: Path, tmp_path: Path) -> None:
    play(folder, "--out", "runs/first")
    play(folder, "--out", "runs/copied")
    (folder / "runs").rename(folder / "kept")
    play(folder, "--out", "runs/anew")
    for file in sorted((folder / "kept/first/games").iterdir()):
        assert file.read_bytes() == (folder / "kept/copied/games" / file.name).read_bytes()
        assert file.read_bytes() == (folder / "runs/anew/games" / file.name).read_bytes()


def test_an_edit_plays_only_what_it_touches(folder: Path, played: list[int]) -> None:
    play(folder)
    played.clear()
    cards = (folder / "cards.csv").read_text("utf-8")
    (folder / "cards.csv").write_text(
        cards.replace("CV-01,N,Unit,250,", "CV-01,N,Unit,400,"), "utf-8"
    )
    play(folder)
    assert 0 < sum(played) < GAMES // 2


def test_an_edit_of_a_number_has_one_answer_in_compare_and_check(
    folder: Path, played: list[int]
) -> None:
    play(folder)
    cards = (folder / "cards.csv").read_text("utf-8")  # hit points decide the order of slots
    (folder / "cards.csv").write_text(
        cards.replace("CV-03,N,Unit,320,", "CV-03,N,Unit,600,"), "utf-8"
    )
    done = called(["compare", "--jobs", "1", "--json"], folder)
    changed = {row["deck"]: row["after"] for row in json.loads(done.stdout)["decks"]}
    played.clear()
    checked = rates(folder, "check")
    assert played == []
    assert {deck: pytest.approx(rate) for deck, (rate, _) in checked.items()} == changed


def test_damaged_games_are_played_again(folder: Path, played: list[int]) -> None:
    first = play(folder, "--out", "runs/first")
    part = sorted((folder / "runs/first/games").iterdir())[0]
    rows = pl.read_parquet(part)
    rows.with_columns(turns=pl.col("turns") + 1).write_parquet(part)
    played.clear()
    assert play(folder) == first
    assert played == [60]
