"""Attachments: their hosts, and the moment to turn them face up."""

import numpy as np

from evenhand.decks.divinity.words import Moment, Subtype, Verb
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.selecting import abilities_of
from evenhand.simulate.engine.abilities.worth import ability_worth
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import each, first, has
from evenhand.simulate.games.divinity.bot.forecast import incoming, threat
from evenhand.simulate.games.divinity.bot.worth import in_play_worth
from evenhand.simulate.games.divinity.enums import Question
from evenhand.simulate.games.divinity.numbers import hp_left
from evenhand.simulate.games.divinity.places import (
    at,
    deities_of,
    free_spot_under,
    host_of,
    side_of,
)
from evenhand.simulate.games.divinity.playing import can_host

__all__ = ["best_host_worth", "flip_worth", "host_worth"]

MOST_SPARE = 8  # HP that matter beyond the next blow
DURABLE = (Verb.GETS_HP, Verb.TAKES)


@rule
def best_host_worth(state, pool, options, weights, seat, copy):
    """Value an Attachment under the Deity that suits it best."""
    row = state.card_of[seat, copy]
    best = np.int64(0)
    for host in each(deities_of(state, side_meant(pool, seat, row))):
        if can_host(state, pool, seat, host, row):
            worth = attached_worth(state, pool, options, weights, seat, copy, host)
            best = max(best, for_its_life(state, pool, weights, seat, copy, host, worth))
    return best


@rule
def side_meant(pool, seat, row):
    """Return on whose side an Attachment belongs: a Curse on the enemy's, the rest on one's own."""
    return enemy_of(seat) if pool.cards[row].subtype == Subtype.CURSE else seat


@rule
def attached_worth(state, pool, options, weights, seat, copy, host):
    """Value an Attachment as if it lay under a Deity."""
    state.spot_of[seat, copy] = free_spot_under(state, host)
    worth = in_play_worth(state, pool, options, weights, seat, copy)
    state.spot_of[seat, copy] = NOTHING
    return worth


@rule
def for_its_life(state, pool, weights, seat, copy, host, worth):
    """Return what an Attachment is worth by how long its host will live."""
    if worth <= 0:
        return worth
    spare = hp_left(state, host) - threat(state, pool, host)
    if side_of(host) == seat:
        spare += hp_added(state, pool, seat, copy)
    if spare <= 0:
        return worth * weights.doomed_host // 100
    return worth + min(spare, np.int64(MOST_SPARE))


@rule
def host_worth(state, pool, options, weights, host, face_down):
    """Value the Attachment being played under a Deity: face down what can save its host."""
    seat = state.seat
    copy = first(state.players[seat].using)
    if side_of(host) != side_meant(pool, seat, state.card_of[seat, copy]):
        return np.int64(-1)
    worth = attached_worth(state, pool, options, weights, seat, copy, host)
    worth = for_its_life(state, pool, weights, seat, copy, host, worth)
    if not face_down:
        return worth
    if is_surprise(state, pool, seat, copy) and side_of(host) == seat:
        return worth * 3 // 2
    return worth * weights.surprise // 100


@rule
def is_surprise(state, pool, seat, copy):
    """Return whether an Attachment does something when it is turned face up."""
    return has(pool.cards[state.card_of[seat, copy]].moments, Moment.FLIPPED)


@rule
def flip_worth(state, pool, options, weights, where):
    """Value turning an Attachment face up now: what it does, most if it saves its host."""
    card = at(state, where)
    worth = in_play_worth(state, pool, options, weights, card.owner, card.copy_id)
    worth += flipped_worth(state, pool, options, weights, card.owner, card.copy_id)
    if worth <= 0 or state.question == Question.MAIN:
        return worth
    host = host_of(where)
    coming = incoming(state, pool, host)
    if coming == 0:
        return np.int64(0)  # it keeps
    saved = hp_added(state, pool, card.owner, card.copy_id)
    left = hp_left(state, host)
    return worth if coming >= left and coming < left + saved else np.int64(0)


@rule
def flipped_worth(state, pool, options, weights, seat, copy):
    """Value what an Attachment does when it is turned face up."""
    worth = np.int64(0)
    for row in abilities_of(pool, state.card_of[seat, copy]):
        if pool.abilities[row].moment == Moment.FLIPPED:
            worth += ability_worth(state, pool, options, weights, seat, copy, row)
    return worth


@rule
def hp_added(state, pool, seat, copy):
    """Return the HP, or damage kept off, that an Attachment is printed to give."""
    found = np.int64(0)
    for row in abilities_of(pool, state.card_of[seat, copy]):
        ability = pool.abilities[row]
        if ability.moment != Moment.ALWAYS:
            continue
        for number in range(ability.n_steps):
            step = pool.steps[ability.first_step + number]
            if step.verb in DURABLE:
                found += abs(np.int64(step.amount.printed))
    return found
