"""Playing BlackPoker: what an option is worth.

A deed is worth what it does less what it costs; passing and ending the turn are worth 0.
All is in hundredths of a card of a deck, and so are the weights (in ``bot_files/*.toml``, or a file
of their own).
"""

import numpy as np

from evenhand.decks.blackpoker.card import Suit
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.menu import Answer
from evenhand.simulate.engine.piles import deck_set
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, each, first, has, size
from evenhand.simulate.games.blackpoker.battle import attack_candidates
from evenhand.simulate.games.blackpoker.bot.forecast import (
    attack_worth,
    block_worth,
    equip_worth,
    is_lethal,
    opening,
    reach,
    safety,
    strike_worth,
    wins_with,
)
from evenhand.simulate.games.blackpoker.bot.spell_worth import (
    best_counter,
    best_target,
    counter_worth,
    target_worth,
)
from evenhand.simulate.games.blackpoker.bot.worth import (
    WON,
    bulwark_worth,
    card_worth,
    damage_of_found,
    damage_worth,
    found_damage,
    life_price,
    lives,
    soldier_worth,
    traps,
)
from evenhand.simulate.games.blackpoker.deeds import (
    bulwarks_to_drive,
    cards_to_discard,
    deed_of_summon,
    keys_of,
    life_to_pay,
    same_suit,
)
from evenhand.simulate.games.blackpoker.enums import BULWARK, Act, Deed, Question
from evenhand.simulate.games.blackpoker.moving_cards import charged_bulwarks, strength

__all__ = ["score"]

# The order in which a turn's deeds come, whatever their worth.
WALL, BUILD, THROW, STRIKE = 900, 600, 400, 200


@rule
def score(state, pool, options, weights, action):
    """Value one option by rules of thumb."""
    own = state.players[state.seat]
    match state.question:
        case Question.MAIN:
            return score_main(state, options, weights, action)
        case Question.RESPOND:
            return score_quick(state, options, weights, action)
        case Question.TARGET:
            return score_aim(state, options, weights, action)
        case Question.ATTACKER:
            return score_attacker(state, weights, action)
        case Question.BLOCKER:
            return block_worth(state, options, weights, action)
        case Question.SECOND_DRAW:
            return score_draw(state, options, weights) * (action.kind == Answer.YES)
        case Question.SET_CARD:
            return score_set(state, weights, action.copy_id)
        case Question.PAY_BULWARK:
            return -score_keep(state, weights, action.slot - BULWARK)
        case Question.KEY:
            return score_key(state, weights, action.copy_id)
        case Question.SEARCH_CARD:
            return score_find(state, options, weights, action.copy_id)
        case Question.TWIST:
            is_own = state.current[0].target_seat == state.seat
            return np.int64(is_own == (action.kind == Act.CHARGE))
        case _:
            return -card_worth(own, weights, action.copy_id)


# One's own turn


@rule
def score_main(state, options, weights, action):
    """Value a deed in the main timing; ending the turn is worth 0."""
    match action.kind:
        case Act.SET_BULWARK:
            return ordered(WALL, set_gain(state, options, weights))
        case Act.SUMMON:
            return ordered(BUILD, summon_gain(state, options, weights, action.copy_id))
        case Act.EQUIP:
            return ordered(BUILD, equip_gain(state, options, weights, action.copy_id))
        case Act.THROW:
            return ordered(THROW, throw_gain(state, options, weights))
        case Act.BREAK:
            return ordered(THROW, break_gain(state, options, weights))
        case Act.ATTACK:
            return ordered(STRIKE, attack_gain(state, weights))
        case Act.END:
            return np.int64(0)
        case _:
            return score_quick(state, options, weights, action)


@rule
def ordered(level, gain):
    """Put a deed that gains something on its level; one that does not below ending the turn."""
    return level + gain if gain > 0 else gain - 1


@rule
def cheapest(player, weights, but):
    """Return the least that a card of the hand is worth, one left aside."""
    least = np.int64(WON)
    for copy in each(player.hand):
        if copy != but:
            least = min(least, card_worth(player, weights, copy))
    return least


