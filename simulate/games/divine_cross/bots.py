"""Playing Divine Cross: what an option is worth, what a position is worth.

Everything is in points of damage: knocking a unit out, drawing a card or leaving the
main unit in danger are all weighed against dealing 10 damage. The weights are a
designer's to change (``bots/*.toml``).
"""

import numpy as np

from decks.divine_cross.words import CardType, Quantity, Verb
from decks.language.rows import NOTHING, How, Side
from simulate.engine.compile import rule
from simulate.engine.rng import Purpose, shuffle
from simulate.engine.sets import EMPTY, each, size, with_
from simulate.engine.state import is_over
from simulate.games.divine_cross.battle import has_advantage
from simulate.games.divine_cross.changes import (
    card_at,
    hp_of,
    is_forbidden,
    note_changes,
    retreat_cost,
    skill_cost,
    total,
)
from simulate.games.divine_cross.selecting import (
    amount_of,
    enemy_of,
    hold,
    main_spot,
    spot,
    spots,
    unit_at,
)
from simulate.games.divine_cross.turn import can_charge
from simulate.games.divine_cross.words import (
    MAIN,
    SLOTS,
    Act,
    Asked,
    Question,
)

__all__ = ["evaluate", "hide", "score"]

WON = 1_000_000
# The order in which a turn's actions come, whatever their worth.
UNITS_FIRST, CARDS_NEXT, THEN_CHARGE, THEN_RETREAT = 60_000, 40_000, 30_000, 20_000


@rule
def score(state, table, options, weights, action):
    """Value one option by rules of thumb."""
    seat = state.seat
    match state.question:
        case Question.MAIN_PHASE:
            return score_main(state, table, options, weights, action)
        case Question.BATTLE_PHASE:
            return score_skill(state, table, options, weights, action)
        case Question.CHARGE_CARD | Question.HAND_LIMIT:
            return -card_worth(state, table, weights, seat, action.copy_id)
        case Question.CHARGE_UNIT:
            return charge_worth(state, table, weights, action.slot)
        case Question.ASSIST_UNIT:
            return assist_worth(state, table, weights, action.slot)
        case Question.PLACE_MAIN:
            return opening_worth(table.cards[state.card_of[seat, action.copy_id]], weights)
        case Question.PROMOTE:
            return front_worth(state, table, options, weights, spot(seat, action.slot))
        case Question.PAY_ENERGY:
            return -card_worth(state, table, weights, seat, action.copy_id)
        case Question.BONUS_DRAW | Question.MAY:
            return np.int64(action.kind == Act.YES)
        case Question.PICK_UNIT:
            return score_pick(state, table, options, weights, action)
        case Question.PICK_CARD:
            return score_card_pick(state, table, weights, action)
        case Question.NEXT_MODIFIER:
            return score_modifier(state, action)
        case Question.AMOUNT:
            return np.int64(action.slot)
        case Question.MODE:
            return score_mode(state, table, options, weights, action)
        case _:
            return np.int64(0)


# Positions


@rule
def best_damage(state, table, options, seat, slot, extra_energy):
    """Give the most damage a unit could deal to the enemy main unit, were it to attack."""
    unit = state.players[seat].units[slot]
    target = main_spot(enemy_of(seat))
    if unit.copy_id == NOTHING or unit_at(state, target).copy_id == NOTHING:
        return np.int64(0)
    strongest = np.int64(NOTHING)
    card = table.cards[state.card_of[seat, unit.copy_id]]
    energy = size(unit.energy) + extra_energy
    energy -= total(state, table, Verb.GETS_SKILL_COST, spot(seat, slot))
    for skill in range(card.n_skills):
        if card.skill_cost[skill] <= energy:
            strongest = max(strongest, own_damage(state, table, seat, unit.copy_id, skill))
    if strongest == NOTHING:
        return np.int64(0)
    return damage_dealt(state, table, options, spot(seat, slot), strongest)


