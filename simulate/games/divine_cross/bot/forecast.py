"""What a bot foresees of a fight: damage to come, what a hit is worth, who fits the front.

In points of damage, as all of a bot's thinking; see
`evenhand.simulate.games.divine_cross.bot.scores`.
"""

import numpy as np

from evenhand.decks.divine_cross.words import Verb
from evenhand.decks.language.rows import NOTHING, Side
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import is_changed, total
from evenhand.simulate.engine.abilities.enums import Asked
from evenhand.simulate.engine.abilities.selecting import amount_of, chance_of, hold
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import size
from evenhand.simulate.games.divine_cross.battle import has_advantage
from evenhand.simulate.games.divine_cross.enums import MAIN, SLOTS
from evenhand.simulate.games.divine_cross.places import main_spot, spot, unit_at
from evenhand.simulate.games.divine_cross.units import hp_of

__all__ = [
    "attack_now",
    "best_damage",
    "blow",
    "damage_dealt",
    "front_worth",
    "health",
    "hit_worth",
    "knock_out_worth",
    "own_damage",
    "relief_worth",
    "strike_worth",
    "threat_to",
]  # fmt: skip


@rule
def best_damage(state, pool, options, seat, slot, extra_energy):
    """Return the most damage a unit could deal to the enemy main unit, were it to attack."""
    return blow(state, pool, options, spot(seat, slot), main_spot(enemy_of(seat)), extra_energy)


@rule
def blow(state, pool, options, place, target, extra_energy):
    """Return the most damage a unit could deal to another one, were both main units."""
    unit, seat = unit_at(state, place), place // SLOTS
    if unit.copy_id == NOTHING or unit_at(state, target).copy_id == NOTHING:
        return np.int64(0)
    strongest = np.int64(NOTHING)
    card = pool.cards[state.card_of[seat, unit.copy_id]]
    energy = size(unit.energy) + extra_energy
    energy -= total(state, pool, Verb.GETS_SKILL_COST, place)
    for skill in range(card.n_skills):
        if card.skill_cost[skill] <= energy:
            strongest = max(strongest, own_damage(state, pool, seat, unit.copy_id, skill))
    if strongest == NOTHING:
        return np.int64(0)
    return damage_between(state, pool, options, place, target, strongest)


@rule
def attack_now(state, pool, options, seat, extra_energy):
    """Forecast what a player's main unit will deal this turn, a charge still to come included."""
    place = main_spot(seat)
    is_early = state.turn == 1 and not options.first_player_skills
    if state.active != seat or is_early or unit_at(state, place).stunned:
        return np.int64(0)
    if is_changed(state, pool, Verb.CANNOT_USE_SKILLS, place):
        return np.int64(0)
    charge = np.int64(state.players[seat].charges > 0)
    return best_damage(state, pool, options, seat, MAIN, extra_energy + charge)


@rule
def own_damage(state, pool, seat, copy, skill):
    """Forecast a skill's damage before modifiers; coin flips count as heads half."""
    card = pool.cards[state.card_of[seat, copy]]
    damage = np.int64(card.skill_damage[skill])
    if card.striking[skill] != NOTHING:
        damage += added_damage(state, pool, seat, copy, card.striking[skill])
    return damage


