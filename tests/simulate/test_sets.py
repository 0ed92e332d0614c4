"""Sets in a word behave as Python sets do."""

from hypothesis import given
from hypothesis import strategies as st

from simulate.engine import sets

members = st.sets(st.integers(0, sets.MOST - 1), max_size=sets.MOST)


def word(numbers):
    found = sets.EMPTY
    for number in numbers:
        found = sets.with_(found, number)
    return found


@given(members)
def test_members_come_back_in_order(numbers):
    assert list(sets.each(word(numbers))) == sorted(numbers)
    assert sets.size(word(numbers)) == len(numbers)


@given(members, st.integers(0, sets.MOST - 1))
def test_adding_and_removing(numbers, one):
    assert sets.has(word(numbers), one) == (one in numbers)
    assert set(sets.each(sets.with_(word(numbers), one))) == numbers | {one}
    assert set(sets.each(sets.without(word(numbers), one))) == numbers - {one}


@given(members.filter(bool), st.data())
def test_the_nth_member(numbers, data):
    n = data.draw(st.integers(0, len(numbers) - 1))
    assert sets.nth(word(numbers), n) == sorted(numbers)[n]
    assert sets.first(word(numbers)) == min(numbers)


@given(st.integers(0, sets.MOST - 1))
def test_the_full_set(n):
    assert set(sets.each(sets.full(n))) == set(range(n))
