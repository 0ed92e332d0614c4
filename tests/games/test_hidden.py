"""No bot looks at what its seat cannot see: not in any question of any game."""

import pytest

from evenhand.simulate.proving import peeking
from evenhand.simulate.proving.sample_plan import sample_plan
from evenhand.simulate.registry import game_names, load_game
from evenhand.simulate.runs.batch import plan_arrays
from tests.amounts import how_much, list_compiled_bots, list_thinking_tables

pytestmark = pytest.mark.xdist_group("hidden")  # states are looked for once

TABLES = [(name, n) for name in game_names() for n in list_thinking_tables(load_game(name))]


@pytest.fixture(scope="module", params=TABLES, ids=lambda one: f"{one[0]}-{one[1]}")
def arrays(request):
    name, n_seats = request.param
    plan = sample_plan(load_game(name), "random", 3, n_seats, mirrors=False)
    return plan_arrays(plan)


@pytest.fixture(scope="module")
def found(arrays):
    is_duel = arrays.plan.n_seats == 2
    games, states = how_much((peeking.PAIRS, 1) if is_duel else (6, 1), (peeking.PAIRS, 4))
    found = peeking.states_by_question(arrays, games, states)
    every = how_much(1 if is_duel else 2, 1)  # most questions are those of a game for two
    return dict(list(found.items())[::every])


def test_there_is_something_to_hide(arrays, found):
    assert peeking.share_hidden(arrays, found) > 0.75


def test_no_bot_peeks(arrays, found, monkeypatch):
    monkeypatch.setattr(peeking, "bot_names", list_compiled_bots)
    assert list(peeking.find_peeking(arrays, found)) == []
