"""The fixed words of a game: places, phases, questions, actions, tasks, endings."""

from enum import IntEnum

__all__ = [
    "DECK_SLOTS", "MAIN", "MODIFIER_SLOTS", "SEATS", "SLOTS", "Act", "EndReason", "Question",
    "StrikeStage", "Task",
]  # fmt: skip

SEATS = 2
DECK_SLOTS = 30
SLOTS = 4  # places for units per player: the Main Area and three standby places
MAIN = 0
MODIFIER_SLOTS = 24  # damage modifiers that can apply to one skill


class Question(IntEnum):
    """What a seat can be asked, besides what abilities ask; 0 is "nothing"."""

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
    NEXT_MODIFIER = 10  # which damage modifier applies next
    HAND_LIMIT = 11  # which card to discard at the end of the turn


class Act(IntEnum):
    """What an answer does, besides those any question may have; the fields it uses."""

    PLACE = 0  # copy
    CHARGE = 1
    PLAY_UNIT = 2  # copy
    PLAY_EVENT = 3  # copy
    PLAY_ACTION = 4  # copy
    PLAY_ASSIST = 5  # copy
    USE_EX = 6  # slot, copy = which ability of the unit
    RETREAT = 7  # slot of the standby unit that moves up
    END_MAIN = 8
    UNIT = 9  # seat, slot
    SKILL = 10  # slot = 0 or 1
    NO_SKILL = 11


class Task(IntEnum):
    """What can stand on the agenda, besides abilities."""

    OPENING_HAND = 0  # item.seat: a hand with a unit in it
    BONUS_DRAWS = 1  # both players' draws for the enemy's reveals
    BONUS_DRAW = 2  # item.seat: item.n optional draws
    PLACE_MAIN = 3  # item.seat
    BEGIN_TURN = 4  # item.seat
    DRAW_PHASE = 5
    MAIN_PHASE = 6
    BATTLE_PHASE = 7
    END_PHASE = 8
    DISCARD_PLAYED = 9  # item.seat, item.copy_id: an Event or Action has been used
    PAY = 10  # item.n energy from item.spot to item.to (or the discard pile)
    SWITCH = 11  # the unit at item.spot moves up
    STRIKE = 12  # the stages of damage of the skill in use
    END_SKILL = 13
    DECK_OUT = 14  # item.seat: damage for one card that could not be drawn


class StrikeStage(IntEnum):
    """How far the damage of a skill is worked out (R11)."""

    OWN = 0  # modifiers upon the attacker
    ENEMY = 1  # modifiers upon the defender
    LAND = 2  # advantage, then the damage itself


class EndReason(IntEnum):
    """How a game ends; the numbers are in result files and never change."""

    ENGINE_ERROR = 0
    KO_LIMIT = 1  # a third unit in the KO zone
    NO_UNIT_LEFT = 2  # nobody in standby to replace the main unit
    BOTH_LOSE = 3
    NO_UNIT_TO_START = 4  # a deck (of packs) without a single unit
    TURN_CAP = 5
    ENDLESS = 100  # a turn came to no end


# Words of rule options.
