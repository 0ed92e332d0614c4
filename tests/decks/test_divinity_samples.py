"""The sample cards of Divinity say everything its language can say, and make sound decks."""

from collections import Counter

import pytest

from evenhand.decks.deck_list import load_deck, sample_decks
from evenhand.decks.divinity.schema import SCHEMA
from evenhand.decks.divinity.words import (
    GEMSTONES,
    PANTHEONS,
    RANKS,
    TYPES,
    VOCABULARY,
    Adjective,
    CardType,
    Duration,
    Moment,
    Noun,
    Quantity,
    Subtype,
    Verb,
)
from evenhand.decks.language import sentence
from evenhand.decks.language.rows import Comparison, How, Side
from evenhand.decks.pool import load_pool, make_pool
from evenhand.decks.problems import InputError
from evenhand.decks.sheet import Row, Sheet
from tests.decks.sample_words import words_of

RANGES = {  # HP, ATK
    Adjective.MINOR: (range(3, 7), range(1, 3)),
    Adjective.MAJOR: (range(5, 10), range(2, 4)),
    Adjective.PRIMORDIAL: (range(8, 12), range(3, 5)),
    Adjective.SUPREME: (range(10, 14), range(4, 6)),
}
GUIDELINE = {
    CardType.DEITY: 25, CardType.WALL: 6, CardType.ATTACHMENT: 12, CardType.MAGIC: 11,
    CardType.ENVIRONMENT: 1,
}  # fmt: skip
WALL_DECKS = ("canaanite_gates", "egyptian_ramparts")  # more Walls than the guideline's 6
GUIDED_RANKS = (12, 10, 2, 1)  # minor to supreme
GUIDED_SUBTYPES = {
    Subtype.ARTIFACT: 5, Subtype.CURSE: 4, Subtype.SERVANT: 2, Subtype.RITUAL: 1,
}  # fmt: skip


@pytest.fixture(scope="module")
def pool():
    return load_pool(SCHEMA)


@pytest.fixture(scope="module")
def words(pool):
    return words_of(pool)


@pytest.fixture(scope="module")
def decks(pool):
    return {name: load_deck(SCHEMA, pool, path) for name, path in sample_decks(SCHEMA).items()}


def of_type(pool, type_):
    return [card for card in pool.cards if card.type == type_]


# The pool


def test_at_least_120_cards_of_all_types_and_pantheons(pool):
    assert len(pool.cards) >= 120
    assert {card.type for card in pool.cards} == set(CardType)
    counts = Counter(card.pantheon for card in of_type(pool, CardType.DEITY))
    assert set(counts) == set(PANTHEONS) and min(counts.values()) >= 12


def test_every_attribute_is_printed_on_a_deity(pool):
    deities = of_type(pool, CardType.DEITY)
    assert {one for card in deities for one in card.deity_types} == set(TYPES)
    assert {one for card in deities for one in card.gemstones} == set(GEMSTONES)
    assert {card.rank for card in deities} == set(RANKS)
    assert {len(card.gender) for card in deities} == {1, 3}  # Both is each, and a word of its own
    walls = Counter(card.position for card in of_type(pool, CardType.WALL))
    assert len(walls) == 3 and min(walls.values()) >= 5
    assert {card.subtype for card in of_type(pool, CardType.ATTACHMENT)} == set(Subtype)


@pytest.mark.parametrize("rank", RANKS)
def test_numbers_go_with_the_rank(pool, rank):
    hp, atk = RANGES[rank]
    for card in of_type(pool, CardType.DEITY):
        if card.rank == rank:
            assert card.hp in hp and card.atk in atk, card.name


def test_walls_have_5_to_8_hp(pool):
    assert {card.hp for card in of_type(pool, CardType.WALL)} == {5, 6, 7, 8}


@pytest.mark.parametrize(
    "kind",
    [Verb, Moment, Noun, Adjective, Quantity, Duration, Comparison, Side],
    ids=lambda kind: kind.__name__,
)
def test_every_word_is_on_a_card(words, kind):
    assert [word.name for word in kind if (kind, word) not in words] == []


def test_every_way_of_selecting_is_on_a_card(words):
    assert {word for kind, word in words if kind is How} == set(How) - {How.NONE}


def test_texts_are_printed_as_they_are_written(pool):
    for card in pool.cards:
        assert sentence(card.abilities, VOCABULARY) == card.text


# The decks


