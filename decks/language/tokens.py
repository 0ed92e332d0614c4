"""Split an ability's text into words, numbers and signs."""

import re
from collections.abc import Iterator, Mapping

from lark.lexer import Token

from evenhand.decks.language.errors import TooMuchTextError

__all__ = ["LONGEST_TEXT", "is_word", "name_key", "spoken_name", "tokens"]

LONGEST_TEXT = 2_000  # characters of one card's abilities
STRAIGHT = str.maketrans("‘’‛′“”„″−–", "''''\"\"\"\"--")  # noqa: RUF001, typographic signs of editors
NO_SIGNS = str.maketrans('‘’‛′“”„″"', "'" * 9)  # noqa: RUF001
TOKEN = re.compile(
    r"""(?P<space>\s+)
    | (?P<name>"[^"]*")
    | (?P<change>[+-][0-9]+)
    | (?P<number>[0-9]+)
    | (?P<word>[^\W\d_]+(?:['-][^\W\d_]+)*)
    | (?P<sign>.)""",
    re.VERBOSE | re.DOTALL,
)
KINDS = {"name": "A_NAME", "change": "A_CHANGE", "number": "A_NUMBER"}


def tokens(text: str, terminals: Mapping[str, str]) -> Iterator[Token]:
    """Split a text into tokens; words outside of the language become UNKNOWN.

    Typographic quotes are treated as straight ones; each token keeps its position in the text.
    """
    if len(text) > LONGEST_TEXT:
        message = f"expected at most {LONGEST_TEXT:,} characters, found {len(text):,} characters"
        raise TooMuchTextError(message, LONGEST_TEXT)
    for piece in TOKEN.finditer(text.translate(STRAIGHT)):
        kind, words = str(piece.lastgroup), piece.group()
        if kind != "space":
            token = terminals.get(words.lower()) or KINDS.get(kind, "UNKNOWN")
            yield Token(token, words, start_pos=piece.start(), end_pos=piece.end())


def is_word(text: str) -> bool:
    """Return whether a text is exactly one token, a word or a number."""
    match = TOKEN.fullmatch(text)
    return match is not None and match.lastgroup in {"word", "number"}


def name_key(name: str) -> str:
    """Normalize a card's name in a token for comparison."""
    return " ".join(spoken_name(name).casefold().split())


def spoken_name(name: str) -> str:
    """Return a card's name as in a token, between quotes, with double quotes replaced."""
    return name.translate(NO_SIGNS)
