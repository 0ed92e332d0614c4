"""Playing DIVINO: what an option is worth.

Everything is in hundredths of a point of energy on the own Demigod; the weights are a
designer's to change (``bot_files/*.toml``).
"""

import numpy as np

from evenhand.decks.divino.words import CardType, Noun, Verb
from evenhand.decks.language.rows import NOTHING, Side
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.enums import AbilityQuestion
from evenhand.simulate.engine.abilities.worth import (
    ability_worth,
    score_may,
    score_mode,
    score_place,
    step_asked,
)
from evenhand.simulate.engine.agenda import peek_task
from evenhand.simulate.engine.menu import Answer
from evenhand.simulate.engine.sets import MOST, each, has, size
from evenhand.simulate.games.divino.bot.forecast import (
    NEVER,
    attack_worth,
    best_attack,
    best_block,
    block_worth,
    can_attack_now,
)
from evenhand.simulate.games.divino.bot.values import (
    card_worth,
    energy_lost,
    is_player,
    payment_worth,
    printed_worth,
    thing_worth,
)
from evenhand.simulate.games.divino.casting.timing import deity_of
from evenhand.simulate.games.divino.combat.declaring import attackers_before
from evenhand.simulate.games.divino.costs.prices import can_pay_mana, price_of
from evenhand.simulate.games.divino.enums import Act, Question, Step, Task
from evenhand.simulate.games.divino.in_play.numbers import defense_of, energy_at
from evenhand.simulate.games.divino.in_play.places import place, player_place

__all__ = ["score"]

LAND_FIRST = 20_000
NO = np.int64(-1)


@rule
def score(state, pool, options, weights, action):
    """Value one option by rules of thumb."""
    seat = state.seat
    match state.question:
        case Question.MAIN_PHASE | Question.PRIORITY:
            return score_play(state, pool, options, weights, action)
        case Question.ATTACK | Question.SET_PHASE | Question.SET_MODE:
            return score_attacker(state, pool, weights, action)
        case Question.ATTACK_WHAT:
            attacker = place(seat, state.held_copy)
            return attack_worth(state, pool, weights, attacker, action.slot)
        case Question.BLOCK:
            return score_blocker(state, pool, weights, action)
        case Question.BLOCK_WHAT:
            return block_worth(state, pool, weights, place(seat, state.held_copy), action.slot)
        case Question.SPLIT:
            return score_split(state, pool, weights, action.slot)
        case Question.MULLIGAN:
            return score_redraw(state, pool, options, weights, action)
        case Question.STARTING_CARD:
            return np.int64(action.kind == Answer.CARD)
        case Question.WAY_TO_PAY:
            return np.int64(action.kind == Act.MANA)
        case Question.PAYER:
            return score_payer(state, pool, options, weights, action.slot)
        case Question.MANA_SOURCE:
            return score_source(state, pool, action)
        case Question.SACRIFICE:
            return -thing_worth(state, pool, weights, place(seat, action.copy_id))
        case Question.DISCARD | Question.HAND_LIMIT:
            return -card_worth(state, pool, weights, seat, action.copy_id)
        case Question.SUMMON:
            return score_summoning(state, pool, weights, action)
        case Question.MAY_PAY:
            return score_paying(state, action)
        case _:
            return score_ability(state, pool, options, weights, action)


# Playing


@rule
def score_play(state, pool, options, weights, action):
    """Value playing or using something; passing is worth 0."""
    seat = state.seat
    match action.kind:
        case Act.PLAY:
            return play_worth(state, pool, options, weights, seat, action.copy_id)
        case Act.USE:
            row = pool.cards[state.card_of[seat, action.copy_id]].first_ability + action.slot
            worth = ability_worth(state, pool, options, weights, seat, action.copy_id, row)
            return worth - 20 if worth > 20 else NO
        case Act.EQUIP:
            player = state.players[seat]
            return NO if has(player.attached, action.copy_id) else np.int64(weights.force)
        case Act.SUMMON:
            return score_summon(state, pool, weights, seat, action.copy_id)
        case Act.PASS_ON:
            return np.int64(0)
        case _:
            return NO


