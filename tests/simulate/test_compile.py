"""Compiled rules: no index counts from the end, and read-only arrays compile nothing anew."""

import os
from dataclasses import replace

import numpy as np
import pytest

from evenhand.decks.deck_list import load_deck, sample_decks
from evenhand.decks.pool import load_pool
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.compiling import COMPILED, cache_folder, kernel, rule
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.registry import game_names, load_game
from evenhand.simulate.runs.batch import Chunk, plan_arrays, play, play_chunk
from evenhand.simulate.runs.plan import Plan

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")


@rule
def one_of(numbers, place):
    """Return one of some numbers."""
    return numbers[place]


@kernel
def pick(numbers, place):
    """Call the rule from compiled code."""
    return one_of(numbers, place)


def test_an_index_below_0_is_a_mistake():
    numbers = np.arange(3)
    assert pick(numbers, 2) == 2
    with pytest.raises(IndexError):
        pick(numbers, -1)


@pytest.fixture(params=game_names())
def arrays(request):
    game = load_game(request.param)
    pool = load_pool(game.schema)
    mode, options = game.schema.modes[0], option_values(game.options, {})
    decks = [
        load_deck(game.schema, pool, path, mode, options)
        for path in sample_decks(game.schema, mode).values()
    ]
    return plan_arrays(Plan(game, mode, pool, decks, [load_bot(game, "random")], options, 2, 7))


def test_read_only_arrays_compile_nothing_anew(arrays):
    expected = play(arrays, Chunk(0, 0, 0, 2))
    known = len(play_chunk.signatures)
    handed_over = replace(arrays, pool=read_only(arrays.pool), rank_of=read_only(arrays.rank_of))
    assert play(handed_over, Chunk(0, 0, 0, 2)).tobytes() == expected.tobytes()
    assert len(play_chunk.signatures) == known


def read_only(array):
    """Return a copy as worker processes get it."""
    sealed = np.array(array)
    sealed.setflags(write=False)
    return sealed


def test_compiled_code_that_nobody_used_for_a_month_is_removed(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    home = tmp_path / "evenhand"
    old, young, other = (home / name for name in ("0" * 16, "1" * 16, "a designer's notes"))
    for folder in (old, young, other):
        folder.mkdir(parents=True)
    for folder in (old, other):
        os.utime(folder, (0, 0))
    here = cache_folder.__wrapped__()
    assert sorted(home.iterdir()) == sorted([young, other, here])
