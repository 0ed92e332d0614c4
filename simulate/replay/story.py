"""What happened between two states of one game, in sentences."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from evenhand.simulate.replay.watched import Reads, WatchedState, find_changes
from evenhand.simulate.view.fields import Field, Held, Part, Sight
from evenhand.simulate.view.names import player_title
from evenhand.simulate.view.view import View

__all__ = ["Told", "describe_value", "name_cards", "tell_changes", "tell_states"]

NOWHERE = "nowhere"
MOST_NAMED = 8  # cards that move together and are told by name

Values = dict[tuple[str, str], Any]


@dataclass(frozen=True, eq=False)
class ToldField:
    """One field of a table as it was told; the next state has the same one if nothing is new.

    Attributes
    ----------
    key : str
        The player, or "" for the table itself.
    shown : plain data
    held : dict from (int, int) to Held
        The cards in it, by seat and copy.
    values : dict from (str, str)
        By whose they are and what.
    reads : set of (int, str)
        What of the state all this follows from.
    """

    key: str
    name: str
    shown: Any
    held: dict[tuple[int, int], Held]
    values: Values
    reads: Reads


@dataclass(frozen=True, eq=False)
class Told:
    """A state as it was told.

    Attributes
    ----------
    state : np.record
    fields : tuple of ToldField
        Of the table, then of each player, always in the same order.
    """

    state: Any
    fields: tuple[ToldField, ...]

    @cached_property
    def shown(self) -> dict[str, Any]:
        """The state as plain data, as `View.show` gives it."""
        shown: dict[str, Any] = {}
        for one in self.fields:
            (shown.setdefault(one.key, {}) if one.key else shown)[one.name] = one.shown
        return shown


def tell_states(view: View, states: np.ndarray, sight: Sight) -> Iterator[Told]:
    """Tell consecutive states of one game; of each only what is new is worked out.

    Parameters
    ----------
    states : array of state records, shape (n,)
    """
    told: tuple[ToldField, ...] = ()
    for state, changes in zip(states, find_changes(states), strict=True):
        told = tuple(tell_fields(view, state, sight, changes, told))
        yield Told(state, told)


def tell_fields(
    view: View, state: Any, sight: Sight, changes: Reads, before: Sequence[ToldField]
) -> Iterator[ToldField]:
    """Tell the fields of a state, those that read nothing new as they were told before."""
    watched, known = WatchedState(state), iter(before)
    for key, fields, part in view.parts(watched, sight):
        for one in fields:
            old = next(known, None)
            is_as_before = old is not None and old.reads.isdisjoint(changes)
            yield old if old and is_as_before else tell_field(key, one, part, watched.begin())


def tell_field(key: str, field: Field, part: Part, reads: Reads) -> ToldField:
    """Tell one field."""
    title = "" if part.seat < 0 else f"{player_title(part.seat)}: "
    return ToldField(
        key,
        field.name,
        field.show(part),
        {(held.seat, held.copy): held for held in field.cards(part)},
        {(title, what): value for what, value in field.values(part)},
        reads,
    )


def tell_changes(before: Told, after: Told, sight: Sight) -> list[str]:
    """List what is different in two states of one game: where cards went, then the values."""
    pairs = zip(before.fields, after.fields, strict=True)
    new = [(old, now) for old, now in pairs if old is not now]
    turn = after.state.turn
    begun = [f"turn {turn} begins"] if turn != before.state.turn else []
    return [*tell_moves(new, after.state, sight), *new_values(new), *begun]


def tell_moves(new: Sequence[tuple[ToldField, ToldField]], state: Any, sight: Sight) -> list[str]:
    """Return which cards went from where to where, those that went together in one line."""
    was = {copy: held for old, _ in new for copy, held in old.held.items()}
    journeys: dict[tuple[int, str, str], list[str]] = {}
    for copy, held in ((copy, held) for _, now in new for copy, held in now.held.items()):
        old = was.pop(copy, None)
        origin = old.where if old else NOWHERE
        if origin != held.where:
            add_journey(journeys, held, origin, held.where, state, sight)
    for held in was.values():
        add_journey(journeys, held, held.where, NOWHERE, state, sight)
    return [
        f"{player_title(seat)}: {name_cards(cards)}: {origin} → {goal}"
        for (seat, origin, goal), cards in journeys.items()
    ]


def add_journey(
    journeys: dict[tuple[int, str, str], list[str]],
    held: Held,
    origin: str,
    goal: str,
    state: Any,
    sight: Sight,
) -> None:
    """Note where one card went."""
    name = sight.pool.labels[int(state.card_of[held.seat, held.copy])]
    journeys.setdefault((held.seat, origin, goal), []).append(name)


def name_cards(cards: Sequence[str]) -> str:
    """Name cards, or say how many."""
    return ", ".join(cards) if len(cards) <= MOST_NAMED else f"{len(cards)} cards"


def new_values(new: Sequence[tuple[ToldField, ToldField]]) -> list[str]:
    """Return which values are different."""
    was: Values = {what: value for old, _ in new for what, value in old.values.items()}
    now: Values = {what: value for _, one in new for what, value in one.values.items()}
    found = []
    for (title, what), value in now.items():
        old = was.get((title, what))
        if old == value or (old is None and not value):
            continue
        said = (
            f"{describe_value(old)} → {describe_value(value)}"
            if old is not None
            else describe_value(value)
        )
        found.append(f"{title}{what.partition('#')[0]}{after_number(what)}: {said}")
    return found


def after_number(what: str) -> str:
    """Drop the copy from "Name#3 damage"."""
    number = what.partition("#")[2]
    return f" {number.partition(' ')[2]}" if number else ""


def describe_value(value: Any) -> str:
    """Say a value."""
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
