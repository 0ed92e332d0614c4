"""The battle of Legends of Code and Magic 1.2, for two players with a deck of 30 cards each."""

from evenhand.game import Game
from locm.options import OPTIONS
from locm.schema import SCHEMA
from locm.weights import WEIGHTS
from locm.words import EndReason

__all__ = ["GAME"]

GAME = Game(
    package=__name__,
    schema=SCHEMA,
    rules_version=1,
    options=OPTIONS,
    weights=WEIGHTS,
    novice_noise=150,
    end_reasons={
        EndReason.ENGINE_ERROR: "the engine could not go on",
        EndReason.HEALTH: "a player had no health left",
        EndReason.EMPTY_DECK: "a player without a deck had no health left",
        EndReason.BOTH: "both players had no health left",
        EndReason.ENDLESS: "a turn came to no end",
    },
    standing_unit="health",
)
