"""What the quantities of abilities count."""

import numpy as np

from evenhand.decks.divino.words import Quantity
from evenhand.decks.language.rows import How
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.selecting import places
from evenhand.simulate.engine.seats import rivals_of
from evenhand.simulate.engine.sets import EMPTY, each, is_empty, size
from evenhand.simulate.games.divino.costs.mana import pool_size
from evenhand.simulate.games.divino.enums import Step
from evenhand.simulate.games.divino.in_play.former import number_of_given
from evenhand.simulate.games.divino.in_play.nouns import trait_of
from evenhand.simulate.games.divino.in_play.numbers import planes_of

__all__ = ["count"]


@rule
def count(state, pool, seat, copy, counted):
    """Count what a quantity names."""
    own = state.players[seat]
    match counted.quantity:
        case Quantity.OWN_HAND:
            return size(own.hand)
        case Quantity.ENEMY_HANDS:
            return of_enemies(state, seat, True)
        case Quantity.OWN_DECK:
            return np.int64(own.n_deck)
        case Quantity.OWN_DISCARD:
            return size(own.discard)
        case Quantity.ENEMY_DISCARDS:
            return of_enemies(state, seat, False)
        case Quantity.OWN_MANA:
            return pool_size(state, seat)
        case Quantity.OWN_QUEUE:
            return np.int64(own.n_queue)
        case Quantity.PAID:
            return np.int64(state.paid)
        case Quantity.YOUR_TURN:
            return np.int64(state.active == seat)
        case Quantity.YOUR_MAIN_PHASE:
            is_main = state.step == Step.MAIN_1 or state.step == Step.MAIN_2
            return np.int64(is_main and state.active == seat)
    found = places(state, pool, seat, copy, counted.of)
    if counted.of.how == How.FORMER and is_empty(found):
        return number_of_given(state, counted.quantity)
    return total_of(state, pool, found, counted.quantity)


@rule
def of_enemies(state, seat, in_hand):
    """Count the cards in hands, or in discard piles, of all enemies."""
    found = np.int64(0)
    for enemy in each(rivals_of(state, seat)):
        player = state.players[enemy]
        found += size(player.hand if in_hand else player.discard)
    return found


@rule
def total_of(state, pool, found, quantity):
    """Take a quantity of all places of a set together."""
    if quantity == Quantity.THINGS:
        return size(found)
    total, planes = np.int64(0), np.int64(EMPTY)
    for where in each(found):
        if quantity == Quantity.PLANES:
            planes |= planes_of(state, pool, where)
        else:
            total += trait_of(state, pool, where, quantity)
    return size(planes) if quantity == Quantity.PLANES else total
