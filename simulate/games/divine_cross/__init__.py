"""Divine Cross: units in a Main and a Standby Area, energy, and three KOs to win."""

from evenhand.decks.divine_cross.schema import SCHEMA
from evenhand.simulate.game import Game
from evenhand.simulate.games.divine_cross.bot.weights import WEIGHTS
from evenhand.simulate.games.divine_cross.enums import EndReason
from evenhand.simulate.games.divine_cross.options import OPTIONS

__all__ = ["GAME"]

GAME = Game(
    package=__name__,
    schema=SCHEMA,
    rules_version=1,
    options=OPTIONS,
    weights=WEIGHTS,
    novice_noise=60,
    end_reasons={
        EndReason.ENGINE_ERROR: "the engine could not go on",
        EndReason.KO_LIMIT: "a third unit was KO'd",
        EndReason.NO_UNIT_LEFT: "nobody was left to replace the main unit",
        EndReason.BOTH_LOSE: "both players lost at once",
        EndReason.NO_UNIT_TO_START: "a deck held no unit to start with",
        EndReason.TURN_CAP: "the turn cap was reached",
        EndReason.ENDLESS: "a turn came to no end",
    },
    standing_unit="a hundredth of a KO, or ten hit points on the table",
)
