"""What quantities come to: things and their numbers, cards, life, energy."""

import numpy as np

from evenhand.decks.starcrossed.words import Quantity
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.selecting import places
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import each, size
from evenhand.simulate.games.starcrossed.moving_cards import energy_of
from evenhand.simulate.games.starcrossed.nouns import trait_of

__all__ = ["count"]


@rule
def count(state, pool, seat, copy, counted):
    """Count what a quantity names."""
    own, enemy = state.players[seat], state.players[enemy_of(seat)]
    match counted.quantity:
        case Quantity.THINGS:
            return size(places(state, pool, seat, copy, counted.of))
        case Quantity.STRENGTH | Quantity.LEVELS | Quantity.COST:
            return added_up(state, pool, seat, copy, counted)
        case Quantity.OWN_HAND:
            return size(own.hand)
        case Quantity.ENEMY_HAND:
            return size(enemy.hand)
        case Quantity.OWN_DECK:
            return np.int64(own.n_deck)
        case Quantity.ENEMY_DECK:
            return np.int64(enemy.n_deck)
        case Quantity.OWN_VOID:
            return size(own.void)
        case Quantity.ENEMY_VOID:
            return size(enemy.void)
        case Quantity.OWN_LIFE:
            return np.int64(own.life)
        case Quantity.ENEMY_LIFE:
            return np.int64(enemy.life)
        case Quantity.OWN_ENERGY:
            return np.int64(energy_of(own))
        case _:
            return np.int64(state.fight.on != 0 and state.fight.blocked != 0)


@rule
def added_up(state, pool, seat, copy, counted):
    """Add up a number of all that a selector speaks of."""
    total = np.int64(0)
    for place in each(places(state, pool, seat, copy, counted.of)):
        total += trait_of(state, pool, place, counted.quantity)
    return total
