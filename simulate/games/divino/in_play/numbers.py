"""What stands on cards in play, changes included: ATK, DEF, energize, keyterms, planes.

They are kept with each card and worked out anew when something that changes them came, went
or may have varied (`refresh_numbers`); so what an ability speaks of never asks for itself.
Numbers that feed on each other for ever come to an end, the same for all players.
"""

import numpy as np

from evenhand.decks.divino.words import GENERIC, Noun, Quantity, Verb
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import note_at_work, reach_of, size_at
from evenhand.simulate.engine.sets import EMPTY, MOST, add, each, full, has, is_empty
from evenhand.simulate.games.divino.in_play.places import card_of_place, copy_of, is_on_stack
from evenhand.simulate.games.divino.in_play.varying import Varying, sight_of

__all__ = [
    "ALL_NUMBERS", "MOST_POINTS", "atk_of", "defense_of", "energy_at", "has_keyterm", "number_of",
    "planes_of", "print_numbers", "rate_of", "refresh_numbers", "words_at",
]  # fmt: skip

NUMBERS = (
    Verb.GETS_ATK, Verb.GETS_DEF, Verb.GETS_ENERGIZE, Verb.HAS_KEYTERM, Verb.IS_ALSO,
)  # fmt: skip
ALL_NUMBERS = sum(1 << verb for verb in NUMBERS)
MOST_POINTS = 30_000  # that a card's fields hold
ROUNDS = 4  # planes, what hangs on them, what hangs on that, and to see that it is so


# Asking


