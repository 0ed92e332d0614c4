"""Preparing the game: hands, and the flip that decides who goes first (section B)."""

import numpy as np

from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.piles import reshuffle
from evenhand.simulate.engine.sets import EMPTY, add
from evenhand.simulate.engine.state import note_hand
from evenhand.simulate.games.blackpoker.enums import SEATS, EndReason
from evenhand.simulate.games.blackpoker.moving_cards import bury, draw, fill_deck, lose_top

__all__ = ["begin", "deal_hand", "lay_out"]


@rule
def lay_out(state, pool, options):
    """Shuffle and deal; then the first turn begins (B1)."""
    for seat in range(SEATS):
        fill_deck(state, pool, seat)
        reshuffle(state, seat)
        deal_hand(state, options, seat)
    begin(state, options)


@rule
def begin(state, options):
    """Find out who goes first; that player draws and has the first turn (B2-B4)."""
    state.first = first_player(state)
    state.active = state.first
    state.turn = 1
    draw(state, state.first, options.first_draw)


@rule
def deal_hand(state, options, seat):
    """Deal an opening hand (B1)."""
    player = state.players[seat]
    for _ in range(min(options.opening_hand, player.n_deck)):
        player.hand = add(player.hand, lose_top(player, EndReason.PREPARATION))
    note_hand(state, seat, player.hand)


@rule
def first_player(state):
    """Turn up cards until one is higher; its owner goes first (B2, B3).

    With a deck used up, seat 0 stands for either: the win check ends that game at once.
    """
    while state.players[0].n_deck > 0 and state.players[1].n_deck > 0:
        ours, theirs = turn_up(state, 0), turn_up(state, 1)
        if ours != theirs:
            return np.int64(0) if ours > theirs else np.int64(1)
    return np.int64(0)


@rule
def turn_up(state, seat):
    """Turn up the top card of a deck, give its number, and put it into the grave."""
    player = state.players[seat]
    copy = lose_top(player, EndReason.PREPARATION)
    bury(player, add(EMPTY, copy))
    return np.int64(player.number[copy])
