"""The sample cards of DIVINO say everything its language can say, and make sound decks."""

import re
from collections import Counter
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from evenhand.decks.deck_list import load_deck, sample_decks
from evenhand.decks.divino.legality import MODES, MOST_SLOTS, DeckLimits
from evenhand.decks.divino.named_cards import deity_rows, starting_rows
from evenhand.decks.divino.schema import SCHEMA
from evenhand.decks.divino.vocabulary import KEYTERM_WORDS, MODE_WORDS, VOCABULARY
from evenhand.decks.divino.words import (
    ALIGNMENTS,
    COMBAT,
    PLANES,
    TRIBES,
    Adjective,
    CardType,
    Duration,
    Keyterm,
    Moment,
    Noun,
    Place,
    Quantity,
    Verb,
)
from evenhand.decks.language import sentence
from evenhand.decks.language.parse import parse
from evenhand.decks.language.rows import Comparison, How, Side
from evenhand.decks.language.tokens import LONGEST_TEXT
from evenhand.decks.pool import load_pool, make_pool
from evenhand.decks.records import NOTHING
from evenhand.decks.sheet import Row, Sheet, read_sheet
from tests.decks.sample_words import words_of
from tests.strategies import abilities

TITLES = ("Morning Oaths", "Evening Ashes")
MOST_VERBS = MOST_WORDS = 63  # what one word of the rules' sets holds
MOST_MOMENTS = 31
MOST_TARGETS = 2  # of one ability, as RULES.md promises


def steps_of(card):
    return [step for ability in card.abilities for step in (*ability.costs, *ability.steps)]


@pytest.fixture(scope="module")
def pool():
    return load_pool(SCHEMA)


@pytest.fixture(scope="module")
def words(pool):
    return words_of(pool)


@pytest.fixture(scope="module")
def texts(pool):
    return [sentence(card.abilities, VOCABULARY) for card in pool.cards]


@pytest.fixture(scope="module")
def decks(pool):
    return {
        mode: {
            name: load_deck(SCHEMA, pool, path, mode)
            for name, path in sample_decks(SCHEMA, mode).items()
        }
        for mode in MODES
    }


# The pool


def test_the_pool_is_large_and_of_every_type(pool):
    counts = Counter(card.type for card in pool.cards)
    assert len(pool.cards) >= 160
    assert {card.title for card in pool.cards} == set(TITLES)
    assert set(counts) == set(CardType)
    assert counts[CardType.DEMIGOD] >= 8
    assert counts[CardType.DEITY] >= 4
    assert {card.rarity for card in pool.cards} == {"C", "U", "R", "SR", "UR"}


def test_every_deity_has_a_shrine_and_every_shrine_a_deity(pool):
    deities = {card.name for card in pool.cards if card.type == CardType.DEITY}
    assert {card.deity for card in pool.cards if card.type == CardType.SHRINE} == deities
    named = deity_rows(pool)
    for row, card in enumerate(pool.cards):
        assert (named[row] == NOTHING) == (card.type != CardType.SHRINE)
        assert named[row] == NOTHING or pool.names[named[row]] == card.deity


def test_starting_cards_are_cards_that_a_deck_can_hold(pool):
    rows = starting_rows(pool)
    aside = (CardType.DEMIGOD, CardType.DEITY)
    for row, card in enumerate(pool.cards):
        found = [number for number in rows[row] if number != NOTHING]
        assert [pool.names[number] for number in found] == list(card.starting)
        assert not any(pool.cards[number].type in aside for number in found)
        assert bool(found) or card.type != CardType.DEMIGOD


def test_every_plane_alignment_and_tribe_is_printed(pool):
    assert {plane for card in pool.cards for plane in card.plane} == set(PLANES)
    assert {c.alignment for c in pool.cards if c.type in COMBAT} == set(ALIGNMENTS)
    assert {c.tribe for c in pool.cards if c.type in COMBAT} == set(TRIBES)


def test_every_keyterm_is_printed_and_granted(pool):
    assert {word for card in pool.cards for word in card.keyterms} == set(Keyterm)
    granted = {s.word for c in pool.cards for s in steps_of(c) if s.verb == Verb.HAS_KEYTERM}
    assert granted >= {"Winged", "Forestrike", "Leeching", "Enduring", "Veiled", "Tireless"}
    assert granted <= set(KEYTERM_WORDS)


@pytest.mark.parametrize(
    "kind",
    [Verb, Moment, Place, Noun, Quantity, Duration, Comparison, Side],
    ids=lambda kind: kind.__name__,
)
def test_every_word_is_on_a_card(words, kind):
    assert [word.name for word in kind if (kind, word) not in words] == []


