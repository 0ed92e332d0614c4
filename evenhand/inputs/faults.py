"""Faults of a folder's files that are set aside, while all that is right is played.

A command sets faults aside: it says them once, goes on with the rest, and ends with the exit code
of a wrong file. Where nobody sets them aside, as in a notebook, they are raised.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from evenhand.decks.problems import InputError, Problem, sort_to_mend

__all__ = ["Faults", "faults_raised", "faults_set_aside", "list_set_aside", "set_aside"]

Say = Callable[[Sequence[str]], None]


@dataclass
class Faults:
    """Faults that were set aside, and how they are said."""

    say: Say
    problems: list[Problem] = field(default_factory=list)

    def add(self, problems: Sequence[Problem]) -> None:
        """Add the faults that are not known yet, and say them."""
        new = [problem for problem in sort_to_mend(problems) if problem not in self.problems]
        self.problems += new
        if new:
            self.say([str(problem) for problem in new])


SET_ASIDE: ContextVar[Faults | None] = ContextVar("set_aside", default=None)


@contextmanager
def faults_set_aside(say: Say = lambda _: None) -> Iterator[Faults]:
    """Set faults aside until the block ends, and say them as they are found."""
    faults = Faults(say)
    token = SET_ASIDE.set(faults)
    try:
        yield faults
    finally:
        SET_ASIDE.reset(token)


@contextmanager
def faults_raised() -> Iterator[None]:
    """Raise faults until the block ends, where what is made must be of all files."""
    token = SET_ASIDE.set(None)
    try:
        yield
    finally:
        SET_ASIDE.reset(token)


def set_aside(problems: Sequence[Problem]) -> None:
    """Set faults aside that leave something to play.

    Raises
    ------
    InputError
        If nobody sets faults aside.
    """
    faults = SET_ASIDE.get()
    if faults is not None:
        faults.add(problems)
    elif problems:
        raise InputError(problems)


def list_set_aside() -> tuple[Problem, ...]:
    """List the faults that were set aside so far."""
    faults = SET_ASIDE.get()
    return tuple(faults.problems) if faults else ()
