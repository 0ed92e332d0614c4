"""Every word and every turn of phrase, read and printed."""

import pytest

from evenhand.decks.divine_cross.words import (
    VOCABULARY,
    Adjective,
    Duration,
    Moment,
    Noun,
    Place,
    Quantity,
    Verb,
)
from evenhand.decks.language import (
    Ability,
    Amount,
    Condition,
    Count,
    Quality,
    Selector,
    Step,
    parse,
    sentence,
)
from evenhand.decks.language.patterns import printed, slots
from evenhand.decks.language.rows import Comparison, How, Side

NAMES = ("Ember Lancer", "O’Hara", 'The "Great" Wall')  # noqa: RUF001
FILLED = {
    "amount": ("3", True),
    "change": ("-2", True),
    "target": ("this unit", False),
    "object": ("this unit", False),
    "word": ("red", False),
}


def read(text):
    (ability,) = parse(text, VOCABULARY, NAMES)
    return ability


def canonical(text):
    return sentence(parse(text, VOCABULARY, NAMES), VOCABULARY)


def target_of(text):
    return read(f"Play: stun {text}").steps[0].target


def condition_of(text):
    return read(f"Play, if {text}: draw 1 card").conditions[0]


@pytest.mark.parametrize("verb", Verb)
def test_each_verb_stands_under_a_moment_of_its_own(verb):
    words = VOCABULARY.verbs[verb]
    moment = (words.moments or (Moment.PLAY,))[0]
    phrase = printed(words.pattern, filled=FILLED)
    if words.lasting:
        phrase += " this turn"
    (step,) = read(f"{VOCABULARY.moments[moment]}: {phrase}").steps
    assert step.verb is verb
    assert (step.target is not None) == ("target" in slots(words.pattern))
    assert step.word == ("red" if "word" in slots(words.pattern) else "")


@pytest.mark.parametrize("moment", Moment)
def test_each_moment(moment):
    always = moment in VOCABULARY.continuous
    effect = "this unit takes no damage" if always else "draw 1 card"
    assert read(f"{VOCABULARY.moments[moment]}: {effect}").moment is moment


@pytest.mark.parametrize("place", Place)
def test_each_place(place):
    assert read(f"Activate {VOCABULARY.places[place]}: draw 1 card").place is place


@pytest.mark.parametrize("noun", Noun)
@pytest.mark.parametrize("many", [False, True])
def test_each_noun(noun, many):
    words = printed(VOCABULARY.nouns[noun].pattern, many)
    count = condition_of(f"there {'are' if many else 'is'} at least 1 {words}").count
    assert count == Count(Quantity.UNITS, Selector(How.EACH, noun))


@pytest.mark.parametrize("adjective", Adjective)
def test_each_adjective(adjective):
    assert target_of(f"each {VOCABULARY.adjectives[adjective]} unit").adjectives == (adjective,)


@pytest.mark.parametrize("quantity", Quantity)
def test_each_quantity(quantity):
    words = VOCABULARY.quantities[quantity]
    text = printed(words.pattern, True, {"of": ("own units", True)})
    condition = condition_of(text if words.yes_or_no else f"there are exactly 2 {text}")
    assert condition.count.quantity is quantity


@pytest.mark.parametrize("duration", Duration)
def test_each_duration(duration):
    text = f"Play: this unit takes no damage {VOCABULARY.durations[duration]}"
    assert read(text).steps[0].duration is duration


@pytest.mark.parametrize(
    ("text", "selector"),
    [
        ("this unit", Selector(How.THIS)),
        ("each unit", Selector(How.EACH, Noun.UNIT)),
        ("your main unit", Selector(How.EACH, Noun.MAIN, Side.OWN)),
        ("each own main unit", Selector(How.EACH, Noun.MAIN, Side.OWN)),
        ("the enemy main unit", Selector(How.EACH, Noun.MAIN, Side.ENEMY)),
        ("the stunned enemy main unit", Selector(
            How.EACH, Noun.MAIN, Side.ENEMY, adjectives=(Adjective.STUNNED,))),
        ("each other own unit", Selector(How.EACH, Noun.UNIT, Side.OWN, other=True)),
        ("a chosen enemy unit", Selector(How.CHOSEN, Noun.UNIT, Side.ENEMY)),
        ("a chosen enemy red damaged unit", Selector(
            How.CHOSEN, Noun.UNIT, Side.ENEMY, adjectives=(Adjective.RED, Adjective.DAMAGED))),
        ("2 chosen standby units", Selector(How.CHOSEN, Noun.STANDBY, number=2)),
        ("up to 3 chosen units", Selector(How.CHOSEN, Noun.UNIT, number=3, up_to=True)),
        ("up to 1 chosen unit", Selector(How.CHOSEN, Noun.UNIT, up_to=True)),
        ("a chosen unit of the enemy's choice", Selector(
            How.CHOSEN, Noun.UNIT, chooser=Side.ENEMY)),
        ("a random unit", Selector(How.RANDOM, Noun.UNIT)),
        ("4 random own units", Selector(How.RANDOM, Noun.UNIT, Side.OWN, number=4)),
        ("each unit named \"ember  LANCER\"", Selector(
            How.EACH, Noun.UNIT, named="Ember Lancer")),
        ("each unit named “O'Hara”", Selector(How.EACH, Noun.UNIT, named=NAMES[1])),
        ("each unit named \"The 'Great' Wall\"", Selector(
            How.EACH, Noun.UNIT, named=NAMES[2])),
    ],
)  # fmt: skip
def test_selectors(text, selector):
    assert target_of(text) == selector


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("there is at least 1 own unit", Condition(
            Comparison.AT_LEAST, 1,
            Count(Quantity.UNITS, Selector(How.EACH, Noun.UNIT, Side.OWN)))),
        ("there are at most 3 cards in your hand", Condition(
            Comparison.AT_MOST, 3, Count(Quantity.OWN_HAND))),
        ("there are exactly 2 energy on this unit", Condition(
            Comparison.EXACTLY, 2, Count(Quantity.ENERGY, Selector(How.THIS)))),
        ("there are no cards in the enemy hand", Condition(
            Comparison.AT_MOST, 0, Count(Quantity.ENEMY_HAND))),
        ("there are more cards in your hand than cards in the enemy hand", Condition(
            Comparison.AT_LEAST, 1, Count(Quantity.OWN_HAND), Count(Quantity.ENEMY_HAND))),
        ("there are fewer cards in your deck than cards in your hand", Condition(
            Comparison.AT_MOST, -1, Count(Quantity.OWN_DECK), Count(Quantity.OWN_HAND))),
        ("there are as many cards in your deck as cards in your hand", Condition(
            Comparison.EXACTLY, 0, Count(Quantity.OWN_DECK), Count(Quantity.OWN_HAND))),
        ("a coin flip is heads", Condition(Comparison.AT_LEAST, 1, Count(Quantity.HEADS))),
        ("this unit is stunned", Quality(Selector(How.THIS), (Adjective.STUNNED,))),
        ("the enemy main unit is not red", Quality(
            Selector(How.EACH, Noun.MAIN, Side.ENEMY), (Adjective.RED,), holds=False)),
        ("this unit is both red and unhurt", Quality(
            Selector(How.THIS), (Adjective.RED, Adjective.UNHURT))),
    ],
)  # fmt: skip
def test_conditions(text, condition):
    assert condition_of(text) == condition
    assert f", if {text}:" in canonical(f"Play, if {text}: draw 1 card")


