"""What a line of a deck list may mean: so many copies of a card, written in one of many ways.

The names of cards win: a line that is a card's name means that card, whatever number is in it.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from evenhand.decks.deck_forms import LONGEST_LOOKED_AT, PLAIN, Form
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import did_you_mean
from evenhand.decks.text_file import shorten

__all__ = [
    "MOST_COPIES", "Read", "Reading", "is_none", "list_ways", "name_unknown", "read_line",
    "read_name", "simplify", "split_twice",
]  # fmt: skip

MOST_COPIES = 250

Find = Callable[[str], list[int]]
NUMBER = "(?P<copies>[0-9]{1,9})"
FORMS = tuple(
    re.compile(form)
    for form in (
        rf"{NUMBER}\s+(?P<name>.+)",  # 2 Ember Lancer
        rf"{NUMBER}\s*[xX\u00d7]\s+(?P<name>.+)",  # 2x Ember Lancer, 2 x Ember Lancer
        rf"(?P<name>.+?)\s+[xX\u00d7]\s?{NUMBER}",  # Ember Lancer x2
        rf"(?P<name>.+?)\s*\({NUMBER}\)",  # Ember Lancer (2)
        rf"(?P<name>.+?)\s+{NUMBER}[xX\u00d7]",  # Ember Lancer 2x
        rf"(?P<name>.+?)\s+-\s+{NUMBER}",  # Ember Lancer - 2
    )
)
COMMENT = re.compile(r"\s+(#|//)")
BULLET = re.compile(
    r"^[\u2022\u2023\u25aa\u25cf\u25e6\u25cb\u00b7*\u2013\u2014-]\s+|^[0-9]{1,3}[.)]\s+(?=[0-9]{1,3}\s?[xX\u00d7]?\s)"
)
WIDE = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}  # full width, to ASCII
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


class Read(NamedTuple):
    """What a line may mean, one reading as a rule, and what of it is neither number nor name."""

    readings: list[Reading]
    rest: str = ""


def read_line(words: str, pool: CardPool, form: Form = PLAIN) -> Read:
    """List what a line may mean: no reading if no card has the name.

    As much of the line as may be is taken for a card's name: first all of it, then less and
    less of what looks like a comment, then less of what its form has behind a name. Only if no
    card is called so are a name's parts looked at.
    """
    for find, text, rest in _candidates(words, pool, form):
        if found := list(_read_counted(text, find)):
            return Read(found, rest)
    return Read([])


def read_name(words: str, copies: int, pool: CardPool) -> Read:
    """List the cards of a name, which a printing may follow, with a number that stands apart."""
    for find, text, rest in _candidates(words, pool, PLAIN):
        if rows := find(text):
            return Read([Reading(copies, text, tuple(rows))], rest)
    return Read([])


def is_none(read: Read) -> bool:
    """Return whether a line says that there is no copy of its card."""
    return bool(read.readings) and not any(one.copies for one in read.readings)


def simplify(words: str) -> str:
    """Write a line without a bullet or a rank, in letters and digits of usual width."""
    return BULLET.sub("", words if words.isascii() else words.translate(WIDE), count=1)


def name_unknown(words: str, pool: CardPool, wants_hint: bool, form: Form) -> tuple[str, str]:
    """Return the name that a line without a meaning seems to have, and a hint of a card's."""
    texts = [text for text, _ in _shorter_and_shorter(words, form)]
    bare = [text for text in texts if not any(form.shorten(text))]
    names = [_without_numbers(text) for text in bare] or [words]
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
    return [way for way in ways if read_line(way, pool).readings == [reading]]


def _candidates(words: str, pool: CardPool, form: Form) -> Iterator[tuple[Find, str, str]]:
    """Yield what may be a number and a name, what it is looked up by, and what it lacks."""
    texts = list(_shorter_and_shorter(words, form))
    yield from ((pool.rows_of, text, rest) for text, rest in texts)
    for text, rest in texts if pool.has_parts else ():
        if not rest.lstrip().startswith("//"):  # that is another card's part, and no comment
            yield pool.rows_nearly, text, rest


def _read_counted(text: str, find: Find) -> Iterator[Reading]:
    """Read a text as a card's name or, if none is called so, as a name and a number."""
    if rows := find(text):
        yield Reading(1, text, tuple(rows))
        return
    for copies, name in _split(text):
        if rows := find(name):
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


def _shorter_and_shorter(words: str, form: Form) -> Iterator[tuple[str, str]]:
    """Yield a line and less and less of it, each with what it lacks.

    First it loses its comment, then what its form has before or behind a name.
    """
    start = words[:LONGEST_LOOKED_AT]
    marks = [mark.start() for mark in COMMENT.finditer(start)]
    texts = [words, *(words[:end] for end in reversed(marks))]
    yield from ((text, words[len(text) :]) for text in texts)
    for text in texts:
        shorter = list(form.shorten(text))
        yield from ((one, words[len(one) :]) for one in shorter)
        for one in (text, *shorter):
            if found := form.front.fullmatch(one[: LONGEST_LOOKED_AT + 1]):
                rest = f"{found['rest']} {words[len(one) :]}"
                yield f"{found['copies']} {found['name']}", rest
