"""What is printed is read back unchanged, in any game's words."""

from enum import IntEnum
from importlib import import_module

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from evenhand.decks.divine_cross.words import VOCABULARY as DIVINE_CROSS
from evenhand.decks.language import AbilityError, compile_abilities, parse, sentence
from evenhand.decks.language.grammar import grammar_of
from evenhand.decks.language.tokens import LONGEST_TEXT
from evenhand.decks.language.vocabulary import NounWords, QuantityWords, VerbWords, Vocabulary
from tests.amounts import how_much
from tests.strategies import abilities

NAMES = ("Ember Lancer", "O'Hara", "Rose “Thorn” Reyes")
GAMES = ("divine_cross", "starcrossed", "blackpoker", "divino", "divinity")


GRAMMAR = grammar_of(DIVINE_CROSS)


class Tiny(IntEnum):
    """One enum for all kinds of words: members are told apart by where they stand."""

    FIRST = 0
    SECOND = 1
    THIRD = 2


TINY = Vocabulary(
    this="this tree",
    moments={Tiny.FIRST: "In spring", Tiny.SECOND: "Evergreen", Tiny.THIRD: "When it rains"},
    continuous=(Tiny.SECOND,),
    subjects=(Tiny.THIRD,),
    places={},
    nouns={
        Tiny.FIRST: NounWords("[leaf|leaves]"),
        Tiny.SECOND: NounWords("[trunk|trunks]", unique=True),
    },
    adjectives={Tiny.FIRST: "old"},
    quantities={
        Tiny.FIRST: QuantityWords("{of} in the wood"),
        Tiny.SECOND: QuantityWords("[ring|rings] of {of}", trait="[ring|rings]"),
        Tiny.THIRD: QuantityWords("{of}"),
    },
    durations={Tiny.FIRST: "until winter"},
    verbs={
        Tiny.FIRST: VerbWords("grow {amount} [leaf|leaves]"),
        Tiny.SECOND: VerbWords("{target} [sheds|shed] {change} [leaf|leaves]", lasting=True),
        Tiny.THIRD: VerbWords(
            "paint {object} {word} for {target}", words={"red": 7, "dark red": 9}
        ),
    },
)
BARE = Vocabulary(
    moments={Tiny.FIRST: "Now"},
    places={},
    nouns={},
    adjectives={},
    quantities={},
    durations={},
    verbs={Tiny.FIRST: VerbWords("score {amount}")},
)


def check_round_trip(ability, vocabulary):
    text = sentence(ability, vocabulary)
    assume(len(text) <= LONGEST_TEXT)
    assert parse(text, vocabulary, NAMES) == (ability,)
    compile_abilities([[ability]], vocabulary, NAMES.index)


@pytest.mark.parametrize(
    "vocabulary",
    [
        *(import_module(f"tests.decks.language.hardest.{game}").VOCABULARY for game in GAMES),
        DIVINE_CROSS,
        TINY,
    ],
    ids=[*GAMES, "its own words", "made up"],
)
@given(data=st.data())
@settings(max_examples=how_much(12, 100), deadline=None, suppress_health_check=list(HealthCheck))
def test_a_printed_ability_is_read_back(vocabulary, data):
    check_round_trip(data.draw(abilities(vocabulary, NAMES)), vocabulary)


def test_a_game_may_have_hardly_any_words():
    (ability,) = parse("now, twice per game: score up to 3", BARE)
    assert sentence(ability, BARE) == "Now, twice per game: score up to 3."


WORDS = st.lists(st.sampled_from([*GRAMMAR.terminals, "7", "+7", '"O\'Hara"', "dral"]), max_size=30)


def played(words):
    return "Play: " + " ".join(words)


@given(text=st.text(max_size=60) | WORDS.map(" ".join) | WORDS.map(played))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_or_refused(text):
    try:
        found = parse(text, DIVINE_CROSS, NAMES)
    except AbilityError as error:
        assert str(error)
        assert 0 <= error.position <= len(text)
    else:
        assert parse(sentence(found, DIVINE_CROSS), DIVINE_CROSS, NAMES) == found
