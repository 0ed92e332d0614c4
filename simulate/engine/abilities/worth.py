"""What a bot thinks an ability is worth, before it is used.

A game's bots say what one step is worth and what it does to one place (the hooks); here
they are added up over an ability, and its choices valued. All from the view of the
controller, in the unit of the game's ``score``.
"""

import numpy as np

from evenhand.decks.language.rows import How
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.enums import AbilityQuestion, Asked, Stage
from evenhand.simulate.engine.abilities.hooks import place_worth, step_worth
from evenhand.simulate.engine.abilities.selecting import amount_of, chance_of, hold, places
from evenhand.simulate.engine.agenda import peek_task
from evenhand.simulate.engine.menu import Answer
from evenhand.simulate.engine.sets import add, each, keep, load, nothing_in

__all__ = [
    "ability_worth", "mode_worth", "score_answer", "score_may", "score_mode", "score_place",
    "step_asked", "targets_worth",
]  # fmt: skip


@rule
def ability_worth(state, pool, options, weights, seat, copy, row):
    """Value what an ability would do, its cost taken off; the best of "choose one"."""
    ability = pool.abilities[row]
    if not hold(state, pool, seat, copy, ability.conditions, Asked.POSSIBLY):
        return np.int64(0)
    if ability.n_modes == 0:
        return mode_worth(state, pool, options, weights, seat, copy, row, 0)
    best = mode_worth(state, pool, options, weights, seat, copy, row, 1)
    for mode in range(2, ability.n_modes + 1):
        best = max(best, mode_worth(state, pool, options, weights, seat, copy, row, mode))
    return best


@rule
def mode_worth(state, pool, options, weights, seat, copy, row, mode):
    """Value an ability with one option of "choose one" taken."""
    ability = pool.abilities[row]
    worth = np.int64(0)
    before = load(state.it)
    for number in range(ability.n_steps):
        step = pool.steps[ability.first_step + number]
        if step.mode and step.mode != mode:
            continue
        if hold(state, pool, seat, copy, step.conditions, Asked.POSSIBLY):
            worth += step_worth(state, pool, options, weights, seat, copy, step) // chance_of(step)
    keep(before, state.it)
    return worth


@rule
def targets_worth(state, pool, options, weights, seat, copy, step, n):
    """Value a step by the places it would reach, later steps' "it": the best if it chooses."""
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
        return best * max(np.int64(1), np.int64(step.target.number))
    return added


# Answers


@rule
def score_answer(state, pool, options, weights, action):
    """Value an option of a question that an ability asks, but for cards: those are the game's."""
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
    """Value an option of "choose one"; the enemy's choice is the worst for the controller."""
    item = peek_task(state)
    worth = mode_worth(
        state, pool, options, weights, item.seat, item.copy_id, item.ability, action.slot + 1
    )
    return worth if item.seat == state.seat else -worth


@rule
def score_may(state, pool, options, weights, action):
    """Value doing what "you may" offers, against leaving it; the enemy's choice is the worst."""
    if action.kind == Answer.NO:
        return np.int64(0)
    item = peek_task(state)
    if item.stage == Stage.BEGIN:
        worth = ability_worth(state, pool, options, weights, item.seat, item.copy_id, item.ability)
    else:
        worth = step_or_otherwise(state, pool, options, weights, item)
    return worth if item.seat == state.seat else -worth


@rule
def step_or_otherwise(state, pool, options, weights, item):
    """Value the current step of an ability, less what happens "otherwise"."""
    ability = pool.abilities[item.ability]
    number = ability.first_step + item.step
    step, other = pool.steps[number], pool.steps[number + 1]
    worth = step_worth(state, pool, options, weights, item.seat, item.copy_id, step)
    if item.step + 1 < ability.n_steps and other.otherwise:
        worth -= step_worth(state, pool, options, weights, item.seat, item.copy_id, other)
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