@rule
def own_damage(state, table, seat, copy, skill):
    """Forecast a skill's damage before modifiers; coin flips count as heads half."""
    card = table.cards[state.card_of[seat, copy]]
    damage = np.int64(card.skill_damage[skill])
    if card.striking[skill] != NOTHING:
        damage += added_damage(state, table, seat, copy, card.striking[skill])
    return damage


@rule
def damage_dealt(state, table, options, attacker, damage):
    """Forecast what modifiers and advantage make of damage to the enemy main unit."""
    target = main_spot(enemy_of(attacker // SLOTS))
    damage += total(state, table, Verb.DEALS, attacker) + total(state, table, Verb.TAKES, target)
    if is_forbidden(state, table, Verb.DEALS_DOUBLE, attacker):
        damage *= 2
    if is_forbidden(state, table, Verb.TAKES_HALF, target):
        damage //= 2
    if damage <= 0 or is_forbidden(state, table, Verb.TAKES_NONE, target):
        return np.int64(0)
    if has_advantage(state, table, attacker, target):
        damage *= options.advantage_factor
    return damage


@rule
def added_damage(state, table, seat, copy, row):
    """Forecast what a skill's ability adds to its damage."""
    ability = table.abilities[row]
    if not hold(state, table, seat, copy, ability.conditions, Asked.POSSIBLY):
        return np.int64(0)
    added = np.int64(0)
    for number in range(ability.n_costs, ability.n_steps):
        step = table.steps[ability.first_step + number]
        hits_main = step.verb == Verb.DAMAGE and step.target.side == Side.ENEMY
        counts = (step.verb == Verb.SKILL_DEALS or hits_main) and step.mode <= 1
        if counts and hold(state, table, seat, copy, step.conditions, Asked.POSSIBLY):
            added += amount_of(state, table, seat, copy, step.amount) // chance_of(step)
    return added


@rule
def chance_of(step):
    """Give 2 for a step that hangs on a coin flip or on another step's failing, else 1."""
    flips = step.otherwise != 0
    for condition in step.conditions:
        flips = flips or condition.count.quantity == Quantity.HEADS
    return 2 if flips else 1


@rule
def health(state, table, place):
    """Give the damage a unit can still take; 0 for none."""
    unit = unit_at(state, place)
    if unit.copy_id == NOTHING:
        return np.int64(0)
    return max(np.int64(0), np.int64(hp_of(state, table, place) - unit.damage))


@rule
def knock_out_worth(state, options, weights, loser):
    """Give what knocking out a unit of this player is worth."""
    if size(state.players[loser].ko) + 1 >= options.ko_limit:
        return np.int64(weights.last_knock_out)
    return np.int64(weights.knock_out)


@rule
def hit_worth(state, table, options, weights, place, damage):
    """Give what damage on an enemy unit is worth, a knock-out included."""
    left = health(state, table, place)
    if damage <= 0 or left == 0:
        return np.int64(0)
    if damage >= left:
        return left + knock_out_worth(state, options, weights, place // SLOTS)
    return damage * weights.damage // 100


@rule
def front_worth(state, table, options, weights, place):
    """Give how good a unit would be in the Main Area."""
    seat = place // SLOTS
    enemy_main = main_spot(enemy_of(seat))
    if unit_at(state, place).copy_id == NOTHING:
        return np.int64(0)
    attack = best_damage(state, table, options, seat, place % SLOTS, 1)
    worth = 2 * hit_worth(state, table, options, weights, enemy_main, attack)
    threat = threat_to(state, table, options, seat, place)
    left = health(state, table, place)
    if threat >= left:
        return worth - knock_out_worth(state, options, weights, seat) * weights.safety // 100
    return worth + (left - threat) * weights.safety // 100


@rule
def threat_to(state, table, options, seat, place):
    """Forecast the enemy's damage if the unit at ``place`` were the main unit."""
    enemy = enemy_of(seat)
    attacker = unit_at(state, main_spot(enemy))
    if attacker.copy_id == NOTHING:
        return np.int64(0)
    card = table.cards[state.card_of[enemy, attacker.copy_id]]
    worst = np.int64(0)
    for skill in range(card.n_skills):
        if card.skill_cost[skill] <= size(attacker.energy) + 1:
            worst = max(worst, np.int64(card.skill_damage[skill]))
    if has_advantage(state, table, main_spot(enemy), place):
        worst *= options.advantage_factor
    return worst


# The Main Phase


@rule
def score_main(state, table, options, weights, action):
    """Value an action of the Main Phase; ending it is worth 0."""
    seat = state.seat
    match action.kind:
        case Act.PLAY_UNIT:
            return UNITS_FIRST + unit_worth(table.cards[state.card_of[seat, action.copy_id]])
        case Act.PLAY_ASSIST:
            return THEN_CHARGE - 1 + np.int64(weights.assist)
        case Act.PLAY_EVENT | Act.PLAY_ACTION:
            row = table.cards[state.card_of[seat, action.copy_id]].first_ability
            return card_play_worth(state, table, options, weights, seat, action.copy_id, row)
        case Act.USE_EX:
            copy = state.players[seat].units[action.slot].copy_id
            row = table.cards[state.card_of[seat, copy]].first_ability + action.copy_id
            return card_play_worth(state, table, options, weights, seat, copy, row)
        case Act.CHARGE:
            return score_charge(state, table, options, weights)
        case Act.RETREAT:
            return score_retreat(state, table, options, weights, action.slot)
        case _:
            return np.int64(0)


@rule
def unit_worth(card):
    """Give a rough worth of a unit card."""
    best = np.int64(0)
    for skill in range(card.n_skills):
        best = max(best, np.int64(card.skill_damage[skill]))
    return card.hp + best


@rule
def opening_worth(card, weights):
    """Give how good a unit is as the first main unit: tough, quick, and no treasure."""
    early = np.int64(0)
    for skill in range(card.n_skills):
        if card.skill_cost[skill] <= 2:
            early = max(early, np.int64(card.skill_damage[skill]) * 3)
    return np.int64(card.hp) + early - 60 * np.int64(card.retreat)


@rule
def card_play_worth(state, table, options, weights, seat, copy, row):
    """Value playing a card or EX-Power for what it does: first of all, or not at all."""
    worth = ability_worth(state, table, options, weights, seat, copy, row)
    if worth <= weights.save_cards:
        return np.int64(-1)
    return CARDS_NEXT + worth


@rule
def score_charge(state, table, options, weights):
    """Value charging: nearly always right while the deck lasts."""
    player = state.players[state.seat]
    left = health(state, table, main_spot(state.seat))
    if player.n_deck == 0 and left <= 2 * options.deckout_amount:
        return np.int64(-1)
    if player.n_deck == 0 and not is_short_of_energy(state, table, state.seat):
        return np.int64(-1)
    return np.int64(THEN_CHARGE)


@rule
def is_short_of_energy(state, table, seat):
    """Say whether one more energy would let the main unit use a skill it cannot use now."""
    main = state.players[seat].units[MAIN]
    if main.copy_id == NOTHING:
        return False
    card = table.cards[state.card_of[seat, main.copy_id]]
    for skill in range(card.n_skills):
        if card.skill_cost[skill] == size(main.energy) + 1:
            return True
    return False


@rule
def score_retreat(state, table, options, weights, slot):
    """Value a retreat: how much better the other unit stands in front, less the energy."""
    seat = state.seat
    place = main_spot(seat)
    if can_charge(state, seat) and score_charge(state, table, options, weights) > 0:
        return np.int64(-1)  # the charge comes first; the question comes again after it
    if not wants_relief(state, table, options, seat):
        return np.int64(-1)
    now = front_worth(state, table, options, weights, place)
    if state.players[seat].units[MAIN].stunned:
        enemy_main = main_spot(enemy_of(seat))
        attack = best_damage(state, table, options, seat, MAIN, 0)
        now -= 2 * hit_worth(state, table, options, weights, enemy_main, attack)
    then = front_worth(state, table, options, weights, spot(seat, slot))
    price = retreat_cost(state, table, place) * weights.energy
    gain = then - now - price + weights.retreat
    return THEN_RETREAT + gain if gain > 0 else np.int64(-1)


@rule
def wants_relief(state, table, options, seat):
    """Say whether a main unit is stunned, about to be knocked out, or has no attack soon."""
    place = main_spot(seat)
    return (
        unit_at(state, place).stunned != 0
        or threat_to(state, table, options, seat, place) >= health(state, table, place)
        or not attacks_soon(state, table, place)
    )


@rule
def attacks_soon(state, table, place):
    """Say whether a unit with one more energy could use a skill that deals damage."""
    card, energy = card_at(state, table, place), size(unit_at(state, place).energy) + 1
    for skill in range(card.n_skills):
        if card.skill_damage[skill] > 0 and card.skill_cost[skill] <= energy:
            return True
    return False


# Where cards go


@rule
def card_worth(state, table, weights, seat, copy):
    """Give how much a card of the hand is missed."""
    card = table.cards[state.card_of[seat, copy]]
    if card.type != CardType.UNIT:
        return 2 * np.int64(weights.card) - 10 * np.int64(card.type == CardType.ASSIST)
    if count_units(state, seat) >= SLOTS:
        return np.int64(weights.card) // 2 + unit_worth(card) // 20
    return 2 * np.int64(weights.card) + unit_worth(card) // 10


@rule
def count_units(state, seat):
    """Count a player's units in play."""
    found = 0
    for unit in state.players[seat].units:
        found += unit.copy_id != NOTHING
    return found


@rule
def charge_worth(state, table, weights, slot):
    """Value one more energy under a unit: how much nearer its skills come."""
    seat = state.seat
    unit = state.players[seat].units[slot]
    card = table.cards[state.card_of[seat, unit.copy_id]]
    place = spot(seat, slot)
    energy = size(unit.energy)
    usable = np.int64(0)
    for skill in range(card.n_skills):
        if skill_cost(state, table, place, skill) <= energy:
            usable = max(usable, np.int64(card.skill_damage[skill]))
    worth = np.int64(0)
    for skill in range(card.n_skills):
        missing = skill_cost(state, table, place, skill) - energy
        if missing > 0:
            gain = np.int64(card.skill_damage[skill]) - usable
            worth = max(worth, 4 * gain // (missing * missing))
    left = health(state, table, place)
    if slot == MAIN and left > 0:
        worth = worth * (weights.front if left > weights.frail else 90) // 100
    return worth + left // 10


@rule
def assist_worth(state, table, weights, slot):
    """Value an Assist on a unit: the main unit while it is healthy, else the strongest."""
    place = spot(state.seat, slot)
    unit = unit_at(state, place)
    worth = health(state, table, place) + 60 * size(unit.energy)
    return worth + 200 * np.int64(slot == MAIN) - 2000 * np.int64(unit.assist != NOTHING)


# The Battle Phase


@rule
def score_skill(state, table, options, weights, action):
    """Value using a skill: the hit, and what its ability does besides."""
    if action.kind == Act.NO_SKILL:
        return np.int64(0)
    seat, skill = state.seat, action.slot
    copy = state.players[seat].units[MAIN].copy_id
    enemy_main = main_spot(enemy_of(seat))
    printed = own_damage(state, table, seat, copy, skill)
    damage = damage_dealt(state, table, options, main_spot(seat), printed)
    worth = 1 + hit_worth(state, table, options, weights, enemy_main, damage)
    row = table.cards[state.card_of[seat, copy]].striking[skill]
    if row != NOTHING:
        worth += ability_worth(state, table, options, weights, seat, copy, row)
    return worth


@rule
def score_modifier(state, action):
    """Take the order of modifiers that leaves most damage: add, double; and halve last."""
    modifier = state.strike.modifiers[action.slot]
    match modifier.verb:
        case Verb.TAKES_NONE:
            return np.int64(3)
        case Verb.DEALS_DOUBLE:
            return np.int64(0)
        case Verb.TAKES_HALF:
            return np.int64(1 if modifier.amount >= 0 else 0)
        case _:
            return np.int64(2)


# Abilities


@rule
def ability_worth(state, table, options, weights, seat, copy, row):
    """Value what an ability would do, its cost taken off; the best of "choose one"."""
    ability = table.abilities[row]
    if not hold(state, table, seat, copy, ability.conditions, Asked.POSSIBLY):
        return np.int64(0)
    if ability.n_modes == 0:
        return mode_worth(state, table, options, weights, seat, copy, row, 0)
    best = mode_worth(state, table, options, weights, seat, copy, row, 1)
    for mode in range(2, ability.n_modes + 1):
        best = max(best, mode_worth(state, table, options, weights, seat, copy, row, mode))
    return best


@rule
def mode_worth(state, table, options, weights, seat, copy, row, mode):
    """Value an ability with one option of "choose one" taken."""
    ability = table.abilities[row]
    worth = np.int64(0)
    for number in range(ability.n_steps):
        step = table.steps[ability.first_step + number]
        if step.mode and step.mode != mode:
            continue
        if hold(state, table, seat, copy, step.conditions, Asked.POSSIBLY):
            worth += step_worth(state, table, options, weights, seat, copy, step) // chance_of(step)
    return worth


@rule
def step_worth(state, table, options, weights, seat, copy, step):
    """Value one step of an ability."""
    n = amount_of(state, table, seat, copy, step.amount)
    match step.verb:
        case Verb.DRAW:
            return draw_worth(state, table, options, weights, seat, n)
        case Verb.SEARCH | Verb.RECOVER:
            return 2 * np.int64(weights.card) * max(np.int64(1), np.int64(step.target.number))
        case Verb.DEPLOY:
            return np.int64(weights.bench)
        case Verb.DISCARD | Verb.MILL:
            return -n * weights.card // 2
        case Verb.ENEMY_DISCARDS | Verb.ENEMY_DISCARDS_AT_RANDOM:
            most = min(n, size(state.players[enemy_of(seat)].hand))
            return most * weights.card * 3 // 4
        case Verb.ENEMY_DRAWS:
            return -n * weights.card
        case Verb.ENEMY_MILLS:
            return n * weights.card // 4
        case Verb.CHARGE_FROM_DECK:
            return min(n, np.int64(state.players[seat].n_deck)) * weights.energy
        case Verb.CHARGE_FROM_DISCARD | Verb.CHARGE_FROM_HAND:
            return np.int64(weights.energy)
        case Verb.EXTRA_CHARGE:
            return np.int64(weights.energy) * n
        case Verb.SKILL_DEALS:
            return np.int64(0)  # the hit itself has been valued
        case _:
            return targets_worth(state, table, options, weights, seat, copy, step, n)


@rule
def draw_worth(state, table, options, weights, seat, n):
    """Value drawing n cards: less and less as the deck runs out."""
    left = state.players[seat].n_deck
    if left < n:
        return -(n - left) * np.int64(options.deckout_amount)
    if left - n < weights.deck_floor:
        return np.int64(-1)
    return n * weights.card


@rule
def targets_worth(state, table, options, weights, seat, copy, step, n):
    """Value a step by the units it would reach: the best ones where it chooses."""
    best, added = np.int64(0), np.int64(0)
    for place in each(spots(state, table, seat, copy, step.target)):
        worth = unit_effect_worth(state, table, options, weights, seat, step, place, n)
        best = max(best, worth) if added or best else worth
        added += worth
    if step.target.how == How.CHOSEN:
        return best * max(np.int64(1), np.int64(step.target.number))
    return added


@rule
def unit_effect_worth(state, table, options, weights, seat, step, place, n):
    """Value what a step does to one unit, from the view of ``seat``."""
    is_own = place // SLOTS == seat
    unit = unit_at(state, place)
    sign = np.int64(1 if is_own else -1)
    match step.verb:
        case Verb.DAMAGE:
            return -sign * hit_worth(state, table, options, weights, place, n)
        case Verb.HEAL:
            return sign * min(n, np.int64(unit.damage)) * weights.safety // 100
        case Verb.KNOCK_OUT:
            left = health(state, table, place)
            return -sign * hit_worth(state, table, options, weights, place, left)
        case Verb.STUN:
            return -sign * stun_worth(state, table, options, weights, place)
        case Verb.UNSTUN:
            return sign * np.int64(unit.stunned) * weights.stun
        case Verb.SWITCH:
            return sign * switch_worth(state, table, options, weights, place)
        case Verb.BOUNCE | Verb.SHUFFLE_IN | Verb.SACRIFICE:
            return -sign * removal_worth(state, table, weights, place)
        case Verb.STRIP:
            return -sign * np.int64(unit.assist != NOTHING) * weights.assist
        case Verb.LOSE_ENERGY:
            return -sign * min(n, size(unit.energy)) * weights.energy
        case Verb.MOVE_ENERGY:
            return np.int64(weights.energy) // 2
        case Verb.TAKES | Verb.GETS_RETREAT_COST | Verb.GETS_SKILL_COST:
            return -sign * n * (1 if step.verb == Verb.TAKES else 10)
        case Verb.DEALS | Verb.GETS_HP:
            return sign * n * np.int64(place % SLOTS == MAIN)
        case Verb.DEALS_DOUBLE | Verb.TAKES_HALF | Verb.TAKES_NONE:
            return sign * 80 * np.int64(place % SLOTS == MAIN)
        case Verb.CANNOT_USE_SKILLS | Verb.CANNOT_RETREAT:
            return -sign * np.int64(weights.stun) * np.int64(place % SLOTS == MAIN) // 2
        case _:
            return sign * np.int64(10)


@rule
def stun_worth(state, table, options, weights, place):
    """Value stunning a main unit: what it would have dealt, up to the weight."""
    unit = unit_at(state, place)
    if place % SLOTS != MAIN or unit.stunned:
        return np.int64(0)
    return min(
        np.int64(weights.stun),
        best_damage(state, table, options, place // SLOTS, MAIN, 1),
    )


@rule
def switch_worth(state, table, options, weights, place):
    """Value moving a standby unit up, for its owner."""
    if place % SLOTS == MAIN:
        return np.int64(0)
    then = front_worth(state, table, options, weights, place)
    return (then - front_worth(state, table, options, weights, main_spot(place // SLOTS))) // 2


@rule
def removal_worth(state, table, weights, place):
    """Value a unit leaving play without a knock-out: its energy, hurts healed taken off."""
    unit = unit_at(state, place)
    return size(unit.energy) * weights.energy + np.int64(weights.bench) - np.int64(unit.damage) // 2


@rule
def score_mode(state, table, options, weights, action):
    """Value an option of "choose one"; the enemy's choice is the worst for the controller."""
    item = state.agenda[state.n_tasks - 1]
    worth = mode_worth(
        state, table, options, weights, item.seat, item.copy_id, item.ability, action.slot + 1
    )
    return worth if item.seat == state.seat else -worth


@rule
def score_pick(state, table, options, weights, action):
    """Value a unit as an effect's choice, from the view of the one who chooses."""
    if action.kind == Act.ENOUGH:
        return np.int64(0)
    item = state.agenda[state.n_tasks - 1]
    ability = table.abilities[item.ability]
    step = table.steps[ability.first_step + item.step]
    place = spot(action.seat, action.slot)
    if step.verb in (Verb.CHARGE_FROM_HAND, Verb.CHARGE_FROM_DECK, Verb.CHARGE_FROM_DISCARD):
        return charge_worth(state, table, weights, action.slot)
    n = amount_of(state, table, item.seat, item.copy_id, step.amount)
    worth = unit_effect_worth(state, table, options, weights, item.seat, step, place, n)
    return worth if item.seat == state.seat else -worth


@rule
def score_card_pick(state, table, weights, action):
    """Value a card as an effect's choice: the best to take, the least missed to give."""
    if action.kind == Act.ENOUGH:
        return np.int64(0)
    item = state.agenda[state.n_tasks - 1]
    step = table.steps[table.abilities[item.ability].first_step + item.step]
    worth = card_worth(state, table, weights, action.seat, action.copy_id)
    return worth if step.verb in (Verb.SEARCH, Verb.RECOVER, Verb.DEPLOY) else -worth


# Looking ahead


@rule
def evaluate(state, table, options, weights, seat):
    """Value a position: KOs, health and striking power on the table, cards."""
    if is_over(state):
        if state.winner == NOTHING:
            return np.int64(0)
        return np.int64(WON if state.winner == seat else -WON)
    own = side_worth(state, table, options, weights, seat)
    return own - side_worth(state, table, options, weights, enemy_of(seat))


@rule
def side_worth(state, table, options, weights, seat):
    """Value one player's side of a position."""
    player = state.players[seat]
    worth = -size(player.ko) * np.int64(weights.knock_out)
    worth += min(size(player.hand), 6) * np.int64(weights.card)
    for slot in range(SLOTS):
        place = spot(seat, slot)
        unit = unit_at(state, place)
        if unit.copy_id == NOTHING:
            continue
        worth += health(state, table, place) * weights.safety // (100 if slot == MAIN else 200)
        worth += np.int64(weights.bench) // 2
        worth += min(size(unit.energy), 5) * np.int64(weights.energy)
        worth += np.int64(weights.assist) * np.int64(unit.assist != NOTHING) // 2
    enemy_main = main_spot(enemy_of(seat))
    attack = best_damage(state, table, options, seat, MAIN, 1)
    if player.units[MAIN].stunned:
        attack = attack // 2
    worth += hit_worth(state, table, options, weights, enemy_main, attack) // 2
    if player.n_deck == 0:
        worth -= options.deckout_amount
    return worth


# Hidden cards


@rule
def hide(state, table, options, seat):
    """Deal anew what a seat cannot see.

    That is the order of its own deck, and which of the enemy's unseen cards are in hand,
    in the deck, face down as energy, or face down in the Main Area before the game.
    """
    own, enemy = state.players[seat], state.players[enemy_of(seat)]
    shuffle(state.rng, own.deck, own.n_deck, Purpose.DREAM, seat)
    unseen = enemy.hand & ~enemy.shown
    n_hand = size(unseen)
    for slot in range(SLOTS):
        unseen |= enemy.units[slot].energy
    for copy in each(unseen):
        enemy.deck[enemy.n_deck] = copy
        enemy.n_deck += 1
    shuffle(state.rng, enemy.deck, enemy.n_deck, Purpose.DREAM, enemy_of(seat))
    if state.question == Question.PLACE_MAIN:
        hide_main(state, table, enemy_of(seat))
    enemy.hand = (enemy.hand & enemy.shown) | deal(enemy, n_hand)
    for slot in range(SLOTS):
        enemy.units[slot].energy = deal(enemy, size(enemy.units[slot].energy))


@rule
def deal(player, n):
    """Take n cards off a deck; gives them as a set."""
    dealt = EMPTY
    for _ in range(n):
        player.n_deck -= 1
        dealt = with_(dealt, player.deck[player.n_deck])
    return dealt


@rule
def hide_main(state, table, seat):
    """Change a face-down first main unit for any unit it could be."""
    player = state.players[seat]
    main = player.units[MAIN]
    if main.copy_id == NOTHING:
        return
    for i in range(player.n_deck):
        copy = player.deck[i]
        if table.cards[state.card_of[seat, copy]].type == CardType.UNIT:
            player.deck[i] = main.copy_id
            main.copy_id = copy
            note_changes(state, table)
            return
