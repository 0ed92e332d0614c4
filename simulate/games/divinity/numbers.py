"""The numbers of cards in play: ATK, HP and attributes, as they are now.

They are worked out anew whenever the table has changed, and kept with the card. What a
change counts or asks about ("for each point of ATK of ..", "with at least 5 HP") is
therefore what was kept before, so that numbers that feed on each other come to an end.
"""

import numpy as np

from decks.divinity.words import Adjective, Verb
from simulate.engine.abilities.changes import find_changes, total
from simulate.engine.compile import rule
from simulate.engine.sets import each, has, with_, without
from simulate.games.divinity.places import FIGHTERS, at, card_at, is_deity

__all__ = ["hp_left", "print_numbers", "printed_words", "refresh", "suffered"]

MOST = 30_000  # what the fields hold


@rule
def printed_words(state, card):
    """Give what is printed of rank, pantheon and so on; Both is each gender or neither (E26)."""
    if state.genders_apart and has(card.words, Adjective.DUAL):
        return without(without(card.words, Adjective.FEMALE), Adjective.MALE)
    return np.int64(card.words)


@rule
def print_numbers(state, table, where):
    """Give a card in play the numbers printed on it."""
    place, card = at(state, where), card_at(state, table, where)
    place.words = printed_words(state, card)
    place.atk = card.atk
    place.hp = card.hp


@rule
def refresh(state, table):
    """Bring the numbers of all Deities and Walls up to date, attributes first."""
    if has(state.changing, Verb.IS_ALSO) or state.coloured:
        refresh_words(state, table)
    state.stale = 0
    is_altered = has(state.changing, Verb.GETS_HP) or has(state.changing, Verb.GETS_ATK)
    if not is_altered and not state.altered:
        return  # all are as printed
    state.altered = is_altered
    for where in each(state.taken & FIGHTERS):
        place, card = at(state, where), card_at(state, table, where)
        hp = np.int64(card.hp) + total(state, table, Verb.GETS_HP, where)
        place.hp = max(-MOST, min(MOST, hp))
        if is_deity(where):
            atk = np.int64(card.atk) + total(state, table, Verb.GETS_ATK, where)
            place.atk = max(0, min(MOST, atk))


@rule
def refresh_words(state, table):
    """Give each Deity the attributes printed on it, then those that something adds (A1)."""
    for where in each(state.taken & FIGHTERS):
        at(state, where).words = printed_words(state, card_at(state, table, where))
    state.coloured = 0
    for where in each(state.taken & FIGHTERS):
        find_changes(state, table, Verb.IS_ALSO, where)
        for i in range(state.n_found):
            at(state, where).words = with_(at(state, where).words, state.found[i])
            state.coloured = 1


@rule
def hp_left(state, where):
    """Give the HP of a Deity or Wall that are left."""
    return np.int64(at(state, where).hp) - at(state, where).damage


@rule
def suffered(state, table, where, amount):
    """Give what a damage comes to for the Deity or Wall that takes it."""
    if amount <= 0:
        return np.int64(0)
    return max(np.int64(0), np.int64(amount) + total(state, table, Verb.TAKES, where))
