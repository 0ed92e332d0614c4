"""Divinity: Deities with Attachments, Walls, trophies, and three ways to win."""

from decks.divinity.schema import SCHEMA
from simulate.engine.abilities.words import AbilityQuestion
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
    # Looking ahead gains nothing at these, or takes too long.
    sure=(
        Question.FIRST_DEITY,
        Question.TROPHY,
        Question.HAND_LIMIT,
        AbilityQuestion.PICK_CARD,
        AbilityQuestion.AMOUNT,
        AbilityQuestion.NEXT_TRIGGER,
    ),
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
