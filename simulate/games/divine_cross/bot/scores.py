"""Playing Divine Cross: what an option is worth, what a position is worth.

Everything is in points of damage: knocking a unit out, drawing a card or leaving the
main unit in danger are all weighed against dealing 10 damage. The weights are a
designer's to change (``bots/*.toml``).
"""

import numpy as np

from evenhand.decks.divine_cross.words import CardType, Verb
from evenhand.decks.language.rows import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import total
from evenhand.simulate.engine.abilities.enums import AbilityQuestion, Portion, Stage
from evenhand.simulate.engine.abilities.selecting import card_at
from evenhand.simulate.engine.abilities.worth import (
    ability_worth,
    score_may,
    score_mode,
    score_place,
    step_asked,
    worth_if_used,
)
from evenhand.simulate.engine.agenda import peek_task
from evenhand.simulate.engine.losses import worth_of_end
from evenhand.simulate.engine.menu import Answer
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, size
from evenhand.simulate.engine.state import is_over
from evenhand.simulate.games.divine_cross.battle import has_advantage
from evenhand.simulate.games.divine_cross.bot.energy_worth import spare_energy
from evenhand.simulate.games.divine_cross.bot.forecast import (
    best_damage,
    damage_dealt,
    front_worth,
    health,
    own_damage,
    strike_worth,
    threat_to,
)
from evenhand.simulate.games.divine_cross.bot.front import (
    can_strike,
    danger_to,
    plan_worth,
    stand_worth,
)
from evenhand.simulate.games.divine_cross.enums import MAIN, SLOTS, Act, Question
from evenhand.simulate.games.divine_cross.main_phase import can_charge
from evenhand.simulate.games.divine_cross.places import main_spot, spot, unit_at
from evenhand.simulate.games.divine_cross.units import retreat_cost

__all__ = ["evaluate", "score"]

WON = 1_000_000
# The order in which a turn's actions come, whatever their worth.
UNITS_FIRST, CARDS_NEXT, THEN_CHARGE, THEN_RETREAT = 60_000, 40_000, 30_000, 20_000
CHARGES = (Verb.CHARGE_FROM_HAND, Verb.CHARGE_FROM_DECK, Verb.CHARGE_FROM_DISCARD)


@rule
def score(state, pool, options, weights, action):
    """Value one option by rules of thumb."""
    seat = state.seat
    match state.question:
        case Question.MAIN_PHASE:
            return score_main(state, pool, options, weights, action)
        case Question.BATTLE_PHASE:
            return score_skill(state, pool, options, weights, action)
        case Question.CHARGE_CARD | Question.HAND_LIMIT:
            return -score_card(state, pool, weights, seat, action.copy_id)
        case Question.CHARGE_UNIT:
            return charge_worth(state, pool, options, weights, state.seat, action.slot)
        case Question.ASSIST_UNIT:
            return score_assist(state, pool, options, weights, action.slot)
        case Question.PLACE_MAIN:
            return score_opening(pool.cards[state.card_of[seat, action.copy_id]], weights)
        case Question.PROMOTE:
            if weights.st & 2:
                return stand_worth(state, pool, options, weights, spot(seat, action.slot), 1, True)
            return front_worth(state, pool, options, weights, spot(seat, action.slot))
        case Question.PAY_ENERGY:
            return -score_card(state, pool, weights, seat, action.copy_id)
        case Question.BONUS_DRAW:
            return np.int64(action.kind == Answer.YES)
        case AbilityQuestion.MAY:
            return score_ability(state, pool, options, weights, action)
        case AbilityQuestion.PICK_PLACE:
            return score_unit(state, pool, options, weights, action)
        case AbilityQuestion.PICK_CARD:
            return score_card_pick(state, pool, weights, action)
        case Question.NEXT_MODIFIER:
            return score_modifier(state, action)
        case AbilityQuestion.AMOUNT:
            return np.int64(action.slot)
        case AbilityQuestion.MODE:
            return score_mode(state, pool, options, weights, action)
        case _:
            return np.int64(0)


