"""When both players of a game for two lose at once."""

from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.options import SimultaneousLoss
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.state import end_game

__all__ = ["end_for_both"]


@rule
def end_for_both(state, options, reason):
    """End the game as the option ``simultaneous_loss`` says."""
    match options.simultaneous_loss:
        case SimultaneousLoss.ACTIVE_WINS:
            winner = state.active
        case SimultaneousLoss.ACTIVE_LOSES:
            winner = enemy_of(state.active)
        case _:
            winner = NOTHING
    end_game(state, winner, reason)
