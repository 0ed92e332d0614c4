"""The fixed words of the game, and how much room its table has."""

from enum import IntEnum

__all__ = [
    "DECK_SLOTS", "LANES", "LANE_SLOTS", "PLACES", "SEATS", "Act", "BothFall", "EndReason",
    "Question",
]  # fmt: skip

SEATS = 2
DECK_SLOTS = 30
LANES = 2
LANE_SLOTS = 3  # creatures of one player in a lane
PLACES = LANES * LANE_SLOTS  # of one player: 0 to 2 are left, 3 to 5 right


class Question(IntEnum):
    """What a seat can be asked; 0 is "nothing"."""

    NONE = 0
    TURN = 1


class Act(IntEnum):
    """What an answer does; the fields it uses stand behind it.

    The slot of a target is a place of ``seat``, or NOTHING for the player there.
    """

    PASS = 0
    SUMMON = 1  # copy in hand; slot = the lane
    USE = 2  # copy in hand; seat, slot = the target
    ATTACK = 3  # copy on the table; seat, slot = the target


class BothFall(IntEnum):
    """Who wins when both players have no health left."""

    ACTIVE = 0
    SECOND = 1
    NOBODY = 2


class EndReason(IntEnum):
    """How a game ends; the numbers are in result files and never change."""

    ENGINE_ERROR = 0
    HEALTH = 1
    EMPTY_DECK = 2
    BOTH = 3
    ENDLESS = 100
