"""The words of DIVINO: card types, planes, keyterms, and what abilities speak of.

How each of them reads on a card is in `evenhand.decks.divino.vocabulary`.
"""

from enum import IntEnum

__all__ = [
    "ALIGNMENTS", "COMBAT", "CREATURES", "GENERIC", "MANA", "PLANES", "TRIBES", "Adjective",
    "CardType", "Duration", "Keyterm", "Mode", "Moment", "Noun", "Place", "Playable",
    "Quantity", "Verb", "plane_word",
]  # fmt: skip


class CardType(IntEnum):
    """The kinds of card of DIVINO."""

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


def plane_word(plane: Adjective) -> str:
    """Write a plane of DIVINO as people do."""
    return "S'drassa" if plane == Adjective.SDRASSA else plane.name.capitalize()