@rule
def play_worth(state, pool, options, weights, seat, copy):
    """Value a card of the hand: what it brings, less what it costs."""
    card = pool.cards[state.card_of[seat, copy]]
    if card.type == CardType.LAND:
        return np.int64(LAND_FIRST)
    cost = np.int64(card.n_mana) * weights.mana
    if card.n_mana == 0 or not can_pay_mana(state, pool, seat, copy):
        cost = energy_cost(state, pool, options, weights, seat, card)
    if size(state.players[seat].hand) == 1:
        cost -= np.int64(weights.card) * (options.draws_empty_hand - options.draws_per_turn)
    if card.spell != NOTHING:
        worth = ability_worth(state, pool, options, weights, seat, copy, card.spell) - cost
        least = weights.instant if card.type == CardType.INSTANT else 0
        return worth if worth > least else NO
    if card.type == CardType.AURA and card.host_side != Side.OWN:
        worth = 3 * np.int64(weights.card)
    else:
        worth = printed_worth(state, pool, weights, card)
    return max(NO, worth - cost)


@rule
def energy_cost(state, pool, options, weights, seat, card):
    """Value the energy that a card costs, paid by the Demigod."""
    demigod = state.players[seat].demigod
    price = price_of(state, pool, options, seat, card, demigod)
    where = player_place(state, seat)
    if price > energy_at(state, where):
        return price * np.int64(weights.body)
    if has(card.nouns, Noun.COMBAT_CARD):
        return energy_lost(state, pool, weights, where, price)
    return payment_worth(state, pool, weights, where, price)


@rule
def score_payer(state, pool, options, weights, where):
    """Value who pays: the cheapest, and not a Nagual that would die of it."""
    seat = state.seat
    card = pool.cards[state.card_of[seat, peek_task(state).copy_id]]
    price = price_of(state, pool, options, seat, card, where % MOST)
    return -energy_lost(state, pool, weights, where, price)


@rule
def score_source(state, pool, action):
    """Value what pays the next mana: the pool, then what makes one kind, then the rest."""
    if action.kind == Act.POOL:
        return np.int64(100)
    if action.kind == Act.USE:
        return np.int64(-100)  # it costs more than tapping
    seat = state.seat
    makes = np.int64(pool.cards[state.card_of[seat, action.copy_id]].makes)
    is_land = has(state.players[seat].kind[Noun.LAND], action.copy_id)
    return np.int64(20) * np.int64(is_land) - size(makes)


@rule
def score_paying(state, action):
    """Pay what an effect asks for while there is enough for more than that."""
    spare = energy_at(state, player_place(state, state.seat)) - peek_task(state).n
    return np.int64((action.kind == Answer.YES) == (spare >= 2))


@rule
def score_summon(state, pool, weights, seat, shrine):
    """Value a Deity that is summoned now, its price taken off."""
    deity = deity_of(state, pool, seat, shrine)
    card = pool.cards[state.card_of[seat, deity]]
    paid = payment_worth(state, pool, weights, player_place(state, seat), np.int64(card.summon))
    return np.int64(card.loyalty) * weights.loyalty + weights.deity - paid


@rule
def score_summoning(state, pool, weights, action):
    """Value paying for a Deity as soon as it is called."""
    worth = score_summon(state, pool, weights, state.seat, peek_task(state).copy_id)
    return worth if action.kind == Answer.YES else np.int64(0)


# Hands


@rule
def score_redraw(state, pool, options, weights, action):
    """Value a new hand: wanted where it is free and too little of this one can be paid early."""
    player = state.players[state.seat]
    is_bad = player.redraws < options.free_mulligans and (
        early_cards(state, pool, state.seat) < weights.hand
    )
    return np.int64(is_bad == (action.kind == Answer.YES))


