"""What a bot thinks of Up, Down, Twist and Counter: by target, and of a key at its best."""

import numpy as np

from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, each, first, has, size
from evenhand.simulate.games.blackpoker.battle import attack_candidates
from evenhand.simulate.games.blackpoker.bot.forecast import coming_strength, foresee, is_lethal
from evenhand.simulate.games.blackpoker.bot.worth import WON, request_worth, soldier_worth
from evenhand.simulate.games.blackpoker.deeds import is_beaten
from evenhand.simulate.games.blackpoker.enums import BULWARK, SEATS, Deed
from evenhand.simulate.games.blackpoker.moving_cards import (
    charged_bulwarks,
    is_bulwark,
    is_driven,
    strength,
)

__all__ = ["best_counter", "best_target", "counter_worth", "target_worth"]


@rule
def under_way(state):
    """Return the deed at the bottom of the stage, NOTHING for an empty one."""
    return np.int64(state.stack[0].deed) if state.n_stack > 0 else np.int64(NOTHING)


@rule
def best_target(state, weights, deed, number):
    """Value a spell upon the best of all targets."""
    best = np.int64(0)
    if is_idle(state, deed):
        return best
    for seat in range(SEATS):
        player = state.players[seat]
        for soldier in each(player.soldiers):
            best = max(best, target_worth(state, weights, deed, number, seat, soldier))
        if deed == Deed.TWIST:
            for place in each(player.bulwarks):
                worth = target_worth(state, weights, deed, number, seat, BULWARK + place)
                best = max(best, worth)
    return best


@rule
def is_idle(state, deed):
    """Return whether nothing is under way that a spell of this kind could change."""
    match deed:
        case Deed.UP:
            return state.n_stack == 0
        case Deed.TWIST:
            return under_way(state) != Deed.ATTACK and under_way(state) != Deed.BLOCK
    return False


@rule
def target_worth(state, weights, deed, number, seat, character):
    """Value a spell upon one target for the seat that is asked."""
    match deed:
        case Deed.TWIST:
            return twist_worth(state, weights, seat, character)
        case Deed.UP:
            return change_worth(state, weights, seat, character, np.int64(number))
        case _:
            return change_worth(state, weights, seat, character, -np.int64(number))


@rule
def change_worth(state, weights, seat, character, change):
    """Value a change of a number: by the Damage Judgement to come, or by life and death."""
    if under_way(state) == Deed.JUDGEMENT and is_fighting(state, seat, character):
        gain = foresee(state, weights, seat, character, change) - foresee(
            state, weights, seat, NOTHING, 0
        )
        return (gain if state.seat == state.active else -gain) * weights.spell // 100
    coming = coming_strength(state, seat, character)
    if (coming > 0) == (coming + change > 0):
        return np.int64(0)
    number = strength(state.players[seat], character) + coming_gear(state, seat, character)
    worth = soldier_worth(weights, number) * weights.spell // 100
    return worth if (seat != state.seat) == (coming > 0) else -worth


@rule
def coming_gear(state, seat, soldier):
    """Return the number that Equip on the stage will add to a soldier, if it lives."""
    more = np.int64(0)
    for place in range(state.n_stack):
        request = state.stack[place]
        is_his = request.target == soldier and request.target_seat == seat
        if request.deed == Deed.EQUIP and is_his:
            more += state.players[seat].number[first(request.keys)]
    return more


@rule
def is_fighting(state, seat, character):
    """Return whether a soldier attacks or blocks."""
    if seat == state.active:
        return has(state.attackers, character)
    for attacker in each(state.attackers):
        if has(state.blockers[attacker], character):
            return True
    return False


# Twist


@rule
def twist_worth(state, weights, seat, character):
    """Value turning a character: attackers before an Attack, blockers before a Block."""
    if is_twisted(state, seat, character):
        return np.int64(0)
    driven = is_driven(state.players[seat], character)
    match under_way(state):
        case Deed.ATTACK:
            worth = attacker_twist(state, weights, seat, character, driven)
        case Deed.BLOCK:
            if state.seat == state.active and is_way_open(state, seat, driven):
                return np.int64(WON)
            worth = blocker_twist(state, weights, seat, character, driven)
        case _:
            worth = np.int64(0)
    return worth * weights.twist // 100


@rule
def is_twisted(state, seat, character):
    """Return whether a Twist upon a character is on the stage already."""
    for place in range(state.n_stack):
        request = state.stack[place]
        if (
            request.deed == Deed.TWIST
            and request.target == character
            and request.target_seat == seat
        ):
            return True
    return False


@rule
def attacker_twist(state, weights, seat, character, driven):
    """Value driving an enemy soldier that is about to attack."""
    if seat != state.active or seat == state.seat or driven or is_bulwark(character):
        return np.int64(0)
    if not has(attack_candidates(state), character):
        return np.int64(0)
    return strength(state.players[seat], character) * np.int64(weights.life)


@rule
def is_way_open(state, seat, driven):
    """Return whether the attack under way wins once a would-be blocker is driven."""
    return seat != state.active and not driven and is_lethal(state, EMPTY, 1)


@rule
def blocker_twist(state, weights, seat, character, driven):
    """Value driving a would-be blocker of the enemy, or charging one's own."""
    defender = enemy_of(state.active)
    if seat != defender or driven == (state.seat == state.active):
        return np.int64(0)
    player = state.players[defender]
    n_guards = size(player.soldiers & ~player.driven) + size(charged_bulwarks(player))
    attackers = state.attackers & state.players[state.active].soldiers
    is_short = n_guards <= size(attackers) if driven == 0 else n_guards < size(attackers)
    if not is_short:
        return np.int64(0)
    least = np.int64(0)
    for attacker in each(attackers):
        number = strength(state.players[state.active], attacker)
        least = number if least == 0 else min(least, number)
    return least * np.int64(weights.damage)


# Counter


@rule
def best_counter(state, options, weights, number):
    """Value a Counter of this number upon the best request."""
    best = np.int64(0)
    for place in range(state.n_stack):
        best = max(best, counter_worth(state, weights, place, number))
    return best


@rule
def counter_worth(state, weights, place, number):
    """Value cancelling an enemy's request."""
    request = state.stack[place]
    if request.keys == EMPTY or request.seat == state.seat:
        return np.int64(0)
    if not is_beaten(state, request, number) or is_countered(state, request.mark):
        return np.int64(0)
    return request_worth(state, weights, place) * weights.counter // 100


@rule
def is_countered(state, mark):
    """Return whether an own Counter upon a request is on the stage already."""
    for place in range(state.n_stack):
        request = state.stack[place]
        if (
            request.deed == Deed.COUNTER
            and request.target_mark == mark
            and request.seat == state.seat
        ):
            return True
    return False
