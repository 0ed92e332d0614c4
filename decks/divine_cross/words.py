"""The words of Divine Cross: card kinds, attributes, and what abilities can say."""

from enum import IntEnum, IntFlag
from importlib.resources import files
from typing import Any

from evenhand.decks.language.usual_words import (
    CardVerb,
    Duration,
    usual_durations,
    usual_quantities,
    usual_verbs,
)
from evenhand.decks.language.vocabulary import NounWords, QuantityWords, VerbWords, Vocabulary

__all__ = [
    "VOCABULARY", "Adjective", "Attribute", "CardType", "Duration", "Moment", "Noun",
    "Place", "Quantity", "Verb",
]  # fmt: skip


class CardType(IntEnum):
    """The four kinds of card of Divine Cross."""

    UNIT = 0
    EVENT = 1
    ACTION = 2
    ASSIST = 3


class Attribute(IntFlag):
    """A set of attributes; RED | GREEN | BLUE is the special RGB attribute."""

    RED = 1
    GREEN = 2
    BLUE = 4
    NONE = 8  # the printed attribute [None], not the absence of one


class Moment(IntEnum):
    """When an ability happens."""

    SKILL_1 = 0  # with the unit's first skill, in the damage order of R11
    SKILL_2 = 1
    BEFORE_SKILL_1 = 2  # after the skill is declared, before damage is worked out
    BEFORE_SKILL_2 = 3
    PLAY = 4  # what an Event or Action does
    ALWAYS = 5  # static: holds while its card is in play
    ACTIVATE = 6  # an EX-Power used in the Main Phase
    ENTER = 7  # this card is put into play (a unit into standby, an Assist onto a unit)
    PROMOTE = 8  # this unit moves into the Main Area
    KNOCKED_OUT = 9  # this unit (an Assist: its host) is KO'd
    KNOCKS_OUT = 10  # damage or an effect of this unit KOs an enemy unit
    DAMAGED = 11  # this unit takes damage
    TURN_START = 12  # its owner's turn starts
    TURN_END = 13  # its owner's turn ends
    EACH_TURN_START = 14  # either player's turn starts


class Place(IntEnum):
    """Where a unit must stand for its ability to work."""

    MAIN = 0
    STANDBY = 1


class Noun(IntEnum):
    """What a selector may speak of."""

    MAIN = 0
    STANDBY = 1
    UNIT = 2  # main or standby
    CARD = 3  # a card of the zone that the verb names
    UNIT_CARD = 4
    EVENT_CARD = 5
    ACTION_CARD = 6
    ASSIST_CARD = 7


class Adjective(IntEnum):
    """What narrows a selector down."""

    RED = 0
    GREEN = 1
    BLUE = 2
    ATTRIBUTELESS = 3  # has the attribute [None]
    STUNNED = 4
    DAMAGED = 5
    UNHURT = 6
    CHARGED = 7  # has energy attached
    ASSISTED = 8  # has an Assist attached


class Quantity(IntEnum):
    """What can be counted."""

    UNITS = 0
    ENERGY = 1
    DAMAGE = 2
    OWN_HAND = 3
    ENEMY_HAND = 4
    OWN_DECK = 5
    ENEMY_DECK = 6
    OWN_DISCARD = 7
    ENEMY_DISCARD = 8
    OWN_KO = 9
    ENEMY_KO = 10
    HEADS = 11
    HP = 12  # printed, less the damage