@rule
def early_cards(state, pool, seat):
    """Count the cards of the hand that can be paid early: by the Demigod, or by its lands."""
    player = state.players[seat]
    n_lands = size(player.hand & player.kind[Noun.LAND])
    spare = energy_at(state, player_place(state, seat)) // 2
    found = np.int64(0)
    for copy in each(player.hand & ~player.kind[Noun.LAND]):
        card = pool.cards[state.card_of[seat, copy]]
        by_mana = 0 < card.n_mana <= n_lands + 1 and n_lands > 0
        if by_mana or (card.n_mana == 0 and card.energy <= spare):
            found += 1
    return found


# Fighting


@rule
def score_attacker(state, pool, weights, action):
    """Value a further attacker, or a mode: attack mode is for cards that attack this turn."""
    if action.kind == Act.PASS:
        return np.int64(0)
    seat = state.seat
    is_new = state.question == Question.SET_MODE
    copy = np.int64(peek_task(state).copy_id if is_new else action.copy_id)
    worth = NEVER
    if can_attack_now(state, pool, seat, copy) and state.step <= Step.BEGINNING_OF_COMBAT:
        worth = best_attack(state, pool, weights, place(seat, copy))
    if state.question == Question.ATTACK:
        return worth
    if is_new:
        return np.int64((worth > 0) == (action.kind == Act.ATTACK_MODE))
    is_calm = has(state.players[seat].defense, copy)
    return worth if is_calm else np.int64(-1 if worth > 0 else 1)


@rule
def score_blocker(state, pool, weights, action):
    """Value a further blocker; naming none is worth 0."""
    if action.kind == Act.PASS:
        return np.int64(0)
    attackers = attackers_before(state, pool, state.seat, action.copy_id)
    return best_block(state, pool, weights, place(state.seat, action.copy_id), attackers)


@rule
def score_split(state, pool, weights, where):
    """Value the next point of damage: where least more kills most."""
    item = peek_task(state)
    needed = energy_at(state, where) + defense_of(state, where)
    if item.task == Task.SPLIT:
        for number in range(state.n_hits):
            hit = state.hits[number]
            if hit.target == where:
                needed -= hit.amount
    if needed <= 0:
        return np.int64(0)
    if is_player(state, where):
        return np.int64(weights.harm)
    return (thing_worth(state, pool, weights, where) + weights.kill) // needed


# Abilities


@rule
def score_ability(state, pool, options, weights, action):
    """Value an answer that an ability waits for."""
    match state.question:
        case AbilityQuestion.MAY:
            return score_may(state, pool, options, weights, action)
        case AbilityQuestion.MODE:
            return score_mode(state, pool, options, weights, action)
        case AbilityQuestion.PICK_PLACE:
            return score_thing(state, pool, options, weights, action)
        case AbilityQuestion.PICK_CARD:
            return score_card(state, pool, weights, action)
        case AbilityQuestion.AMOUNT:
            return -abs(np.int64(action.slot) - 2)
        case _:
            return np.int64(0)


@rule
def score_thing(state, pool, options, weights, action):
    """Value a place as a target or a host."""
    if action.kind == Answer.ENOUGH:
        return np.int64(0)
    item = peek_task(state)
    if item.ability != NOTHING:
        return score_place(state, pool, options, weights, action)
    card = pool.cards[state.card_of[item.seat, item.copy_id]]
    is_own = action.slot // MOST == item.seat
    worth = 1 + thing_worth(state, pool, weights, action.slot)
    if is_player(state, action.slot):
        worth += 500
    helps = card.type != CardType.AURA or card.host_side == Side.OWN
    return worth if helps == is_own else -worth


@rule
def score_card(state, pool, weights, action):
    """Value a card as an effect's choice: the best to take, the least missed to give."""
    if action.kind == Answer.ENOUGH:
        return np.int64(0)
    step = step_asked(state, pool)
    worth = card_worth(state, pool, weights, action.seat, action.copy_id)
    return -worth if step.verb == Verb.DISCARD else worth
