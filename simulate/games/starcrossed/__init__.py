"""Starcrossed: two players act within every turn; divas, crystals that level, set skills."""

from evenhand.decks.starcrossed.schema import SCHEMA
from evenhand.simulate.game import Game
from evenhand.simulate.games.starcrossed.bot.weights import WEIGHTS
from evenhand.simulate.games.starcrossed.enums import EndReason
from evenhand.simulate.games.starcrossed.options import OPTIONS

__all__ = ["GAME"]

GAME = Game(
    package=__name__,
    schema=SCHEMA,
    rules_version=2,
    options=OPTIONS,
    weights=WEIGHTS,
    novice_noise=200,
    end_reasons={
        EndReason.ENGINE_ERROR: "the engine could not go on",
        EndReason.LIFE: "a player had no life left",
        EndReason.BOTH_DEAD: "both players had no life left at once",
        EndReason.TURN_CAP: "the turn cap was reached",
        EndReason.DECK_OUT: "a player drew from an empty deck",
        EndReason.ENDLESS: "a turn came to no end",
    },
    standing_unit="a point of life",
    first_means=(
        "Both players act in every turn and the roles swap with the next, so going first means "
        "being the Active Player of turn 1, 3, 5 and so on, and nothing more: it is no first move "
        "that the other player has to answer a turn later."
    ),
)
