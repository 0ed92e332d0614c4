"""Divinity: Deities with Attachments, Walls, trophies, and three ways to win."""

from evenhand.decks.divinity.schema import SCHEMA
from evenhand.simulate.game import Game
from evenhand.simulate.games.divinity.bot.weights import WEIGHTS
from evenhand.simulate.games.divinity.enums import EndReason
from evenhand.simulate.games.divinity.options import OPTIONS

__all__ = ["GAME"]

GAME = Game(
    package=__name__,
    schema=SCHEMA,
    rules_version=1,
    options=OPTIONS,
    weights=WEIGHTS,
    novice_noise=50,
    end_reasons={
        EndReason.ENGINE_ERROR: "the engine could not go on",
        EndReason.WALLS: "a Wall was completed",
        EndReason.WIPE_OUT: "neither Deity nor Wall was left",
        EndReason.DECK_OUT: "a card had to be drawn from an empty deck",
        EndReason.BOTH_LOSE: "both players lost at once",
        EndReason.TURN_CAP: "the turn cap was reached",
        EndReason.NO_DEITY_TO_START: "a deck held no Deity to start with",
        EndReason.ENDLESS: "a turn came to no end",
    },
    standing_unit="a hit point on the table; a Wall counts ten more",
)
