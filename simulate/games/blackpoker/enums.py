"""The fixed words of a game: questions, answers, deeds, tasks, endings."""

from enum import IntEnum

__all__ = [
    "BULWARK", "DECK_SLOTS", "PLACES", "REQUEST_SLOTS", "SEATS", "Act", "Deed", "EndReason",
    "Question", "Task",
]  # fmt: skip

SEATS = 2
DECK_SLOTS = 54
PLACES = DECK_SLOTS  # for bulwarks: each set takes a new place and a card of its own
BULWARK = 64  # added to a bulwark's place, where a number stands for any character
# A card comes to the stage once in a game, or triggers once, and one deed at a time needs
# no card: no stage can be higher.
REQUEST_SLOTS = SEATS * DECK_SLOTS + 1


class Question(IntEnum):
    """What a seat can be asked; 0 is "nothing"."""

    NONE = 0
    MAIN = 1  # what to start on one's own turn, the stage being empty
    RESPOND = 2  # what to start, or to pass
    KEY = 3  # which card of a suit is the next key card
    PAY_BULWARK = 4  # which bulwark is driven as a cost
    PAY_CARD = 5  # which card is discarded as a cost
    TARGET = 6
    SET_CARD = 7  # which card becomes the bulwark
    SECOND_DRAW = 8
    ATTACKER = 9  # which soldier attacks, too
    BLOCKER = 10  # who blocks, too, the attacker in question
    TWIST = 11  # drive or charge the target
    SEARCH_CARD = 12
    HAND_LIMIT = 13  # which card is discarded at the end of the turn


class Act(IntEnum):
    """What an answer does that no other game has; the fields it uses stand behind it."""

    SET_BULWARK = 0
    SUMMON = 1  # copy; its rank says as what
    EQUIP = 2  # copy
    UP = 3  # copy
    DOWN = 4  # copy
    TWIST = 5  # copy
    COUNTER = 6  # copy
    BREAK = 7
    THROW = 8
    SEARCH = 9  # copy
    ATTACK = 10
    END = 11
    PASS = 12
    CHARACTER = 14  # seat, slot = the soldier's first copy, or BULWARK + place
    REQUEST = 15  # slot = its place on the stage, from the bottom
    DRIVE = 18
    CHARGE = 19


class Deed(IntEnum):
    """The rulebook's actions; here *action* is an option of a menu."""

    SET_BULWARK = 0
    SUMMON_SOLDIER = 1
    SUMMON_HERO = 2
    SUMMON_ACE = 3
    EQUIP = 4
    ATTACK = 5
    BLOCK = 6
    JUDGEMENT = 7
    DRAW = 8
    END = 9
    UP = 10
    DOWN = 11
    TWIST = 12
    COUNTER = 13
    BREAK = 14
    THROW = 15
    SEARCH = 16
    GENERATION_CHANGE = 17


class Task(IntEnum):
    """What can stand on the agenda."""

    KEY = 0  # item.n: the suit of the key card to name
    PAY_BULWARK = 1
    PAY_LIFE = 2
    PAY_CARD = 3
    TARGET = 4
    START = 5  # the deed announced goes onto the stage, or happens at once
    FINISH = 6  # the deed carried out leaves; win check and triggers
    SET_CARD = 7
    SECOND_DRAW = 8
    ATTACKERS = 9
    BLOCKERS = 10  # item.left: attackers not seen to yet
    TWIST = 11
    SEARCH_CARD = 12
    HAND_LIMIT = 13
    PASS_TURN = 14


class EndReason(IntEnum):
    """How a game ends; the numbers are in result files and never change."""

    ENGINE_ERROR = 0
    ATTACK = 1  # the last card of a deck was lost to a Damage Judgement
    THROW = 2
    DRAW = 3
    COST = 4
    GENERATION_CHANGE = 5
    SEARCH = 6
    PREPARATION = 7  # hands and turned-up cards took the whole deck
    BOTH_EMPTY = 8
    TURN_CAP = 9
    ENDLESS = 100  # a turn came to no end


# Words of rule options.
