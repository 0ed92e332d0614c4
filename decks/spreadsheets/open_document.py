"""Read ODS files, the format of LibreOffice."""

from collections.abc import Mapping

from evenhand.decks.invisible_characters import shorten
from evenhand.decks.spreadsheets.archive import Archive
from evenhand.decks.spreadsheets.cells import (
    HEAD_ROWS,
    LAST_COLUMN,
    LAST_ROW,
    MOST_ROWS,
    MOST_SHEETS,
    Area,
    Cells,
    Head,
    SheetError,
    format_number,
    format_percent,
    is_error,
)
from evenhand.decks.spreadsheets.markup import read_markup

__all__ = ["CONTENT", "Document"]

CONTENT = "content.xml"
SHEET = b"<table:table "
CELLS = ("table:table-cell", "table:covered-table-cell")
HIDDEN_ROW = ("collapse", "filter")
BESIDE = ("office:annotation", "draw:")  # comments and drawings, which are not a cell's text
MOST_SPACES = 1_000
NUMBERS = ("float", "currency")
PERCENT = "percentage"
# Attributes of values that are not text, by value type.
VALUES = {
    **dict.fromkeys((*NUMBERS, PERCENT), "office:value"),
    "boolean": "office:boolean-value",
    "date": "office:date-value",
    "time": "office:time-value",
}


class Document:
    """An ODS file and its sheets.

    Attributes
    ----------
    sheets : list of str
        Their names, in the order of their tabs.
    hidden : set of int
        The numbers of those that are hidden.

    Raises
    ------
    SheetError
        If it cannot be read.
    """

    def __init__(self, archive: Archive) -> None:
        self._content = archive.read(CONTENT)
        self._is_lone = self._content.count(SHEET) == 1  # then it is read in the first pass
        reader = DocumentReader(0 if self._is_lone else None)
        read_markup(self._content, reader)
        if not reader.sheets:
            raise SheetError("it holds no sheet")
        self.sheets, self.hidden, self._cells = reader.sheets, reader.hidden, reader.cells

    def read(self, number: int) -> Cells:
        """Return the cells of a sheet.

        Raises
        ------
        SheetError
            If they cannot be read, or are too many.
        """
        if self._is_lone:
            cells = self._cells[number]
        else:
            reader = DocumentReader(number)
            read_markup(self._content, reader)
            cells = reader.cells[number]
        cells.spread()
        return cells

    def heads(self) -> list[Cells]:
        """Return the top of each sheet."""
        return self._cells[:MOST_SHEETS]


