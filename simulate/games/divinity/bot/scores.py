"""Playing Divinity: what an option is worth.

Everything is in tenths of a hit point. The weights are a designer's to change
(in ``bot_files/*.toml``, or a file of their own).
"""

import numpy as np

from evenhand.decks.divinity.words import CardType, Moment
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.enums import AbilityQuestion
from evenhand.simulate.engine.abilities.selecting import abilities_of
from evenhand.simulate.engine.abilities.worth import ability_worth, score_answer
from evenhand.simulate.engine.agenda import peek_task
from evenhand.simulate.engine.sets import each, size
from evenhand.simulate.games.divinity.bot.attachment_worth import (
    best_host_worth,
    flip_worth,
    host_worth,
)
from evenhand.simulate.games.divinity.bot.attack_matching import attack_worth, best_rest, own_harm
from evenhand.simulate.games.divinity.bot.finishing import (
    can_finish,
    has_otherwise,
    push_of,
)
from evenhand.simulate.games.divinity.bot.forecast import (
    WON,
    clock_worth,
)
from evenhand.simulate.games.divinity.bot.hand_worth import card_worth, score_card
from evenhand.simulate.games.divinity.bot.worth import (
    builds_first_wall,
    effect_worth,
    in_play_worth,
    printed_worth,
    worth_to_come,
)
from evenhand.simulate.games.divinity.enums import Act, Question
from evenhand.simulate.games.divinity.places import at, card_at, environment_of, spot
from evenhand.simulate.games.divinity.playing import can_play

__all__ = ["score"]

# The order in which a turn's actions come, whatever their worth.
FREE_WALLS, WALLS_FIRST, DEITIES_NEXT, FINISHING = 30_000, 20_000, 13_000, 10_000
THEN_CARDS, THEN_ATTACK = 3_000, 1
FIGHTERS = (CardType.DEITY, CardType.WALL)
MOST = 2_900  # what a card or ability can add to its place in that order, unless it wins


@rule
def score(state, pool, options, weights, action):
    """Value one option by rules of thumb."""
    match state.question:
        case Question.MAIN:
            return score_main(state, pool, options, weights, action)
        case Question.TARGET:
            return score_target(state, pool, options, weights, action)
        case Question.HOST:
            return score_host(state, pool, options, weights, action)
        case Question.FLIP:
            return score_flip(state, pool, options, weights, action)
        case Question.FIRST_DEITY:
            card = pool.cards[state.card_of[state.seat, action.copy_id]]
            return 3 * np.int64(card.hp) + card.atk  # it must outlive the enemy's first attack
        case Question.TROPHY:
            return score_trophy(state, pool, options, weights, action)
        case Question.HAND_LIMIT:
            return -card_worth(state, pool, options, weights, state.seat, action.copy_id)
        case AbilityQuestion.PICK_CARD:
            return score_card(state, pool, options, weights, action)
        case _:
            return score_answer(state, pool, options, weights, action)


# The actions of a turn


@rule
def score_main(state, pool, options, weights, action):
    """Value an action of a turn; ending it is worth 0."""
    seat, copy = state.seat, action.copy_id
    match action.kind:
        case Act.PLAY_DEITY:
            return DEITIES_NEXT + score_deity(state, pool, options, weights, seat, copy)
        case Act.PLAY_WALL:
            card = pool.cards[state.card_of[seat, copy]]
            worth = printed_worth(state, weights, seat, card)
            return WALLS_FIRST + worth + worth_to_come(state, pool, options, weights, seat, copy)
        case Act.PLAY_ATTACHMENT | Act.PLAY_ENVIRONMENT | Act.PLAY_MAGIC:
            return score_spell(state, pool, options, weights, action.kind, copy)
        case Act.USE:
            where = spot(seat, action.slot)
            row = card_at(state, pool, where).first_ability + copy
            user = at(state, where).copy_id
            worth = ability_worth(state, pool, options, weights, seat, user, row)
            return if_positive(worth, builds_first_wall(state, pool, seat, user, row))
        case Act.FLIP:
            where = spot(action.seat, action.slot)
            return if_positive(flip_worth(state, pool, options, weights, where), False)
        case Act.ATTACK:
            return np.int64(THEN_ATTACK)
        case _:
            return np.int64(0)


