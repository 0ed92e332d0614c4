"""Playing Starcrossed: what an option is worth.

Everything is in hundredths of a point of life. The weights are a designer's to change
(in ``bot_files/*.toml``, or a file of their own).
"""

import numpy as np

from evenhand.decks.starcrossed.words import CardType, Moment, Verb
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.enums import AbilityQuestion
from evenhand.simulate.engine.abilities.worth import ability_worth, score_answer, step_asked
from evenhand.simulate.engine.agenda import peek_task
from evenhand.simulate.engine.menu import Answer
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import each
from evenhand.simulate.games.starcrossed.abilities import in_place
from evenhand.simulate.games.starcrossed.bot.forecast import (
    LETHAL,
    boost,
    could_block,
    feared,
    fight_worth,
    harm_worth,
    own_boosts,
    strength_in,
)
from evenhand.simulate.games.starcrossed.bot.play_worth import (
    card_worth,
    lane_worth,
    need_of,
    play_worth,
)
from evenhand.simulate.games.starcrossed.bot.worth import step_worth
from evenhand.simulate.games.starcrossed.enums import Act, Question
from evenhand.simulate.games.starcrossed.places import (
    copies_at,
    copy_at,
    is_attuned,
    lane_of,
)

__all__ = ["score"]

ANY_TIME = (Verb.DRAW, Verb.ENEMY_LOSES_LIFE, Verb.LOSE_LIFE, Verb.GAIN_LIFE)
SURE_THINGS = (*ANY_TIME, Verb.LOSE_NO_LIFE)
TRICKS = (Verb.VANQUISH, Verb.SINK, Verb.BOUNCE, Verb.MOVE, Verb.SWAP)
TAKES = (Verb.SEARCH, Verb.RECOVER, Verb.RESCUE, Verb.DEPLOY, Verb.REVIVE)


@rule
def score(state, pool, options, weights, action):
    """Value one option by rules of thumb."""
    seat = state.seat
    match state.question:
        case Question.ACTION:
            return score_action(state, pool, options, weights, action)
        case Question.LANE:
            return lane_worth(
                state, pool, options, weights, state.held_act, state.held_copy, action.slot
            )
        case Question.ATTACK:
            return score_attack(state, pool, options, weights, action)
        case Question.BLOCK:
            return score_block(state, pool, options, weights, action)
        case Question.ACTIVATE:
            return score_activation(state, pool, options, weights, action)
        case Question.ATTUNE:
            return score_attunement(state, pool, action)
        case Question.HAND_LIMIT:
            return -card_worth(state, pool, weights, seat, action.copy_id)
        case Question.MULLIGAN:
            return np.int64(action.kind == Answer.YES)
        case AbilityQuestion.PICK_CARD:
            return score_card(state, pool, weights, action)
        case _:
            return score_answer(state, pool, options, weights, action)


# The Action Phase


@rule
def score_action(state, pool, options, weights, action):
    """Value an action; ending the phase is worth 0."""
    match action.kind:
        case Act.PLAY | Act.PLAY_SPECIAL | Act.RECRUIT:
            return play_worth(state, pool, options, weights, action.kind, action.copy_id)
        case Act.USE:
            return score_use(state, pool, options, weights, action)
        case _:
            return np.int64(0)


@rule
def score_use(state, pool, options, weights, action):
    """Value using an ability for what it does, or not at all."""
    copy = copy_at(state, action.slot)
    row = pool.cards[state.card_of[state.seat, copy]].first_ability + action.copy_id
    return ability_worth(state, pool, options, weights, state.seat, copy, row) - 1


@rule
def score_attunement(state, pool, action):
    """Attune to a tribe that no crystal has; keep the only crystal of a tribe that is needed."""
    if action.kind == Answer.NO:
        return np.int64(0)
    item = peek_task(state)
    crystal = state.players[item.seat].crystals[lane_of(item.spot)]
    tribe = pool.cards[state.card_of[item.seat, crystal.copy_id]].tribe
    if is_attuned(state, item.seat, tribe):
        return np.int64(-1)
    return need_of(state, pool, item.seat, tribe) - need_of(state, pool, item.seat, crystal.tribe)


# The Combat Phase


@rule
def score_attack(state, pool, options, weights, action):
    """Value an attack: what it sets off by itself, and how it would end."""
    if action.kind == Answer.NO:
        return np.int64(0)
    set_off = worth_of_attacking(state, pool, options, weights, state.seat, state.fight.lane)
    return set_off + showdown_worth(state, pool, weights, state.seat, state.fight.lane)


