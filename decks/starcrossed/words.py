"""The words of Starcrossed: card types, tribes, and what abilities can say."""

from enum import IntEnum, IntFlag
from importlib.resources import files
from typing import Any

from evenhand.decks.language.usual_words import (
    CardVerb,
    usual_durations,
    usual_quantities,
    usual_verbs,
)
from evenhand.decks.language.vocabulary import NounWords, QuantityWords, VerbWords, Vocabulary

__all__ = [
    "SKILL_TYPES", "TRIBE_STEP", "VOCABULARY", "Adjective", "CardType", "Duration", "Keyword",
    "Moment", "Noun", "Place", "Quantity", "Sought", "Timing", "Tribe", "Verb",
]  # fmt: skip


class CardType(IntEnum):
    """The kinds of card of Starcrossed: divas, and the three kinds of skill."""

    DIVA = 0
    MOVE = 1
    POWER = 2
    ITEM = 3


SKILL_TYPES = (CardType.MOVE, CardType.POWER, CardType.ITEM)


class Timing(IntEnum):
    """When a skill is used: played in the Action Phase, or set and activated in combat."""

    ACTION = 0
    COMBAT = 1


class Tribe(IntEnum):
    """The four tribes; the names of the last two are ours."""

    AMAZON = 0
    APOCRYPHA = 1
    AUTOMATA = 2
    REVERIE = 3


class Keyword(IntFlag):
    """What may be printed on a diva besides her abilities."""

    CRYSTALBOUND = 1
    ICON = 2
    OVERKILL = 4


class Moment(IntEnum):
    """When an ability happens."""

    PLAY = 0  # a diva or an action skill is played
    ACTIVATE = 1  # a combat skill is turned face up in combat
    ALWAYS = 2  # continuous: holds while its card is face up in play
    ACTION = 3  # used by its owner in the Action Phase
    SPECIAL = 4  # .. as the special action of the turn
    # Triggers of a diva; on a power or an item, of the diva on its crystal.
    ATTACK = 5
    BLOCK = 6
    HIT = 7  # the enemy has lost life in her attack
    VANQUISHES = 8
    VANQUISHED = 9
    LEVEL_UP = 10  # her crystal has levelled up
    # Triggers about another card, which "it" then means.
    OTHER_VANQUISHED = 11
    ENEMY_ATTACKS = 12
    TURN_START = 13
    TURN_END = 14


class Place(IntEnum):
    """Whose turn to act first it must be for an ability to work."""

    ACTIVE = 0
    REACTIVE = 1


class Noun(IntEnum):
    """What a selector may speak of."""

    DIVA = 0
    DIVA_HERE = 1  # on the source's crystal
    DIVA_OPPOSITE = 2  # on the crystal across from it
    CRYSTAL = 3
    CRYSTAL_HERE = 4
    SKILL = 5  # a skill on a crystal, face up or face down
    POWER = 6  # face up
    ITEM = 7  # face up
    CARD = 8  # a card of the zone that the verb names
    DIVA_CARD = 9
    SKILL_CARD = 10
    MOVE_CARD = 11
    POWER_CARD = 12
    ITEM_CARD = 13


class Adjective(IntEnum):
    """What narrows a selector down."""

    AMAZON = 0  # of the tribe; of a crystal: attuned to it
    APOCRYPHA = 1
    AUTOMATA = 2
    REVERIE = 3
    ATTACKING = 4
    BLOCKING = 5
    FACE_DOWN = 6  # a recruit, or a skill that is set
    EMPTY = 7  # a crystal without a diva
    NEIGHBOURING = 8  # in a lane next to the source's


class Quantity(IntEnum):
    """What can be counted."""

    THINGS = 0
    STRENGTH = 1
    LEVELS = 2
    COST = 3
    OWN_HAND = 4
    ENEMY_HAND = 5
    OWN_DECK = 6
    ENEMY_DECK = 7
    OWN_VOID = 8
    ENEMY_VOID = 9
    OWN_LIFE = 10
    ENEMY_LIFE = 11
    OWN_ENERGY = 12
    BLOCKED = 13


