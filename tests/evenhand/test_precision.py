"""How many games: a precision and a time budget choose, and the result is that of the number."""

import json
import shlex
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evenhand import analysis
from evenhand.experiments import games_for_precision, play_job
from evenhand.experiments.games_for_precision import (
    count_games_in,
    count_needed_games,
    describe_duration,
    find_half_width,
)
from evenhand.inputs import run_length
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.inputs.run_length import count_first_games, read_budget
from evenhand.simulate.game import Game
from evenhand.simulate.runs import batch, pace
from evenhand.simulate.runs.run import RunPlayer
from evenhand.simulate.runs.workers import ONE_WORKER, Workers
from tests.fake_run import write_fake_run

Command = Callable[..., Any]
CARDS = ["Axe", "Bow", "Club"]


@pytest.fixture
def evenhand_quickly(evenhand_in: Command, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run the program with small pilots, and at a pace of two games a second, as it says."""
    for name in ("FEWEST_PAIRS", "MOST_PAIRS", "ROUND"):
        monkeypatch.setattr(run_length, name, 2)
    monkeypatch.setattr(games_for_precision, "ROUND", 2)
    monkeypatch.setattr(batch, "CHUNK_PAIRS", 3)
    monkeypatch.setattr(play_job, "measure_pace", lambda *_: 2.0)
    return evenhand_in


@pytest.mark.parametrize(
    ("text", "seconds"), [("60s", 60), ("2m", 120), ("1h", 3600), (" 1.5 H", 5400), ("0.5s", 0.5)]
)
def test_budgets(text: str, seconds: float) -> None:
    assert read_budget(text) == seconds


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.01, "1 s"), (59, "59 s"), (90, "2 min"), (7200, "2.0 h")]
)
def test_durations(seconds: float, text: str) -> None:
    assert describe_duration(seconds) == text


def test_games_of_a_budget(game: Game, two_decks: str) -> None:
    plan = prepare(Request(game.name, decks=[two_decks], mirrors=True)).plan
    assert count_games_in(plan, 60, 123.9) == 7400
    assert count_games_in(plan, 1, 57.9) == 57
    assert count_games_in(plan, 1, 0.1) == 6  # a pair for each matchup, whatever the budget


def test_a_pilot_is_small_beside_what_it_plans_for(game: Game, two_decks: str) -> None:
    plan = prepare(Request(game.name, decks=[two_decks])).plan
    assert count_first_games(plan, None) == 2
    sizes = [count_first_games(plan, precision) for precision in (50, 2, 1, 0.5, 0.01)]
    assert sizes == [100, 100, 400, 1000, 1000]


@pytest.fixture
def run(tmp_path: Path) -> analysis.Run:
    return analysis.load_run(
        write_fake_run(tmp_path / "fake", {"aggro": 0.6, "control": 0.2, "ramp": 0.0}, CARDS)
    )


def test_the_widest_interval_counts(run: analysis.Run) -> None:
    frames = (
        (analysis.win_rates(run), "win_rate"),
        (analysis.matchups(run), "win_rate"),
        (analysis.first_player(run), "first_win_rate"),
    )
    widths = [((frame[f"{name}_high"] - frame[f"{name}_low"]) / 2).max() for frame, name in frames]
    assert find_half_width(run) == max(widths) > min(widths)


def test_enough_is_enough(run: analysis.Run) -> None:
    points = 100 * find_half_width(run)
    assert count_needed_games(run.folder, run.info, points * 1.001) == 1800


def test_half_the_width_takes_four_times_the_games(run: analysis.Run) -> None:
    points = 100 * find_half_width(run)
    assert 4 * 1800 < count_needed_games(run.folder, run.info, points / 2) < 4.2 * 1800
    barely = count_needed_games(run.folder, run.info, points * 0.9999)
    assert 1800 < barely <= 1900
    assert barely % 6 == 0


def test_a_precision_gives_the_run_of_a_number_of_games(
    game: Game, two_decks: str, tmp_path: Path, evenhand_quickly: Command
) -> None:
    flags = ["--decks", two_decks, "--set", "turn_cap=4", "--jobs", "1", "--json"]
    done = evenhand_quickly(
        "run", "--no-report", game.name, "--precision", "35", *flags, "--out", "a"
    )
    assert done.returncode == 0, done.stderr
    grown = json.loads(done.stdout)
    assert grown["games"] > 4  # a pilot of two pairs does not do
    assert f"--precision 35 takes {grown['games']} games" in done.stderr
    info = tomllib.loads((tmp_path / "a/run.toml").read_text())
    assert find_half_width(analysis.load_run(tmp_path / "a")) <= 0.35
    words = shlex.split(info["run"]["command"])
    assert words[3:5] == ["--games", str(grown["games"])]
    done = evenhand_quickly(*words[1:], "--out", "b", "--jobs", "1", "--json")
    assert json.loads(done.stdout)["results_hash"] == grown["results_hash"]
    files = {
        folder: {path.name: path.read_bytes() for path in (tmp_path / folder).rglob("*.*")
                 if path.is_file()}
        for folder in ("a", "b")
    }  # fmt: skip
    assert files["a"] == files["b"]
    assert len(list((tmp_path / "a/games").iterdir())) > 1  # so that parts had to grow, too


def stop_at_second_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a run be stopped when it has been played once, and grows."""
    whole, stages = RunPlayer.play_missing, []

    def once_more(self: RunPlayer, plan: Any) -> Any:
        stages.append(plan.games)
        if len(stages) == 2:
            raise KeyboardInterrupt
        return whole(self, plan)

    monkeypatch.setattr(RunPlayer, "play_missing", once_more)


def test_a_run_that_was_killed_while_it_grew_goes_on(
    game: Game, two_decks: str, tmp_path: Path, evenhand_quickly: Command,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    asked = [
        "run", "--no-report", game.name, "--decks", two_decks, "--set", "turn_cap=4", "--jobs",
        "1",
    ]  # fmt: skip
    flags = [*asked, "--precision", "35", "--json"]
    whole = evenhand_quickly(*flags, "--out", "a")
    with monkeypatch.context() as patch:
        stop_at_second_stage(patch)
        killed = evenhand_quickly(*flags, "--out", "b")
    assert killed.returncode == 130
    assert "--precision 35" in killed.stderr.splitlines()[-1]
    assert not (tmp_path / "b/run.toml").exists()
    other = evenhand_quickly(*asked, "--precision", "20", "--out", "b")
    assert other.returncode == 2
    assert "with another goal: a precision of 35" in other.stderr
    again = evenhand_quickly(*flags, "--out", "b")
    assert again.returncode == 0, again.stderr
    assert "Resuming the unfinished run" in again.stderr
    told, retold = json.loads(whole.stdout), json.loads(again.stdout)
    assert (told["results_hash"], told["games"]) == (retold["results_hash"], retold["games"])


def test_a_time_budget_chooses_a_number_of_games(
    small: list[str], played: dict[str, Any], tmp_path: Path, evenhand_quickly: Command
) -> None:
    flags = [flag for flag in small if flag not in ("--games", "6")]
    done = evenhand_quickly(
        "run", "--no-report", *flags, "--time-budget", "3s", "--out", "a", "--json", "--jobs", "1"
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["results_hash"] == played["results_hash"]
    assert "6 games for 3s; to play the same again: evenhand run " in done.stderr
    assert " --games 6 " in done.stderr
    info = tomllib.loads((tmp_path / "a/run.toml").read_text())
    assert " --games 6 " in info["run"]["command"]


def test_the_pace_of_all_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "measure_worker", lambda table, worker: 10.0 * (worker + 1))
    assert pace.measure_games_per_second(None, ONE_WORKER) == pytest.approx(10 * pace.SHARE)
    assert pace.measure_games_per_second(None, Workers(3)) == pytest.approx(60 * pace.SHARE)


def test_a_pace_is_games_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    class Table:
        matchups = tuple(range(20))

    clock, met = iter(range(100)), []

    def play(table: Table, chunk: Any) -> list[int]:
        met.append(chunk.matchup)
        return [0] * (2 * chunk.n_pairs)

    monkeypatch.setattr(pace, "play_compiled_or_stepped", play)
    monkeypatch.setattr(pace, "SECONDS", 4)
    monkeypatch.setattr(pace.time, "perf_counter", lambda: next(clock))
    assert pace.measure_worker(Table, 1) == 2 * (1 + 2 + 4 + 8) / 4
    assert len(set(met[1:])) == 4  # games of different matchups


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--games", "5", "--precision", "1"], "--games and --precision: give only one of them"),
        (["--precision", "1", "--time-budget", "1s"], "--precision and --time-budget: give only"),
        (["--precision", "0"], "--precision: expected 0.01 to 50 percentage points, found 0"),
        (["--precision", "nan"], "--precision: expected 0.01 to 50 percentage points, found nan"),
        (["--time-budget", "60"], "--time-budget: expected a time such as 60s, 2m or 1h"),
        (["--time-budget", "0m"], "--time-budget: expected a time such as 60s, 2m or 1h"),
    ],
)
def test_wrong_lengths(
    flags: list[str],
    message: str,
    game: Game,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from evenhand.__main__ import main

    monkeypatch.chdir(tmp_path)
    assert main(["run", game.name, *flags]) == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
