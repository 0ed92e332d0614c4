"""Check the states of recorded games, and describe their faults."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from evenhand.decks.records import NOTHING
from evenhand.simulate.engine.agenda import TASKS_PER_GAME, TASKS_PER_TURN
from evenhand.simulate.engine.hooks import legal_actions
from evenhand.simulate.engine.menu import MENU, MENU_SLOTS
from evenhand.simulate.engine.state import ENDLESS, ENGINE_ERROR, NO_QUESTION
from evenhand.simulate.runs.batch import PlanArrays, Trace
from evenhand.simulate.runs.loop import QUESTIONS_PER_GAME, QUESTIONS_PER_TURN
from evenhand.simulate.view.fields import Sight
from evenhand.simulate.view.names import player_title
from evenhand.simulate.view.view import View

__all__ = ["describe_step_place", "find_end", "find_overrun", "find_wrong"]


def find_wrong(arrays: PlanArrays, sight: Sight, trace: Trace) -> Iterator[tuple[str, int]]:
    """Yield (fault, step) of a recorded game.

    Of impossible values and misplaced cards, only the first step is reported.
    """
    view, states = arrays.plan.game.view, trace.states[: trace.n + 1]
    bad = view.is_unsound(states)
    if bad.any():
        step = int(bad.argmax())
        places = view.find_misplaced(states[step], sight)
        values = find_values(view, states[step : step + 1])
        yield "; ".join([*places, *values]) or "an impossible value", step
    for step in np.flatnonzero(has_wrong_question(states))[:1]:
        yield describe_wrong_question(states[step]), int(step)


def find_end(arrays: PlanArrays, trace: Trace, reason: int) -> str:
    """Return the fault in the end of a recorded game; "" if there is none."""
    if reason == ENDLESS:
        return (
            f"it comes to no end: {trace.n:,} questions were answered; who moves `state.turn` on, "
            "and what ends the game?"
        )
    if reason != ENGINE_ERROR:
        return ""
    state, menu = trace.states[trace.n].copy(), np.zeros(1, MENU)[0]
    legal_actions(state, arrays.pool[0], arrays.options[0], menu)
    if state.question == NO_QUESTION:
        return "the rules ended it as an error (`fail`), or asked nothing: a capacity is too small"
    asked = f"{player_title(int(state.seat))} was asked {quote_question(arrays, state)}"
    if menu.n == 0:
        return f"no option was offered: {asked}"
    if menu.overflow:
        return f"more than {MENU_SLOTS} options were there: {asked}"
    return "the rules ended it as an error (`fail`): a capacity is too small"


def quote_question(arrays: PlanArrays, state: np.record) -> str:
    """Return the question in quotes, in the words of the view."""
    view, sight = arrays.plan.game.view, Sight(arrays.plan.pool, arrays.pool[0])
    return f"'{view.question(view.whole(state, sight))}'"


def find_values(view: View, states: np.ndarray) -> Iterator[str]:
    """Yield the impossible values of one state: "'flame' of Player 2 is -3"."""
    parts = [(view.table, states, "the table")]
    parts += [
        (view.player, states["players"][:, seat], player_title(seat))
        for seat in range(states["players"].shape[1])
    ]
    for fields, records, whose in parts:
        for one in fields:
            if np.any(one.is_unsound(records)):
                at = getattr(one, "at", one.name)
                value = records[at][0] if at in (records.dtype.names or ()) else "impossible"
                yield f"'{one.name}' of {whose} is {value}{describe_lowest(one)}"


def describe_lowest(one: Any) -> str:
    """Describe the lowest value of a number of the view; "" for other fields."""
    lowest = getattr(one, "lowest", None)
    if lowest is None:
        return ""
    text = f"; Number('{one.name}') of view.py shows {lowest} and more"
    return f"{text} (with lowest=-1 NOTHING, too)" if lowest == 0 else text


def has_wrong_question(states: np.ndarray) -> np.ndarray:
    """Return for each of many states whether nobody, or a missing player, is asked."""
    seats, n_seats = states["seat"], states["out"].shape[1]
    missing = (seats < 0) | (seats >= n_seats)
    out = states["out"][np.arange(len(states)), np.where(missing, 0, seats)] > 0
    is_running = states["end_reason"] == NOTHING
    return np.asarray(is_running & (missing | out | (states["question"] == NO_QUESTION)))


def describe_wrong_question(state: np.record) -> str:
    """Describe why the question of a state is impossible."""
    seat = int(state.seat)
    if not 0 <= seat < len(state.out):
        return f"'seat' is {seat}, and {len(state.out)} sit at the table"
    if state.question == NO_QUESTION:
        return "nobody is asked anything, and the game goes on: `ask` or `end_game` is missing"
    return f"{player_title(seat)} is asked, and is out of the game"


def describe_step_place(states: np.ndarray, step: int) -> str:
    """Describe the position of a step in a game: step, turn and player asked."""
    state = states[step]
    return f"step {step}, turn {int(state['turn'])}, {player_title(int(state['seat']))} asked"


def find_overrun(states: np.ndarray) -> str:
    """Describe the limit of a turn or a game that was exceeded; "" if none."""
    questions = np.bincount(np.maximum(states["turn"], 0)).max()
    if questions > QUESTIONS_PER_TURN + 1 or len(states) > QUESTIONS_PER_GAME + 1:
        return f"{questions} questions in a turn, {len(states) - 1} in the game"
    tasks = states["tasks_in_turn"].max(), states["tasks_done"].max()
    if tasks[0] > TASKS_PER_TURN + 1 or tasks[1] > TASKS_PER_GAME + 1:
        return f"{tasks[0]} tasks in a turn, {tasks[1]} in the game"
    return ""
