"""Runs from the command line: what they print, that they repeat, and that they go on."""

import json
import os
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

import pytest

import evenhand
from evenhand.__main__ import main
from evenhand.decks.deck_list import sample_decks
from evenhand.decks.problems import UsageError
from evenhand.experiments.play_job import claim_places, claim_run, job_work, play
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.simulate.game import Game
from evenhand.simulate.runs.claim import UNFINISHED, Claim, Work, claim
from evenhand.simulate.runs.run_folder import plan_work
from evenhand.terminal import command_line

TURN_CAP = "turn_cap=10"  # as in the small run
Command = Callable[..., Any]


def parts(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "games").iterdir())}


def test_json_is_all_there_is_on_standard_output(played: dict[str, Any]) -> None:
    assert played["schema_version"] == 1
    assert played["games"] == 6
    assert len(played["results_hash"]) == 64
    assert played["games_per_second"] > 0
    assert Path(played["report"]).name == "report.html"
    for row in played["win_rates"]:
        assert 0 <= row["win_rate_low"] <= row["win_rate"] <= row["win_rate_high"] <= 1


def test_the_first_free_folder_is_taken(played: dict[str, Any], game: Game) -> None:
    assert played["out"] == f"runs/{game.name}-1"


def test_a_place_of_ones_own_is_found(
    game: Game, two_decks: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs" / f"{game.name}-1").mkdir(parents=True)
    (tmp_path / "runs" / f"{game.name}-1" / "mine.txt").touch()
    mine, others = (
        plan_work(prepare(Request(game.name, games=6, decks=[two_decks], seed=seed)).plan)
        for seed in (1, 2)
    )

    def stop(work: Work) -> Path:
        with suppress(InterruptedError), claim_places(None, game.name, work) as held:
            (held.make_run_folder("games") / "part-0.parquet").touch()
            raise InterruptedError
        return held.folder

    second, third = Path("runs", f"{game.name}-2"), Path("runs", f"{game.name}-3")
    assert (stop(others), stop(mine)) == (second, third)
    with claim_places(None, game.name, mine) as held:
        assert (held.folder, held.is_resumed) == (third, True)
        with pytest.raises(UsageError, match=f"at work in {third}: process {os.getpid()} on"):
            stop_at_once(claim([third], mine))
    with claim_places(None, game.name, mine) as held:
        assert (held.folder.name, held.is_resumed) == (f"{game.name}-4", False)


def stop_at_once(context: AbstractContextManager[Any]) -> None:
    with context:
        pass


def test_the_command_of_a_run_repeats_it(run_folder: Path, evenhand_in: Command) -> None:
    info = tomllib.loads((run_folder / "run.toml").read_text())
    words = shlex.split(info["run"]["command"])
    assert words[:2] == ["evenhand", "run"]
    done = evenhand_in("run", "--no-report", *words[2:], "--quiet", "--out", "again")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "again\n"
    assert parts(run_folder.parent / "again") == parts(run_folder)


def test_every_flag_that_decides_the_games_is_in_the_command(game: Game, two_decks: str) -> None:
    request = Request(
        game.name, games=7, seed=3, decks=[two_decks], bots=["random"],
        cards=str(game.schema.sample_path("cards.csv")), mode=game.schema.modes[0],
        settings=["turn_cap=9"], mirrors=True, players=2, out=Path("some where"), jobs=1,
    )  # fmt: skip
    words = shlex.split(prepare(request).command("run --no-report"))
    assert words[:3] == ["evenhand", "run", game.name]
    assert words.pop() == "--no-report"
    assert words.count("--mirrors") == 1
    words.remove("--mirrors")
    given = dict(zip(words[3::2], words[4::2], strict=True))
    assert given == {
        "--games": "7", "--seed": "3", "--decks": two_decks, "--bots": "random",
        "--cards": request.cards, "--mode": request.mode, "--set": "turn_cap=9",
        "--players": "2",
    }  # fmt: skip


def test_what_run_prints(
    played: dict[str, Any],
    small: list[str],
    two_decks: str,
    tmp_path: Path,
    evenhand_in: Command,
) -> None:
    done = evenhand_in("run", *small, "--out", "here")
    assert done.returncode == 0, done.stderr
    for text in (*two_decks.split(","), "win rate", "95 % interval", "here/report.html"):
        assert text in done.stdout
    assert "First player" in done.stdout
    assert "evenhand report here --open" in done.stdout
    assert "\x1b" not in done.stdout + done.stderr
    info = tomllib.loads((tmp_path / "here/run.toml").read_text())
    assert info["run"]["results_hash"] == played["results_hash"]


def test_only_games_played_now_count_as_speed() -> None:
    from evenhand.simulate.runs.run import RunResult

    result = RunResult(
        Path("here"), games=10, resumed=6, decisions=99, seconds=2.0, results_hash=""
    )
    assert result.games_per_second == 2


def test_bot_files_are_copied_too(
    game: Game, two_decks: str, tmp_path: Path, evenhand_in: Command
) -> None:
    (tmp_path / "mine.toml").write_text('policy = "random"\n')
    flags = ["--games", "2", "--decks", two_decks, "--bots", "mine.toml", "--set", TURN_CAP]
    done = evenhand_in("run", "--no-report", game.name, *flags, "--out", "here")
    assert done.returncode == 0, done.stderr
    copies = sorted(path.name for path in (tmp_path / "here/inputs").rglob("*") if path.is_file())
    decks = [f"{name}.txt" for name in two_decks.split(",")]
    assert copies == sorted(["cards.csv", "mine.toml", *decks])


def test_more_games_than_asked_for_are_announced(game: Game) -> None:
    n_decks = len(sample_decks(game.schema, game.schema.modes[0]))
    needed = n_decks * (n_decks - 1) // 2
    job = prepare(Request(game.name, games=2 * needed - 1))
    asked = f"{needed} matchups need at least {2 * needed} games; playing {2 * needed}."
    assert asked in job.notes
    assert prepare(Request(game.name, games=2 * needed)).notes == ()


@pytest.mark.slow
@pytest.mark.parametrize("workers", [["--jobs", "2"], ["--jobs", "2", "--backend", "loky"]])
def test_workers_do_not_change_the_games(
    workers: list[str], played: dict[str, Any], small: list[str], evenhand_in: Command
) -> None:
    done = evenhand_in("run", "--no-report", *small, *workers, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["results_hash"] == played["results_hash"]


def stop_before_the_end(folder: Path) -> dict[str, bytes]:
    """Make a run look as if it had been killed in its last part; what it held before."""
    whole = parts(folder)
    (folder / "games" / max(whole)).unlink()
    (folder / "run.toml").unlink()
    (folder / "SHA256SUMS").unlink()
    return whole


def note_as_unfinished(folder: Path, game: Game, two_decks: str) -> None:
    """Note what a run of these inputs notes while it is under way."""
    asked = Request(game.name, games=6, decks=[two_decks], mirrors=True, settings=[TURN_CAP])
    (folder / UNFINISHED).mkdir()
    Claim(folder, job_work(prepare(asked), "run --no-report")).set_games(6)


def test_a_killed_run_goes_on(
    run_folder: Path,
    played: dict[str, Any],
    small: list[str],
    game: Game,
    two_decks: str,
    evenhand_in: Command,
) -> None:
    whole = stop_before_the_end(run_folder)
    note_as_unfinished(run_folder, game, two_decks)
    kept = run_folder / "games" / min(whole)
    before = kept.stat().st_mtime_ns
    done = evenhand_in("run", "--no-report", *small, "--out", run_folder, "--json")
    assert done.returncode == 0, done.stderr
    assert "Resuming the unfinished run" in done.stderr
    assert json.loads(done.stdout)["results_hash"] == played["results_hash"]
    assert json.loads(done.stdout)["games"] == 6
    assert parts(run_folder) == whole
    assert kept.stat().st_mtime_ns == before
    assert not (run_folder / UNFINISHED).exists()


def test_another_run_does_not_go_on(
    run_folder: Path, small: list[str], game: Game, two_decks: str, evenhand_in: Command
) -> None:
    stop_before_the_end(run_folder)
    note_as_unfinished(run_folder, game, two_decks)
    done = evenhand_in("run", "--no-report", *small, "--seed", "2", "--out", run_folder)
    assert done.returncode == 2
    assert "something unfinished that differs in the seed" in done.stderr


@pytest.mark.parametrize("failure", [KeyboardInterrupt, RuntimeError])
def test_a_stop_says_how_to_go_on(
    failure: type[BaseException],
    game: Game,
    two_decks: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(*_: object) -> None:
        raise failure

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("evenhand.simulate.runs.run.finish_folder", fail)
    job = prepare(Request(game.name, decks=[two_decks], games=6))
    with pytest.raises(failure), claim_run(job) as held:
        play(job, held)
    folder = Path("runs", f"{game.name}-1")
    said = f"Stopped. To resume, repeat the call, with out='{folder}'\n"
    assert capsys.readouterr().err == said
    given = ["run", game.name, "--quiet", "--games=6", "--decks", two_decks]
    for words in (given, [*given, "--out", "a run"]):
        main(words)
        line = next(line for line in capsys.readouterr().err.splitlines() if "Stopped" in line)
        chosen = [] if "--out" in words else ["--out", str(folder)]
        told = line.removeprefix("Stopped. To resume: ")
        assert shlex.split(told) == ["evenhand", *words, *chosen]
    assert main(["report", "a run"]) == 2
    assert f"a run is unfinished (to end it: {told})" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("stop", "code"), [(KeyboardInterrupt(), 130), (SystemExit(143), 143), (RuntimeError(), 70)]
)
@pytest.mark.parametrize(
    ("words", "first"),
    [
        (["run", "--quiet"], "evenhand.simulate.runs.run.warm_up"),
        (["compensate"], "evenhand.experiments.question_store.start_workers"),
    ],
)
def test_a_stop_before_the_first_games_says_what_begins_again(
    words: list[str],
    first: str,
    stop: BaseException,
    code: int,
    game: Game,
    two_decks: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(*_: object) -> None:
        raise stop

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(first, fail)
    given = [*words, game.name, "--decks", two_decks]
    assert main(given) == code
    said = capsys.readouterr().err
    told = "Stopped before any games were kept: nothing is lost. To start again: "
    assert (f"{told}{command_line(*given)}\n" in said) is (code != 70)
    assert not (tmp_path / "runs").exists()


def test_the_games_are_kept_if_the_report_fails(
    small: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("no ink")

    folder = tmp_path / "kept"
    monkeypatch.setattr("evenhand.reports.report.save_report", fail)
    assert main(["run", *small, "--out", str(folder)]) == 70
    said = capsys.readouterr().err
    assert f"The games are kept. To write the report: evenhand report {folder}" in said
    assert "ValueError: no ink" in said


def test_one_deck_plays_itself(game: Game) -> None:
    deck = next(iter(sample_decks(game.schema)))
    job = prepare(Request(game.name, decks=[deck]))
    assert job.plan.mirrors
    assert "Only one deck: it plays against itself." in job.notes


def test_a_folder_of_decks(game: Game, tmp_path: Path) -> None:
    samples = sample_decks(game.schema, game.schema.modes[0])
    for path in samples.values():
        shutil.copy(path, tmp_path)
    (tmp_path / "notes.md").write_text("no deck")
    job = prepare(Request(game.name, decks=[str(tmp_path)]))
    assert [entrant.name for entrant in job.plan.entrants] == sorted(samples)


def test_sealed_modes_take_products(game: Game) -> None:
    for mode in game.schema.sealed_modes:
        job = prepare(Request(game.name, mode=mode))
        assert job.plan.is_sealed
        assert len(job.plan.entrants) > 1


def test_the_facade(played: dict[str, Any], game: Game, two_decks: str, tmp_path: Path) -> None:
    run = evenhand.load_run(played["folder"] / played["out"])
    assert run.deck_names == tuple(two_decks.split(","))
    page = evenhand.report(run, tmp_path / "page.html")
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert evenhand.__version__[0].isdigit()


FACADE = """
import sys, evenhand
heavy = {"numba", "pandas", "polars", "rich", "typer"} & sys.modules.keys()
assert not heavy, heavy
run = evenhand.play(GAME, games=2, decks=DECKS, options={"turn_cap": 9}, out="here", jobs=1)
print(run.info["run"]["games"], run.info["changed_options"])
evenhand.play(GAME, games=2, decks=DECKS, out="again", jobs=1)
"""


def test_the_old_name_of_play_names_the_new_one() -> None:
    import evenhand.simulate

    with pytest.raises(TypeError, match=r"evenhand\.play"):
        evenhand.simulate("divine_cross")


def test_the_facade_plays(game: Game, two_decks: str, tmp_path: Path) -> None:
    program = f"GAME, DECKS = {game.name!r}, {two_decks.split(',')!r}{FACADE}"
    environment = {**os.environ, "PYTHONPATH": str(Path(evenhand.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path, env=environment, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout == "2 {'turn_cap': 9}\n"
