r"""Parse files of phrases: entries that give the phrases for each meaning.

An entry has, on the left, a sentence of the language or a part of one (the meaning), and on
the right the phrases that mean it::

    selector
      a chosen {things} = [a|an|target|any] {things}
      a chosen other {things} = another (target) {things} | [an|one] other {things}

An unindented line names the kind of the entries below it. ``{things}`` is a part that is
filled in on both sides; ``{first:step}`` names a part, to distinguish two of a kind. On the
left, ``{number-1}`` and ``{number+1}`` subtract and add 1, and in ``{effect/subject}`` "it" is
replaced by the subject. ``[a|b]`` is one of several words or phrases, ``(a|b)`` is optional,
``\(`` is a literal bracket, and ``_`` is empty. A phrase after ``~`` is used only if no other
fits, after ``~~`` only if no phrase after ``~`` fits either. The phrase of an entry without a
right side is its meaning. Lines that begin with ``#`` are comments, and lines with more
indentation continue an entry.

``, only`` after a kind in a game's file replaces the shared entries of the kind. A kind whose
name ends in ``, with MOMENT`` applies to cards that may have that moment.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from evenhand.decks.language.phrasing.tokenizer import split_pattern

__all__ = ["Element", "Entry", "Part", "fill_in", "holes", "read_entries", "spell_out"]

ITEM = re.compile(
    r"\{(?P<part>[^}]+)\}|(?P<open>[\[(])|(?P<close>[\])])|(?P<bar>\|)"
    r"|(?P<word>\\[()]|[^\s\[\](){}|\\]+)"
)


class Entry(NamedTuple):
    """An entry: a meaning, a sentence or a part of one, and one phrase for it.

    Attributes
    ----------
    kind : str
        The kind of part: "verb", "selector", ..
    meaning, phrase : str
        The left side and the right side.
    cost : int
        The number of its ``~``; phrases of lower cost are preferred.
    """

    kind: str
    meaning: str
    phrase: str
    cost: int = 0


class Part(NamedTuple):
    """A part of an entry to be filled in: its name, and its kind."""

    name: str
    kind: str


DEEPER = " " * 3  # indentation of continuation lines; entries are indented by two spaces
HOLE = re.compile(r"\{(?P<name>[^}/+-]+)(?P<more>[+-]1)?(?:/(?P<it>[^}]+))?\}")
IT = re.compile(r"\bit\b")
Element = str | Part
Sequence = tuple[Element, ...]


def holes(meaning: str) -> set[str]:
    """Return the names of the parts of an entry's meaning."""
    return {part for hole in HOLE.finditer(meaning) for part in (hole["name"], hole["it"]) if part}


def fill_in(meaning: str, parts: tuple[tuple[str, str], ...]) -> str:
    """Fill in an entry's meaning with those of its parts; ``+1`` and ``-1`` are computed."""
    if not parts:
        return meaning
    filled = dict(parts)

    def fill(hole: re.Match[str]) -> str:
        text = filled[hole["name"]]
        if hole["it"]:
            return IT.sub(lambda _: filled[hole["it"]], text)
        return str(int(text) + int(hole["more"])) if hole["more"] else text

    return HOLE.sub(fill, meaning)


def read_entries(text: str) -> Iterator[Entry]:
    """Parse the entries of a file of phrases; see the module's docstring."""
    kind = ""
    for line in join_lines(text):
        if not line.startswith(" "):
            kind = line
            continue
        meaning, equals, phrases = line.strip().partition(" =")
        for phrase in split_bars(phrases) if equals else [meaning]:
            plain = phrase.lstrip("~")
            cost = len(phrase) - len(plain)
            yield Entry(kind, or_nothing(meaning), or_nothing(plain), cost)


def or_nothing(text: str) -> str:
    """Return an entry's stripped text; ``_`` means an empty one."""
    return "" if text.strip() == "_" else text.strip()


def join_lines(text: str) -> Iterator[str]:
    """Drop comments and empty lines of entries, and join continuation lines."""
    joined: list[str] = []
    for line in text.splitlines():
        if not line.strip() or line.strip().startswith("#"):
            continue
        if line.startswith(DEEPER):
            joined[-1] += f" {line.strip()}"
        else:
            joined.append(line.rstrip())
    return iter(joined)


def split_bars(text: str) -> list[str]:
    """Split an entry's phrases at the bars outside of brackets."""
    phrases, depth = [""], 0
    for sign in text.replace("\\(", "\x01").replace("\\)", "\x02"):
        depth += (sign in "[(") - (sign in "])")
        if sign == "|" and depth == 0:
            phrases.append("")
        else:
            phrases[-1] += sign
    return [phrase.replace("\x01", "\\(").replace("\x02", "\\)").strip() for phrase in phrases]


@cache
def spell_out(phrase: str) -> tuple[Sequence, ...]:
    """Return all sequences of words and parts that an entry's phrase stands for.

    Raises
    ------
    ValueError
        If its brackets do not match.
    """
    items = list(ITEM.finditer(phrase))
    sequences, rest = read_items(items, 0)
    if rest != len(items):
        raise ValueError(f"brackets do not match in the phrase '{phrase}'")
    return tuple(dict.fromkeys(sequences))


def read_items(items: list[re.Match[str]], place: int) -> tuple[list[Sequence], int]:
    """Parse an entry's items up to a bar or bracket; return sequences and the next position."""
    sequences: list[Sequence] = [()]
    while place < len(items):
        item = items[place]
        if item["close"] or item["bar"]:
            break
        place += 1
        choices: list[Sequence]
        if item["open"]:
            choices, place = read_choices(items, place)
            choices = [*choices, ()] if item["open"] == "(" else choices
        elif item["part"]:
            name, _, kind = item["part"].rpartition(":")
            choices = [(Part(name or kind, kind),)]
        else:
            choices = [tuple(split_pattern(item["word"].removeprefix("\\")))]
        sequences = [before + after for before, after in product(sequences, choices)]
    return sequences, place


def read_choices(items: list[re.Match[str]], place: int) -> tuple[list[Sequence], int]:
    """Parse an entry's choices in a pair of brackets."""
    choices, place = read_items(items, place)
    while place < len(items) and items[place]["bar"]:
        more, place = read_items(items, place + 1)
        choices = choices + more
    return choices, place + 1
