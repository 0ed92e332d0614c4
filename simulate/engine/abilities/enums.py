"""The words of abilities that all games share: questions, stages, zones.

The numbers of questions lie above those of a game's own, so that both stand in one field.
"""

from enum import IntEnum

__all__ = [
    "ABILITY", "FOUND_SLOTS", "LASTING_SLOTS", "MOST_AMOUNT", "MOST_NAMED", "MOST_USES",
    "STATIC_SLOTS", "TRIGGER_SLOTS", "USE_SLOTS", "AbilityQuestion", "Asked", "Joining",
    "Portion", "Stage", "Zone",
]  # fmt: skip

ABILITY = 100  # the task of an ability on the agenda
FOUND_SLOTS = 24  # changes of one verb upon one place
LASTING_SLOTS = 32  # changes by effects that can be in force at once
STATIC_SLOTS = 64  # steps of continuous abilities that can be in play
TRIGGER_SLOTS = 24  # triggered abilities that can wait at once
USE_SLOTS = 48  # abilities of cards in play that have been used and must not be forgotten
MOST_AMOUNT = 30_000  # the fields that amounts are kept in hold no more
MOST_NAMED = 30  # larger amounts of "up to" are not asked for
MOST_USES = 100


class AbilityQuestion(IntEnum):
    """What a seat can be asked by an ability."""

    MAY = 50  # do what "you may" offers?
    MODE = 51  # which option of "choose one"
    PICK_PLACE = 52  # something in play for an effect
    PICK_CARD = 53  # a card for an effect
    AMOUNT = 54  # how much of "up to 3"
    NEXT_TRIGGER = 55  # which of several triggered abilities goes first


class Stage(IntEnum):
    """How far an ability's current step is."""

    BEGIN = 0  # the ability as a whole: "you may", "choose one"
    CONSIDER = 1  # does the step happen?
    OBJECTS = 2
    TARGETS = 3
    AMOUNT = 4
    DO = 5
    DECLINED = 6  # nothing more of it is done


class Portion(IntEnum):
    """Which steps of an ability are carried out."""

    WHOLE = 0
    FIRST = 1  # those that come before something else of the game happens
    REST = 2  # .. and those that come after it


class Zone(IntEnum):
    """Where the things a selector speaks of are looked for; a game may have more."""

    PLAY = 0  # what is found are places, elsewhere cards
    HAND = 1
    DECK = 2
    DISCARD = 3


class Asked(IntEnum):
    """Which conditions of a step or ability are looked at."""

    ALL = 0
    BEFORE = 1  # not those about "it", the step's own target
    OF_IT = 2  # only those
    POSSIBLY = 3  # as BEFORE, coin flips taken as heads


class Joining(IntEnum):
    """What becomes of a second change of one verb upon the same card."""

    APART = 0  # both stand
    SAME = 1  # one that is the same in all is not written down again
    SUM = 2  # their amounts are added up
