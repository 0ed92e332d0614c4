"""The numbers of cards in play: ATK, HP and attributes, as they are now.

They are worked out anew from what is printed whenever the table has changed, and kept with
the card. What a change counts or asks about ("for each point of ATK of ..", "with at least 5
HP") may itself be changed: so it goes in rounds, each with the numbers of the one before,
until none is new. Numbers that feed on each other for ever come to an end, the same for both
players.
"""

import numpy as np

from evenhand.decks.divinity.words import Adjective, Verb
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import note_at_work, reach_of, size_at, total
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
        work_out(state, pool)
        if not adopt(state):
            return


@rule
def work_out(state, pool):
    """Work out all numbers from those that the cards had before this round."""
    for where in each(state.taken & FIGHTERS):
        begin_numbers(state, pool, where)
    for i in range(state.n_lasting):
        lasting = state.lasting[i]
        if has(ALTERING, lasting.verb) and lasting.copy_id != NOTHING:
            where = np.int64(state.spot_of[lasting.seat, lasting.copy_id])
            if where != NOTHING and has(state.taken & FIGHTERS, where):
                change_number(state, lasting.verb, where, np.int64(lasting.amount))
    for i in range(state.n_statics):
        static = state.statics[i]
        if has(ALTERING, static.verb):
            add_static(state, pool, static)
    for where in each(state.taken & FIGHTERS):
        place = at(state, where)
        place.next_atk = max(0, place.next_atk)
    state.n_found = 0  # a word that learned players read: no search is left over


@rule
def begin_numbers(state, pool, where):
    """Begin to work out the numbers of one card: with those printed on it."""
    place, card = at(state, where), card_at(state, pool, where)
    place.next_hp = card.hp
    place.next_atk = card.atk
    place.next_words = printed_words(state, card)


@rule
def add_static(state, pool, static):
    """Add the changes of one step of a continuous ability to all that it reaches."""
    for where in each(reach_of(state, pool, static) & state.taken & FIGHTERS):
        note_at_work(state, pool, static)
        change_number(state, static.verb, where, size_at(state, pool, static, where))


@rule
def change_number(state, verb, where, n):
    """Change one number of a card."""
    place = at(state, where)
    match verb:
        case Verb.GETS_HP:
            place.next_hp = max(-MOST, min(MOST, np.int64(place.next_hp) + n))
        case Verb.GETS_ATK:
            place.next_atk = max(-MOST, min(MOST, np.int64(place.next_atk) + n))
        case _:
            place.next_words = add(place.next_words, n)


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
