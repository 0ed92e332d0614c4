"""What a card is worth in hand: which one is taken, and which one is given up."""

import numpy as np

from evenhand.decks.divinity.words import CardType, Moment, Verb
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.worth import step_asked
from evenhand.simulate.engine.menu import Answer
from evenhand.simulate.engine.sets import each, has, remove, size
from evenhand.simulate.games.divinity.bans import may_be_played
from evenhand.simulate.games.divinity.bot.worth import effect_worth, printed_worth
from evenhand.simulate.games.divinity.enums import DEITIES
from evenhand.simulate.games.divinity.places import deities_of, has_deity_named, spot, walls_of

__all__ = ["card_worth", "score_card"]

TAKES_FROM_HAND = (Verb.DISCARD, Verb.ENEMY_DISCARDS)
MOST = 400  # the most that a Magic counts for what it would do now


@rule
def card_worth(state, pool, options, weights, seat, copy):
    """Return how much a card would be worth in hand."""
    card = pool.cards[state.card_of[seat, copy]]
    plain = np.int64(weights.card)
    match card.type:
        case CardType.DEITY:
            return deity_card_worth(state, pool, weights, seat, copy, card)
        case CardType.WALL:
            return wall_card_worth(state, pool, options, weights, seat, copy, card)
        case CardType.ATTACHMENT:
            return plain * 3 // 2
        case CardType.MAGIC:
            worth = effect_worth(state, pool, options, weights, seat, copy, Moment.MAGIC)
            return plain + max(np.int64(0), min(worth, np.int64(MOST))) // 2
        case _:
            return plain


@rule
def deity_card_worth(state, pool, weights, seat, copy, card):
    """Value a Deity in hand: little if its namesake is there, or enough that are better."""
    worth = printed_worth(state, weights, seat, card)
    room = DEITIES - size(deities_of(state, seat))
    n_better = 0
    for other in each(remove(state.players[seat].hand, copy)):
        there = pool.cards[state.card_of[seat, other]]
        if there.type == CardType.DEITY:
            n_better += printed_worth(state, weights, seat, there) >= worth
            if there.name_id == card.name_id:
                return np.int64(weights.card) // 4
    if has_deity_named(state, pool, card.name_id):
        return np.int64(weights.card) // 4
    if not may_be_played(state, pool, seat, copy):
        worth = worth * weights.unmet // 100
    return worth // 4 if n_better > room else worth // 2


@rule
def wall_card_worth(state, pool, options, weights, seat, copy, card):
    """Value a Wall in hand: next to nothing if its position is taken or held, most as the last."""
    if has(state.taken, spot(seat, DEITIES + card.position)):
        return np.int64(1)
    for other in each(remove(state.players[seat].hand, copy)):
        there = pool.cards[state.card_of[seat, other]]
        if there.type == CardType.WALL and there.position == card.position:
            return np.int64(weights.card) // 4
    n_walls = size(walls_of(state, seat))
    worth = np.int64(weights.card) + (n_walls * np.int64(weights.wall_race) + weights.wall) // 3
    if n_walls == DEITIES - 1:
        worth += weights.last_wall
    if size(deities_of(state, seat)) < DEITIES - 1:
        worth = worth * 2 // 3
    return worth + effect_worth(state, pool, options, weights, seat, copy, Moment.PLAYED) // 2


@rule
def score_card(state, pool, options, weights, action):
    """Value a card as an effect's choice: the worst is given up, the best is taken."""
    if action.kind == Answer.ENOUGH:
        return np.int64(0)
    step = step_asked(state, pool)
    worth = card_worth(state, pool, options, weights, action.seat, action.copy_id)
    gives_up = step.verb in TAKES_FROM_HAND
    return -worth if gives_up else worth
