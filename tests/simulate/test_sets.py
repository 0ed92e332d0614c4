"""Sets in a word behave as Python sets do."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.simulate.compiling import kernel
from evenhand.simulate.engine import sets

members = st.sets(st.integers(0, sets.MOST - 1), max_size=sets.MOST)


def word(numbers):
    found = sets.EMPTY
    for number in numbers:
        found = sets.add(found, number)
    return found


@given(members)
def test_members_come_back_in_order(numbers):
    assert list(sets.each(word(numbers))) == sorted(numbers)
    assert sets.size(word(numbers)) == len(numbers)


@given(members, st.integers(0, sets.MOST - 1))
def test_adding_and_removing(numbers, one):
    assert sets.has(word(numbers), one) == (one in numbers)
    assert set(sets.each(sets.add(word(numbers), one))) == numbers | {one}
    assert set(sets.each(sets.remove(word(numbers), one))) == numbers - {one}


@given(members.filter(bool), st.data())
def test_the_nth_member(numbers, data):
    n = data.draw(st.integers(0, len(numbers) - 1))
    assert sets.nth(word(numbers), n) == sorted(numbers)[n]
    assert sets.first(word(numbers)) == min(numbers)


@given(st.integers(0, sets.MOST - 1))
def test_the_full_set(n):
    assert set(sets.each(sets.full(n))) == set(range(n))


# Sets of more members than a word holds

N_MANY = 3 * sets.MOST
many = st.sets(st.integers(0, N_MANY - 1))
HOLDER = np.dtype((np.record, [("places", *sets.set_field(N_MANY))]))


def words(numbers):
    found = sets.nothing_in(np.zeros(1, HOLDER)[0].places)
    for number in numbers:
        found = sets.add(found, number)
    return found


@given(many, many, st.integers(0, N_MANY - 1))
def test_sets_of_several_words(numbers, others, one):
    ours, theirs = words(numbers), words(others)
    assert list(sets.each(ours)) == sorted(numbers)
    assert sets.size(ours) == len(numbers)
    assert sets.has(ours, one) == (one in numbers)
    assert set(sets.each(sets.remove(ours, one))) == numbers - {one}
    assert set(sets.each(sets.union(ours, theirs))) == numbers | others
    assert set(sets.each(sets.intersection(ours, theirs))) == numbers & others
    assert set(sets.each(sets.difference(ours, theirs))) == numbers - others
    assert sets.is_empty(ours) == (not numbers)


@given(many.filter(bool), st.data())
def test_the_nth_member_of_several_words(numbers, data):
    n = data.draw(st.integers(0, len(numbers) - 1))
    assert sets.nth(words(numbers), n) == sorted(numbers)[n]
    assert sets.first(words(numbers)) == min(numbers)


@kernel
def odds(state):
    """Keep every second member, taking each function through compiled code."""
    found = sets.load(state.places)
    left = sets.nothing_in(state.places)
    for one in sets.each(found):
        if one % 2:
            left = sets.add(left, one)
    rest = sets.difference(found, left)
    total = sets.size(rest)
    if not sets.is_empty(left) and sets.has(left, sets.first(left)):
        total += sets.nth(left, sets.size(left) - 1)
    sets.keep(sets.intersection(sets.union(left, rest), left), state.places)
    return total


@pytest.mark.parametrize("n", [sets.MOST, 2 * sets.MOST, 8 * 31])
def test_sets_in_a_state_compiled(n):
    holder = np.zeros(1, np.dtype((np.record, [("places", *sets.set_field(n))])))
    numbers = set(range(0, n, 3))
    for number in numbers:
        sets.keep(sets.add(sets.load(holder[0].places), number), holder[0].places)
    odd = {number for number in numbers if number % 2}
    assert odds(holder[0]) == len(numbers - odd) + max(odd)
    assert set(sets.each(sets.load(holder[0].places))) == odd
