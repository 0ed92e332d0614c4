"""The fixed words of a game: places, phases, questions, actions, tasks, endings."""

from enum import IntEnum

__all__ = [
    "ABILITY_SLOTS", "DECK_SLOTS", "FOUND_SLOTS", "LASTING_SLOTS", "MAIN", "MODIFIER_SLOTS",
    "SEATS", "SLOTS", "STATIC_SLOTS", "TRIGGER_SLOTS", "Act", "Asked", "CopyKey",
    "DeckoutDamage", "EndReason", "MulliganBonus", "MulliganBonusTime", "Part", "Question",
    "SimultaneousLoss", "Stage", "StrikeStage", "Task", "Zone",
]  # fmt: skip

SEATS = 2
DECK_SLOTS = 30
SLOTS = 4  # places for units per player: the Main Area and three standby places
MAIN = 0
ABILITY_SLOTS = 8  # abilities a card may have, `decks.pool.MOST_ABILITIES`
MODIFIER_SLOTS = 24  # damage modifiers that can apply to one skill
FOUND_SLOTS = 24  # changes of one verb upon one unit
LASTING_SLOTS = 32  # changes by effects that can be in force at once
STATIC_SLOTS = 64  # steps of continuous abilities that can be in play
TRIGGER_SLOTS = 24  # triggered abilities that can wait at once


class Question(IntEnum):
    """What a seat can be asked; 0 is "nothing"."""

    NONE = 0
    PLACE_MAIN = 1  # which unit starts in the Main Area
    BONUS_DRAW = 2  # draw a card for the enemy's mulligan?
    MAIN_PHASE = 3  # what to do next
    CHARGE_CARD = 4  # which hand card becomes energy
    CHARGE_UNIT = 5  # under which unit
    ASSIST_UNIT = 6  # which unit the Assist goes onto
    BATTLE_PHASE = 7  # which skill, if any
    PROMOTE = 8  # which standby unit moves up
    PAY_ENERGY = 9  # which energy card is given up or moved
    MAY = 10  # do what "you may" offers?
    MODE = 11  # which option of "choose one"
    PICK_UNIT = 12  # a unit for an effect
    PICK_CARD = 13  # a card for an effect
    NEXT_TRIGGER = 14  # which of several triggered abilities goes first
    NEXT_MODIFIER = 15  # which damage modifier applies next
    AMOUNT = 17  # how much of "up to 3"
    HAND_LIMIT = 16  # which card to discard at the end of the turn


class Act(IntEnum):
    """What an answer does; the fields it uses stand behind it."""

    PLACE = 0  # copy
    YES = 1
    NO = 2
    CHARGE = 3
    PLAY_UNIT = 4  # copy
    PLAY_EVENT = 5  # copy
    PLAY_ACTION = 6  # copy
    PLAY_ASSIST = 7  # copy
    USE_EX = 8  # slot, copy = which ability of the unit
    RETREAT = 9  # slot of the standby unit that moves up
    END_MAIN = 10
    CARD = 11  # seat, copy
    UNIT = 12  # seat, slot
    SKILL = 13  # slot = 0 or 1
    NO_SKILL = 14
    OPTION = 15  # slot = which, counted from 0
    ENOUGH = 16  # choose no more


class Task(IntEnum):
    """What can stand on the agenda."""

    OPENING_HAND = 0  # item.seat: a hand with a unit in it
    BONUS_DRAWS = 15  # both players' draws for the enemy's reveals
    BONUS_DRAW = 1  # item.seat: item.n optional draws
    PLACE_MAIN = 2  # item.seat
    BEGIN_TURN = 3  # item.seat
    DRAW_PHASE = 4
    MAIN_PHASE = 5
    BATTLE_PHASE = 6
    END_PHASE = 7
    ABILITY = 8  # one ability, step by step
    DISCARD_PLAYED = 9  # item.seat, item.copy_id: an Event or Action has been used
    PAY = 10  # item.n energy from item.spot to item.to (or the discard pile)
    SWITCH = 11  # the unit at item.spot moves up
    STRIKE = 12  # the stages of damage of the skill in use
    END_SKILL = 13
    DECK_OUT = 14  # item.seat: damage for one card that could not be drawn


class Stage(IntEnum):
    """How far an ability's current step is."""

    BEGIN = 0  # the ability as a whole: "you may", "choose one"
    CONSIDER = 1  # does the step happen?
    OBJECTS = 2
    TARGETS = 3
    AMOUNT = 4
    DO = 5


class Part(IntEnum):
    """Which steps of an ability are carried out."""

    ALL = 0
    STRIKING = 1  # a skill's ability: only what adds to the damage
    AFTER = 2  # .. and only the rest


class StrikeStage(IntEnum):
    """How far the damage of a skill is worked out (R11)."""

    OWN = 0  # modifiers upon the attacker
    ENEMY = 1  # modifiers upon the defender
    LAND = 2  # advantage, then the damage itself


class Zone(IntEnum):
    """Where the things a selector speaks of are looked for."""

    TABLE = 0
    HAND = 1
    DECK = 2
    DISCARD = 3


class Asked(IntEnum):
    """Which conditions of a step or ability are looked at."""

    ALL = 0
    BEFORE = 1  # not those about "it", the step's own target
    OF_IT = 2  # only those
    POSSIBLY = 3  # as BEFORE, coin flips taken as heads


class EndReason(IntEnum):
    """How a game ends; the numbers are in result files and never change."""

    ENGINE_ERROR = 0
    KO_LIMIT = 1  # a third unit in the KO zone
    NO_UNIT_LEFT = 2  # nobody in standby to replace the main unit
    BOTH_LOSE = 3
    NO_UNIT_TO_START = 4  # a deck (of packs) without a single unit
    TURN_CAP = 5


# Words of rule options.


class MulliganBonus(IntEnum):
    """How many cards a seat may draw for the enemy's reveals (A2)."""

    EACH = 0
    NET = 1  # only those beyond its own reveals
    NONE = 2


class MulliganBonusTime(IntEnum):
    """When those cards are drawn (A2)."""

    DELAYED = 0
    AT_REVEAL = 1


class DeckoutDamage(IntEnum):
    """How the damage of one draw that misses several cards comes (A7)."""

    BATCH = 0
    PER_CARD = 1


class SimultaneousLoss(IntEnum):
    """Who wins when both players lose at once (A9)."""

    DRAW = 0
    ACTIVE_LOSES = 1
    ACTIVE_WINS = 2


class CopyKey(IntEnum):
    """What the copy limit counts (A16)."""

    NAME = 0
    NAME_AND_TYPE = 1
