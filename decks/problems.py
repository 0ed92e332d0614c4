"""What can be wrong with a designer's file, and how it is said.

All problems of a file are gathered before any is reported, so that one run of
the program is enough to find them all.
"""

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["InputError", "Problem", "UsageError", "did_you_mean", "nearest"]

LONGEST_WORD = 80  # a longer "word" is a paste accident; no list of names is near it


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a file.

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
        A way to put it right, or "".
    """

    file: str
    line: int | None
    column: str | int | None
    message: str
    hint: str = ""

    def __str__(self) -> str:
        """Say the problem in one line, place first, as compilers do."""
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
        """Whether the file is one of keys and values, and has no columns."""
        return self.file.endswith(".toml")

    def __lt__(self, other: "Problem") -> bool:
        """Compare places; generated comparisons would fail on a line of None."""
        return self.position < other.position

    @property
    def position(self) -> tuple[str, int, str]:
        """What problems are sorted by; a file's own problems come before its lines."""
        return (self.file, self.line or 0, str(self.column or ""))


class InputError(Exception):
    """A file's content is wrong.

    Attributes
    ----------
    problems : tuple of Problem
        Everything that was found, in the order of the file.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(map(str, self.problems)))


class UsageError(Exception):
    """A wrong flag, name or folder: something outside the files' content."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.message = message
        self.hint = hint
        super().__init__(f"{message} ({hint})" if hint else message)


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """Find the candidate most like a word, whatever its case, if any is like it."""
    if not word or len(word) > LONGEST_WORD:
        return None
    by_key = {candidate.casefold(): candidate for candidate in candidates}
    found = difflib.get_close_matches(word.casefold(), by_key, n=1, cutoff=0.6)
    return by_key[found[0]] if found else None


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """Say the nearest candidate as a hint; "" if none is near."""
    found = nearest(word, candidates)
    return f"did you mean '{found}'?" if found else ""
