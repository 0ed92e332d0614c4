"""What a seat cannot see, dealt anew for a bot that thinks ahead."""

import numpy as np

from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.piles import deal, deck_set, imagine_deck, take_top
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, add, each, remove, size

__all__ = ["resample_hidden"]


@rule
def resample_hidden(state, pool, options, seat):
    """Deal anew what a seat cannot see.

    That is the order of its own deck, and which of the enemy's unseen cards are in hand,
    in the deck, or face down as bulwarks. Cards are gathered as sets first, so that the
    new deal owes nothing to the old.
    """
    own, enemy = state.players[seat], state.players[enemy_of(seat)]
    imagine_deck(state, seat, deck_set(own))
    unseen = enemy.hand & ~enemy.shown
    n_hand, n_grave = size(unseen), np.int64(0)
    unseen |= deck_set(enemy)
    for place in each(enemy.bulwarks):
        unseen = add(unseen, enemy.bulwark[place])
    if not options.open_grave and enemy.grave != EMPTY:
        forgotten = remove(enemy.grave, enemy.top)
        unseen |= forgotten
        n_grave = size(forgotten)
    imagine_deck(state, enemy_of(seat), unseen)
    enemy.hand = (enemy.hand & enemy.shown) | deal(enemy, n_hand)
    for place in each(enemy.bulwarks):
        enemy.bulwark[place] = take_top(enemy)
    if n_grave > 0:
        enemy.grave = add(deal(enemy, n_grave), enemy.top)
