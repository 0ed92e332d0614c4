"""Cache of file contents and parsed files: within a command each file is read and parsed once.

So all parts of the command see the same content, even if a file is saved meanwhile. A file that
the command writes itself is read again afterwards.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

__all__ = ["FileCache", "cache_files", "cache_result", "current_cache"]

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


@dataclass(frozen=True)
class FileCache:
    """Contents and results cached so far.

    Attributes
    ----------
    contents : dict of Path to bytes
        File contents, as returned by `evenhand.decks.text_file.read_bytes`.
    results : dict
        Results of functions wrapped by `cache_result`, by function and arguments. The arguments
        are kept with each result, so that their identity cannot be reused.
    """

    contents: dict[Path, bytes] = field(default_factory=dict)
    results: dict[Hashable, tuple[Any, Any]] = field(default_factory=dict)

    def forget(self, path: Path) -> None:
        """Drop a written file from the cache, and the results that depend on it."""
        written = path.absolute()
        self.contents.pop(written, None)
        for key, (_, arguments) in [*self.results.items()]:
            if any(_is_path(value, written) for value in arguments):
                del self.results[key]


current: ContextVar[FileCache | None] = ContextVar("current", default=None)


@contextmanager
def cache_files() -> Iterator[FileCache]:
    """Cache files until the block ends; a nested block has a cache of its own."""
    cache = FileCache()
    token = current.set(cache)
    try:
        yield cache
    finally:
        current.reset(token)


def current_cache() -> FileCache | None:
    """Return the cache of the innermost block; None outside of all blocks."""
    return current.get()


def cache_result(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Decorate a reader of files so that the cache shares its result for equal arguments."""

    @wraps(function)
    def call(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        cache = current.get()
        if cache is None:
            return function(*args, **kwargs)
        key = (function, *map(_as_key, args), *((name, _as_key(kwargs[name])) for name in kwargs))
        if key not in cache.results:
            cache.results[key] = function(*args, **kwargs), (*args, *kwargs.values())
        result: Result = cache.results[key][0]
        return result

    return call


def _is_path(value: Any, path: Path) -> bool:
    """Return whether an argument is an absolute path; few end like it, which is quickly seen."""
    is_like = isinstance(value, str | Path) and str(value).endswith(path.name)
    return is_like and Path(value).absolute() == path


def _as_key(value: Any) -> Hashable:
    """Return a cache key for an argument: names, paths and options by value, others by identity."""
    if isinstance(value, dict):
        return tuple(sorted(value.items()))
    return value if isinstance(value, str | Path | int | None) else id(value)
