"""Trophies: cards for Deities that were defeated (R14, R15)."""

from evenhand.decks.divinity.words import RANKS, Adjective
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.agenda import pop_task
from evenhand.simulate.engine.hands import take_from_deck, take_from_discard
from evenhand.simulate.engine.piles import reshuffle
from evenhand.simulate.engine.sets import EMPTY
from evenhand.simulate.engine.state import ask
from evenhand.simulate.games.divinity.enums import Act, Question

__all__ = ["earn", "next_trophy", "take", "takes_from_discard"]

MAJOR = RANKS.index(Adjective.MAJOR)


@rule
def earn(state, rank):
    """Note the trophy for a Deity of a rank: none for a minor one (R14)."""
    if rank == MAJOR:
        state.deck_trophies += 1
    elif rank > MAJOR:
        state.free_trophies += 1


@rule
def next_trophy(state):
    """Ask for the next trophy, one by one, as long as there is a card to take (R14, E13)."""
    player = state.players[state.active]
    if player.n_deck == 0:
        state.deck_trophies = 0
        if player.discard == EMPTY:
            state.free_trophies = 0
    if state.deck_trophies or state.free_trophies:
        ask(state, state.active, Question.TROPHY)
        return
    pop_task(state)


@rule
def takes_from_discard(state):
    """Return whether the next trophy may be from the discard pile; those are taken first."""
    return state.free_trophies > 0


@rule
def take(state, kind, copy):
    """Take a trophy: hidden from the deck, which is shuffled, or shown from the discard."""
    seat = state.active
    if takes_from_discard(state):
        state.free_trophies -= 1
    else:
        state.deck_trophies -= 1
    match kind:
        case Act.FROM_DECK:
            take_from_deck(state, seat, copy)
            reshuffle(state, seat)
        case Act.FROM_DISCARD:
            take_from_discard(state, seat, copy)
