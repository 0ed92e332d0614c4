"""Which Deity attacks whom: the best matching of attackers to targets (R12).

Attackers are asked for one after the other. A target is valued by what it brings, and by
the best that those who come after can still do with the targets that are left.
"""

import numpy as np

from simulate.engine.compile import rule
from simulate.engine.sets import each
from simulate.games.divinity.attack import can_attack, targets_of
from simulate.games.divinity.forecast import hit_worth, trophy_worth
from simulate.games.divinity.numbers import hp_left, suffered
from simulate.games.divinity.places import at, spot
from simulate.games.divinity.words import DEITIES

__all__ = ["attack_worth", "best_rest", "blow_worth"]


@rule
def attack_worth(state, table, options, weights, attacker, target):
    """Value an attacker's target, what is left for those after it included."""
    worth = blow_worth(state, table, weights, spot(state.active, attacker), target)
    return worth + best_rest(state, table, options, weights, attacker + 1, target)


@rule
def blow_worth(state, table, weights, attacker, target):
    """Value one blow: what it defeats or wears down, and the trophy."""
    dealt = suffered(state, table, target, at(state, attacker).atk)
    worth = hit_worth(state, table, weights, target, dealt)
    if dealt >= hp_left(state, target):
        worth += trophy_worth(state, table, weights, target)
    return worth


@rule
def best_rest(state, table, options, weights, attacker, taken):
    """Give the best that the attackers from a place on can do without one target."""
    if attacker >= DEITIES:
        return np.int64(0)
    where = spot(state.active, attacker)
    best = np.int64(0)
    if not can_attack(state, table, options, where):
        return best_last(state, table, options, weights, attacker + 1, taken, taken)
    best = best_last(state, table, options, weights, attacker + 1, taken, taken)
    for target in each(targets_of(state, table, where)):
        if target != taken:
            worth = blow_worth(state, table, weights, where, target)
            worth += best_last(state, table, options, weights, attacker + 1, taken, target)
            best = max(best, worth)
    return best


@rule
def best_last(state, table, options, weights, attacker, taken, other):
    """Give the best that the last attacker can do without two targets."""
    best = np.int64(0)
    if attacker >= DEITIES:
        return best
    where = spot(state.active, attacker)
    if not can_attack(state, table, options, where):
        return best
    for target in each(targets_of(state, table, where)):
        if target not in (taken, other):
            best = max(best, blow_worth(state, table, weights, where, target))
    return best
