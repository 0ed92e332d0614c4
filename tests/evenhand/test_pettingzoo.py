"""The games pass PettingZoo's own tests."""

import warnings

import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

from evenhand.pettingzoo import env


def test_the_environment_is_one_of_pettingzoo():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env("last_light"), num_cycles=60)


def test_a_seed_repeats_a_game():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: env("last_light"), num_cycles=40)
