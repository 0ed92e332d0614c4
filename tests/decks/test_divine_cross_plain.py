"""Plain cards: like their card in kind and cost, like the pool in numbers."""

import pytest

from evenhand.decks.divine_cross.plain import plain_card
from evenhand.decks.divine_cross.schema import SCHEMA
from evenhand.decks.divine_cross.words import CardType
from evenhand.decks.plain import leave_out
from evenhand.decks.pool import load_pool, with_cards


def card_of(pool, name):
    return pool.cards[pool.row_of(name)]


UNITS = """name,type,hp,attribute,advantage,retreat,\
skill1,skill1_cost,skill1_damage,skill2,skill2_cost,skill2_damage
Low,Unit,200,Red,Green,1,Jab,1,50,,,
Middle,Unit,300,Red,Green,1,Jab,1,60,Slam,3,150
High,Unit,900,Green,Blue,1,Jab,1,90,Slam,3,170
Dear,Unit,700,Blue,Red,2,Slam,3,300,,,
"""


@pytest.fixture
def small(write):
    return load_pool(SCHEMA, write("cards.csv", UNITS))


def make(pool, card):
    return plain_card(leave_out(pool.cards, card), card)


def test_a_plain_unit_is_as_the_others_are(small):
    plain = make(small, card_of(small, "High"))
    assert plain.hp == 300  # of 200, 300 and 700
    assert (plain.skill1_cost, plain.skill1_damage) == (1, 100)  # of 50, 60, 150 and 300
    assert plain.retreat == 1
    assert plain.attribute == card_of(small, "High").attribute
    assert plain.advantage == card_of(small, "High").advantage


def test_a_cards_own_numbers_do_not_move_its_plain_card(small, write):
    stronger = load_pool(SCHEMA, write("stronger.csv", UNITS.replace("900", "1200")))
    before, after = (make(pool, card_of(pool, "High")) for pool in (small, stronger))
    assert before == after
    other = load_pool(SCHEMA, write("other.csv", UNITS.replace("700", "800")))
    assert make(other, card_of(other, "Low")).hp == 800 != make(small, card_of(small, "Low")).hp


def test_a_card_without_others_of_its_kind_keeps_its_numbers(small):
    card = card_of(small, "High")
    assert plain_card([], card).hp == card.hp


def test_a_unit_of_one_skill_stays_one(small):
    plain = make(small, card_of(small, "Low"))
    assert (plain.skill2, plain.skill2_damage) == ("", 0)


def test_a_plain_card_is_of_the_same_kind_and_has_no_other_ability(sample_pool):
    for card in sample_pool.cards:
        plain = plain_card(sample_pool.cards, card)
        assert (plain.type, plain.title) == (card.type, card.title)
        assert plain.name != card.name
        assert bool(plain.abilities) == (card.type != CardType.UNIT)
        assert plain.skill1_cost == card.skill1_cost


def test_a_plain_command_does_as_much_as_others_do(sample_pool):
    plain = plain_card(sample_pool.cards, card_of(sample_pool, "Leather Apron"))
    assert plain.text == "Always: this unit gets +60 HP."


def test_added_cards_stand_behind_the_others(sample_pool):
    plain = [plain_card(sample_pool.cards, card) for card in sample_pool.cards[::7]]
    whole = with_cards(sample_pool, plain)
    n_cards = len(sample_pool.cards)
    assert whole.cards[n_cards:] == tuple(plain)
    for name in sample_pool.records.dtype.names:
        assert (whole.records[name][:n_cards] == sample_pool.records[name]).all()
    assert whole.records["hp"][n_cards:].tolist() == [card.hp for card in plain]
    assert len(whole.abilities) > len(sample_pool.abilities)
    assert whole.names[-1] == plain[-1].name
