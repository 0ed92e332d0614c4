"""Problems of a designer's files, and the exceptions that report them.

All problems of a file are collected before any is reported, so that one run of
the program finds all of them.
"""

import difflib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

__all__ = [
    "InputError", "PartlyReadError", "Problem", "UsageError", "did_you_mean", "format_error",
    "keep_rest", "nearest", "sort_to_mend",
]  # fmt: skip

Read = TypeVar("Read")

LONGEST_WORD = 80  # characters; longer words are not compared with names


@dataclass(frozen=True)
class Problem:
    """One problem of a file.

    Attributes
    ----------
    file : str
        Path as the user gave it.
    line : int or None
        Line (spreadsheet: row) counted from 1; None for the file as a whole.
    column : str, int or None
        Header of a table's column (in TOML files a key), or a character position counted
        from 1.
    message : str
        What was expected and what was found, without a full stop.
    hint : str
        A way to fix it, or "".
    hangs_on : str
        Name of the card that cannot be read and is all that is wrong here; "" if none.
    """

    file: str
    line: int | None
    column: str | int | None
    message: str
    hint: str = ""
    hangs_on: str = ""

    def __str__(self) -> str:
        """Format the problem in one line, place first, as compilers do."""
        line = "" if self.line is None else f":{self.line}"
        column = ""
        if isinstance(self.column, int):
            column = f":{self.column}"
        elif self.column is not None:
            column = f": {self.column}" if self.is_settings else f": column '{self.column}'"
        hint = f" ({self.hint})" if self.hint else ""
        return f"{self.file}{line}{column}: {self.message}{hint}"

    @property
    def is_settings(self) -> bool:
        """Whether the file is a TOML file, which has keys and no columns."""
        return self.file.endswith(".toml")

    def __lt__(self, other: "Problem") -> bool:
        """Compare positions; generated comparisons would fail on a line of None."""
        return self.position < other.position

    @property
    def position(self) -> tuple[str, int, str]:
        """Sort key; problems of a whole file come before those of its lines."""
        return (self.file, self.line or 0, str(self.column or ""))


class InputError(Exception):
    """Problems of a file: its content is invalid.

    Attributes
    ----------
    problems : tuple of Problem
        All problems, in the order in which to mend them: files in the order given, each in the
        order of its lines; last what hangs on another problem.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sort_to_mend(problems))
        super().__init__("\n".join(map(str, self.problems)))


class PartlyReadError(InputError):
    """Problems of some rows of a table: the others can be read.

    Attributes
    ----------
    rest : object
        What the reader returns without the rows that are wrong.
    """

    def __init__(self, problems: Iterable[Problem], rest: Any) -> None:
        super().__init__(problems)
        self.rest = rest


def sort_to_mend(problems: Iterable[Problem]) -> list[Problem]:
    """Sort problems by files in the order given and by lines; last what hangs on another one."""
    found = list(problems)
    files = list(dict.fromkeys(problem.file for problem in found))
    places = {file: place for place, file in enumerate(files)}

    def sort_key(problem: Problem) -> tuple[bool, int, int, str]:
        _, line, column = problem.position
        return bool(problem.hangs_on), places[problem.file], line, column

    return sorted(found, key=sort_key)


def keep_rest(read: Callable[[], Read]) -> tuple[Read, tuple[Problem, ...]]:
    """Return what can be read of a table, and the problems of the rest of its rows."""
    try:
        return read(), ()
    except PartlyReadError as error:
        return error.rest, error.problems


class UsageError(Exception):
    """A flag, a name or a folder is wrong; the content of files raises `InputError`."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.message = message
        self.hint = hint
        super().__init__(f"{message} ({hint})" if hint else message)


def format_error(error: Exception) -> str:
    """Return the text of a problem's exception, with the file name of one of the system."""
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}"
    return getattr(error, "strerror", None) or str(error)


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate most similar to a word, ignoring case; None if none is similar."""
    if not word or len(word) > LONGEST_WORD:
        return None
    by_key = {candidate.casefold(): candidate for candidate in candidates}
    matches = difflib.get_close_matches(word.casefold(), by_key, n=1, cutoff=0.6)
    return by_key[matches[0]] if matches else None


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """Return a problem's hint with the nearest candidate; "" if none is similar."""
    candidate = nearest(word, candidates)
    return f"did you mean '{candidate}'?" if candidate else ""
