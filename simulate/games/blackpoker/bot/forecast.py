"""What a bot foresees of attacks: who gets through, who should attack, who should block."""

import numpy as np

from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.agenda import peek_task
from evenhand.simulate.engine.menu import Answer
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, add, each, first, has, remove, size
from evenhand.simulate.games.blackpoker.battle import (
    attack_candidates,
    block_soldiers,
    block_walls,
    kills,
)
from evenhand.simulate.games.blackpoker.bot.worth import (
    WON,
    bulwark_worth,
    damage_worth,
    life_price,
    lives,
    soldier_worth,
    throw_damage,
)
from evenhand.simulate.games.blackpoker.enums import BULWARK, Deed
from evenhand.simulate.games.blackpoker.moving_cards import (
    charged_bulwarks,
    is_bulwark,
    nobles_of,
    strength,
    strength_of_all,
)

__all__ = [
    "attack_worth", "block_worth", "coming_strength", "equip_worth", "foresee", "is_lethal",
    "n_blockers", "opening", "reach", "safety", "strike_worth", "threat", "wins_with",
]  # fmt: skip

RISK = 11  # percent of unknown bulwarks that beat a soldier of one card


@rule
def coming_strength(state, seat, soldier):
    """Return a soldier's number as it will be after the Ups and Downs on the stage."""
    total = strength(state.players[seat], soldier)
    for place in range(state.n_stack):
        request = state.stack[place]
        if request.target == soldier and request.target_seat == seat:
            total += change_by(state, request)
    return total


@rule
def change_by(state, request):
    """Return what a request will change a number by."""
    match request.deed:
        case Deed.UP:
            return np.int64(state.players[request.seat].number[first(request.keys)])
        case Deed.DOWN:
            return -np.int64(state.players[request.seat].number[first(request.keys)])
    return np.int64(0)


@rule
def sum_but_best(player, soldiers, n):
    """Add up the numbers of soldiers but for the n highest, who are blocked."""
    left = soldiers
    for _ in range(min(n, size(soldiers))):
        best, most = np.int64(NOTHING), np.int64(NOTHING)
        for soldier in each(left):
            number = strength(player, soldier)
            if number > most:
                best, most = np.int64(soldier), number
        left = remove(left, best)
    return strength_of_all(player, left)


@rule
def n_blockers(player):
    """Count the charged characters."""
    return size(player.soldiers & ~player.driven) + size(charged_bulwarks(player))


@rule
def threat(state, seat, guards):
    """Return the damage that would get through to a seat in the enemy's next attack."""
    enemy = state.players[enemy_of(seat)]
    return sum_but_best(enemy, enemy.soldiers, guards)


@rule
def safety(state, weights, seat, more):
    """Value so many more characters charged in the enemy's turn, for a seat whose turn it is."""
    player = state.players[seat]
    guards = n_blockers(player)
    if min(guards, guards + more) >= size(state.players[enemy_of(seat)].soldiers):
        return np.int64(0)
    before, after = threat(state, seat, guards), threat(state, seat, max(0, guards + more))
    worth = (before - after) * np.int64(weights.guard)
    life = player.n_deck - weights.margin
    return worth + weights.doom * (np.int64(before >= life) - np.int64(after >= life))


@rule
def is_lethal(state, candidates, fewer):
    """Return whether an attack of all wins whatever is blocked, by so many blockers fewer."""
    own, enemy = state.players[state.active], state.players[enemy_of(state.active)]
    attackers = candidates | state.attackers & own.soldiers
    guards = max(0, n_blockers(enemy) - fewer)
    return sum_but_best(own, attackers, guards) >= lives(enemy)


@rule
def wins_with(state, options, copy):
    """Return whether an attack would win with an ace that is summoned now."""
    candidates = add(attack_candidates(state), copy)
    return state.attacks < options.attacks_per_turn and is_lethal(state, candidates, 0)


@rule
def reach(state, options):
    """Return the damage of all Throws in hand and of the attack that nobody can block."""
    own, enemy = state.players[state.seat], state.players[enemy_of(state.seat)]
    damage = throw_damage(own)
    if state.attacks < options.attacks_per_turn:
        damage += sum_but_best(own, attack_candidates(state), n_blockers(enemy))
    return damage