# The Main Phase


@rule
def score_main(state, pool, options, weights, action):
    """Value an action of the Main Phase; ending it is worth 0."""
    seat = state.seat
    match action.kind:
        case Act.PLAY_UNIT:
            card = pool.cards[state.card_of[seat, action.copy_id]]
            foe = unit_at(state, main_spot(enemy_of(seat)))
            ahead = np.int64((card.advantage & foe.attribute) != 0)
            return UNITS_FIRST + unit_worth(card) + weights.u_adv * ahead
        case Act.PLAY_ASSIST:
            return THEN_CHARGE - 1 + np.int64(weights.assist)
        case Act.PLAY_EVENT | Act.PLAY_ACTION:
            copy, least = action.copy_id, weights.save_cards
            row = pool.cards[state.card_of[seat, copy]].first_ability
            return score_play(state, pool, options, weights, seat, copy, row, least)
        case Act.USE_EX:
            copy = state.players[seat].units[action.slot].copy_id
            row = pool.cards[state.card_of[seat, copy]].first_ability + action.copy_id
            return score_play(state, pool, options, weights, seat, copy, row, 0)
        case Act.CHARGE:
            return score_charge(state, pool, options, weights)
        case Act.RETREAT:
            return score_retreat(state, pool, options, weights, action.slot)
        case _:
            return np.int64(0)


@rule
def unit_worth(card):
    """Return a rough worth of a unit card."""
    best = np.int64(0)
    for skill in range(card.n_skills):
        best = max(best, np.int64(card.skill_damage[skill]))
    return card.hp + best


@rule
def score_opening(card, weights):
    """Return how good a unit is as the first main unit: tough, quick, and no treasure."""
    early = np.int64(0)
    for skill in range(card.n_skills):
        if card.skill_cost[skill] <= 2:
            early = max(early, np.int64(card.skill_damage[skill]) * 3)
    return np.int64(card.hp) + early - 60 * np.int64(card.retreat)


@rule
def score_play(state, pool, options, weights, seat, copy, row, least):
    """Value playing a card or EX-Power for what it does: first of all, or not at all."""
    worth = ability_worth(state, pool, options, weights, seat, copy, row)
    if worth < least or (worth == least and not weights.eaves) or worth <= 0:
        return np.int64(-1)
    return CARDS_NEXT + worth


@rule
def score_charge(state, pool, options, weights):
    """Value charging: nearly always right while the deck lasts."""
    player = state.players[state.seat]
    left = health(state, pool, main_spot(state.seat))
    if player.n_deck == 0 and left <= 2 * options.deckout_amount:
        return np.int64(-1)
    if player.n_deck == 0 and not is_short_of_energy(state, pool, state.seat):
        return np.int64(-1)
    if player.n_deck <= weights.d_low and not wants_energy(state, pool, state.seat):
        return np.int64(-1)
    if player.n_deck <= weights.d_any and not any_wants(state, pool, state.seat, 0):
        return np.int64(-1)
    if player.n_deck <= weights.d_gain and not any_wants(state, pool, state.seat, 1):
        return np.int64(-1)
    if size(player.hand) <= weights.keep:
        return np.int64(UNITS_FIRST + 1000)
    return np.int64(THEN_CHARGE)


@rule
def wants_energy(state, pool, seat):
    """Return whether the main unit lacks energy for its dearest skill."""
    return spare_energy(state, pool, main_spot(seat)) < 0


@rule
def any_wants(state, pool, seat, soon):
    """Return whether any unit lacks energy; soon: it gains a skill by one more."""
    for slot in range(SLOTS):
        unit = state.players[seat].units[slot]
        if unit.copy_id == NOTHING:
            continue
        spare = spare_energy(state, pool, spot(seat, slot))
        if spare < 0 and not soon:
            return True
        if soon and slot == MAIN and spare < 0:
            return True
        if soon:
            card = pool.cards[state.card_of[seat, unit.copy_id]]
            for skill in range(card.n_skills):
                if card.skill_cost[skill] == size(unit.energy) + 1:
                    return True
    return False


