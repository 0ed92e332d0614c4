"""Which Deity attacks whom: the best matching of attackers to targets (R12).

Attackers are asked for one after the other. A target is valued by what it brings, and by
the best that those who come after can still do with the targets that are left.
"""

import numpy as np

from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.sets import each
from evenhand.simulate.games.divinity.attack import can_attack, targets_of
from evenhand.simulate.games.divinity.bot.forecast import hit_worth, trophy_worth
from evenhand.simulate.games.divinity.enums import DEITIES
from evenhand.simulate.games.divinity.numbers import hp_left, suffered
from evenhand.simulate.games.divinity.places import at, spot

__all__ = ["attack_worth", "best_rest", "blow_worth"]


@rule
def attack_worth(state, pool, options, weights, attacker, target):
    """Value an attacker's target, what is left for those after it included."""
    worth = blow_worth(state, pool, weights, spot(state.active, attacker), target)
    return worth + best_rest(state, pool, options, weights, attacker + 1, target)


@rule
def blow_worth(state, pool, weights, attacker, target):
    """Value one blow: what it defeats or wears down, and the trophy."""
    dealt = suffered(state, pool, target, at(state, attacker).atk)
    worth = hit_worth(state, pool, weights, target, dealt)
    if dealt >= hp_left(state, target):
        worth += trophy_worth(state, pool, weights, target)
    return worth


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
    for target in each(targets_of(state, pool, where)):
        if target != taken:
            worth = blow_worth(state, pool, weights, where, target)
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
    for target in each(targets_of(state, pool, where)):
        if target not in (taken, other):
            best = max(best, blow_worth(state, pool, weights, where, target))
    return best
