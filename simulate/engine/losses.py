"""Ways to end a game shared by several games: both players lose, or a deck cannot begin."""

from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.hands import of_type
from evenhand.simulate.engine.options import SimultaneousLoss
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, full
from evenhand.simulate.engine.state import end_game

__all__ = ["both_can_begin", "end_for_both"]


@rule
def end_for_both(state, options, reason):
    """End the game for both players by the option ``simultaneous_loss``."""
    match options.simultaneous_loss:
        case SimultaneousLoss.ACTIVE_WINS:
            winner = state.active
        case SimultaneousLoss.ACTIVE_LOSES:
            winner = enemy_of(state.active)
        case _:
            winner = NOTHING
    end_game(state, winner, reason)


@rule
def both_can_begin(state, pool, type_, reason):
    """Return whether both decks have a card of a type; a deck without one loses at once."""
    first, second = has_type(state, pool, 0, type_), has_type(state, pool, 1, type_)
    if first and second:
        return True
    winner = NOTHING
    if first or second:
        winner = 0 if first else 1
    end_game(state, winner, reason)
    return False


@rule
def has_type(state, pool, seat, type_):
    """Return whether a deck list has a card of a type; packs may have none."""
    return of_type(state, pool, seat, full(state.deck_size[seat]), type_) != EMPTY