class DocumentReader:
    """Read the cells of one ODS sheet, or the tops of all sheets.

    Attributes
    ----------
    sheets : list of str
        Names.
    hidden : set of int
        The numbers of those that are hidden.
    cells : list of Cells
        Cells of each sheet; with ``wanted``, only that sheet has any.
    """

    def __init__(self, wanted: int | None = None) -> None:
        self.wanted = wanted
        self.sheets: list[str] = []
        self.hidden: set[int] = set()
        self.cells: list[Cells] = []
        self.style = ""  # the current style
        self.hiding_styles: set[str] = set()
        self.striking_styles: set[str] = set()
        self.row, self.down = 0, 1  # the current row, and its number of repetitions
        self.column, self.across = 0, 1
        self.n_tables = 0  # a cell may hold a table
        self.n_beside = 0
        self.n_paragraphs = 0
        self.is_paragraph = False
        self.attributes: Mapping[str, str] = {}

    @property
    def is_inside(self) -> bool:
        """Whether the current position is in a sheet and row that is read."""
        if self.n_tables != 1 or self.n_beside:
            return False
        if self.wanted is None:
            return len(self.sheets) <= MOST_SHEETS and self.row <= HEAD_ROWS
        return len(self.sheets) == self.wanted + 1

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Handle the start of a sheet, a row, a cell, or a part of its text."""
        if name == "table:table":
            self.n_tables += 1
            if self.n_tables == 1:
                self._begin_sheet(attributes)
        elif name.startswith(BESIDE):
            self.n_beside += 1
        elif not self.is_inside:
            self._add_style(name, attributes)
        elif name in CELLS:
            self.attributes = attributes
            self.column += self.across
            self.across = parse_repetitions(
                attributes, "table:number-columns-repeated", LAST_COLUMN
            )
            self.n_paragraphs = 0
            is_struck = attributes.get("table:style-name") in self.striking_styles
            self.cells[-1].begin(self.row, self.column, is_struck)
        elif name == "table:table-row":
            self._begin_row(attributes)
        elif name == "text:p":
            self.cells[-1].add("\n" if self.n_paragraphs else "")
            self.n_paragraphs += 1
            self.is_paragraph = True
        elif self.is_paragraph:
            self._add_space(name, attributes)

    def end(self, name: str) -> None:
        """Handle the end of a sheet, a cell, or a part of its text."""
        if name == "table:table":
            self.n_tables -= 1
        elif name.startswith(BESIDE):
            self.n_beside -= 1
        elif name == "text:p":
            self.is_paragraph = False
        elif name in CELLS and self.is_inside:
            self._end_cell()

    def text(self, text: str) -> None:
        """Add a piece of a cell's text."""
        if self.is_paragraph and self.is_inside:
            self.cells[-1].add(text)

    def _add_style(self, name: str, attributes: Mapping[str, str]) -> None:
        """Handle a style: record those of hidden sheets and of struck cells."""
        if name == "style:style":
            self.style = attributes.get("style:name", "")
        elif attributes.get("table:display") == "false":
            self.hiding_styles.add(self.style)
        elif attributes.get("style:text-line-through-style", "none") != "none":
            self.striking_styles.add(self.style)

    def _begin_sheet(self, attributes: Mapping[str, str]) -> None:
        if attributes.get("table:style-name") in self.hiding_styles:
            self.hidden.add(len(self.sheets))
        self.sheets.append(attributes.get("table:name", ""))
        self.cells.append(Head() if self.wanted is None else Cells())
        self.row, self.down = 0, 1

    def _begin_row(self, attributes: Mapping[str, str]) -> None:
        self.row += self.down
        self.down = parse_repetitions(attributes, "table:number-rows-repeated", LAST_ROW)
        self.column, self.across = 0, 1
        if attributes.get("table:visibility") in HIDDEN_ROW:
            last = min(self.row + self.down - 1, MOST_ROWS)
            self.cells[-1].hidden.update(range(self.row, last + 1))

    def _add_space(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "text:s":
            self.cells[-1].add(" " * parse_repetitions(attributes, "text:c", MOST_SPACES))
        elif name in ("text:tab", "text:line-break"):
            self.cells[-1].add("\t" if name == "text:tab" else "\n")

    def _end_cell(self) -> None:
        place, cells = (self.row, self.column), self.cells[-1]
        self._merge(cells)
        formula = self.attributes.get("table:formula", "")
        kind = self.attributes.get("office:value-type", "")
        shown = "".join(cells.pieces)
        if formula and not kind and not shown:
            cells.put(*place, formula[formula.index("=") :] if "=" in formula else formula)
            cells.uncalculated.add(place)
        elif is_error(shown.strip()) or kind not in VALUES:
            shown = shown or self.attributes.get("office:string-value", "")
            cells.put(*place, shown, self.across, self.down)
        else:
            value = self.attributes.get(VALUES[kind], "")
            text = format_percent(value) if kind == PERCENT else value
            text = format_number(value) if kind in NUMBERS else text
            cells.put(*place, text, self.across, self.down)

    def _merge(self, cells: Cells) -> None:
        """Record that the current cell is merged with those to its right and below."""
        down = parse_repetitions(self.attributes, "table:number-rows-spanned", LAST_ROW)
        right = parse_repetitions(self.attributes, "table:number-columns-spanned", LAST_COLUMN)
        row, column = self.row, self.column
        cells.merge(Area(row, column, row + down - 1, column + right - 1))


def parse_repetitions(attributes: Mapping[str, str], name: str, most: int) -> int:
    """Return the number of repetitions in an ODS attribute; 1 if it is missing."""
    text = attributes.get(name, "1")
    if text.isascii() and text.isdigit() and len(text) < 8 and 1 <= int(text) <= most:
        return int(text)
    raise SheetError(f"{name}: expected 1 to {most:,}, found '{shorten(text)}'")