@rule
def is_short_of_energy(state, pool, seat):
    """Return whether one more energy would let the main unit use a skill it cannot use now."""
    main = state.players[seat].units[MAIN]
    if main.copy_id == NOTHING:
        return False
    card = pool.cards[state.card_of[seat, main.copy_id]]
    for skill in range(card.n_skills):
        if card.skill_cost[skill] == size(main.energy) + 1:
            return True
    return False


@rule
def score_retreat(state, pool, options, weights, slot):
    """Value a retreat: how much better the other unit stands in front, less the energy."""
    seat = state.seat
    place = main_spot(seat)
    if weights.st & 1:
        return score_retreat_new(state, pool, options, weights, slot)
    if can_charge(state, seat) and score_charge(state, pool, options, weights) > 0:
        return np.int64(-1)  # the charge comes first; the question comes again after it
    if not wants_relief(state, pool, options, seat):
        return np.int64(-1)
    now = front_worth(state, pool, options, weights, place)
    if state.players[seat].units[MAIN].stunned:
        attack = best_damage(state, pool, options, seat, MAIN, 0)
        now -= 2 * strike_worth(state, pool, options, weights, seat, attack)
    then = front_worth(state, pool, options, weights, spot(seat, slot))
    price = retreat_cost(state, pool, place) * weights.energy
    gain = then - now - price + weights.retreat
    return THEN_RETREAT + gain if gain > 0 else np.int64(-1)


@rule
def score_retreat_new(state, pool, options, weights, slot):
    """Value a retreat: how much better the other unit stands in front, less the energy."""
    seat = state.seat
    place = main_spot(seat)
    charges = can_charge(state, seat) and score_charge(state, pool, options, weights) > 0
    if charges and not weights.st & 8:
        return np.int64(-1)  # the charge comes first; the question comes again after it
    if weights.st & 16 and not wants_relief(state, pool, options, seat):
        return np.int64(-1)
    extra = np.int64(charges)
    attacks = can_strike(state, pool, options, place)
    now = stand_worth(state, pool, options, weights, place, extra, attacks)
    attacks = state.turn > 1 or options.first_player_skills != 0
    then = stand_worth(state, pool, options, weights, spot(seat, slot), extra, attacks)
    price = retreat_cost(state, pool, place) * weights.energy * weights.s_price // 100
    gain = then - now - price - weights.s_hold
    if gain <= 0:
        return np.int64(-1)
    return (CARDS_NEXT - 5000 if charges else THEN_RETREAT) + gain


@rule
def wants_relief(state, pool, options, seat):
    """Return whether a main unit is stunned, about to be knocked out, or has no attack soon."""
    place = main_spot(seat)
    return (
        unit_at(state, place).stunned != 0
        or threat_to(state, pool, options, seat, place) >= health(state, pool, place)
        or not attacks_soon(state, pool, place)
    )


@rule
def attacks_soon(state, pool, place):
    """Return whether a unit with one more energy could use a skill that deals damage."""
    card, energy = card_at(state, pool, place), size(unit_at(state, place).energy) + 1
    for skill in range(card.n_skills):
        if card.skill_damage[skill] > 0 and card.skill_cost[skill] <= energy:
            return True
    return False


# Where cards go


@rule
def score_card(state, pool, weights, seat, copy):
    """Return how much a card of the hand is missed."""
    card = pool.cards[state.card_of[seat, copy]]
    if card.type != CardType.UNIT:
        return np.int64(weights.k_cmd) - 10 * np.int64(card.type == CardType.ASSIST)
    if count_units(state, seat) >= SLOTS:
        return np.int64(weights.k_full) + unit_worth(card) // 20
    return np.int64(weights.k_unit) + unit_worth(card) // 10


@rule
def count_units(state, seat):
    """Count a player's units in play."""
    found = 0
    for slot in range(SLOTS):
        found += state.players[seat].units[slot].copy_id != NOTHING
    return found


