"""Records that are watched: in interpreted games, what compiled code would do in silence is told.

Compiled rules read beyond the end of a field, and cut a number that is too large for it, without
a word: other games are played, and nobody knows. Arrays of the records below hold the same
bytes; rules that run on them in the interpreter, where nothing is fast, are stopped there.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from evenhand.decks.problems import did_you_mean

__all__ = ["EndlessError", "RuleError", "watch_record", "watched"]


class RuleError(Exception):
    """A rule did what compiled code would do without a word, and do wrongly."""


class EndlessError(RuleError):
    """A rule went on for so long that it was stopped."""


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
    """One record."""

    def __getattribute__(self, name: str) -> Any:
        found = np.record.__getattribute__(self, name)
        if type(found) is np.ndarray:
            array: Any = found.view(WatchedArray)
            array.field = name
            return array
        return widen(found)

    def __getattr__(self, name: str) -> Any:
        """Say which field is meant by a name that is none."""
        raise unknown_field(name, self.dtype)

    def __setattr__(self, name: str, value: Any) -> None:
        fields: Any = self.dtype.fields or {}
        if name not in fields:
            raise unknown_field(name, self.dtype)
        check_value(name, value, fields[name][0].base)
        np.record.__setattr__(self, name, value)


def unknown_field(name: str, record: np.dtype) -> RuleError:
    """Return what is wrong with a field that a record has not."""
    names = record.names or ()
    hint = did_you_mean(name, names) or f"the fields are {', '.join(names)}"
    return RuleError(f"there is no field '{name}'; {hint}")


def widen(found: Any) -> Any:
    """Return a number in the 64 bits in which compiled code works with it."""
    return np.int64(found) if isinstance(found, np.signedinteger) else found


def check_value(field: str, value: Any, kind: np.dtype) -> None:
    """Raise a RuleError if a whole number does not fit its field, or there is none."""
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
    """Return the watched twin of a record type; what is no record stays as it is."""
    if record.subdtype:
        kind, shape = record.subdtype
        return np.dtype((watch_record(kind), shape))
    if not record.fields or record.names is None:
        return record
    fields = [record.fields[name] for name in record.names]
    plan = {
        "names": list(record.names),
        "formats": [watch_record(kind) for kind, *_ in fields],
        "offsets": [offset for _, offset, *_ in fields],
        "itemsize": record.itemsize,
    }
    return np.dtype((WatchedRecord, np.dtype(plan)))  # type: ignore[call-overload]


def watched(array: np.ndarray) -> np.ndarray:
    """Return the same records, watched."""
    return array.view(watch_record(array.dtype))
