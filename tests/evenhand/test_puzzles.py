"""The puzzles of `bots`: who solves what, and what is said of puzzles that make no sense."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from evenhand.__main__ import main
from evenhand.simulate.compiling.decorators import Kernel

GOOD = """
game = "divine_cross"
title = "Hit"
card = [{ name = "Ace", like = "Filler", skill1_cost = 0, skill1_damage = 900 }]
do = ["end main phase"]
refuse = ["no skill"]

[given]
player_1.main = "Ace"
player_2.main = "Filler"
player_2.ko = 2
"""
FAULTS = {
    "every answer solves it": ('["no skill"]', '["skill 2"]'),
    "no answer solves it": ('["no skill"]', '["no skill", "skill 1"]'),
    "accept[1]: 'skill 3' is not possible. player_1 is asked: Battle Phase. Options: ": (
        'refuse = ["no skill"]', 'accept = ["skill 3"]',
    ),
    "'fly' is nothing that could ever be offered; options sound like: ": ("no skill", "fly"),
    "do[1]: 'sing' is not possible": ("end main phase", "sing"),
    "nothing is accepted or refused, so no answer could be wrong": ('["no skill"]', "[]"),
    "variant[1].accept: nothing is accepted or refused": ("[given]", "[[variant]]\n[given]"),
    "with 'expect' this is a scenario, no puzzle (evenhand scenario bad.toml)": (
        "[given]", "expect.turn = 3\n[given]",
    ),
    "the game is over before anything is asked that leaves a choice": (
        'phase"]', 'phase", "skill 1"]',
    ),
    "blunder: ": ("do =", 'blunder = "one"\ndo ='),
}  # fmt: skip


Result = tuple[int, str, str]


@pytest.fixture
def puzzle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Lay a sound puzzle into the folder that one is in."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.toml").write_text(GOOD, encoding="utf-8")
    return tmp_path / "good.toml"


@pytest.fixture
def puzzles(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Result]:
    """Return a function that gives the command's exit code and what it printed; interpreted."""
    monkeypatch.setattr(Kernel, "__call__", lambda kernel, *given: kernel.py_func(*given))

    def called(*arguments: str) -> Result:
        code = main(["bots", "--puzzles", *arguments])
        return code, *capsys.readouterr()

    return called


def test_a_table_of_who_solves_what(puzzle, puzzles) -> None:
    (puzzle.parent / "shy.toml").write_text("[weights]\ndamage = 0\n", encoding="utf-8")
    code, out, _ = puzzles("good.toml", "--bots", "heuristic,shy.toml,random")
    heading, row, last = out.splitlines()
    assert code == 0
    assert heading.split() == ["puzzle", "heuristic", "shy", "random"]
    assert row.startswith("Hit") and "✓" in row and "of 10 right)" in row
    assert last.split()[:5] == ["solved", "of", "1", "1", "1"]


def test_a_panel_of_bots_is_asked_one_by_one(puzzle, puzzles) -> None:
    heading, *_ = puzzles("good.toml", "--bots", "panel,random,heuristic")[1].splitlines()
    assert heading.split() == ["puzzle", "random", "heuristic"]
    (puzzle.parent / "balance.toml").write_text(
        'game = "divine_cross"\npanel = ["heuristic", "novice"]\n', encoding="utf-8"
    )
    heading, *_ = puzzles("good.toml", "--bots", "panel")[1].splitlines()
    assert heading.split() == ["puzzle", "heuristic", "novice"]


def test_all_is_in_the_json(puzzle, puzzles) -> None:
    said = json.loads(puzzles("good.toml", "--bots", "random", "--times", "50", "--json")[1])
    (found,) = said["puzzles"]
    (table,) = found["tables"]
    assert said["solved"] == {"random": 0}
    assert "no skill" in table["options"]
    assert set(table["right"]) == set(table["options"]) - {"no skill"}
    assert sum(table["answers"]["random"].values()) == 50


@pytest.mark.parametrize("says", FAULTS)
def test_a_puzzle_that_makes_no_sense(says, puzzle, puzzles) -> None:
    (puzzle.parent / "bad.toml").write_text(GOOD.replace(*FAULTS[says]), encoding="utf-8")
    code, out, errors = puzzles("bad.toml", "good.toml", "--bots", "heuristic")
    assert code == 3
    assert says in errors
    assert "solved of 1" in out  # the good one is played all the same


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("divine_crass",), "is no game, file or folder (did you mean 'divine_cross'?)"),
        (("divine_cross",), "come with evenhand's source, not with the installed"),
        (("good.toml", "--bots", "search:0"), "expected 2 to 1,000,000 playouts"),
        (("good.toml", "--bots", "random,random"), "two bots are called 'random'"),
        (("good.toml", "--bots", "clever"), "there is no bot 'clever'"),
        (("good.toml", "--bots", "panel,random"), "a panel has two bots or more"),
        (("good.toml", "--times", "0"), "--times: expected 1 to 1,000, found 0"),
        (("good.toml", "--jobs", "0"), "--jobs: expected 1 to 10,000, found 0"),
    ],
)
def test_wrong_usage(arguments, says, puzzle, puzzles) -> None:
    code, out, errors = puzzles(*arguments)
    assert (code, out) == (2, "")
    assert says in errors


def test_a_game_beside_paths_needs_no_folder_here(puzzle, puzzles) -> None:
    code, out, _ = puzzles("divine_cross", "good.toml", "--bots", "heuristic")
    assert code == 0 and out.splitlines()[1].startswith("Hit")


def test_a_puzzle_is_no_scenario(puzzle, capsys) -> None:
    assert main(["scenario", "good.toml"]) == 3
    assert "(evenhand bots --puzzles good.toml)" in capsys.readouterr().err


def test_a_folder_answers_what_is_left_open(puzzle, puzzles, monkeypatch) -> None:
    assert main(["init", "mine", "--game", "divine_cross"]) == 0
    folder = puzzle.parent / "mine"
    there = folder / "tests/puzzles/divine_cross"
    there.mkdir(parents=True)
    puzzle.rename(there / "good.toml")
    monkeypatch.chdir(folder)
    own = next(path.stem for path in (folder / "bots").glob("*.toml"))
    code, out, _ = puzzles("--bots", own)
    assert code == 0
    assert own in out