# Attacking


@rule
def attack_worth(state, weights, soldier):
    """Value a soldier's attack: the hit or the worst block, less its absence as a guard."""
    number = strength(state.players[state.active], soldier)
    return strike_worth(state, weights, soldier, number) + safety(state, weights, state.active, -1)


@rule
def strike_worth(state, weights, soldier, number):
    """Value an attack by a soldier, were this its number: the hit or the worst block."""
    own, enemy = state.players[state.active], state.players[enemy_of(state.active)]
    if is_left_over(state, own, soldier, number, n_blockers(enemy)):
        return number * np.int64(weights.damage)
    value = soldier_worth(weights, number)
    hit = number * np.int64(weights.damage)
    worst = hit
    if charged_bulwarks(enemy) != EMPTY:
        worst = min(worst, bulwark_worth(enemy, weights) - RISK * value // 100)
    guards = enemy.soldiers & ~enemy.driven
    if guards != EMPTY:
        total = strength_of_all(enemy, guards)
        if total > number:
            worst = min(worst, -value)
        elif total == number:
            worst = min(worst, np.int64(0))
    return (weights.bold * hit + (100 - weights.bold) * worst) // 100


@rule
def is_left_over(state, own, soldier, number, n_guards):
    """Return whether others in the attack, whom the enemy would rather block, take all blockers."""
    if n_guards == 0:
        return True
    if size(own.soldiers) <= n_guards:
        return False
    found = 0
    for other in each(remove(attack_candidates(state) | state.attackers & own.soldiers, soldier)):
        standing = strength(own, other)
        found += standing > number or (standing == number and other < soldier)
    return found >= n_guards


@rule
def opening(state, options, weights):
    """Value one blocker fewer of the enemy: the weakest attacker gets through, too."""
    own, enemy = state.players[state.active], state.players[enemy_of(state.active)]
    candidates = attack_candidates(state)
    if state.attacks >= options.attacks_per_turn or size(candidates) < n_blockers(enemy):
        return np.int64(0)
    if is_lethal(state, candidates, 1):
        return np.int64(WON)
    least = np.int64(0)
    for soldier in each(candidates):
        number = strength(own, soldier)
        least = number if least == 0 else min(least, number)
    return least * np.int64(weights.damage)


# Equipping


@rule
def is_lethal_with(state, more):
    """Return whether an attack wins that is so much stronger and that nobody can block."""
    own, enemy = state.players[state.active], state.players[enemy_of(state.active)]
    total = strength_of_all(own, attack_candidates(state)) + more
    return total >= lives(enemy)


@rule
def equip_worth(state, options, weights, copy, soldier):
    """Value a card upon a soldier: for good, and for this turn's attack."""
    own = state.players[state.seat]
    more = np.int64(own.number[copy])
    worth = more * weights.strength * weights.equip // 100
    can_attack = has(attack_candidates(state), soldier) or (
        has(own.aces, copy) and not has(own.driven, soldier)
    )
    if state.attacks >= options.attacks_per_turn or not can_attack:
        return worth
    if n_blockers(state.players[enemy_of(state.seat)]) == 0:
        if is_lethal_with(state, more):
            return np.int64(WON)
        return worth + more * np.int64(weights.damage) * weights.equip_hit // 100
    number = strength(own, soldier)
    away = safety(state, weights, state.active, -1)
    before = max(np.int64(0), strike_worth(state, weights, soldier, number) + away)
    after = max(np.int64(0), strike_worth(state, weights, soldier, number + more) + away)
    return worth + (after - before) * weights.equip_hit // 100


# Blocking


@rule
def block_worth(state, options, weights, action):
    """Value a blocker for the attacker in question, or leaving it at those named."""
    own, enemy = state.players[state.seat], state.players[state.active]
    item = peek_task(state)
    attacker = first(item.left)
    number = coming_strength(state, state.active, attacker)
    value = soldier_worth(weights, strength(enemy, attacker))
    named = state.blockers[attacker]
    if action.kind == Answer.ENOUGH:
        if named == EMPTY:
            return -pass_price(state, options, weights, item.left, number)
        return fight_worth(weights, own, named, number, value)
    if is_bulwark(action.slot):
        return wall_worth(state, options, weights, item.left, action.slot - BULWARK)
    free = block_soldiers(state, options, attacker)
    everyone = strength_of_all(own, named | free)
    worth = fight_worth(weights, own, add(named, action.slot), number, value)
    if everyone > number:
        worth = max(worth, value - strength(own, action.slot))
    return worth


@rule
def fight_worth(weights, own, blockers, number, value):
    """Value a fight of soldiers for the one who blocks."""
    total, lost = np.int64(0), np.int64(0)
    for blocker in each(blockers):
        standing = strength(own, blocker)
        total += standing
        lost += soldier_worth(weights, standing)
    if total > number:
        return value
    return value - lost if total == number else -lost


@rule
def pass_price(state, options, weights, left, number):
    """Return what letting an attacker through costs, with what else gets through."""
    own, enemy = state.players[state.seat], state.players[state.active]
    others = remove(left, first(left))
    damage = number + sum_but_best(enemy, others, n_free(state, options, first(left)))
    for attacker in each(state.attackers & enemy.soldiers & ~left):
        if state.blockers[attacker] == EMPTY and state.wall[attacker] == NOTHING:
            damage += strength(enemy, attacker)
    if damage >= lives(own):
        return np.int64(WON)
    return life_price(own, weights, number)


@rule
def n_free(state, options, attacker):
    """Count the characters that can still block."""
    return size(block_soldiers(state, options, attacker)) + size(
        block_walls(state, options, attacker)
    )


@rule
def wall_worth(state, options, weights, left, place):
    """Value a bulwark as the blocker: it is lost; it may take the attacker with it."""
    own, enemy = state.players[state.seat], state.players[state.active]
    attacker, copy = first(left), own.bulwark[place]
    worth = -bulwark_worth(own, weights)
    if has(nobles_of(own), copy):
        worth += np.int64(weights.card)
    if kills(enemy, attacker, own, copy):
        return worth + soldier_worth(weights, strength(enemy, attacker))
    number = strength(enemy, attacker)
    stronger = 0
    for other in each(remove(left, attacker)):
        stronger += strength(enemy, other) > number
    if stronger >= size(block_walls(state, options, attacker)):
        worth -= number * np.int64(weights.life)  # better against one of those
    return worth - np.int64(weights.trap) * is_trap_for_others(enemy, left, own, copy)


@rule
def is_trap_for_others(enemy, left, own, copy):
    """Return whether a bulwark would take a later attacker with it."""
    for other in each(remove(left, first(left))):
        if kills(enemy, other, own, copy):
            return np.int64(1)
    return np.int64(0)


# Damage Judgement


@rule
def foresee(state, weights, seat, character, change):
    """Value the Damage Judgement for the turn player, were one soldier's number changed."""
    own, enemy = state.players[state.active], state.players[enemy_of(state.active)]
    worth, damage = np.int64(0), np.int64(0)
    for attacker in each(state.attackers & own.soldiers):
        ours = coming_strength(state, state.active, attacker)
        value = soldier_worth(weights, strength(own, attacker))
        if seat == state.active and character == attacker:
            ours += change
        if ours <= 0:
            worth -= value
            continue
        place = state.wall[attacker]
        if place != NOTHING and has(enemy.bulwarks, place):
            continue
        theirs, lost = np.int64(0), np.int64(0)
        for blocker in each(state.blockers[attacker] & enemy.soldiers):
            number = coming_strength(state, enemy_of(state.active), blocker)
            if seat != state.active and character == blocker:
                number += change
            if number > 0:
                theirs += number
                lost += soldier_worth(weights, strength(enemy, blocker))
            else:
                worth += soldier_worth(weights, strength(enemy, blocker))
        if theirs == 0:
            damage += ours
            continue
        worth += lost if ours >= theirs else np.int64(0)
        worth -= value if ours <= theirs else np.int64(0)
    return worth + damage_worth(enemy, weights, damage)
