"""Abilities as rows, field by field."""

import numpy as np
import pytest

from evenhand.decks.divine_cross.words import (
    VOCABULARY,
    Adjective,
    Attribute,
    Duration,
    Moment,
    Noun,
    Place,
    Quantity,
    Verb,
)
from evenhand.decks.language import (
    Ability,
    AbilityError,
    Amount,
    Condition,
    Count,
    Selector,
    Step,
    compile_abilities,
    parse,
)
from evenhand.decks.language.rows import ABILITY, NOTHING, STEP, Comparison, How, Side

NAMES = ("Iron Colossus", "Ember Lancer")
NO_SELECTOR = {"how": How.NONE, "side": 0, "noun": NOTHING, "number": 1, "up_to": 0, "other": 0,
               "chooser": Side.OWN, "adjectives": [NOTHING, NOTHING], "named": NOTHING,
               "trait": NOTHING, "trait_comparison": 0, "trait_value": 0}  # fmt: skip
NO_COUNT = {"quantity": NOTHING, "of": NO_SELECTOR}
NO_CONDITION = {"comparison": 0, "value": 0, "chance": 0, "count": NO_COUNT, "than": NO_COUNT}
NO_AMOUNT = {"printed": 0, "up_to": 0, "per": NO_COUNT, "every": 1, "at_most": NOTHING}
NO_STEP = {"optional": 0, "otherwise": 0, "mode": 0, "duration": NOTHING, "word": NOTHING,
           "amount": NO_AMOUNT, "target": NO_SELECTOR, "object": NO_SELECTOR,
           "conditions": [NO_CONDITION, NO_CONDITION]}  # fmt: skip


def compiled(*texts):
    cards = [parse(text, VOCABULARY, NAMES) for text in texts]
    return compile_abilities(cards, VOCABULARY, NAMES.index)


def fields(row):
    """A row as plain values, records as mappings."""
    if getattr(row, "dtype", None) is not None and row.dtype.names:
        if row.shape:
            return [fields(part) for part in row]
        return {name: fields(row[name]) for name in row.dtype.names}
    return row.tolist() if hasattr(row, "tolist") else row


def test_an_ability_with_a_cost():
    rows = compiled(
        "Activate while standby, twice per game, if this unit is not red, you may: "
        "discard 1 card: draw up to 2 cards for every 3 energy on own units (at most 6)."
    )
    assert fields(rows.abilities[0]) == {
        "moment": Moment.ACTIVATE, "continuous": 0, "place": Place.STANDBY, "uses": 2,
        "per_game": 1, "optional": 1, "n_modes": 0, "chooser": Side.OWN, "first_step": 0,
        "n_costs": 1, "n_steps": 2,
        "conditions": [
            NO_CONDITION | {"comparison": Comparison.AT_MOST, "count": {
                "quantity": Quantity.UNITS,
                "of": NO_SELECTOR | {
                    "how": How.THIS, "adjectives": [Adjective.RED, NOTHING]}}},
            NO_CONDITION,
        ],
    }  # fmt: skip
    discard, draw = rows.steps
    assert fields(discard) == NO_STEP | {
        "verb": Verb.DISCARD, "amount": NO_AMOUNT | {"printed": 1}
    }  # fmt: skip
    own_units = NO_SELECTOR | {"how": How.EACH, "side": Side.OWN, "noun": Noun.UNIT}
    assert fields(draw) == NO_STEP | {
        "verb": Verb.DRAW,
        "amount": {"printed": 2, "up_to": 1, "every": 3, "at_most": 6,
                   "per": {"quantity": Quantity.ENERGY, "of": own_units}},
    }  # fmt: skip


def test_a_step_with_everything():
    rows = compiled(
        "Play: choose one: draw 1 card or the enemy may 2 random other damaged enemy units named "
        '"Ember Lancer" have advantage over attributeless until the end of your next turn '
        "if there are fewer own units than cards in your hand and a coin flip is heads."
    )
    assert rows.abilities["n_modes"] == [2]
    assert fields(rows.steps[1]) == NO_STEP | {
        "verb": Verb.HAS_ADVANTAGE, "optional": Side.ENEMY, "mode": 2,
        "duration": Duration.YOUR_NEXT_TURN, "word": Attribute.NONE,
        "target": NO_SELECTOR | {
            "how": How.RANDOM, "side": Side.ENEMY, "noun": Noun.UNIT, "number": 2, "other": 1,
            "adjectives": [Adjective.DAMAGED, NOTHING], "named": 1},
        "conditions": [
            {"comparison": Comparison.AT_MOST, "value": -1, "chance": 0,
             "count": {"quantity": Quantity.UNITS, "of": NO_SELECTOR | {
                 "how": How.EACH, "side": Side.OWN, "noun": Noun.UNIT}},
             "than": NO_COUNT | {"quantity": Quantity.OWN_HAND}},
            NO_CONDITION | {
                "value": 1, "chance": 1, "count": NO_COUNT | {"quantity": Quantity.HEADS}},
        ],
    }  # fmt: skip


def test_two_selectors_and_a_change():
    rows = compiled(
        "Play: move 2 energy from this unit to up to 2 chosen own units of the enemy's choice",
        "Skill 1: this skill deals -30 damage",
    )
    move, skill = rows.steps
    assert fields(move.object) == NO_SELECTOR | {"how": How.THIS}
    assert fields(move.target) == NO_SELECTOR | {
        "how": How.CHOSEN, "side": Side.OWN, "noun": Noun.UNIT, "number": 2, "up_to": 1,
        "chooser": Side.ENEMY,
    }  # fmt: skip
    assert skill.amount.printed == -30


def test_each_card_knows_its_rows():
    both = "Play: draw 1 card. Always: this unit can't retreat."
    rows = compiled("", both, "", "Play: draw 3 cards")
    assert rows.first_ability.tolist() == [0, 0, 2, 2]
    assert rows.n_abilities.tolist() == [0, 2, 0, 1]
    assert rows.abilities["first_step"].tolist() == [0, 1, 2]
    assert rows.steps["amount"]["printed"].tolist() == [1, 0, 3]


def test_no_card_makes_empty_arrays():
    rows = compile_abilities([], VOCABULARY, NAMES.index)
    assert rows.abilities.dtype == ABILITY
    assert rows.steps.dtype == STEP
    assert len(rows.abilities) == len(rows.steps) == 0


@pytest.mark.parametrize(
    ("ability", "message"),
    [
        (Ability(Moment.PLAY, (Step(Verb.DRAW, Amount(40_000)),)), "40,000 does not fit 'printed'"),
        (Ability(Moment.PLAY, (Step(Verb.DRAW, Amount(1)),), uses=128), "128 does not fit 'uses'"),
        (Ability(Moment.PLAY, (Step(Verb.DRAW, Amount(1)),) * 128), "128 does not fit 'n_steps'"),
        (Ability(Moment.PLAY, (Step(Verb.STUN, target=Selector(
            How.EACH, Noun.UNIT, adjectives=tuple(Adjective)[:3])),)), "at most 2 adjectives"),
        (Ability(Moment.PLAY, (Step(Verb.DRAW, Amount(1)),), conditions=(Condition(
            Comparison.AT_LEAST, 1, Count(Quantity.HEADS)),) * 3), "at most 2 conditions"),
    ],
)  # fmt: skip
def test_nothing_is_cut_off(ability, message):
    with pytest.raises(AbilityError, match=message):
        compile_abilities([[ability]], VOCABULARY, NAMES.index)


def test_rows_read_as_attributes():
    step = compiled("Play: stun the enemy main unit").steps[0]
    assert step.target.side == np.int8(Side.ENEMY)
