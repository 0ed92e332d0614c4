"""Questions that a learned player answers otherwise than the rules of thumb do."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from evenhand.experiments.lessons import COPY, describe_question
from evenhand.reports.training.result import Position
from evenhand.simulate.runs.batch import Trace
from evenhand.simulate.view.fields import Sight
from evenhand.training.self_play import HELD_BACK, Bout, Part, play_bouts
from evenhand.training.trainer import Trainer

__all__ = ["OtherAnswers", "find_other_answers"]

GAMES, SHOWN = 24, 5
FIRST_PAIR = HELD_BACK + 2_000_000  # of deals that the player is not measured by


class OtherAnswers(NamedTuple):
    """Positions in which answers differ most, and how many questions were looked at."""

    positions: list[Position]
    n_asked: int
    n_differ: int


class Difference(NamedTuple):
    """A question answered otherwise.

    Attributes
    ----------
    lead : float
        Of the player's answer over that of the rules of thumb, as a logit.
    step : int
        Number of the question in its game.
    own, other : int
        Options that the player and the rules of thumb take.
    chances : float array, shape (n_options,)
        With which the player draws each option while it learns.
    """

    lead: float
    step: int
    own: int
    other: int
    chances: np.ndarray


def find_other_answers(trainer: Trainer) -> OtherAnswers:
    """Find the positions in which a player prefers another answer most, one in each game.

    It plays against itself as it does while it learns, drawing its answers by chances.
    """
    n_matchups = len(trainer.games.arrays.matchups)
    weights = trainer.mean.list_rows(trainer.shape.cards)
    found: list[tuple[float, Position]] = []
    n_asked = n_differ = 0
    for number in range(GAMES):
        matchup = number * n_matchups // GAMES if n_matchups > GAMES else number % n_matchups
        trace, part = play_game(trainer, matchup, FIRST_PAIR + number)
        asked = np.flatnonzero(trace.steps["n"][: trace.n] > 1)
        differences = list(compare_answers(trainer, trace, part, asked, weights))
        n_asked, n_differ = n_asked + len(asked), n_differ + len(differences)
        if differences:
            most = max(differences, key=lambda one: one.lead)
            found.append((most.lead, describe_position(trainer, trace, part, most)))
    found.sort(key=lambda one: -one[0])
    return OtherAnswers(choose_unlike([position for _, position in found]), n_asked, n_differ)


def play_game(trainer: Trainer, matchup: int, pair: int) -> tuple[Trace, Part]:
    """Play a game of the player against itself, and record it."""
    plan = trainer.plan
    trace = Trace.blank(plan.game.state_record(plan.n_seats))
    bots = np.array((trainer.make_self(True),) * plan.n_seats)
    bout = Bout(0, matchup, bots, pair, 1)
    return trace, play_bouts(trainer.games.arrays, trainer.gather(trainer.mean), [bout], trace)


def compare_answers(
    trainer: Trainer, trace: Trace, part: Part, asked: np.ndarray, weights: np.ndarray
) -> Iterator[Difference]:
    """Yield the questions of a game that are answered otherwise."""
    view = trainer.plan.game.view
    sight = Sight(trainer.plan.pool, trainer.games.arrays.pool[0])
    decisions = part.decisions[part.decisions["game"] == trace.game]
    for number, decision in zip(asked, decisions, strict=True):
        step = trace.steps[number]
        logits = find_logits(trainer, part, decision, weights)
        own, other = int(logits.argmax()), int(step["scores"][: step["n"]].argmax())
        if own == other:
            continue
        texts = view.options(trace.states[number], sight, step)
        if COPY.sub("", texts[own]) == COPY.sub("", texts[other]):
            continue  # another copy of the same card
        chances = np.exp(logits - logits.max())
        lead = float(logits[own] - logits[other])
        yield Difference(lead, int(number), own, other, chances / chances.sum())


def find_logits(trainer: Trainer, part: Part, decision: Any, weights: np.ndarray) -> np.ndarray:
    """Return what the player makes of each option of a decision that was written down."""
    bias, out = trainer.mean.bias, trainer.mean.out

    def add(entry: Any) -> np.ndarray:
        of_entry = slice(entry["first_row"], entry["first_row"] + entry["n_rows"])
        rows = part.rows[of_entry]
        sums: np.ndarray = (part.counts[of_entry] / trainer.shape.scale[rows]) @ weights[rows]
        return sums

    table = bias + add(decision)
    first = decision["first_option"]
    options = part.options[first : first + decision["n_options"]]
    sums = np.stack([table + add(option) for option in options])
    logits: np.ndarray = options["gap"] + sums[:, -1] + np.maximum(sums[:, :-1], 0) @ out[:-1]
    return logits


def describe_position(
    trainer: Trainer, trace: Trace, part: Part, difference: Difference
) -> Position:
    """Describe the table at a question, and both answers."""
    plan = trainer.plan
    sight = Sight(plan.pool, trainer.games.arrays.pool[0])
    step = describe_question(plan.game.view, sight, trace, difference.step)
    decks = np.atleast_1d(part.games[0]["deck"][trace.game])
    own, other = difference.own, difference.other
    return Position(
        decks=tuple(plan.entrants[row].name for row in decks),
        turn=step.turn,
        seat=step.seat,
        question=step.question,
        n_options=len(step.options),
        own=step.options[own],
        other=step.options[other],
        own_chance=float(difference.chances[own]),
        other_chance=float(difference.chances[other]),
        table=step.state,
    )


def choose_unlike(positions: Sequence[Position]) -> list[Position]:
    """Choose the first positions, each kind of question once before any comes again."""
    first = {position.question: position for position in reversed(positions)}
    kinds = [position for position in positions if first[position.question] is position]
    rest = [position for position in positions if first[position.question] is not position]
    return [*kinds, *rest][:SHOWN]
