"""The bot that searches: it wins, it grows, and it does as it did before."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from evenhand.decks.deck_list import load_deck, sample_decks
from evenhand.decks.pool import load_pool
from evenhand.decks.problems import UsageError
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.bots.search import let_contend
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.registry import load_game
from evenhand.simulate.runs.batch import Chunk, plan_arrays, play
from evenhand.simulate.runs.plan import Plan
from tests.amounts import how_much


def make_plan(name, *bots):
    game = load_game(name)
    pool, mode = load_pool(game.schema), game.schema.modes[0]
    files = list(sample_decks(game.schema, mode).values())[:1]
    decks = [load_deck(game.schema, pool, path) for path in files]
    options = option_values(game.options, {})
    loaded = [load_bot(game, bot) for bot in bots]
    return Plan(game, mode, pool, decks, loaded, options, 2, 5, mirrors=True)


def share_won(plan, pairs):
    """Return how much the first bot wins of a mirror, and the standard error."""
    rows = play(plan_arrays(plan), Chunk(0, 0, 0, pairs))
    own_seat = np.where(rows["rotation"] == 0, 0, 1)
    won = np.where(rows["winner"] < 0, 0.5, rows["winner"] == own_seat)
    means = won.reshape(-1, 2).mean(axis=1)
    return means.mean(), means.std(ddof=1) / np.sqrt(pairs)


@pytest.mark.parametrize(
    ("name", "bot"), [("divine_cross", "search:16"), ("blackpoker", "search:64")]
)
def test_it_beats_the_rules_of_thumb(name, bot):
    mean, error = share_won(make_plan(name, bot, "heuristic"), 30)
    assert mean - 1.96 * error > 0.5


def test_it_grows_with_its_playouts():
    mean, error = share_won(make_plan("blackpoker", "search:128", "search:4"), how_much(20, 60))
    assert mean - 1.96 * error > 0.5


def test_the_favourite_and_the_best_by_rules_of_thumb_contend():
    question = SimpleNamespace(menu=SimpleNamespace(n=5), scores=np.array([7, 3, 9, 9, 1]))
    memory = SimpleNamespace(contends=np.ones(5, np.int8), values=np.ones(5, np.int64))
    let_contend.py_func(memory, question, 4, 3)
    assert memory.contends.tolist() == [0, 0, 1, 1, 1]
    assert not memory.values.any()
    let_contend.py_func(memory, question, 2, 5)
    assert memory.contends.all()


def test_the_same_seed_gives_the_same_games():
    plan = make_plan("last_light", "search:16")
    whole, first = (play(plan_arrays(plan), Chunk(0, 0, 0, pairs)) for pairs in (20, 7))
    assert whole[:14].tobytes() == first.tobytes()
    other = play(plan_arrays(replace(plan, seed=6)), Chunk(0, 0, 0, 20))
    assert whole.tobytes() != other.tobytes()


@pytest.mark.parametrize(
    "name",
    [
        "search:",
        "search:0",
        "search:1",
        "search:2e3",
        "search:\u0663\u0662",
        "search:1000001",
        "search:99999999999999999999",
        "search:-5",
    ],
)
def test_playouts_out_of_bounds_are_refused(name):
    with pytest.raises(UsageError, match="expected 2 to 1,000,000 playouts for a question"):
        load_bot(load_game("last_light"), name)


def test_a_name_says_how_many_playouts():
    assert load_bot(load_game("last_light"), "search:512").playouts == 512
