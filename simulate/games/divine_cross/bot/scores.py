"""Playing Divine Cross: what an option is worth.

Everything is in points of damage: knocking a unit out, drawing a card or leaving the
main unit in danger are all weighed against dealing 10 damage. The weights are a
designer's to change (in ``bot_files/*.toml``, or a file of their own).
"""

import numpy as np

from evenhand.decks.divine_cross.words import CardType, Verb
from evenhand.decks.language.rows import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.enums import AbilityQuestion, Portion, Stage
from evenhand.simulate.engine.abilities.worth import (
    ability_worth,
    score_may,
    score_mode,
    score_place,
    step_asked,
    worth_if_used,
)
from evenhand.simulate.engine.agenda import peek_task
from evenhand.simulate.engine.menu import Answer
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, size
from evenhand.simulate.games.divine_cross.bot.energy_worth import (
    charge_worth,
    lacks_energy,
    spare_energy,
)
from evenhand.simulate.games.divine_cross.bot.forecast import (
    damage_dealt,
    health,
    own_damage,
    strike_worth,
)
from evenhand.simulate.games.divine_cross.bot.front import (
    count_units,
    front_worth,
    gains_skill,
    retreat_gain,
    wants_relief,
)
from evenhand.simulate.games.divine_cross.enums import MAIN, SLOTS, Act, Question
from evenhand.simulate.games.divine_cross.main_phase import can_charge
from evenhand.simulate.games.divine_cross.places import main_spot, spot, unit_at

__all__ = ["score"]

WON = 1_000_000
# The order in which a turn's actions come, whatever their worth.
CHARGE_FIRST, UNITS_FIRST, CARDS_NEXT, RETREAT_FIRST = 61_000, 60_000, 40_000, 35_000
THEN_CHARGE, THEN_RETREAT = 30_000, 20_000
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
            return score_assist(state, pool, weights, action.slot)
        case Question.PLACE_MAIN:
            return score_opening(pool.cards[state.card_of[seat, action.copy_id]], weights)
        case Question.PROMOTE:
            place = spot(seat, action.slot)
            return front_worth(state, pool, options, weights, place, 1, True)
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
    if runs_out(state, pool, options, weights, seat):
        return np.int64(CHARGE_FIRST * (action.kind == Act.CHARGE))
    match action.kind:
        case Act.PLAY_UNIT:
            return UNITS_FIRST + newcomer_worth(state, pool, seat, action.copy_id)
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
def newcomer_worth(state, pool, seat, copy):
    """Return a rough worth of a unit in hand: more if the enemy main unit is weak to it."""
    card = pool.cards[state.card_of[seat, copy]]
    foe = unit_at(state, main_spot(enemy_of(seat)))
    return unit_worth(card) + 100 * np.int64((card.advantage & foe.attribute) != 0)


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
    if worth <= least:
        return min(np.int64(-1), worth - least)
    return CARDS_NEXT + worth


@rule
def score_charge(state, pool, options, weights):
    """Value charging: nearly always right while the deck lasts."""
    player = state.players[state.seat]
    left = health(state, pool, main_spot(state.seat))
    if player.n_deck == 0 and left <= 2 * options.deckout_amount:
        return np.int64(-1)
    if player.n_deck == 0 and not gains_skill(state, pool, main_spot(state.seat), 1):
        return np.int64(-1)
    if player.n_deck < weights.spare_deck and not lacks_energy(state, pool, state.seat):
        return np.int64(-1)
    return np.int64(THEN_CHARGE)


@rule
def runs_out(state, pool, options, weights, seat):
    """Return whether the hand is so small that a charge must come before it is played out.

    A player whose main unit is alone plays a unit first.
    """
    if size(state.players[seat].hand) > weights.few_cards or not can_charge(state, seat):
        return False
    return count_units(state, seat) > 1 and score_charge(state, pool, options, weights) > 0


@rule
def score_retreat(state, pool, options, weights, slot):
    """Value a retreat: of a unit in need before the charge, of another one after it."""
    seat = state.seat
    charges = can_charge(state, seat) and score_charge(state, pool, options, weights) > 0
    if charges and not wants_relief(state, pool, options, seat):
        return np.int64(-1)  # the charge comes first; the question comes again after it
    gain = retreat_gain(state, pool, options, weights, seat, slot, np.int64(charges))
    if gain <= 0:
        return min(np.int64(-1), gain)
    return (RETREAT_FIRST if charges else THEN_RETREAT) + gain


# Where cards go


@rule
def score_card(state, pool, weights, seat, copy):
    """Return how much a card of the hand is missed."""
    card = pool.cards[state.card_of[seat, copy]]
    if card.type != CardType.UNIT:
        return 2 * np.int64(weights.card) - 10 * np.int64(card.type == CardType.ASSIST)
    if count_units(state, seat) >= SLOTS:
        return np.int64(weights.card) // 2 + unit_worth(card) // 20
    return 2 * np.int64(weights.card) + unit_worth(card) // 10


@rule
def score_assist(state, pool, weights, slot):
    """Value an Assist on a unit: the main unit while it is healthy, else the strongest."""
    place = spot(state.seat, slot)
    unit = unit_at(state, place)
    worth = health(state, pool, place) + 60 * size(unit.energy)
    return worth + 200 * np.int64(slot == MAIN) - 2000 * np.int64(unit.assist != NOTHING)


# The Battle Phase


@rule
def score_skill(state, pool, options, weights, action):
    """Value using a skill: the hit, and what its ability does besides."""
    if action.kind == Act.NO_SKILL:
        return np.int64(0)
    seat, skill = state.seat, action.slot
    copy = state.players[seat].units[MAIN].copy_id
    printed = own_damage(state, pool, seat, copy, skill)
    foe = main_spot(enemy_of(seat))
    damage = damage_dealt(state, pool, options, main_spot(seat), foe, printed)
    worth = 1 + strike_worth(state, pool, options, weights, seat, damage)
    card = pool.cards[state.card_of[seat, copy]]
    row = card.striking[skill]
    if row == NOTHING:
        return worth
    worth += worth_if_used(state, pool, options, weights, seat, copy, row)
    if pool.abilities[row].optional:
        damage = damage_dealt(
            state, pool, options, main_spot(seat), foe, np.int64(card.skill_damage[skill])
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
    foe = main_spot(enemy_of(seat))
    before = damage_dealt(state, pool, options, main_spot(seat), foe, printed)
    after = damage_dealt(state, pool, options, main_spot(seat), foe, more)
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
