"""What verbs about cards do in most games, and in which zones: discarding, searching, taking back.

They act on the cards that an ability has picked, in zones as
`evenhand.simulate.engine.hands` has them.
"""

from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.steps import random_part
from evenhand.simulate.engine.hands import discard_from_hand, take_from_deck, take_from_discard
from evenhand.simulate.engine.piles import reshuffle
from evenhand.simulate.engine.sets import each

__all__ = ["discard_at_random", "discard_picked", "recover", "search"]


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
