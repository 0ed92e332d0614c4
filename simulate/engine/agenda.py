"""The agenda: a stack of tasks to be done, the next one on top.

Rules push phases, steps of effects and payments onto the agenda, and the game's
``run_on`` pops them one by one. So a rule can stop anywhere to ask a question, and
continue after the answer.
"""

import numpy as np

from evenhand.decks.records import record
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.state import fail, stop_endless

__all__ = [
    "AGENDA_SLOTS",
    "agenda_fields",
    "begin_task",
    "peek_task",
    "pop_task",
    "push_task",
    "task_record",
]  # fmt: skip

AGENDA_SLOTS = 32

# Limits that only endless effects reach; see `evenhand.simulate.runs.loop` for questions.
TASKS_PER_TURN = 10_000  # the maximum in ordinary games is 546, with eight players
TASKS_PER_GAME = 1_000_000


def agenda_fields(item: np.dtype, slots: int = AGENDA_SLOTS) -> tuple[tuple, ...]:
    """Return the state fields of an agenda of ``item`` records; an item has a ``task``."""
    return (
        ("n_tasks", np.int16),
        ("agenda", item, (slots,)),
    )


def task_record(*fields: tuple) -> np.dtype:
    """Make the record type of an agenda item: the task, and the game's fields."""
    return record(("task", np.int8), *fields)


@rule
def push_task(state, task):
    """Push a task onto the agenda, and return its item, to be filled in."""
    if state.n_tasks == len(state.agenda):
        fail(state)
        state.n_tasks = 0
    item = state.agenda[state.n_tasks]
    item.task = task
    state.n_tasks += 1
    return item


@rule
def begin_task(state):
    """Count and return the item on top, which stays until `pop_task`."""
    if state.turn != state.turn_of_tasks:
        state.turn_of_tasks = state.turn
        state.tasks_in_turn = 0
    state.tasks_in_turn += 1
    state.tasks_done += 1
    if state.tasks_in_turn > TASKS_PER_TURN or state.tasks_done > TASKS_PER_GAME:
        stop_endless(state)
    return peek_task(state)


@rule
def peek_task(state):
    """Return the item on top, to which an open question belongs."""
    return state.agenda[state.n_tasks - 1]


@rule
def pop_task(state):
    """Remove the item on top."""
    state.n_tasks -= 1
