"""What abilities count."""

import numpy as np

from evenhand.decks.divinity.words import Adjective, Quantity
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine import rng
from evenhand.simulate.engine.abilities.selecting import places
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, each, full, size
from evenhand.simulate.games.divinity.nouns import trait_of
from evenhand.simulate.games.divinity.places import at, attachments_on, is_deity

__all__ = ["count"]


@rule
def count(state, pool, seat, copy, counted):
    """Count what a quantity names."""
    own, enemy = state.players[seat], state.players[enemy_of(seat)]
    match counted.quantity:
        case Quantity.OWN_HAND:
            return size(own.hand)
        case Quantity.ENEMY_HAND:
            return size(enemy.hand)
        case Quantity.OWN_DECK:
            return np.int64(own.n_deck)
        case Quantity.ENEMY_DECK:
            return np.int64(enemy.n_deck)
        case Quantity.OWN_DISCARD:
            return size(own.discard)
        case Quantity.ENEMY_DISCARD:
            return size(enemy.discard)
        case Quantity.HEADS:
            return rng.coin(state.rng, seat)
        case Quantity.YOUR_TURN:
            return np.int64(state.active == seat)
        case _:
            spots = places(state, pool, seat, copy, counted.of)
            return count_among(state, pool, spots, counted.quantity)


@rule
def count_among(state, pool, spots, quantity):
    """Count what a quantity names among the cards at some spots."""
    match quantity:
        case Quantity.THINGS:
            return size(spots)
        case Quantity.PANTHEONS:
            return pantheons_among(state, spots)
        case Quantity.ATTACHMENTS:
            found = np.int64(0)
            for where in each(spots):
                found += size(attachments_on(state, where)) if is_deity(where) else 0
            return found
        case _:
            found = np.int64(0)
            for where in each(spots):
                found += trait_of(state, pool, where, quantity)
            return found


@rule
def pantheons_among(state, spots):
    """Count the different pantheons of some Deities."""
    found = EMPTY
    for where in each(spots):
        found |= at(state, where).words
    return size(found & full(Adjective.FEMALE))
