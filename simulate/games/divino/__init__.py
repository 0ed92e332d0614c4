"""DIVINO: energy is money and life, a stack, lands and mana, Demigods in queues, 2 to 8 seats."""

from evenhand.decks.divino.schema import SCHEMA
from evenhand.simulate.game import Game
from evenhand.simulate.games.divino.bot.weights import WEIGHTS
from evenhand.simulate.games.divino.enums import EndReason
from evenhand.simulate.games.divino.options import OPTIONS

__all__ = ["GAME"]

GAME = Game(
    package=__name__,
    schema=SCHEMA,
    rules_version=2,
    options=OPTIONS,
    weights=WEIGHTS,
    novice_noise=100,
    end_reasons={
        EndReason.ENGINE_ERROR: "the engine could not go on",
        EndReason.DEFEAT: "all other players' last Demigods were defeated",
        EndReason.ALL_DEFEATED: "the last players were defeated together",
        EndReason.TURN_CAP: "the turn cap was reached",
        EndReason.DECK_OUT: "a player drew from an empty deck",
        EndReason.ENDLESS: "a turn came to no end",
    },
    standing_unit="a point of energy",
    seats=(2, 8),
)
