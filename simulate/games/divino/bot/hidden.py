"""What a seat cannot see, dealt anew for a bot that thinks ahead."""

from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.piles import deal, deck_set, imagine_deck
from evenhand.simulate.engine.sets import EMPTY, size

__all__ = ["resample_hidden"]


@rule
def resample_hidden(state, pool, options, seat):
    """Deal anew the order of the own deck, and the unseen hand cards and decks of all others."""
    for other in range(len(state.players)):
        player = state.players[other]
        unseen = EMPTY if other == seat else player.hand & ~player.known[seat]
        imagine_deck(state, other, deck_set(player) | unseen)
        player.hand = (player.hand & ~unseen) | deal(player, size(unseen))