@rule
def score_deity(state, pool, options, weights, seat, copy):
    """Value a Deity by its numbers and what it will do; before the last blow, by its ATK."""
    card = pool.cards[state.card_of[seat, copy]]
    worth = printed_worth(state, weights, seat, card)
    to_come = worth_to_come(state, pool, options, weights, seat, copy)
    if to_come < WON // 2:
        to_come = to_come * weights.foresight // 100
    worth = min(worth + to_come, np.int64(WALLS_FIRST - DEITIES_NEXT) // 2)
    if can_finish(state, pool, options, seat):
        worth += card.atk * np.int64(MOST) // 10
    return worth


@rule
def score_spell(state, pool, options, weights, kind, copy):
    """Value an Attachment, Environment or Magic, and that it may be the last card of the hand."""
    seat = state.seat
    if can_finish(state, pool, options, seat) and push_of(state, pool, seat, copy) > 0:
        return FINISHING - has_otherwise(state, pool, seat, copy)  # that needs damage before
    is_urgent = magic_builds_first_wall(state, pool, seat, copy)
    if not is_urgent and can_play_fighter(state, pool, seat):
        return np.int64(THEN_CARDS)  # it can wait
    fresh = score_empty_hand(state, weights)
    match kind:
        case Act.PLAY_ATTACHMENT:
            worth = best_host_worth(state, pool, options, weights, seat, copy)
            return if_positive(worth + fresh, False)
        case Act.PLAY_ENVIRONMENT:
            worth = score_environment(state, pool, options, weights, seat, copy)
            return if_positive(worth + fresh, False)
        case _:
            worth = effect_worth(state, pool, options, weights, seat, copy, Moment.MAGIC)
            return if_positive(worth - weights.save_cards + fresh, is_urgent)


@rule
def can_play_fighter(state, pool, seat):
    """Return whether a Deity or Wall can be played, which comes before all spells."""
    if state.players[seat].plays == 0:
        return False
    for copy in each(state.players[seat].hand):
        type_ = pool.cards[state.card_of[seat, copy]].type
        if type_ in FIGHTERS and can_play(state, pool, seat, copy):
            return True
    return False


@rule
def if_positive(worth, is_urgent):
    """Return the score of a card or ability: after Deities and Walls, or not at all."""
    if worth >= WON // 2:
        return np.int64(WON)
    place = FREE_WALLS if is_urgent else THEN_CARDS
    return place + min(worth, np.int64(MOST)) if worth > 0 else np.int64(-1)


@rule
def magic_builds_first_wall(state, pool, seat, copy):
    """Return whether a Magic can build a Wall only as long as it is the first."""
    for row in abilities_of(pool, state.card_of[seat, copy]):
        if builds_first_wall(state, pool, seat, copy, row):
            return True
    return False


@rule
def score_environment(state, pool, options, weights, seat, copy):
    """Value an Environment, less what the one it replaces is worth (R10)."""
    worth = in_play_worth(state, pool, options, weights, seat, copy)
    other = environment_of(state)
    if other == NOTHING:
        return worth
    card = at(state, other)
    there = in_play_worth(state, pool, options, weights, card.owner, card.copy_id)
    return worth - there if card.owner == seat else worth + there


@rule
def score_empty_hand(state, weights):
    """Value playing the last card of the hand: five are drawn, unless the deck runs out (R2)."""
    player = state.players[state.seat]
    if size(player.hand) > 1:
        return np.int64(0)
    return np.int64(weights.fresh_hand) - clock_worth(weights, player.n_deck, 4, weights.thrift)


@rule
def score_target(state, pool, options, weights, action):
    """Value whom a Deity attacks, with what is left for the others."""
    attacker = peek_task(state).attacker
    if action.kind == Act.STAY:
        return best_rest(state, pool, options, weights, attacker + 1, NOTHING)
    target = spot(action.seat, action.slot)
    worth = attack_worth(state, pool, options, weights, attacker, target)
    return worth - own_harm(state, pool, weights, spot(state.active, attacker))


@rule
def score_host(state, pool, options, weights, action):
    """Value where an Attachment goes, and which side up."""
    host = spot(action.seat, action.slot)
    return host_worth(state, pool, options, weights, host, action.kind == Act.FACE_DOWN)


@rule
def score_flip(state, pool, options, weights, action):
    """Value turning an Attachment face up now; keeping it is worth 0."""
    if action.kind == Act.NO_FLIP:
        return np.int64(0)
    return flip_worth(state, pool, options, weights, spot(action.seat, action.slot))


@rule
def score_trophy(state, pool, options, weights, action):
    """Value a card as a trophy; a card of the deck costs one of the clock."""
    if action.kind == Act.DECLINE:
        return np.int64(0)
    worth = card_worth(state, pool, options, weights, state.seat, action.copy_id)
    if action.kind == Act.FROM_DECK:
        n_deck = state.players[state.seat].n_deck
        worth -= clock_worth(weights, n_deck, 1, weights.thrift) // 2
    return worth
