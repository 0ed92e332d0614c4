"""Where one part of a sentence is not understood, it is named, with what can stand there."""

import re
from importlib import import_module

import pytest

from evenhand.decks.divine_cross.schema import SCHEMA
from evenhand.decks.language import AbilityError, parse, sentence
from evenhand.decks.language.errors import UnknownPartError
from evenhand.decks.language.phrasing.parts import explain_part, read_part
from evenhand.decks.language.phrasing.slots import SLOTS, list_sayable
from evenhand.decks.pool import load_pool

VOCABULARY = SCHEMA.vocabulary
GAMES = ("divine_cross", "divinity", "divino", "starcrossed")
LIMITS = (
    "once per turn", "once per game", "twice per turn", "twice per game", "3 times per turn",
    "3 times per game",
)  # fmt: skip
LIMIT = re.compile(r", (?:once|twice|[0-9]+ times) per (?:turn|game)(?=[,:])")


def refused(text, vocabulary=VOCABULARY, names=()):
    with pytest.raises(AbilityError) as caught:
        parse(text, vocabulary, names)
    return caught.value


def mended(error, vocabulary=VOCABULARY, names=()):
    works = error.hint.removeprefix("this works: '").removesuffix("'")
    return sentence(parse(works, vocabulary, names), vocabulary)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "wrong", ["once every second turn", "once per duel", "once each other turn"]
)
def test_a_limit_that_cannot_be_said_is_hinted_on_every_card_with_one(game, wrong):
    schema = import_module(f"evenhand.decks.{game}.schema").SCHEMA
    pool = load_pool(schema)
    said = [sentence(one, schema.vocabulary) for card in pool.cards for one in card.abilities]
    for text in filter(LIMIT.search, said):
        error = refused(LIMIT.sub(f", {wrong}", text), schema.vocabulary, pool.names)
        assert isinstance(error, UnknownPartError), text
        assert error.message.startswith(f"the part '{wrong}' was not understood; a limit can be '")
        assert set(error.expected) == set(LIMITS)
        assert mended(error, schema.vocabulary, pool.names) == LIMIT.sub(", once per turn", text)


@pytest.mark.parametrize(
    ("limit", "means"),
    [
        ("two times per game", "twice per game"),
        ("2 times each turn", "twice per turn"),
        ("up to two times per turn", "twice per turn"),
        ("at most once per game", "once per game"),
        ("max 3 times a turn", "3 times per turn"),
    ],
)
def test_a_limit_in_other_words_is_understood_on_cards_and_alone(limit, means):
    read = parse(f"Activate, {limit}: draw 1 card.", VOCABULARY)
    assert sentence(read, VOCABULARY) == f"Activate, {means}: draw 1 card."
    assert read_part(limit, VOCABULARY, ()) == ("a limit", (means,))


@pytest.mark.parametrize(
    ("text", "part", "slot", "works"),
    [
        ("Activate, twice a match: draw 1 card", "twice a match", "a limit",
         "Activate, twice per turn: draw 1 card."),
        ("Every other turn, discard a card: draw a card", "Every other turn", "a limit",
         "Activate, once per turn: discard 1 card: draw 1 card."),
        ("Activate, 5 times per match: draw 1 card", "5 times per match", "a limit",
         "Activate, 5 times per turn: draw 1 card."),
        ("Activate: draw 1 card. This ability can be used once every second turn.",
         "This ability can be used once every second turn", "a limit",
         "Activate, once per turn: draw 1 card."),
        ("Activate: draw 1 card (once per duel)", "once per duel", "a limit",
         "Activate, once per turn: draw 1 card."),
        ("When this leaves play: draw 1 card", "When this leaves play", "a moment",
         "When this enters: draw 1 card."),
        ("Always while benched: this unit deals +20 damage", "while benched", "a place",
         "Always while main: this unit deals +20 damage."),
        ("Play: draw some cards", "some", "an amount (any number)", "Play: draw 3 cards."),
        ("Play: draw a few cards", "a few", "an amount (any number)", "Play: draw 3 cards."),
        ("Play: stun target enemy creature", "creature", "a thing",
         "Play: stun a chosen enemy unit."),
        ("Play: stun each poisoned enemy unit", "poisoned", "a quality",
         "Play: stun each red enemy unit."),
        ("Play: your main unit deals +40 damage for the next two rounds",
         "for the next two rounds", "a duration",
         "Play: your main unit deals +40 damage until the end of your next turn."),
        ("Play: your main unit deals +40 damage for two rounds", "for two rounds", "a duration",
         "Play: your main unit deals +40 damage this turn."),
        ("Skill 1: draw 1 card if you control more units than hats",
         "you control more units than hats", "a condition",
         "Skill 1: draw 1 card if there are more own units than enemy units."),
    ],
)  # fmt: skip
def test_the_part_is_named_with_the_nearest_that_can_be_said(text, part, slot, works):
    error = refused(text)
    assert error.message.startswith(f"the part '{part}' was not understood; {slot} can be '")
    assert error.position == text.index(part)
    assert mended(error) == works


def vocabulary_of(game):
    return import_module(f"evenhand.decks.{game}.schema").SCHEMA.vocabulary


