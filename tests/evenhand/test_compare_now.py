"""The command `compare` with a folder as it is now: against its last run, or one thing named."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evenhand.__main__ import main
from evenhand.experiments import comparison_with_run
from evenhand.simulate.registry import game_names, load_game

GAME = next(name for name in game_names() if load_game(name).schema.sealed_modes)
Answer = Callable[..., dict[str, Any]]
ROWS = ("decks", "matchups", "first_player", "lengths")


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Be in a designer's folder of two decks, which no repository holds."""
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    folder = tmp_path / "mine"
    assert main(["init", str(folder), "--game", GAME, "--no-git"]) == 0
    for path in sorted((folder / "decks").iterdir())[2:]:
        path.unlink()
    text = (folder / "balance.toml").read_text(encoding="utf-8")
    (folder / "balance.toml").write_text(text.replace("20_000", "80"), encoding="utf-8")
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def answer(capsys: pytest.CaptureFixture[str]) -> Answer:
    def compare(*arguments: object) -> dict[str, Any]:
        capsys.readouterr()
        assert main(["compare", *map(str, arguments), "--json"]) == 0
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        return found

    return compare


def play(*arguments: object) -> None:
    assert main(["run", "--no-report", "--quiet", *map(str, arguments)]) == 0


def edit() -> None:
    """Change the first number over 99 of the first card that the first deck holds twice."""
    cards = Path("cards.csv")
    first = sorted(Path("decks").iterdir())[0].read_text(encoding="utf-8")
    names = re.findall(r"^2 (.+)$", first, re.MULTILINE)
    lines = cards.read_text(encoding="utf-8").splitlines()
    row = next(
        n for n, line in enumerate(lines)
        if line.partition(",")[0] in names and re.search(r",[1-9]\d\d,", line)
    )  # fmt: skip
    lines[row] = re.sub(r",[1-9]\d\d,", ",999,", lines[row], count=1)
    cards.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_the_last_run_with_the_folder_now(mine: Path, answer: Answer) -> None:
    shutil.copytree(mine, mine.parent / "old")
    play()
    edit()
    found = answer()
    assert (found["before"], found["after"]) == (f"runs/{GAME}-1", "the folder now")
    assert found["is_paired"]
    assert [row["after"] for row in found["inputs"]] == ["999"]
    assert found["decks"][0]["n_games"] == 80
    assert not Path("runs/compare-1/before").exists()  # the run's own games serve
    both = answer(mine.parent / "old", mine)
    assert Path("runs/compare-2/before").exists()
    assert {name: found[name] for name in ROWS} == {name: both[name] for name in ROWS}


def test_a_run_of_the_folder_as_it_is_now_is_passed_over(mine: Path, answer: Answer) -> None:
    play()
    edit()
    play("--games", "8")
    found = answer()
    assert found["before"] == f"runs/{GAME}-1"
    assert [row["after"] for row in found["inputs"]] == ["999"]


def test_a_run_in_which_two_bots_met_is_passed_over(mine: Path, answer: Answer) -> None:
    play()
    edit()
    play("--games", "8", "--bots", "heuristic,random")
    assert answer()["before"] == f"runs/{GAME}-1"
    text = Path("balance.toml").read_text(encoding="utf-8")
    both = text.replace('bots = ["heuristic"]', 'bots = ["heuristic", "random"]')
    Path("balance.toml").write_text(both, encoding="utf-8")
    assert answer()["before"] == f"runs/{GAME}-2"  # what the folder plays now


def test_a_check_moves_nothing_that_is_compared_with(mine: Path, answer: Answer) -> None:
    play()
    edit()
    assert main(["check", "--quiet"]) in (0, 1, 4)
    found = answer()
    assert found["before"] == f"runs/{GAME}-1"
    assert [row["after"] for row in found["inputs"]] == ["999"]
    shutil.rmtree(f"runs/{GAME}-1")
    assert answer()["before"] == f"runs/{GAME}-2"  # the check's, where there is no other


def test_the_newest_run_of_what_the_folder_plays(mine: Path, answer: Answer) -> None:
    play("--out", "runs/older")
    play("--out", "runs/newer")
    play("--out", "runs/other", "--mode", load_game(GAME).schema.sealed_modes[0], "--games", "8")
    os.utime("runs/older/run.toml", (1, 1))
    assert answer()["before"] == "runs/newer"


