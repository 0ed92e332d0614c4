"""What a bot thinks one step of an ability is worth, and what it does to one unit."""

import numpy as np

from evenhand.decks.divine_cross.words import Verb
from evenhand.decks.language.rows import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.selecting import amount_of
from evenhand.simulate.engine.abilities.worth import targets_worth
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import size
from evenhand.simulate.games.divine_cross.battle import has_advantage
from evenhand.simulate.games.divine_cross.bot.energy_worth import best_energy_worth, best_move_worth
from evenhand.simulate.games.divine_cross.bot.forecast import (
    attack_now,
    best_damage,
    front_worth,
    health,
    hit_worth,
    knock_out_worth,
    relief_worth,
    strike_worth,
    threat_to,
)
from evenhand.simulate.games.divine_cross.bot.front import danger_to, stand_worth
from evenhand.simulate.games.divine_cross.enums import MAIN, SLOTS, Question
from evenhand.simulate.games.divine_cross.places import main_spot, unit_at
from evenhand.simulate.games.divine_cross.units import advantage_of

__all__ = ["place_worth", "step_worth"]

A_LITTLE = np.int64(10)  # what is seldom worth much, and never nothing


@rule
def step_worth(state, pool, options, weights, seat, copy, step):
    """Value one step of an ability."""
    n = amount_of(state, pool, seat, copy, step.amount)
    match step.verb:
        case Verb.DRAW:
            return draw_worth(state, pool, options, weights, seat, n)
        case Verb.SEARCH | Verb.RECOVER:
            return 2 * np.int64(weights.card) * max(np.int64(1), np.int64(step.target.number))
        case Verb.DEPLOY:
            return np.int64(weights.bench)
        case Verb.DISCARD | Verb.MILL:
            if step.verb == Verb.MILL and state.players[seat].n_deck <= weights.d_mill:
                return -n * np.int64(options.deckout_amount)
            return -n * weights.card // 2
        case Verb.ENEMY_DISCARDS | Verb.ENEMY_DISCARDS_AT_RANDOM:
            most = min(n, size(state.players[enemy_of(seat)].hand))
            return most * weights.card * 3 // 4
        case Verb.ENEMY_DRAWS:
            return -n * weights.card
        case Verb.ENEMY_MILLS:
            return n * weights.card // 4
        case Verb.CHARGE_FROM_DECK:
            n = min(n, np.int64(state.players[seat].n_deck))
            return best_energy_worth(state, pool, weights, seat, copy, step, n)
        case Verb.CHARGE_FROM_DISCARD:
            n = min(np.int64(step.object.number), size(state.players[seat].discard))
            return np.int64(weights.energy) * n
        case Verb.CHARGE_FROM_HAND:
            return np.int64(weights.energy)
        case Verb.MOVE_ENERGY:
            return best_move_worth(state, pool, options, weights, seat, copy, step, n)
        case Verb.EXTRA_CHARGE:
            player = state.players[seat]
            spare = size(player.hand) - 1 - np.int64(player.charges)
            if weights.x_charge and (spare <= 0 or player.n_deck <= 2):
                return np.int64(0)
            return np.int64(weights.energy) * n
        case Verb.SKILL_DEALS:
            return np.int64(0)  # the hit itself has been valued
        case Verb.LOOK:
            return np.int64(0)  # no bot remembers what it has seen
        case Verb.ENEMY_PLAYS_NO_EVENTS | Verb.EXTRA_EVENT | Verb.EXTRA_RETREAT:
            return A_LITTLE
        case _:
            return targets_worth(state, pool, options, weights, seat, copy, step, n)


@rule
def draw_worth(state, pool, options, weights, seat, n):
    """Value drawing n cards: less and less as the deck runs out."""
    left = state.players[seat].n_deck
    if left < n:
        return -(n - left) * np.int64(options.deckout_amount)
    if left - n < weights.deck_floor:
        return np.int64(-1)
    crowd = max(np.int64(0), size(state.players[seat].hand) - np.int64(weights.w_hand))
    return n * weights.card - crowd * weights.w_crowd


