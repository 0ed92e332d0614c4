import numpy as np
import pytest

from evenhand.decks.records import NOTHING
from evenhand.simulate.engine.agenda import (
    TASKS_PER_GAME,
    TASKS_PER_TURN,
    agenda_fields,
    begin_task,
    push_task,
    task_record,
)
from evenhand.simulate.engine.state import ENDLESS, state_record


@pytest.fixture
def state():
    made = np.zeros(1, state_record(2, 30, *agenda_fields(task_record())))[0]
    made.end_reason = made.winner = NOTHING
    push_task(made, 1)
    return made


def test_a_turn_that_takes_too_many_tasks_ends_the_game_as_a_draw(state):
    for _ in range(TASKS_PER_TURN):
        begin_task(state)
    assert state.end_reason == NOTHING
    begin_task(state)
    assert (state.end_reason, state.winner) == (ENDLESS, NOTHING)


def test_tasks_are_counted_anew_in_every_turn(state):
    for turn in range(1, 5):
        state.turn = turn
        for _ in range(TASKS_PER_TURN // 2):
            begin_task(state)
    assert state.end_reason == NOTHING


def test_a_game_that_takes_too_many_tasks_ends(state):
    state.tasks_done = TASKS_PER_GAME
    begin_task(state)
    assert state.end_reason == ENDLESS
