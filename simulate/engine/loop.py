"""One game from the first question to the end."""

from decks.records import NOTHING
from simulate.engine.bots import choose
from simulate.engine.compile import rule
from simulate.engine.hooks import apply, set_up, standing
from simulate.engine.menu import open_menu
from simulate.engine.state import fail, is_over

__all__ = ["play_game", "step"]

QUESTION_LIMIT = 10_000  # questions per game; only a rule that never ends reaches it
FURTHEST_BEHIND = -(2**31)


@rule
def play_game(state, table, options, bots, mind):
    """Play a game whose decks and streams are in place."""
    set_up(state, table, options)
    turn = state.turn
    for _ in range(QUESTION_LIMIT):
        if is_over(state):
            return
        if state.turn != turn:
            turn = state.turn
            look_at_the_lead(state, table, options)
        step(state, table, options, bots, mind)
    fail(state)


@rule
def step(state, table, options, bots, mind):
    """Let the seat asked answer its question."""
    menu = mind.menus[0]
    open_menu(state, table, options, menu)
    if is_over(state):
        return
    choice = choose(state, table, options, bots[state.seat], mind)
    state.decisions += menu.n > 1
    apply(state, table, options, menu.actions[choice])


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
