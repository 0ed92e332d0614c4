"""What a bot foresees of a fight: damage to come, what a hit is worth.

In points of damage, as all of a bot's thinking; see
`evenhand.simulate.games.divine_cross.bot.scores`.
"""

import numpy as np

from evenhand.decks.divine_cross.words import Verb
from evenhand.decks.language.rows import NOTHING, Side
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import is_changed, total
from evenhand.simulate.engine.abilities.enums import Asked
from evenhand.simulate.engine.abilities.selecting import amount_of, card_at, chance_of, hold
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import size
from evenhand.simulate.games.divine_cross.battle import has_advantage
from evenhand.simulate.games.divine_cross.enums import MAIN, SLOTS
from evenhand.simulate.games.divine_cross.places import main_spot, spot, unit_at
from evenhand.simulate.games.divine_cross.units import hp_of

__all__ = [
    "attack_now", "best_damage", "blow", "damage_dealt", "danger_to", "health", "hit_worth",
    "is_doomed", "is_idle", "knock_out_worth", "loss_worth", "may_attack", "own_damage",
    "printed_damage", "relief_worth", "strike_worth",
]  # fmt: skip


@rule
def best_damage(state, pool, options, seat, slot, extra_energy):
    """Return the most damage a unit could deal to the enemy main unit, were it to attack."""
    target = main_spot(enemy_of(seat))
    return blow(state, pool, options, spot(seat, slot), target, extra_energy)


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
    return damage_dealt(state, pool, options, place, target, strongest)


@rule
def is_idle(state, pool, place):
    """Return whether something keeps a unit from using skills."""
    is_stunned = unit_at(state, place).stunned != 0
    return is_stunned or is_changed(state, pool, Verb.CANNOT_USE_SKILLS, place)


@rule
def may_attack(state, options, seat):
    """Return whether a player's main unit may attack in the turn under way."""
    return state.active == seat and (state.turn > 1 or options.first_player_skills != 0)


@rule
def attack_now(state, pool, options, seat, extra_energy):
    """Forecast what a player's main unit will deal this turn, a charge still to come included."""
    if not may_attack(state, options, seat) or is_idle(state, pool, main_spot(seat)):
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
def damage_dealt(state, pool, options, attacker, target, damage):
    """Forecast what modifiers and advantage make of damage to a unit."""
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
        return left + knock_out_worth(state, options, weights, place // SLOTS)
    return damage * weights.damage // 100


@rule
def strike_worth(state, pool, options, weights, seat, damage):
    """Return what a player's damage on the enemy main unit is worth."""
    return hit_worth(state, pool, options, weights, main_spot(enemy_of(seat)), damage)


@rule
def danger_to(state, pool, options, place, is_cleared):
    """Forecast the enemy's next blow to a unit, were it the main unit, by what is printed.

    The enemy attacks with its main unit, unless that has been knocked out by then, or after
    a retreat with any other.
    """
    enemy = enemy_of(place // SLOTS)
    worst = np.int64(0)
    for slot in range(SLOTS):
        unit = state.players[enemy].units[slot]
        if unit.copy_id == NOTHING or (slot == MAIN and (is_cleared or unit.stunned != 0)):
            continue
        card = pool.cards[state.card_of[enemy, unit.copy_id]]
        dealt = printed_damage(card, size(unit.energy) + 1)
        if 2 * dealt > worst and has_advantage(state, pool, spot(enemy, slot), place):
            dealt *= options.advantage_factor
        worst = max(worst, dealt)
    return worst


@rule
def is_doomed(state, pool, options, seat):
    """Return whether the enemy main unit seems about to knock a player's main unit out."""
    place, attacker = main_spot(seat), main_spot(enemy_of(seat))
    unit = unit_at(state, attacker)
    if unit.copy_id == NOTHING or unit.stunned != 0:
        return False
    dealt = printed_damage(card_at(state, pool, attacker), size(unit.energy) + 1)
    if has_advantage(state, pool, attacker, place):
        dealt *= options.advantage_factor
    return dealt >= health(state, pool, place)


@rule
def printed_damage(card, energy):
    """Return the most damage printed on a skill that this much energy pays for."""
    most = np.int64(0)
    for skill in range(card.n_skills):
        if card.skill_cost[skill] <= energy:
            most = max(most, np.int64(card.skill_damage[skill]))
    return most


@rule
def loss_worth(state, options, weights, place):
    """Return what the fall of a unit costs its owner: a knock-out, and half of its energy."""
    energy = size(unit_at(state, place).energy) * np.int64(weights.energy)
    return knock_out_worth(state, options, weights, place // SLOTS) + energy // 2


@rule
def relief_worth(state, pool, options, weights, place, healed, spared):
    """Value damage healed, and spared from the next hit: most if the unit survives by it."""
    if place % SLOTS != MAIN or healed + spared == 0:
        return healed * weights.safety // 100
    danger, left = danger_to(state, pool, options, place, False), health(state, pool, place)
    worth = healed + min(spared, danger)
    if left <= danger and danger - spared < left + healed:
        worth += loss_worth(state, options, weights, place)
    return worth * weights.safety // 100
