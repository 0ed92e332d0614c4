"""Last Light: a game of wind and lamps for two to eight, as small as a game can be.

It ships with the tests alone, as a package of its own, and is the shortest model of a game.
"""

from evenhand.game import Game
from last_light.options import OPTIONS
from last_light.schema import SCHEMA
from last_light.weights import WEIGHTS
from last_light.words import EndReason

__all__ = ["GAME"]

GAME = Game(
    package=__name__,
    schema=SCHEMA,
    rules_version=1,
    options=OPTIONS,
    weights=WEIGHTS,
    novice_noise=400,
    end_reasons={
        EndReason.ENGINE_ERROR: "the engine could not go on",
        EndReason.LAST_LIGHT: "one lamp was left burning",
        EndReason.DARKNESS: "the last lamps went out together",
        EndReason.DAWN: "all cards were played",
        EndReason.ENDLESS: "a turn came to no end",
    },
    standing_unit="flame",
    seats=(2, 8),
)
