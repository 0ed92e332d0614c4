"""No bot looks at what its seat cannot see: not in any question of any game."""

from dataclasses import replace

import numpy as np
import pytest

from evenhand.decks.deck_list import load_deck, sample_decks
from evenhand.decks.pool import load_pool
from evenhand.simulate.bots.bot_files import bot_names, load_bot, pack_bots
from evenhand.simulate.engine.hooks import resample_hidden
from evenhand.simulate.engine.menu import MENU, open_menu
from evenhand.simulate.engine.options import option_values
from evenhand.simulate.registry import game_names, load_game
from evenhand.simulate.runs.batch import Chunk, Trace, plan_arrays, play
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.runs.second_opinion import ask_second
from tests.games.golden import MANY

pytestmark = pytest.mark.xdist_group("hidden")  # states are looked for once

PAIRS = 40  # games in which questions are looked for
STATES = 4  # of each question, for each bot
TRUTHS = 3  # other deals of what is hidden

TABLES = [(name, n) for name in game_names() for n in (2, MANY) if n <= load_game(name).seats[1]]


@pytest.fixture(scope="module", params=TABLES, ids=lambda one: f"{one[0]}-{one[1]}")
def plan(request):
    game = load_game(request.param[0])
    pool, options = load_pool(game.schema), option_values(game.options, {})
    mode = game.schema.modes[0]
    files = sample_decks(game.schema, mode).values()
    decks = [load_deck(game.schema, pool, path) for path in files]
    bots = [load_bot(game, "random")]
    return Plan(game, mode, pool, decks, bots, options, 2, 3, n_seats=request.param[1])


@pytest.fixture(scope="module")
def arrays(plan):
    return plan_arrays(plan)


@pytest.fixture(scope="module")
def states_by_question(plan, arrays):
    """Return a few states of each question that has a choice, from games played at random."""
    found = {}
    for pair in range(PAIRS):
        trace = Trace.blank(plan.game.state_record(plan.n_seats), 0)
        play(arrays, Chunk(0, pair % len(arrays.matchups), pair, 1), trace=trace)
        for i in range(trace.n):
            if trace.steps["n"][i] > 1:
                found.setdefault(int(trace.states[i].question), []).append(trace.states[i])
    luck = np.random.default_rng(1)
    return {q: [some[i] for i in luck.permutation(len(some))[:STATES]] for q, some in found.items()}


def offers(arrays, state):
    """Return the options of a question."""
    menu = np.zeros(1, MENU)[0]
    open_menu(state.copy(), arrays.pool[0], arrays.options[0], menu)
    return menu.actions[: menu.n].tobytes()


def other_truth(arrays, state, number):
    """Deal anew what the seat that is asked cannot see."""
    other = state.copy()
    other.rng.world = 1_000 + number
    resample_hidden(other, arrays.pool[0], arrays.options[0], other.seat)
    other.rng = state.rng
    return other


def test_there_is_something_to_hide(arrays, states_by_question):
    changed = [
        other_truth(arrays, state, 0).tobytes() != state.tobytes()
        for states in states_by_question.values()
        for state in states
    ]
    assert np.mean(changed) > 0.75


def test_no_bot_peeks(plan, arrays, states_by_question):
    names = bot_names(plan.game)
    lookahead, *others = sorted(names, key=lambda name: name != "lookahead")
    bots = [replace(load_bot(plan.game, name), determinizations=1, playouts=12) for name in names]
    packed = dict(zip(names, pack_bots(plan.game, bots), strict=True))
    for question, states in states_by_question.items():
        for state in states:
            truths = [state, *(other_truth(arrays, state, number) for number in range(TRUTHS))]
            assert len({offers(arrays, truth) for truth in truths}) == 1
            for name in others:
                both = np.array([packed[lookahead], packed[name]])
                opinions = ask_second(arrays, both, np.array(truths), 0)
                for asked, answer in ((lookahead, "first"), (name, "second")):
                    found = set(opinions[answer].tolist())
                    assert len(found) == 1, f"{asked} peeks in question {question}"