class Verb(IntEnum):
    """What an ability does."""

    # cards
    DRAW = CardVerb.DRAW
    ENEMY_DRAWS = CardVerb.ENEMY_DRAWS
    DISCARD = CardVerb.DISCARD
    ENEMY_DISCARDS = CardVerb.ENEMY_DISCARDS
    ENEMY_DISCARDS_AT_RANDOM = CardVerb.ENEMY_DISCARDS_AT_RANDOM
    MILL = CardVerb.MILL
    ENEMY_MILLS = CardVerb.ENEMY_MILLS
    SEARCH = 7
    RECOVER = 8
    LOOK = 9
    # units
    DAMAGE = 10
    HEAL = 11
    KNOCK_OUT = 12
    STUN = 13
    UNSTUN = 14
    SWITCH = 15
    BOUNCE = 16
    SHUFFLE_IN = 17
    SACRIFICE = 18
    DEPLOY = 19
    STRIP = 20
    # energy
    CHARGE_FROM_HAND = 21
    CHARGE_FROM_DECK = 22
    CHARGE_FROM_DISCARD = 23
    MOVE_ENERGY = 24
    LOSE_ENERGY = 25
    # the skill being used
    SKILL_DEALS = 26
    # lasting changes
    DEALS = 27
    TAKES = 28
    DEALS_DOUBLE = 29
    TAKES_HALF = 30
    TAKES_NONE = 31
    GETS_HP = 32
    GETS_RETREAT_COST = 33
    GETS_SKILL_COST = 34
    CANNOT_USE_SKILLS = 35
    CANNOT_RETREAT = 36
    CANNOT_BE_STUNNED = 37
    IS_ALSO = 38
    HAS_ADVANTAGE = 39
    ENEMY_PLAYS_NO_EVENTS = 40
    # extra plays this turn
    EXTRA_CHARGE = 41
    EXTRA_EVENT = 42
    EXTRA_RETREAT = 43


UNITS = (Noun.MAIN, Noun.STANDBY, Noun.UNIT)
CARDS = (Noun.CARD, Noun.UNIT_CARD, Noun.EVENT_CARD, Noun.ACTION_CARD, Noun.ASSIST_CARD)
ATTRIBUTE_WORDS = {
    "red": int(Attribute.RED),
    "green": int(Attribute.GREEN),
    "blue": int(Attribute.BLUE),
    "attributeless": int(Attribute.NONE),
}
SKILL_MOMENTS = (Moment.SKILL_1, Moment.SKILL_2, Moment.BEFORE_SKILL_1, Moment.BEFORE_SKILL_2)


def lasting(pattern: str, **details: Any) -> VerbWords:
    """Words of Divine Cross's verbs that change units for a while."""
    return VerbWords(pattern, targets=UNITS, lasting=True, **details)


