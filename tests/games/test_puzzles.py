"""Puzzles: every file makes sense, and the list of those that bots fail is what they fail."""

import tomllib
from pathlib import Path

import pytest

from evenhand.experiments.puzzles import Answers, count_answers
from evenhand.simulate.bots.bot_files import load_bot, pack_bots
from evenhand.simulate.registry import game_names
from evenhand.simulate.scenarios.puzzle import lay_out_puzzle, load_puzzle

FOLDER = Path(__file__).parents[1] / "puzzles"
UNSOLVED = tomllib.loads((FOLDER / "unsolved.toml").read_text(encoding="utf-8"))
FILES = sorted(FOLDER.glob("*/*.toml"))


def is_solved(file, name):
    """Return whether a bot without luck solves a puzzle; interpreted, which is soon done."""
    puzzle = load_puzzle(file)
    assert puzzle.game.name == file.parent.name
    bots = pack_bots(puzzle.game, [load_bot(puzzle.game, name)])
    answers = [
        Answers(question, count_answers(question, bots, 0, 1, interpreted=True))
        for question in map(lay_out_puzzle, puzzle.tables)
    ]
    return all(one.is_solved for one in answers)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_puzzle_is_solved_or_listed(file):
    listed = UNSOLVED[file.parent.name]["heuristic"]
    assert is_solved(file, "heuristic") == (file.stem not in listed)


@pytest.mark.parametrize("name", game_names())
def test_what_is_listed_is_there(name):
    there = {file.stem for file in FILES if file.parent.name == name}
    assert {stem for listed in UNSOLVED[name].values() for stem in listed} - there == set()


def test_every_folder_is_that_of_a_game():
    assert {file.parent.name for file in FILES} <= set(game_names()) == set(UNSOLVED)
