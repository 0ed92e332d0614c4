"""The playing cards and decks of BlackPoker, and what is said about wrong ones."""

import pytest

from evenhand.decks.blackpoker.schema import SCHEMA
from evenhand.decks.deck_list import load_deck, sample_decks
from evenhand.decks.pool import load_pool
from evenhand.decks.problems import InputError

MODES = {name: sample_decks(SCHEMA, name) for name in SCHEMA.modes}


@pytest.fixture(scope="module")
def pool():
    return load_pool(SCHEMA)


@pytest.fixture
def problems(pool, tmp_path):
    """Return what is said about a deck, line by line."""

    def said(cards, mode="lite"):
        path = tmp_path / "deck.txt"
        path.write_text("\n".join(cards), encoding="utf-8")
        try:
            load_deck(SCHEMA, pool, path, mode)
        except InputError as error:
            return [str(problem).removeprefix(f"{path}") for problem in error.problems]
        return []

    return said


def test_the_pool_is_a_pack_of_cards(pool):
    assert len(pool.cards) == 54
    assert sorted(pool.records["number"]) == sorted([0, 0, *list(range(1, 14)) * 4])
    assert len({(c.suit, c.rank, c.name) for c in pool.cards}) == 54


@pytest.mark.parametrize("name", ["Spade 10", "spade 10", "S10", "s10", "♠10", "♤10", "1 S10"])
def test_a_card_has_short_names(pool, problems, name):
    others = [card for card in pool.names if card != "Spade 10"]
    assert problems([*others, name]) == []


@pytest.mark.parametrize("mode", SCHEMA.modes)
def test_the_sample_decks_are_legal_in_their_mode(pool, mode):
    for path in MODES[mode].values():
        load_deck(SCHEMA, pool, path, mode)


def test_five_decks_of_40_and_the_whole_pack(pool):
    sizes = {
        name: len(load_deck(SCHEMA, pool, path, "lite").cards)
        for name, path in MODES["lite"].items()
    }
    assert sizes.pop("full_54") == 54
    assert list(sizes.values()) == [40] * 5
    assert set(sizes) == set(MODES["lite40"])


def test_three_jokers(pool, problems):
    found = problems([*pool.names[:30], "2 Red Joker", "Black Joker"])
    assert found == [
        ":31: expected at most 1 copy of 'Red Joker', found 2",
        ":32: expected at most 2 Jokers, found 3",
    ]


def test_a_card_twice(pool, problems):
    found = problems([*pool.names[:30], "SA"])
    assert found == [":31: expected at most 1 copy of 'Spade A', found 2"]


def test_55_cards(pool, problems):
    assert ": expected 20 to 54 cards in lite, found 55" in problems([*pool.names, "SA"])


def test_41_cards_in_lite40(pool, problems):
    cards = list(pool.names[:41])
    assert problems(cards) == []
    assert problems(cards, "lite40") == [": expected 20 to 40 cards in lite40, found 41"]


def test_a_card_that_does_not_exist(pool, problems):
    found = problems([*pool.names[:30], "Spade 11", "Heaart 7"])
    assert [line.split(":")[1] for line in found] == ["31", "32"]
    assert "Spade 1" in found[0] and "Heart 7" in found[1]


@pytest.mark.parametrize(
    "line, message",
    [
        ("Big Joker,Spade,Joker,0", "expected None on a Joker"),
        ("Star 7,None,7,7", "expected a suit, which only a Joker lacks"),
        ("Star 7,Star,7,7", "found 'Star'"),
        ("Spade 14,Spade,14,14", "found '14'"),
    ],
)
def test_cards_that_cannot_be(tmp_path, line, message):
    path = tmp_path / "cards.csv"
    path.write_text(f"name,suit,rank,number\n{line}\n")
    with pytest.raises(InputError, match=message):
        load_pool(SCHEMA, path)


def test_a_column_of_abilities_is_a_note(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_text("name,suit,rank,number,abilities\nSpade A,Spade,A,1,wins\n")
    assert "abilities" in load_pool(SCHEMA, path).notes[0]
