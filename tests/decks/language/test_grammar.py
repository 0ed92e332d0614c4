"""What a vocabulary may be, and what is made from it."""

from dataclasses import replace
from enum import IntEnum

import pytest

from evenhand.decks.divine_cross.words import VOCABULARY
from evenhand.decks.language import parse
from evenhand.decks.language.grammar import grammar_of
from evenhand.decks.language.vocabulary import QuantityWords, VerbWords


class New(IntEnum):
    ONE = 100
    TWO = 101


def with_verbs(*patterns):
    verbs = {key: VerbWords(pattern) for key, pattern in zip(New, patterns, strict=False)}
    return replace(VOCABULARY, verbs={**VOCABULARY.verbs, **verbs})


@pytest.mark.parametrize(
    "patterns",
    [
        ("give {target}", "give {object}"),
        ("trade {target} with {object}",),
        ("draw {amount} [card|cards]",),
        ("show {target} of the enemy's choice",),
    ],
)
def test_words_that_can_be_read_in_two_ways_are_refused(patterns):
    vocabulary = with_verbs(*patterns)
    if "with" in patterns[0]:
        quantity = {New.ONE: QuantityWords("age of {of}", trait="age")}
        vocabulary = replace(vocabulary, quantities={**vocabulary.quantities, **quantity})
    with pytest.raises(ValueError, match="two ways"):
        grammar_of(vocabulary)


@pytest.mark.parametrize("pattern", ["draw, then draw", "roll a d20", "say (quietly)"])
def test_odd_words_are_refused(pattern):
    with pytest.raises(ValueError, match="is not a word or a number"):
        grammar_of(with_verbs(pattern))


def test_a_grammar_is_made_once():
    assert grammar_of(VOCABULARY) is grammar_of(VOCABULARY)
    assert grammar_of(replace(VOCABULARY)) is not grammar_of(VOCABULARY)


def test_a_new_verb_needs_nothing_but_its_pattern():
    (ability,) = parse("Play: juggle 3 balls", with_verbs("juggle {amount} [ball|balls]"))
    assert ability.steps[0].verb is New.ONE
