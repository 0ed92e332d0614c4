"""Describe the changes between two states of one game, in sentences."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from evenhand.simulate.replay.read_tracking import Reads, TrackedState, find_changes
from evenhand.simulate.view.fields import Field, Held, Part, Sight
from evenhand.simulate.view.names import player_title
from evenhand.simulate.view.view import View

__all__ = [
    "DescribedState",
    "describe_changes",
    "describe_states",
    "describe_value",
    "format_cards",
]

NOWHERE = "nowhere"
MOST_NAMED = 8  # cards that move together and are listed by name

Values = dict[tuple[str, str], Any]


@dataclass(frozen=True, eq=False)
class DescribedField:
    """The description of one field of a table; consecutive states share it if nothing changed.

    Attributes
    ----------
    key : str
        The player, or "" for the table itself.
    shown : plain data
    held : dict from (int, int) to Held
        The cards in it, by seat and copy.
    values : dict from (str, str)
        Values by owner and name.
    reads : set of (int, str)
        The fields of the state on which the description depends.
    """

    key: str
    name: str
    shown: Any
    held: dict[tuple[int, int], Held]
    values: Values
    reads: Reads


@dataclass(frozen=True, eq=False)
class DescribedState:
    """The description of a state.

    Attributes
    ----------
    state : np.record
    fields : tuple of ToldField
        Fields of the table, then of each player, always in the same order.
    """

    state: Any
    fields: tuple[DescribedField, ...]

    @cached_property
    def shown(self) -> dict[str, Any]:
        """The state as plain data, as returned by `View.show`."""
        shown: dict[str, Any] = {}
        for field in self.fields:
            (shown.setdefault(field.key, {}) if field.key else shown)[field.name] = field.shown
        return shown


def describe_states(view: View, states: np.ndarray, sight: Sight) -> Iterator[DescribedState]:
    """Describe consecutive states of one game; only changed fields are computed again.

    Parameters
    ----------
    states : array of state records, shape (n,)
    """
    fields: tuple[DescribedField, ...] = ()
    for state, changes in zip(states, find_changes(states), strict=True):
        fields = tuple(describe_fields(view, state, sight, changes, fields))
        yield DescribedState(state, fields)


def describe_fields(
    view: View, state: Any, sight: Sight, changes: Reads, before: Sequence[DescribedField]
) -> Iterator[DescribedField]:
    """Describe the fields of a state; reuse descriptions whose reads have not changed."""
    tracked, known = TrackedState(state), iter(before)
    for key, fields, part in view.parts(tracked, sight):
        for field in fields:
            old = next(known, None)
            if old and old.reads.isdisjoint(changes):
                yield old
            else:
                yield describe_field(key, field, part, tracked.begin())


def describe_field(key: str, field: Field, part: Part, reads: Reads) -> DescribedField:
    """Describe one field."""
    title = "" if part.seat < 0 else f"{player_title(part.seat)}: "
    return DescribedField(
        key,
        field.name,
        field.show(part),
        {(held.seat, held.copy): held for held in field.cards(part)},
        {(title, what): value for what, value in field.values(part)},
        reads,
    )


def describe_changes(before: DescribedState, after: DescribedState, sight: Sight) -> list[str]:
    """List the differences of two states of one game: moves of cards, then values."""
    pairs = zip(before.fields, after.fields, strict=True)
    new = [(old, now) for old, now in pairs if old is not now]
    turn = after.state.turn
    begun = [f"turn {turn} begins"] if turn != before.state.turn else []
    return [*describe_moves(new, after.state, sight), *describe_new_values(new), *begun]


def describe_moves(
    new: Sequence[tuple[DescribedField, DescribedField]], state: Any, sight: Sight
) -> list[str]:
    """Describe the moves of cards, with one line for cards that moved together."""
    was = {copy: held for old, _ in new for copy, held in old.held.items()}
    journeys: dict[tuple[int, str, str], list[str]] = {}
    for copy, held in ((copy, held) for _, now in new for copy, held in now.held.items()):
        old = was.pop(copy, None)
        origin = old.where if old else NOWHERE
        if origin != held.where:
            add_move(journeys, held, origin, held.where, state, sight)
    for held in was.values():
        add_move(journeys, held, held.where, NOWHERE, state, sight)
    return [
        f"{player_title(seat)}: {format_cards(cards)}: {origin} → {goal}"
        for (seat, origin, goal), cards in journeys.items()
    ]


def add_move(
    journeys: dict[tuple[int, str, str], list[str]],
    held: Held,
    origin: str,
    goal: str,
    state: Any,
    sight: Sight,
) -> None:
    """Add the move of one card."""
    name = sight.pool.labels[int(state.card_of[held.seat, held.copy])]
    journeys.setdefault((held.seat, origin, goal), []).append(name)


def format_cards(cards: Sequence[str]) -> str:
    """List card names, or their number if there are many."""
    return ", ".join(cards) if len(cards) <= MOST_NAMED else f"{len(cards)} cards"


def describe_new_values(new: Sequence[tuple[DescribedField, DescribedField]]) -> list[str]:
    """Describe the values that changed."""
    was: Values = {what: value for old, _ in new for what, value in old.values.items()}
    now: Values = {what: value for _, field in new for what, value in field.values.items()}
    lines = []
    for (title, what), value in now.items():
        old = was.get((title, what))
        if old == value or (old is None and not value):
            continue
        change = (
            f"{describe_value(old)} → {describe_value(value)}"
            if old is not None
            else describe_value(value)
        )
        lines.append(f"{title}{what.partition('#')[0]}{drop_copy(what)}: {change}")
    return lines


def drop_copy(what: str) -> str:
    """Return the part of "Name#3 damage" after the number of the copy: " damage"."""
    number = what.partition("#")[2]
    return f" {number.partition(' ')[2]}" if number else ""


def describe_value(value: Any) -> str:
    """Format a value for people."""
    match value:
        case True:
            return "yes"
        case False:
            return "no"
        case list():
            return ", ".join(map(str, value)) or "none"
        case "":
            return "none"
    return str(value)
