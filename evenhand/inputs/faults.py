"""Faults of a folder's files that are collected, while all that is right is played.

A command collects faults: it prints each once, plays the rest, and ends with the exit code of a
wrong file. Where nobody collects them, as in a notebook, they are raised.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from evenhand.decks.problems import InputError, Problem, sort_to_mend

__all__ = ["Faults", "add_faults", "collect_faults", "list_collected", "raise_faults"]

Say = Callable[[Sequence[str]], None]


@dataclass
class Faults:
    """Faults that were collected, and how they are printed."""

    say: Say
    problems: list[Problem] = field(default_factory=list)

    def add(self, problems: Sequence[Problem]) -> None:
        """Add the faults that are not known yet, and say them."""
        new = [problem for problem in sort_to_mend(problems) if problem not in self.problems]
        self.problems += new
        if new:
            self.say([str(problem) for problem in new])


COLLECTOR: ContextVar[Faults | None] = ContextVar("collected_faults", default=None)


@contextmanager
def collect_faults(say: Say = lambda _: None) -> Iterator[Faults]:
    """Collect faults until the block ends, and print them as they are found."""
    faults = Faults(say)
    token = COLLECTOR.set(faults)
    try:
        yield faults
    finally:
        COLLECTOR.reset(token)


@contextmanager
def raise_faults() -> Iterator[None]:
    """Raise faults until the block ends, where what is made must be of all files."""
    token = COLLECTOR.set(None)
    try:
        yield
    finally:
        COLLECTOR.reset(token)


def add_faults(problems: Sequence[Problem]) -> None:
    """Add faults that leave something to play to those that are collected.

    Raises
    ------
    InputError
        If nobody collects faults.
    """
    faults = COLLECTOR.get()
    if faults is not None:
        faults.add(problems)
    elif problems:
        raise InputError(problems)


def list_collected() -> tuple[Problem, ...]:
    """List the faults that were collected so far."""
    faults = COLLECTOR.get()
    return tuple(faults.problems) if faults else ()
