"""The words of DIVINO: card types, planes, keyterms, and what abilities can say."""

from enum import IntEnum
from typing import Any

from decks.language.vocabulary import NounWords, QuantityWords, VerbWords, Vocabulary

__all__ = [
    "ALIGNMENTS", "COMBAT", "GENERIC", "KEYTERMS", "PLANES", "TRIBES", "VOCABULARY",
    "Adjective", "CardType", "Duration", "Keyterm", "Mode", "Moment", "Noun", "Place",
    "Playable", "Quantity", "Verb",
]  # fmt: skip


class CardType(IntEnum):
    """The kinds of card."""

    DEMIGOD = 0
    CREATURE = 1
    RELIC_CREATURE = 2
    NAGUAL = 3
    WARRIOR = 4
    FORTRESS = 5
    SHRINE = 6
    DEITY = 7
    LAND = 8
    RELIC = 9
    EQUIPMENT = 10
    ORB = 11
    SORCERY = 12
    INSTANT = 13
    ENCHANTMENT = 14
    AURA = 15


CREATURES = (CardType.CREATURE, CardType.RELIC_CREATURE, CardType.NAGUAL)
COMBAT = (*CREATURES, CardType.WARRIOR)


class Keyterm(IntEnum):
    """What is printed in one word; bit k of a card's ``keyterms`` stands for number k."""

    DEFENDER = 0  # cannot attack
    SWIFT = 1  # has no summoning sickness
    TIRELESS = 2  # does not tap to attack
    WINGED = 3  # only Winged and Watchful cards can block it
    WATCHFUL = 4  # can block Winged cards
    FORESTRIKE = 5  # deals its combat damage before others do
    OVERRUN = 6  # what its blockers do not need goes on to what it attacks
    ENDURING = 7  # effects cannot destroy it
    VEILED = 8  # enemies cannot target it
    LEECHING = 9  # its combat damage is energy for its Demigod


KEYTERMS = {word.name.capitalize(): int(word) for word in Keyterm}


class Mode(IntEnum):
    """How a combat card is set."""

    ATTACK = 0
    DEFENSE = 1


class Adjective(IntEnum):
    """What narrows a selector down.

    Up to ANGEL they are printed on cards: bit k of a card's ``words`` stands for number k.
    """

    # planes; the first eight are the colours of mana
    AEVOS = 0
    DAEVOS = 1
    NAGA = 2
    ELWYNN = 3
    ALIAL = 4
    NARA = 5
    ROTH = 6
    SDRASSA = 7
    NEUTRAL = 8  # the plane of the colourless
    UNIVERSAL = 9
    # alignments
    AEVOS_ALIGNED = 10
    DAEVOS_ALIGNED = 11
    NEUTRAL_ALIGNED = 12
    # tribes
    BEAST = 13
    BIRD = 14
    SERPENT = 15
    DRAGON = 16
    GIANT = 17
    HUMAN = 18
    SPIRIT = 19
    ELEMENTAL = 20
    CONSTRUCT = 21
    UNDEAD = 22
    DEMON = 23
    ANGEL = 24
    # how a card stands now
    TAPPED = 25
    UNTAPPED = 26
    ATTACK_MODE = 27
    DEFENSE_MODE = 28
    ATTACKING = 29
    BLOCKING = 30
    BLOCKED = 31
    ENERGIZING = 32  # has an energize rate of at least 1
    EQUIPPED = 33
    ENCHANTED = 34  # an Aura or an Orb is attached to it
    BASIC = 35
    NONBASIC = 36
    STRONGEST = 37  # no combat card of its controller has more ATK
    WEAKEST = 38  # .. has less energy


PLANES = tuple(Adjective(number) for number in range(Adjective.AEVOS, Adjective.AEVOS_ALIGNED))
MANA = tuple(Adjective(number) for number in range(Adjective.AEVOS, Adjective.NEUTRAL))
ALIGNMENTS = tuple(Adjective(n) for n in range(Adjective.AEVOS_ALIGNED, Adjective.BEAST))
TRIBES = tuple(Adjective(number) for number in range(Adjective.BEAST, Adjective.TAPPED))
GENERIC = len(MANA)  # the number of mana of any plane, behind the eight colours