@pytest.mark.parametrize(
    ("game", "text", "part", "works"),
    [
        ("starcrossed", "Play: draw 2 cards or more.", "or more", "Play: draw 2 cards."),
        ("starcrossed", "Play: gain 3 life or so", "or so", "Play: gain 3 life."),
        ("starcrossed", "Play: draw 1 card, or 2 if you have a crystal.",
         "or 2 if you have a crystal", "Play: draw 1 card."),
        ("divine_cross", "Play: discard 1 card or more: draw 2 cards.", "or more",
         "Play: discard 1 card: draw 2 cards."),
        ("divino", "Spell: draw 2 cards, then discard a card at random.", "at random",
         "Spell: draw 2 cards; discard 1 card."),
        ("divino", "When this enters: draw 2 cards when you like", "when you like",
         "When this enters: draw 2 cards."),
        ("divinity", "Magic: draw 2 cards right now.", "right now", "Magic: draw 2 cards."),
    ],
)  # fmt: skip
def test_words_that_are_too_many_are_named(game, text, part, works):
    vocabulary = vocabulary_of(game)
    error = refused(text, vocabulary)
    assert error.message == f"the part '{part}' was not understood"
    assert error.position == text.index(part)
    said = error.hint.removeprefix("without it, this works: '").removesuffix("'")
    assert sentence(parse(said, vocabulary), vocabulary) == works


def test_what_the_enemy_is_to_do_is_not_offered_as_ones_own():
    error = refused("Play: lose 1 life from the enemy.", vocabulary_of("starcrossed"))
    assert error.hint == "this works: 'Play: the enemy loses 1 life.'"


@pytest.mark.parametrize(
    ("game", "condition", "first"),
    [
        ("starcrossed", "you are losing", "there are fewer own divas than enemy divas"),
        ("divinity", "you are winning", "there are more own Deities than enemy Deities"),
        ("divine_cross", "we are tied on units", "there are as many own units as enemy units"),
    ],
)
def test_conditions_of_many_forms_are_offered(game, condition, first):
    error = refused(f"Draw a card if {condition}", vocabulary_of(game))
    assert error.expected[0] == first
    forms = [" ".join(text.split()[:3]) for text in error.expected[:6]]
    assert len(set(forms)) >= 5


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        ("divine_cross", "When this enters: deal 30 damage.", ("to a target",)),
        ("starcrossed", "Play: deal 3 damage.", ("to the enemy",)),
        ("divinity", "When played: deal 2 damage.", ("to a target",)),
    ],
)
def test_what_is_missing_is_named_in_words(game, text, expected):
    assert refused(text, vocabulary_of(game)).expected == expected


@pytest.mark.parametrize(
    "text",
    [
        "Play: poison the enemy main unit",
        "Play: draw 2 cards and explode",
        "Poison the enemy, draw a card",
        "Play: KO a chosen enemy standby unit with at least a hundred damage",
        "Play: dral 2 cards",
        "once every second turn",
    ],
)
def test_no_part_is_blamed_for_another(text):
    assert not isinstance(refused(text), UnknownPartError)


def test_a_slip_of_the_pen_is_still_told_as_one():
    assert refused("Play: stun the enemi main unit").hint == "did you mean 'enemy'?"
    assert refused("Activate, once per tvrn: draw a card").hint == "did you mean 'turn'?"


@pytest.mark.parametrize("text", ["...", ":", "(", '"', "1", "if", ".zzz", "draw a card..if"])
def test_what_is_hardly_a_text_is_refused_in_words(text):
    assert "expected , " not in str(refused(text))


def test_only_the_sentence_that_is_wrong_is_shown():
    error = refused("Play: draw 1 card. Activate, once every second turn: draw 2 cards. Foo bar.")
    assert error.hint == "this works: 'Activate, once per turn: draw 2 cards'"


@pytest.mark.parametrize(
    ("text", "title", "means"),
    [
        ("until the end of turn", "a duration", "this turn"),
        ("whenever you play this", "a moment", "When this enters"),
        ("up to three cards", "a target", "up to 3 chosen cards"),
        ("you control three units", "a condition", "there are at least 3 own units"),
    ],
)
def test_a_part_alone_is_understood(text, title, means):
    assert read_part(text, VOCABULARY, ()) == (title, (means,))


def test_a_part_alone_that_cannot_be_said():
    assert read_part("once every second turn", VOCABULARY, ()) is None
    error = explain_part("once every second turn", VOCABULARY, ())
    assert error.expected[0] == "once per turn"
    assert set(error.expected) == set(LIMITS)
    assert explain_part("poison the enemy", VOCABULARY, ()) is None
    assert explain_part("draw", VOCABULARY, ()) is None


@pytest.mark.parametrize("game", GAMES)
def test_limits_are_those_of_the_grammar(game):
    vocabulary = import_module(f"evenhand.decks.{game}.schema").SCHEMA.vocabulary
    assert set(list_sayable("uses", vocabulary)) == set(LIMITS)
    assert all(list_sayable(kind, vocabulary) for kind in SLOTS if kind not in ("place", "trait"))