@rule
def cost_of(state, options, weights, deed, key):
    """Value the cost of a deed: its key card, life, discards, and bulwarks driven."""
    own = state.players[state.seat]
    cost = life_price(own, weights, life_to_pay(options, deed))
    cost += np.int64(weights.charged) * bulwarks_to_drive(options, deed)
    if key != NOTHING:
        cost += card_worth(own, weights, key)
    n_discards = cards_to_discard(options, deed)
    if n_discards > 0:
        cost += n_discards * cheapest(own, weights, key)
    return cost


@rule
def set_gain(state, options, weights):
    """Value setting the best card as a bulwark."""
    own = state.players[state.seat]
    best = np.int64(-WON)
    for copy in each(own.hand):
        best = max(best, score_set(state, weights, copy))
    worth = bulwark_worth(own, weights) + safety(state, weights, state.seat, 1)
    return best + worth - life_price(own, weights, np.int64(options.set_life))


@rule
def score_set(state, weights, copy):
    """Value a card as a bulwark: lost to the hand; a trap, if another can pay for summons."""
    own, enemy = state.players[state.seat], state.players[enemy_of(state.seat)]
    worth = -card_worth(own, weights, copy)
    if own.bulwarks == EMPTY:
        return worth
    return worth + traps(own, copy, enemy) * np.int64(weights.trap)


@rule
def score_keep(state, weights, place):
    """Value keeping a bulwark charged for its trap."""
    own, enemy = state.players[state.seat], state.players[enemy_of(state.seat)]
    return traps(own, own.bulwark[place], enemy) * np.int64(weights.trap)


@rule
def summon_gain(state, options, weights, copy):
    """Value summoning a card."""
    own = state.players[state.seat]
    deed = deed_of_summon(own, copy)
    worth = soldier_worth(weights, np.int64(own.number[copy]))
    worth += safety(state, weights, state.seat, 1 - bulwarks_to_drive(options, deed))
    cost = cost_of(state, options, weights, deed, copy)
    if (
        deed == Deed.SUMMON_ACE
        and own.n_deck > life_to_pay(options, deed)
        and wins_with(state, options, copy)
    ):
        return np.int64(WON)
    return worth - cost


@rule
def equip_gain(state, options, weights, copy):
    """Value equipping a soldier."""
    own = state.players[state.seat]
    worth = np.int64(-WON)
    for soldier in each(own.soldiers & same_suit(own, copy)):
        worth = max(worth, equip_worth(state, options, weights, copy, soldier))
    worth += safety(state, weights, state.seat, -bulwarks_to_drive(options, Deed.EQUIP))
    return worth - cost_of(state, options, weights, Deed.EQUIP, copy)


