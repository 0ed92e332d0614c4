"""What changed between two tables of plain data, small enough to be kept step by step.

A change is one of these, so that a few lines of any language can apply it:

- ``[value]``: the value takes the place of what was there;
- ``[at, n, *items]``: a list in which the ``n`` items from ``at`` on make way for others;
- ``{name: change, ..}``: what changed inside, by key or, in a list, by position.

Nothing but what changed is touched, so that one table after the other can share the rest.
"""

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["apply_change", "find_change"]

Change = list[Any] | dict[str, Any]
SAME: dict[str, Any] = {}  # no change


def find_change(before: Any, after: Any) -> Change:
    """Return the change from one value to another; empty if they are alike."""
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
    """Compare; yes is not 1, though Python says so."""
    return bool(before == after and isinstance(before, bool) == isinstance(after, bool))


def is_by_item(before: Sequence[Any], after: Sequence[Any]) -> bool:
    """Return whether two lists are of tables, one for each, so that items change inside."""
    return len(before) == len(after) and all(isinstance(one, dict) for one in (*before, *after))


def find_inside(pairs: Any) -> dict[str, Any]:
    """Return what changed inside, by name."""
    changes = ((name, find_change(old, now)) for name, old, now in pairs)
    return {name: change for name, change in changes if change}


def find_splice(before: Sequence[Any], after: Sequence[Any]) -> Change:
    """Return what of a list makes way for what; between what stays at its two ends."""
    shorter = min(len(before), len(after))
    head = next((i for i in range(shorter) if before[i] != after[i]), shorter)
    rest = range(shorter - head)
    tail = next((i for i in rest if before[-1 - i] != after[-1 - i]), len(rest))
    gone, come = len(before) - head - tail, after[head : len(after) - tail]
    return [head, gone, *come] if gone or come else SAME


def apply_change(value: Any, change: Change) -> Any:
    """Return a value with a change; the value itself stays as it is."""
    match change, value:
        case Mapping(), _ if not change:
            return value
        case Mapping(), Mapping():
            inside = {key: apply_change(value[key], one) for key, one in change.items()}
            return {**value, **inside}
        case Mapping(), _:
            return [apply_change(one, change.get(str(i), SAME)) for i, one in enumerate(value)]
        case [whole], _:
            return whole
    at, n, *items = change
    return [*value[:at], *items, *value[at + n :]]
