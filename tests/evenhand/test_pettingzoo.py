"""All games pass PettingZoo's own tests, and show no seat what it cannot see."""

import warnings

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

from evenhand import stepping
from evenhand.pettingzoo import env
from evenhand.simulate.registry import game_names


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    """Play few questions in the interpreter rather than compile each game for them."""
    for name in ("advance", "imagine"):
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
        batch.table.dream(batch.states, seat, np.array([901]))
        assert np.array_equal(batch.observe(), seen)
        batch.states[:] = truth
        made.step(int(luck.integers(made.game.n_options)))
        if made.game.is_over:
            break