def test_every_adjective_is_on_a_card(pool, words):
    printed = {w for c in pool.cards for w in (*c.plane, c.alignment, c.tribe) if w is not None}
    spoken = {word for kind, word in words if kind is Adjective}
    assert [word.name for word in Adjective if word not in printed | spoken] == []
    states = [word for word in Adjective if word >= Adjective.TAPPED]
    assert [word.name for word in states if word not in spoken] == []


def test_every_way_of_selecting_is_on_a_card(words):
    assert {word for kind, word in words if kind is How} == set(How) - {How.NONE}


def test_every_mode_is_set_by_a_card(pool):
    said_words = {s.word for c in pool.cards for s in steps_of(c) if s.verb == Verb.SET_MODE}
    assert said_words == set(MODE_WORDS)


@pytest.mark.parametrize(
    "phrase",
    [
        "choose one:", "the enemy chooses one:", "otherwise", "you may:", "you may put",
        "the enemy may", "once per turn", "twice per turn", "once per game", "for each",
        "for every", "(at most", "with at least", "with at most", "up to", "random",
        "each other", "of the enemy's choice", 'named "', " it ", "those", "the former",
        "is not ", "is both ", "exactly", "there are no ", "there are more", "there are fewer",
        "as many",
    ],
)  # fmt: skip
def test_every_turn_of_phrase_is_on_a_card(texts, phrase):
    assert any(phrase in text for text in texts)


def test_cards_are_printed_as_the_file_has_them(pool, texts):
    rows = read_sheet(pool.file).rows
    assert texts == [row.cells.get("abilities", "") for row in rows]


def test_what_is_printed_is_read_back(pool, texts):
    for card, text in zip(pool.cards, texts, strict=True):
        assert not text or parse(text, VOCABULARY, pool.names) == card.abilities


