"""ODS files, as LibreOffice writes them: their first sheet."""

from collections.abc import Mapping

from evenhand.decks.spreadsheets.archive import Archive
from evenhand.decks.spreadsheets.cells import (
    LAST_COLUMN,
    LAST_ROW,
    Cells,
    SheetError,
    is_error,
    write_number,
)
from evenhand.decks.spreadsheets.markup import read_markup
from evenhand.decks.text_file import shorten

__all__ = ["CONTENT", "read_document"]

CONTENT = "content.xml"
CELLS = ("table:table-cell", "table:covered-table-cell")
BESIDE = ("office:annotation", "draw:")  # what lies on a cell and is no part of its text
MOST_SPACES = 1_000
NUMBERS = ("float", "percentage", "currency")
# Where values stand that are no text, by their type.
VALUES = {
    **dict.fromkeys(NUMBERS, "office:value"),
    "boolean": "office:boolean-value",
    "date": "office:date-value",
    "time": "office:time-value",
}


def read_document(archive: Archive) -> tuple[list[str], Cells]:
    """Return the names of a document's sheets, and the cells of the first.

    Raises
    ------
    SheetError
        If it cannot be read.
    """
    reader = DocumentReader()
    read_markup(archive.read(CONTENT), reader)
    if not reader.sheets:
        raise SheetError("it holds no sheet")
    return reader.sheets, reader.cells


class DocumentReader:
    """Reads the cells of the first sheet, and the names of the others."""

    def __init__(self) -> None:
        self.sheets: list[str] = []
        self.cells = Cells()
        self.row, self.down = 0, 1  # the row that is read, and how many are the same
        self.column, self.across = 0, 1
        self.n_tables = 0  # a cell may hold a table
        self.n_beside = 0
        self.paragraphs: list[str] = []
        self.is_paragraph = False
        self.attributes: Mapping[str, str] = {}

    @property
    def is_inside(self) -> bool:
        """Whether this is the sheet that is read."""
        return self.n_tables == 1 and len(self.sheets) == 1 and not self.n_beside

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """See a sheet, a row, a cell, or a part of its text begin."""
        if name == "table:table":
            self.n_tables += 1
            if self.n_tables == 1:
                self.sheets.append(attributes.get("table:name", ""))
        elif name.startswith(BESIDE):
            self.n_beside += 1
        elif not self.is_inside:
            return
        elif name in CELLS:
            self.attributes = attributes
            self.column += self.across
            self.across = read_times(attributes, "table:number-columns-repeated", LAST_COLUMN)
            self.paragraphs = []
        elif name == "table:table-row":
            self.row += self.down
            self.down = read_times(attributes, "table:number-rows-repeated", LAST_ROW)
            self.column, self.across = 0, 1
        elif name == "text:p":
            self.paragraphs.append("")
            self.is_paragraph = True
        elif self.is_paragraph:
            self._add_space(name, attributes)

    def end(self, name: str) -> None:
        """See a sheet, a cell, or a part of its text end."""
        if name == "table:table":
            self.n_tables -= 1
        elif name.startswith(BESIDE):
            self.n_beside -= 1
        elif name == "text:p":
            self.is_paragraph = False
        elif name in CELLS and self.is_inside:
            self._end_cell()

    def text(self, text: str) -> None:
        """Keep a piece of a cell's text."""
        if self.is_paragraph and self.is_inside:
            self.paragraphs[-1] += text

    def _add_space(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "text:s":
            self.paragraphs[-1] += " " * read_times(attributes, "text:c", MOST_SPACES)
        elif name in ("text:tab", "text:line-break"):
            self.paragraphs[-1] += "\t" if name == "text:tab" else "\n"

    def _end_cell(self) -> None:
        place = (self.row, self.column)
        formula = self.attributes.get("table:formula", "")
        kind = self.attributes.get("office:value-type", "")
        shown = "\n".join(self.paragraphs)
        if formula and not kind and not shown:
            self.cells.put(*place, formula[formula.index("=") :] if "=" in formula else formula)
            self.cells.uncalculated.add(place)
        elif is_error(shown.strip()) or kind not in VALUES:
            shown = shown or self.attributes.get("office:string-value", "")
            self.cells.put(*place, shown, self.across, self.down)
        else:
            value = self.attributes.get(VALUES[kind], "")
            text = write_number(value) if kind in NUMBERS else value
            self.cells.put(*place, text, self.across, self.down)


def read_times(attributes: Mapping[str, str], name: str, most: int) -> int:
    """Read how many times something is there, once if nothing is said."""
    text = attributes.get(name, "1")
    if text.isascii() and text.isdigit() and len(text) < 8 and 1 <= int(text) <= most:
        return int(text)
    raise SheetError(f"{name}: expected 1 to {most:,}, found '{shorten(text)}'")
