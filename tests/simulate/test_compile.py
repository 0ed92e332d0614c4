"""Compiled rules: no index counts from the end, and read-only arrays compile nothing anew."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from decks.deck_list import load_deck, sample_decks
from decks.pool import load_pool
from simulate.engine.batch import Chunk, lay_table, play, play_chunk
from simulate.engine.bot_files import load_bot
from simulate.engine.compile import COMPILED
from simulate.engine.options import option_values
from simulate.engine.plan import Plan
from simulate.registry import game_names, load_game

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")

LAST_OF_THREE = """
import numpy as np
from simulate.engine.compile import kernel, rule

@rule
def one_of(numbers, place):
    return numbers[place]

@kernel
def pick(numbers, place):
    return one_of(numbers, place)

pick(np.arange(3), 2)
pick(np.arange(3), -1)
"""

GAMES = """
from tests.simulate.test_compile import sample_table
from simulate.engine.batch import Chunk, play
from simulate.registry import game_names

for name in game_names():
    for bot in ("random", "heuristic", "lookahead"):
        for matchup in range(3):
            play(sample_table(name, bot), Chunk(0, matchup, 0, 5))
"""


def sample_table(name, bot):
    """Lay the table for the sample decks of a game."""
    game = load_game(name)
    pool = load_pool(game.schema)
    mode, options = game.schema.modes[0], option_values(game.options, {})
    decks = [
        load_deck(game.schema, pool, path, mode, options)
        for path in sample_decks(game.schema).values()
    ]
    return lay_table(Plan(game, mode, pool, decks, [load_bot(game, bot)], options, 2, 7))


def run_with_bounds_checks(script, folder):
    """Run a script in a process of its own in which numba checks every index."""
    file = folder / "script.py"
    file.write_text(script)
    root = Path(__file__).parents[2]
    setting = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "PYTHONPATH": str(root)}
    return subprocess.run([sys.executable, file], env=setting, capture_output=True, text=True)


def test_an_index_below_0_is_a_mistake(tmp_path):
    run = run_with_bounds_checks(LAST_OF_THREE, tmp_path)
    assert "IndexError" in run.stderr
    assert "pick(np.arange(3), -1)" in run.stderr


def test_rules_stay_within_their_arrays(tmp_path):
    run = run_with_bounds_checks(GAMES, tmp_path)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("name", game_names())
def test_read_only_arrays_compile_nothing_anew(name):
    table = sample_table(name, "random")
    expected = play(table, Chunk(0, 0, 0, 2))
    known = len(play_chunk.signatures)
    handed_over = replace(table, pool=read_only(table.pool), rank_of=read_only(table.rank_of))
    assert play(handed_over, Chunk(0, 0, 0, 2)).tobytes() == expected.tobytes()
    assert len(play_chunk.signatures) == known


def read_only(array):
    """Give a copy as worker processes get it."""
    sealed = np.array(array)
    sealed.setflags(write=False)
    return sealed
