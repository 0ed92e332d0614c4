"""The sample cards of Divine Cross say everything its language can say, and make sound decks."""

from collections import Counter

import numpy as np
import pytest

from evenhand.decks.deck_list import load_deck, sample_decks
from evenhand.decks.divine_cross.schema import SCHEMA
from evenhand.decks.divine_cross.words import (
    VOCABULARY,
    Adjective,
    CardType,
    Duration,
    Moment,
    Noun,
    Place,
    Quantity,
    Verb,
)
from evenhand.decks.language import sentence
from evenhand.decks.language.rows import Comparison, How, Side
from evenhand.decks.language.tree import find_members
from evenhand.decks.product import load_product, sample_products
from evenhand.decks.sheet import read_sheet
from tests.decks.sample_words import words_of

TITLES = ("Cinder Vale", "Tidal Court")
SKILL_MOMENTS = (Moment.SKILL_1, Moment.SKILL_2, Moment.BEFORE_SKILL_1, Moment.BEFORE_SKILL_2)
MOST_ABILITIES = 4  # the rules count the uses of no more


def steps_of(card):
    return [step for ability in card.abilities for step in (*ability.costs, *ability.steps)]


@pytest.fixture(scope="module")
def words(sample_pool):
    return words_of(sample_pool)


@pytest.fixture(scope="module")
def texts(sample_pool):
    return [sentence(card.abilities, VOCABULARY) for card in sample_pool.cards]


@pytest.fixture(scope="module")
def decks(sample_pool):
    return [load_deck(SCHEMA, sample_pool, path) for path in sample_decks(SCHEMA).values()]


@pytest.fixture(scope="module")
def products(sample_pool):
    return [load_product(SCHEMA, sample_pool, path) for path in sample_products(SCHEMA).values()]


# The pool


def test_two_titles_of_a_good_size(sample_pool):
    counts = Counter(card.title for card in sample_pool.cards)
    assert sorted(counts) == sorted(TITLES)
    assert min(counts.values()) >= 46


@pytest.mark.parametrize("title", TITLES)
def test_each_title_has_all_kinds_of_card(sample_pool, title):
    counts = Counter(card.type for card in sample_pool.cards if card.title == title)
    assert 28 <= counts[CardType.UNIT] <= 30
    assert {counts[kind] for kind in (CardType.EVENT, CardType.ACTION, CardType.ASSIST)} == {6}


@pytest.mark.parametrize("title", TITLES)
def test_each_title_has_all_attributes_rarities_and_skill_costs(sample_pool, title):
    units = [c for c in sample_pool.cards if c.title == title and c.type == CardType.UNIT]
    assert {int(unit.attribute) for unit in units} >= {1, 2, 4, 7, 8}
    assert {card.rarity for card in sample_pool.cards if card.title == title} == {
        "N", "R", "SR", "UR", "SEC", "PR",
    }  # fmt: skip
    costs = {unit.skill1_cost for unit in units} | {unit.skill2_cost for unit in units}
    assert costs >= set(range(6)) and max(costs) <= 6


# Words for designers' cards; those of the samples were balanced without them.
SAID_BY_SCENARIOS = (Moment.EACH_TURN_START, Quantity.HP)


@pytest.mark.parametrize(
    "kind",
    [Verb, Moment, Place, Noun, Adjective, Quantity, Duration, Comparison, Side],
    ids=lambda kind: kind.__name__,
)
def test_every_word_is_on_a_card(words, kind):
    unsaid = [word for word in kind if (kind, word) not in words]
    assert unsaid == [word for word in SAID_BY_SCENARIOS if isinstance(word, kind)]


def test_every_way_of_selecting_is_on_a_card(words):
    assert {word for kind, word in words if kind is How} == set(How) - {How.NONE}


@pytest.mark.parametrize(
    "phrase",
    [
        "choose one:", "the enemy chooses one:", "otherwise", "you may:", "the enemy may",
        "once per turn", "twice per turn", "once per game", "for each", "for every", "(at most",
        "with at least", "up to", "random", "each other", "of the enemy's choice",
        "a coin flip is heads", 'named "', " it ", "those", "the former", "is not ", "is both ",
        "exactly", "there are no ", "there are more", "there are fewer", "as many",
    ],
)  # fmt: skip
def test_every_turn_of_phrase_is_on_a_card(texts, phrase):
    assert any(phrase in text for text in texts)


def test_cards_are_printed_as_the_file_has_them(sample_pool, texts):
    rows = read_sheet(sample_pool.file).rows
    assert texts == [row.cells.get("abilities", "") for row in rows]


def test_few_verbs_serve_one_card(sample_pool):
    users = Counter(verb for c in sample_pool.cards for verb in {step.verb for step in steps_of(c)})
    alone = [
        card.name
        for card in sample_pool.cards
        if any(users[step.verb] == 1 for step in steps_of(card))
    ]
    assert len(alone) / len(sample_pool.cards) <= 0.15, alone


def test_activated_powers_are_limited_so_that_nothing_loops(sample_pool):
    activated = [a for c in sample_pool.cards for a in c.abilities if a.moment == Moment.ACTIVATE]
    assert activated
    assert all(ability.uses == 1 and not ability.per_game for ability in activated)


def test_cards_keep_within_what_the_rules_can_hold(sample_pool):
    for card in sample_pool.cards:
        moments = Counter(ability.moment for ability in card.abilities)
        assert len(card.abilities) <= MOST_ABILITIES
        assert all(moments[moment] <= 1 for moment in SKILL_MOMENTS)


def test_static_abilities_flip_no_coins(sample_pool):
    always = [a for c in sample_pool.cards for a in c.abilities if a.moment == Moment.ALWAYS]
    assert not any(word is Quantity.HEADS for ability in always for word in find_members(ability))


# Decks and products


@pytest.mark.parametrize("title", TITLES)
def test_each_title_has_decks_to_compare(sample_pool, decks, title):
    own = [deck for deck in decks if sample_pool.cards[deck.cards[0]].title == title]
    assert len(own) >= 3
    for deck in own:
        units = [row for row in deck.cards if sample_pool.cards[row].type == CardType.UNIT]
        assert 16 <= len(units) <= 19
        assert deck.notes == ()


def test_one_product_per_title(products):
    assert sorted(product.title for product in products) == sorted(TITLES)
    assert {product.packs_per_player for product in products} == {5}
    assert {len(product.slots) for product in products} == {6}


def chance_of_fewer_units(product, pool, n):
    """Return the chance of fewer than n units in all packs of a player, slot by slot."""
    chances = np.ones(1)
    for rows, bounds in zip(product.rows, product.cumulative, strict=True):
        shares = np.diff(bounds.astype(float), prepend=-1) / 2**32
        is_unit = [pool.cards[row].type == CardType.UNIT for row in rows]
        share = float(shares @ is_unit)
        for _ in range(product.packs_per_player):
            chances = np.convolve(chances, [1 - share, share])
    return chances[:n].sum()


def test_opened_packs_nearly_always_hold_enough_units(sample_pool, products):
    for product in products:
        assert chance_of_fewer_units(product, sample_pool, 8) < 1e-4
