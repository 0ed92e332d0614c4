r"""Files of phrases: what each phrase means, in entries that read like a phrasebook.

An entry has, on the left, a sentence of the language or a part of one, and on the right
the phrases that mean it::

    selector
      a chosen {things} = [a|an|target|any] {things}
      a chosen other {things} = another (target) {things} | [an|one] other {things}

An unindented line names what the entries below it are. ``{things}`` is a part that is
filled in on both sides; ``{first:step}`` gives a part a name of its own where there are
two of a kind. On the left ``{number-1}`` and ``{number+1}`` reckon, and in
``{effect/subject}`` "it" is what the subject is. ``[a|b]`` is one
of several words or phrases, ``(a|b)`` may be left out, ``\(`` is a bracket of the text,
``_`` is nothing, and a phrase after ``~`` is taken only if no other fits, after ``~~`` only
if not even such a one does. An entry without a right side says itself. Lines that begin
with ``#`` are comments, and an entry goes on in lines that stand further in.

``, only`` behind a kind in a game's file puts its entries in the place of the shared ones.
A kind whose name ends in ``, with MOMENT`` is for cards that may have that moment.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from evenhand.decks.language.phrasing.listening import words_of

__all__ = ["Element", "Entry", "Part", "fill_in", "holes", "read_entries", "spell_out"]

ITEM = re.compile(
    r"\{(?P<part>[^}]+)\}|(?P<open>[\[(])|(?P<close>[\])])|(?P<bar>\|)"
    r"|(?P<word>\\[()]|[^\s\[\](){}|\\]+)"
)


class Entry(NamedTuple):
    """A part of a sentence, and one phrase that means it.

    Attributes
    ----------
    kind : str
        What it is a part of: "verb", "selector", ..
    meaning, phrase : str
        The left side and the right side.
    cost : int
        How many others come before it; the number of its ``~``.
    """

    kind: str
    meaning: str
    phrase: str
    cost: int = 0


class Part(NamedTuple):
    """What a phrase leaves open: its name in the entry, and its kind."""

    name: str
    kind: str


DEEPER = " " * 3  # an entry stands two in, what it goes on with stands further in
HOLE = re.compile(r"\{(?P<name>[^}/+-]+)(?P<more>[+-]1)?(?:/(?P<it>[^}]+))?\}")
IT = re.compile(r"\bit\b")
Element = str | Part
Sequence = tuple[Element, ...]


def holes(meaning: str) -> set[str]:
    """Name the parts that a meaning leaves open."""
    return {part for hole in HOLE.finditer(meaning) for part in (hole["name"], hole["it"]) if part}


def fill_in(meaning: str, parts: tuple[tuple[str, str], ...]) -> str:
    """Fill a meaning in with what its parts mean, reckoning where it says so."""
    if not parts:
        return meaning
    filled = dict(parts)

    def fill(hole: re.Match[str]) -> str:
        said = filled[hole["name"]]
        if hole["it"]:
            return IT.sub(lambda _: filled[hole["it"]], said)
        return str(int(said) + int(hole["more"])) if hole["more"] else said

    return HOLE.sub(fill, meaning)


def read_entries(text: str) -> Iterator[Entry]:
    """Read a file of phrases; see the module's text."""
    kind = ""
    for line in join_lines(text):
        if not line.startswith(" "):
            kind = line
            continue
        meaning, says, phrases = line.strip().partition(" =")
        for phrase in split_bars(phrases) if says else [meaning]:
            plain = phrase.lstrip("~")
            cost = len(phrase) - len(plain)
            yield Entry(kind, or_nothing(meaning), or_nothing(plain), cost)


def or_nothing(text: str) -> str:
    """Return a text; ``_`` stands for none at all."""
    return "" if text.strip() == "_" else text.strip()


def join_lines(text: str) -> Iterator[str]:
    """Leave comments and empty lines out, and join an entry's lines."""
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
    """Split phrases at the bars that stand in no brackets."""
    found, depth = [""], 0
    for sign in text.replace("\\(", "\x01").replace("\\)", "\x02"):
        depth += (sign in "[(") - (sign in "])")
        if sign == "|" and depth == 0:
            found.append("")
        else:
            found[-1] += sign
    return [phrase.replace("\x01", "\\(").replace("\x02", "\\)").strip() for phrase in found]


@cache
def spell_out(phrase: str) -> tuple[Sequence, ...]:
    """List all sequences of words and parts that a phrase with choices stands for.

    Raises
    ------
    ValueError
        If its brackets do not match.
    """
    items = list(ITEM.finditer(phrase))
    found, rest = read_items(items, 0)
    if rest != len(items):
        raise ValueError(f"brackets do not match in the phrase '{phrase}'")
    return tuple(dict.fromkeys(found))


def read_items(items: list[re.Match[str]], place: int) -> tuple[list[Sequence], int]:
    """Read items up to a bar or a closing bracket."""
    found: list[Sequence] = [()]
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
            choices = [tuple(words_of(item["word"].removeprefix("\\")))]
        found = [before + after for before, after in product(found, choices)]
    return found, place


def read_choices(items: list[re.Match[str]], place: int) -> tuple[list[Sequence], int]:
    """Read what stands in a pair of brackets."""
    choices, place = read_items(items, place)
    while place < len(items) and items[place]["bar"]:
        more, place = read_items(items, place + 1)
        choices = choices + more
    return choices, place + 1
