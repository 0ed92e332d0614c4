"""Compiled rules: no index counts from the end, and read-only arrays compile nothing anew."""

from dataclasses import replace

import numpy as np
import pytest

from evenhand.decks.deck_list import load_deck, sample_decks
from evenhand.decks.pool import load_pool
from evenhand.simulate.bots.bot_files import load_bot, load_players, pack_bots
from evenhand.simulate.bots.thinking import prepare_thinking
from evenhand.simulate.compiling import COMPILED, kernel, rule
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.registry import game_names, load_game
from evenhand.simulate.runs.batch import Chunk, plan_arrays, play
from evenhand.simulate.runs.chunk_loop import play_chunk
from evenhand.simulate.runs.plan import Plan

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")


@rule
def one_of(numbers, place):
    """Return one of some numbers."""
    return numbers[place]


@rule
def last_of(numbers):
    """Return the last number, as Python would."""
    return numbers[-1]


@rule
def one_of_a_row(rows, row, place):
    """Return one of the numbers of a row."""
    return rows[row, place]


@rule
def write(numbers, place):
    """Write one of some numbers."""
    numbers[place] = 7


@rule
def part_of(numbers, start):
    """Return the sum of what is left of some numbers; where a slice begins is no index."""
    return numbers[start:].sum()


CALLS = {
    "read": (one_of, (np.arange(3),), 2),
    "read by a small index": (one_of, (np.arange(3),), np.int8(2)),
    "read from a row": (one_of_a_row, (np.arange(6).reshape(2, 3), 1), 2),
    "read from a row above": (one_of_a_row, (np.arange(6).reshape(2, 3),), 1, 2),
    "write": (write, (np.zeros(3, np.int8),), 2),
}


@pytest.mark.parametrize("name", CALLS)
def test_an_index_below_0_is_a_mistake(name):
    function, before, index, *after = CALLS[name]

    @kernel
    def call(*arguments):
        return function(*arguments)

    assert call(*before, index, *after) == function.py_func(*before, index, *after)
    with pytest.raises(IndexError):
        call(*before, index * 0 - 1, *after)


@kernel
def call_last_of(numbers):
    """Call the rule from compiled code."""
    return last_of(numbers)


@kernel
def call_part_of(numbers, start):
    """Call the rule from compiled code."""
    return part_of(numbers, start)


def test_an_index_that_is_written_down_is_no_exception():
    with pytest.raises(IndexError):
        call_last_of(np.arange(3))


def test_a_slice_may_count_from_the_end():
    assert call_part_of(np.arange(4), -2) == 5


@rule
def add_one(number):
    """Return the next number."""
    return number + 1


@rule
def idle(row):
    """Call another rule if there are four numbers, which is known to be wrong when compiled."""
    return add_one(row.numbers[3]) if len(row.numbers) == 4 else 0


@rule
def busy(row):
    """Call the same rule always."""
    return add_one(row.numbers[0]) * 2


@kernel
def call_idle_and_busy(rows):
    """Call the rule that does not call, and then the one that does."""
    return idle(rows[0]) + busy(rows[0])


def test_a_rule_is_there_for_each_that_calls_it():
    """LLVM takes in only what something calls already: by then, all its callers must be there."""
    rows = np.zeros(1, [("numbers", np.int64, (3,))])
    assert call_idle_and_busy(rows) == 2


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


def test_read_only_weights_are_the_same_type_to_the_compiler():
    game = load_game("blackpoker")
    pool = load_pool(game.schema)
    bots = [load_bot(game, "learned")]
    players = load_players(game, pool, 2, bots)
    handed_over = replace(players, nets=read_only(players.nets))
    thinking = prepare_thinking(game.state_record(2), pack_bots(game, bots), handed_over)
    assert thinking.nets.flags.writeable
    assert thinking.nets.tobytes() == players.nets.tobytes()


def read_only(array):
    """Return a copy as worker processes get it."""
    sealed = np.array(array)
    sealed.setflags(write=False)
    return sealed
