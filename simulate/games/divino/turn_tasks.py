"""Turns, and their steps with priority, as tasks on the agenda (R1, R40)."""

from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.agenda import push_task
from evenhand.simulate.games.divino.enums import Task

__all__ = ["push_step", "push_turn"]


@rule
def push_turn(state, part):
    """Plan a turn from one of its parts on (R1)."""
    push_task(state, Task.TURN).n = part


@rule
def push_step(state, step):
    """Plan a step with priority (R40)."""
    item = push_task(state, Task.PRIORITY)
    item.n = step
    item.begun = 0