@rule
def place_worth(state, pool, options, weights, seat, step, place, n):
    """Value what a step does to one unit, from the view of ``seat``."""
    is_own = place // SLOTS == seat
    unit = unit_at(state, place)
    sign = np.int64(1 if is_own else -1)
    match step.verb:
        case Verb.DAMAGE:
            return -sign * hit_worth(state, pool, options, weights, place, n)
        case Verb.HEAL:
            healed = min(n, np.int64(unit.damage))
            if weights.st & 512 and sign > 0:
                return relief_new(state, pool, options, weights, place, healed, np.int64(0))
            return sign * relief_worth(state, pool, options, weights, place, healed, np.int64(0))
        case Verb.KNOCK_OUT:
            left = health(state, pool, place)
            return -sign * hit_worth(state, pool, options, weights, place, left)
        case Verb.STUN:
            return -sign * stun_worth(state, pool, options, weights, place)
        case Verb.UNSTUN:
            return sign * np.int64(unit.stunned) * weights.stun
        case Verb.SWITCH:
            return sign * switch_worth(state, pool, options, weights, place)
        case Verb.BOUNCE | Verb.SHUFFLE_IN | Verb.SACRIFICE:
            return -sign * removal_worth(state, pool, weights, place)
        case Verb.STRIP:
            return -sign * np.int64(unit.assist != NOTHING) * weights.assist
        case Verb.LOSE_ENERGY:
            return -sign * min(n, size(unit.energy)) * weights.energy
        case Verb.TAKES | Verb.GETS_RETREAT_COST | Verb.GETS_SKILL_COST:
            return -sign * n * (1 if step.verb == Verb.TAKES else 10)
        case Verb.TAKES_HALF | Verb.TAKES_NONE:
            spared = threat_to(state, pool, options, place // SLOTS, place)
            spared //= 2 if step.verb == Verb.TAKES_HALF else 1
            return sign * relief_worth(state, pool, options, weights, place, np.int64(0), spared)
        case Verb.DEALS | Verb.DEALS_DOUBLE | Verb.HAS_ADVANTAGE | Verb.IS_ALSO:
            return bonus_worth(state, pool, options, weights, seat, step, place, n)
        case Verb.GETS_HP:
            return sign * n * np.int64(place % SLOTS == MAIN)
        case Verb.CANNOT_USE_SKILLS:
            return -sign * stun_worth(state, pool, options, weights, place)
        case Verb.CANNOT_RETREAT:
            return -sign * np.int64(weights.stun) * np.int64(place % SLOTS == MAIN) // 2
        case _:
            return sign * A_LITTLE


@rule
def bonus_worth(state, pool, options, weights, seat, step, place, n):
    """Value a change of what a main unit deals, or of whom: what it makes of the next attack."""
    if place % SLOTS != MAIN:
        return np.int64(0)
    if place // SLOTS != seat and step.verb != Verb.IS_ALSO:
        own_main = main_spot(seat)
        return relief_worth(
            state, pool, options, weights, own_main, np.int64(0), max(np.int64(0), -n)
        )
    attack = attack_now(state, pool, options, seat, 0)
    if attack == 0:
        return np.int64(0)
    more = bonus(state, pool, options, seat, step, n, attack)
    then = strike_worth(state, pool, options, weights, seat, attack + more)
    gain = then - strike_worth(state, pool, options, weights, seat, attack)
    left = health(state, pool, main_spot(enemy_of(seat)))
    if (
        0 < attack + more < left
        and (left + attack - 1) // attack == (left - more + attack - 1) // attack
    ):
        gain = gain * weights.b_waste // 100
    return gain


@rule
def bonus(state, pool, options, seat, step, n, attack):
    """Forecast the damage that a change adds to an attack on the enemy main unit."""
    place, target = main_spot(seat), main_spot(enemy_of(seat))
    is_ahead = has_advantage(state, pool, place, target)
    match step.verb:
        case Verb.DEALS:
            return n * options.advantage_factor if is_ahead else n
        case Verb.DEALS_DOUBLE:
            return attack
        case Verb.HAS_ADVANTAGE:
            gains = step.word & unit_at(state, target).attribute
        case _:
            gains = step.word & advantage_of(state, pool, place)
    return attack * (options.advantage_factor - 1) * np.int64(gains != 0 and not is_ahead)


@rule
def relief_new(state, pool, options, weights, place, healed, spared):
    """Value damage healed, and spared from the next hit: most if the unit survives by it."""
    if place % SLOTS != MAIN or healed + spared == 0:
        return healed * weights.safety // 100
    seat = place // SLOTS
    threat = danger_to(state, pool, options, weights, place, False)
    left = health(state, pool, place)
    worth = healed + min(spared, threat)
    if left <= threat and threat - spared < left + healed:
        worth += knock_out_worth(state, options, weights, seat)
        worth += size(unit_at(state, place).energy) * weights.energy * weights.s_energy // 100
    return worth * weights.safety // 100


@rule
def stun_worth(state, pool, options, weights, place):
    """Value a main unit kept from using skills: its attack, up to the weight if not now."""
    unit, seat = unit_at(state, place), place // SLOTS
    if place % SLOTS != MAIN or unit.stunned:
        return np.int64(0)
    if state.active == seat and state.question == Question.MAIN_PHASE:
        attack = attack_now(state, pool, options, seat, 0)
        return strike_worth(state, pool, options, weights, seat, attack)
    return min(
        np.int64(weights.stun),
        best_damage(state, pool, options, seat, MAIN, 1),
    )


@rule
def switch_worth(state, pool, options, weights, place):
    """Value moving a standby unit up, for its owner."""
    if place % SLOTS == MAIN:
        return np.int64(0)
    if weights.st & 4:
        attacks = state.active == place // SLOTS
        now = main_spot(place // SLOTS)
        before = stand_worth(
            state, pool, options, weights, now, 1, attacks and not unit_at(state, now).stunned
        )
        return stand_worth(state, pool, options, weights, place, 1, attacks) - before
    then = front_worth(state, pool, options, weights, place)
    return (then - front_worth(state, pool, options, weights, main_spot(place // SLOTS))) // 2


@rule
def removal_worth(state, pool, weights, place):
    """Value a unit leaving play without a knock-out: its energy, hurts healed taken off."""
    unit = unit_at(state, place)
    return size(unit.energy) * weights.energy + np.int64(weights.bench) - np.int64(unit.damage) // 2