def test_every_ritual_is_about_one_pantheon(pool):
    rituals = [card for card in pool.cards if card.subtype == Subtype.RITUAL]
    for card in rituals:
        steps = [step for ability in card.abilities for step in ability.steps]
        about = {adjective for step in steps for adjective in step.target.adjectives}
        assert len(about & set(PANTHEONS)) == 1 and not about & set(TYPES), card.name
    assert len(rituals) == 6


def test_decks_are_legal(decks):
    assert len(decks) >= 6
    assert not [note for deck in decks.values() for note in deck.notes]


def test_decks_keep_to_the_guideline_where_their_plan_allows(pool, decks):
    for name, deck in decks.items():
        cards = [pool.cards[row] for row in deck.cards]
        types = Counter(card.type for card in cards)
        ranks = Counter(card.rank for card in cards if card.rank is not None)
        assert tuple(ranks[rank] for rank in RANKS) == GUIDED_RANKS, name
        if name in WALL_DECKS:
            assert types[CardType.WALL] == 9 and types[CardType.DEITY] == 25, name
            continue
        subtypes = Counter(card.subtype for card in cards if card.subtype is not None)
        walls = Counter(card.position for card in cards if card.type == CardType.WALL)
        assert (types, subtypes, set(walls.values())) == (GUIDELINE, GUIDED_SUBTYPES, {2}), name


# Wrong cards


PLAIN = {
    CardType.DEITY: {"rank": "Minor", "pantheon": "Norse", "gender": "Male", "hp": "5", "atk": "1"},
    CardType.WALL: {"position": "Left", "hp": "6"},
    CardType.ATTACHMENT: {"subtype": "Curse", "abilities": "Always: the enemy host gets -1 ATK."},
    CardType.ENVIRONMENT: {"abilities": "Always: each Deity gets +1 ATK."},
    CardType.MAGIC: {"abilities": "Magic: draw 1 card."},
}


def problem_of(type_, **cells):
    """Make one card of a type, some cells of it changed or (None) left out; give what is said."""
    row = {"name": "Test", "title": "Test", "type": type_.name.capitalize(), **PLAIN[type_]}
    row = {key: value for key, value in {**row, **cells}.items() if value is not None}
    headers = ("name", "title", "type", "subtype", "rank", "pantheon", "gender", "deity_types",
               "gemstones", "position", "hp", "atk", "abilities")  # fmt: skip
    with pytest.raises(InputError) as caught:
        make_pool(SCHEMA, Sheet("cards.csv", 1, headers, [Row(2, row)], []))
    (problem,) = caught.value.problems
    return str(problem)


@pytest.mark.parametrize(
    ("type_", "cells", "parts"),
    [
        (CardType.WALL, {"position": None}, ("position", "a Wall needs this, found nothing")),
        (CardType.WALL, {"position": "Lefft"}, ("Left, Middle or Right", "did you mean 'Left'")),
        (CardType.ATTACHMENT, {"subtype": None}, ("subtype", "an Attachment needs this")),
        (CardType.ATTACHMENT, {"subtype": "Cruse"}, ("subtype", "did you mean 'Curse'")),
        (CardType.DEITY, {"pantheon": "Norsk"}, ("pantheon", "did you mean 'Norse'")),
        (CardType.DEITY, {"gender": "Femal"}, ("Female, Male or Both", "did you mean 'Female'")),
        (CardType.DEITY, {"gemstones": "Ruby Topas"}, ("gemstones", "did you mean 'Topaz'")),
        (CardType.DEITY, {"rank": None}, ("rank", "a Deity needs this, found nothing")),
        (CardType.DEITY, {"hp": "many"}, ("hp", "expected a whole number, found 'many'")),
        (CardType.MAGIC, {"hp": "5"}, ("hp", "expected nothing on a Magic, found '5'")),
        (CardType.MAGIC, {"abilities": None}, ("abilities", "a Magic needs this")),
        (
            CardType.DEITY,
            {"abilities": "Always: each Egiptian Deity gets +1 ATK."},
            ("abilities", "did you mean 'Egyptian'"),
        ),
        (
            CardType.WALL,
            {"abilities": "When this attacks: draw 1 card."},
            ("abilities", "on such a card, found 'When this attacks'"),
        ),
    ],
)
def test_a_wrong_card_gets_one_clear_message(type_, cells, parts):
    said_of_it = problem_of(type_, **cells)
    assert "cards.csv" in said_of_it
    for part in parts:
        assert part in said_of_it