def test_runs_that_are_no_folder_are_named(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("runs").write_text("mine")
    assert main(["compare"]) == 2
    assert capsys.readouterr().err == "error: runs: Not a directory\n"


def test_without_a_run_it_says_what_to_do(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare"]) == 2
    said = capsys.readouterr().err
    assert "nothing to compare with: no run yet in runs/ (play one: evenhand run; then" in said
    play("--mode", load_game(GAME).schema.sealed_modes[0], "--games", "8")
    assert main(["compare"]) == 2
    assert "as the folder plays it in runs/" in capsys.readouterr().err


def test_outside_a_folder_sides_must_be_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in ([], ["one"]):
        assert main(["compare", *words]) == 2
        assert "what is to be compared? There is neither a balance.toml" in capsys.readouterr().err


@pytest.mark.parametrize(
    "flags", [["--seed", "3"], ["--games", "160"], ["--bots", "random"]], ids=" ".join
)
def test_what_the_run_did_not_play_is_played_from_its_own_files(
    flags: list[str], mine: Path, answer: Answer
) -> None:
    play()
    edit()
    found = answer(*flags)
    assert Path("runs/compare-1/before").exists()
    assert [row["after"] for row in found["inputs"]] == ["999"]
    assert found["is_paired"]
    assert found["decks"][0]["n_games"] == (160 if "--games" in flags else 80)


def test_fewer_games_than_the_run_has(mine: Path, answer: Answer) -> None:
    play("--games", "200")
    edit()
    assert answer("--games", "40")["decks"][0]["n_games"] == 40
    assert answer()["decks"][0]["n_games"] == 80  # what the folder says
    assert not Path("runs/compare-1/before").exists()


def test_decks_that_came_or_went_are_left_out(mine: Path, answer: Answer) -> None:
    one, two = sorted(Path("decks").iterdir())
    shutil.copyfile(one, "decks/a_third.txt")
    play()
    two.unlink()
    shutil.copyfile(one, "decks/newcomer.txt")
    assert {row["deck"] for row in answer()["decks"]} == {"a_third", one.stem}


def test_one_thing_named_is_held_against_the_folder_now(mine: Path, answer: Answer) -> None:
    play()
    shutil.copyfile("cards.csv", "plain.csv")
    edit()
    for named in (f"runs/{GAME}-1", "plain.csv"):
        found = answer(named)
        assert found["before"] == named
        assert [row["after"] for row in found["inputs"]] == ["999"]
    assert found["after"] == "cards.csv"


def test_a_commit_named_is_held_against_the_folder_now(mine: Path, answer: Answer) -> None:
    who = ["-c", "user.name=test", "-c", "user.email=test@example.org"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "all"]):
        subprocess.run(["git", *who, *words], check=True, capture_output=True)
    edit()
    found = answer("HEAD")
    assert (found["before"], found["after"]) == ("HEAD", "the folder now")
    assert [row["after"] for row in found["inputs"]] == ["999"]


def test_a_run_with_strong_bots_beside_it(mine: Path, answer: Answer) -> None:
    play("--bots", "panel,heuristic,random", "--panel-games", "20")
    edit()
    assert "by_bot" not in answer()  # the folder plays one bot
    text = Path("balance.toml").read_text(encoding="utf-8")
    text = text.replace('bots = ["heuristic"]', 'panel = ["heuristic", "random"]')
    Path("balance.toml").write_text(text, encoding="utf-8")
    found = answer()
    assert {row["bot"] for row in found["by_bot"]} == {"heuristic", "random"}


def test_a_run_that_was_changed_is_refused(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play()
    kept = Path(f"runs/{GAME}-1/inputs/cards.csv")
    kept.chmod(0o600)
    kept.write_bytes(kept.read_bytes() + b"\n")
    assert main(["compare"]) == 3
    assert "cards.csv" in capsys.readouterr().err


def test_the_first_table_is_there_before_the_rest_is_played(
    mine: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    play()
    edit()
    capsys.readouterr()
    seen: list[str] = []
    monkeypatch.setattr(
        comparison_with_run, "play_panel", lambda *_, **__: seen.append(capsys.readouterr().out)
    )
    assert main(["compare"]) == 0
    rest = capsys.readouterr().out
    assert re.match(r".* games a side\n\ndeck +before +after +change", seen[0])
    assert "\ndeck " not in rest
    assert main(["compare", "--quiet", "--out", "runs/quiet"]) == 0
    assert seen[1] == ""
    assert capsys.readouterr().out.splitlines() == [str(Path("runs/quiet/report.html"))]
