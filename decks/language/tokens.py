"""An ability's text cut into words, numbers and signs."""

import re
from collections.abc import Iterator, Mapping

from lark.lexer import Token

from evenhand.decks.language.errors import TooMuchTextError

__all__ = ["LONGEST_TEXT", "is_word", "name_key", "spoken_name", "tokens"]

LONGEST_TEXT = 2_000  # characters of one card's abilities
STRAIGHT = str.maketrans("‘’‛′“”„″−–", "''''\"\"\"\"--")  # noqa: RUF001, signs that editors put in
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
    """Cut a text into tokens; what no word of the language is becomes UNKNOWN.

    Curly quotes count as straight ones; each token keeps its place in the text.
    """
    if len(text) > LONGEST_TEXT:
        found = f"{len(text):,} characters"
        raise TooMuchTextError(
            f"expected at most {LONGEST_TEXT:,} characters, found {found}", LONGEST_TEXT
        )
    for piece in TOKEN.finditer(text.translate(STRAIGHT)):
        kind, words = str(piece.lastgroup), piece.group()
        if kind != "space":
            token = terminals.get(words.lower()) or KINDS.get(kind, "UNKNOWN")
            yield Token(token, words, start_pos=piece.start(), end_pos=piece.end())


def is_word(text: str) -> bool:
    """Return whether a text would be cut off as one word or number."""
    found = TOKEN.fullmatch(text)
    return found is not None and found.lastgroup in {"word", "number"}


def name_key(name: str) -> str:
    """Bring a card's name to the form in which names are compared."""
    return " ".join(spoken_name(name).casefold().split())


def spoken_name(name: str) -> str:
    """Write a card's name as it stands between quotes, where it can have none itself."""
    return name.translate(NO_SIGNS)