@rule
def energy_at(state, where):
    """Return the energy on what is at a place."""
    return np.int64(state.players[where // MOST].energy[where % MOST])


@rule
def atk_of(state, where):
    """Return the ATK of what is at a place, at least 0."""
    return max(np.int64(0), np.int64(state.players[where // MOST].atk[where % MOST]))


@rule
def defense_of(state, where):
    """Return the DEF of what is at a place, at least 0 (R19)."""
    return max(np.int64(0), np.int64(state.players[where // MOST].guard[where % MOST]))


@rule
def rate_of(state, where):
    """Return the energize rate of what is at a place, Orbs included (R2)."""
    return max(np.int64(0), np.int64(state.players[where // MOST].rate[where % MOST]))


@rule
def has_keyterm(state, where, keyterm):
    """Return whether what is at a place has a keyterm, printed or given."""
    return has(state.players[where // MOST].terms[where % MOST], keyterm)


@rule
def words_at(state, pool, where):
    """Return the set of planes, alignment and tribe at a place; of an item, as printed."""
    words = np.int64(card_of_place(state, pool, where).words)
    if is_on_stack(state, where):
        return words
    return words | np.int64(state.players[where // MOST].also[where % MOST])


@rule
def planes_of(state, pool, where):
    """Return the set of the planes of what is at a place; Neutral and Universal are none."""
    return words_at(state, pool, where) & full(GENERIC)


@rule
def number_of(state, where, quantity):
    """Return a quantity of what is at a place in play; 0 where it has none."""
    player, copy = state.players[where // MOST], copy_of(where)
    match quantity:
        case Quantity.ENERGY:
            return np.int64(player.energy[copy])
        case Quantity.ATK:
            return atk_of(state, where)
        case Quantity.DEF:
            return defense_of(state, where)
        case Quantity.ENERGIZE:
            return rate_of(state, where)
        case Quantity.LOYALTY:
            is_it = has(player.kind[Noun.DEITY], copy)
        case _:
            is_it = has(player.kind[Noun.SHRINE], copy)
    return np.int64(player.counters[copy]) if is_it else np.int64(0)


# Working them out


@rule
def refresh_numbers(state, pool):
    """Work out all numbers anew, if they may have changed.

    What a change counts or asks about ("with at least 3 ATK") may itself be changed: so it goes
    in rounds, first without continuous abilities, then each with the numbers of the one before,
    until none is new.
    """
    seen = sight_of(state)
    if not state.stale and seen == state.seen:
        return
    state.stale = 0
    state.seen = seen
    is_deep = has(state.hanging, Varying.REST) or has(state.changing, Verb.IS_ALSO)
    if is_deep:
        work_out_at_first(state, pool)
        adopt(state, pool)
    for _ in range(ROUNDS if is_deep else 1):
        work_out(state, pool)
        if not adopt(state, pool):
            return


@rule
def work_out(state, pool):
    """Work out the numbers of all cards that something changes, from those they have now."""
    work_out_at_first(state, pool)
    if state.changing & ALL_NUMBERS != EMPTY:
        add_statics(state, pool)


@rule
def work_out_at_first(state, pool):
    """Work out what the numbers are without continuous abilities."""
    for seat in range(len(state.players)):
        state.players[seat].altering = EMPTY
    add_orbs(state, pool)
    if state.changing & ALL_NUMBERS != EMPTY:
        add_effects(state, pool)


@rule
def adopt(state, pool):
    """Let what was worked out hold; says whether anything is new."""
    is_new = False
    for seat in range(len(state.players)):
        player = state.players[seat]
        for copy in each(player.altered & ~player.altering):
            begin_anew(state, pool, seat, copy)
        for copy in each(player.altered | player.altering):
            is_new = adopt_card(player, copy) or is_new
        player.altered = player.altering
    return is_new


@rule
def adopt_card(player, copy):
    """Let what was worked out for one card hold; says whether anything is new."""
    is_new = (
        player.atk[copy] != player.next_atk[copy]
        or player.guard[copy] != player.next_guard[copy]
        or player.rate[copy] != player.next_rate[copy]
        or player.terms[copy] != player.next_terms[copy]
        or player.also[copy] != player.next_also[copy]
    )
    player.atk[copy] = player.next_atk[copy]
    player.guard[copy] = player.next_guard[copy]
    player.rate[copy] = player.next_rate[copy]
    player.terms[copy] = player.next_terms[copy]
    player.also[copy] = player.next_also[copy]
    return is_new


@rule
def print_numbers(state, pool, seat, copy):
    """Let a card have the numbers that are printed on it."""
    begin_anew(state, pool, seat, copy)
    adopt_card(state.players[seat], copy)


@rule
def begin_anew(state, pool, seat, copy):
    """Begin to work out a card's numbers: with those that are printed on it."""
    player = state.players[seat]
    card = pool.cards[state.card_of[seat, copy]]
    player.next_atk[copy] = card.atk
    player.next_guard[copy] = card.defense
    player.next_rate[copy] = 0 if has(player.kind[Noun.ORB], copy) else card.energize
    player.next_terms[copy] = card.keyterms
    player.next_also[copy] = 0


@rule
def add_orbs(state, pool):
    """Add what Orbs give to the rates of their hosts (R24)."""
    for seat in range(len(state.players)):
        player = state.players[seat]
        for copy in each(player.attached & player.kind[Noun.ORB]):
            host = np.int64(player.host[copy])
            added = pool.cards[state.card_of[seat, copy]].energize
            change_number(state, pool, Verb.GETS_ENERGIZE, host, added)


@rule
def add_effects(state, pool):
    """Add the changes that effects have made for a while."""
    for i in range(state.n_lasting):
        lasting = state.lasting[i]
        if has(ALL_NUMBERS, lasting.verb) and lasting.copy_id >= 0:
            where = np.int64(lasting.seat) * MOST + lasting.copy_id
            change_number(state, pool, lasting.verb, where, lasting.amount)


@rule
def add_statics(state, pool):
    """Add the changes of continuous abilities."""
    for i in range(state.n_statics):
        static = state.statics[i]
        if has(ALL_NUMBERS, static.verb):
            add_static(state, pool, static)


@rule
def add_static(state, pool, static):
    """Add the changes of one step of a continuous ability to all that it covers."""
    covered = reach_of(state, pool, static)
    if is_empty(covered):
        return
    note_at_work(state, pool, static)
    for where in each(covered):
        change_number(state, pool, static.verb, where, size_at(state, pool, static, where))


@rule
def change_number(state, pool, verb, where, n):
    """Change one number of what is at a place."""
    player, copy = state.players[where // MOST], where % MOST
    if not has(player.altering, copy):
        player.altering = add(player.altering, copy)
        begin_anew(state, pool, where // MOST, copy)
    match verb:
        case Verb.GETS_ATK:
            player.next_atk[copy] = bounded(np.int64(player.next_atk[copy]) + n)
        case Verb.GETS_DEF:
            player.next_guard[copy] = bounded(np.int64(player.next_guard[copy]) + n)
        case Verb.GETS_ENERGIZE:
            player.next_rate[copy] = bounded(np.int64(player.next_rate[copy]) + n)
        case Verb.HAS_KEYTERM:
            player.next_terms[copy] = add(player.next_terms[copy], n)
        case _:
            player.next_also[copy] = add(player.next_also[copy], n)


@rule
def bounded(n):
    """Return a number as far as its field holds it."""
    return max(-MOST_POINTS, min(MOST_POINTS, n))
