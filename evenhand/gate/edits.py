"""Numbers of cards to change, and the card file with them changed."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from evenhand.experiments.levers import Moved
from evenhand.inputs.card_file import NumberEdit, replace_numbers
from evenhand.simulate.runs.plan import Plan

__all__ = ["CardEdit", "edit_file", "write_edits"]


class CardEdit(NamedTuple):
    """A number to change.

    Attributes
    ----------
    card, column : str
    line : int
        Of the card's row in its file.
    before, after : int
    moves : mapping from str to float
        By how much the edit is expected to raise each deck's win rate.
    """

    card: str
    column: str
    line: int
    before: int
    after: int
    moves: Mapping[str, float]


def write_edits(plan: Plan, moved: Sequence[Moved], steps: np.ndarray) -> tuple[CardEdit, ...]:
    """Say which numbers become which; two ways of one number make one edit."""
    found: dict[tuple[int, str], int] = {}
    moves: dict[tuple[int, str], dict[str, float]] = {}
    for one, n in zip(moved, steps, strict=True):
        if not n:
            continue
        place = one.lever.row, one.lever.column
        found[place] = found.get(place, 0) + int(n) * one.lever.step
        for deck, gain in gain_by_deck(one).items():
            own = moves.setdefault(place, {})
            own[deck] = own.get(deck, 0.0) + int(n) * gain
    pool = plan.pool
    return tuple(
        CardEdit(
            card=pool.labels[row],
            column=column,
            line=pool.cards[row].line,
            before=getattr(pool.cards[row], column),
            after=getattr(pool.cards[row], column) + change,
            moves=moves[row, column],
        )
        for (row, column), change in found.items()
        if change
    )


def gain_by_deck(one: Moved) -> dict[str, float]:
    """Return by how much one step of a lever raises each deck's win rate."""
    gains: dict[str, list[float]] = {}
    for (_, deck), gain in one.gains.items():
        gains.setdefault(deck, []).append(gain.value / one.steps)
    n = max(len(own) for own in gains.values())
    return {deck: sum(own) / n for deck, own in gains.items()}


def edit_file(plan: Plan, edits: Collection[CardEdit]) -> bytes:
    """Return the content of a plan's card file with some numbers changed."""
    numbers = [NumberEdit(edit.line, edit.column, edit.after) for edit in edits]
    return replace_numbers(plan.game.schema, plan.pool.file, numbers)
