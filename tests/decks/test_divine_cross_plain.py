"""Plain cards: like their card in kind and cost, like the pool in numbers."""

import pytest

from evenhand.decks.divine_cross.plain import plain_card
from evenhand.decks.divine_cross.schema import SCHEMA
from evenhand.decks.divine_cross.words import CardType
from evenhand.decks.pool import load_pool, with_cards


def card_of(pool, name):
    return pool.cards[pool.row_of(name)]


UNITS = """name,type,hp,attribute,advantage,retreat,\
skill1,skill1_cost,skill1_damage,skill2,skill2_cost,skill2_damage
Low,Unit,200,Red,Green,0,Jab,1,50,,,
Middle,Unit,300,Red,Green,1,Jab,1,60,Slam,3,150
High,Unit,900,Green,Blue,3,Jab,1,90,Slam,3,170
Dear,Unit,700,Blue,Red,2,Slam,3,300,,,
"""


@pytest.fixture
def small(write):
    return load_pool(SCHEMA, write("cards.csv", UNITS))


def test_a_plain_unit_has_the_medians_of_its_cost(small):
    plain = plain_card(small.cards, card_of(small, "High"))
    assert (plain.hp, plain.retreat) == (300, 1)
    assert (plain.skill1_cost, plain.skill1_damage) == (1, 60)
    assert (plain.skill2_cost, plain.skill2_damage) == (3, 170)  # of 150, 170 and 300
    assert plain.attribute == card_of(small, "High").attribute
    assert plain.advantage == card_of(small, "High").advantage


def test_a_unit_of_one_skill_stays_one(small):
    plain = plain_card(small.cards, card_of(small, "Low"))
    assert (plain.skill2, plain.skill2_damage) == ("", 0)


def test_a_plain_card_is_of_the_same_kind_and_has_no_other_ability(sample_pool):
    for card in sample_pool.cards:
        plain = plain_card(sample_pool.cards, card)
        assert (plain.type, plain.title) == (card.type, card.title)
        assert plain.name != card.name
        assert bool(plain.abilities) == (card.type != CardType.UNIT)
        assert plain.skill1_cost == card.skill1_cost


def test_a_plain_command_draws_one_card(sample_pool):
    plain = plain_card(sample_pool.cards, card_of(sample_pool, "Leather Apron"))
    assert plain.text == "When this enters: draw 1 card."


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