VOCABULARY = Vocabulary(
    moments={
        Moment.SKILL_1: "Skill 1",
        Moment.SKILL_2: "Skill 2",
        Moment.BEFORE_SKILL_1: "Before skill 1",
        Moment.BEFORE_SKILL_2: "Before skill 2",
        Moment.PLAY: "Play",
        Moment.ALWAYS: "Always",
        Moment.ACTIVATE: "Activate",
        Moment.ENTER: "When this enters",
        Moment.PROMOTE: "When this moves up",
        Moment.KNOCKED_OUT: "When this is KO'd",
        Moment.KNOCKS_OUT: "When this KOs an enemy",
        Moment.DAMAGED: "When this is damaged",
        Moment.TURN_START: "At the start of your turn",
        Moment.TURN_END: "At the end of your turn",
        Moment.EACH_TURN_START: "At the start of each turn",
    },
    continuous=(Moment.ALWAYS,),
    placeless=(Moment.PLAY,),
    places={Place.MAIN: "while main", Place.STANDBY: "while standby"},
    nouns={
        Noun.MAIN: NounWords("main [unit|units]", unique=True),
        Noun.STANDBY: NounWords("standby [unit|units]"),
        Noun.UNIT: NounWords("[unit|units]"),
        Noun.CARD: NounWords("[card|cards]"),
        Noun.UNIT_CARD: NounWords("Unit [card|cards]"),
        Noun.EVENT_CARD: NounWords("Event [card|cards]"),
        Noun.ACTION_CARD: NounWords("Action [card|cards]"),
        Noun.ASSIST_CARD: NounWords("Assist [card|cards]"),
    },
    adjectives={
        Adjective.RED: "red",
        Adjective.GREEN: "green",
        Adjective.BLUE: "blue",
        Adjective.ATTRIBUTELESS: "attributeless",
        Adjective.STUNNED: "stunned",
        Adjective.DAMAGED: "damaged",
        Adjective.UNHURT: "unhurt",
        Adjective.CHARGED: "charged",
        Adjective.ASSISTED: "assisted",
    },
    quantities={
        **usual_quantities(Quantity),
        Quantity.UNITS: QuantityWords("{of}"),
        Quantity.ENERGY: QuantityWords("energy on {of}", trait="energy"),
        Quantity.DAMAGE: QuantityWords("damage on {of}", trait="damage"),
        Quantity.HP: QuantityWords("[point|points] of HP of {of}", trait="HP"),
        Quantity.OWN_KO: QuantityWords("[unit|units] in your KO zone"),
        Quantity.ENEMY_KO: QuantityWords("[unit|units] in the enemy KO zone"),
    },
    durations=usual_durations(Duration),
    in_play=(Duration.IN_PLAY,),
    verbs={
        **usual_verbs(Verb, CARDS),
        Verb.DAMAGE: VerbWords("deal {amount} damage to {target}", targets=UNITS),
        Verb.HEAL: VerbWords("heal {amount} damage from {target}", targets=UNITS),
        Verb.KNOCK_OUT: VerbWords("KO {target}", targets=UNITS),
        Verb.STUN: VerbWords("stun {target}", targets=UNITS),
        Verb.UNSTUN: VerbWords("wake {target}", targets=UNITS),
        Verb.SWITCH: VerbWords("move {target} up", targets=(Noun.STANDBY, Noun.UNIT)),
        Verb.BOUNCE: VerbWords("return {target} to hand", targets=UNITS),
        Verb.SHUFFLE_IN: VerbWords("shuffle {target} into the deck", targets=UNITS),
        Verb.SACRIFICE: VerbWords("put {target} into the discard pile", targets=UNITS),
        Verb.DEPLOY: VerbWords(
            "put {target} from your discard pile into standby", targets=(Noun.UNIT_CARD,)
        ),
        Verb.STRIP: VerbWords("discard the Assist of {target}", targets=UNITS),
        Verb.CHARGE_FROM_HAND: VerbWords(
            "attach {object} from your hand to {target}", targets=UNITS, objects=CARDS
        ),
        Verb.CHARGE_FROM_DECK: VerbWords(
            "attach the top {amount} [card|cards] of your deck to {target}", targets=UNITS
        ),
        Verb.CHARGE_FROM_DISCARD: VerbWords(
            "attach {object} from your discard pile to {target}", targets=UNITS, objects=CARDS
        ),
        Verb.MOVE_ENERGY: VerbWords(
            "move {amount} energy from {object} to {target}", targets=UNITS, objects=UNITS
        ),
        Verb.LOSE_ENERGY: VerbWords("discard {amount} energy from {target}", targets=UNITS),
        Verb.SKILL_DEALS: VerbWords("this skill deals {change} damage", moments=SKILL_MOMENTS),
        Verb.DEALS: lasting("{target} [deals|deal] {change} damage"),
        Verb.TAKES: lasting("{target} [takes|take] {change} damage"),
        Verb.DEALS_DOUBLE: lasting("{target} [deals|deal] double damage"),
        Verb.TAKES_HALF: lasting("{target} [takes|take] half damage"),
        Verb.TAKES_NONE: lasting("{target} [takes|take] no damage"),
        Verb.GETS_HP: lasting("{target} [gets|get] {change} HP"),
        Verb.GETS_RETREAT_COST: lasting("{target} [gets|get] {change} retreat cost"),
        Verb.GETS_SKILL_COST: lasting("{target} [gets|get] {change} skill cost"),
        Verb.CANNOT_USE_SKILLS: lasting("{target} can't use skills"),
        Verb.CANNOT_RETREAT: lasting("{target} can't retreat"),
        Verb.CANNOT_BE_STUNNED: lasting("{target} can't be stunned"),
        Verb.IS_ALSO: lasting("{target} [is|are] also {word}", words=ATTRIBUTE_WORDS),
        Verb.HAS_ADVANTAGE: lasting(
            "{target} [has|have] advantage over {word}", words=ATTRIBUTE_WORDS
        ),
        Verb.ENEMY_PLAYS_NO_EVENTS: VerbWords("the enemy can't play Events", lasting=True),
        Verb.EXTRA_CHARGE: VerbWords("you may charge {amount} more [time|times] this turn"),
        Verb.EXTRA_EVENT: VerbWords("you may play {amount} more [Event|Events] this turn"),
        Verb.EXTRA_RETREAT: VerbWords("you may retreat {amount} more [time|times] this turn"),
    },
    phrases=files(__package__) / "phrases.txt",
)
