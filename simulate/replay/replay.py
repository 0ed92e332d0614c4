"""Playing games so that people can follow: one question after the other, in words."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from evenhand.simulate.compiling import watch_record, watched
from evenhand.simulate.engine.hooks import apply
from evenhand.simulate.engine.menu import MENU, open_menu
from evenhand.simulate.engine.state import is_over
from evenhand.simulate.game import Game
from evenhand.simulate.replay.leads import Look, find_looks
from evenhand.simulate.replay.story import Told, tell_changes, tell_states
from evenhand.simulate.runs.batch import Chunk, Trace, plan_arrays, play
from evenhand.simulate.runs.plan import Plan
from evenhand.simulate.view.fields import Sight
from evenhand.simulate.view.names import NOBODY, player_key
from evenhand.simulate.view.view import View

__all__ = ["Replay", "Sitting", "Step", "lines_of", "replay", "result_of"]


@dataclass(frozen=True)
class Step:
    """One question and what came of its answer.

    Attributes
    ----------
    turn, seat : int
        The turn under way, 0 before the first; who was asked.
    question : str
    options : tuple of str
    scores : tuple of int
        What each option was worth to the bot that was asked; empty where no bot was.
    choice : int
        Which option was taken.
    changes : tuple of str
        What was different afterwards.
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
    """One game told from the first question to the end.

    Attributes
    ----------
    row : array of `evenhand.simulate.runs.result_columns.row_record`, shape (1,)
        The game as result files keep it.
    final : mapping
        The table at the end.
    looks : tuple of Look
        Who was ahead, turn by turn.
    sight : Sight
        With which it was told.
    """

    steps: tuple[Step, ...]
    row: np.ndarray
    final: Mapping[str, Any]
    looks: tuple[Look, ...]
    sight: Sight


def replay(plan: Plan, matchup: int, pair: int, rotation: int) -> Replay:
    """Play one game of a plan again and tell it.

    Parameters
    ----------
    matchup, pair, rotation : int
        Which game, as in the columns of the result files.
    """
    arrays = plan_arrays(plan)
    trace = Trace.blank(plan.game.state_record(plan.n_seats), rotation)
    rows = play(arrays, Chunk(0, matchup, pair, 1), trace=trace)
    sight, states = Sight(plan.pool, arrays.pool[0]), trace.states[: trace.n + 1]
    told = list(tell_states(plan.game.view, states, sight))
    steps = tuple(
        describe_step(plan.game.view, sight, step, *between)
        for step, *between in zip(trace.steps, told, told[1:], strict=False)
    )
    return Replay(steps, rows[[rotation]], told[-1].shown, tuple(find_looks(states)), sight)


def describe_step(view: View, sight: Sight, step: Any, before: Told, after: Told) -> Step:
    """Tell one question that was written down."""
    state = before.state
    return Step(
        turn=int(state.turn),
        seat=int(state.seat),
        question=view.question(view.whole(state, sight)),
        options=tuple(view.options(state, sight, step)),
        scores=tuple(step.scores[: step.n].tolist()),
        choice=int(step.choice),
        changes=tuple(tell_changes(before, after, sight)),
        state=before.shown,
    )


def result_of(game: Game, state: Any) -> tuple[str, str]:
    """Return the winner ("player_1" .. or "nobody") and the end reason's word."""
    reason = next(reason for reason in game.end_reasons if reason == state.end_reason)
    winner = NOBODY if state.winner < 0 else player_key(int(state.winner))
    return winner, reason.name.lower()


class Sitting:
    """A game under way, answered question by question and played in the interpreter.

    Attributes
    ----------
    state : np.record
        Changes with every answer.
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
        """What is asked."""
        return self.game.view.question(self.game.view.whole(self.state, self.sight))

    def offers(self) -> list[str]:
        """List the options in words; none when the game is over."""
        if self.is_over:
            return []
        open_menu(*self._watch(), self.menu)
        return self.game.view.options(self.state, self.sight, self.menu)

    def _watch(self) -> tuple[Any, Any, Any]:
        """Return what rules read and write: no index errs, and numbers have all their bits."""
        self.game.hooks.serve(watch_record(self.state.dtype))
        records = (self.state, self.sight.packed_pool, self.options)
        state, pool, options = (one.view(watch_record(one.dtype)) for one in records)
        return state, pool, options

    def take(self, choice: int) -> Step:
        """Answer with an option by its number."""
        view, before = self.game.view, self.state.copy()
        offers = self.offers()
        self.state.decisions += len(offers) > 1
        apply(*self._watch(), watched(self.menu.actions)[choice])
        told, now = tell_states(view, np.array([before, self.state], before.dtype), self.sight)
        return Step(
            turn=int(before.turn),
            seat=int(before.seat),
            question=view.question(view.whole(before, self.sight)),
            options=tuple(offers),
            scores=(),
            choice=choice,
            changes=tuple(tell_changes(told, now, self.sight)),
            state=told.shown,
        )


def lines_of(steps: Iterable[Step]) -> Iterator[str]:
    """Write steps as lines of a match report, a heading for each turn.

    Questions that left no choice and changed nothing are passed over.
    """
    turn = None
    for step in steps:
        if len(step.options) == 1 and not step.changes:
            continue
        if step.turn != turn:
            turn = step.turn
            yield ""
            yield f"Turn {turn}" if turn else "Before the first turn"
        yield from step_lines(step)


LONGEST_LINE = 100


def step_lines(step: Step) -> Iterator[str]:
    """Write one step: the answer, then what it changed."""
    others = f"1 of {len(step.options)}" if len(step.options) > 1 else "no choice"
    said = f"  Player {step.seat + 1}, {step.question}: {step.options[step.choice]}"
    cut = f"{said[:LONGEST_LINE].rstrip()} .." if len(said) > LONGEST_LINE else said
    yield f"{cut}   [{others}]"
    for change in step.changes:
        yield f"      {change}"