@rule
def skill_worth(state, pool, weights, seat, slot, skill):
    """Return the damage of a skill."""
    copy = state.players[seat].units[slot].copy_id
    if weights.st & 64:
        return own_damage(state, pool, seat, copy, skill)
    return np.int64(pool.cards[state.card_of[seat, copy]].skill_damage[skill])


@rule
def charge_worth(state, pool, options, weights, seat, slot):
    """Value one more energy under a unit: how much nearer its skills come."""
    unit = state.players[seat].units[slot]
    card = pool.cards[state.card_of[seat, unit.copy_id]]
    place = spot(seat, slot)
    energy = size(unit.energy) - total(state, pool, Verb.GETS_SKILL_COST, place)
    usable = np.int64(0)
    for skill in range(card.n_skills):
        if card.skill_cost[skill] <= energy:
            usable = max(usable, skill_worth(state, pool, weights, seat, slot, skill))
    worth = np.int64(0)
    for skill in range(card.n_skills):
        missing = card.skill_cost[skill] - energy
        if missing > 0:
            gain = skill_worth(state, pool, weights, seat, slot, skill) - usable
            worth = max(worth, 4 * gain // (missing * missing))
    left = health(state, pool, place)
    if weights.st & 32:
        if has_advantage(state, pool, place, main_spot(enemy_of(seat))):
            worth = worth * weights.c_adv // 100
        if slot == MAIN:
            falls = danger_to(state, pool, options, weights, place, False) >= left
            worth = worth * (weights.c_fall if falls else weights.c_main) // 100
        if state.active == seat and state.seat == seat:
            plan = plan_worth(state, pool, options, weights, seat, slot)
            worth += plan * weights.c_plan // 100
        if weights.st & 128 and spare_energy(state, pool, place) >= 0:
            return worth
        return worth + left // 10
    if slot == MAIN and left > 0:
        worth = worth * (weights.front if left > weights.frail else 90) // 100
    return worth + left // 10


@rule
def score_assist(state, pool, options, weights, slot):
    """Value an Assist on a unit: the main unit while it is healthy, else the strongest."""
    place = spot(state.seat, slot)
    unit = unit_at(state, place)
    worth = health(state, pool, place) + 60 * size(unit.energy)
    front = np.int64(200 * (slot == MAIN))
    if slot == MAIN and weights.a_fall != 200:
        if danger_to(state, pool, options, weights, place, False) >= health(state, pool, place):
            front = np.int64(weights.a_fall)
    return worth + front - 2000 * np.int64(unit.assist != NOTHING)


# The Battle Phase


@rule
def score_skill(state, pool, options, weights, action):
    """Value using a skill: the hit, and what its ability does besides."""
    if action.kind == Act.NO_SKILL:
        return np.int64(0)
    seat, skill = state.seat, action.slot
    copy = state.players[seat].units[MAIN].copy_id
    printed = own_damage(state, pool, seat, copy, skill)
    damage = damage_dealt(state, pool, options, main_spot(seat), printed)
    worth = 1 + strike_worth(state, pool, options, weights, seat, damage)
    card = pool.cards[state.card_of[seat, copy]]
    row = card.striking[skill]
    if row == NOTHING:
        return worth
    worth += worth_if_used(state, pool, options, weights, seat, copy, row)
    if pool.abilities[row].optional:
        damage = damage_dealt(
            state, pool, options, main_spot(seat), np.int64(card.skill_damage[skill])
        )
        worth = max(worth, 1 + strike_worth(state, pool, options, weights, seat, damage))
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
            return np.int64(1)
        case _:
            return np.int64(2)


# Choices of abilities


@rule
def score_ability(state, pool, options, weights, action):
    """Value doing what "you may" offers; a skill's ability also adds to the skill's hit."""
    worth = score_may(state, pool, options, weights, action)
    item = peek_task(state)
    if action.kind == Answer.YES and item.portion == Portion.FIRST and item.stage == Stage.BEGIN:
        worth += score_added(state, pool, options, weights, item)
    return worth


@rule
def score_added(state, pool, options, weights, item):
    """Value what its ability adds to the hit of the skill being used."""
    seat, skill = item.seat, state.strike.skill
    printed = np.int64(pool.cards[state.card_of[seat, item.copy_id]].skill_damage[skill])
    more = own_damage(state, pool, seat, item.copy_id, skill)
    before = damage_dealt(state, pool, options, main_spot(seat), printed)
    after = damage_dealt(state, pool, options, main_spot(seat), more)
    gain = strike_worth(state, pool, options, weights, seat, after)
    return gain - strike_worth(state, pool, options, weights, seat, before)


@rule
def score_unit(state, pool, options, weights, action):
    """Value a unit as an effect's choice, from the view of the one who chooses."""
    if action.kind == Answer.ENOUGH:
        return np.int64(0)
    item, step = peek_task(state), step_asked(state, pool)
    if step.verb in CHARGES:
        worth = score_taker(state, pool, options, weights, item.seat, action.slot)
        return worth if item.seat == state.seat else -worth
    if step.verb == Verb.MOVE_ENERGY and item.stage == Stage.TARGETS:
        return score_giver(state, pool, action.slot)
    return score_place(state, pool, options, weights, action)


@rule
def score_taker(state, pool, options, weights, seat, place):
    """Value a unit as the one to get energy; on the other side nobody's card does (A28)."""
    if place // SLOTS != seat:
        return np.int64(0)
    return charge_worth(state, pool, options, weights, seat, place % SLOTS)


@rule
def score_giver(state, pool, place):
    """Value a unit as the one to take energy from: that which can spare most."""
    if unit_at(state, place).energy == EMPTY:
        return np.int64(-WON)
    return spare_energy(state, pool, place)


@rule
def score_card_pick(state, pool, weights, action):
    """Value a card as an effect's choice: the best to take, the least missed to give."""
    if action.kind == Answer.ENOUGH:
        return np.int64(0)
    step = step_asked(state, pool)
    worth = score_card(state, pool, weights, action.seat, action.copy_id)
    if step.verb in (Verb.CHARGE_FROM_HAND, Verb.CHARGE_FROM_DISCARD):
        return 10 * np.int64(weights.energy) - worth
    return worth if step.verb in (Verb.SEARCH, Verb.RECOVER, Verb.DEPLOY) else -worth


# Looking ahead


@rule
def evaluate(state, pool, options, weights, seat):
    """Value a position: KOs, health and striking power on the table, cards."""
    if is_over(state):
        return worth_of_end(state, seat, WON)
    own = evaluate_side(state, pool, options, weights, seat)
    return own - evaluate_side(state, pool, options, weights, enemy_of(seat))


@rule
def evaluate_side(state, pool, options, weights, seat):
    """Value one player's side of a position."""
    player = state.players[seat]
    worth = -size(player.ko) * np.int64(weights.knock_out)
    worth += min(size(player.hand), 6) * np.int64(weights.card)
    for slot in range(SLOTS):
        place = spot(seat, slot)
        unit = unit_at(state, place)
        if unit.copy_id == NOTHING:
            continue
        life = health(state, pool, place) * weights.life // 100
        worth += life if slot == MAIN else life * 3 // 4
        worth += np.int64(weights.bench) // 2
        useful = np.int64(5)
        if weights.ev & 1:
            useful = size(unit.energy) - max(np.int64(0), spare_energy(state, pool, place))
        worth += min(size(unit.energy), useful) * np.int64(weights.energy)
        worth += np.int64(weights.assist) * np.int64(unit.assist != NOTHING) // 2
    attack = best_damage(state, pool, options, seat, MAIN, 1)
    if player.units[MAIN].stunned:
        attack = attack // 2
    worth += strike_worth(state, pool, options, weights, seat, attack) * weights.strike // 100
    if player.n_deck == 0:
        worth -= options.deckout_amount
    return worth
