"""Changes of plain data: what they say, and that they lead from one value to the other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.simulate.replay.patches import apply_change, find_change

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["Ace", "Log", ""]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(before=PLAIN, after=PLAIN)
def test_a_change_leads_from_one_value_to_the_other(before: object, after: object) -> None:
    found = apply_change(before, find_change(before, after))
    assert repr(found) == repr(after)


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        ({"hand": ["Ace", "Log"], "turn": 1}, {"hand": ["Ace", "Log"], "turn": 1}, {}),
        ({"hand": ["Ace", "Log"]}, {"hand": ["Log"]}, {"hand": [0, 1]}),
        ({"turn": 1}, {"turn": 2}, {"turn": [2]}),
        ([{"unit": "Ace", "damage": 0}], [{"unit": "Ace", "damage": 5}], {"0": {"damage": [5]}}),
        ({"main": {}}, {"main": {"unit": "Ace"}}, {"main": [{"unit": "Ace"}]}),
        (["Ace"], [], [[]]),
        (True, 1, [1]),
        ([[0, True]], [[0, 1]], [0, 1, [0, 1]]),
    ],
)
def test_a_change_says_no_more_than_what_is_new(
    before: object, after: object, change: object
) -> None:
    assert find_change(before, after) == change


def test_what_did_not_change_is_shared() -> None:
    before = {"deck": ["Ace"] * 3, "turn": 1}
    assert apply_change(before, {"turn": [2]})["deck"] is before["deck"]
