"""Translate compiler errors of a rule into one sentence for the rule's author.

numba's message lists every call above the rule and every field of each record: 20,000 characters.
The first place in it outside numba and evenhand is in the author's files.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numba
from numba.core.errors import NumbaError

from evenhand.decks.problems import InputError, Problem

__all__ = ["explain_compiling", "explaining_errors"]

OURS = Path(__file__).resolve().parents[3]  # evenhand, or the checkout it is run from
NUMBA = Path(numba.__file__).resolve().parent
PLACE = re.compile(
    r'(?:File "(?P<file>[^"<]+)", line (?P<line>\d+)|at (?P<at>/[^()\n]+) \((?P<on>\d+)\))'
)
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
EMPTY_WORDS = ("Failed in nopython mode pipeline", "During:", "File ", "- Resolution failure",
               "Enable logging", "<source elided>")  # fmt: skip
PLAIN_FUNCTION = re.compile(r"Untyped global name '(\w+)'.*<class 'function'>")
UNKNOWN_NAME = re.compile(r"NameError: name '(\w+)' is not defined")
CALL = re.compile(r">>> (.+)")
LONGEST = 240  # characters of the compiler's message
MAY_BE_RULES = "docs/games-api.md lists what rules may use"


@contextmanager
def explaining_errors() -> Iterator[None]:
    """Convert compiler errors in the block to an `InputError` with one sentence."""
    try:
        yield
    except NumbaError as error:
        if (problem := explain_compiling(error)) is None:
            raise
        raise InputError([problem]) from error


def explain_compiling(error: NumbaError) -> Problem | None:
    """Return a problem with place and reason; None if no file of a game's author is involved."""
    text = ESCAPES.sub("", str(error))
    if (place := find_place(error, text)) is None:
        return None
    file, line = place
    return Problem(str(file), line, None, *summarize(text))


def find_place(error: NumbaError, text: str) -> tuple[Path, int] | None:
    """Return the first place outside of numba and evenhand."""
    places = [
        (Path(match["file"] or match["at"]).resolve(), int(match["line"] or match["on"]))
        for match in PLACE.finditer(text)
    ]
    if where := getattr(error, "loc", None):
        places.insert(0, (Path(where.filename).resolve(), where.line))
    return next((place for place in places if is_authors(place[0])), None)


def is_authors(file: Path) -> bool:
    """Return whether a file belongs neither to numba nor to evenhand."""
    return not file.is_relative_to(NUMBA) and not file.is_relative_to(OURS)


def summarize(text: str) -> tuple[str, str]:
    """Return the compiler's error as a sentence, and a hint."""
    if match := PLAIN_FUNCTION.search(text):
        return f"'{match[1]}' is a plain Python function", "put @rule above it"
    if match := UNKNOWN_NAME.search(text):
        return f"there is no '{match[1]}' here", ""
    lines = [line.strip() for line in text.splitlines()]
    informative = [line for line in lines if line and not line.startswith(EMPTY_WORDS)]
    first = informative[0] if informative else type(text).__name__
    first = first.removesuffix(". Raised from None").rstrip(".")
    if first.startswith("No implementation of function") and (call := CALL.search(text)):
        first = f"compiled code cannot do this: {call[1]}"
    return f"the compiler says: {shorten(spell_records(first))}", MAY_BE_RULES


def spell_records(text: str) -> str:
    """Replace record and array types in a text by a word."""
    for start, word in (
        ("Record(", "record"),
        ("NestedArray(", "array"),
        ("nestedarray(", "array"),
    ):
        while (begin := text.find(start)) >= 0:
            text = text[:begin] + word + text[find_closing_bracket(text, begin + len(start)) :]
    return text


def find_closing_bracket(text: str, begin: int) -> int:
    """Return the position after the bracket that closes one opened before ``begin``."""
    depth = 1
    for place in range(begin, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return place + 1
    return len(text)


def shorten(text: str) -> str:
    """Shorten a text to two lines."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip()} .."
