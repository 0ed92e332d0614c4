"""What a bot thinks more energy on a unit is worth."""

import numpy as np

from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.selecting import card_at, places
from evenhand.simulate.engine.sets import each, size
from evenhand.simulate.games.divine_cross.bot.forecast import attack_now, strike_worth
from evenhand.simulate.games.divine_cross.enums import MAIN, SLOTS
from evenhand.simulate.games.divine_cross.places import unit_at

__all__ = ["best_energy_worth", "best_move_worth", "spare_energy"]


@rule
def spare_energy(state, pool, place):
    """Return the energy on a unit beyond what its dearest skill needs; below 0 if it lacks some."""
    card = card_at(state, pool, place)
    dearest = np.int64(0)
    for skill in range(card.n_skills):
        dearest = max(dearest, np.int64(card.skill_cost[skill]))
    return size(unit_at(state, place).energy) - dearest


@rule
def energy_worth(state, pool, weights, place, n):
    """Value n more energy on a unit: nothing beyond what its skills need."""
    lacking = max(np.int64(0), -spare_energy(state, pool, place))
    return min(n, lacking) * weights.energy


@rule
def best_energy_worth(state, pool, weights, seat, copy, step, n):
    """Value n more energy on the unit of a step's target that needs it most."""
    best = np.int64(0)
    for place in each(places(state, pool, seat, copy, step.target)):
        best = max(best, energy_worth(state, pool, weights, place, n))
    return best


@rule
def best_move_worth(state, pool, options, weights, seat, copy, step, n):
    """Value energy moved, taking the best of the units it may come from and go to."""
    best = np.int64(0)
    for to in each(places(state, pool, seat, copy, step.target)):
        for place in each(places(state, pool, seat, copy, step.object)):
            moved = min(n, size(unit_at(state, place).energy))
            best = max(best, move_worth(state, pool, options, weights, to, moved))
    return best


@rule
def move_worth(state, pool, options, weights, to, n):
    """Value n energy that comes from another unit: it is worth half where it was."""
    worth = energy_worth(state, pool, weights, to, n) - n * weights.energy // 2
    if to % SLOTS != MAIN:
        return worth
    seat = to // SLOTS
    now = attack_now(state, pool, options, seat, 0)
    then = attack_now(state, pool, options, seat, n)
    gain = strike_worth(state, pool, options, weights, seat, then)
    return worth + gain - strike_worth(state, pool, options, weights, seat, now)
