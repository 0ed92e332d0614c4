"""What a line of a deck list may mean: so many copies of a card, written in one of many ways.

The names of cards win: a line that is a card's name means that card, whatever number is in it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from evenhand.decks.pool import CardPool
from evenhand.decks.problems import did_you_mean
from evenhand.decks.text_file import shorten

__all__ = [
    "MOST_COPIES", "Reading", "list_ways", "name_unknown", "read_line", "read_name",
    "split_twice",
]  # fmt: skip

MOST_COPIES = 250
LONGEST_LOOKED_AT = 200  # characters; with number, printing and all, no card takes more

NUMBER = "(?P<copies>[0-9]{1,9})"
FORMS = tuple(
    re.compile(form)
    for form in (
        rf"{NUMBER}\s+(?P<name>.+)",  # 2 Ember Lancer
        rf"{NUMBER}\s*[xX\u00d7]\s+(?P<name>.+)",  # 2x Ember Lancer, 2 x Ember Lancer
        rf"(?P<name>.+?)\s+[xX\u00d7]\s?{NUMBER}",  # Ember Lancer x2
        rf"(?P<name>.+?)\s*\({NUMBER}\)",  # Ember Lancer (2)
    )
)
COMMENT = re.compile(r"\s+(#|//)")
# A set's code, the card's number in it and a mark of foils, as deck builders export them:
# (CV), (CV) 12, (cv) 12, (CV) 12 *F*
PRINTING = re.compile(
    r"(?P<name>.+?)\s+\((?=[0-9]*[A-Za-z])(?:[A-Z0-9]{2,6}\)|[A-Za-z0-9]{2,6}\)(?=\s+[0-9]))"
    r"(?:\s+[A-Za-z0-9-]{1,8})?(?:\s+\*[A-Z]{1,2}\*)?"
)
WAYS = ("{copies} {name}", "{name} x{copies}", "{name} ({copies})")


@dataclass(frozen=True)
class Reading:
    """One meaning of a line.

    Attributes
    ----------
    copies : int
    name : str
        As the line has it.
    rows : tuple of int
        Of the pool, the cards of that name.
    """

    copies: int
    name: str
    rows: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.copies} of '{self.name}'"


def read_line(words: str, pool: CardPool) -> list[Reading]:
    """List what a line may mean: one reading as a rule, none if no card has the name.

    As much of the line as may be is taken for a card's name: first all of it, then less and
    less of what looks like a comment, then less of what looks like a printing.
    """
    for text in _shorter_and_shorter(words):
        if found := list(_read_counted(text, pool)):
            return found
    return []


def read_name(words: str, pool: CardPool) -> tuple[int, ...]:
    """List the rows of the cards of a name, which a printing may follow."""
    for text in _shorter_and_shorter(words):
        if rows := pool.rows_of(text):
            return tuple(rows)
    return ()


def name_unknown(words: str, pool: CardPool, wants_hint: bool) -> tuple[str, str]:
    """Return the name that a line without a meaning seems to have, and a hint of a card's."""
    texts = list(_shorter_and_shorter(words))
    printed = [text for text in texts if PRINTING.fullmatch(text[:LONGEST_LOOKED_AT])]
    names = [_without_numbers(text) for text in texts if text not in printed] or [words]
    for name in names if wants_hint else ():
        if hint := did_you_mean(name, pool.names):
            return shorten(name), hint
    return shorten(names[-1]), ""


def split_twice(words: str, pool: CardPool) -> list[Reading]:
    """List the two readings of a line with a number on both sides of the name, or none."""
    for first, rest in _split(words):
        for second, name in _split(rest):
            if rows := pool.rows_of(name):
                return [Reading(copies, name, tuple(rows)) for copies in (first, second)]
    return []


def list_ways(reading: Reading, pool: CardPool) -> list[str]:
    """List the ways to write a line that has no other meaning."""
    ways = [way.format(copies=reading.copies, name=reading.name) for way in WAYS]
    return [way for way in ways if read_line(way, pool) == [reading]]


def _read_counted(text: str, pool: CardPool) -> Iterator[Reading]:
    """Read a text as a card's name or, if none is called so, as a name and a number."""
    if rows := pool.rows_of(text):
        yield Reading(1, text, tuple(rows))
        return
    for copies, name in _split(text):
        if rows := pool.rows_of(name):
            yield Reading(copies, name, tuple(rows))


def _split(text: str) -> Iterator[tuple[int, str]]:
    """Split a text into a number and a name, in every way that there is."""
    for form in FORMS if len(text) <= LONGEST_LOOKED_AT else ():
        if found := form.fullmatch(text):
            yield int(found["copies"]), found["name"]


def _without_numbers(text: str) -> str:
    """Take the numbers of copies off a text, before and after the name."""
    names = sorted((name for _, name in _split(text)), key=len)
    return _without_numbers(names[0]) if names else text


def _shorter_and_shorter(words: str) -> Iterator[str]:
    """Yield a line, then the line without its comment, and both without a printing."""
    start = words[:LONGEST_LOOKED_AT]
    marks = [mark.start() for mark in COMMENT.finditer(start)]
    texts = [words, *(words[:end] for end in reversed(marks))]
    yield from texts
    for text in texts:
        if len(text) <= LONGEST_LOOKED_AT and (found := PRINTING.fullmatch(text)):
            yield found["name"]
