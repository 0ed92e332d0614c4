"""The filled cells of a sheet, collected with limits; cells with formatting only are ignored."""

import re
from bisect import bisect_left, bisect_right
from contextlib import suppress
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from evenhand.decks.invisible_characters import shorten
from evenhand.decks.text_file import normalize_text

__all__ = [
    "HEAD_ROWS",
    "MOST_COLUMNS",
    "MOST_ROWS",
    "MOST_SHEETS",
    "Area",
    "Cells",
    "Head",
    "NumberText",
    "SheetError",
    "cell_name",
    "format_number",
    "format_percent",
    "is_error",
    "parse_area",
    "parse_cell_name",
]  # fmt: skip

MOST_ROWS = 20_000  # including blank rows and comments
MOST_COLUMNS = 500
MOST_CELLS = 200_000
MOST_MERGED = 10_000  # areas
MOST_SHEETS = 64  # sheets that are searched for the header of a card sheet
HEAD_ROWS = 200  # rows of each of them that are searched
MOST_TEXT = 16 * 1024 * 1024  # characters of all cells together
LONGEST_TEXT = 512 * 1024  # characters of one cell, before normalization
HEAD_CELLS, HEAD_TEXT, HEAD_LONGEST = 25_000, 1024 * 1024, 1_000  # these limits for `Head`
MOST_COVERED = 2_000_000  # cells examined because merged areas may hide them
LAST_ROW, LAST_COLUMN = 2**20, 2**14  # limits of spreadsheet programs
PLACE = re.compile(r"([A-Za-z]{1,3})([1-9][0-9]{0,6})")
# Texts that spreadsheet programs show for a formula with an error, in many languages.
ERROR = re.compile(r"#[¡¿]?[^\W\d_][\w/]*[!?]|#N/[ADV]|#NV|#NUM|#GETTING_DATA|Err:[0-9]{3}")


class SheetError(Exception):
    """A spreadsheet's cells cannot be read.

    Attributes
    ----------
    line : int or None
        The row of the error.
    """

    def __init__(self, message: str, hint: str = "", line: int | None = None) -> None:
        self.message, self.hint, self.line = message, hint, line
        super().__init__(message)


class NumberText(str):
    """The text of a numeric cell; a point in it is never a thousands separator."""


class Area(NamedTuple):
    """An area of merged cells: the rows and columns of its corners, inclusive, from 1."""

    top: int
    left: int
    bottom: int
    right: int


@dataclass
class Cells:
    """The cells of a sheet, by their texts.

    Attributes
    ----------
    rows : dict
        Texts by row and column, both counted from 1.
    uncalculated : set of (row, column)
        Cells with a formula whose value was never calculated; their text is the formula.
    merged : list of Area
    hidden : set of int
        Rows that are hidden or filtered out.
    struck : set of (row, column)
        Cells whose text is struck through.
    """

    most_cells: ClassVar[int] = MOST_CELLS
    most_text: ClassVar[int] = MOST_TEXT

    rows: dict[int, dict[int, str]] = field(default_factory=dict)
    uncalculated: set[tuple[int, int]] = field(default_factory=set)
    merged: list[Area] = field(default_factory=list)
    hidden: set[int] = field(default_factory=set)
    struck: set[tuple[int, int]] = field(default_factory=set)
    place: tuple[int, int] = (1, 1)  # row and column of the current cell
    is_struck: bool = False
    pieces: list[str] = field(default_factory=list)  # pieces of its text
    n_in_pieces: int = 0
    n_cells: int = 0
    n_letters: int = 0
    n_covered: int = 0

    def begin(self, row: int, column: int, is_struck: bool = False) -> None:
        """Begin a cell, whose text may be struck through."""
        self.place, self.is_struck = (row, column), is_struck
        self.pieces, self.n_in_pieces = [], 0

    def add(self, piece: str) -> None:
        """Add a piece to the text of the current cell.

        Raises
        ------
        SheetError
            If the text gets too long.
        """
        self.n_in_pieces += len(piece)
        if self.n_in_pieces > LONGEST_TEXT:
            name = cell_name(*self.place)
            message = f"expected at most {LONGEST_TEXT:,} characters in cell {name}, found more"
            raise SheetError(message, "", self.place[0])
        self.pieces.append(piece)

    def put(self, row: int, column: int, text: str, across: int = 1, down: int = 1) -> None:
        """Store a text in a cell, or in a block of cells; blank texts are ignored.

        Raises
        ------
        SheetError
            If the cell is out of bounds or filled already, or there are too many.
        """
        self._count_letters(len(text))
        text = text if isinstance(text, NumberText) else normalize_text(text)
        if not text:
            return
        self._check_bounds(row + down - 1, column + across - 1, text)
        self._count_cells(across * down)
        self._count_letters(len(text) * (across * down - 1))
        for line in range(row, row + down):
            texts = self.rows.setdefault(line, {})
            for place in range(column, column + across):
                if place in texts:
                    raise SheetError(f"the cell {cell_name(line, place)} is there twice", "", line)
                texts[place] = text
                if self.is_struck:
                    self.struck.add((line, place))

    def merge(self, area: Area) -> None:
        """Record an area of merged cells.

        Raises
        ------
        SheetError
            If there are too many areas.
        """
        if area.top == area.bottom and area.left == area.right:
            return
        if len(self.merged) == MOST_MERGED:
            raise SheetError(f"expected at most {MOST_MERGED:,} merged areas, found more")
        self.merged.append(area)

    def spread(self) -> None:
        """Copy the text of each merged area to the first column of each of its rows.

        Only rows with other text are filled. Texts that a merged cell hides are removed.

        Raises
        ------
        SheetError
            If the texts get too many or too long.
        """
        lines = sorted(self.rows)
        for area in self.merged:
            covered = lines[bisect_left(lines, area.top) : bisect_right(lines, area.bottom)]
            self._count_cells(len(covered))
            self._count_letters(len(self._text_at(area.top, area.left)) * len(covered))
            for line in covered:
                self._cover(area, line)

    def _cover(self, area: Area, line: int) -> None:
        texts, text = self.rows[line], self._text_at(area.top, area.left)
        hides = range(area.left + 1, min(area.right, MOST_COLUMNS) + 1)
        self.n_covered += min(len(hides), len(texts))
        if self.n_covered > MOST_COVERED:
            raise SheetError("its merged areas lie over each other", "undo the merges")
        for column in [*texts] if len(texts) < len(hides) else hides:
            if column in hides:
                texts.pop(column, None)
        if text:
            texts[area.left] = text
        if (area.top, area.left) in self.uncalculated:
            self.uncalculated.add((line, area.left))

    def _text_at(self, row: int, column: int) -> str:
        return self.rows.get(row, {}).get(column, "")

    def _count_cells(self, more: int) -> None:
        if self.n_cells + more > self.most_cells:
            raise SheetError(f"expected at most {MOST_CELLS:,} cells with text, found more")
        self.n_cells += more

    def _count_letters(self, more: int) -> None:
        if self.n_letters + more > self.most_text:
            raise SheetError(f"expected at most {MOST_TEXT:,} characters in all cells, found more")
        self.n_letters += more

    def _check_bounds(self, row: int, column: int, text: str) -> None:
        if row <= MOST_ROWS and column <= MOST_COLUMNS:
            return
        limit = f"{MOST_ROWS:,} rows" if row > MOST_ROWS else f"{MOST_COLUMNS} columns"
        place = cell_name(row, column)
        message = f"expected at most {limit}, found '{shorten(text)}' in cell {place}"
        raise SheetError(message, f"delete what is in {place} if it is a stray", row)


