"""What a bot thinks more energy on a unit is worth."""

import numpy as np

from evenhand.decks.divine_cross.words import Verb
from evenhand.decks.language.rows import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import total
from evenhand.simulate.engine.abilities.selecting import card_at, places
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import each, size
from evenhand.simulate.games.divine_cross.battle import has_advantage
from evenhand.simulate.games.divine_cross.bot.forecast import (
    attack_now,
    best_damage,
    health,
    is_doomed,
    is_idle,
    may_attack,
    strike_worth,
)
from evenhand.simulate.games.divine_cross.bot.front import charged_retreat_gain, gains_skill
from evenhand.simulate.games.divine_cross.enums import MAIN, SLOTS
from evenhand.simulate.games.divine_cross.places import main_spot, spot, unit_at

__all__ = [
    "best_energy_worth", "best_move_worth", "charge_worth", "lacks_energy", "spare_energy",
]  # fmt: skip


@rule
def spare_energy(state, pool, place):
    """Return the energy on a unit beyond what its dearest skill needs; below 0 if it lacks some."""
    card = card_at(state, pool, place)
    dearest = np.int64(0)
    for skill in range(card.n_skills):
        dearest = max(dearest, np.int64(card.skill_cost[skill]))
    return size(unit_at(state, place).energy) - dearest


@rule
def lacks_energy(state, pool, seat):
    """Return whether any of a player's units lacks energy for its dearest skill."""
    for slot in range(SLOTS):
        place = spot(seat, slot)
        if unit_at(state, place).copy_id != NOTHING and spare_energy(state, pool, place) < 0:
            return True
    return False


@rule
def charge_worth(state, pool, options, weights, seat, slot):
    """Value one more energy under a unit: what it does this turn, and how much nearer skills come.

    Half as much again counts where the enemy main unit is weak to it.
    """
    place = spot(seat, slot)
    worth = progress(state, pool, place)
    if has_advantage(state, pool, place, main_spot(enemy_of(seat))):
        worth = worth * 3 // 2
    is_own_turn = state.active == seat and state.seat == seat
    if slot == MAIN:
        share = weights.doomed if is_doomed(state, pool, options, seat) else weights.front
        worth = worth * share // 100
        if worth > 0 and is_own_turn:
            worth += gain_now(state, pool, options, weights, seat)
    elif is_own_turn:
        worth += charged_retreat_gain(state, pool, options, weights, seat, slot)
    return worth + health(state, pool, place) // 10


@rule
def gain_now(state, pool, options, weights, seat):
    """Value what one more energy makes of the main unit's attack this turn."""
    place = main_spot(seat)
    if not gains_skill(state, pool, place, 1) or is_idle(state, pool, place):
        return np.int64(0)
    if not may_attack(state, options, seat):
        return np.int64(0)
    now = best_damage(state, pool, options, seat, MAIN, 0)
    then = best_damage(state, pool, options, seat, MAIN, 1)
    gain = strike_worth(state, pool, options, weights, seat, then)
    return gain - strike_worth(state, pool, options, weights, seat, now)


@rule
def progress(state, pool, place):
    """Return how much nearer one more energy brings a unit to the damage of its skills."""
    card = card_at(state, pool, place)
    energy = size(unit_at(state, place).energy)
    energy -= total(state, pool, Verb.GETS_SKILL_COST, place)
    usable = np.int64(0)
    for skill in range(card.n_skills):
        if card.skill_cost[skill] <= energy:
            usable = max(usable, np.int64(card.skill_damage[skill]))
    worth = np.int64(0)
    for skill in range(card.n_skills):
        missing = card.skill_cost[skill] - energy
        if missing > 0:
            gain = np.int64(card.skill_damage[skill]) - usable
            worth = max(worth, 4 * gain // (missing * missing))
    return worth


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