@rule
def worth_of_attacking(state, pool, options, weights, seat, lane):
    """Add up what an attack in a lane sets off by itself ("when attacking")."""
    worth = np.int64(0)
    for copy in each(copies_at(state, seat, lane)):
        card = pool.cards[state.card_of[seat, copy]]
        for row in range(card.first_ability, card.first_ability + card.n_abilities):
            ability = pool.abilities[row]
            if ability.moment == Moment.ATTACK and in_place(state, pool, ability, seat, copy):
                worth += ability_worth(state, pool, options, weights, seat, copy, row)
    return worth


@rule
def showdown_worth(state, pool, weights, seat, lane):
    """Value an attack: life, if nobody can block; a won fight, if the strength is there."""
    enemy = enemy_of(seat)
    strength = strength_in(state, pool, seat, lane)
    hit = harm_worth(state, weights, enemy, strength)
    if not could_block(state, pool, enemy, lane):
        return hit - np.int64(strength == 0)
    more = own_boosts(state, pool, seat, lane) - feared(state, weights, enemy)
    won = fight_worth(state, pool, weights, seat, lane, True, True, more)
    return min(won, hit) + np.int64(weights.boldness) - 1


@rule
def score_block(state, pool, options, weights, action):
    """Value blocking: how the fight would end, against the life that is lost without it.

    Where not blocking is certain to lose, whatever blocking brings is better.
    """
    if action.kind == Answer.NO:
        return np.int64(0)
    seat, lane = state.seat, state.fight.lane
    enemy = enemy_of(seat)
    strength = strength_in(state, pool, enemy, lane)
    if harm_worth(state, weights, seat, strength) >= LETHAL // 2:
        return np.int64(LETHAL)
    expected = feared(state, weights, enemy)
    more = own_boosts(state, pool, seat, lane) - expected
    hit = strength + expected // 2
    blocked = fight_worth(state, pool, weights, seat, lane, False, True, more)
    return blocked + harm_worth(state, weights, seat, hit) + np.int64(weights.guard)


@rule
def score_activation(state, pool, options, weights, action):
    """Value activating a skill: what it changes about the fight, and what else it does."""
    if action.kind == Act.PASS:
        return np.int64(0)
    if action.kind == Act.USE:
        return score_use(state, pool, options, weights, action)
    seat, lane = state.seat, state.fight.lane
    copy = copy_at(state, action.slot)
    attacks = seat == state.fight.seat
    blocked = state.fight.blocked != 0
    now = fight_worth(state, pool, weights, seat, lane, attacks, blocked, 0)
    more = boost(state, pool, seat, copy, lane)
    gain = fight_worth(state, pool, weights, seat, lane, attacks, blocked, more) - now
    if gain <= 0 and more > 0:
        together = own_boosts(state, pool, seat, lane)
        gain = fight_worth(state, pool, weights, seat, lane, attacks, blocked, together) - now
        gain = gain // 2 + more
    best = max(gain - more, score_other(state, pool, options, weights, seat, copy, TRICKS))
    worth = best + score_other(state, pool, options, weights, seat, copy, SURE_THINGS)
    return worth - score_keep(pool, weights, pool.cards[state.card_of[seat, copy]])


@rule
def score_other(state, pool, options, weights, seat, copy, verbs):
    """Value what a skill does besides the strengths in the fight, as far as some verbs go."""
    card = pool.cards[state.card_of[seat, copy]]
    worth = np.int64(0)
    for row in range(card.first_ability, card.first_ability + card.n_abilities):
        ability = pool.abilities[row]
        for number in range(ability.first_step, ability.first_step + ability.n_steps):
            step = pool.steps[number]
            if step.verb in verbs:
                worth += step_worth(state, pool, options, weights, seat, copy, step)
    return worth


@rule
def score_keep(pool, weights, card):
    """Value keeping a skill set for a later fight: moves are gone when used, items stay.

    What is as good at any time is not worth waiting for.
    """
    match card.type:
        case CardType.ITEM:
            return np.int64(-1)
        case CardType.POWER:
            return np.int64(weights.card) // 5
        case _:
            return np.int64(weights.keep if is_for_a_fight(pool, card) else 0)


@rule
def is_for_a_fight(pool, card):
    """Return whether a skill does something that is worth more in one fight than in another."""
    for row in range(card.first_ability, card.first_ability + card.n_abilities):
        ability = pool.abilities[row]
        for number in range(ability.first_step, ability.first_step + ability.n_steps):
            if pool.steps[number].verb not in ANY_TIME:
                return True
    return False


# Choices of abilities


@rule
def score_card(state, pool, weights, action):
    """Value a card as an effect's choice: the best to take, the least missed to give.

    A move that takes itself back has been played for nothing.
    """
    if action.kind == Answer.ENOUGH:
        return np.int64(0)
    step = step_asked(state, pool)
    if action.copy_id == peek_task(state).copy_id and step.verb in TAKES:
        return np.int64(0)
    worth = card_worth(state, pool, weights, action.seat, action.copy_id)
    return worth if step.verb in TAKES else -worth
