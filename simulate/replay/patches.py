"""Compute and apply changes between tables of plain data, to store a game step by step.

A change has one of these forms, so that a few lines of any language can apply it:

- ``[value]``: the new value;
- ``[at, n, *items]``: in a list, ``items`` replace the ``n`` items from position ``at`` on;
- ``{name: change, ..}``: changes inside, by key or, in a list, by position.

Applying a change copies only the changed parts, so that consecutive tables share the rest.
"""

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["apply_change", "find_change"]

Change = list[Any] | dict[str, Any]
SAME: dict[str, Any] = {}  # no change


def find_change(before: Any, after: Any) -> Change:
    """Return the change from one value to another; empty if they are equal."""
    if before is after:
        return SAME
    match before, after:
        case dict(), dict() if list(before) == list(after):
            return find_inside((str(key), before[key], after[key]) for key in after)
        case list(), list() if is_by_item(before, after):
            pairs = zip(before, after, strict=True)
            return find_inside((str(number), *pair) for number, pair in enumerate(pairs))
        case list(), list() if before and after:
            return find_splice(before, after)
    return SAME if is_alike(before, after) else [after]


def is_alike(before: Any, after: Any) -> bool:
    """Return whether two values are equal and written alike, which True and 1 are not."""
    return bool(before == after) and repr(before) == repr(after)


def is_by_item(before: Sequence[Any], after: Sequence[Any]) -> bool:
    """Return whether two lists have equally many tables, so that items are compared in pairs."""
    return len(before) == len(after) and all(isinstance(one, dict) for one in (*before, *after))


def find_inside(pairs: Any) -> dict[str, Any]:
    """Return the changes inside, by name."""
    changes = ((name, find_change(old, now)) for name, old, now in pairs)
    return {name: change for name, change in changes if change}


def find_splice(before: Sequence[Any], after: Sequence[Any]) -> Change:
    """Return the change of the part of a list between its equal start and its equal end."""
    shorter = min(len(before), len(after))
    head = next((i for i in range(shorter) if not is_alike(before[i], after[i])), shorter)
    rest = range(shorter - head)
    tail = next((i for i in rest if not is_alike(before[-1 - i], after[-1 - i])), len(rest))
    n_removed, added = len(before) - head - tail, after[head : len(after) - tail]
    return [head, n_removed, *added] if n_removed or added else SAME


def apply_change(value: Any, change: Change) -> Any:
    """Return a copy of a value with a change applied; unchanged parts are shared."""
    match change, value:
        case Mapping(), _ if not change:
            return value
        case Mapping(), Mapping():
            inside = {key: apply_change(value[key], part) for key, part in change.items()}
            return {**value, **inside}
        case Mapping(), _:
            return [apply_change(item, change.get(str(i), SAME)) for i, item in enumerate(value)]
        case [whole], _:
            return whole
    at, n, *items = change
    return [*value[:at], *items, *value[at + n :]]
