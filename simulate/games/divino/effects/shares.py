"""Damage of an effect that its player splits among several targets (D41)."""

import numpy as np

from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.agenda import pop_task
from evenhand.simulate.engine.sets import add, each, first, is_empty, load, nothing_in, size
from evenhand.simulate.engine.state import ask, fail
from evenhand.simulate.games.divino.combat.dealing_damage import take_damage, tell_of_damage
from evenhand.simulate.games.divino.enums import SHARES, Question

__all__ = ["share_on", "share_targets", "take_share"]


@rule
def share_on(state, pool, item):
    """Ask whom the next point goes to, then deal all shares together."""
    targets = load(item.it)
    if not item.begun:
        item.begun = 1
        for number in range(SHARES):
            state.shares[number] = 0
        if size(targets) > SHARES:
            fail(state)
            return
    if is_empty(targets):
        pop_task(state)
        return
    able = share_targets(state, item)
    if item.n == 0:
        pop_task(state)
        deal_shares(state, pool, targets)
    elif size(able) == 1:
        take_share(state, item, first(able))
    else:
        ask(state, item.seat, Question.SPLIT)


@rule
def share_targets(state, item):
    """Return the targets that the next point can go to: first those that have none."""
    bare = nothing_in(item.it)
    number = 0
    for where in each(load(item.it)):
        if state.shares[number] == 0:
            bare = add(bare, where)
        number += 1
    return load(item.it) if is_empty(bare) else bare


@rule
def take_share(state, item, target):
    """Let the next point go to a target."""
    number = 0
    for where in each(load(item.it)):
        if where == target:
            state.shares[number] += 1
        number += 1
    item.n -= 1


@rule
def deal_shares(state, pool, targets):
    """Deal all shares together, then triggers."""
    damaged = nothing_in(state.it)
    number = 0
    for where in each(targets):
        share = np.int64(state.shares[number])
        if share > 0 and take_damage(state, pool, where, share, False) > 0:
            damaged = add(damaged, where)
        number += 1
    tell_of_damage(state, pool, damaged)
