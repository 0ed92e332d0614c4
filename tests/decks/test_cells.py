"""What the cells of all games' card files have in common."""

from enum import IntEnum

import pytest

from evenhand.decks.cells import CellError, look_up, missing, read_words, unexpected, with_article


class Kind(IntEnum):
    UNIT = 0
    EVENT = 1
    RELIC_CREATURE = 2


PLANES = {"Roth": 0, "S'drassa": 1, "Relic Creature": 2}


@pytest.mark.parametrize(
    ("text", "found"),
    [("roth", 0), ("S’DRASSA", 1), ("relic_creature", 2), (" Relic  Creature ", 2)],  # noqa: RUF001
)
def test_a_word_is_found_in_any_case_and_spelling(text, found):
    assert look_up(PLANES, text) == found


def test_an_unknown_word_gets_the_list_and_the_nearest():
    with pytest.raises(CellError, match=r"^expected Roth, S'drassa or Relic Creature, found 'rot'"):
        look_up(PLANES, "rot")
    with pytest.raises(
        CellError, match=r"^expected a plane \(Roth, S'drassa, Relic Creature\)"
    ) as e:
        look_up(PLANES, "rot", "a plane")
    assert "Roth" in e.value.hint


def test_words_of_a_set_count_once_whatever_stands_between_them():
    assert read_words(PLANES, "Roth/s'drassa, roth") == (0, 1)


def test_columns_are_missing_or_unexpected():
    cells = {"name": "Ant", "hp": "3"}
    assert list(missing(cells, ("hp", "atk"), "a Unit")) == [
        ("atk", "a Unit needs this, found nothing")
    ]
    assert list(unexpected(cells, ("hp", "atk"), "an Event")) == [
        ("hp", "expected nothing on an Event, found '3'")
    ]


def test_types_in_a_sentence():
    assert [with_article(kind) for kind in Kind] == ["a Unit", "an Event", "a Relic Creature"]
