"""Mana: what makes it, what it can pay, and paying with it (R9, R43)."""

import numpy as np

from evenhand.decks.divino.words import GENERIC, Keyterm, Noun, Verb
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import is_changed
from evenhand.simulate.engine.agenda import pop_task, push_task
from evenhand.simulate.engine.sets import EMPTY, add, each, first, full, has, remove, size
from evenhand.simulate.engine.state import ask, fail
from evenhand.simulate.games.divino.enums import FLEXIBLE, MANA_KINDS, Act, Question, Task
from evenhand.simulate.games.divino.in_play.numbers import has_keyterm
from evenhand.simulate.games.divino.in_play.places import in_play, place

__all__ = [
    "MOST_MANA", "add_mana", "answer_source", "any_due", "clear_due", "counts_mana", "covers",
    "empty_pools", "free_sources", "gather_all", "gather_mana", "is_rest_payable", "is_sick",
    "kinds_for", "owe", "pay_mana", "pool_of", "pool_size", "sources_for", "tap_for_mana",
]  # fmt: skip


MOST_MANA = 30_000  # of one kind in a pool, or in a cost


# What there is


@rule
def is_sick(state, seat, copy):
    """Return whether a card is kept from tapping and attacking by being new (R13, K2)."""
    if not has(state.players[seat].sick, copy):
        return False
    return not has_keyterm(state, place(seat, copy), Keyterm.SWIFT)


@rule
def free_sources(state, pool, seat):
    """Return the set of cards that can be tapped for mana now (R43)."""
    player = state.players[seat]
    found = EMPTY
    for copy in each(player.field & player.sources & ~player.tapped):
        is_new = has(player.kind[Noun.COMBAT_CARD], copy) and is_sick(state, seat, copy)
        if not is_new and not is_changed(state, pool, Verb.CANNOT_USE, place(seat, copy)):
            found = add(found, copy)
    return found


@rule
def gather_mana(state, pool, seat, sources):
    """Write down what pool and sources give: of one kind only, or of several."""
    player = state.players[seat]
    for kind in range(MANA_KINDS):
        state.avail[kind] = player.mana[kind]
    state.n_flexible = 0
    for copy in each(sources):
        makes = np.int64(pool.cards[state.card_of[seat, copy]].makes)
        if size(makes) == 1:
            state.avail[first(makes)] += 1
        elif state.n_flexible == FLEXIBLE:
            fail(state)
        else:
            state.flexible[state.n_flexible] = makes
            state.n_flexible += 1


@rule
def gather_all(state, pool, seat):
    """Write down all mana that a player could have now."""
    gather_mana(state, pool, seat, free_sources(state, pool, seat))


@rule
def covers(state, cost, more):
    """Return whether what was written down pays a cost and so much more of any plane.

    Kinds that are short must be had from what makes several: enough for each set of them.
    """
    total, needed = np.int64(state.n_flexible), np.int64(more) + cost[GENERIC]
    short = EMPTY
    for kind in range(MANA_KINDS):
        total += state.avail[kind]
        needed += cost[kind]
        if cost[kind] > state.avail[kind]:
            short = add(short, kind)
    if total < needed:
        return False
    part = short
    while part != EMPTY:
        if makers(state, part) < shortage(state, cost, part):
            return False
        part = (part - 1) & short
    return True


@rule
def is_rest_payable(state):
    """Return whether what was written down pays what is due, and what is due later (R41)."""
    for kind in range(MANA_KINDS + 1):
        state.due[kind] += state.later[kind]
    found = covers(state, state.due, 0)
    for kind in range(MANA_KINDS + 1):
        state.due[kind] -= state.later[kind]
    return found


@rule
def makers(state, kinds):
    """Count what makes one of several kinds, of these among them."""
    found = 0
    for number in range(state.n_flexible):
        found += (state.flexible[number] & kinds) != 0
    return found


@rule
def shortage(state, cost, kinds):
    """Count what a cost lacks of some kinds."""
    lacking = 0
    for kind in each(kinds):
        lacking += cost[kind] - state.avail[kind]
    return lacking


@rule
def pool_of(state, seat):
    """Return the set of kinds of mana in a pool."""
    found = EMPTY
    for kind in range(MANA_KINDS):
        if state.players[seat].mana[kind] > 0:
            found = add(found, kind)
    return found


@rule
def pool_size(state, seat):
    """Count the mana in a pool."""
    found = np.int64(0)
    for kind in range(MANA_KINDS):
        found += state.players[seat].mana[kind]
    return found


