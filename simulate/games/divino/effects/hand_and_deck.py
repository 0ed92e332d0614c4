"""What effects do with cards of hands, decks and discard piles."""

from evenhand.decks.divino.words import Noun, Verb
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.steps import random_part
from evenhand.simulate.engine.piles import reshuffle, take_out
from evenhand.simulate.engine.sets import add, each, nothing_in, remove
from evenhand.simulate.games.divino.in_play.moving_cards import (
    discard,
    enter,
    put_into_deck,
    show,
    take_from_deck,
)
from evenhand.simulate.games.divino.in_play.places import place

__all__ = ["lose_cards", "put_into_play", "recover", "recycle", "search"]


@rule
def lose_cards(state, seat, owner, n):
    """Discard cards of a hand at random."""
    for copy in each(random_part(state, seat, state.players[owner].hand, n)):
        discard(state, owner, copy)


@rule
def search(state, seat):
    """Take the cards found in the deck into the hand, then shuffle it."""
    for copy in each(state.pick.cards):
        take_from_deck(state, seat, copy)
    reshuffle(state, seat)


@rule
def recover(state, seat):
    """Take cards from the discard pile into the hand; all know them."""
    player = state.players[seat]
    for copy in each(state.pick.cards):
        player.discard = remove(player.discard, copy)
        player.hand = add(player.hand, copy)
        show(player, copy)


@rule
def put_into_play(state, pool, options, seat, verb):
    """Put cards into play without casting them; "it" is then what came."""
    player = state.players[seat]
    came = nothing_in(state.it)
    for copy in each(state.pick.cards & player.kind[Noun.PERMANENT]):
        came = add(came, place(seat, copy))
        if verb == Verb.REVIVE:
            player.discard = remove(player.discard, copy)
        elif verb == Verb.DEPLOY:
            discard(state, seat, copy)
            player.discard = remove(player.discard, copy)
        else:
            take_out(player, copy)
        enter(state, pool, options, seat, copy, NOTHING)
    if verb == Verb.RAMP:
        reshuffle(state, seat)
    for word in range(len(state.it)):
        state.it[word] = came[word]


@rule
def recycle(state, seat):
    """Shuffle cards from the discard pile into the deck."""
    player = state.players[seat]
    for copy in each(state.pick.cards):
        player.discard = remove(player.discard, copy)
        put_into_deck(state, seat, copy)
