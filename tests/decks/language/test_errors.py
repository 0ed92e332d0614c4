"""What is wrong is said where it stands, with what was expected there."""

import pytest

from evenhand.decks.divine_cross.words import VOCABULARY
from evenhand.decks.divinity.words import VOCABULARY as DIVINITY
from evenhand.decks.language import AbilityError
from evenhand.decks.language.exact_parser import parse_exactly

NAMES = ("Ember Lancer", "Iron Colossus")


def refused(text):
    with pytest.raises(AbilityError) as caught:
        parse_exactly(text, VOCABULARY, NAMES)
    return caught.value


@pytest.mark.parametrize(
    ("text", "at", "message", "hint"),
    [
        ("Ploy: draw 1 card", "Ploy", "expected 'Play', found 'Ploy'", "did you mean 'Play'?"),
        ("Play: dral 2 cards", "dral", "expected 'deal' or 'draw', found", "did you mean 'draw'?"),
        ("Play: destroy 2 cards", "destroy", "found 'destroy'", ""),
        ("When this is destroyed: draw 1 card", "destroyed", "expected 'KO'd' or 'damaged'", ""),
        ("Play: stun the enemi main unit", "enemi", "found 'enemi'", "did you mean 'enemy'?"),
        ("Play: stun 2 enemy units", "enemy", "expected 'chosen' or 'random', found 'enemy'", ""),
        ("Play: draw cards", "cards", "expected 'up' or a number, found 'cards'", ""),
        ("Play: draw", "", "expected 'up' or a number, found the end of the text", ""),
        ("Play draw 1 card", "draw", "expected ':', ',' or 'while', found 'draw'", ""),
        ("Skill 1: this skill deals 20 damage", "20", "a number with its sign",
         "did you mean '+20' or '-20'?"),
        ("Play: draw 32768 cards", "32768", "expected a number up to 32,767, found '32768'", ""),
        ("Play: draw " + "9" * 1500 + " cards", "9" * 1500, "expected a number up to 32,767", ""),
        ("Play: stun 0 chosen units", "0", "expected 1 or more, found 0", ""),
        ("Play: stun 128 chosen units", "128", "expected a number up to 127, found '128'", ""),
        ("Play: this unit takes -20 damage", "this unit takes",
         "expected how long '.. takes .. damage' holds: 'this turn',", "add 'this turn'"),
        ("Always: draw 1 card", "draw", "'draw .. card' is done at a moment, and 'Always'",
         "start with another moment, such as 'Skill 1'"),
        ("Play: draw 1 card this turn", "this turn", "'draw .. card' is done at once",
         "leave out 'this turn'"),
        ("Always: this unit takes no damage this turn", "this turn",
         "'.. takes no damage' holds all the time under 'Always'", "leave out 'this turn'"),
        ("Always, once per turn: this unit takes no damage", "once", "no number of uses", ""),
        ("Always, you may: this unit takes no damage", "you may", "have no 'you may'", ""),
        ("Always: you may this unit takes no damage", "you may", "have no choice", ""),
        ("Always: this unit takes no damage if a coin flip is heads", "a coin flip",
         "'Always' abilities hold all the time, so they cannot hang on 'a coin flip is heads'", ""),
        ("Always, if a coin flip is heads: this unit takes no damage", "a coin flip",
         "cannot hang on", ""),
        ("Play while main: draw 1 card", "while main",
         "a card with a 'Play' ability stands in no place", "leave out 'while main'"),
        ("Always: a chosen unit takes no damage", "a chosen", "nothing in them is chosen",
         "say 'each'"),
        ("Play: this skill deals +20 damage", "this skill",
         "goes with 'Skill 1', 'Skill 2', 'Before skill 1' or 'Before skill 2', not with 'Play'",
         ""),
        ("Play: stun a chosen card", "a chosen card",
         "'stun ..' takes 'main unit', 'standby unit' or 'unit', not 'card'", ""),
        ("Play: put a chosen unit from your discard pile into standby", "a chosen unit",
         "takes 'Unit card', not 'unit'", "did you mean 'Unit card'?"),
        ("Play: stun the enemy unit", "the enemy unit", "each side may have several",
         "say 'each ..' or 'a chosen ..'"),
        ("Play: stun the main unit", "the main", "expected 'your ..' or 'the enemy ..'", ""),
        ("Play: stun each own enemy unit", "own enemy", "one side only", ""),
        ("Play: stun each red green blue unit", "blue", "at most 2 adjectives", ""),
        ("Play: stun it", "it", "'it' means what an earlier step acted on", ""),
        ("Play: stun a chosen unit if the former is red", "the former", "'the former' means", ""),
        ("Always: this unit takes no damage; it takes -20 damage", "it takes -20",
         "no step of 'Always' abilities comes before another", ""),
        ("Always: this unit takes no damage; otherwise this unit takes -20 damage", "otherwise",
         "have no 'otherwise'", ""),
        ('Play: stun each unit named "Ember Lanser"', '"Ember', "no card named 'Ember Lanser'",
         "did you mean 'Ember Lancer'?"),
        ('Play: stun each unit named "Ember', '"Ember', "expected a second \"", ""),
        ("Play: otherwise draw 1 card", "otherwise", "expected a step before 'otherwise'", ""),
        ("Play: you may discard 1 card: draw 1 card", "you may", "expected a plain cost",
         "'you may' comes before the first ':'"),
        ("Play, you may, you may: draw 1 card", "you may: ", "'you may' only once", ""),
        ("Play: choose one: draw 1 card or draw 2 cards; choose one: draw 1 card or draw 3 cards",
         "choose one: draw 1 card or draw 3", "only one 'choose one'", ""),
        ("Play: choose one: draw 1 card", "", "found the end of the text", ""),
        ("Play: draw 1 card if a coin flip is heads and a coin flip is heads and this unit is red",
         "this unit", "at most 2 conditions", ""),
        ("Play: draw 1 card ☃", "☃", "found '☃'", ""),
        ("Play: draw 1 card \ud800", "\ud800", "found '?'", ""),
        ("Play: draw ٣ cards", "٣", "found '٣'", ""),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(text, at, message, hint):
    error = refused(text)
    assert message in error.message
    assert error.hint == hint
    assert error.position == (text.index(at) if at else len(text))
    assert str(error) == (f"{error.message} ({hint})" if hint else error.message)


def test_a_player_does_not_leave_play():
    with pytest.raises(AbilityError, match="changes a player") as caught:
        parse_exactly(
            "When this is played: the enemy can't play Magics while in play", DIVINITY, ()
        )
    assert caught.value.hint == "say it under 'Always'"


def test_few_words_are_listed_and_all_are_given():
    error = refused("Play: destroy 2 cards")
    assert error.message.count("'") == 2 * 7
    assert len(error.expected) > 20
    error = refused("Play: dral 2 cards")
    assert error.expected[:2] == ("deal", "draw")
    assert error.message.count("'") == 2 * 3


def test_no_name_of_the_parser_shows():
    for text in ("Play", "Play: ", "Play: draw", "Play: deal 3 x", "Play: stun each", 'Play: "'):
        assert not set("_$") & set(str(refused(text)))


@pytest.mark.parametrize("text", ["x" * 10_000_000, "Play: " * 1_000_000, '"' * 3_000])
def test_a_text_without_end_is_refused_at_once(text):
    error = refused(text)
    assert error.message == f"expected at most 2,000 characters, found {len(text):,} characters"
    assert error.position == 2_000


@pytest.mark.parametrize("text", ['"' * 2_000, ": " * 1_000, "Play: stun each " + "red " * 490])
def test_odd_texts_are_refused_with_few_words(text):
    assert len(str(refused(text))) < 300
