"""Equilibria: published ones, and what makes a mix one, checked on any game."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.special import expit, logit

from evenhand.analysis.statistics.nash import max_entropy_nash

ROUNDING = 1e-8
ROCK_PAPER_SCISSORS = [[0, 1, -1], [-1, 0, 1], [1, -1, 0]]
EDGE = 2 * expit(4.6) - 1
PUBLISHED = {
    "rock, paper, scissors": (ROCK_PAPER_SCISSORS, [1 / 3] * 3),
    "the last beats all": ([[0, -1, -1], [1, 0, -1], [1, 1, 0]], [0, 0, 1]),
    "a biased cycle": ([[0, -0.5, 1], [0.5, 0, -0.1], [-1, 0.1, 0]], [1 / 16, 10 / 16, 5 / 16]),
    "a copy shares": (
        [[0, EDGE, -EDGE, -EDGE], [-EDGE, 0, EDGE, EDGE], [EDGE, -EDGE, 0, 0],
         [EDGE, -EDGE, 0, 0]],
        [1 / 3, 1 / 3, 1 / 6, 1 / 6],
    ),
    "four decks": (
        2 * np.array([[0.5, 0.6, 0.45, 0.7], [0.4, 0.5, 0.65, 0.55], [0.55, 0.35, 0.5, 0.6],
                      [0.3, 0.45, 0.4, 0.5]]) - 1,
        [1 / 2, 1 / 6, 1 / 3, 0],
    ),
    "all alike": (np.zeros((4, 4)), [1 / 4] * 4),
    "one choice": ([[0]], [1]),
    "a tie at the top": ([[0, 0, 1], [0, 0, 1], [-1, -1, 0]], [1 / 2, 1 / 2, 0]),
}  # fmt: skip


@pytest.mark.parametrize("name", PUBLISHED)
def test_known_equilibria(name):
    game, mix = PUBLISHED[name]
    np.testing.assert_allclose(max_entropy_nash(game), mix, atol=ROUNDING)


def antisymmetric(n, entries):
    game = np.zeros((n, n))
    game[np.triu_indices(n, 1)] = entries
    return game - game.T


def games(entries, most=7):
    return st.integers(1, most).flatmap(
        lambda n: st.lists(entries, min_size=n * (n - 1) // 2, max_size=n * (n - 1) // 2).map(
            lambda found: antisymmetric(n, found)
        )
    )


SMOOTH = games(st.floats(-1, 1).map(lambda entry: round(entry, 4)))
TIED = games(st.sampled_from([-1.0, -0.5, 0.0, 0.5, 1.0]))  # with many equilibria


def most_gained(game, mix):
    """What another equilibrium could gain along the slope of the entropy: 0 at its maximum."""
    shown = mix > 1e-9
    slope = np.where(shown, -1 - np.log(np.where(shown, mix, 1)), 0)
    # Where the best mix has no share no equilibrium has: the slope there would be infinite.
    bounds = [(0, 1 if has else 0) for has in shown]
    n = len(game)
    found = linprog(-slope, game, np.full(n, 1e-11), np.ones((1, n)), [1], bounds)
    return -found.fun - slope @ mix


@settings(max_examples=150, deadline=None)
@given(st.one_of(SMOOTH, TIED))
def test_a_mix_is_the_equilibrium_of_largest_entropy(game):
    mix = max_entropy_nash(game)
    assert mix.sum() == pytest.approx(1) and mix.min() >= 0
    assert (game @ mix).max() <= ROUNDING
    assert most_gained(game, mix) <= 1e-5


@settings(max_examples=100, deadline=None)
@given(TIED)
def test_every_choice_of_any_equilibrium_has_a_share(game):
    mix, n = max_entropy_nash(game), len(game)
    for choice in np.flatnonzero(mix < 1e-9):
        most = linprog(-np.eye(n)[choice], game, np.zeros(n), np.ones((1, n)), [1])
        assert -most.fun < 1e-6


@settings(max_examples=60, deadline=None)
@given(games(st.sampled_from([-1.0, -0.5, 0.0, 0.5, 1.0]), most=5), st.data())
def test_a_copy_changes_nobody_elses_share(game, data):
    copied = data.draw(st.integers(0, len(game) - 1))
    rows = [*range(len(game)), copied]
    mix, twice = max_entropy_nash(game), max_entropy_nash(game[np.ix_(rows, rows)])
    assert twice[copied] == pytest.approx(twice[-1], abs=1e-5)
    # With many equilibria the more even split moves the others, too; with one it cannot.
    if np.linalg.matrix_rank(game) == len(game) - 1 and mix.min() > 0.01:
        assert twice[copied] + twice[-1] == pytest.approx(mix[copied], abs=1e-5)


def test_many_games_at_once_are_as_one_by_one():
    rng = np.random.default_rng(1)
    stack = np.array([antisymmetric(6, rng.integers(-2, 3, 15) / 2) for _ in range(40)])
    each = [max_entropy_nash(game) for game in stack]
    np.testing.assert_allclose(max_entropy_nash(stack.reshape(4, 10, 6, 6)).reshape(40, 6), each)


def test_thirty_choices():
    rng = np.random.default_rng(1)
    entries = expit(rng.normal(size=(50, 435)) / 4) * 2 - 1
    stack = np.array([antisymmetric(30, one) for one in entries])
    mixes = max_entropy_nash(stack)
    assert np.einsum("gij,gj->gi", stack, mixes).max() < ROUNDING
    assert np.median((mixes > 1e-6).sum(axis=1)) > 5


def test_extreme_rates():
    rates = expit(antisymmetric(3, [40, -40, 40]))
    np.testing.assert_allclose(max_entropy_nash(2 * rates - 1), [1 / 3] * 3)
    assert logit(rates[0, 1]) > 30


def test_a_game_that_is_not_antisymmetric_is_refused():
    with pytest.raises(ValueError, match="antisymmetric"):
        max_entropy_nash([[0, 1], [1, 0]])
