"""The fixed words of a game: zones, steps, questions, actions, tasks, endings."""

from enum import IntEnum

__all__ = [
    "CHANGES", "COST_NUMBERS", "DECK_SLOTS", "DECLARED", "DEMIGODS", "FLEXIBLE", "GIVEN",
    "HIT_SLOTS", "MANA_KINDS", "NAMED", "N_TAKEN", "ROOM", "SHARES", "STACK_SLOTS", "STATICS",
    "TARGETS", "TARGET_GROUPS", "TASKS", "TRIGGERS", "USES", "Act", "Announcing", "EndReason",
    "Kind", "Part", "Question", "Remains", "Step", "Taken", "Task", "Way",
]  # fmt: skip

DECK_SLOTS = 63  # cards of one player, Demigods and Deities included
DEMIGODS = 4  # most in a queue
MANA_KINDS = 8
STACK_SLOTS = 62  # items on the stack (D33)
TRIGGERS = 176  # that can wait at once
ROOM = 8  # on the stack that triggers leave to answers
TASKS = 20  # on the agenda, and one more for each player
STATICS = 24  # steps of continuous abilities in play, for each player
USES = 18  # uses of abilities that are counted, for each player
CHANGES = 36  # by effects that can be in force at once, for each player
SHARES = 64  # targets that an effect can split damage among
TARGET_GROUPS = 2  # steps of one spell or ability that can have targets
TARGETS = 4  # of one such step
COST_NUMBERS = 4  # "up to" in one cost
NAMED = 200  # numbers of "up to" that are asked for; a menu holds no more
FLEXIBLE = DECK_SLOTS  # cards in play that make one of several kinds of mana
GIVEN = 7  # Quantity up to APPROVAL: what is kept of what a step took out of play
HIT_SLOTS = 63  # parts of the combat damage on the stack
DECLARED = 120  # attackers and blockers of one combat


class Question(IntEnum):
    """What a seat can be asked, besides what abilities ask; 0 is "nothing"."""

    NONE = 0
    DEMIGOD_ORDER = 1  # which Demigod stands next in the queue
    STARTING_CARD = 2  # which starting card to take
    MULLIGAN = 3  # draw a new hand?
    PRIORITY = 4  # what to play or use, if anything
    MAIN_PHASE = 5  # .. as the active player, with the stack empty
    WAY_TO_PAY = 6  # energy or mana
    PAYER = 7  # the Demigod or which Nagual
    MANA_SOURCE = 8  # what pays the next mana
    SET_MODE = 10  # attack or defense, for a card that enters
    SET_PHASE = 11  # which card changes its mode
    ATTACK = 12  # a further attacker
    ATTACK_WHAT = 13
    BLOCK = 14  # a further blocker
    BLOCK_WHAT = 15
    SPLIT = 16  # whom the next point of damage goes to
    SUMMON = 17  # pay the summoning cost now?
    SACRIFICE = 18  # which own combat card
    DISCARD = 19  # which card an effect makes the player discard
    HAND_LIMIT = 20  # which card to discard in the Cleanup
    MANA_PLANE = 21  # which mana "any plane" is
    MAY_PAY = 22  # pay what an effect asks for?


class Act(IntEnum):
    """What an answer does, besides those any question may have; the fields it uses."""

    PLAY = 0  # copy: a card in the hand
    USE = 1  # copy, slot = which ability of it
    EQUIP = 2  # copy: an Equipment
    SUMMON = 3  # copy: a Shrine that has called
    PASS = 4
    ENERGY = 5  # pay with energy
    MANA = 6  # .. with mana
    POOL = 7  # slot = kind of mana in the pool
    TAP = 8  # copy: tapped for mana; slot = which kind
    ATTACK_MODE = 9
    DEFENSE_MODE = 10
    CHANGE = 11  # copy: goes into the other mode
    FIGHT = 12  # copy: attacks or blocks
    PASS_ON = 13  # pass until an enemy acts


