"""What a bot thinks that playing a card is worth, and where it goes."""

import numpy as np

from evenhand.decks.records import NOTHING
from evenhand.decks.starcrossed.words import CardType, Moment, Timing
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.worth import ability_worth
from evenhand.simulate.engine.sets import each
from evenhand.simulate.games.starcrossed.abilities import in_place
from evenhand.simulate.games.starcrossed.bot.forecast import (
    forecast_gain,
    stands,
    strength_in,
)
from evenhand.simulate.games.starcrossed.enums import LANES, Act
from evenhand.simulate.games.starcrossed.numbers import (
    cost_of,
    cost_of_recruit,
    printed_strength,
)
from evenhand.simulate.games.starcrossed.places import DIVA, has_diva, is_attuned, spot
from evenhand.simulate.games.starcrossed.playing import RECRUIT_LEVEL, lanes_for, lanes_for_recruit

__all__ = ["card_worth", "lane_worth", "need_of", "play_worth"]

LOWEST = -1_000_000
OFTEN = (Moment.ATTACK, Moment.BLOCK, Moment.HIT, Moment.TURN_START, Moment.TURN_END)


@rule
def play_worth(state, pool, options, weights, act, copy):
    """Value playing a card where it does most, its price taken off."""
    seat = state.seat
    best = np.int64(LOWEST)
    if act == Act.RECRUIT:
        lanes = lanes_for_recruit(state, seat)
    else:
        lanes = lanes_for(state, pool, options, seat, copy)
    for lane in each(lanes):
        best = max(best, lane_worth(state, pool, options, weights, act, copy, lane))
    return best - price_worth(state, pool, options, weights, act, copy)


@rule
def price_worth(state, pool, options, weights, act, copy):
    """Value what playing a card takes: energy, and the diva that a recruit is for a while."""
    seat, energy = state.seat, np.int64(weights.energy)
    match act:
        case Act.PLAY:
            return cost_of(state, pool, seat, copy) * energy
        case Act.RECRUIT:
            missed = missed_recruit(state, pool, weights, seat, copy)
            return missed + cost_of_recruit(state, pool, options, seat) * energy
        case _:
            return np.int64(0)


@rule
def lane_worth(state, pool, options, weights, act, copy, lane):
    """Value playing a card in a lane; the price is the same in all of them."""
    seat = state.seat
    card = pool.cards[state.card_of[seat, copy]]
    if act == Act.RECRUIT:
        return recruit_worth(state, pool, weights, seat, lane)
    before = state.players[seat].lane[copy]
    state.players[seat].lane[copy] = lane
    if card.type == CardType.DIVA:
        worth = diva_play_worth(state, pool, options, weights, seat, lane, copy)
    else:
        worth = skill_worth(state, pool, options, weights, seat, lane, copy)
    state.players[seat].lane[copy] = before
    return worth


@rule
def recruit_worth(state, pool, weights, seat, lane):
    """Value a recruit: a lane held, a first level."""
    worth = level_worth(state, weights, seat, lane, RECRUIT_LEVEL) + np.int64(weights.lane)
    return worth + forecast_gain(state, pool, weights, seat, lane, np.int64(0))


@rule
def missed_recruit(state, pool, weights, seat, copy):
    """Value the diva who becomes a recruit: nothing, if she will be too dear for long."""
    if pool.cards[state.card_of[seat, copy]].cost > income(state, seat) + 1:
        return np.int64(0)
    return card_worth(state, pool, weights, seat, copy) * weights.recruit // 100


@rule
def income(state, seat):
    """Return the energy that a player's crystals give each turn."""
    found = np.int64(0)
    for lane in range(LANES):
        found += state.players[seat].crystals[lane].level
    return found


@rule
def level_worth(state, weights, seat, lane, level):
    """Value the level that a crystal gains by a diva of some level."""
    if level <= state.players[seat].crystals[lane].level:
        return np.int64(0)
    return np.int64(weights.level) + np.int64(weights.energy)


@rule
def diva_play_worth(state, pool, options, weights, seat, lane, copy):
    """Value a diva on a crystal: level, strength gained, the attacks in her lane, her abilities."""
    card = pool.cards[state.card_of[seat, copy]]
    new = np.int64(card.strength) + inherited(state, pool, seat, lane)
    levels_up = card.level > state.players[seat].crystals[lane].level
    worth = level_worth(state, weights, seat, lane, card.level)
    worth += (new - strength_in(state, pool, seat, lane)) * np.int64(weights.strength)
    if not has_diva(state, seat, lane):
        worth += np.int64(weights.lane)
    worth += forecast_gain(state, pool, weights, seat, lane, new)
    if levels_up and not is_attuned(state, seat, card.tribe):
        worth += need_of(state, pool, seat, card.tribe) * np.int64(weights.attune) // 2
    return worth + abilities_worth(state, pool, options, weights, seat, copy)


@rule
def inherited(state, pool, seat, lane):
    """Return the strength that others give a lane's diva, and will give to who replaces her."""
    if not has_diva(state, seat, lane):
        return np.int64(0)
    place = spot(DIVA, seat, lane)
    return max(np.int64(0), stands(state, seat, lane) - printed_strength(state, pool, place))


@rule
def skill_worth(state, pool, options, weights, seat, lane, copy):
    """Value a skill on a crystal; one that is set counts by a share of what it would do."""
    card = pool.cards[state.card_of[seat, copy]]
    worth = abilities_worth(state, pool, options, weights, seat, copy)
    if card.timing == Timing.COMBAT:
        worth = worth * np.int64(weights.boost) // 100
        worth = max(worth, np.int64(card.cost) * np.int64(weights.energy))  # its time may come
        if not has_diva(state, seat, lane):
            worth = worth // 2
    return worth


@rule
def abilities_worth(state, pool, options, weights, seat, copy):
    """Value all abilities of a card that is about to be played."""
    card = pool.cards[state.card_of[seat, copy]]
    worth = np.int64(0)
    for row in range(card.first_ability, card.first_ability + card.n_abilities):
        found = ability_worth(state, pool, options, weights, seat, copy, row)
        if pool.abilities[row].moment in OFTEN:
            found *= 2
        worth += in_turn(state, pool, seat, row, found)
    return worth


@rule
def in_turn(state, pool, seat, row, worth):
    """Return how much of an ability's worth counts where it works in every other turn only."""
    ability = pool.abilities[row]
    if ability.place == NOTHING:
        return worth
    return worth * 3 // 4 if in_place(state, pool, ability, seat, NOTHING) else worth // 4


@rule
def need_of(state, pool, seat, tribe):
    """Count the cards of a hand that need a crystal of a tribe; the tribe itself counts one."""
    if tribe == NOTHING:
        return np.int64(0)
    found = np.int64(1)
    for copy in each(state.players[seat].hand):
        card = pool.cards[state.card_of[seat, copy]]
        is_bound = card.type != CardType.DIVA or card.crystalbound != 0
        found += np.int64(is_bound and card.tribe == tribe)
    return found


@rule
def card_worth(state, pool, weights, seat, copy):
    """Return how much a card of the hand is missed."""
    card = pool.cards[state.card_of[seat, copy]]
    worth = np.int64(weights.card) + np.int64(card.cost) * np.int64(weights.energy) // 2
    if card.type == CardType.DIVA:
        return worth + np.int64(card.strength) * np.int64(weights.strength) // 5
    return worth if is_attuned(state, seat, card.tribe) else worth // 2
