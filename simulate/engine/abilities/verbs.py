"""Effects of verbs on cards in most games: discard, search, take back; and durations.

They act on the cards that an ability has picked, in zones as
`evenhand.simulate.engine.hands` has them.
"""

import numpy as np

from evenhand.decks.language.usual_words import Duration
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import FOREVER
from evenhand.simulate.engine.abilities.steps import random_part
from evenhand.simulate.engine.hands import (
    discard_from_hand,
    shuffle_into_deck,
    take_from_deck,
    take_from_discard,
)
from evenhand.simulate.engine.piles import reshuffle
from evenhand.simulate.engine.sets import each

__all__ = [
    "discard_at_random", "discard_picked", "last_turn_of", "recover", "recycle", "search",
]  # fmt: skip


@rule
def discard_picked(state, seat):
    """Discard the cards chosen."""
    for copy in each(state.pick.cards):
        discard_from_hand(state, seat, copy)


@rule
def discard_at_random(state, seat, owner, n):
    """Discard n cards of a hand at random."""
    for copy in each(random_part(state, seat, state.players[owner].hand, n)):
        discard_from_hand(state, owner, copy)


@rule
def search(state, seat):
    """Take the cards found in the deck into the hand, then shuffle it."""
    for copy in each(state.pick.cards):
        take_from_deck(state, seat, copy)
    reshuffle(state, seat)


@rule
def recover(state, seat):
    """Take cards from the discard pile into the hand."""
    for copy in each(state.pick.cards):
        take_from_discard(state, seat, copy)


@rule
def recycle(state, seat):
    """Shuffle cards of the discard pile into the deck."""
    state.players[seat].discard &= ~state.pick.cards
    shuffle_into_deck(state, seat, state.pick.cards)


@rule
def last_turn_of(state, duration, controller):
    """Return the last turn of a change with a duration."""
    is_own_turn = state.active == controller
    match duration:
        case Duration.THIS_TURN:
            return np.int64(state.turn)
        case Duration.YOUR_NEXT_TURN:
            return np.int64(state.turn + 1 + is_own_turn)
        case Duration.ENEMY_NEXT_TURN:
            return np.int64(state.turn + 2 - is_own_turn)
        case _:
            return np.int64(FOREVER)
