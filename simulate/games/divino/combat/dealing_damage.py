"""Damage that is dealt: less DEF and what is prevented, then triggers (R16, R19, K6, K10)."""

import numpy as np

from evenhand.decks.divino.words import Moment, Noun, Verb
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import (
    is_changed,
    is_player_changed,
    truncate_lasting,
)
from evenhand.simulate.engine.abilities.triggers import trigger, trigger_about
from evenhand.simulate.engine.sets import EMPTY, MOST, add, each, has, nothing_in
from evenhand.simulate.games.divino.in_play.moving_cards import add_energy, set_energy
from evenhand.simulate.games.divino.in_play.numbers import MOST_POINTS, defense_of, energy_at
from evenhand.simulate.games.divino.in_play.places import copy_in_play, in_play, player_place

__all__ = [
    "deal_damage", "defense_left", "hurt", "is_demigod", "take_damage", "tell_of_damage",
]  # fmt: skip


@rule
def deal_damage(state, pool):
    """Deal the damage as it was worked out, all of it at once, then triggers (R16, R19)."""
    hurt_places = nothing_in(state.it)
    dealt = EMPTY
    for _ in range(state.n_hits):
        number = next_hit(state, dealt)
        dealt = add(dealt, number)
        hit = state.hits[number]
        deal_hit(state, pool, hit)
        if hit.amount > 0:
            hurt_places = add(hurt_places, hit.target)
    for number in range(state.n_hits):
        hit = state.hits[number]
        if hit.amount > 0:
            tell_of_hit(state, pool, hit)
    tell_of_damage(state, pool, hurt_places)


@rule
def next_hit(state, dealt):
    """Find the damage to be dealt next: of the attacker or blocker declared first (D42)."""
    found = np.int64(NOTHING)
    for number in range(state.n_hits):
        is_next = found == NOTHING or state.hits[number].order < state.hits[found].order
        if is_next and not has(dealt, number):
            found = np.int64(number)
    return found


@rule
def deal_hit(state, pool, hit):
    """Deal one part of the damage, and keep what it has taken off (R16, R19)."""
    if hit.target == NOTHING or copy_in_play(state, hit.target) == NOTHING:
        hit.amount = 0
        return
    n = hit.amount - take_off_defense(state, pool, hit.target, hit.amount)
    hit.amount = take_damage(state, pool, hit.target, n, True)


@rule
def tell_of_hit(state, pool, hit):
    """Let a card know that it has hit an enemy Demigod; Leeching (K10)."""
    seat, copy = hit.source // MOST, hit.source % MOST
    if hit.leeching and state.out[seat] == 0:
        add_energy(state, player_place(state, seat), hit.amount)
    is_enemy = hit.target // MOST != seat
    if is_enemy and is_demigod(state, hit.target) and has(in_play(state, seat), copy):
        trigger(state, pool, seat, copy, Moment.HITS)


@rule
def is_demigod(state, where):
    """Return whether a place is that of a player's Demigod."""
    return has(state.players[where // MOST].kind[Noun.DEMIGOD], where % MOST)


@rule
def defense_left(state, where):
    """Return the damage that DEF still takes off: of a combat card in all (R19)."""
    player = state.players[where // MOST]
    left = defense_of(state, where)
    if has(player.kind[Noun.COMBAT_CARD], where % MOST):
        left -= player.spared[where % MOST]
    return max(np.int64(0), left)


@rule
def take_off_defense(state, pool, where, n):
    """Take DEF off combat damage and note it; gives how much (R19, D42)."""
    off = min(np.int64(n), defense_left(state, where))
    spared = state.players[where // MOST].spared
    spared[where % MOST] = min(MOST_POINTS, spared[where % MOST] + off)
    return off


@rule
def hurt(state, pool, where, n):
    """Deal damage that is no combat damage to one thing (D26)."""
    if take_damage(state, pool, where, n, False) > 0:
        tell_of_damage(state, pool, add(nothing_in(state.it), where))


@rule
def take_damage(state, pool, where, n, is_combat):
    """Take prevention off damage and the rest off the energy; gives what was taken off (R12)."""
    if is_changed(state, pool, Verb.PREVENT_ALL, where):
        return np.int64(0)
    if is_combat and has(state.changing, Verb.PREVENT_COMBAT):
        for seat in range(len(state.players)):
            if is_player_changed(state, pool, Verb.PREVENT_COMBAT, seat, seat):
                return np.int64(0)
    if has(state.changing, Verb.PREVENT):
        n -= prevented(state, pool, where, n)
    taken = min(np.int64(n), energy_at(state, where))
    if taken > 0:
        set_energy(state, where, energy_at(state, where) - taken)
    return max(np.int64(0), taken)


@rule
def prevented(state, pool, where, n):
    """Use up what prevents the next damage; gives how much was left off."""
    off = np.int64(0)
    kept = 0
    for number in range(state.n_lasting):
        lasting = state.lasting[number]
        is_it = lasting.seat == where // MOST and lasting.copy_id == where % MOST
        if lasting.verb == Verb.PREVENT and is_it:
            used = min(np.int64(n) - off, np.int64(lasting.amount))
            lasting.amount -= used
            off += used
            if lasting.amount == 0:
                continue
        state.lasting[kept] = state.lasting[number]
        kept += 1
    truncate_lasting(state, pool, kept)
    return off


@rule
def tell_of_damage(state, pool, hurt_places):
    """Let all know who care what was damaged, once for all damage dealt together."""
    for where in each(hurt_places):
        seat = where // MOST
        trigger(state, pool, seat, where % MOST, Moment.DAMAGED)
        if is_demigod(state, where):
            for copy in each(in_play(state, seat)):
                trigger_about(state, pool, seat, copy, Moment.DEMIGOD_DAMAGED, where)
