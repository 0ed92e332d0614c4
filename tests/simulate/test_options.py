"""Rule options: what a user may write and what rules see."""

from enum import IntEnum

import pytest

from evenhand.decks.problems import UsageError
from evenhand.simulate.engine.options import (
    choice,
    note_old_options,
    number,
    option_values,
    pack_options,
    switch,
)


class Colour(IntEnum):
    RED = 0
    BLUE = 1


OPTIONS = (
    number("hand", 5, 1, 9, "cards"),
    switch("fast", True, "is fast"),
    choice("colour", Colour, "which"),
)


def test_defaults():
    assert option_values(OPTIONS, {}) == {"hand": 5, "fast": 1, "colour": "red"}


def test_what_users_write_reaches_the_rules_as_numbers():
    values = option_values(OPTIONS, {"hand": "7", "fast": "no", "colour": "Blue"})
    packed = pack_options(OPTIONS, values)[0]
    assert (packed.hand, packed.fast, packed.colour) == (7, 0, Colour.BLUE)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("hand", "0", "expected 1 to 9, found '0'"),
        ("hand", "ten", "expected 1 to 9, found 'ten'"),
        ("fast", "2", "expected 0 to 1"),
        ("colour", "bleu", "expected red, blue; found 'bleu'"),
        ("hnad", "5", "there is no option 'hnad'"),
    ],
)
def test_anything_else_is_refused(name, text, expected):
    with pytest.raises(UsageError, match=expected):
        option_values(OPTIONS, {name: text})


def test_a_misspelt_option_gets_the_nearest_name():
    with pytest.raises(UsageError) as caught:
        option_values(OPTIONS, {"hnad": "5"})
    assert caught.value.hint == "did you mean 'hand'?"


RENAMED = (
    number("hand_size", 5, 1, 9, "cards", formerly=("hand",)),
    switch("fast", True, "is fast"),
)


def test_a_former_name_is_understood_with_a_note():
    assert option_values(RENAMED, {"hand": "7"}) == {"hand_size": 7, "fast": 1}
    assert note_old_options(RENAMED, ["hand", "fast", "hnad"]) == [
        "the option 'hand' is now called 'hand_size'"
    ]


def test_an_option_by_its_name_and_a_former_one_is_refused():
    for names in (("hand", "hand_size"), ("hand_size", "hand")):
        with pytest.raises(UsageError, match="'hand_size' is given twice: 'hand' is its old name"):
            option_values(RENAMED, dict.fromkeys(names, "7"))
