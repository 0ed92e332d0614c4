"""Where the keys of a TOML text stand, found in one pass that also holds its limits.

`tomllib` gives values without places, and takes very long for what nobody writes. Here the same
text is cut into the tokens that TOML has, so that what stands in a string or in a comment is
nothing else. What is no TOML ends the pass; `tomllib` then says what is wrong.
"""

import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress

__all__ = ["Place", "TooMuchError", "find_places"]

Place = tuple[str | int, ...]  # keys and positions that lead to a value

DEEPEST = 20  # values in values, and keys of a dotted key
DEEPEST_PLACE = 60  # keys and positions that lead to brackets
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


class TooMuchError(Exception):
    """A text is more than anybody writes."""

    def __init__(self, message: str, line: int) -> None:
        self.message, self.line = message, line
        super().__init__(message)


class NoTomlError(Exception):
    """A text is no TOML, and may be none of the rest."""


def find_places(text: str) -> dict[Place, int]:
    """Return the lines of all keys and list items of a text with plain line ends.

    Raises
    ------
    TooMuchError
        If the text is deeper than anybody's, or has longer numbers.
    """
    reader = PlaceReader(text)
    with suppress(NoTomlError):
        reader.read()
    return reader.implied | reader.found


class PlaceReader:
    """Reads a text from its first token to its last.

    Attributes
    ----------
    found : dict
        Lines of what is written out, by its place.
    implied : dict
        Lines where tables are first named that only others stand in.
    """

    def __init__(self, text: str) -> None:
        self.found: dict[Place, int] = {}
        self.implied: dict[Place, int] = {}
        self.n_tables: dict[Place, int] = {}  # of each array of tables so far
        self.depth = 0
        self.tokens = _cut(text)
        self.token, self.line = "\n", 0  # as if the text followed another line

    def go_on(self) -> None:
        """Look at the next token."""
        self.token, self.line = next(self.tokens)

    def take(self, mark: str) -> None:
        """Pass a mark that has to be there."""
        if self.token != mark:
            raise NoTomlError
        self.go_on()

    def read(self) -> None:
        """Read all lines, each of which is a heading, a key with its value, or blank."""
        inside: Place = ()
        while self.skip_lines():
            if self.token == "[":
                inside = self.read_heading()
            else:
                self.read_pair(inside)
            if self.token:
                self.take("\n")

    def read_heading(self) -> Place:
        """Read the heading of a table, and return the table's place."""
        line = self.line
        self.take("[")
        is_item = self.token == "["
        if is_item:
            self.take("[")
        place = self.enter(self.read_keys(), line)
        for _ in range(1 + is_item):
            self.take("]")
        if is_item:
            self.found.setdefault(place, line)
            self.n_tables[place] = self.n_tables.get(place, 0) + 1
            place = (*place, self.n_tables[place] - 1)
        self.found.setdefault(place, line)
        return place

    def enter(self, keys: list[str], line: int) -> Place:
        """Lead keys that go through arrays of tables into the last table of each."""
        place: Place = ()
        for key in keys[:-1]:
            place = (*place, key)
            self.implied.setdefault(place, line)
            if place in self.n_tables:
                place = (*place, self.n_tables[place] - 1)
        return (*place, keys[-1])

    def read_keys(self) -> list[str]:
        """Read keys with dots between them."""
        line, keys = self.line, [self.read_key()]
        while self.token == ".":
            self.go_on()
            keys.append(self.read_key())
            if len(keys) > DEEPEST:
                message = f"expected at most {DEEPEST} keys with dots between them, found more"
                raise TooMuchError(message, line)
        return keys

    def read_key(self) -> str:
        """Read a key, with or without quotes."""
        token = self.token
        if token in MARKS:
            raise NoTomlError
        self.go_on()
        return _read_string(token) if token[0] in "\"'" else token

    def read_pair(self, inside: Place) -> None:
        """Read a key and its value."""
        line, place = self.line, inside
        for key in self.read_keys():
            place = (*place, key)
            self.implied.setdefault(place, line)
        self.found.setdefault(place, line)
        self.take("=")
        self.read_value(place)

    def read_value(self, place: Place) -> None:
        """Read a value, and note where what it holds stands."""
        if self.token in ("[", "{"):
            self.depth += 1
            if self.depth > DEEPEST or len(place) > DEEPEST_PLACE:
                message = f"expected at most {DEEPEST} brackets in brackets, found more"
                raise TooMuchError(message, self.line)
            self.read_many(place, is_list=self.token == "[")
            self.depth -= 1
        else:
            self.read_one()

    def read_many(self, place: Place, is_list: bool) -> None:
        """Read the items of a list, or the pairs of a table in braces."""
        self.go_on()
        n_items, end = 0, "]" if is_list else "}"
        while self.skip_lines() != end:
            if is_list:
                self.found[*place, n_items] = self.line
                self.read_value((*place, n_items))
            else:
                self.read_pair(place)
            n_items += 1
            if self.skip_lines() != end:
                self.take(",")
        self.take(end)

    def skip_lines(self) -> str:
        """Pass line ends, and return the token that follows."""
        while self.token == "\n":
            self.go_on()
        return self.token

    def read_one(self) -> None:
        """Read a value that holds no others: a string; or a number, a date or a word."""
        if self.token in MARKS:
            raise NoTomlError
        while self.token == "." or self.token not in MARKS:
            if len(self.token) > MOST_DIGITS and NUMBER.match(self.token):
                message = f"expected at most {MOST_DIGITS} digits in a number, found more"
                raise TooMuchError(message, self.line)
            self.go_on()


def _cut(text: str) -> Iterator[tuple[str, int]]:
    """Cut a text into its tokens, each with its line, up to what is none.

    Blank lines and comments between two lines are one token with the line's end.
    """
    line = 1
    for found in TOKEN.finditer(text):
        token = found[1]
        if token is None:
            break
        if token.startswith("\n"):
            yield "\n", line
        else:
            yield token, line
        line += token.count("\n")
    raise NoTomlError


def _read_string(token: str) -> str:
    """Return the text of a key in quotes."""
    if "\\" not in token:
        return token[1:-1]
    try:
        return str(tomllib.loads(f"key = {token}")["key"])
    except tomllib.TOMLDecodeError:
        raise NoTomlError from None
