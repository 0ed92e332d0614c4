"""The fixed words of a game: places, phases, questions, actions, tasks, endings."""

from enum import IntEnum

__all__ = [
    "DECK_SLOTS", "FALLEN", "LANES", "SEATS", "SKILL_SLOTS", "SPOTS", "Act", "EndReason",
    "FightStage", "Question", "Role", "Task",
]  # fmt: skip

SEATS = 2
DECK_SLOTS = 50
LANES = 3
SKILL_SLOTS = 3  # skills on one crystal
SPOTS = (2 + SKILL_SLOTS) * SEATS * LANES  # divas, crystals and skills of both players


class Question(IntEnum):
    """What a seat can be asked; 0 is "nothing"."""

    NONE = 0
    MULLIGAN = 1  # reveal a hand without divas and draw another?
    ACTION = 2  # what to do next in the Action Phase
    LANE = 3  # onto which crystal
    ATTUNE = 4  # attune the crystal that levelled up?
    ATTACK = 5  # attack in this lane?
    BLOCK = 6  # block the attack?
    ACTIVATE = 7  # which face-down skill, if any
    HAND_LIMIT = 8  # which card goes under the deck at the end of the turn


class Act(IntEnum):
    """What an answer does; the fields it uses stand behind it."""

    PLAY = 0  # copy: a diva or a skill, for its cost
    PLAY_SPECIAL = 1  # copy: .. as the special action of the turn
    RECRUIT = 2  # copy: a diva, face down
    USE = 3  # slot = spot of the card, copy = which ability of it
    END_ACTIONS = 4
    LANE = 5  # slot = lane
    ACTIVATE = 6  # slot = spot of the skill
    PASS = 7


class Task(IntEnum):
    """What can stand on the agenda."""

    OPENING_HAND = 0  # item.seat
    BEGIN_TURN = 1  # item.seat: the Active Player
    DRAW_PHASE = 2
    ACTION_PHASE = 3  # item.seat
    COMBAT = 4  # item.n: attack windows gone by
    FIGHT = 5  # item.n: FightStage
    END_TURN = 6  # item.n: 0 before "end of turn" abilities
    ATTUNE = 7  # item.seat, item.spot: a crystal has levelled up
    SETTLE = 8  # item.seat, item.copy_id: a power or an item has been activated


class FightStage(IntEnum):
    """How far a fight is (E1-E6)."""

    BLOCK = 0
    ACTIVATION = 1
    SHOWDOWN = 2
    END = 3


class Role(IntEnum):
    """What a diva does in the fight under way."""

    NONE = 0
    ATTACKS = 1
    BLOCKS = 2


FALLEN = 4  # a zone for effects: divas in the Void that were vanquished this turn


class EndReason(IntEnum):
    """How a game ends; the numbers are in result files and never change."""

    ENGINE_ERROR = 0
    LIFE = 1
    BOTH_DEAD = 2
    TURN_CAP = 3
    DECK_OUT = 4  # only under the option deck_out = lose
    ENDLESS = 100  # a turn came to no end


# Words of rule options.
