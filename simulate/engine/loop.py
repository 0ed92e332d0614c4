"""One game from the first question to the end."""

import numpy as np

from decks.records import NOTHING, record
from simulate.engine.bots import choose
from simulate.engine.compile import rule
from simulate.engine.hooks import apply, score, set_up, standing
from simulate.engine.menu import ACTION, MENU_SLOTS, open_menu
from simulate.engine.state import fail, is_over

__all__ = ["PAGE", "QUESTION_LIMIT", "play_game"]

QUESTION_LIMIT = 40_000  # questions per game; only a rule that never ends reaches it
FURTHEST_BEHIND = -(2**31)


PAGE = record(
    ("n", np.int16),  # options on offer
    ("choice", np.int16),  # the one taken
    ("actions", ACTION, (MENU_SLOTS,)),
    ("scores", np.int64, (MENU_SLOTS,)),  # of each option, by the bot's rules of thumb
)


@rule
def play_game(state, table, options, bots, mind, states, pages, n_pages):
    """Play a game whose decks and streams are in place.

    The first ``n_pages`` questions are written down: options and answer in ``pages``,
    the state before the first answer and after each in ``states``.
    """
    set_up(state, table, options)
    if n_pages:
        states[0] = state
    turn = state.turn
    for number in range(QUESTION_LIMIT):
        if is_over(state):
            return
        if state.turn != turn:
            turn = state.turn
            look_at_the_lead(state, table, options)
        menu = mind.menus[0]
        open_menu(state, table, options, menu)
        if is_over(state):
            return
        choice = choose(state, table, options, bots[state.seat], mind)
        if number < n_pages:
            write_page(state, table, options, bots[state.seat], menu, choice, pages[number])
        state.decisions += menu.n > 1
        apply(state, table, options, menu.actions[choice])
        if number < n_pages:
            states[number + 1] = state
    fail(state)


@rule
def write_page(state, table, options, bot, menu, choice, page):
    """Write down the options of a question, how they look to the bot, and its answer."""
    page.n = menu.n
    page.choice = choice
    for i in range(menu.n):
        page.actions[i] = menu.actions[i]
        page.scores[i] = score(state, table, options, bot.weights, menu.actions[i])


@rule
def look_at_the_lead(state, table, options):
    """Note who is ahead, by how much the others are behind, and whether that changed."""
    leader, best, second = NOTHING, FURTHEST_BEHIND, FURTHEST_BEHIND
    for seat in range(len(state.tally)):
        value = standing(state, table, options, seat)
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
    if state.leader not in (NOTHING, leader):
        state.lead_changes += 1
    state.leader = leader
