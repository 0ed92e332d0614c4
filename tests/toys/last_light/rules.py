"""Last Light as a step machine: ask, offer, apply, run on to the next question."""

import numpy as np

from evenhand.game import (
    EMPTY,
    NOTHING,
    add,
    ask,
    begin_deck,
    each,
    end_game,
    first,
    leave,
    next_seat,
    note_hand,
    offer,
    offer_cards,
    rank_by_points,
    remove,
    rivals_of,
    rule,
    seats_in,
    size,
    take_top,
)
from last_light.schema import Kind
from last_light.words import Act, EndReason, Question

__all__ = ["apply", "kind_of", "legal_actions", "set_up", "standing", "strength_of", "take_turn"]


@rule
def set_up(state, pool, options):
    """Light the lamps, shuffle and deal; player 1 begins (L1)."""
    for seat in range(len(state.players)):
        player = state.players[seat]
        player.flame = options.flame + (options.later_flame if seat else 0)
        begin_deck(state, seat)
        for _ in range(options.opening_hand):
            draw(state, seat)
        note_hand(state, seat, player.hand)
    take_turn(state, 0)


@rule
def take_turn(state, seat):
    """Draw a card, and play one (L2)."""
    before = state.players[seat].hand
    draw(state, seat)
    state.tally[seat].drawn |= state.players[seat].hand & ~before
    state.turn += 1
    ask(state, seat, Question.PLAY)


@rule
def draw(state, seat):
    """Draw the top card, if there is one (L2)."""
    player = state.players[seat]
    if player.n_deck > 0:
        player.hand = add(player.hand, take_top(player))


@rule
def legal_actions(state, pool, options, menu):
    """Offer each card in hand, a Gust for each rival (L2, L3)."""
    hand = state.players[state.seat].hand
    gusts = EMPTY
    for copy in each(hand):
        if kind_of(state, pool, state.seat, copy) == Kind.GUST:
            gusts = add(gusts, copy)
    for rival in each(rivals_of(state, state.seat)):
        offer_gusts(state, menu, gusts, rival)
    offer_cards(state, menu, Act.PLAY, state.seat, hand & ~gusts)
    if hand == EMPTY:
        offer(menu, Act.PASS, state.seat, 0, NOTHING)


@rule
def offer_gusts(state, menu, gusts, rival):
    """Offer gusts against a rival, each different card once (L3)."""
    last = NOTHING
    for copy in each(gusts):
        row = state.card_of[state.seat, copy]
        if row != last:
            offer(menu, Act.PLAY, rival, 0, copy)
        last = row


@rule
def kind_of(state, pool, seat, copy):
    """Return the kind of a card."""
    return pool.cards[state.card_of[seat, copy]].kind


@rule
def strength_of(state, pool, seat, copy):
    """Return the strength of a card."""
    return np.int64(pool.cards[state.card_of[seat, copy]].strength)


@rule
def apply(state, pool, options, action):
    """Play the card, see who is out, and go on (L2, L6, L7)."""
    if action.kind == Act.PLAY:
        play(state, pool, options, action)
    put_out(state)
    left = seats_in(state)
    if size(left) <= 1:
        end_by_flame(state, left)
    elif not has_cards(state, left):
        end_at_dawn(state)
    else:
        take_turn(state, next_seat(state, state.seat))


@rule
def play(state, pool, options, action):
    """Do what the card does, and lay it down (L3-L5)."""
    seat, copy = state.seat, action.copy_id
    player, strength = state.players[seat], strength_of(state, pool, seat, copy)
    match kind_of(state, pool, seat, copy):
        case Kind.GUST:
            blow(state.players[action.seat], strength)
        case Kind.STORM:
            for other in each(seats_in(state)):
                blow(state.players[other], strength)
        case Kind.OIL:
            player.flame = max(player.flame, min(player.flame + strength, options.brim))
    player.hand = remove(player.hand, copy)
    player.spent = add(player.spent, copy)
    state.tally[seat].played = add(state.tally[seat].played, copy)


@rule
def blow(player, strength):
    """Take flame off a lamp (L3)."""
    player.flame = max(player.flame - strength, 0)


@rule
def put_out(state):
    """Whoever has no flame left is out, all of them at once (L6)."""
    gone = EMPTY
    for seat in each(seats_in(state)):
        if state.players[seat].flame == 0:
            gone = add(gone, seat)
    leave(state, gone)


@rule
def end_by_flame(state, left):
    """Name the last one with a flame the winner, if there is one (L6)."""
    if left == EMPTY:
        end_game(state, NOTHING, EndReason.DARKNESS)
    else:
        end_game(state, first(left), EndReason.LAST_LIGHT)


@rule
def has_cards(state, left):
    """Return whether any of those still in has a card to play."""
    for seat in each(left):
        if state.players[seat].hand != EMPTY or state.players[seat].n_deck > 0:
            return True
    return False


@rule
def end_at_dawn(state):
    """Put lamps out, the dimmest first, until the brightest are left (L7)."""
    flames = np.zeros(len(state.players), np.int64)
    for seat in range(len(state.players)):
        flames[seat] = state.players[seat].flame
    end_game(state, rank_by_points(state, flames), EndReason.DAWN)


@rule
def standing(state, pool, options, seat):
    """Count the flame."""
    return np.int64(state.players[seat].flame)