class Head(Cells):
    """The texts at the top of a sheet; cells beyond its limits are ignored."""

    most_cells: ClassVar[int] = HEAD_CELLS
    most_text: ClassVar[int] = HEAD_TEXT

    def add(self, piece: str) -> None:
        """Add a piece to the text of the current cell, up to the length of a header."""
        if self.n_in_pieces < HEAD_LONGEST:
            super().add(piece[:HEAD_LONGEST])

    def put(self, row: int, column: int, text: str, across: int = 1, down: int = 1) -> None:
        """Store a text if it is at the top of the sheet."""
        if row <= HEAD_ROWS and column + across - 1 <= MOST_COLUMNS:
            with suppress(SheetError):
                super().put(row, column, _truncate(text), across, min(down, HEAD_ROWS + 1 - row))

    def merge(self, area: Area) -> None:
        """Do nothing, because only headers are needed."""


def _truncate(text: str) -> str:
    return text if len(text) <= HEAD_LONGEST else text[:HEAD_LONGEST]


def cell_name(row: int, column: int) -> str:
    """Return the name of a cell in spreadsheet programs: C7."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row}"


def parse_cell_name(name: str) -> tuple[int, int]:
    """Parse the name of a cell to its row and column, from 1.

    Raises
    ------
    SheetError
        If the name is invalid or out of bounds.
    """
    if match := PLACE.fullmatch(name):
        row, column = int(match[2]), 0
        for letter in match[1].upper():
            column = 26 * column + ord(letter) - ord("A") + 1
        if row <= LAST_ROW and column <= LAST_COLUMN:
            return row, column
    raise SheetError(f"expected cells from A1 to XFD1048576, found '{shorten(name)}'")


def parse_area(name: str) -> Area:
    """Parse the name of an area of cells: A2:A9.

    Raises
    ------
    SheetError
        If the name is invalid or out of bounds.
    """
    first, _, last = name.partition(":")
    start, end = parse_cell_name(first), parse_cell_name(last or first)
    return Area(*map(min, start, end), *map(max, start, end))


def is_error(text: str) -> bool:
    """Return whether a cell's text is the error of a formula, such as ``#REF!``."""
    return text.startswith(("#", "Err:")) and ERROR.fullmatch(text) is not None


def format_number(text: str) -> str:
    """Format a cell's number for people: "3.0" as "3"; other texts are unchanged."""
    try:
        value = float(text)
    except ValueError:
        return text
    if value.is_integer() and abs(value) < 10**15:
        return NumberText(int(value))
    return NumberText(f"{value:.15g}")


def format_percent(text: str) -> str:
    """Format a cell's fraction as percent: "0.5" as "50%"; other texts are unchanged."""
    try:
        value = float(text)
    except ValueError:
        return text
    return NumberText(f"{format_number(str(value * 100))}%")
