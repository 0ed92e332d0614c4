"""One reading of a designer's files: within a command each file is opened and parsed once.

So all parts of the command see the same content, whatever is saved meanwhile. A file that the
command writes itself is read anew afterwards.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

__all__ = ["Reading", "current_reading", "keep_result", "one_reading"]

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Reading:
    """What was read so far.

    Attributes
    ----------
    contents : dict of Path to bytes
        Of files, as `evenhand.decks.text_file.read_bytes` returned them.
    results : dict
        Of functions that `keep_result` wraps, by function and arguments; the arguments are kept
        beside each result, so that nothing else can take their identity.
    """

    contents: dict[Path, bytes] = field(default_factory=dict)
    results: dict[Hashable, tuple[Any, Any]] = field(default_factory=dict)

    def forget(self, path: Path) -> None:
        """Read a file anew from here on, because it was written."""
        self.contents.pop(path.absolute(), None)
        for key, (_, arguments) in [*self.results.items()]:
            if path.absolute() in map(_as_path, arguments):
                del self.results[key]


current: ContextVar[Reading | None] = ContextVar("current", default=None)


@contextmanager
def one_reading() -> Iterator[Reading]:
    """Read each file once until the block ends; a block inside of another one reads anew."""
    reading = Reading()
    token = current.set(reading)
    try:
        yield reading
    finally:
        current.reset(token)


def current_reading() -> Reading | None:
    """Return the reading of the innermost block; None outside of all."""
    return current.get()


def keep_result(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Call a reader once for the same arguments within `one_reading`; its result is shared."""

    @wraps(function)
    def call(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        reading = current.get()
        if reading is None:
            return function(*args, **kwargs)
        key = (function, *map(_as_key, args), *((name, _as_key(kwargs[name])) for name in kwargs))
        if key not in reading.results:
            reading.results[key] = function(*args, **kwargs), (*args, *kwargs.values())
        result: Result = reading.results[key][0]
        return result

    return call


def _as_path(value: Any) -> Path | None:
    return Path(value).absolute() if isinstance(value, str | Path) else None


def _as_key(value: Any) -> Hashable:
    """Return what tells an argument from others: a name, a path or options by what they say."""
    if isinstance(value, dict):
        return tuple(sorted(value.items()))
    return value if isinstance(value, str | Path | int | None) else id(value)
