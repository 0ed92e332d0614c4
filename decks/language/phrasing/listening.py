"""An ability as somebody wrote it, cut into the words that phrases are made of.

A new line that begins with a capital is a new sentence. Numbers become digits, short forms
are written out ("isn't", "it's"), and a possessive is a word of its own, so that "the enemy's
hand" and "the enemy hand" begin alike. The names of cards are one word each, and the card's
own name is what "this" is.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from evenhand.decks.language.tokens import STRAIGHT, spoken_name

__all__ = ["NAME", "NUMBER", "SIGNED", "Heard", "hear", "words_of"]

NUMBER, SIGNED, NAME = "<number>", "<signed>", "<name>"
POSSESSIVE = "'s"
NO_WORDS: Mapping[str, str] = MappingProxyType({})

UNITS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
)  # fmt: skip
NUMBER_WORDS = {word: str(number) for number, word in enumerate(UNITS)}
SHORT_FORMS = {
    "isn't": "is not", "aren't": "are not", "it's": "it is", "that's": "that is",
    "they're": "they are", "you're": "you are", "doesn't": "does not", "don't": "do not",
    "hasn't": "has not", "haven't": "have not", "there's": "there is", "you've": "you have",
    "opponent's": "enemy 's", "opponents'": "enemy 's", "enemies'": "enemy 's",
    "owners'": "owner 's", "owners": "owner", "hands": "hand", "decks": "deck",
    "opponent": "enemy", "opponents": "enemies", "cannot": "can't",
    "she": "it", "he": "it", "him": "it", "her": "its", "his": "its",
}  # fmt: skip
TOKEN = re.compile(
    r"""(?P<stop>\n(?=\s*[A-Z]))
    | (?P<name>"[^"]*")
    | (?P<signed>(?<![\w])[+-][0-9]+)
    | (?P<number>[0-9]+)
    | (?P<dash>\s-{1,2}\s|[—‒])
    | (?P<word>[^\W\d_]+(?:['’-][^\W\d_]+)*'?)
    | (?P<sign>\S)""",  # noqa: RUF001, an apostrophe that editors put in
    re.VERBOSE,
)


class Heard(NamedTuple):
    """One word of a text.

    Attributes
    ----------
    kind : str
        The word itself in small letters, or ``NUMBER``, ``SIGNED``, ``NAME``.
    text : str
        Its digits, or the name between quotes.
    start, end : int
        Where it stands in the text as it was written.
    """

    kind: str
    text: str
    start: int
    end: int

    @property
    def word(self) -> str:
        """The word as phrases have it: small letters, or digits."""
        return self.text if self.kind == NUMBER else self.kind


def hear(
    text: str, names: frozenset[str] = frozenset(), own: Mapping[str, str] = NO_WORDS
) -> list[Heard]:
    """Cut a text into its words.

    Parameters
    ----------
    names : frozenset of str
        Of cards, which may stand in the text with or without quotes.
    own : mapping from str to str
        What the card that says it calls itself and its parts, and the words for that.
    """
    straight = text.translate(STRAIGHT)
    found: list[Heard] = []
    place = 0
    for start, end, name in [*_find_names(straight, names, own), (len(text), len(text), "")]:
        found += _cut(straight, place, start)
        if name and name in own:
            said = _cut(own[name], 0, len(own[name]))
            found += [word._replace(start=start, end=end) for word in said]
        elif name:
            found.append(Heard(NAME, f'"{spoken_name(name)}"', start, end))
        place = end
    return found


def words_of(pattern: str) -> list[str]:
    """Cut plain words of a pattern as a text would be cut."""
    if pattern == POSSESSIVE:
        return [pattern]
    return [word.word for word in _cut(pattern, 0, len(pattern))]


def _cut(text: str, start: int, end: int) -> Iterator[Heard]:
    for piece in TOKEN.finditer(text, start, end):
        kind, said = str(piece.lastgroup), piece.group()
        place = piece.span()
        match kind:
            case "name":
                yield Heard(NAME, said, *place)
            case "signed":
                yield Heard(SIGNED, said, *place)
            case "number":
                yield Heard(NUMBER, said, *place)
            case "dash":
                yield Heard(":", ":", *place)
            case "stop":
                yield Heard(".", ".", *place)
            case "word":
                for word in _written_out(said.casefold()):
                    yield Heard(NUMBER if word.isdecimal() else word, word, *place)
            case _:
                yield Heard(said, said, *place)


@lru_cache(maxsize=4096)
def _written_out(word: str) -> tuple[str, ...]:
    """Write short forms, possessives and number words out."""
    if word in SHORT_FORMS:
        return tuple(SHORT_FORMS[word].split())
    if word in NUMBER_WORDS:
        return (NUMBER_WORDS[word],)
    if word.endswith("'s"):
        return (*_written_out(word[:-2]), POSSESSIVE)
    if word.endswith("'"):
        return (*_written_out(word[:-1]), POSSESSIVE)
    return (word,)


def _find_names(
    text: str, names: frozenset[str], own: Mapping[str, str]
) -> Iterator[tuple[int, int, str]]:
    """Find names that stand in a text without quotes: the card's own first, then the longest."""
    quoted = [piece.span() for piece in re.finditer(r'"[^"]*"', text)]
    patterns = _make_pattern(frozenset(own)), _keep_pattern(names)
    found = [piece for pattern in patterns if pattern for piece in pattern.finditer(text)]
    end = 0
    for piece in sorted(found, key=lambda piece: piece.start()):
        is_quoted = any(start <= piece.start() < stop for start, stop in quoted)
        if piece.start() >= end and not is_quoted:
            end = piece.end()
            yield piece.start(), end, piece.group()


def _make_pattern(names: frozenset[str]) -> re.Pattern[str] | None:
    """Make one pattern of some names, written as the card file writes them."""
    longest = sorted(names - {""}, key=lambda name: (-len(name), name))
    if not longest:
        return None
    return re.compile(rf"(?<![\w'])(?:{'|'.join(map(re.escape, longest))})(?!\w)")


_keep_pattern = lru_cache(maxsize=8)(_make_pattern)  # of all the names of a card file
