"""The smallest edit: what is enough, and what is not to be had."""

import os

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evenhand.analysis.statistics import smallest_edit
from evenhand.analysis.statistics.smallest_edit import Zone, find_smallest_edit

BAND = (0.45, 0.55)


def find(numbers, effects, most=5, owners=None, costs=None, **more):
    effects = np.atleast_2d(np.array(effects, float))
    n = effects.shape[1]
    owners = np.arange(n) if owners is None else np.array(owners)
    n_cards = int(owners.max()) + 1
    return find_smallest_edit(
        np.array(numbers, float), np.array([BAND] * len(numbers)), effects, np.full(n, most),
        owners, np.ones(n_cards) if costs is None else np.array(costs), np.full(n, 0.01), **more,
    )  # fmt: skip


def test_nothing_is_changed_where_all_is_well():
    assert find([0.5], [[-0.02, 0.02]]).steps.tolist() == [0, 0]


def test_the_fewest_cards_and_then_the_fewest_steps():
    edit = find([0.60, 0.50], [[-0.01, -0.02, -0.03], [0.0, 0.0, 0.0]])
    assert edit.steps.tolist() == [0, 0, 2]
    assert edit.numbers == pytest.approx([0.54, 0.50])
    assert edit.missed == pytest.approx([0, 0])


def test_two_numbers_of_one_card_cost_less_than_two_cards():
    edit = find([0.60], [[-0.008, -0.02, -0.02]], most=2, owners=[1, 0, 0])
    assert edit.steps.tolist()[1:] in ([2, 1], [1, 2])
    assert edit.steps[0] == 0


def test_a_card_that_is_out_of_line_is_changed_rather_than_another():
    assert find([0.60], [[-0.02, -0.02]], costs=[1.0, 0.5]).steps.tolist() == [0, 3]


def test_what_is_out_of_reach_is_missed_by_as_little_as_possible():
    edit = find([0.70], [[-0.02, -0.01]], most=3)
    assert edit.steps.tolist() == [3, 3]
    assert edit.missed == pytest.approx([0.06])


def test_no_more_cards_than_allowed():
    edit = find([0.70], [[-0.02, -0.02, -0.02]], most=3, most_cards=2)
    assert np.count_nonzero(edit.steps) == 2


def test_what_the_solver_writes_is_not_printed(monkeypatch, capfd):
    def chatty(*given, **named):
        os.write(1, b"numbers are hard\n")
        return real(*given, **named)

    real = smallest_edit.milp
    monkeypatch.setattr(smallest_edit, "milp", chatty)
    print("before")
    find([0.60], [[-0.02]])
    print("after")
    assert capfd.readouterr().out == "before\nafter\n"


def test_near_the_edge_is_dearer_than_a_step_but_no_miss():
    edge = Zone(np.array([0.02]), 2.0)
    assert find([0.60], [[-0.01]], most=9).steps.tolist() == [5]
    edit = find([0.60], [[-0.01]], most=9, zones=[edge])
    assert edit.steps.tolist() == [7]
    # A second card is not worth it: it costs more than the way to the inner edge.
    edit = find([0.60], [[-0.01, -0.01]], most=6, zones=[edge])
    assert np.count_nonzero(edit.steps) == 1
    assert edit.missed == pytest.approx([0])


def test_the_nearer_to_the_centre_the_better():
    zones = [Zone(np.array([0.02]), 2.0), Zone(np.array([0.03]), 0.5)]
    assert find([0.60], [[-0.01]], most=11, zones=zones).steps.tolist() == [10]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.floats(0.3, 0.7), min_size=1, max_size=4),
    st.integers(1, 4),
    st.randoms(use_true_random=False),
)
def test_an_edit_is_allowed_and_misses_no_more_than_none(numbers, n_levers, chance):
    effects = np.array([[chance.uniform(-0.05, 0.05) for _ in range(n_levers)] for _ in numbers])
    edit = find(numbers, effects, most=3)
    assert ((edit.steps >= 0) & (edit.steps <= 3)).all()
    before = np.maximum(0.45 - np.array(numbers), np.array(numbers) - 0.55).clip(min=0)
    assert edit.missed.sum() <= before.sum() + 1e-6
