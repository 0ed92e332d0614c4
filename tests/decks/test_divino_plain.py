"""Plain cards of DIVINO: like their card in kind and cost, with nothing special about them."""

import pytest

from evenhand.decks.divino.plain import FREE, plain_card
from evenhand.decks.divino.schema import SCHEMA
from evenhand.decks.divino.words import COMBAT, CardType
from evenhand.decks.plain import leave_out
from evenhand.decks.pool import load_pool, with_cards

SAME = ("type", "plane", "alignment", "energy", "mana", "energize", "starting", "deity", "host")
BARE = (*COMBAT, CardType.DEMIGOD, CardType.FORTRESS)


@pytest.fixture(scope="module")
def pool():
    return load_pool(SCHEMA)


def test_a_plain_card_costs_the_same_and_has_no_keyterm(pool):
    for card in pool.cards:
        plain = plain_card(pool.cards, card)
        same = [name for name in SAME if card.type not in FREE or name not in ("energy", "mana")]
        assert [getattr(plain, name) for name in same] == [getattr(card, name) for name in same]
        assert card.type not in FREE or plain.energy == sum(plain.mana) == 0
        assert plain.keyterms == ()
        assert plain.name != card.name


def test_only_cards_that_would_do_nothing_have_an_ability(pool):
    for card in pool.cards:
        has_none = card.type in BARE or card.basic
        assert bool(plain_card(pool.cards, card).abilities) != has_none, card.name


def test_a_plain_creature_has_the_atk_that_its_energy_buys(pool):
    atk = {
        energy: plain_card(leave_out(pool.cards, card), card).atk
        for energy in range(1, 9)
        for card in pool.cards
        if card.type == CardType.CREATURE and card.energy == energy
    }
    assert list(atk.values()) == sorted(atk.values())
    assert atk[8] > atk[1] + 4


def test_plain_cards_suit_their_type(pool):
    for card in pool.cards:
        plain = plain_card(pool.cards, card)
        moments = type(card).allowed_moments({"type": card.label})
        assert {ability.moment for ability in plain.abilities} <= set(moments)
    whole = with_cards(pool, [plain_card(pool.cards, card) for card in pool.cards])
    assert len(whole.records) == 2 * len(pool.cards)
