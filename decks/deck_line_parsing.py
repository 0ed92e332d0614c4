"""Parse a line of a deck list: a number of copies and a card, written in one of many ways.

Card names take precedence: a line that is a card's name means that card, even with a number in it.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from evenhand.decks.deck_formats import LONGEST_PARSED, PLAIN, DeckFormat
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.pool import CardPool

__all__ = [
    "MOST_COPIES",
    "Meaning",
    "ParsedLine",
    "guess_name",
    "has_no_copies",
    "list_clear_spellings",
    "parse_line",
    "parse_name",
    "simplify_line",
    "split_double_count",
]  # fmt: skip

MOST_COPIES = 250

Find = Callable[[str], list[int]]
NUMBER = "(?P<copies>[0-9]{1,9})"
COUNTED = tuple(
    re.compile(pattern)
    for pattern in (
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
WIDE = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}  # full-width characters to ASCII
SPELLINGS = ("{copies} {name}", "{name} x{copies}", "{name} ({copies})")


@dataclass(frozen=True)
class Meaning:
    """One possible meaning of a line.

    Attributes
    ----------
    copies : int
    name : str
        As written in the line.
    rows : tuple of int
        Rows of the pool's cards of that name.
    """

    copies: int
    name: str
    rows: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.copies} of '{self.name}'"


class ParsedLine(NamedTuple):
    """The possible meanings of a line, usually one, and its text besides number and name."""

    meanings: list[Meaning]
    rest: str = ""


def parse_line(words: str, pool: CardPool, deck_format: DeckFormat = PLAIN) -> ParsedLine:
    """Return the possible meanings of a deck's line; none if no card has the name.

    The longest possible part of the line is taken for a card's name: first the whole line, then
    the line without comments, then without what its format puts after a name. Parts of a card's
    name are compared only if no card has the whole name.
    """
    for find, text, rest in _list_candidates(words, pool, deck_format):
        if meanings := list(_parse_counted(text, find)):
            return ParsedLine(meanings, rest)
    return ParsedLine([])


def parse_name(words: str, copies: int, pool: CardPool) -> ParsedLine:
    """Return the meaning of a deck line's name, perhaps with a printing; the number is given."""
    for find, text, rest in _list_candidates(words, pool, PLAIN):
        if rows := find(text):
            return ParsedLine([Meaning(copies, text, tuple(rows))], rest)
    return ParsedLine([])


def has_no_copies(read: ParsedLine) -> bool:
    """Return whether a deck's line lists its card with zero copies."""
    return bool(read.meanings) and not any(meaning.copies for meaning in read.meanings)


def simplify_line(words: str) -> str:
    """Remove a bullet or a rank from a deck's line, and replace full-width characters."""
    return BULLET.sub("", words if words.isascii() else words.translate(WIDE), count=1)


def guess_name(
    words: str, pool: CardPool, wants_hint: bool, deck_format: DeckFormat
) -> tuple[str, str]:
    """Return the probable card name of a deck's unknown line, and a hint with the nearest."""
    texts = [text for text, _ in _list_shortenings(words, deck_format)]
    bare = [text for text in texts if not any(deck_format.strip_suffixes(text))]
    names = [_remove_counts(text) for text in bare] or [words]
    for name in names if wants_hint else ():
        if hint := pool.suggest_name(name):
            return shorten(name), hint
    return shorten(names[-1]), ""


def split_double_count(words: str, pool: CardPool) -> list[Meaning]:
    """Return the two meanings of a deck line with numbers on both sides, or none."""
    for first, rest in _split_count(words):
        for second, name in _split_count(rest):
            if rows := pool.rows_of(name):
                return [Meaning(copies, name, tuple(rows)) for copies in (first, second)]
    return []


def list_clear_spellings(meaning: Meaning, pool: CardPool) -> list[str]:
    """List the ways to write a meaning of a deck's line that are not ambiguous."""
    ways = [way.format(copies=meaning.copies, name=meaning.name) for way in SPELLINGS]
    return [way for way in ways if parse_line(way, pool).meanings == [meaning]]


def _list_candidates(
    words: str, pool: CardPool, deck_format: DeckFormat
) -> Iterator[tuple[Find, str, str]]:
    """Yield (lookup, candidate, rest of the deck line), the best candidate first."""
    texts = list(_list_shortenings(words, deck_format))
    yield from ((pool.rows_of, text, rest) for text, rest in texts)
    for text, rest in texts if pool.has_parts else ():
        if not rest.lstrip().startswith("//"):  # part of another card's name, not a comment
            yield pool.rows_by_part, text, rest


def _parse_counted(text: str, find: Find) -> Iterator[Meaning]:
    """Parse a deck line's text as a card's name or, if none has it, as name and number."""
    if rows := find(text):
        yield Meaning(1, text, tuple(rows))
        return
    for copies, name in _split_count(text):
        if rows := find(name):
            yield Meaning(copies, name, tuple(rows))


def _split_count(text: str) -> Iterator[tuple[int, str]]:
    """Split a deck line's text into a number and a name, in every possible way."""
    for pattern in COUNTED if len(text) <= LONGEST_PARSED else ():
        if match := pattern.fullmatch(text):
            yield int(match["copies"]), match["name"]


def _remove_counts(text: str) -> str:
    """Remove a deck line's numbers of copies before and after the name."""
    names = sorted((name for _, name in _split_count(text)), key=len)
    return _remove_counts(names[0]) if names else text


def _list_shortenings(words: str, deck_format: DeckFormat) -> Iterator[tuple[str, str]]:
    """Yield ever shorter versions of a deck's line, each with the text removed.

    Comments are removed first, then what its format puts before or after a name.
    """
    start = words[:LONGEST_PARSED]
    marks = [mark.start() for mark in COMMENT.finditer(start)]
    texts = [words, *(words[:end] for end in reversed(marks))]
    yield from ((text, words[len(text) :]) for text in texts)
    for text in texts:
        shorter = list(deck_format.strip_suffixes(text))
        yield from ((short, words[len(short) :]) for short in shorter)
        for short in (text, *shorter):
            if match := deck_format.front.fullmatch(short[: LONGEST_PARSED + 1]):
                rest = f"{match['rest']} {words[len(short) :]}"
                yield f"{match['copies']} {match['name']}", rest