class Moment(IntEnum):
    """When an ability happens."""

    SPELL = 0  # what a Sorcery or an Instant does when it resolves
    ALWAYS = 1  # holds while its card is in play
    ACTIVATE = 2  # used by its controller, who has priority
    LOYALTY = 3  # a Deity's, used in its controller's main phases
    MANA = 4  # makes mana, at once and without the stack
    ENTER = 5
    ATTACKS = 6
    BLOCKS = 7
    IS_BLOCKED = 8
    HITS = 9  # this deals combat damage to an enemy Demigod
    DAMAGED = 10
    DIES = 11
    LEAVES = 12  # .. in any way
    ENERGIZES = 13
    TURN_START = 14
    UPKEEP = 15
    TURN_END = 16
    # about something else, which "it" then means
    OTHER_ENTERS = 17
    OTHER_ATTACKS = 18
    OTHER_DIES = 19
    ENEMY_DIES = 20
    YOU_CAST = 21
    ENEMY_CASTS = 22
    LAND_PLAYED = 23
    DEMIGOD_DAMAGED = 24
    HOST_ATTACKS = 25  # what this is attached to
    HOST_DIES = 26


class Place(IntEnum):
    """How a card must stand for its ability to work."""

    ATTACK_MODE = 0
    DEFENSE_MODE = 1
    UNTAPPED = 2
    TAPPED = 3


class Noun(IntEnum):
    """What a selector may speak of: in play, on the stack, or in the zone its verb names."""

    COMBAT_CARD = 0  # a Creature, Relic Creature, Nagual or Warrior
    CREATURE = 1  # .. but no Warrior
    NAGUAL = 2
    WARRIOR = 3
    DEMIGOD = 4  # the active one
    FORTRESS = 5
    SHRINE = 6
    DEITY = 7
    LAND = 8
    RELIC = 9  # Relic Creatures and Equipment are Relics too
    EQUIPMENT = 10
    ORB = 11
    ENCHANTMENT = 12  # Auras are Enchantments too
    AURA = 13
    PERMANENT = 14  # anything in play but Demigods and Deities
    HOST = 15  # what this Aura, Orb or Equipment is attached to
    PLAYER = 16
    SPELL = 17  # on the stack: a Sorcery, Instant, Enchantment or Aura
    PLAYED_CARD = 18  # on the stack: any card
    ABILITY = 19  # on the stack: an activated or triggered one
    CARD = 20  # any card of a zone out of play


class Quantity(IntEnum):
    """What can be counted."""

    THINGS = 0
    ENERGY = 1  # of a card out of play or on the stack: its printed energy
    ATK = 2
    DEF = 3
    ENERGIZE = 4
    LOYALTY = 5
    APPROVAL = 6
    PLANES = 7
    OWN_HAND = 8
    ENEMY_HANDS = 9
    OWN_DECK = 10
    OWN_DISCARD = 11
    ENEMY_DISCARDS = 12
    OWN_MANA = 13
    OWN_QUEUE = 14  # Demigods that wait behind the active one
    PAID = 15  # by "pay up to .." in the cost of this ability
    YOUR_TURN = 16
    YOUR_MAIN_PHASE = 17


class Duration(IntEnum):
    """How long a lasting change made by an effect stays."""

    THIS_TURN = 0
    THIS_COMBAT = 1
    YOUR_NEXT_TURN = 2  # until its controller's next turn begins
    IN_PLAY = 3  # until the card leaves play


class Playable(IntEnum):
    """Kinds of card that costs and bans speak of."""

    CREATURES = 0
    SPELLS = 1
    INSTANTS = 2
    RELICS = 3


