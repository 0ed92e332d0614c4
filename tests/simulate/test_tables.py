"""Which decks sit down together."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from evenhand.simulate.runs.table_schedule import MOST_TABLES, count_meetings, list_tables


def test_two_seats_play_every_pair_of_any_number_of_decks():
    assert list_tables(30, 2, 1) == tuple(combinations(range(30), 2))


@pytest.mark.parametrize(("n_decks", "n_seats"), [(4, 4), (5, 3), (8, 4), (8, 8), (9, 3)])
def test_all_tables_are_played_while_they_are_few(n_decks, n_seats):
    assert list_tables(n_decks, n_seats, 1) == tuple(combinations(range(n_decks), n_seats))


def test_too_few_decks_make_no_table():
    assert list_tables(3, 4, 1) == ()


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    ("n_decks", "n_seats"), [(9, 4), (10, 4), (12, 3), (12, 6), (12, 8), (16, 4), (24, 4)]
)
def test_chosen_tables_are_fair(n_decks, n_seats, seed):
    tables = list_tables(n_decks, n_seats, seed)
    assert len(set(tables)) == len(tables) < comb(n_decks, n_seats)
    assert 0.75 * MOST_TABLES < len(tables) < 1.25 * MOST_TABLES
    assert all(len(set(table)) == n_seats and sorted(table) == list(table) for table in tables)
    met = count_meetings(n_decks, tables)
    assert np.ptp(met.diagonal()) == 0
    others = met[~np.eye(n_decks, dtype=bool)]
    assert others.min() > 0 and np.ptp(others) <= 4


def test_many_decks_meet_about_twice():
    others = count_meetings(30, list_tables(30, 3, 1))[~np.eye(30, dtype=bool)]
    assert others.min() >= 1 and others.mean() == pytest.approx(2, abs=0.1)


def test_the_seed_chooses():
    assert list_tables(12, 4, 1) == list_tables(12, 4, 1) != list_tables(12, 4, 2)
