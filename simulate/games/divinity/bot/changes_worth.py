"""What a change upon a Deity or Wall is worth: ATK, HP, what it can and can't do."""

import numpy as np

from evenhand.decks.divinity.words import Moment, Verb
from evenhand.decks.language.rows import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import is_changed
from evenhand.simulate.engine.abilities.enums import Asked
from evenhand.simulate.engine.abilities.selecting import hold
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, add, has, keep, load, nothing_in
from evenhand.simulate.games.divinity.bot.attack_matching import gain_by_atk, gain_by_damage
from evenhand.simulate.games.divinity.bot.forecast import (
    MUCH,
    WON,
    loss_worth,
    menace,
    rescue_worth,
)
from evenhand.simulate.games.divinity.numbers import hp_left
from evenhand.simulate.games.divinity.places import at, card_at, is_deity, side_of, walls_of

__all__ = ["change_worth"]


@rule
def change_worth(state, pool, options, weights, seat, step, place, n):
    """Value a change upon a Deity or Wall, for its owner."""
    if not is_met_by(state, pool, seat, step, place):
        return np.int64(0)
    is_own_turn = state.active == at(state, place).owner
    if is_deity(place) and is_own_turn and step.verb == Verb.GETS_ATK:
        return boost_worth(state, pool, options, weights, step, place, n)
    if is_deity(place) and not is_own_turn and weakens(step, n):
        return -weakening_worth(state, pool, weights, step, place, n)
    worth = for_as_long(weights, step, passing_worth(state, pool, weights, step.verb, place, n))
    if not is_own_turn and step.verb == Verb.GETS_HP and n < 0:
        worth -= gain_by_damage(state, pool, options, weights, place, -n)
    if is_own_turn and state.active == seat:
        worth += rescue_worth(state, pool, weights, place, protection(step, n))
    return worth


@rule
def is_met_by(state, pool, seat, step, place):
    """Return whether the conditions of a step hold for the card that it changes, "it"."""
    if step.conditions[0].count.quantity == NOTHING:
        return True
    before = load(state.it)
    keep(add(nothing_in(state.it), place), state.it)
    found = hold(state, pool, seat, np.int64(0), step.conditions, Asked.OF_IT)
    keep(before, state.it)
    return found


@rule
def for_as_long(weights, step, worth):
    """Return the worth of a change by how long it lasts."""
    if step.duration == NOTHING and abs(worth) < WON:
        return worth * weights.lasting // 100
    return worth


@rule
def boost_worth(state, pool, options, weights, step, place, n):
    """Value ATK for a Deity in its own turn: what it does for the attack, and for later ones."""
    gain = gain_by_atk(state, pool, options, weights, place, n)
    if step.duration != NOTHING:
        return gain
    return gain + for_as_long(
        weights, step, passing_worth(state, pool, weights, step.verb, place, n)
    )


@rule
def weakens(step, n):
    """Return whether a step takes a Deity's attack, or some of it."""
    return step.verb == Verb.CANNOT_ATTACK or (step.verb == Verb.GETS_ATK and n < 0)


@rule
def weakening_worth(state, pool, weights, step, place, n):
    """Value, for its enemy, what a Deity can't hit next time, and later."""
    if is_changed(state, pool, Verb.CANNOT_ATTACK, place):
        return np.int64(0)
    before = np.int64(at(state, place).atk)
    after = np.int64(0) if step.verb == Verb.CANNOT_ATTACK else max(np.int64(0), before + n)
    missed = menace(state, pool, weights, place, before) - menace(
        state, pool, weights, place, after
    )
    worth = missed * weights.fear // 100
    if step.duration == NOTHING:
        worth += (before - after) * weights.strength * weights.lasting // 100
    return worth


@rule
def protection(step, n):
    """Return the damage that a change keeps off, or has its card survive."""
    match step.verb:
        case Verb.GETS_HP:
            return np.int64(n)
        case Verb.TAKES:
            return -np.int64(n)
        case Verb.CANNOT_BE_ATTACKED:
            return np.int64(MUCH)
        case _:
            return np.int64(0)


@rule
def passing_worth(state, pool, weights, verb, place, n):
    """Value a change for a turn or so, for the owner of the card changed."""
    here = at(state, place)
    match verb:
        case Verb.GETS_ATK:
            return max(n, -np.int64(here.atk)) * weights.strength
        case Verb.GETS_HP:
            if n < 0 and hp_left(state, place) <= -n:
                return -loss_worth(state, pool, weights, place)
            return n * np.int64(weights.hit_point)
        case Verb.TAKES:
            return -n * np.int64(weights.hit_point)
        case Verb.CANNOT_ATTACK:
            return -np.int64(here.atk) * weights.strength
        case Verb.CANNOT_BE_ATTACKED:
            return 3 * np.int64(weights.hit_point)
        case Verb.CANNOT_BE_HURT:
            return np.int64(weights.hit_point)
        case Verb.CANNOT_USE:
            has_use = has(card_at(state, pool, place).moments, Moment.USE)
            return -np.int64(weights.card) * has_use
        case Verb.CANNOT_BE_ATTACHED:
            return np.int64(0)
        case Verb.ATTACKS_WALLS:
            walls = walls_of(state, enemy_of(side_of(place)))
            return np.int64(here.atk) * weights.wall_point * (walls != EMPTY)
        case _:
            return np.int64(1)
