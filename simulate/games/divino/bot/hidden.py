"""What a seat cannot see, dealt anew for a bot that looks ahead."""

from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.piles import deal, deck_set, gather
from evenhand.simulate.engine.rng import Purpose, shuffle
from evenhand.simulate.engine.sets import EMPTY, size

__all__ = ["resample_hidden"]


@rule
def resample_hidden(state, pool, options, seat):
    """Deal anew the order of the own deck, and the unseen hand cards and decks of all others."""
    for other in range(len(state.players)):
        player = state.players[other]
        unseen = EMPTY if other == seat else player.hand & ~player.known[seat]
        gather(player, deck_set(player) | unseen)
        shuffle(state.rng, player.deck, player.n_deck, Purpose.DREAM, other)
        player.hand = (player.hand & ~unseen) | deal(player, size(unseen))
