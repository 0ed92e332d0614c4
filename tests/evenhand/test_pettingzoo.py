"""All games pass PettingZoo's own tests, and show no seat what it cannot see."""

import warnings

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

from evenhand.pettingzoo import env
from evenhand.simulate.registry import game_names
from evenhand.simulate.runs import stepping
from evenhand.simulate.runs.stepped import resample_for


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    """Play few questions in the interpreter rather than compile each game for them."""
    for name in ("advance", "observe_states"):
        monkeypatch.setattr(stepping, name, getattr(stepping, name).py_func)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of PettingZoo, about its own habits
        yield


@pytest.mark.parametrize("name", game_names())
def test_the_environment_is_one_of_pettingzoo(name):
    api_test(env(name), num_cycles=12)


@pytest.mark.parametrize("name", game_names())
def test_a_seed_repeats_a_game(name):
    seed_test(lambda: env(name), num_cycles=6)


@pytest.mark.parametrize("name", game_names())
def test_no_seat_sees_what_is_hidden(name):
    made = env(name)
    made.reset(seed=4)
    luck = np.random.default_rng(4)
    batch = made.batch
    for _ in range(20):
        seat = batch.seats.copy()
        seen, truth = batch.observe(), batch.states.copy()
        rules = batch.table.packed_pool[0], batch.table.packed_options[0]
        resample_for(batch.states[0], *rules, int(seat[0]), 901)
        assert np.array_equal(batch.observe(), seen)
        batch.states[:] = truth
        made.step(int(luck.integers(made.game.n_options)))
        if made.game.is_over:
            break