@given(data=st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_can_be_said_is_printed_and_read_back(data):
    names = ("Banner Squire", "Ix, the Unnumbered")
    ability = data.draw(abilities(VOCABULARY, names))
    text = sentence(ability, VOCABULARY)
    assume(len(text) <= LONGEST_TEXT)
    assert parse(text, VOCABULARY, names) == (ability,)


def test_few_verbs_serve_one_card(pool):
    users = Counter(verb for c in pool.cards for verb in {step.verb for step in steps_of(c)})
    alone = [c.name for c in pool.cards if any(users[step.verb] == 1 for step in steps_of(c))]
    assert len(alone) / len(pool.cards) <= 0.15, alone


def test_the_words_fit_the_sets_that_rules_keep_them_in():
    assert max(Verb) < MOST_VERBS
    assert max(Adjective) < MOST_WORDS
    assert max(Moment) < MOST_MOMENTS


def test_what_is_used_at_will_has_a_price_or_a_limit(pool):
    at_will = [
        (card.name, ability)
        for card in pool.cards
        for ability in card.abilities
        if ability.moment in (Moment.ACTIVATE, Moment.MANA)
    ]
    assert at_will
    assert [name for name, ability in at_will if not (ability.costs or ability.uses)] == []


def test_loyalty_abilities_begin_with_loyalty(pool):
    for card in pool.cards:
        for ability in card.abilities:
            if ability.moment == Moment.LOYALTY:
                first = ability.costs[0].verb
                assert first in (Verb.ADD_LOYALTY, Verb.REMOVE_LOYALTY), card.name


def is_target(step, selector) -> bool:
    """Return whether a step's selector is a target: chosen by its controller, in play (R28)."""
    is_in_a_zone = step.verb in (
        Verb.SEARCH, Verb.RECOVER, Verb.REVIVE, Verb.DEPLOY, Verb.RAMP, Verb.RECYCLE,
    )  # fmt: skip
    chosen = selector is not None and selector.how is How.CHOSEN
    return chosen and selector.chooser is not Side.ENEMY and not is_in_a_zone


def test_no_ability_has_more_than_two_targets(pool):
    for card in pool.cards:
        for ability in card.abilities:
            for mode in range(ability.n_modes + 1):
                steps = [step for step in ability.steps if step.mode in (0, mode)]
                targets = [is_target(step, s) for step in steps for s in (step.target, step.object)]
                assert sum(targets) <= MOST_TARGETS, card.name


def test_numbers_reach_the_records(pool):
    def record_of(name):
        return pool.records[pool.row_of(name)]

    lancer, demigod = record_of("Skyward Lancer"), record_of("Temeth of Two Tongues")
    assert (lancer["n_mana"], lancer["mana"][Adjective.ALIAL], lancer["energy"]) == (2, 1, 3)
    assert lancer["keyterms"] == 1 << Keyterm.WINGED
    assert lancer["words"] == sum(
        1 << word for word in (Adjective.ALIAL, Adjective.AEVOS_ALIGNED, Adjective.HUMAN)
    )
    assert (demigod["counts_as"], demigod["energy"], lancer["counts_as"]) == (2, 16, 0)
    trumpets = record_of("Trumpets at Dawn")
    assert (trumpets["energy"], trumpets["n_mana"]) == (NOTHING, 4)
    collar = record_of("Burning Collar")
    assert (collar["host_side"], collar["host_noun"]) == (Side.ENEMY, Noun.COMBAT_CARD)
    assert record_of("Rimeblade")["equip"] == 2
    assert record_of("Reedwater Shallows")["is_basic"] == 1


# The rules as written

RULES = Path(__file__).parents[2] / "simulate" / "games" / "divino" / "RULES.md"


def test_the_rules_tell_of_every_keyterm_and_deck_option():
    text = RULES.read_text(encoding="utf-8")
    for number, word in enumerate(Keyterm, start=1):
        assert f"| K{number} | {word.name.capitalize()} |" in text
    for option in fields(DeckLimits):
        value = "yes" if option.default is True else option.default
        assert f"| `{option.name}` | {value} |" in text
    assert all(f"`{mode}`" in text for mode in (MODES[0], MODES[-1]))


def test_the_clauses_are_numbered_without_a_gap():
    text = RULES.read_text(encoding="utf-8")
    for letter, groups in {"R": ((1, 36), (40, 47), (50, 58)), "D": ((1, 57),)}.items():
        found = [int(number) for number in re.findall(rf"^\| {letter}(\d+) \|", text, re.M)]
        assert found == [n for low, high in groups for n in range(low, high + 1)]


# Decks


def test_at_least_six_decks_with_one_demigod_and_some_with_more(decks):
    assert len(decks["one_demigod"]) >= 6
    assert all(len(decks[mode]) >= 2 for mode in MODES)


def test_decks_of_50_and_one_of_60(pool, decks):
    aside = (CardType.DEMIGOD, CardType.DEITY)
    sizes = Counter(
        sum(pool.cards[row].type not in aside for row in deck.cards)
        for deck in decks["one_demigod"].values()
    )
    assert sizes[60] == 1
    assert set(sizes) == {50, 60}
    assert all(len(deck.cards) <= MOST_SLOTS for mode in MODES for deck in decks[mode].values())


def types_of(pool, deck):
    return Counter(pool.cards[row].type for row in deck.cards)


def test_each_plan_has_a_deck(pool, decks):
    found = [types_of(pool, deck) for deck in decks["one_demigod"].values()]
    creatures = (CardType.CREATURE, CardType.NAGUAL, CardType.RELIC_CREATURE)
    assert sum(sum(one[type_] for type_ in creatures) >= 26 for one in found) >= 2
    assert any(one[CardType.WARRIOR] >= 20 and one[CardType.FORTRESS] >= 3 for one in found)
    assert any(one[CardType.SHRINE] >= 4 and one[CardType.DEITY] >= 1 for one in found)
    assert any(one[CardType.INSTANT] >= 16 for one in found)


def test_sample_decks_have_nothing_worth_a_note(decks):
    assert [deck.notes for mode in MODES for deck in decks[mode].values() if deck.notes] == []


def test_most_of_the_pool_is_in_a_deck(pool, decks):
    used = {row for mode in MODES for deck in decks[mode].values() for row in deck.cards}
    assert len(used) / len(pool.cards) >= 0.9


def test_the_cells_of_a_card_are_written_as_they_are_read(pool):
    written = [
        {column: str(card.cell(column)) for column in card.model_fields_set - {"line", "abilities"}}
        for card in pool.cards
    ]
    rows = [
        Row(
            line,
            {("abilities" if key == "text" else key): cell for key, cell in row.items() if cell},
        )
        for line, row in enumerate(written, 2)
    ]
    headers = tuple(dict.fromkeys(column for row in rows for column in row.cells))
    again = make_pool(SCHEMA, Sheet("written", 1, headers, rows, []))
    assert [card.model_copy(update={"line": 0}) for card in again.cards] == [
        card.model_copy(update={"line": 0}) for card in pool.cards
    ]
