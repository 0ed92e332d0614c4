"""Battle: using a skill, and the order in which its damage is worked out (R9-R12).

declared -> "before" abilities -> the skill's damage and what its ability adds
         -> own modifiers -> the enemy's modifiers -> not below 0 -> advantage
         -> damage -> the rest of the ability -> KO check
"""

import numpy as np

from evenhand.decks.divine_cross.words import Moment, Verb
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import find_changes, is_changed
from evenhand.simulate.engine.abilities.triggers import begin_first_part, begin_rest, plan_all
from evenhand.simulate.engine.agenda import pop_task, push_task
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import size
from evenhand.simulate.engine.state import ask, fail
from evenhand.simulate.games.divine_cross.enums import (
    MAIN,
    MODIFIER_SLOTS,
    Question,
    StrikeStage,
    Task,
)
from evenhand.simulate.games.divine_cross.moving_cards import hurt
from evenhand.simulate.games.divine_cross.places import main_spot, unit_at
from evenhand.simulate.games.divine_cross.units import advantage_of, refresh_attributes, skill_cost

__all__ = [
    "apply_modifier", "can_use_skill", "end_skill", "has_advantage", "modified", "strike",
    "strike_standby", "use_skill",
]  # fmt: skip

OWN_MODIFIERS = (Verb.DEALS, Verb.DEALS_DOUBLE)
ENEMY_MODIFIERS = (Verb.TAKES, Verb.TAKES_HALF, Verb.TAKES_NONE)


@rule
def can_use_skill(state, pool, options, seat, skill):
    """Return whether the main unit may use a skill (R9, R10, R15)."""
    main = state.players[seat].units[MAIN]
    place = main_spot(seat)
    if main.copy_id == NOTHING or main.stunned:
        return False
    if state.turn == 1 and not options.first_player_skills:
        return False
    if skill >= pool.cards[state.card_of[seat, main.copy_id]].n_skills:
        return False
    if size(main.energy) < skill_cost(state, pool, place, skill):
        return False
    return not is_changed(state, pool, Verb.CANNOT_USE_SKILLS, place)


@rule
def use_skill(state, pool, seat, skill):
    """Declare a skill and plan all that follows (R9, R11)."""
    copy = state.players[seat].units[MAIN].copy_id
    card = pool.cards[state.card_of[seat, copy]]
    begin_strike(state.strike, skill, card.skill_damage[skill])
    row = card.striking[skill]
    push_task(state, Task.END_SKILL)
    rest = begin_rest(state, seat, copy, row) if row != NOTHING else NOTHING
    push_task(state, Task.STRIKE)
    if row != NOTHING:
        begin_first_part(state, seat, copy, row, rest)
    plan_all(state, pool, seat, copy, Moment.BEFORE_SKILL_1 + skill)


@rule
def begin_strike(strike, skill, damage):
    """Start from the printed damage."""
    strike.on = 1
    strike.skill = skill
    strike.stage = StrikeStage.OWN
    strike.damage = damage
    strike.gathered = 0
    strike.n_modifiers = 0


@rule
def strike(state, pool, options):
    """Take the next stage of a skill's damage (R11)."""
    if state.strike.stage == StrikeStage.LAND:
        pop_task(state)
        land(state, pool, options)
        return
    if not state.strike.gathered:
        gather(state, pool)
    if state.strike.n_modifiers > 1 and not is_plain_sum(state.strike):
        ask(state, state.active, Question.NEXT_MODIFIER)
        return
    while state.strike.n_modifiers:
        apply_modifier(state.strike, 0)
    state.strike.stage += 1
    state.strike.gathered = 0


@rule
def gather(state, pool):
    """Collect the modifiers of this stage: those upon the attacker, or the defender."""
    refresh_attributes(state, pool)
    if state.strike.stage == StrikeStage.OWN:
        for verb in OWN_MODIFIERS:
            collect(state, pool, verb, main_spot(state.active))
    else:
        for verb in ENEMY_MODIFIERS:
            collect(state, pool, verb, main_spot(enemy_of(state.active)))
    state.strike.gathered = 1


@rule
def collect(state, pool, verb, place):
    """Collect the modifiers of one verb."""
    if unit_at(state, place).copy_id == NOTHING:
        return
    find_changes(state, pool, verb, place)
    for i in range(state.n_found):
        if state.strike.n_modifiers == MODIFIER_SLOTS:
            fail(state)
            return
        modifier = state.strike.modifiers[state.strike.n_modifiers]
        modifier.verb = verb
        modifier.amount = state.found[i]
        state.strike.n_modifiers += 1


@rule
def is_plain_sum(strike):
    """Return whether the order of the modifiers cannot matter."""
    for i in range(strike.n_modifiers):
        if strike.modifiers[i].verb not in (Verb.DEALS, Verb.TAKES):
            return False
    return True


@rule
def apply_modifier(strike, number):
    """Apply one of the collected modifiers and close the gap it leaves."""
    modifier = strike.modifiers[number]
    strike.damage = modified(strike.damage, modifier.verb, modifier.amount)
    for i in range(number, strike.n_modifiers - 1):
        strike.modifiers[i] = strike.modifiers[i + 1]
    strike.n_modifiers -= 1


@rule
def modified(damage, verb, amount):
    """Return what one modifier makes of a damage; halves are rounded down."""
    match verb:
        case Verb.DEALS_DOUBLE:
            return np.int64(2 * damage)
        case Verb.TAKES_HALF:
            return np.int64(damage // 2)
        case Verb.TAKES_NONE:
            return np.int64(0)
        case _:
            return np.int64(damage + amount)


@rule
def land(state, pool, options):
    """Put the damage on the defending main unit, doubled by advantage (R11)."""
    attacker, defender = main_spot(state.active), main_spot(enemy_of(state.active))
    unit = unit_at(state, attacker)
    if unit.copy_id == NOTHING or unit_at(state, defender).copy_id == NOTHING:
        return
    damage = max(np.int64(0), np.int64(state.strike.damage))
    if has_advantage(state, pool, attacker, defender):
        damage *= options.advantage_factor
    hurt(state, pool, defender, damage, unit.copy_id)


@rule
def has_advantage(state, pool, attacker, defender):
    """Return whether any of the defender's attributes is one of the attacker's advantages."""
    return advantage_of(state, pool, attacker) & unit_at(state, defender).attribute != 0


@rule
def strike_standby(state, pool, options, place, damage):
    """Return a skill ability's damage on an enemy standby unit (A22)."""
    if not options.advantage_on_standby:
        return np.int64(damage)
    attacker = main_spot(state.active)
    for verb in OWN_MODIFIERS:
        damage = all_modified(state, pool, verb, attacker, damage)
    for verb in ENEMY_MODIFIERS:
        damage = all_modified(state, pool, verb, place, damage)
    damage = max(np.int64(0), damage)
    if has_advantage(state, pool, attacker, place):
        damage *= options.advantage_factor
    return damage


@rule
def all_modified(state, pool, verb, place, damage):
    """Return what all modifiers of one verb upon a unit make of a damage."""
    find_changes(state, pool, verb, place)
    for i in range(state.n_found):
        damage = modified(damage, verb, state.found[i])
    return np.int64(damage)


@rule
def end_skill(state):
    """Leave the skill behind; now the KO check may run (section 5, step 9)."""
    state.strike.on = 0
    pop_task(state)
