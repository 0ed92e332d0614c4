"""Generation Change, the one trigger (R9, C17)."""

from decks.records import NOTHING
from simulate.engine.compile import rule
from simulate.engine.sets import EMPTY, has, with_
from simulate.engine.stage import put_on_stage
from simulate.games.blackpoker.cards import bury, lose_top, nobles_of
from simulate.games.blackpoker.words import EndReason

__all__ = ["change_generation", "raise_deed"]


@rule
def change_generation(state, seat):
    """Mill a deck until a noble appears, which goes to the hand."""
    player = state.players[seat]
    while player.n_deck > 0:
        copy = lose_top(player, EndReason.GENERATION_CHANGE)
        if has(nobles_of(player), copy):
            player.hand = with_(player.hand, copy)
            player.shown = with_(player.shown, copy)
            state.tally[seat].tutored = with_(state.tally[seat].tutored, copy)
            return
        bury(player, with_(EMPTY, copy))


@rule
def raise_deed(state, deed, seat):
    """Put a deed onto the stage that nobody starts: it has no key cards and no target."""
    request = state.raised[0]
    request.deed = deed
    request.seat = seat
    request.target = NOTHING
    put_on_stage(state, request)
