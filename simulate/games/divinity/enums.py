"""The fixed words of a game: places, questions, actions, tasks, endings."""

from enum import IntEnum

__all__ = [
    "ATTACHED", "DECK_SLOTS", "DEITIES", "ENVIRONMENT", "PLACES", "SEATS", "UNDER", "WALLS",
    "Act", "EndReason", "Question", "Task",
]  # fmt: skip

SEATS = 2
DECK_SLOTS = 55
# Places of one side of the table, counted in one row.
DEITIES = 3  # places 0-2
WALLS = 3  # places 3-5: left, middle, right
ENVIRONMENT = 6  # the place of the Environment
UNDER = 7  # the first of those for Attachments ..
ATTACHED = 2  # .. of which each Deity has two
PLACES = UNDER + DEITIES * ATTACHED


class Question(IntEnum):
    """What a seat can be asked, besides what abilities ask; 0 is "nothing"."""

    NONE = 0
    FIRST_DEITY = 1  # which Deity starts
    MAIN = 2  # what to do next
    HOST = 3  # under which Deity the Attachment goes, and which side up
    TARGET = 4  # whom a Deity attacks
    FLIP = 5  # turn an Attachment face up now?
    TROPHY = 6  # which card is taken as a trophy
    HAND_LIMIT = 7  # which card to discard at the end of the turn


class Act(IntEnum):
    """What an answer does, besides those any question may have; the fields it uses."""

    PLACE = 0  # copy
    PLAY_DEITY = 1  # copy; in the order of CardType
    PLAY_WALL = 2  # copy
    PLAY_ATTACHMENT = 3  # copy
    PLAY_ENVIRONMENT = 4  # copy
    PLAY_MAGIC = 5  # copy
    USE = 6  # slot, copy = which ability of the Deity
    FLIP = 7  # seat, slot of the Attachment
    ATTACK = 8
    END = 9
    FACE_UP = 10  # seat, slot of the Deity
    FACE_DOWN = 11  # seat, slot of the Deity
    TARGET = 12  # seat, slot
    STAY = 13  # does not attack
    NO_FLIP = 14
    FROM_DECK = 15  # copy
    FROM_DISCARD = 16  # copy
    DECLINE = 17


class Task(IntEnum):
    """What can stand on the agenda, besides abilities."""

    OPENING_HAND = 0  # item.seat: a hand with a Deity in it
    FIRST_DEITY = 1  # item.seat
    BEGIN_TURN = 2  # item.seat
    DRAW = 3
    MAIN = 4
    FLIPS = 5  # a flip window: item.seat has the chance, item.passes in a row
    TARGETS = 6  # item.attacker: the Deity whose target is next
    BLOWS = 7  # the damage of the attack
    TURN_ENDS = 8  # abilities of the end of the turn
    TROPHIES = 9
    END_TURN = 10
    ENTER = 11  # item.seat, item.copy_id: a card being played comes to where it goes
    TURN_STARTS = 12  # abilities of the start of the turn


class EndReason(IntEnum):
    """How a game ends; the numbers are in result files and never change."""

    ENGINE_ERROR = 0
    WALLS = 1  # three Walls in play
    WIPE_OUT = 2  # no Deity and no Wall left
    DECK_OUT = 3  # a card had to be drawn from an empty deck
    BOTH_LOSE = 4
    TURN_CAP = 5
    NO_DEITY_TO_START = 6  # a deck without a single Deity
    ENDLESS = 100  # a turn came to no end


# Words of rule options.