@rule
def damage_dealt(state, pool, options, attacker, damage):
    """Forecast what modifiers and advantage make of damage to the enemy main unit."""
    target = main_spot(enemy_of(attacker // SLOTS))
    return damage_between(state, pool, options, attacker, target, damage)


@rule
def damage_between(state, pool, options, attacker, target, damage):
    """Forecast what modifiers and advantage make of damage to another unit."""
    damage += total(state, pool, Verb.DEALS, attacker) + total(state, pool, Verb.TAKES, target)
    if is_changed(state, pool, Verb.DEALS_DOUBLE, attacker):
        damage *= 2
    if is_changed(state, pool, Verb.TAKES_HALF, target):
        damage //= 2
    if damage <= 0 or is_changed(state, pool, Verb.TAKES_NONE, target):
        return np.int64(0)
    if has_advantage(state, pool, attacker, target):
        damage *= options.advantage_factor
    return damage


@rule
def added_damage(state, pool, seat, copy, row):
    """Forecast what a skill's ability adds to its damage."""
    ability = pool.abilities[row]
    if not hold(state, pool, seat, copy, ability.conditions, Asked.POSSIBLY):
        return np.int64(0)
    added = np.int64(0)
    for number in range(ability.n_costs, ability.n_steps):
        step = pool.steps[ability.first_step + number]
        hits_main = step.verb == Verb.DAMAGE and step.target.side == Side.ENEMY
        counts = (step.verb == Verb.SKILL_DEALS or hits_main) and step.mode <= 1
        if counts and hold(state, pool, seat, copy, step.conditions, Asked.POSSIBLY):
            added += amount_of(state, pool, seat, copy, step.amount) // chance_of(step)
    return added


@rule
def health(state, pool, place):
    """Return the damage a unit can still take; 0 for none."""
    unit = unit_at(state, place)
    if unit.copy_id == NOTHING:
        return np.int64(0)
    return max(np.int64(0), np.int64(hp_of(state, pool, place) - unit.damage))


@rule
def knock_out_worth(state, options, weights, loser):
    """Return what knocking out a unit of this player is worth."""
    if size(state.players[loser].ko) + 1 >= options.ko_limit:
        return np.int64(weights.last_knock_out)
    return np.int64(weights.knock_out)


@rule
def hit_worth(state, pool, options, weights, place, damage):
    """Return what damage on an enemy unit is worth, a knock-out included."""
    left = health(state, pool, place)
    if damage <= 0 or left == 0:
        return np.int64(0)
    if damage >= left:
        lost = size(unit_at(state, place).energy) * weights.energy * weights.h_energy // 100
        return left + knock_out_worth(state, options, weights, place // SLOTS) + lost
    return damage * weights.damage // 100


@rule
def strike_worth(state, pool, options, weights, seat, damage):
    """Return what a player's damage on the enemy main unit is worth."""
    return hit_worth(state, pool, options, weights, main_spot(enemy_of(seat)), damage)


@rule
def relief_worth(state, pool, options, weights, place, healed, spared):
    """Value damage healed, and spared from the next hit: most if the unit survives by it."""
    if place % SLOTS != MAIN or healed + spared == 0:
        return healed * weights.safety // 100
    seat = place // SLOTS
    threat, left = threat_to(state, pool, options, seat, place), health(state, pool, place)
    worth = healed + min(spared, threat)
    if left <= threat and threat - spared < left + healed:
        worth += knock_out_worth(state, options, weights, seat)
    return worth * weights.safety // 100


@rule
def front_worth(state, pool, options, weights, place):
    """Return how good a unit would be in the Main Area."""
    seat = place // SLOTS
    if unit_at(state, place).copy_id == NOTHING:
        return np.int64(0)
    attack = best_damage(state, pool, options, seat, place % SLOTS, 1)
    worth = 2 * strike_worth(state, pool, options, weights, seat, attack)
    threat = threat_to(state, pool, options, seat, place)
    left = health(state, pool, place)
    if threat >= left:
        return worth - knock_out_worth(state, options, weights, seat) * weights.safety // 100
    return worth + (left - threat) * weights.safety // 100


@rule
def threat_to(state, pool, options, seat, place):
    """Forecast the enemy's damage if the unit at ``place`` were the main unit."""
    enemy = enemy_of(seat)
    attacker = unit_at(state, main_spot(enemy))
    if attacker.copy_id == NOTHING:
        return np.int64(0)
    card = pool.cards[state.card_of[enemy, attacker.copy_id]]
    worst = np.int64(0)
    for skill in range(card.n_skills):
        if card.skill_cost[skill] <= size(attacker.energy) + 1:
            worst = max(worst, np.int64(card.skill_damage[skill]))
    if has_advantage(state, pool, main_spot(enemy), place):
        worst *= options.advantage_factor
    return worst