class Duration(IntEnum):
    """How long a lasting change made by an effect stays."""

    THIS_COMBAT = 0  # until the fight in this lane is over
    THIS_TURN = 1
    IN_PLAY = 2  # as long as the card is in play


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
    QUEST = 7
    SEARCH = 8
    RECOVER = 9
    RECYCLE = 10
    LOOK = 11
    # energy and life
    PAY = 12
    GAIN_ENERGY = 13
    KEEP_ENERGY = 14
    GAIN_LIFE = 15
    LOSE_LIFE = 16
    ENEMY_LOSES_LIFE = 17
    EACH_LOSES_LIFE = 18
    # divas, skills and crystals
    VANQUISH = 19
    BOUNCE = 20
    SINK = 21
    BREAK = 22
    EXPOSE = 23
    REARM = 24
    MOVE = 25
    SWAP = 26
    DEPLOY = 27
    REVIVE = 28
    RAISE = 29
    LOWER = 30
    ATTUNE = 31
    # lasting changes
    GETS_STRENGTH = 32
    HAS_OVERKILL = 33
    CANNOT_ATTACK = 34
    CANNOT_BLOCK = 35
    CANNOT_BE_BLOCKED = 36
    CANNOT_BE_VANQUISHED = 37
    DIVAS_COST = 38
    SKILLS_COST = 39
    LOSE_NO_LIFE = 40
    # this turn
    EXTRA_SPECIAL = 41
    RESCUE = 42  # take back a card that was vanquished this turn


DIVAS = (Noun.DIVA, Noun.DIVA_HERE, Noun.DIVA_OPPOSITE)
CRYSTALS = (Noun.CRYSTAL, Noun.CRYSTAL_HERE)
SKILLS = (Noun.SKILL, Noun.POWER, Noun.ITEM)
CARDS = (
    Noun.CARD, Noun.DIVA_CARD, Noun.SKILL_CARD, Noun.MOVE_CARD, Noun.POWER_CARD, Noun.ITEM_CARD,
)  # fmt: skip


class Sought(IntEnum):
    """What a quest may look for."""

    DIVA = 0
    SKILL = 1
    MOVE = 2
    POWER = 3
    ITEM = 4


TRIBE_STEP = 8  # a quest's word is Sought * TRIBE_STEP, plus its Tribe counted from 1


def quests() -> dict[str, int]:
    """Name all that a quest may look for: "a diva", "an Amazon diva", "an item", .."""
    found = {}
    for sought in Sought:
        for tribe in (None, *Tribe):
            name = sought.name.lower()
            words = name if tribe is None else f"{tribe.name.capitalize()} {name}"
            article = "an" if words[0] in "AaIi" else "a"
            number = 0 if tribe is None else tribe + 1
            found[f"{article} {words}"] = sought * TRIBE_STEP + number
    return found


QUESTS = quests()


def lasting(pattern: str, **details: Any) -> VerbWords:
    """Words of Starcrossed's verbs that change divas for a while."""
    return VerbWords(pattern, targets=DIVAS, lasting=True, **details)