@rule
def throw_gain(state, options, weights):
    """Value Throw with the best spade and the club least missed."""
    own, enemy = state.players[state.seat], state.players[enemy_of(state.seat)]
    if reach(state, options) + found_damage(own) >= lives(enemy):
        return np.int64(WON)
    best = np.int64(-WON)
    for spade in each(keys_of(own, Suit.SPADE)):
        damage = damage_worth(enemy, weights, np.int64(own.number[spade]))
        best = max(best, damage * weights.throw // 100 - card_worth(own, weights, spade))
    return best - least_missed(own, weights, Suit.CLUB)


@rule
def least_missed(player, weights, suit):
    """Return what the least card of a suit in hand is worth."""
    least = np.int64(WON)
    for copy in each(keys_of(player, suit)):
        least = min(least, card_worth(player, weights, copy))
    return least


@rule
def break_gain(state, options, weights):
    """Value breaking a bulwark of the enemy."""
    own, enemy = state.players[state.seat], state.players[enemy_of(state.seat)]
    if enemy.bulwarks == EMPTY:
        return np.int64(-WON)
    cost = least_missed(own, weights, Suit.HEART) + least_missed(own, weights, Suit.DIAMOND)
    worth = bulwark_worth(enemy, weights) * weights.break_wall // 100
    if charged_bulwarks(enemy) != EMPTY:
        worth += opening(state, options, weights)
    return worth - cost


@rule
def score_key(state, weights, copy):
    """Value a card as a key of a pair: the spade of a Throw is the damage."""
    own, enemy = state.players[state.seat], state.players[enemy_of(state.seat)]
    worth = -card_worth(own, weights, copy)
    if has(own.of_suit[Suit.SPADE], copy):
        damage = damage_worth(enemy, weights, np.int64(own.number[copy]))
        worth += damage * weights.throw // 100
    return worth


@rule
def attack_gain(state, weights):
    """Value an Attack: the sum of those who should join it."""
    candidates = attack_candidates(state)
    if is_lethal(state, candidates, 0):
        return np.int64(WON)
    gain = np.int64(0)
    away = safety(state, weights, state.active, -1)
    for soldier in each(candidates):
        number = strength(state.players[state.active], soldier)
        gain += max(np.int64(0), strike_worth(state, weights, soldier, number) + away)
    return gain


@rule
def score_attacker(state, weights, action):
    """Value one attacker more."""
    if action.kind == Answer.ENOUGH:
        return np.int64(0)
    if is_lethal(state, attack_candidates(state), 0):
        return np.int64(WON)
    return attack_worth(state, weights, action.slot)


@rule
def score_draw(state, options, weights):
    """Value a second card: less with a full hand."""
    own = state.players[state.seat]
    if size(own.hand) >= options.hand_limit + 2 or own.n_deck <= weights.draw_floor:
        return np.int64(-1)
    return np.int64(weights.draw) - life_price(own, weights, np.int64(1))


# Quick deeds


@rule
def score_quick(state, options, weights, action):
    """Value a quick deed; passing is worth 0."""
    if action.kind == Act.PASS:
        return np.int64(0)
    number = np.int64(state.players[state.seat].number[action.copy_id])
    match action.kind:
        case Act.UP:
            gain = best_target(state, weights, Deed.UP, number)
        case Act.DOWN:
            gain = best_target(state, weights, Deed.DOWN, number)
        case Act.TWIST:
            gain = best_target(state, weights, Deed.TWIST, number)
        case Act.COUNTER:
            gain = best_counter(state, options, weights, number)
        case _:
            return search_gain(state, options, weights, action.copy_id)
    if gain <= 0:
        return np.int64(-WON)
    gain -= cost_of(state, options, weights, Deed.UP, action.copy_id)
    return ordered(0, gain)


@rule
def search_gain(state, options, weights, copy):
    """Value Search: in one's own turn, or to win by the other's empty deck."""
    own, enemy = state.players[state.seat], state.players[enemy_of(state.seat)]
    price = life_price(own, weights, np.int64(1))
    if state.seat != state.active or price >= WON:
        return np.int64(-WON)
    best = np.int64(0)
    for one in each(deck_set(own)):
        best = max(best, card_worth(own, weights, one))
    if reach(state, options) + found_damage(own) >= lives(enemy):
        best += WON // 2
    return ordered(BUILD, best + weights.search - price - card_worth(own, weights, copy))


@rule
def score_find(state, options, weights, copy):
    """Value a card to search for: the half of a Throw that wins, else the best."""
    own, enemy = state.players[state.seat], state.players[enemy_of(state.seat)]
    damage = reach(state, options) + damage_of_found(own, copy)
    worth = card_worth(own, weights, copy)
    return worth + WON // 2 if damage >= lives(enemy) else worth


@rule
def score_aim(state, options, weights, action):
    """Value a target of the deed announced."""
    request = state.current[0]
    own = state.players[state.seat]
    number = np.int64(own.number[first(request.keys)])
    match request.deed:
        case Deed.COUNTER:
            return counter_worth(state, weights, action.slot, number)
        case Deed.EQUIP:
            copy = first(request.keys)
            worth = equip_worth(state, options, weights, copy, action.slot)
            return WALL * worth - strength(own, action.slot)  # of equals, the weakest
        case Deed.BREAK:
            enemy = state.players[enemy_of(state.seat)]
            is_charged = has(charged_bulwarks(enemy), action.slot - BULWARK)
            return np.int64(action.seat != state.seat) * (2 + np.int64(is_charged))
        case _:
            return target_worth(state, weights, request.deed, number, action.seat, action.slot)
