"""The parsed lines of a deck file: cards of the deck, and cards that are kept out of it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from evenhand.decks.deck_formats import PLAIN, DeckFormat
from evenhand.decks.deck_line_parsing import ParsedLine
from evenhand.decks.deck_names import validate_deck_name
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.problems import Problem

__all__ = ["CardLine", "DeckLines", "format_line_references"]

MOST_NAMED = 8  # headings, in a note
EDGES = re.compile(r"^\W+|\W+$")


@dataclass(frozen=True)
class CardLine:
    """A line of a deck that should list a card.

    Attributes
    ----------
    line : int
    section : str
        The heading that it stands below, in lower case.
    words : str
        The text of the line; in a table, the cell with the name.
    read : ParsedLine
        Its possible meanings.
    block : int
        Number of blank lines without a heading between the first card and this one.
    unknown : str
        The unknown heading or comment that it stands below; "" if there is none.
    wrong : str
        A problem that holds whatever the line means; "" if there is none.
    """

    line: int
    section: str
    words: str
    read: ParsedLine
    block: int = 0
    unknown: str = ""
    wrong: str = ""


@dataclass
class DeckLines:
    """All lines of a deck file, parsed.

    Attributes
    ----------
    cards : list of CardLine
        Lines of cards that are in the deck.
    kept_out : dict of str to list of int
        Lines of cards that are kept out of the deck, by the text that excludes them.
    name : str
        The deck's display name; "" if the file gives none.
    name_line : int
        Line of the name; 0 if there is none.
    deck_format : DeckFormat
    problems : list of Problem
    notes : list of str
        Remarks that are not errors.
    """

    cards: list[CardLine] = field(default_factory=list)
    kept_out: dict[str, list[int]] = field(default_factory=dict)
    name: str = ""
    name_line: int = 0
    deck_format: DeckFormat = PLAIN
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def keep_out(self, board: str, line: int) -> None:
        """Record that a line is kept out of the deck by a board."""
        self.kept_out.setdefault(EDGES.sub("", board).casefold(), []).append(line)

    def refuse_doubtful(self, file: str, line: int, words: str, column: str | None = None) -> None:
        """Add a problem for words that may keep cards out of the deck."""
        message = f"'{shorten(words)}' may keep cards out of the deck"
        hint = "say 'Sideboard' if it does, and something else if it does not"
        self.refuse(file, line, message, hint, column)

    def refuse(
        self, file: str, line: int, message: str, hint: str, column: str | None = None
    ) -> None:
        """Add a problem for a line."""
        self.problems.append(Problem(file, line, column, message, hint))

    def set_name(self, file: str, line: int, text: str) -> None:
        """Set the deck's name from a line; add a problem if it is invalid or a second one."""
        name, wrong = validate_deck_name(text)
        if self.name_line and not wrong:
            wrong = f"the deck has a name already, on line {self.name_line}"
        if wrong:
            self.problems.append(Problem(file, line, None, wrong))
        else:
            self.name, self.name_line = name, line

    def describe(self) -> Iterator[str]:
        """Yield notes on the format of the file and on the lines that are not played."""
        if self.deck_format.name:
            yield f"read as a list of {self.deck_format.name}"
        if self.kept_out:
            yield f"not played: {format_line_references(self.kept_out)}"


def format_line_references(lines_of: Mapping[str, Sequence[int]]) -> str:
    """List deck lines' texts with their numbers: "'maybe' (line 3, 2 lines)"."""
    listed = [
        f"'{shorten(words)}' (line {lines[0]}{f', {len(lines)} lines' if lines[1:] else ''})"
        for words, lines in list(lines_of.items())[:MOST_NAMED]
    ]
    more = len(lines_of) - MOST_NAMED
    return ", ".join(listed) + (f" and {more} more" if more > 0 else "")
