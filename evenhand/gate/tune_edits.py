"""Edits of card numbers, and the content of the card file with the edits."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from evenhand.analysis.data.input_changes import WHOLE_NUMBER, Change, compare_pools
from evenhand.decks.pool import CardPool
from evenhand.experiments.exchange_plan import list_decks
from evenhand.experiments.levers import Moved
from evenhand.inputs.card_file_edits import NumberEdit, replace_numbers
from evenhand.simulate.runs.plan import Plan

__all__ = [
    "CardEdit",
    "as_change",
    "edit_file",
    "list_changed_texts",
    "list_undoing_edits",
    "write_edits",
]


class CardEdit(NamedTuple):
    """A change of one number that `tune` proposes.

    Attributes
    ----------
    card, column : str
    line : int
        Line of the card in its file.
    before, after : int
    moves : mapping from str to float
        Expected change of each deck's win rate by the edit.
    """

    card: str
    column: str
    line: int
    before: int
    after: int
    moves: Mapping[str, float]


def write_edits(plan: Plan, moved: Sequence[Moved], steps: np.ndarray) -> tuple[CardEdit, ...]:
    """Return the edits of a solution of `tune`; a number's steps up and down become one.

    Parameters
    ----------
    plan : Plan
    moved : sequence of Moved
    steps : int array, shape (n_moved,)
        Number of steps of each lever.
    """
    changes: dict[tuple[int, str], int] = {}
    moves: dict[tuple[int, str], dict[str, float]] = {}
    for measured, n in zip(moved, steps, strict=True):
        if not n:
            continue
        place = measured.lever.row, measured.lever.column
        changes[place] = changes.get(place, 0) + int(n) * measured.lever.step
        for deck, gain in compute_gains(measured).items():
            by_deck = moves.setdefault(place, {})
            by_deck[deck] = by_deck.get(deck, 0.0) + int(n) * gain
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
        for (row, column), change in changes.items()
        if change
    )


def list_undoing_edits(plan: Plan, former: CardPool) -> tuple[CardEdit, ...]:
    """List the edits by which numbers of cards in decks are what they were in a former pool.

    The number that was changed most, as a share of what it was, comes first.
    """
    pool = plan.pool
    rows = {pool.labels[row]: row for deck in list_decks(plan) for row in deck.cards}
    edits = [
        CardEdit(
            card=change.name,
            column=change.field,
            line=pool.cards[rows[change.name]].line,
            before=int(change.after),
            after=int(change.before),
            moves={},
        )
        for change in compare_pools(former, pool)
        if change.name in rows
        and all(re.fullmatch(WHOLE_NUMBER, cell) for cell in (change.before, change.after))
    ]
    return tuple(sorted(edits, key=lambda one: -abs(one.before - one.after) / (abs(one.after) + 1)))


def list_changed_texts(plan: Plan, former: CardPool) -> tuple[str, ...]:
    """List the cards in decks of which something other than a number differs from a former pool."""
    held = {plan.pool.labels[row] for deck in list_decks(plan) for row in deck.cards}
    return tuple(
        dict.fromkeys(
            change.name
            for change in compare_pools(former, plan.pool)
            if change.name in held
            and not all(re.fullmatch(WHOLE_NUMBER, cell) for cell in (change.before, change.after))
        )
    )


def as_change(edit: CardEdit) -> Change:
    """Return an edit of `tune` as a change of an input."""
    return Change("card", edit.card, edit.column, str(edit.before), str(edit.after))


def compute_gains(measured: Moved) -> dict[str, float]:
    """Return what an edit's lever changes by one step: the mean of each deck's win rate."""
    gains: dict[str, list[float]] = {}
    for (_, deck), gain in measured.gains.items():
        gains.setdefault(deck, []).append(gain.value / measured.steps)
    n = max(map(len, gains.values()))
    return {deck: sum(values) / n for deck, values in gains.items()}


def edit_file(plan: Plan, edits: Collection[CardEdit]) -> bytes:
    """Return the content of a plan's card file with the edits of `tune`."""
    numbers = [NumberEdit(edit.line, edit.column, edit.after) for edit in edits]
    return replace_numbers(plan.game.schema, plan.pool.file, numbers)
