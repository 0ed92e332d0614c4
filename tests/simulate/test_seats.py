"""Players round a table: who is in, who is next, who came where; and who sits where."""

from math import factorial

import numpy as np
import pytest

from evenhand.decks.records import NOTHING
from evenhand.simulate.engine.seats import (
    leave,
    next_seat,
    placement_of,
    rank_by_points,
    rivals_of,
    seats_in,
)
from evenhand.simulate.engine.sets import add, each
from evenhand.simulate.engine.state import state_record
from evenhand.simulate.runs.seating import orders_of, places_of, seating


def set_of(*seats):
    found = 0
    for seat in seats:
        found = add(found, seat)
    return found


@pytest.fixture
def table():
    """Five players, nobody out."""
    state = np.zeros(1, state_record(5, 1))[0]
    state.winner = NOTHING
    return state


def placements(state):
    return [int(placement_of(state, seat)) for seat in range(len(state.out))]


def test_all_are_in_at_the_start(table):
    assert list(each(seats_in(table))) == [0, 1, 2, 3, 4]
    assert list(each(rivals_of(table, 2))) == [0, 1, 3, 4]


def test_turns_go_past_those_who_are_out(table):
    leave(table, set_of(1, 2))
    assert [int(next_seat(table, seat)) for seat in range(5)] == [3, 3, 3, 4, 0]
    leave(table, set_of(0, 4))
    assert next_seat(table, 3) == 3


def test_a_place_is_one_more_than_those_who_outlasted_it(table):
    leave(table, set_of(1, 3))
    leave(table, set_of(0))
    leave(table, set_of(4))
    table.winner = 2
    assert placements(table) == [3, 4, 1, 4, 2]


def test_those_still_in_share_a_place_behind_the_winner(table):
    leave(table, set_of(4))
    table.winner = 1
    assert placements(table) == [2, 1, 2, 2, 5]


def test_a_draw_is_shared_by_those_who_lasted(table):
    leave(table, set_of(4))
    assert placements(table) == [1, 1, 1, 1, 5]
    leave(table, set_of(0, 1, 2, 3))
    assert placements(table) == [1, 1, 1, 1, 5]


@pytest.mark.parametrize(
    ("points", "gone", "winner", "places"),
    [
        ([3, 9, 0, 9, 4], (), NOTHING, [4, 1, 5, 1, 3]),
        ([3, 9, 0, 2, 4], (), 1, [3, 1, 5, 4, 2]),
        ([-3, -9, -3, -9, -4], (0,), 2, [5, 3, 1, 3, 2]),
        ([0, 0, 0, 0, 0], (), NOTHING, [1, 1, 1, 1, 1]),
        ([0, 0, 0, 0, 0], (0, 1, 2, 3, 4), NOTHING, [1, 1, 1, 1, 1]),
    ],
)
def test_players_are_ranked_by_points_the_most_first(table, points, gone, winner, places):
    leave(table, set_of(*gone))
    table.winner = rank_by_points(table, np.array(points))
    assert table.winner == winner
    assert placements(table) == places


def test_nobody_leaving_changes_nothing(table):
    leave(table, 0)
    assert table.out.tolist() == [0] * 5


@pytest.mark.parametrize("n_seats", range(2, 9))
def test_orders_are_all_ways_round_a_table(n_seats):
    orders = orders_of(n_seats)
    assert orders.shape == (factorial(n_seats - 1), n_seats)
    assert (orders[:, 0] == 0).all() and (np.sort(orders) == np.arange(n_seats)).all()
    assert len({row.tobytes() for row in orders}) == len(orders)


@pytest.mark.parametrize("n_seats", [4, 6, 8])
def test_few_orders_are_spread_over_all(n_seats):
    few = seating(n_seats, np.arange(10 * n_seats))
    follows = np.zeros((n_seats, n_seats), int)
    for order in few:
        follows[order, np.roll(order, -1)] += 1
    off = follows[~np.eye(n_seats, dtype=bool)]
    assert off.min() >= 4 and off.max() <= 2.5 * off.mean()


def test_a_side_stands_at_its_place():
    pairs = np.arange(30)
    order, places = seating(5, pairs), places_of(5, pairs)
    for side in range(5):
        assert (order[pairs, places[:, side]] == side).all()


def test_two_seats_have_one_order():
    assert seating(2, np.arange(3)).tolist() == [[0, 1]] * 3
