"""Split an ability in players' words into the words of which phrases are made.

A new line that begins with a capital begins a sentence. Number words become digits, short
forms are expanded ("isn't", "it's"), and a possessive is a separate word, so that "the enemy's
hand" and "the enemy hand" begin alike. Card names are one word each, and the card's own name
becomes "this".
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from evenhand.decks.language.tokens import STRAIGHT, spoken_name

__all__ = ["NAME", "NUMBER", "SIGNED", "TextWord", "split_pattern", "split_words"]

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
    | (?P<sign>\S)""",  # noqa: RUF001, the typographic apostrophe of editors
    re.VERBOSE,
)


class TextWord(NamedTuple):
    """One word of a player's text.

    Attributes
    ----------
    kind : str
        The word itself in lower case, or ``NUMBER``, ``SIGNED``, ``NAME``.
    text : str
        The word, the digits, or the name in quotes.
    start, end : int
        Position in the original text.
    """

    kind: str
    text: str
    start: int
    end: int

    @property
    def word(self) -> str:
        """The word as in phrases: lower case, or digits."""
        return self.text if self.kind == NUMBER else self.kind


def split_words(
    text: str, names: frozenset[str] = frozenset(), own: Mapping[str, str] = NO_WORDS
) -> list[TextWord]:
    """Split a player's text into its words.

    Parameters
    ----------
    names : frozenset of str
        Card names, which may be in the text with or without quotes.
    own : mapping from str to str
        The card's words for itself and its parts, and their meanings.
    """
    straight = text.translate(STRAIGHT)
    words: list[TextWord] = []
    place = 0
    for start, end, name in [*_find_names(straight, names, own), (len(text), len(text), "")]:
        words += _tokenize(straight, place, start)
        if name and name in own:
            meaning = _tokenize(own[name], 0, len(own[name]))
            words += [word._replace(start=start, end=end) for word in meaning]
        elif name:
            words.append(TextWord(NAME, f'"{spoken_name(name)}"', start, end))
        place = end
    return words


def split_pattern(pattern: str) -> list[str]:
    """Split the plain words of a pattern in the same way as a player's text."""
    if pattern == POSSESSIVE:
        return [pattern]
    return [word.word for word in _tokenize(pattern, 0, len(pattern))]


def _tokenize(text: str, start: int, end: int) -> Iterator[TextWord]:
    for piece in TOKEN.finditer(text, start, end):
        kind, token = str(piece.lastgroup), piece.group()
        place = piece.span()
        match kind:
            case "name":
                yield TextWord(NAME, token, *place)
            case "signed":
                yield TextWord(SIGNED, token, *place)
            case "number":
                yield TextWord(NUMBER, token, *place)
            case "dash":
                yield TextWord(":", ":", *place)
            case "stop":
                yield TextWord(".", ".", *place)
            case "word":
                for word in _expand(token.casefold()):
                    yield TextWord(NUMBER if word.isdecimal() else word, word, *place)
            case _:
                yield TextWord(token, token, *place)


@lru_cache(maxsize=4096)
def _expand(word: str) -> tuple[str, ...]:
    """Expand a word's short forms, possessives and number words."""
    if word in SHORT_FORMS:
        return tuple(SHORT_FORMS[word].split())
    if word in NUMBER_WORDS:
        return (NUMBER_WORDS[word],)
    if word.endswith("'s"):
        return (*_expand(word[:-2]), POSSESSIVE)
    if word.endswith("'"):
        return (*_expand(word[:-1]), POSSESSIVE)
    return (word,)


def _find_names(
    text: str, names: frozenset[str], own: Mapping[str, str]
) -> Iterator[tuple[int, int, str]]:
    """Yield unquoted names in a player's text: the card's own first, then the longest."""
    quoted = [piece.span() for piece in re.finditer(r'"[^"]*"', text)]
    patterns = _make_pattern(frozenset(own)), _cached_pattern(names)
    matches = [match for pattern in patterns if pattern for match in pattern.finditer(text)]
    end = 0
    for match in sorted(matches, key=lambda match: match.start()):
        is_quoted = any(start <= match.start() < stop for start, stop in quoted)
        if match.start() >= end and not is_quoted:
            end = match.end()
            yield match.start(), end, match.group()


def _make_pattern(names: frozenset[str]) -> re.Pattern[str] | None:
    """Compile a pattern of names as spelled in the card file; None if there are none."""
    longest = sorted(names - {""}, key=lambda name: (-len(name), name))
    if not longest:
        return None
    return re.compile(rf"(?<![\w'])(?:{'|'.join(map(re.escape, longest))})(?!\w)")


_cached_pattern = lru_cache(maxsize=8)(_make_pattern)  # for all names of a card file
