"""Which Deity attacks whom: the best matching of attackers to targets (R12).

Attackers are asked for one after the other. A target is valued by what it brings, and by
the best that those who come after can still do with the targets that are left.
"""

import numpy as np

from evenhand.decks.divinity.words import Moment, Verb
from evenhand.decks.language.rows import NOTHING, How
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import is_changed
from evenhand.simulate.engine.abilities.selecting import abilities_of, amount_of
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, each, has
from evenhand.simulate.games.divinity.attack import can_attack, targets_of
from evenhand.simulate.games.divinity.bot.forecast import (
    hit_worth,
    striking_atk,
    trophy_worth,
)
from evenhand.simulate.games.divinity.enums import DEITIES
from evenhand.simulate.games.divinity.numbers import hp_left, suffered
from evenhand.simulate.games.divinity.places import at, card_at, deities_of, row_at, spot, walls_of

__all__ = [
    "attack_worth", "best_rest", "blow_worth", "gain_by_atk", "gain_by_damage", "hardest_blow",
    "own_harm",
]  # fmt: skip


@rule
def attack_worth(state, pool, options, weights, attacker, target):
    """Value an attacker's target, what is left for those after it included."""
    atk = striking_atk(state, pool, spot(state.active, attacker))
    worth = blow_worth(state, pool, weights, atk, target)
    return worth + best_rest(state, pool, options, weights, attacker + 1, target)


@rule
def blow_worth(state, pool, weights, atk, target):
    """Value one blow: what it defeats or wears down, and the trophy."""
    dealt = suffered(state, pool, target, atk)
    worth = hit_worth(state, pool, weights, target, dealt)
    if dealt >= hp_left(state, target):
        worth += trophy_worth(state, pool, weights, target)
    elif wakes(state, pool, target, dealt):
        worth -= at(state, target).atk * np.int64(weights.strength)
    return worth


@rule
def wakes(state, pool, target, n):
    """Return whether damage lets a Deity attack that can't as long as it is unhurt."""
    if not is_changed(state, pool, Verb.CANNOT_ATTACK, target):
        return False
    card = at(state, target)
    damage = card.damage
    card.damage += n
    is_awake = not is_changed(state, pool, Verb.CANNOT_ATTACK, target)
    card.damage = damage
    return is_awake


@rule
def best_rest(state, pool, options, weights, attacker, taken):
    """Return the best that the attackers from a place on can do without one target."""
    if attacker >= DEITIES:
        return np.int64(0)
    where = spot(state.active, attacker)
    best = np.int64(0)
    if not can_attack(state, pool, options, where):
        return best_last(state, pool, options, weights, attacker + 1, taken, taken)
    best = best_last(state, pool, options, weights, attacker + 1, taken, taken)
    atk = striking_atk(state, pool, where)
    for target in each(targets_of(state, pool, where)):
        if target != taken:
            worth = blow_worth(state, pool, weights, atk, target)
            worth += best_last(state, pool, options, weights, attacker + 1, taken, target)
            best = max(best, worth)
    return best


@rule
def best_last(state, pool, options, weights, attacker, taken, other):
    """Return the best that the last attacker can do without two targets."""
    best = np.int64(0)
    if attacker >= DEITIES:
        return best
    where = spot(state.active, attacker)
    if not can_attack(state, pool, options, where):
        return best
    atk = striking_atk(state, pool, where)
    for target in each(targets_of(state, pool, where)):
        if target not in (taken, other):
            best = max(best, blow_worth(state, pool, weights, atk, target))
    return best


# The attack to come


@rule
def has_attacked(state):
    """Return whether this turn's attack has been announced."""
    for i in range(DEITIES):
        if state.attackers[i] != NOTHING:
            return True
    return False


@rule
def gain_by_atk(state, pool, options, weights, attacker, n):
    """Return how much better a Deity's blow of this turn is with so much more ATK."""
    if has_attacked(state) or not can_attack(state, pool, options, attacker):
        return np.int64(0)
    atk = striking_atk(state, pool, attacker)
    before, after = np.int64(0), np.int64(0)
    for target in each(targets_of(state, pool, attacker)):
        before = max(before, blow_worth(state, pool, weights, atk, target))
        after = max(after, blow_worth(state, pool, weights, atk + n, target))
    return after - before


@rule
def gain_by_damage(state, pool, options, weights, target, n):
    """Return how much more, or less, damage is worth because the attack of this turn follows.

    It is wasted on what the attack defeats in any case, and most on what it then can defeat.
    """
    if has_attacked(state) or not has(targets_of_all(state), target):
        return np.int64(0)
    left = hp_left(state, target)
    blow = suffered(state, pool, target, hardest_blow(state, pool, options))
    if blow >= left:
        return -hit_worth(state, pool, weights, target, n)
    if n >= left or blow < left - n:
        return np.int64(0)
    gain = hit_worth(state, pool, weights, target, left)
    gain += trophy_worth(state, pool, weights, target)
    gain -= hit_worth(state, pool, weights, target, blow)
    return gain - hit_worth(state, pool, weights, target, n)


@rule
def hardest_blow(state, pool, options):
    """Return the most ATK that a Deity of the active player can attack with."""
    hardest = np.int64(0)
    for where in each(deities_of(state, state.active)):
        if can_attack(state, pool, options, where):
            hardest = max(hardest, striking_atk(state, pool, where))
    return hardest


@rule
def targets_of_all(state):
    """Return the set of what an attack would be aimed at: Deities, or Walls without any."""
    enemy = enemy_of(state.active)
    found = deities_of(state, enemy)
    return found if found != EMPTY else walls_of(state, enemy)


# The price of an attack


@rule
def own_harm(state, pool, weights, attacker):
    """Value the damage that a Deity does to itself when it attacks."""
    seat, copy = state.active, at(state, attacker).copy_id
    harm = np.int64(0)
    if not has(card_at(state, pool, attacker).moments, Moment.ATTACKS):
        return harm
    for row in abilities_of(pool, row_at(state, attacker)):
        ability = pool.abilities[row]
        for number in range(ability.n_steps):
            step = pool.steps[ability.first_step + number]
            hurts_itself = step.verb == Verb.DAMAGE and step.target.how == How.THIS
            if ability.moment == Moment.ATTACKS and hurts_itself:
                n = amount_of(state, pool, seat, copy, step.amount)
                harm += hit_worth(state, pool, weights, attacker, n)
    return harm
