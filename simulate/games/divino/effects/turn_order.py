"""What effects have several players choose, planned in turn order (R53)."""

import numpy as np

from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.agenda import push_task

__all__ = ["CHOICES", "plan_for", "plan_in_turn", "sort_in_turn"]

CHOICES = 120  # most that are named one by one, and lands more in a turn


@rule
def plan_for(state, task, seat, n):
    """Plan what a player has to choose n times."""
    todo = push_task(state, task)
    todo.seat = seat
    todo.begun = 0
    todo.n = max(0, min(CHOICES, n))


@rule
def plan_in_turn(state, task, controller, seat, n):
    """Plan what players have to choose: in turn order, beginning after the controller (R53)."""
    plan_for(state, task, seat, n)
    sort_in_turn(state, controller)


@rule
def sort_in_turn(state, controller):
    """Let what was planned last stand among its like in turn order (R53)."""
    place = state.n_tasks - 1
    while place > 0 and comes_before(state, controller, place - 1, place):
        lower, upper = state.agenda[place - 1], state.agenda[place]
        other, due = np.int64(lower.seat), np.int64(lower.n)
        lower.seat, lower.n = upper.seat, upper.n
        upper.seat, upper.n = other, due
        place -= 1


@rule
def comes_before(state, controller, lower, upper):
    """Return whether a task is for a player who comes before that of the one above it."""
    one, other = state.agenda[lower], state.agenda[upper]
    return one.task == other.task and turns_after(state, controller, one.seat) < turns_after(
        state, controller, other.seat
    )


@rule
def turns_after(state, controller, seat):
    """Return how many others come between a player and another in turn order; oneself is last."""
    return (np.int64(seat) - controller - 1) % len(state.players)
