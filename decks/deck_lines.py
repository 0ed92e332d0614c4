"""What the lines of a deck file are: cards of the deck, and what is kept out of it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from evenhand.decks.deck_forms import PLAIN, Form
from evenhand.decks.deck_names import read_deck_name
from evenhand.decks.deck_readings import Read
from evenhand.decks.problems import Problem
from evenhand.decks.text_file import shorten

__all__ = ["CardLine", "DeckLines", "list_lines"]

MOST_NAMED = 8  # headings, in a note
EDGES = re.compile(r"^\W+|\W+$")


@dataclass(frozen=True)
class CardLine:
    """A line that should be of a card.

    Attributes
    ----------
    line : int
    section : str
        The heading that it stands below, in small letters.
    words : str
        The line; in a table, the cell of the name.
    read : Read
        What it may mean.
    block : int
        How many blank lines without a heading part it from the first card.
    own : str
        What it stands below, if that is a heading that nobody knows or a comment.
    wrong : str
        What is wrong with it whatever it means.
    """

    line: int
    section: str
    words: str
    read: Read
    block: int = 0
    own: str = ""
    wrong: str = ""


@dataclass
class DeckLines:
    """What the lines of a deck file are.

    Attributes
    ----------
    cards : list of CardLine
        Those of the deck.
    kept_out : dict of str to list of int
        Lines of cards that are kept out of the deck, by what says so.
    name : str
        The deck's name for people; "" if the file gives none.
    name_line : int
        Where it stands.
    form : Form
    problems : list of Problem
    notes : list of str
        Things worth knowing that are no errors.
    """

    cards: list[CardLine] = field(default_factory=list)
    kept_out: dict[str, list[int]] = field(default_factory=dict)
    name: str = ""
    name_line: int = 0
    form: Form = PLAIN
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def keep_out(self, board: str, line: int) -> None:
        """Leave a line out of the deck."""
        self.kept_out.setdefault(EDGES.sub("", board).casefold(), []).append(line)

    def doubt(self, file: str, line: int, words: str, column: str | None = None) -> None:
        """Refuse words that may keep cards out of the deck."""
        message = f"'{shorten(words)}' may keep cards out of the deck"
        hint = "say 'Sideboard' if it does, and something else if it does not"
        self.refuse(file, line, message, hint, column)

    def refuse(
        self, file: str, line: int, message: str, hint: str, column: str | None = None
    ) -> None:
        """Refuse a line, whatever its card is."""
        self.problems.append(Problem(file, line, column, message, hint))

    def take_name(self, file: str, line: int, text: str) -> None:
        """Take the name that a line gives to the deck."""
        name, wrong = read_deck_name(text)
        if self.name_line and not wrong:
            wrong = f"the deck has a name already, on line {self.name_line}"
        if wrong:
            self.problems.append(Problem(file, line, None, wrong))
        else:
            self.name, self.name_line = name, line

    def tell(self) -> Iterator[str]:
        """Say in which form the file was read, and which of its lines are not played."""
        if self.form.name:
            yield f"read as a list of {self.form.name}"
        if self.kept_out:
            yield f"not played: {list_lines(self.kept_out)}"


def list_lines(lines_of: Mapping[str, Sequence[int]]) -> str:
    """List words with the lines that they are said of."""
    listed = [
        f"'{shorten(words)}' (line {lines[0]}{f', {len(lines)} lines' if lines[1:] else ''})"
        for words, lines in list(lines_of.items())[:MOST_NAMED]
    ]
    more = len(lines_of) - MOST_NAMED
    return ", ".join(listed) + (f" and {more} more" if more > 0 else "")
