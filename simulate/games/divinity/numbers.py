"""The numbers of cards in play: ATK, HP and attributes, as they are now.

They are worked out anew from what is printed whenever the table has changed, and kept with
the card. What a change counts or asks about ("for each point of ATK of ..", "with at least 5
HP") may itself be changed: so it goes in rounds, each with the numbers of the one before,
until none is new. Numbers that feed on each other for ever come to an end, the same for both
players.
"""

import numpy as np

from evenhand.decks.divinity.words import Adjective, Verb
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import find_changes, total
from evenhand.simulate.engine.sets import EMPTY, add, each, has, remove
from evenhand.simulate.games.divinity.places import FIGHTERS, at, card_at

__all__ = ["hp_left", "print_numbers", "printed_words", "refresh", "suffered"]

MOST = 30_000  # what the fields hold
ROUNDS = 4  # attributes, what hangs on them, what hangs on that, and to see that it is so
ALTERING = 1 << Verb.GETS_ATK | 1 << Verb.GETS_HP | 1 << Verb.IS_ALSO  # set of verbs


@rule
def printed_words(state, card):
    """Return what is printed of rank, pantheon and so on; Both is each gender or neither (E26)."""
    if state.genders_apart and has(card.words, Adjective.DUAL):
        return remove(remove(card.words, Adjective.FEMALE), Adjective.MALE)
    return np.int64(card.words)


@rule
def print_numbers(state, pool, where):
    """Give a card in play the numbers printed on it."""
    place, card = at(state, where), card_at(state, pool, where)
    place.words = printed_words(state, card)
    place.atk = card.atk
    place.hp = card.hp


@rule
def refresh(state, pool):
    """Work the numbers of all Deities and Walls out anew from what is printed (A1)."""
    state.stale = 0
    is_altered = state.changing & ALTERING != EMPTY
    if not is_altered and not state.altered:
        return  # all are as printed
    state.altered = is_altered
    for where in each(state.taken & FIGHTERS):
        print_numbers(state, pool, where)
    is_deep = state.hanging or has(state.changing, Verb.IS_ALSO)
    for _ in range(ROUNDS if is_deep else 1):
        for where in each(state.taken & FIGHTERS):
            work_out(state, pool, where)
        if not adopt(state):
            return


@rule
def work_out(state, pool, where):
    """Work out the numbers of one card from those that all cards had before this round."""
    place, card = at(state, where), card_at(state, pool, where)
    hp = np.int64(card.hp) + total(state, pool, Verb.GETS_HP, where)
    place.next_hp = max(-MOST, min(MOST, hp))
    atk = np.int64(card.atk) + total(state, pool, Verb.GETS_ATK, where)
    place.next_atk = max(0, min(MOST, atk))
    find_changes(state, pool, Verb.IS_ALSO, where)
    words = printed_words(state, card)
    for i in range(state.n_found):
        words = add(words, state.found[i])
    place.next_words = words


@rule
def adopt(state):
    """Let what a round has worked out hold; says whether anything is new."""
    is_new = False
    for where in each(state.taken & FIGHTERS):
        place = at(state, where)
        is_new = (
            is_new
            or place.hp != place.next_hp
            or place.atk != place.next_atk
            or place.words != place.next_words
        )
        place.hp, place.atk, place.words = place.next_hp, place.next_atk, place.next_words
    return is_new


@rule
def hp_left(state, where):
    """Return the HP of a Deity or Wall that are left."""
    return np.int64(at(state, where).hp) - at(state, where).damage


@rule
def suffered(state, pool, where, amount):
    """Return what a damage comes to for the Deity or Wall that takes it."""
    if amount <= 0:
        return np.int64(0)
    return max(np.int64(0), np.int64(amount) + total(state, pool, Verb.TAKES, where))