def test_two_conditions():
    text = "Skill 1: draw 1 card if this unit is red and a coin flip is heads."
    assert len(read(text).steps[0].conditions) == 2
    assert canonical(text) == text


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("draw up to 3 cards", Amount(3, up_to=True)),
        ("draw 1 card for each card in your hand", Amount(1, per=Count(Quantity.OWN_HAND))),
        ("draw 2 cards for every 3 cards in your hand (at most 6)", Amount(
            2, per=Count(Quantity.OWN_HAND), every=3, at_most=6)),
    ],
)  # fmt: skip
def test_amounts(text, amount):
    assert read(f"Play: {text}").steps[0].amount == amount
    assert canonical(f"Play: {text}") == f"Play: {text}."


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("", {}),
        (", once per turn", {"uses": 1}),
        (", twice per game", {"uses": 2, "per_game": True}),
        (", 3 times per turn, you may", {"uses": 3, "optional": True}),
        (", once per turn, if a coin flip is heads, you may", {
            "uses": 1, "optional": True,
            "conditions": (Condition(Comparison.AT_LEAST, 1, Count(Quantity.HEADS)),)}),
    ],
)  # fmt: skip
def test_heads(head, said):
    draw = Step(Verb.DRAW, Amount(1))
    text = f"Activate{head}: draw 1 card."
    assert read(text) == Ability(Moment.ACTIVATE, (draw,), **said)
    assert canonical(text) == text


def test_options_and_plain_steps():
    text = (
        "Play: draw 1 card; the enemy chooses one: discard 1 card and draw 2 cards or look at the "
        "enemy hand if a coin flip is heads then draw 3 cards; otherwise draw 4 cards"
    )
    ability = read(text.replace("; otherwise", ";"))
    assert [step.mode for step in ability.steps] == [0, 1, 1, 2, 2, 0]
    assert ability.n_modes == 2
    assert ability.chooser is Side.ENEMY


def test_who_may_decline():
    steps = read("Play: you may draw 1 card; otherwise the enemy may draw 2 cards; draw 3 cards")
    assert [step.optional for step in steps.steps] == [Side.OWN, Side.ENEMY, Side.ANY]
    assert [step.otherwise for step in steps.steps] == [False, True, False]


def test_what_it_means():
    text = (
        "Play: stun a chosen enemy unit if it is red; deal 10 damage to a chosen own unit for each "
        "energy on the former; those deal +10 damage this turn."
    )
    stun, deal, last = read(text).steps
    assert stun.conditions[0].of == Selector(How.IT)
    assert deal.amount.per.of == Selector(How.FORMER)
    assert last.target == Selector(How.IT, number=2)
    assert canonical(text) == text


@pytest.mark.parametrize(
    ("text", "printed_text"),
    [
        ("play:draw 2 card", "Play: draw 2 cards."),
        ("  PLAY :\n draw\t1 cards ", "Play: draw 1 card."),
        ("Play: draw 1 card and draw 2 cards", "Play: draw 1 card; draw 2 cards."),
        ("Play, you may, 1 times per turn: draw 1 card",
         "Play, once per turn, you may: draw 1 card."),
        ("Play: stun each own main unit", "Play: stun your main unit."),
        ("Play: stun 1 chosen enemy red unit", "Play: stun a chosen red enemy unit."),
        ("Play, if there are at most 0 cards in your hand: draw 1 card",
         "Play, if there are no cards in your hand: draw 1 card."),
        ("Skill 1: this skill deals −20 damage", "Skill 1: this skill deals -20 damage."),  # noqa: RUF001
        ("When this is KO’d: draw 1 card", "When this is KO'd: draw 1 card."),  # noqa: RUF001
        ("Play: draw 1 card. Skill 1: draw 2 cards", "Play: draw 1 card. Skill 1: draw 2 cards."),
        ("", ""),
        (" \n", ""),
    ],
)  # fmt: skip
def test_canonical_form(text, printed_text):
    assert canonical(text) == printed_text
    assert canonical(printed_text) == printed_text
