"""Replay games question by question, in words, and play games interactively."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from evenhand.simulate.compiling import watch_record, watched
from evenhand.simulate.engine.hooks import apply
from evenhand.simulate.engine.menu import MENU, open_menu
from evenhand.simulate.engine.state import is_over
from evenhand.simulate.game import Game
from evenhand.simulate.replay.leads import Look, list_looks
from evenhand.simulate.replay.story import DescribedState, describe_changes, describe_states
from evenhand.simulate.runs.batch import Chunk, Trace, plan_arrays, play
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.view.fields import Sight
from evenhand.simulate.view.names import NOBODY, player_key
from evenhand.simulate.view.view import View

__all__ = ["InteractiveGame", "Replay", "Step", "format_steps", "name_result", "replay"]


@dataclass(frozen=True)
class Step:
    """One question, its answer and the resulting changes.

    Attributes
    ----------
    turn, seat : int
        The current turn, 0 before the first; the player who was asked.
    question : str
    options : tuple of str
    scores : tuple of int
        The bot's score of each option; empty if no bot answered.
    choice : int
        Index of the chosen option.
    changes : tuple of str
        Descriptions of the changes.
    state : mapping
        The table before the answer.
    """

    turn: int
    seat: int
    question: str
    options: tuple[str, ...]
    scores: tuple[int, ...]
    choice: int
    changes: tuple[str, ...]
    state: Mapping[str, Any]


@dataclass(frozen=True)
class Replay:
    """One game in words, from the first question to the end.

    Attributes
    ----------
    row : array of `evenhand.simulate.runs.result_columns.row_record`, shape (1,)
        The game's row of the result files.
    final : mapping
        The table at the end.
    looks : tuple of Look
        The standings, turn by turn.
    sight : Sight
        The card pool used for showing states.
    """

    steps: tuple[Step, ...]
    row: np.ndarray
    final: Mapping[str, Any]
    looks: tuple[Look, ...]
    sight: Sight


def replay(plan: Plan, matchup: int, pair: int, rotation: int) -> Replay:
    """Replay one game of a plan, and describe it.

    Parameters
    ----------
    matchup, pair, rotation : int
        The game, as in the columns of the result files.
    """
    arrays = plan_arrays(plan)
    trace = Trace.blank(plan.game.state_record(plan.n_seats), rotation)
    rows = play(arrays, Chunk(0, matchup, pair, 1), trace=trace)
    sight, states = Sight(plan.pool, arrays.pool[0]), trace.states[: trace.n + 1]
    described = list(describe_states(plan.game.view, states, sight))
    steps = tuple(
        describe_step(plan.game.view, sight, step, *pair)
        for step, *pair in zip(trace.steps, described, described[1:], strict=False)
    )
    final = described[-1].shown
    return Replay(steps, rows[[rotation]], final, tuple(list_looks(states)), sight)


def describe_step(
    view: View, sight: Sight, step: Any, before: DescribedState, after: DescribedState
) -> Step:
    """Describe one recorded question, given the states before and after its answer."""
    state = before.state
    return Step(
        turn=int(state.turn),
        seat=int(state.seat),
        question=view.question(view.whole(state, sight)),
        options=tuple(view.options(state, sight, step)),
        scores=tuple(step.scores[: step.n].tolist()),
        choice=int(step.choice),
        changes=tuple(describe_changes(before, after, sight)),
        state=before.shown,
    )


def name_result(game: Game, state: Any) -> tuple[str, str]:
    """Return the winner ("player_1" .. or "nobody") and the end reason's word."""
    reason = next(reason for reason in game.end_reasons if reason == state.end_reason)
    winner = NOBODY if state.winner < 0 else player_key(int(state.winner))
    return winner, reason.name.lower()


class InteractiveGame:
    """A game played in the interpreter, whose questions are answered one by one.

    Attributes
    ----------
    state : np.record
        The current state; modified by every answer.
    """

    def __init__(self, game: Game, sight: Sight, options: Any, state: Any) -> None:
        self.game = game
        self.sight = sight
        self.options = options
        self.state = state
        self.menu = np.zeros(1, MENU)[0]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(is_over(self.state))

    @property
    def question(self) -> str:
        """The current question."""
        return self.game.view.question(self.game.view.whole(self.state, self.sight))

    def offers(self) -> list[str]:
        """List the options in words; empty if the game is over."""
        if self.is_over:
            return []
        open_menu(*self._wrap_records(), self.menu)
        return self.game.view.options(self.state, self.sight, self.menu)

    def _wrap_records(self) -> tuple[Any, Any, Any]:
        """Return the records for the rules, with bounds checks and without overflow."""
        self.game.hooks.serve(watch_record(self.state.dtype))
        records = (self.state, self.sight.packed_pool, self.options)
        state, pool, options = (record.view(watch_record(record.dtype)) for record in records)
        return state, pool, options

    def answer(self, choice: int) -> None:
        """Answer the question whose options were listed last with one of them, by its index."""
        self.state.decisions += self.menu.n > 1
        apply(*self._wrap_records(), watched(self.menu.actions)[choice])

    def take(self, choice: int) -> Step:
        """Answer the current question with an option by its index; return the step."""
        view, before = self.game.view, self.state.copy()
        offers = self.offers()
        self.answer(choice)
        states = np.array([before, self.state], before.dtype)
        old, new = describe_states(view, states, self.sight)
        return Step(
            turn=int(before.turn),
            seat=int(before.seat),
            question=view.question(view.whole(before, self.sight)),
            options=tuple(offers),
            scores=(),
            choice=choice,
            changes=tuple(describe_changes(old, new, self.sight)),
            state=old.shown,
        )


def format_steps(steps: Iterable[Step]) -> Iterator[str]:
    """Format steps as lines of a match report, with a heading for each turn.

    Questions with one option that changed nothing are skipped.
    """
    turn = None
    for step in steps:
        if len(step.options) == 1 and not step.changes:
            continue
        if step.turn != turn:
            turn = step.turn
            yield ""
            yield f"Turn {turn}" if turn else "Before the first turn"
        yield from format_step(step)


LONGEST_LINE = 100


def format_step(step: Step) -> Iterator[str]:
    """Format one step: the answer, then the changes."""
    others = f"1 of {len(step.options)}" if len(step.options) > 1 else "no choice"
    answer = f"  Player {step.seat + 1}, {step.question}: {step.options[step.choice]}"
    is_long = len(answer) > LONGEST_LINE
    shown = f"{answer[:LONGEST_LINE].rstrip()} .." if is_long else answer
    yield f"{shown}   [{others}]"
    for change in step.changes:
        yield f"      {change}"