VOCABULARY = Vocabulary(
    this="this card",
    moments={
        Moment.PLAY: "Play",
        Moment.ACTIVATE: "Activate",
        Moment.ALWAYS: "Always",
        Moment.ACTION: "Action",
        Moment.SPECIAL: "Special",
        Moment.ATTACK: "When attacking",
        Moment.BLOCK: "When blocking",
        Moment.HIT: "After a hit",
        Moment.VANQUISHES: "After vanquishing",
        Moment.VANQUISHED: "When vanquished",
        Moment.LEVEL_UP: "When levelling up",
        Moment.OTHER_VANQUISHED: "When another own diva is vanquished",
        Moment.ENEMY_ATTACKS: "When an enemy diva attacks",
        Moment.TURN_START: "At the start of the turn",
        Moment.TURN_END: "At the end of the turn",
    },
    continuous=(Moment.ALWAYS,),
    subjects=(Moment.OTHER_VANQUISHED, Moment.ENEMY_ATTACKS),
    places={Place.ACTIVE: "while Active", Place.REACTIVE: "while Reactive"},
    nouns={
        Noun.DIVA: NounWords("[diva|divas]"),
        Noun.DIVA_HERE: NounWords("[diva|divas] here", unique=True),
        Noun.DIVA_OPPOSITE: NounWords("[diva|divas] opposite", unique=True),
        Noun.CRYSTAL: NounWords("[crystal|crystals]"),
        Noun.CRYSTAL_HERE: NounWords("[crystal|crystals] here", unique=True),
        Noun.SKILL: NounWords("[skill|skills]"),
        Noun.POWER: NounWords("[power|powers]"),
        Noun.ITEM: NounWords("[item|items]"),
        Noun.CARD: NounWords("[card|cards]"),
        Noun.DIVA_CARD: NounWords("diva [card|cards]"),
        Noun.SKILL_CARD: NounWords("skill [card|cards]"),
        Noun.MOVE_CARD: NounWords("move [card|cards]"),
        Noun.POWER_CARD: NounWords("power [card|cards]"),
        Noun.ITEM_CARD: NounWords("item [card|cards]"),
    },
    adjectives={
        Adjective.AMAZON: "Amazon",
        Adjective.APOCRYPHA: "Apocrypha",
        Adjective.AUTOMATA: "Automata",
        Adjective.REVERIE: "Reverie",
        Adjective.ATTACKING: "attacking",
        Adjective.BLOCKING: "blocking",
        Adjective.FACE_DOWN: "face-down",
        Adjective.EMPTY: "empty",
        Adjective.NEIGHBOURING: "neighbouring",
    },
    quantities={
        **usual_quantities(Quantity),
        Quantity.STRENGTH: QuantityWords("[point|points] of strength of {of}", trait="strength"),
        Quantity.LEVELS: QuantityWords("[level|levels] of {of}", trait="level"),
        Quantity.COST: QuantityWords("[point|points] of cost of {of}", trait="cost"),
        Quantity.OWN_VOID: QuantityWords("[card|cards] in your Void"),
        Quantity.ENEMY_VOID: QuantityWords("[card|cards] in the enemy Void"),
        Quantity.OWN_LIFE: QuantityWords("[point|points] of your life"),
        Quantity.ENEMY_LIFE: QuantityWords("[point|points] of the enemy's life"),
        Quantity.OWN_ENERGY: QuantityWords("energy in your reserve"),
        Quantity.BLOCKED: QuantityWords("this attack is blocked", yes_or_no=True),
    },
    durations=usual_durations(Duration),
    in_play=(Duration.IN_PLAY,),
    verbs={
        **usual_verbs(Verb, CARDS),
        Verb.ENEMY_DISCARDS_AT_RANDOM: VerbWords("the enemy discards {amount} random [card|cards]"),
        Verb.QUEST: VerbWords("quest for {word}", words=QUESTS),
        Verb.RECOVER: VerbWords("take back {target} from your Void", targets=CARDS),
        Verb.RESCUE: VerbWords("rescue {target}", targets=CARDS),
        Verb.RECYCLE: VerbWords("put {target} from your Void under your deck", targets=CARDS),
        Verb.PAY: VerbWords("pay {amount} energy"),
        Verb.GAIN_ENERGY: VerbWords("gain {amount} energy"),
        Verb.KEEP_ENERGY: VerbWords("keep {amount} energy"),
        Verb.GAIN_LIFE: VerbWords("gain {amount} life"),
        Verb.LOSE_LIFE: VerbWords("lose {amount} life"),
        Verb.ENEMY_LOSES_LIFE: VerbWords("the enemy loses {amount} life"),
        Verb.EACH_LOSES_LIFE: VerbWords("both players lose {amount} life"),
        Verb.VANQUISH: VerbWords("vanquish {target}", targets=DIVAS),
        Verb.BOUNCE: VerbWords("return {target} to hand", targets=(*DIVAS, *SKILLS)),
        Verb.SINK: VerbWords("put {target} under the deck", targets=(*DIVAS, *SKILLS)),
        Verb.BREAK: VerbWords("break {target}", targets=SKILLS),
        Verb.EXPOSE: VerbWords("expose {target}", targets=(*DIVAS, *SKILLS)),
        Verb.REARM: VerbWords("turn {target} face down", targets=SKILLS),
        Verb.MOVE: VerbWords("move {target} to {object}", targets=DIVAS, objects=CRYSTALS),
        Verb.SWAP: VerbWords("swap {target} for {object}", targets=DIVAS, objects=DIVAS),
        Verb.DEPLOY: VerbWords(
            "put {object} from your hand onto {target}",
            targets=CRYSTALS,
            objects=(Noun.DIVA_CARD,),
        ),
        Verb.REVIVE: VerbWords(
            "put {object} from your Void onto {target}",
            targets=CRYSTALS,
            objects=(Noun.DIVA_CARD,),
        ),
        Verb.RAISE: VerbWords("raise {target} {amount} [level|levels]", targets=CRYSTALS),
        Verb.LOWER: VerbWords("lower {target} {amount} [level|levels]", targets=CRYSTALS),
        Verb.ATTUNE: VerbWords(
            "attune {target} to {word}",
            targets=CRYSTALS,
            words={tribe.name.capitalize(): int(tribe) for tribe in Tribe},
        ),
        Verb.GETS_STRENGTH: lasting("{target} [gets|get] {change} strength"),
        Verb.HAS_OVERKILL: lasting("{target} [has|have] Overkill"),
        Verb.CANNOT_ATTACK: lasting("{target} can't attack"),
        Verb.CANNOT_BLOCK: lasting("{target} can't block"),
        Verb.CANNOT_BE_BLOCKED: lasting("{target} can't be blocked"),
        Verb.CANNOT_BE_VANQUISHED: lasting("{target} can't be vanquished"),
        Verb.DIVAS_COST: VerbWords("your diva cards cost {change} energy", lasting=True),
        Verb.SKILLS_COST: VerbWords("your skill cards cost {change} energy", lasting=True),
        Verb.LOSE_NO_LIFE: VerbWords("you lose no life in combat", lasting=True),
        Verb.EXTRA_SPECIAL: VerbWords("you have {amount} more special [action|actions] this turn"),
    },
    phrases=files(__package__) / "phrases.txt",
)
