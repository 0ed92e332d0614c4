"""The sample cards and decks of Starcrossed, and what is said about wrong ones."""

from collections import Counter

import pytest

from evenhand.decks.deck_list import load_deck, sample_decks
from evenhand.decks.language import sentence
from evenhand.decks.pool import load_pool
from evenhand.decks.problems import InputError
from evenhand.decks.starcrossed.card import SUPER
from evenhand.decks.starcrossed.schema import SCHEMA
from evenhand.decks.starcrossed.words import (
    SKILL_TYPES,
    VOCABULARY,
    CardType,
    Duration,
    Keyword,
    Moment,
    Timing,
    Tribe,
    Verb,
)
from tests.decks.sample_words import words_of

HEADER = "name,type,tribe,cost,special,level,strength,timing,uniqueness,super_of,keywords,abilities"
PUSH = "Activate: your diva here gets +2 strength this combat."


@pytest.fixture(scope="module")
def pool():
    return load_pool(SCHEMA)


@pytest.fixture(scope="module")
def decks(pool):
    return {
        name: [pool.cards[row] for row in load_deck(SCHEMA, pool, path).cards]
        for name, path in sample_decks(SCHEMA).items()
    }


# The pool


def test_four_tribes_of_a_good_size(pool):
    counts = Counter(card.tribe for card in pool.cards)
    assert len(pool.cards) >= 120
    assert min(counts[tribe] for tribe in Tribe) >= 28


@pytest.mark.parametrize("tribe", Tribe)
def test_each_tribe_has_all_levels_all_skills_an_icon_and_a_super_card(pool, tribe):
    own = [card for card in pool.cards if card.tribe == tribe]
    assert {card.level for card in own} == {0, 1, 2, 3, 4}
    skills = {(card.type, card.timing) for card in own if card.type != CardType.DIVA}
    assert {kind for kind, _ in skills} == set(SKILL_TYPES)
    assert {timing for _, timing in skills} == set(Timing)
    assert sum(Keyword.ICON in card.keywords for card in own) == 1
    assert any(Keyword.CRYSTALBOUND in card.keywords for card in own)
    (super_card,) = [card for card in own if card.uniqueness == SUPER]
    assert super_card.super_of in pool.names


def test_every_kind_and_timing_of_skill_is_there(pool):
    found = {(card.type, card.timing) for card in pool.cards if card.type != CardType.DIVA}
    assert found == {(kind, timing) for kind in SKILL_TYPES for timing in Timing}


@pytest.mark.parametrize("kind", [Verb, Moment], ids=lambda kind: kind.__name__)
def test_every_word_is_on_a_card(pool, kind):
    words = words_of(pool)
    durations = {Duration.THIS_COMBAT, Duration.THIS_TURN}
    assert [word.name for word in kind if (kind, word) not in words] == []
    assert {word for cls, word in words if cls is Duration} >= durations


def test_the_texts_are_printed_as_they_are_written(pool):
    assert [c.text for c in pool.cards] == [sentence(c.abilities, VOCABULARY) for c in pool.cards]


# The decks


def test_four_decks_of_one_tribe_and_two_of_two(decks):
    tribes = [{card.tribe for card in deck} - {None} for deck in decks.values()]
    assert sorted(map(len, tribes)) == [1, 1, 1, 1, 2, 2]
    assert len(set.union(*tribes)) == 4


def test_every_deck_can_fill_its_crystals(decks):
    for deck in decks.values():
        divas = [card for card in deck if card.type == CardType.DIVA]
        assert len(divas) >= 20
        assert sum(card.level == 1 for card in divas) >= 8


# What is said about wrong cards and decks


def problems(tmp_path, *lines):
    file = tmp_path / "cards.csv"
    file.write_text("\n".join([HEADER, *lines]), encoding="utf-8")
    with pytest.raises(InputError) as error:
        load_pool(SCHEMA, file)
    return [str(problem) for problem in error.value.problems]


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        (f"Push,Move,,1,,,,,3,,,{PUSH}", "timing", "a Move needs this, found nothing"),
        (f"Push,Move,,1,,,,Combt,3,,,{PUSH}", "timing", "did you mean 'Combat'"),
        ("Ace,Diva,,1,,5,2,,3,,,", "level", "expected a whole number from 1 to 4, found 5"),
        ("Ace,Diva,,1,,,2,,3,,,", "level", "a Diva needs this, found nothing"),
        ("Ace,Diva,Amazn,1,,1,2,,3,,,", "tribe", "did you mean 'Amazon'"),
        ("Ace,Diva,,1,,1,2,,3,,Overkil,", "keywords", "did you mean 'Overkill'"),
        ("Ace,Diva,,1,,1,2,Action,3,,,", "timing", "expected nothing on a Diva"),
        ("Ace,Diva,,1,,1,2,,X,,,", "uniqueness", "expected S or a whole number from 1 to 50"),
        ("Ace,Diva,,1,,1,2,,S,,,", "super_of", "needs the name of its base card"),
        ("Ace,Diva,,1,,1,2,,2,Base,,", "uniqueness", "expected S on a super card, found '2'"),
        ("Ace,Diva,,1,,1,2,,3,,Crystalbound,", "tribe", "a Crystalbound diva needs a tribe"),
        ("Ace,Diva,,1,si,1,2,,3,,,", "special", "expected yes or no, found 'si'"),
        (f"Push,Item,,1,,2,,Combat,3,,,{PUSH}", "level", "expected nothing on an Item, found '2'"),
        ("Push,Item,,1,,,,Combat,3,,,", "abilities", "an Item needs this, found nothing"),
        ("Push,Item,,1,,,,Combat,3,,,Play: draw 1 card.", "abilities", "expected 'Activate'"),
        ("Push,Move,,1,,,,Action,3,,,Play: quest for a divas.", "abilities", "diva"),
    ],
)
def test_what_is_wrong_with_a_card_is_said_once_with_its_place(tmp_path, line, column, message):
    (found,) = problems(tmp_path, line)
    assert "cards.csv" in found
    assert column in found
    assert message in found


def test_a_deck_is_told_its_line(tmp_path, pool):
    file = tmp_path / "deck.txt"
    file.write_text("4 Spear Novice\n46 Wayfarer\n", encoding="utf-8")
    with pytest.raises(InputError) as error:
        load_deck(SCHEMA, pool, file)
    texts = [str(problem) for problem in error.value.problems]
    assert any("at most 3 copies of 'Spear Novice', found 4" in text for text in texts)
