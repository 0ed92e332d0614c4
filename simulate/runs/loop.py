"""Play one game from the first question to the end."""

import numpy as np

from evenhand.decks.records import NOTHING, record
from evenhand.simulate.bots.imagination import forget_effort
from evenhand.simulate.bots.policies import choose
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.hooks import apply, score, set_up, standing
from evenhand.simulate.engine.menu import ACTION, MENU_SLOTS, open_menu
from evenhand.simulate.engine.sets import MOST, add
from evenhand.simulate.engine.state import is_over, stop_endless

__all__ = [
    "QUESTIONS_PER_GAME", "QUESTIONS_PER_TURN", "TRACE_STEP", "play_game", "update_lead",
]  # fmt: skip

# Limits that only endless games reach; see `evenhand.simulate.engine.agenda` for tasks.
QUESTIONS_PER_TURN = 1_000  # the maximum in ordinary games is 98, with eight players
QUESTIONS_PER_GAME = 40_000
FURTHEST_BEHIND = -(2**31)


TRACE_STEP = record(
    ("n", np.int16),  # options on offer
    ("choice", np.int16),  # the option taken
    ("actions", ACTION, (MENU_SLOTS,)),
    ("scores", np.int64, (MENU_SLOTS,)),  # of each option, by the bot's heuristic
)


@rule
def play_game(
    state, pool, options, bots, question, memory, minds, nets, imagined, lessons, states,
    trace_steps, n_traced,
):  # fmt: skip
    """Play a game whose decks and streams are in place.

    The first ``n_traced`` questions are recorded: options and answer in ``trace_steps``, the
    state before the first answer and after each in ``states``. A game with an endless turn, or
    an endless game, is stopped.
    """
    forget_effort(memory)
    set_up(state, pool, options)
    if n_traced:
        states[0] = state
    turn, turn_began = state.turn, 0
    for number in range(QUESTIONS_PER_GAME):
        if is_over(state):
            return
        if state.turn != turn:
            turn, turn_began = state.turn, number
            update_lead(state, pool, options)
        elif number - turn_began == QUESTIONS_PER_TURN:
            break
        menu = question.menu
        open_menu(state, pool, options, menu)
        if is_over(state):
            return
        choice = choose(
            state, pool, options, bots[state.seat], question, memory, minds, nets, imagined, lessons
        )
        if number < n_traced:
            write_trace_step(
                state, pool, options, bots[state.seat], menu, choice, trace_steps[number]
            )
        state.decisions += menu.n > 1
        apply(state, pool, options, menu.actions[choice])
        if number < n_traced:
            states[number + 1] = state
    stop_endless(state)


@rule
def write_trace_step(state, pool, options, bot, menu, choice, step):
    """Record the options of a question, their scores by the bot, and its answer."""
    step.n = menu.n
    step.choice = choice
    for i in range(menu.n):
        step.actions[i] = menu.actions[i]
        step.scores[i] = score(state, pool, options, bot.weights, menu.actions[i])


@rule
def update_lead(state, pool, options):
    """Record who is ahead, by how much the others are behind, and whether the leader changed."""
    leader, best, second = NOTHING, FURTHEST_BEHIND, FURTHEST_BEHIND
    for seat in range(len(state.tally)):
        value = standing(state, pool, options, seat)
        state.tally[seat].standing = value
        if value > best:
            leader, best, second = seat, value, best
        elif value > second:
            second = value
    for seat in range(len(state.tally)):
        tally = state.tally[seat]
        tally.deficit = max(tally.deficit, best - tally.standing)
    if best == second:
        return
    turn = state.turn - 2  # the one that has just ended, the first as 0
    if 0 <= turn < MOST:
        state.tally[leader].ahead = add(state.tally[leader].ahead, turn)
    if state.leader not in (NOTHING, leader):
        state.lead_changes += 1
    state.leader = leader