class Verb(IntEnum):
    """What an ability does."""

    # cards
    DRAW = 0
    PLAYER_DRAWS = 1
    DISCARD = 2
    PLAYER_DISCARDS = 3
    PLAYER_LOSES_CARDS = 4
    MILL = 5
    PLAYER_MILLS = 6
    SEARCH = 7
    RECOVER = 8
    REVIVE = 9
    DEPLOY = 10
    RAMP = 11
    RECYCLE = 12
    LOOK = 13
    # the stack
    CANCEL = 14
    OWNER_MAY_PAY = 15
    # energy and mana
    PAY = 16
    PAY_MANA = 17
    ADD_MANA = 18
    GAIN = 19
    LOSE = 20
    MOVE_ENERGY = 21
    ENERGIZE = 22
    # the battlefield
    DAMAGE = 23
    SPLIT_DAMAGE = 24
    DESTROY = 25
    SACRIFICE = 26
    PLAYER_SACRIFICES = 27
    BOUNCE = 28
    SHUFFLE_IN = 29
    TAP = 30
    UNTAP = 31
    SET_MODE = 32
    ATTACH = 33
    # Shrines and Deities
    ADD_APPROVAL = 34
    REMOVE_APPROVAL = 35
    ADD_LOYALTY = 36
    REMOVE_LOYALTY = 37
    SUMMON = 38
    # lasting changes of a card
    GETS_ATK = 39
    GETS_DEF = 40
    GETS_ENERGIZE = 41
    HAS_KEYTERM = 42
    IS_ALSO = 43
    CANNOT_ATTACK = 44
    CANNOT_BLOCK = 45
    CANNOT_UNTAP = 46
    CANNOT_USE = 47
    PREVENT = 48
    PREVENT_ALL = 49
    # lasting changes of a player
    PREVENT_COMBAT = 50
    NO_PLANE_PENALTY = 51
    NO_ALIGNMENT_PENALTY = 52
    YOU_PAY = 53
    ENEMIES_PAY = 54
    ENEMIES_CANNOT_CAST = 55
    NO_HAND_LIMIT = 56
    LANDS_EACH_TURN = 57
    # this turn
    LANDS_THIS_TURN = 58


FIGHTERS = (Noun.COMBAT_CARD, Noun.CREATURE, Noun.NAGUAL, Noun.WARRIOR, Noun.HOST)
BUILDINGS = (Noun.FORTRESS, Noun.SHRINE)
ENERGIZERS = (*FIGHTERS, Noun.DEMIGOD)
BEARERS = (*ENERGIZERS, *BUILDINGS)  # what has energy
THINGS = (Noun.LAND, Noun.RELIC, Noun.EQUIPMENT, Noun.ORB, Noun.ENCHANTMENT, Noun.AURA)
PERMANENTS = (*FIGHTERS, *BUILDINGS, *THINGS, Noun.PERMANENT)
ATTACHED = (Noun.EQUIPMENT, Noun.ORB, Noun.AURA)
PLAYERS = (Noun.PLAYER,)
STACK = (Noun.SPELL, Noun.PLAYED_CARD, Noun.ABILITY)
CARDS = (
    *FIGHTERS[:-1], *BUILDINGS, *THINGS, Noun.SPELL, Noun.CARD,
)  # fmt: skip
ENTERING = (*FIGHTERS[:-1], Noun.RELIC, Noun.LAND)  # what is put into play without being cast


def plane_word(plane: Adjective) -> str:
    """Write a plane as people do."""
    return "S'drassa" if plane == Adjective.SDRASSA else plane.name.capitalize()


MANA_WORDS = {**{plane_word(plane): int(plane) for plane in MANA}, "any plane": GENERIC}
PLANE_WORDS = {plane_word(plane): int(plane) for plane in MANA}
PLAYABLE_WORDS = {kind.name.lower(): int(kind) for kind in Playable}
MODE_WORDS = {f"{mode.name.lower()} mode": int(mode) for mode in Mode}


def lasting(pattern: str, **details: Any) -> VerbWords:
    """Words of a verb that changes things for a while."""
    return VerbWords(pattern, lasting=True, **details)


