"""BlackPoker (lite): playing cards, a stage for responses, and the deck as life."""

from evenhand.decks.blackpoker.schema import SCHEMA
from evenhand.simulate.game import Game
from evenhand.simulate.games.blackpoker.bot.weights import WEIGHTS
from evenhand.simulate.games.blackpoker.enums import EndReason
from evenhand.simulate.games.blackpoker.options import OPTIONS

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
        EndReason.ATTACK: "an attack took the last card of a deck",
        EndReason.THROW: "Throw took the last card of a deck",
        EndReason.DRAW: "a player drew the last card",
        EndReason.COST: "a player paid with the last card",
        EndReason.GENERATION_CHANGE: "Generation Change took the last card of a deck",
        EndReason.SEARCH: "Search took the last card of a deck",
        EndReason.PREPARATION: "a deck was too small for the opening hand",
        EndReason.BOTH_EMPTY: "both decks were empty at once",
        EndReason.TURN_CAP: "the turn cap was reached",
        EndReason.ENDLESS: "a turn came to no end",
    },
    standing_unit="a card in the deck",
)
