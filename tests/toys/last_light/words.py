"""The fixed words of the game."""

from enum import IntEnum

__all__ = ["DECK_SLOTS", "Act", "EndReason", "Question"]

DECK_SLOTS = 16


class Question(IntEnum):
    """What a seat can be asked; 0 is "nothing"."""

    NONE = 0
    PLAY = 1


class Act(IntEnum):
    """What an answer does; the fields it uses stand behind it."""

    PLAY = 0  # copy; seat = whom it is for
    PASS = 1


class EndReason(IntEnum):
    """How a game ends; the numbers are in result files and never change."""

    ENGINE_ERROR = 0
    LAST_LIGHT = 1
    DARKNESS = 2
    DAWN = 3
    ENDLESS = 100
