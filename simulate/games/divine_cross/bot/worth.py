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
    danger_to,
    health,
    hit_worth,
    is_doomed,
    relief_worth,
    strike_worth,
)
from evenhand.simulate.games.divine_cross.bot.front import count_units, front_worth_now
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
        case Verb.DISCARD:
            return -n * weights.card // 2
        case Verb.MILL:
            return -mill_price(state, options, weights, seat, n)
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
            return np.int64(weights.energy) * n
        case Verb.SKILL_DEALS:
            return np.int64(0)  # the hit itself has been valued
        case Verb.LOOK:
            return A_LITTLE  # what it shows: no bot remembers
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
    return n * weights.card


@rule
def mill_price(state, options, weights, seat, n):
    """Return what the top n cards of the deck are worth to its player: the last ones, most."""
    if state.players[seat].n_deck - n < weights.deck_floor:
        return n * np.int64(options.deckout_amount)
    return n * weights.card // 2


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
            return -sign * removal_worth(state, pool, options, weights, place)
        case Verb.STRIP:
            return -sign * np.int64(unit.assist != NOTHING) * weights.assist
        case Verb.LOSE_ENERGY:
            return -sign * min(n, size(unit.energy)) * weights.energy
        case Verb.TAKES | Verb.GETS_RETREAT_COST | Verb.GETS_SKILL_COST:
            return -sign * n * (1 if step.verb == Verb.TAKES else 10)
        case Verb.TAKES_HALF | Verb.TAKES_NONE:
            spared = danger_to(state, pool, options, place, False)
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
    """Value a change of what a main unit deals, or of whom: the blow that it saves."""
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
    left = health(state, pool, main_spot(enemy_of(seat)))
    if blows(left, attack) == 1 + blows(max(np.int64(0), left - attack - more), attack):
        return np.int64(0)
    then = strike_worth(state, pool, options, weights, seat, attack + more)
    return then - strike_worth(state, pool, options, weights, seat, attack)


@rule
def blows(left, attack):
    """Return how many attacks it takes to deal the damage that a unit has left to take."""
    return (left + attack - 1) // attack


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
    main = main_spot(place // SLOTS)
    before = front_worth_now(state, pool, options, weights, main, 1)
    return front_worth_now(state, pool, options, weights, place, 1) - before


@rule
def removal_worth(state, pool, options, weights, place):
    """Value a unit leaving play without a knock-out: its energy, hurts healed taken off.

    The last one that stands by a doomed main unit is worth half the game.
    """
    unit, seat = unit_at(state, place), place // SLOTS
    worth = size(unit.energy) * weights.energy + np.int64(weights.bench)
    worth -= np.int64(unit.damage) // 2
    is_last = place % SLOTS != MAIN and count_units(state, seat) == 2
    if is_last and is_doomed(state, pool, options, seat):
        worth += np.int64(weights.last_knock_out) // 2
    return worth
