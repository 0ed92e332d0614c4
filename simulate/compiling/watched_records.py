"""Bounds-checked records, which report errors in interpreted games that compiled code ignores.

Compiled rules read beyond the end of a field and truncate numbers that are too large for it,
without an error, so that results are wrong. Arrays of the records below have the same bytes; rules
that run on them in the interpreter, slowly, raise errors instead.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from evenhand.decks.problems import did_you_mean

__all__ = ["EndlessError", "RuleError", "watch_record", "watched"]


class RuleError(Exception):
    """A rule made an error that compiled code would not detect."""


class EndlessError(RuleError):
    """A rule was stopped because it ran too long."""


class WatchedArray(np.ndarray):
    """A field of several numbers or records.

    Attributes
    ----------
    field : str
        Its name.
    """

    field = ""

    def __array_finalize__(self, source: Any) -> None:
        self.field = getattr(source, "field", "")

    def __getitem__(self, index: Any) -> Any:
        self._check_index(index)
        return widen(np.ndarray.__getitem__(self, index))

    def __iter__(self) -> Iterator[Any]:
        return (self[number] for number in range(len(self)))

    def __setitem__(self, index: Any, value: Any) -> None:
        self._check_index(index)
        check_value(self.field, value, self.dtype)
        np.ndarray.__setitem__(self, index, value)

    def _check_index(self, index: Any) -> None:
        for number, size in zip(index if isinstance(index, tuple) else (index,), self.shape,
                                strict=False):  # fmt: skip
            if isinstance(number, int | np.integer) and not 0 <= number < size:
                places = f"places 0 to {size - 1}" if size else "no places"
                raise RuleError(f"'{self.field}' has {places}, and place {number} was asked for")


class WatchedRecord(np.record):  # type: ignore[misc]  # final only to the type checker
    """One record.

    numpy looks for a field last, after all else that a record has; here it comes first.
    """

    def __getattribute__(self, name: str) -> Any:
        field = np.void.__getattribute__(self, "dtype").fields.get(name)
        if field is None:
            return np.void.__getattribute__(self, name)
        value = np.void.getfield(self, field[0], field[1])
        if type(value) is np.ndarray:
            array: Any = value.view(WatchedArray)
            array.field = name
            return array
        return widen(value)

    def __getattr__(self, name: str) -> Any:
        """Raise an error that suggests the field meant."""
        raise unknown_field(name, self.dtype)

    def __setattr__(self, name: str, value: Any) -> None:
        field = np.void.__getattribute__(self, "dtype").fields.get(name)
        if field is None:
            raise unknown_field(name, self.dtype)
        check_value(name, value, field[0].base)
        np.void.setfield(self, value, field[0], field[1])


def unknown_field(name: str, record: np.dtype) -> RuleError:
    """Return an error for an unknown field, with the nearest one."""
    names = record.names or ()
    hint = did_you_mean(name, names) or f"the fields are {', '.join(names)}"
    return RuleError(f"there is no field '{name}'; {hint}")


def widen(value: Any) -> Any:
    """Convert an integer to 64 bits, as in compiled code."""
    return np.int64(value) if isinstance(value, np.signedinteger) else value


def check_value(field: str, value: Any, kind: np.dtype) -> None:
    """Raise a RuleError if a value is None, or an integer that does not fit its field."""
    if value is None:
        raise RuleError(f"'{field}' was given None: does a rule lack its return?")
    if kind.kind not in "iu" or not isinstance(value, int | np.integer):
        return
    limits = np.iinfo(kind)
    if not limits.min <= value <= limits.max:
        raise RuleError(
            f"'{field}' holds {limits.min:,} to {limits.max:,}, and {int(value):,} does not fit: "
            f"in a compiled game it would become {int(np.array(value).astype(kind)):,}"
        )


@cache
def watch_record(record: np.dtype) -> np.dtype:
    """Return the checked version of a record type; other types are unchanged."""
    if record.subdtype:
        kind, shape = record.subdtype
        return np.dtype((watch_record(kind), shape))
    if not record.fields or record.names is None:
        return record
    fields = [record.fields[name] for name in record.names]
    layout = {
        "names": list(record.names),
        "formats": [watch_record(kind) for kind, *_ in fields],
        "offsets": [offset for _, offset, *_ in fields],
        "itemsize": record.itemsize,
    }
    return np.dtype((WatchedRecord, np.dtype(layout)))  # type: ignore[call-overload]


def watched(array: np.ndarray) -> np.ndarray:
    """Return a view of an array with bounds-checked records."""
    return array.view(watch_record(array.dtype))
