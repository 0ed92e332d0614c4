"""Divinity: Deities with Attachments, Walls, trophies, and three ways to win."""

from decks.divinity.schema import SCHEMA
from simulate.engine.game import Game
from simulate.games.divinity.options import OPTIONS
from simulate.games.divinity.weights import WEIGHTS
from simulate.games.divinity.words import EndReason, Question

__all__ = ["GAME"]

GAME = Game(
    package=__name__,
    schema=SCHEMA,
    rules_version=1,
    options=OPTIONS,
    weights=WEIGHTS,
    novice_noise=400,
    doubt=4_000,
    # The rest is answered as well by rules of thumb.
    sure=tuple(q for q in Question if q not in (Question.MAIN, Question.TARGET)),
    end_reasons={
        EndReason.ENGINE_ERROR: "the engine could not go on",
        EndReason.WALLS: "a Wall was completed",
        EndReason.WIPE_OUT: "neither Deity nor Wall was left",
        EndReason.DECK_OUT: "a card had to be drawn from an empty deck",
        EndReason.BOTH_LOSE: "both players lost at once",
        EndReason.TURN_CAP: "the turn cap was reached",
        EndReason.NO_DEITY_TO_START: "a deck held no Deity to start with",
    },
    standing_unit="a hit point on the table; a Wall counts ten more",
)
