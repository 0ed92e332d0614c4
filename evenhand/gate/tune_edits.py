"""Edits of card numbers and rule options, and the content of the card file with the edits."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from evenhand.analysis.data.input_changes import WHOLE_NUMBER, Change, compare_pools
from evenhand.decks.pool import CardPool
from evenhand.experiments.exchange_plan import list_decks
from evenhand.experiments.levers import Moved, RuleLever
from evenhand.inputs.card_file_edits import NumberEdit, replace_numbers
from evenhand.simulate.runs.plan import Plan

__all__ = [
    "EDIT_COLUMNS",
    "FIRST_PLAYER",
    "AnyEdit",
    "CardEdit",
    "RuleEdit",
    "as_change",
    "describe_edit",
    "edit_file",
    "list_changed_texts",
    "list_undoing_edits",
    "set_rules",
    "write_edits",
]

FIRST_PLAYER = "first player"  # in what an edit moves, beside the decks
EDIT_COLUMNS = ["card", "column", "option", "line", "before", "after", "moves"]


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


class RuleEdit(NamedTuple):
    """A change of one rule option that `tune` proposes.

    Attributes
    ----------
    option : str
    before, after : int
    moves : mapping from str to float
        Expected change of the first player's win rate, and of each deck's.
    """

    option: str
    before: int
    after: int
    moves: Mapping[str, float]


AnyEdit = CardEdit | RuleEdit


def write_edits(plan: Plan, moved: Sequence[Moved], steps: np.ndarray) -> tuple[AnyEdit, ...]:
    """Return the edits of a solution of `tune`; a number's steps up and down become one.

    Rule options come first.

    Parameters
    ----------
    plan : Plan
    moved : sequence of Moved
    steps : int array, shape (n_moved,)
        Number of steps of each lever.
    """
    taken = [(one, int(n)) for one, n in zip(moved, steps, strict=True) if n]
    return *_write_rule_edits(taken), *_write_card_edits(plan, taken)


def _write_rule_edits(taken: Sequence[tuple[Moved, int]]) -> Iterator[RuleEdit]:
    for measured, _ in taken:
        if isinstance(lever := measured.lever, RuleLever):
            yield RuleEdit(lever.option, lever.now, lever.then, compute_gains(measured))


def _write_card_edits(plan: Plan, taken: Sequence[tuple[Moved, int]]) -> Iterator[CardEdit]:
    changes: dict[tuple[int, str], int] = {}
    moves: dict[tuple[int, str], dict[str, float]] = {}
    for measured, n in taken:
        if isinstance(measured.lever, RuleLever):
            continue
        place = measured.lever.row, measured.lever.column
        changes[place] = changes.get(place, 0) + n * measured.lever.step
        for deck, gain in compute_gains(measured).items():
            by_deck = moves.setdefault(place, {})
            by_deck[deck] = by_deck.get(deck, 0.0) + n * gain
    pool = plan.pool
    for (row, column), change in changes.items():
        if change:
            yield CardEdit(
                card=pool.labels[row],
                column=column,
                line=pool.cards[row].line,
                before=getattr(pool.cards[row], column),
                after=getattr(pool.cards[row], column) + change,
                moves=moves[row, column],
            )


def list_undoing_edits(
    plan: Plan, former: Plan, options: Collection[str] = (), locked: Collection[str] = ()
) -> tuple[AnyEdit, ...]:
    """List the edits by which numbers of cards in decks are what they were in a former plan.

    The number that was changed most, as a share of what it was, comes first.

    Parameters
    ----------
    options : collection of str
        Rule options that are undone, too.
    locked : collection of str
        Cards that are left alone.
    """
    rules = [
        RuleEdit(name, int(plan.options[name]), int(former.options[name]), {})
        for name in options
        if former.options.get(name, plan.options[name]) != plan.options[name]
    ]
    cards = (one for one in _list_undone_cards(plan, former.pool) if one.card not in locked)
    edits: list[AnyEdit] = [*rules, *cards]
    return tuple(sorted(edits, key=lambda one: -abs(one.before - one.after) / (abs(one.after) + 1)))


def _list_undone_cards(plan: Plan, former: CardPool) -> list[CardEdit]:
    pool = plan.pool
    rows = {pool.labels[row]: row for deck in list_decks(plan) for row in deck.cards}
    return [
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


def describe_edit(edit: AnyEdit) -> dict[str, Any]:
    """Return an edit of `tune` as JSON: its card and column, or its option; "" for the others."""
    return {"card": "", "column": "", "option": "", "line": None, **edit._asdict()}


def as_change(edit: AnyEdit) -> Change:
    """Return an edit of `tune` as a change of an input."""
    before, after = str(edit.before), str(edit.after)
    if isinstance(edit, RuleEdit):
        return Change("option", edit.option, "", before, after)
    return Change("card", edit.card, edit.column, before, after)


def compute_gains(measured: Moved) -> dict[str, float]:
    """Return what an edit's lever changes by one step: the mean of each deck's win rate.

    Of a rule option's lever, that of the first player, too.
    """
    gains: dict[str, list[float]] = {}
    for (_, (kind, deck)), gain in measured.gains.items():
        if kind in ("score", "first"):
            gains.setdefault(deck or FIRST_PLAYER, []).append(gain.value / measured.steps)
    if isinstance(measured.lever, RuleLever):
        return {name: sum(values) / len(values) for name, values in gains.items()}
    n = max(map(len, gains.values()))
    return {deck: sum(values) / n for deck, values in gains.items()}


def set_rules(plan: Plan, edits: Collection[AnyEdit]) -> Plan:
    """Return a plan with the rule options of the edits of `tune`."""
    rules = {edit.option: edit.after for edit in edits if isinstance(edit, RuleEdit)}
    return replace(plan, options={**plan.options, **rules})


def edit_file(plan: Plan, edits: Collection[AnyEdit]) -> bytes:
    """Return the content of a plan's card file with the edits of `tune`."""
    numbers = [NumberEdit(edit.line, edit.column, edit.after)
               for edit in edits if isinstance(edit, CardEdit)]  # fmt: skip
    return replace_numbers(plan.game.schema, plan.pool.file, numbers)
