"""Preparing the game: opening hands, redraws, and the first Deities (S1-S4)."""

from evenhand.decks.divinity.words import CardType
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.agenda import pop_task, push_task
from evenhand.simulate.engine.hands import deal_hand, leave_hand, of_type, shuffle_into_deck
from evenhand.simulate.engine.losses import both_can_begin
from evenhand.simulate.engine.piles import begin_deck
from evenhand.simulate.engine.sets import EMPTY, add, each
from evenhand.simulate.engine.state import note_played
from evenhand.simulate.games.divinity.bans import may_be_played
from evenhand.simulate.games.divinity.enums import SEATS, EndReason, Task
from evenhand.simulate.games.divinity.moving_cards import clear, set_down
from evenhand.simulate.games.divinity.places import spot

__all__ = ["check_opening_hand", "first_deities", "lay_out", "place_first"]


@rule
def lay_out(state, pool, options):
    """Shuffle both decks, draw both hands, and plan the rest of the preparation (S1, S2)."""
    state.active = NOTHING
    state.genders_apart = not options.both_matches_each
    state.spot_of[:] = NOTHING
    for player in state.players:
        for place in player.places:
            clear(place)
    if not both_can_begin(state, pool, CardType.DEITY, EndReason.NO_DEITY_TO_START):  # E25
        return
    for seat in range(SEATS):
        begin_deck(state, seat)
        deal_hand(state, seat, hand_size(state, options, seat))
    push_task(state, Task.BEGIN_TURN).seat = 0
    push_task(state, Task.FIRST_DEITY).seat = 1
    push_task(state, Task.FIRST_DEITY).seat = 0
    push_task(state, Task.OPENING_HAND).seat = 1
    push_task(state, Task.OPENING_HAND).seat = 0


@rule
def hand_size(state, options, seat):
    """Return the size of an opening hand: one card fewer for each redraw, but at least one (S3)."""
    more = options.second_player_cards if seat == 1 else 0  # E28
    return max(1, options.opening_hand + more - state.players[seat].redraws)


@rule
def check_opening_hand(state, pool, options, seat):
    """Keep a hand with a Deity in it; show and discard any other, and draw again (S3)."""
    player = state.players[seat]
    if deities_in_hand(state, pool, seat) != EMPTY:
        pop_task(state)
        shuffle_discards_in(state, seat)
        return
    player.redraws += 1
    state.tally[seat].mulligans += 1
    player.discard |= player.hand
    player.hand = EMPTY
    if player.n_deck < hand_size(state, options, seat):
        shuffle_discards_in(state, seat)  # E2
    deal_hand(state, seat, hand_size(state, options, seat))


@rule
def shuffle_discards_in(state, seat):
    """Shuffle what was discarded on the way back into the deck (S3)."""
    player = state.players[seat]
    if player.discard == EMPTY:
        return
    shuffle_into_deck(state, seat, player.discard)
    player.discard = EMPTY


@rule
def deities_in_hand(state, pool, seat):
    """Return the set of Deities in a hand."""
    return of_type(state, pool, seat, state.players[seat].hand, CardType.DEITY)


@rule
def first_deities(state, pool, options, seat):
    """Return the Deities that may be the first; play conditions do not count (S4, E3)."""
    every = deities_in_hand(state, pool, seat)
    if not options.setup_checks_conditions:
        return every
    found = EMPTY
    for copy in each(every):
        if may_be_played(state, pool, seat, copy):
            found = add(found, copy)
    return found if found != EMPTY else every


@rule
def place_first(state, pool, seat, copy):
    """Put the first Deity down (S4); both are turned up together, and nothing is triggered."""
    leave_hand(state.players[seat], copy)
    note_played(state, seat, copy)
    set_down(state, pool, spot(seat, 0), seat, copy, 0)