VOCABULARY = Vocabulary(
    this="this card",
    moments={
        Moment.SPELL: "Spell",
        Moment.ALWAYS: "Always",
        Moment.ACTIVATE: "Activate",
        Moment.LOYALTY: "Loyalty",
        Moment.MANA: "Mana",
        Moment.ENTER: "When this enters",
        Moment.ATTACKS: "When this attacks",
        Moment.BLOCKS: "When this blocks",
        Moment.IS_BLOCKED: "When this is blocked",
        Moment.HITS: "When this hits an enemy Demigod",
        Moment.DAMAGED: "When this is damaged",
        Moment.DIES: "When this dies",
        Moment.LEAVES: "When this leaves play",
        Moment.ENERGIZES: "When this energizes",
        Moment.TURN_START: "At the beginning of your turn",
        Moment.UPKEEP: "At your upkeep",
        Moment.TURN_END: "At the end of your turn",
        Moment.OTHER_ENTERS: "When another own combat card enters",
        Moment.OTHER_ATTACKS: "When another own combat card attacks",
        Moment.OTHER_DIES: "When another own combat card dies",
        Moment.ENEMY_DIES: "When an enemy combat card dies",
        Moment.YOU_CAST: "When you cast a spell",
        Moment.ENEMY_CASTS: "When an enemy casts a spell",
        Moment.LAND_PLAYED: "When you play a land",
        Moment.DEMIGOD_DAMAGED: "When your Demigod is damaged",
        Moment.HOST_ATTACKS: "When its host attacks",
        Moment.HOST_DIES: "When its host dies",
    },
    continuous=(Moment.ALWAYS,),
    placeless=(Moment.SPELL,),
    subjects=(
        Moment.OTHER_ENTERS,
        Moment.OTHER_ATTACKS,
        Moment.OTHER_DIES,
        Moment.ENEMY_DIES,
        Moment.YOU_CAST,
        Moment.ENEMY_CASTS,
        Moment.LAND_PLAYED,
        Moment.DEMIGOD_DAMAGED,
        Moment.HOST_ATTACKS,
        Moment.HOST_DIES,
    ),
    places={
        Place.ATTACK_MODE: "while in attack mode",
        Place.DEFENSE_MODE: "while in defense mode",
        Place.UNTAPPED: "while untapped",
        Place.TAPPED: "while tapped",
    },
    nouns={
        Noun.COMBAT_CARD: NounWords("combat [card|cards]"),
        Noun.CREATURE: NounWords("[creature|creatures]"),
        Noun.NAGUAL: NounWords("[Nagual|Naguals]"),
        Noun.WARRIOR: NounWords("[Warrior|Warriors]"),
        Noun.DEMIGOD: NounWords("[Demigod|Demigods]", unique=True),
        Noun.FORTRESS: NounWords("[Fortress|Fortresses]"),
        Noun.SHRINE: NounWords("[Shrine|Shrines]"),
        Noun.DEITY: NounWords("[Deity|Deities]"),
        Noun.LAND: NounWords("[land|lands]"),
        Noun.RELIC: NounWords("[relic|relics]"),
        Noun.EQUIPMENT: NounWords("Equipment"),
        Noun.ORB: NounWords("[Orb|Orbs]"),
        Noun.ENCHANTMENT: NounWords("[enchantment|enchantments]"),
        Noun.AURA: NounWords("[aura|auras]"),
        Noun.PERMANENT: NounWords("[permanent|permanents]"),
        Noun.HOST: NounWords("[host|hosts]", unique=True),
        Noun.PLAYER: NounWords("[player|players]"),
        Noun.SPELL: NounWords("[spell|spells]"),
        Noun.PLAYED_CARD: NounWords("played [card|cards]"),
        Noun.ABILITY: NounWords("[ability|abilities]"),
        Noun.CARD: NounWords("[card|cards]"),
    },
    adjectives={
        **{plane: plane_word(plane) for plane in PLANES},
        Adjective.AEVOS_ALIGNED: "Aevos-aligned",
        Adjective.DAEVOS_ALIGNED: "Daevos-aligned",
        Adjective.NEUTRAL_ALIGNED: "Neutral-aligned",
        **{tribe: tribe.name.capitalize() for tribe in TRIBES},
        Adjective.TAPPED: "tapped",
        Adjective.UNTAPPED: "untapped",
        Adjective.ATTACK_MODE: "attack-mode",
        Adjective.DEFENSE_MODE: "defense-mode",
        Adjective.ATTACKING: "attacking",
        Adjective.BLOCKING: "blocking",
        Adjective.BLOCKED: "blocked",
        Adjective.ENERGIZING: "energizing",
        Adjective.EQUIPPED: "equipped",
        Adjective.ENCHANTED: "enchanted",
        Adjective.BASIC: "basic",
        Adjective.NONBASIC: "nonbasic",
        Adjective.STRONGEST: "strongest",
        Adjective.WEAKEST: "weakest",
    },
    quantities={
        Quantity.THINGS: QuantityWords("{of}"),
        Quantity.ENERGY: QuantityWords("energy on {of}", trait="energy"),
        Quantity.ATK: QuantityWords("[point|points] of ATK of {of}", trait="ATK"),
        Quantity.DEF: QuantityWords("[point|points] of DEF of {of}", trait="DEF"),
        Quantity.ENERGIZE: QuantityWords("[point|points] of energize of {of}"),
        Quantity.LOYALTY: QuantityWords("loyalty [counter|counters] on {of}"),
        Quantity.APPROVAL: QuantityWords("approval [counter|counters] on {of}"),
        Quantity.PLANES: QuantityWords("[plane|planes] among {of}"),
        Quantity.OWN_HAND: QuantityWords("[card|cards] in your hand"),
        Quantity.ENEMY_HANDS: QuantityWords("[card|cards] in enemy hands"),
        Quantity.OWN_DECK: QuantityWords("[card|cards] in your deck"),
        Quantity.OWN_DISCARD: QuantityWords("[card|cards] in your discard pile"),
        Quantity.ENEMY_DISCARDS: QuantityWords("[card|cards] in enemy discard piles"),
        Quantity.OWN_MANA: QuantityWords("mana in your pool"),
        Quantity.OWN_QUEUE: QuantityWords("[Demigod|Demigods] in your queue"),
        Quantity.PAID: QuantityWords("energy paid this way"),
        Quantity.YOUR_TURN: QuantityWords("now is your turn", yes_or_no=True),
        Quantity.YOUR_MAIN_PHASE: QuantityWords("now is your main phase", yes_or_no=True),
    },
    durations={
        Duration.THIS_TURN: "until the end of the turn",
        Duration.THIS_COMBAT: "this combat",
        Duration.YOUR_NEXT_TURN: "until your next turn",
        Duration.IN_PLAY: "while in play",
    },
    verbs={
        Verb.DRAW: VerbWords("draw {amount} [card|cards]"),
        Verb.PLAYER_DRAWS: VerbWords("{target} [draws|draw] {amount} [card|cards]", PLAYERS),
        Verb.DISCARD: VerbWords("discard {amount} [card|cards]"),
        Verb.PLAYER_DISCARDS: VerbWords(
            "{target} [discards|discard] {amount} [card|cards]", PLAYERS
        ),
        Verb.PLAYER_LOSES_CARDS: VerbWords(
            "{target} [loses|lose] {amount} random [card|cards]", PLAYERS
        ),
        Verb.MILL: VerbWords("mill {amount} [card|cards]"),
        Verb.PLAYER_MILLS: VerbWords("{target} [mills|mill] {amount} [card|cards]", PLAYERS),
        Verb.SEARCH: VerbWords("search your deck for {target}", CARDS),
        Verb.RECOVER: VerbWords("take back {target} from your discard pile", CARDS),
        Verb.REVIVE: VerbWords("put {target} from your discard pile into play", ENTERING),
        Verb.DEPLOY: VerbWords("put {target} from your hand into play", ENTERING),
        Verb.RAMP: VerbWords("put {target} from your deck into play", ENTERING),
        Verb.RECYCLE: VerbWords("shuffle {target} from your discard pile into your deck", CARDS),
        Verb.LOOK: VerbWords("look at the hand of {target}", PLAYERS),
        Verb.CANCEL: VerbWords("cancel {target}", STACK),
        Verb.OWNER_MAY_PAY: VerbWords("the owner of {target} may pay {amount} energy", STACK),
        Verb.PAY: VerbWords("pay {amount} energy"),
        Verb.PAY_MANA: VerbWords("pay {amount} mana of {word}", words=MANA_WORDS),
        Verb.ADD_MANA: VerbWords("add {amount} mana of {word}", words=MANA_WORDS),
        Verb.GAIN: VerbWords("{target} [gains|gain] {amount} energy", BEARERS),
        Verb.LOSE: VerbWords("{target} [loses|lose] {amount} energy", BEARERS),
        Verb.MOVE_ENERGY: VerbWords(
            "move {amount} energy from {object} to {target}", targets=BEARERS, objects=BEARERS
        ),
        Verb.ENERGIZE: VerbWords("energize {target}", ENERGIZERS),
        Verb.DAMAGE: VerbWords("deal {amount} damage to {target}", BEARERS),
        Verb.SPLIT_DAMAGE: VerbWords("deal {amount} damage split among {target}", BEARERS),
        Verb.DESTROY: VerbWords("destroy {target}", PERMANENTS),
        Verb.SACRIFICE: VerbWords("sacrifice {target}", PERMANENTS),
        Verb.PLAYER_SACRIFICES: VerbWords(
            "{target} [sacrifices|sacrifice] {amount} combat [card|cards]", PLAYERS
        ),
        Verb.BOUNCE: VerbWords("return {target} to hand", PERMANENTS),
        Verb.SHUFFLE_IN: VerbWords("shuffle {target} into the deck", PERMANENTS),
        Verb.TAP: VerbWords("tap {target}", PERMANENTS),
        Verb.UNTAP: VerbWords("untap {target}", PERMANENTS),
        Verb.SET_MODE: VerbWords("put {target} into {word}", FIGHTERS, words=MODE_WORDS),
        Verb.ATTACH: VerbWords(
            "attach {object} to {target}", targets=(*BEARERS, Noun.LAND), objects=ATTACHED
        ),
        Verb.ADD_APPROVAL: VerbWords(
            "add {amount} approval [counter|counters] to {target}", (Noun.SHRINE,)
        ),
        Verb.REMOVE_APPROVAL: VerbWords(
            "remove {amount} approval [counter|counters] from {target}", (Noun.SHRINE,)
        ),
        Verb.ADD_LOYALTY: VerbWords(
            "add {amount} loyalty [counter|counters] to {target}", (Noun.DEITY,)
        ),
        Verb.REMOVE_LOYALTY: VerbWords(
            "remove {amount} loyalty [counter|counters] from {target}", (Noun.DEITY,)
        ),
        Verb.SUMMON: VerbWords("summon the Deity of {target}", (Noun.SHRINE,)),
        Verb.GETS_ATK: lasting("{target} [gets|get] {change} ATK", targets=BEARERS),
        Verb.GETS_DEF: lasting("{target} [gets|get] {change} DEF", targets=BEARERS),
        Verb.GETS_ENERGIZE: lasting(
            "{target} [energizes|energize] {change}", targets=ENERGIZERS
        ),
        Verb.HAS_KEYTERM: lasting("{target} [has|have] {word}", targets=FIGHTERS, words=KEYTERMS),
        Verb.IS_ALSO: lasting("{target} [is|are] also {word}", targets=BEARERS, words=PLANE_WORDS),
        Verb.CANNOT_ATTACK: lasting("{target} can't attack", targets=FIGHTERS),
        Verb.CANNOT_BLOCK: lasting("{target} can't block", targets=FIGHTERS),
        Verb.CANNOT_UNTAP: lasting("{target} can't untap", targets=PERMANENTS),
        Verb.CANNOT_USE: lasting("{target} can't use abilities", targets=(*BEARERS, *THINGS)),
        Verb.PREVENT: lasting("prevent the next {amount} damage to {target}", targets=BEARERS),
        Verb.PREVENT_ALL: lasting("prevent all damage to {target}", targets=BEARERS),
        Verb.PREVENT_COMBAT: lasting("prevent all combat damage"),
        Verb.NO_PLANE_PENALTY: lasting("you pay no plane penalty"),
        Verb.NO_ALIGNMENT_PENALTY: lasting("you pay no alignment penalty"),
        Verb.YOU_PAY: lasting("{word} you cast cost {change} energy", words=PLAYABLE_WORDS),
        Verb.ENEMIES_PAY: lasting("{word} enemies cast cost {change} energy", words=PLAYABLE_WORDS),
        Verb.ENEMIES_CANNOT_CAST: lasting("enemies can't cast {word}", words=PLAYABLE_WORDS),
        Verb.NO_HAND_LIMIT: lasting("you have no hand limit"),
        Verb.LANDS_EACH_TURN: lasting("you may play {amount} more [land|lands] each turn"),
        Verb.LANDS_THIS_TURN: VerbWords("you may play {amount} more [land|lands] this turn"),
    },
)
