"""Intervals hold as often as they promise: ``make coverage`` in short."""

import numpy as np
import pytest

from tests.coverage.rows import Row, Simulation, alarms, covers, every_simulation

SIMULATIONS = every_simulation()
REPEATS = 120
REAL = ("real_games", "decks_in_a_circle", "early_games", "cards_alike")


# One setting of each; real games take too long for every run of the tests.
SHORT = {one.name: one for one in SIMULATIONS if one.name not in REAL}


@pytest.mark.parametrize("one", SHORT.values(), ids=SHORT)
def test_promises_are_kept(one: Simulation) -> None:
    rows = list(one.rows(REPEATS))
    assert [row for row in rows if not row.is_kept] == []
    assert all(row.n_samples for row in rows)


def test_what_is_not_kept_is_seen() -> None:
    rng = np.random.default_rng(1)
    means = rng.standard_normal(2_000)
    assert covers("honest", means - 1.96, means + 1.96, 0).is_kept
    assert not covers("too narrow", means - 1.6, means + 1.6, 0).is_kept
    assert alarms("honest", np.abs(means) > 1.96).is_kept
    assert not alarms("too many", np.abs(means) > 1.6).is_kept


def test_few_samples_prove_nothing() -> None:
    assert Row("", False, 0.95, 4, 5).is_kept
    assert not Row("", False, 0.95, 400, 500).is_kept


def test_a_simulation_is_the_same_every_time() -> None:
    one = SIMULATIONS[0]
    assert list(one.rows(30)) == list(one.rows(30))


def test_no_two_simulations_have_the_same_name() -> None:
    names = [(one.name, one.setting) for one in SIMULATIONS]
    assert len(names) == len(set(names))
