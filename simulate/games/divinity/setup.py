"""Preparing the game: opening hands, redraws, and the first Deities (S1-S4)."""

from decks.divinity.words import CardType
from decks.records import NOTHING
from simulate.engine.agenda import drop_task, plan
from simulate.engine.compile import rule
from simulate.engine.hands import draw_top, leave_hand, put_into_deck
from simulate.engine.piles import reshuffle
from simulate.engine.sets import EMPTY, each, with_
from simulate.engine.state import end_game, note_hand
from simulate.games.divinity.bans import may_be_played
from simulate.games.divinity.moves import clear, note_played, set_down
from simulate.games.divinity.places import spot
from simulate.games.divinity.words import SEATS, EndReason, Task

__all__ = ["check_opening_hand", "first_deities", "lay_out", "place_first"]


@rule
def lay_out(state, table, options):
    """Shuffle both decks, draw both hands, and plan the rest of the preparation (S1, S2)."""
    state.active = NOTHING
    state.genders_apart = not options.both_matches_each
    state.spot_of[:] = NOTHING
    for player in state.players:
        for place in player.places:
            clear(place)
    if not has_deity(state, table, 0) or not has_deity(state, table, 1):
        concede_for_want_of_deities(state, table)
        return
    for seat in range(SEATS):
        for copy in range(state.deck_size[seat]):
            put_into_deck(state, seat, copy)
        reshuffle(state, seat)
        deal_hand(state, options, seat)
    plan(state, Task.BEGIN_TURN).seat = 0
    plan(state, Task.FIRST_DEITY).seat = 1
    plan(state, Task.FIRST_DEITY).seat = 0
    plan(state, Task.OPENING_HAND).seat = 1
    plan(state, Task.OPENING_HAND).seat = 0


@rule
def has_deity(state, table, seat):
    """Say whether a deck has a Deity at all (E25)."""
    for copy in range(state.deck_size[seat]):
        if table.cards[state.card_of[seat, copy]].type == CardType.DEITY:
            return True
    return False


@rule
def concede_for_want_of_deities(state, table):
    """End a game that a deck without Deities cannot begin (E25)."""
    winner = NOTHING
    for seat in range(SEATS):
        if has_deity(state, table, seat):
            winner = seat
    end_game(state, winner, EndReason.NO_DEITY_TO_START)


@rule
def deal_hand(state, options, seat):
    """Draw an opening hand (S2, S3)."""
    player = state.players[seat]
    for _ in range(min(hand_size(options, player), player.n_deck)):
        draw_top(state, seat)
    note_hand(state, seat, player.hand)


@rule
def hand_size(options, player):
    """Give the size of an opening hand: one card fewer for each redraw, but at least one (S3)."""
    return max(1, options.opening_hand - player.redraws)


@rule
def check_opening_hand(state, table, options, seat):
    """Keep a hand with a Deity in it; show and discard any other, and draw again (S3)."""
    player = state.players[seat]
    if deities_in_hand(state, table, seat) != EMPTY:
        drop_task(state)
        shuffle_discards_in(state, seat)
        return
    player.redraws += 1
    state.tally[seat].mulligans += 1
    player.discard |= player.hand
    player.hand = EMPTY
    if player.n_deck < hand_size(options, player):
        shuffle_discards_in(state, seat)  # E2
    deal_hand(state, options, seat)


@rule
def shuffle_discards_in(state, seat):
    """Shuffle what was discarded on the way back into the deck (S3)."""
    player = state.players[seat]
    if player.discard == EMPTY:
        return
    for copy in each(player.discard):
        put_into_deck(state, seat, copy)
    player.discard = EMPTY
    reshuffle(state, seat)


@rule
def deities_in_hand(state, table, seat):
    """Give the set of Deities in a hand."""
    found = EMPTY
    for copy in each(state.players[seat].hand):
        if table.cards[state.card_of[seat, copy]].type == CardType.DEITY:
            found = with_(found, copy)
    return found


@rule
def first_deities(state, table, options, seat):
    """Give the Deities that may be the first; play conditions do not count (S4, E3)."""
    every = deities_in_hand(state, table, seat)
    if not options.setup_checks_conditions:
        return every
    found = EMPTY
    for copy in each(every):
        if may_be_played(state, table, seat, copy):
            found = with_(found, copy)
    return found if found != EMPTY else every


@rule
def place_first(state, table, seat, copy):
    """Put the first Deity down (S4); both are turned up together, and nothing is triggered."""
    leave_hand(state.players[seat], copy)
    note_played(state, seat, copy)
    set_down(state, table, spot(seat, 0), seat, copy, 0)