class Task(IntEnum):
    """What can stand on the agenda, besides abilities."""

    DEMIGOD_ORDER = 0  # item.seat
    OPENING_HAND = 1  # item.seat, item.n: how far
    BEGIN_TURN = 2  # item.seat
    TURN = 3  # item.n: the Part that comes next
    SET_PHASE = 8
    ATTACKERS = 9
    BLOCKERS = 10  # item.seat
    DAMAGE = 11  # item.n: 0 for Forestrike's round, 1 for that of all others
    STACK_DAMAGE = 12  # put it on the stack
    SPLIT = 13  # item.place: whose damage, item.n points, item.seat splits
    CLEANUP = 16
    PRIORITY = 18  # item.n: Step
    ANNOUNCE = 19  # the top item of the stack is being played
    PAY_MANA = 20  # item.seat: what is due in state.due
    DISCARD_SPELL = 21  # item.seat, item.copy_id: a spell has been done
    STARTING_CARDS = 22  # item.seat, item.copies: what may still be taken
    ENTERED = 23  # item.seat, item.copy_id, item.copies: what else
    SACRIFICES = 24  # item.seat, item.n
    DISCARDS = 25  # item.seat, item.n
    ANY_MANA = 26  # item.seat, item.n
    MAY_PAY = 27  # item.seat: owner, item.n energy
    SUMMON = 28  # item.seat, item.copy_id: the Shrine
    SPLIT_EFFECT = 29  # item.left: targets, item.n points
    TAKE_UP = 31  # what was under way when a mana ability was used
    BEGINNING = 30  # what happens at the beginning of the turn, one after the other


class Part(IntEnum):
    """The parts of a turn, one after the other (R1)."""

    SEARCH = 0  # a new Demigod's starting cards
    START = 1
    ENERGIZE = 2
    UNTAP = 3
    UPKEEP = 4
    UPKEEP_STEP = 5  # priority, here as after the others
    DRAW = 6
    DRAW_STEP = 7
    MAIN_1 = 8
    SET = 9
    COMBAT = 10
    ATTACK = 11
    END_OF_COMBAT = 12
    DEFEAT = 13
    MAIN_2 = 14
    END = 15
    END_STEP = 16
    CLEANUP = 17
    OVER = 18


class Announcing(IntEnum):
    """How far the playing of a card or ability is (R41)."""

    MODE = 0
    NUMBERS = 1  # "up to" in the cost
    TAKE_NUMBER = 2
    TARGETS = 3
    TAKE_TARGETS = 4
    WAY = 5  # energy or mana
    PAYER = 6
    PAY = 7
    COSTS = 8  # those that its text names
    DONE = 9


class Kind(IntEnum):
    """What an item on the stack is."""

    CARD = 0  # a permanent that is played
    SPELL = 1  # a Sorcery or Instant
    ACTIVATED = 2
    TRIGGERED = 3
    EQUIP = 4
    DAMAGE = 5


class Taken(IntEnum):
    """From where a step of a cost takes cards: none can be taken from there twice."""

    ELSEWHERE = 0
    TAPPING = 1  # untapped cards in play
    LEAVING = 2  # cards in play
    HAND = 3
    DISCARD = 4


N_TAKEN = len(Taken)


class Way(IntEnum):
    """How something is paid."""

    FREE = 0  # no energy or mana
    ENERGY = 1
    MANA = 2


class Step(IntEnum):
    """The steps with priority (R40)."""

    UPKEEP = 0
    DRAW = 1
    MAIN_1 = 2
    BEGINNING_OF_COMBAT = 3
    ATTACKERS = 4
    BLOCKERS = 5
    DAMAGE = 6
    END_OF_COMBAT = 7
    MAIN_2 = 8
    END_OF_TURN = 9


class Remains(IntEnum):
    """Where a card goes that leaves play."""

    DISCARD = 0
    HAND = 1
    DECK = 2
    ASIDE = 3  # a Deity, back beside the deck
    REMOVED = 4


class EndReason(IntEnum):
    """How a game ends; the numbers are in result files and never change."""

    ENGINE_ERROR = 0
    DEFEAT = 1  # all other players' last Demigods were defeated
    ALL_DEFEATED = 2  # the last players' together
    TURN_CAP = 3
    DECK_OUT = 4  # only under the option deck_out = lose
    ENDLESS = 100  # a turn came to no end


# Words of rule options.