@rule
def counts_mana(state, seat):
    """Return whether a card of a player makes use of mana in the pool (D52)."""
    player = state.players[seat]
    return (player.hand | in_play(state, seat)) & player.counts_mana != EMPTY


# Paying


@rule
def clear_due(state):
    """Forget what was due, now and later."""
    for kind in range(MANA_KINDS + 1):
        state.due[kind] = 0
        state.later[kind] = 0


@rule
def owe(state, seat):
    """Have what is due paid before anything else goes on."""
    push_task(state, Task.PAY_MANA).seat = seat


@rule
def any_due(state):
    """Return the first kind of mana that is due, GENERIC for any plane, or one more if none is."""
    for kind in range(MANA_KINDS + 1):
        if state.due[kind] > 0:
            return np.int64(kind)
    return np.int64(MANA_KINDS + 1)


@rule
def pay_mana(state, pool, item):
    """Pay the next mana that is due; where there is a choice, ask (MANA_SOURCE)."""
    kind = any_due(state)
    if kind > GENERIC:
        pop_task(state)
        return
    kinds = kinds_for(state, pool, item.seat)
    sources = sources_for(state, pool, item.seat)
    n = size(kinds) + size(sources)
    if n > 1:
        ask(state, item.seat, Question.MANA_SOURCE)
    elif n == 0:
        clear_due(state)  # what was promised cannot be had any more
    elif kinds != EMPTY:
        pay_from_pool(state, item.seat, first(kinds))
    else:
        pay_by_tapping(state, item.seat, first(sources))


@rule
def kinds_for(state, pool, seat):
    """Return the kinds of the pool that can pay the next mana and leave the rest payable."""
    kind = any_due(state)
    found = EMPTY
    sources = free_sources(state, pool, seat)
    state.due[kind] -= 1
    for held in each(pool_of(state, seat) & (full(MANA_KINDS) if kind == GENERIC else 1 << kind)):
        gather_mana(state, pool, seat, sources)
        state.avail[held] -= 1
        if is_rest_payable(state):
            found = add(found, held)
    state.due[kind] += 1
    return found


@rule
def sources_for(state, pool, seat):
    """Return what can be tapped for the next mana and leaves the rest payable, alike ones once."""
    kind = any_due(state)
    found = EMPTY
    sources = free_sources(state, pool, seat)
    state.due[kind] -= 1
    last = np.int64(-1)
    for copy in each(sources):
        row = np.int64(state.card_of[seat, copy])
        fits = kind == GENERIC or has(pool.cards[row].makes, kind)
        if fits and (row != last or not is_plain_land(state, seat, copy)):
            gather_mana(state, pool, seat, remove(sources, copy))
            if is_rest_payable(state):
                found = add(found, copy)
        last = row
    state.due[kind] += 1
    return found


@rule
def is_plain_land(state, seat, copy):
    """Return whether a card is a land with nothing attached: of these, alike ones are one."""
    if not has(state.players[seat].kind[Noun.LAND], copy):
        return False
    for player in range(len(state.players)):
        things = state.players[player]
        for thing in each(things.attached):
            if things.host[thing] == place(seat, copy):
                return False
    return True


@rule
def answer_source(state, seat, action):
    """Pay the next mana as the player says."""
    if action.kind == Act.POOL:
        pay_from_pool(state, seat, action.slot)
    else:
        pay_by_tapping(state, seat, action.copy_id)


@rule
def pay_from_pool(state, seat, kind):
    """Pay the next mana out of the pool."""
    state.due[any_due(state)] -= 1
    state.players[seat].mana[kind] -= 1


@rule
def pay_by_tapping(state, seat, copy):
    """Pay the next mana by tapping what makes it."""
    state.due[any_due(state)] -= 1
    player = state.players[seat]
    player.tapped = add(player.tapped, copy)


# The pool


@rule
def tap_for_mana(state, seat, copy, kind):
    """Tap a card for a mana into the pool (R43)."""
    player = state.players[seat]
    player.tapped = add(player.tapped, copy)
    add_mana(state, seat, kind, 1)


@rule
def empty_pools(state):
    """Empty all mana pools (D14)."""
    for seat in range(len(state.players)):
        for kind in range(MANA_KINDS):
            state.players[seat].mana[kind] = 0


@rule
def add_mana(state, seat, kind, n):
    """Add mana to a pool, as far as it holds it."""
    mana = state.players[seat].mana
    mana[kind] = min(np.int64(mana[kind]) + n, np.int64(MOST_MANA))
