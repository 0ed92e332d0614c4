"""Generation Change, the one trigger (R9, C17)."""

from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.sets import EMPTY, add, has
from evenhand.simulate.engine.stack import push_item
from evenhand.simulate.games.blackpoker.enums import EndReason
from evenhand.simulate.games.blackpoker.moving_cards import bury, lose_top, nobles_of

__all__ = ["change_generation", "raise_deed"]


@rule
def change_generation(state, seat):
    """Mill a deck until a noble appears, which goes to the hand."""
    player = state.players[seat]
    while player.n_deck > 0:
        copy = lose_top(player, EndReason.GENERATION_CHANGE)
        if has(nobles_of(player), copy):
            player.hand = add(player.hand, copy)
            player.shown = add(player.shown, copy)
            state.tally[seat].tutored = add(state.tally[seat].tutored, copy)
            return
        bury(player, add(EMPTY, copy))


@rule
def raise_deed(state, deed, seat):
    """Put a deed onto the stage that nobody starts: it has no key cards and no target."""
    request = state.raised[0]
    request.deed = deed
    request.seat = seat
    request.target = NOTHING
    push_item(state, request)
