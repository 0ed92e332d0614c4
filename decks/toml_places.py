"""Find the lines of the keys of a TOML text, and enforce limits, in one pass.

`tomllib` returns values without places, and is very slow for extreme input. This module splits
the text into TOML tokens, so that strings and comments are recognized. Invalid TOML ends the
pass; `tomllib` then reports the error.
"""

import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress

__all__ = ["LimitError", "Place", "find_places"]

Place = tuple[str | int, ...]  # keys and list indices on the path to a value

DEEPEST = 20  # nested values, and keys of a dotted key
DEEPEST_PLACE = 60  # keys and list indices on the path to a bracket
MOST_DIGITS = 40
MARKS = {"[", "]", "{", "}", ",", ".", "=", "\n", ""}  # the last one is the end of the text
TOKEN = re.compile(
    r"""[ \t]*+(?:\#[^\n]*+)?+(?:(
    [A-Za-z0-9_+:-]++ | [][{},.=] | (?:\n[ \t]*+(?:\#[^\n]*+)?+)++
    | "{3}(?:[^"\\]|\\.|"{1,2}(?!"))*+"{3,5} | '{3}(?:[^']|'{1,2}(?!'))*+'{3,5}
    | (?!"{3}|'{3}) (?: "(?:[^"\\\n]|\\[^\n])*+" | '[^'\n]*+' )
    | \Z) | .)""",
    re.VERBOSE | re.DOTALL,
)
NUMBER = re.compile(r"[+-]?[0-9]")


class LimitError(Exception):
    """A TOML text exceeds a limit of depth or of digits."""

    def __init__(self, message: str, line: int) -> None:
        self.message, self.line = message, line
        super().__init__(message)


class NotTomlError(Exception):
    """A text is not valid TOML from here on."""


def find_places(text: str) -> dict[Place, int]:
    r"""Return the lines of all places, keys and list items, of TOML with line ends ``\n``.

    Raises
    ------
    LimitError
        If values are nested too deeply, or a number has too many digits.
    """
    parser = PlaceParser(text)
    with suppress(NotTomlError):
        parser.parse()
    return parser.implied | parser.explicit


class PlaceParser:
    """Recursive-descent parser of TOML that records the lines of places.

    Attributes
    ----------
    explicit : dict
        Line of each key and item that is written out, by place.
    implied : dict
        Line at which each implicit table is first named, by place.
    """

    def __init__(self, text: str) -> None:
        self.explicit: dict[Place, int] = {}
        self.implied: dict[Place, int] = {}
        self.n_tables: dict[Place, int] = {}  # tables so far of each array of tables
        self.depth = 0
        self.tokens = _tokenize(text)
        self.token, self.line = "\n", 0  # as at the start of a line

    def advance(self) -> None:
        """Move to the next token."""
        self.token, self.line = next(self.tokens)

    def expect(self, mark: str) -> None:
        """Skip a mark; raise if the current token is another one."""
        if self.token != mark:
            raise NotTomlError
        self.advance()

    def parse(self) -> None:
        """Parse all lines: headings, keys with values, and blank lines."""
        inside: Place = ()
        while self.skip_lines():
            if self.token == "[":
                inside = self.parse_heading()
            else:
                self.parse_pair(inside)
            if self.token:
                self.expect("\n")

    def parse_heading(self) -> Place:
        """Parse the heading of a table, and return the table's place."""
        line = self.line
        self.expect("[")
        is_item = self.token == "["
        if is_item:
            self.expect("[")
        place = self.resolve_keys(self.parse_keys(), line)
        for _ in range(1 + is_item):
            self.expect("]")
        if is_item:
            self.explicit.setdefault(place, line)
            self.n_tables[place] = self.n_tables.get(place, 0) + 1
            place = (*place, self.n_tables[place] - 1)
        self.explicit.setdefault(place, line)
        return place

    def resolve_keys(self, keys: list[str], line: int) -> Place:
        """Return the place of keys; in an array of tables, they mean its last table."""
        place: Place = ()
        for key in keys[:-1]:
            place = (*place, key)
            self.implied.setdefault(place, line)
            if place in self.n_tables:
                place = (*place, self.n_tables[place] - 1)
        return (*place, keys[-1])

    def parse_keys(self) -> list[str]:
        """Parse a dotted key."""
        line, keys = self.line, [self.parse_key()]
        while self.token == ".":
            self.advance()
            keys.append(self.parse_key())
            if len(keys) > DEEPEST:
                message = f"expected at most {DEEPEST} keys with dots between them, found more"
                raise LimitError(message, line)
        return keys

    def parse_key(self) -> str:
        """Parse one key, with or without quotes."""
        token = self.token
        if token in MARKS:
            raise NotTomlError
        self.advance()
        return _unquote_key(token) if token[0] in "\"'" else token

    def parse_pair(self, inside: Place) -> None:
        """Parse a key and its value."""
        line, place = self.line, inside
        for key in self.parse_keys():
            place = (*place, key)
            self.implied.setdefault(place, line)
        self.explicit.setdefault(place, line)
        self.expect("=")
        self.parse_value(place)

    def parse_value(self, place: Place) -> None:
        """Parse a value, and record the lines of the values inside."""
        if self.token in ("[", "{"):
            self.depth += 1
            if self.depth > DEEPEST or len(place) > DEEPEST_PLACE:
                message = f"expected at most {DEEPEST} brackets in brackets, found more"
                raise LimitError(message, self.line)
            self.parse_items(place, is_list=self.token == "[")
            self.depth -= 1
        else:
            self.parse_scalar()

    def parse_items(self, place: Place, is_list: bool) -> None:
        """Parse the items of a list, or the pairs of an inline table."""
        self.advance()
        n_items, end = 0, "]" if is_list else "}"
        while self.skip_lines() != end:
            if is_list:
                self.explicit[*place, n_items] = self.line
                self.parse_value((*place, n_items))
            else:
                self.parse_pair(place)
            n_items += 1
            if self.skip_lines() != end:
                self.expect(",")
        self.expect(end)

    def skip_lines(self) -> str:
        """Skip line ends, and return the next token."""
        while self.token == "\n":
            self.advance()
        return self.token

    def parse_scalar(self) -> None:
        """Parse a value that contains no others: a string, a number, a date or a word."""
        if self.token in MARKS:
            raise NotTomlError
        while self.token == "." or self.token not in MARKS:
            if len(self.token) > MOST_DIGITS and NUMBER.match(self.token):
                message = f"expected at most {MOST_DIGITS} digits in a number, found more"
                raise LimitError(message, self.line)
            self.advance()


def _tokenize(text: str) -> Iterator[tuple[str, int]]:
    """Yield the TOML tokens of a text with their lines, up to the first invalid one.

    Blank lines and comments between two lines are part of the line-end token.
    """
    line = 1
    for match in TOKEN.finditer(text):
        token = match[1]
        if token is None:
            break
        if token.startswith("\n"):
            yield "\n", line
        else:
            yield token, line
        line += token.count("\n")
    raise NotTomlError


def _unquote_key(token: str) -> str:
    """Return the text of a quoted TOML key."""
    if "\\" not in token:
        return token[1:-1]
    try:
        return str(tomllib.loads(f"key = {token}")["key"])
    except tomllib.TOMLDecodeError:
        raise NotTomlError from None
