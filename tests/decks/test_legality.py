"""Deck rules that many games share."""

import pytest

from evenhand.decks.card import Card
from evenhand.decks.legality import (
    distinct,
    each_card,
    too_many,
    too_many_copies,
    wrong_size,
)

ANT, BEE = Card(name="Ant"), Card(name="Bee")
SHOUTED = Card(name="ANT ")


def test_copies_are_counted_by_name_in_any_case():
    assert [(card.name, n) for card, n in each_card([ANT, BEE, SHOUTED])] == [
        ("ANT", 2),
        ("Bee", 1),
    ]
    assert len(list(distinct([ANT, BEE, SHOUTED]))) == 2


def test_or_by_what_a_game_says():
    assert [n for _, n in each_card([ANT, BEE, SHOUTED], key=lambda card: card.name)] == [1, 1, 1]


@pytest.mark.parametrize(
    ("found", "most", "said"),
    [
        (2, 2, []),
        (3, 2, ["expected at most 2 copies of 'Ant', found 3"]),
        (2, 1, ["expected at most 1 copy of 'Ant', found 2"]),
    ],
)
def test_too_many_copies(found, most, said):
    assert [finding.message for finding in too_many_copies(ANT, found, most)] == said


def test_too_many_of_a_kind_name_the_last():
    (finding,) = too_many([ANT, BEE], 1, "Insects")
    assert (finding.message, finding.name) == ("expected at most 1 Insects, found 2", "Bee")
    assert not list(too_many([ANT, BEE], 2, "Insects"))


def test_a_deck_of_another_size():
    assert not list(wrong_size([ANT, BEE], 2))
    assert [one.message for one in wrong_size([ANT], 2)] == ["expected 2 cards, found 1"]
