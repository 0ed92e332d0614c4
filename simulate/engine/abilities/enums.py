"""Enums of abilities that all games share: questions, stages, zones.

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
LASTING_SLOTS = 32  # capacity of lasting changes by effects in force at once
STATIC_SLOTS = 64  # capacity of steps of continuous abilities in play
TRIGGER_SLOTS = 24  # capacity of waiting triggered abilities
USE_SLOTS = 48  # abilities of cards in play that have been used and must not be forgotten
MOST_AMOUNT = 30_000  # limit of the fields of amounts
MOST_NAMED = 30  # larger amounts of "up to" are taken in full without asking
MOST_USES = 100


class AbilityQuestion(IntEnum):
    """Questions that an ability can ask a seat."""

    MAY = 50  # do what "you may" offers?
    MODE = 51  # which option of "choose one"
    PICK_PLACE = 52  # something in play for an effect
    PICK_CARD = 53  # a card for an effect
    AMOUNT = 54  # how much of "up to 3"
    NEXT_TRIGGER = 55  # which of several triggered abilities goes first


class Stage(IntEnum):
    """Stages of an ability's current step."""

    BEGIN = 0  # the ability as a whole: "you may", "choose one"
    CONSIDER = 1  # does the step happen?
    OBJECTS = 2
    TARGETS = 3
    AMOUNT = 4
    DO = 5
    DECLINED = 6  # nothing more of it is done


class Portion(IntEnum):
    """Parts of an ability's steps that are executed."""

    WHOLE = 0
    FIRST = 1  # those that come before something else of the game happens
    REST = 2  # .. and those that come after it


class Zone(IntEnum):
    """Zones in which a selector's objects are searched; a game may add more."""

    PLAY = 0  # what is found are places, elsewhere cards
    HAND = 1
    DECK = 2
    DISCARD = 3


class Asked(IntEnum):
    """Which conditions of a step or ability are evaluated."""

    ALL = 0
    BEFORE = 1  # not those about "it", the step's own target
    OF_IT = 2  # only those
    POSSIBLY = 3  # as BEFORE, coin flips taken as heads


class Joining(IntEnum):
    """How a second change of the same verb on the same card is combined with the first."""

    APART = 0  # both are kept
    SAME = 1  # an identical change is not stored again
    SUM = 2  # their amounts are added
