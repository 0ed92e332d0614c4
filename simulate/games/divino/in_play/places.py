"""Places: ``seat * 63 + copy`` for the active Demigod and all in play; behind them the stack."""

import numpy as np

from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import put_word, rule
from evenhand.simulate.engine.sets import EMPTY, MOST, add, has, nothing_in

__all__ = [
    "all_in_play", "card_of_place", "copy_in_play", "copy_of", "in_play", "is_on_stack",
    "item_at", "kind_of", "number_at", "of_kind", "own_places", "place", "place_in_play",
    "player_place", "seat_of", "stack_place", "stack_spots", "together",
]  # fmt: skip


@rule
def place(seat, copy):
    """Return the number of the place where a card stands when it is in play."""
    return np.int64(seat) * MOST + copy


@rule
def player_place(state, seat):
    """Return the place of a player and the active Demigod."""
    return place(seat, state.players[seat].demigod)


@rule
def copy_of(where):
    """Return the copy that a place in play is for."""
    return np.int64(where) % MOST


@rule
def seat_of(state, where):
    """Return the player whose place it is; of the stack, whose item."""
    if is_on_stack(state, where):
        return np.int64(item_at(state, where).seat)
    return np.int64(where) // MOST


@rule
def card_of_place(state, pool, where):
    """Return the table card of what is at a place."""
    if is_on_stack(state, where):
        stack_item = item_at(state, where)
        return pool.cards[state.card_of[stack_item.seat, stack_item.copy_id]]
    return pool.cards[state.card_of[where // MOST, where % MOST]]


# What is in play


@rule
def in_play(state, seat):
    """Return the set of a player's cards in play, the active Demigod among them."""
    player = state.players[seat]
    return player.field if player.demigod == NOTHING else add(player.field, player.demigod)


@rule
def copy_in_play(state, where):
    """Return the card at a place, NOTHING if nothing is there."""
    if is_on_stack(state, where):
        number = number_at(state, where)
        return np.int64(NOTHING if number == NOTHING else state.stack[number].copy_id)
    return copy_of(where) if has(in_play(state, where // MOST), where % MOST) else np.int64(NOTHING)


@rule
def place_in_play(state, seat, copy):
    """Return the place of a card, NOTHING if it is not in play."""
    return place(seat, copy) if has(in_play(state, seat), copy) else np.int64(NOTHING)


@rule
def kind_of(state, seat, noun):
    """Return the set of a player's cards in play of a noun."""
    player = state.players[seat]
    return player.kind[noun] & player.field


@rule
def of_kind(state, where, noun):
    """Return whether a card is of a noun, in play or not."""
    return has(state.players[where // MOST].kind[noun], where % MOST)


# Sets of places


@rule
def own_places(state, seat, copies):
    """Return the set of places of some cards of one player."""
    return put_word(nothing_in(state.it), seat, copies)


@rule
def together(members, seat, copies):
    """Add the places of some cards of one player to a set that has none of that player's."""
    return put_word(members, seat, copies)


@rule
def all_in_play(state):
    """Return the set of all places where something is, the stack's among them."""
    found = nothing_in(state.it)
    for seat in range(len(state.players)):
        found = put_word(found, seat, in_play(state, seat))
    return put_word(found, len(state.players), stack_spots(state))


# The stack


@rule
def stack_place(state, spot):
    """Return the place of an item on the stack."""
    return np.int64(len(state.players)) * MOST + spot


@rule
def is_on_stack(state, where):
    """Return whether a place is one of the stack."""
    return where >= len(state.players) * MOST


@rule
def stack_spots(state):
    """Return the set of the spots of the stack that are taken."""
    found = EMPTY
    for number in range(state.n_stack):
        found = add(found, state.stack[number].spot)
    return found


@rule
def number_at(state, where):
    """Find the item at a place of the stack; NOTHING if none is there."""
    spot = where - len(state.players) * MOST
    for number in range(state.n_stack):
        if state.stack[number].spot == spot:
            return np.int64(number)
    return np.int64(NOTHING)


@rule
def item_at(state, where):
    """Return the item at a place of the stack where there is one."""
    return state.stack[number_at(state, where)]
