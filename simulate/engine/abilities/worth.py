"""Estimate the worth of an ability for bots, before it is used.

The hooks of a game value one step, and its effect on one place; these values are added up here over
an ability and its choices. All values are from the view of the controller, in the unit of the
game's ``score``.
"""

import numpy as np

from evenhand.decks.language.rows import How, Side
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.enums import AbilityQuestion, Asked, Stage
from evenhand.simulate.engine.abilities.hooks import place_worth, step_worth
from evenhand.simulate.engine.abilities.selecting import amount_of, hold, is_chancy, places
from evenhand.simulate.engine.abilities.usable import has_candidates
from evenhand.simulate.engine.agenda import peek_task
from evenhand.simulate.engine.menu import Answer
from evenhand.simulate.engine.sets import add, each, keep, load, nothing_in, size

__all__ = [
    "ability_worth", "mode_worth", "score_answer", "score_may", "score_mode", "score_place",
    "step_asked", "targets_worth", "worth_if_used",
]  # fmt: skip


@rule
def ability_worth(state, pool, options, weights, seat, copy, row):
    """Value an ability; at least 0 if "you may" lets the controller decline."""
    worth = worth_if_used(state, pool, options, weights, seat, copy, row)
    return max(np.int64(0), worth) if pool.abilities[row].optional else worth


@rule
def worth_if_used(state, pool, options, weights, seat, copy, row):
    """Value the effect of an ability minus its cost, whether or not it is optional.

    With "choose one" it is the best option for the chooser.
    """
    ability = pool.abilities[row]
    if not hold(state, pool, seat, copy, ability.conditions, Asked.POSSIBLY):
        return np.int64(0)
    if ability.n_modes == 0:
        return mode_worth(state, pool, options, weights, seat, copy, row, 0)
    best = mode_worth(state, pool, options, weights, seat, copy, row, 1)
    for mode in range(2, ability.n_modes + 1):
        worth = mode_worth(state, pool, options, weights, seat, copy, row, mode)
        best = choose_worth(ability.chooser, best, worth)
    return best


@rule
def choose_worth(chooser, one, other):
    """Return the worth that the chooser prefers: the enemy the lower, others the higher."""
    return min(one, other) if chooser == Side.ENEMY else max(one, other)


@rule
def mode_worth(state, pool, options, weights, seat, copy, row, mode):
    """Value an ability with one option of "choose one" taken."""
    ability = pool.abilities[row]
    worth = np.int64(0)
    before = load(state.it)
    for number in range(ability.n_steps):
        step = pool.steps[ability.first_step + number]
        if not step.otherwise and (step.mode == 0 or step.mode == mode):
            worth += chain_worth(state, pool, options, weights, seat, copy, row, number)
    keep(before, state.it)
    return worth


@rule
def chain_worth(state, pool, options, weights, seat, copy, row, first):
    """Value a step with those that follow by "otherwise", of which only one happens."""
    ability = pool.abilities[row]
    last = first
    while has_otherwise(pool, ability, last):
        last += 1
    before = load(state.it)
    worth = np.int64(0)  # if no step happens
    for number in range(last, first - 1, -1):
        step = pool.steps[ability.first_step + number]
        if number < last and not has_candidates(state, pool, seat, copy, step, False):
            continue  # it would do nothing, so that the next happens
        keep(before, state.it)
        worth = link_worth(state, pool, options, weights, seat, copy, step, worth)
    return worth


@rule
def has_otherwise(pool, ability, number):
    """Return whether the step after one is done only "otherwise"."""
    if number + 1 >= ability.n_steps:
        return False
    return pool.steps[ability.first_step + number + 1].otherwise != 0


@rule
def link_worth(state, pool, options, weights, seat, copy, step, otherwise):
    """Value a step that may be declined or fail, given the worth of what happens otherwise."""
    if not hold(state, pool, seat, copy, step.conditions, Asked.POSSIBLY):
        return otherwise
    worth = step_worth(state, pool, options, weights, seat, copy, step)
    if step.optional != Side.ANY:
        worth = choose_worth(step.optional, worth, otherwise)
    return (worth + otherwise) // 2 if is_chancy(step) else worth


@rule
def targets_worth(state, pool, options, weights, seat, copy, step, n):
    """Value a step by its places, which become "it": the best ones if it lets choose.

    With "up to" some number, none may be chosen.
    """
    best, added = np.int64(0), np.int64(0)
    reached = places(state, pool, seat, copy, step.target)
    keep(reached, state.it)
    is_first = True
    for place in each(reached):
        worth = place_worth(state, pool, options, weights, seat, step, place, n)
        added += worth
        if step.target.how == How.CHOSEN and (is_first or worth > best):
            best = worth
            keep(add(nothing_in(state.it), place), state.it)
        is_first = False
    if step.target.how == How.CHOSEN:
        least = np.int64(0) if step.target.up_to else best
        return max(best, least) * min(size(reached), np.int64(step.target.number))
    return added


# Answers


@rule
def score_answer(state, pool, options, weights, action):
    """Value an option of an ability's question; games value the choices of cards."""
    match state.question:
        case AbilityQuestion.MAY:
            return score_may(state, pool, options, weights, action)
        case AbilityQuestion.MODE:
            return score_mode(state, pool, options, weights, action)
        case AbilityQuestion.PICK_PLACE:
            return score_place(state, pool, options, weights, action)
        case AbilityQuestion.AMOUNT:
            return np.int64(action.slot)
        case _:
            return np.int64(0)


@rule
def score_mode(state, pool, options, weights, action):
    """Value an option of "choose one"; negated if the enemy is asked."""
    item = peek_task(state)
    worth = mode_worth(
        state, pool, options, weights, item.seat, item.copy_id, item.ability, action.slot + 1
    )
    return worth if item.seat == state.seat else -worth


@rule
def score_may(state, pool, options, weights, action):
    """Value accepting "you may" against declining; negated if the enemy is asked."""
    if action.kind == Answer.NO:
        return np.int64(0)
    item = peek_task(state)
    if item.stage == Stage.BEGIN:
        worth = worth_if_used(state, pool, options, weights, item.seat, item.copy_id, item.ability)
    else:
        worth = worth_of_step(state, pool, options, weights, item)
    return worth if item.seat == state.seat else -worth


@rule
def worth_of_step(state, pool, options, weights, item):
    """Value the current step of an ability minus what happens "otherwise"."""
    ability = pool.abilities[item.ability]
    step = pool.steps[ability.first_step + item.step]
    worth = step_worth(state, pool, options, weights, item.seat, item.copy_id, step)
    if has_otherwise(pool, ability, item.step):
        worth -= chain_worth(
            state, pool, options, weights, item.seat, item.copy_id, item.ability, item.step + 1
        )
    return worth


@rule
def score_place(state, pool, options, weights, action):
    """Value a place as an effect's choice, from the view of the one who chooses."""
    if action.kind == Answer.ENOUGH:
        return np.int64(0)
    item, step = peek_task(state), step_asked(state, pool)
    n = amount_of(state, pool, item.seat, item.copy_id, step.amount)
    worth = place_worth(state, pool, options, weights, item.seat, step, action.slot, n)
    return worth if item.seat == state.seat else -worth


@rule
def step_asked(state, pool):
    """Return the step of an ability that an open question is about."""
    item = peek_task(state)
    return pool.steps[pool.abilities[item.ability].first_step + item.step]
