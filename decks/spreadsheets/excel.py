"""Read XLSX files, the format of Excel and of most other programs."""

import posixpath
import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cached_property
from typing import NamedTuple

from evenhand.decks.spreadsheets.archive import Archive
from evenhand.decks.spreadsheets.cells import (
    MOST_SHEETS,
    Cells,
    Head,
    SheetError,
    cell_name,
    format_number,
    format_percent,
    parse_area,
    parse_cell_name,
)
from evenhand.decks.spreadsheets.markup import read_markup

__all__ = ["Workbook"]

ROOT = "_rels/.rels"
SHOWN = "visible"  # the state of a sheet that is neither "hidden" nor "veryHidden"
MOST_STRINGS = 200_000
MOST_LINKS = 10_000  # and sheets
MOST_OF_HEAD = 512 * 1024  # bytes at the beginning of a sheet
PERCENT_FORMATS = {9, 10}  # built in
DATE_FORMATS = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}  # built in
# Parts of a format code that are not a date; an unclosed quote or bracket extends to the end.
NO_DATE = re.compile(r'"[^"]*(?:"|$)|\\.|\[[^\]]*(?:\]|$)|General')
# Cells and rows with formatting only, of which there may be a million.
EMPTY = re.compile(
    rb"""<(?:\w+:)?(?:c r="[A-Z]+[0-9]+"|row r="[0-9]+")[^<>]*(?:(?<=/)>|></(?:\w+:)?(?:c|row)>)"""
)
SECONDS = 24 * 60 * 60  # seconds of a day
FIRST_DAY, FIRST_DAY_OF_1904 = datetime(1899, 12, 30), datetime(1904, 1, 1)


class Link(NamedTuple):
    """A reference from one part of an XLSX file to another."""

    kind: str
    path: str


class Tab(NamedTuple):
    """A sheet in an XLSX workbook's list, with the id of the link to its part."""

    name: str
    link: str
    is_hidden: bool


class Workbook:
    """An XLSX file and its sheets.

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
        start = _find_path(_read_links(archive, ROOT), "officeDocument")
        if start is None or start.endswith(".bin"):
            raise SheetError("it holds no workbook that can be read", "save it as .xlsx")
        self._archive, self._book = archive, WorkbookReader()
        read_markup(archive.read(start), self._book, MOST_LINKS)
        folder, file = posixpath.split(start)
        self._parts = _read_links(archive, f"{folder}/_rels/{file}.rels")
        linked = [sheet for sheet in self._book.sheets if sheet.link in self._parts]
        tables = [sheet for sheet in linked if self._parts[sheet.link].kind == "worksheet"]
        if not tables:
            raise SheetError("it holds no sheet")
        self.sheets = [sheet.name for sheet in tables]
        self.hidden = {number for number, sheet in enumerate(tables) if sheet.is_hidden}
        self._paths = [self._parts[sheet.link].path for sheet in tables]

    def read(self, number: int) -> Cells:
        """Return the cells of a sheet.

        Raises
        ------
        SheetError
            If they cannot be read, or are too many.
        """
        content = self._archive.read(self._paths[number])
        sheet = SheetReader(self._book, *self._shared, Cells())
        read_markup(EMPTY.sub(b"", content), sheet)
        sheet.cells.spread()
        return sheet.cells

    def heads(self) -> list[Cells]:
        """Return the top of each sheet; empty for a sheet that cannot be read."""
        return [self._read_head(path) for path in self._paths[:MOST_SHEETS]]

    def _read_head(self, path: str) -> Cells:
        sheet = SheetReader(self._book, *self._shared, Head())
        with suppress(SheetError):
            content = self._archive.read_start(path, MOST_OF_HEAD)
            is_whole = len(content) < MOST_OF_HEAD
            read_markup(EMPTY.sub(b"", content), sheet, is_whole=is_whole)
        return sheet.cells

    @cached_property
    def _shared(self) -> tuple[list[str], "StyleReader"]:
        """The texts and the styles of all sheets."""
        strings, styles = StringReader(), StyleReader()
        for kind, reader in (("sharedStrings", strings), ("styles", styles)):
            part = _find_path(self._parts, kind)
            if part is not None and part in self._archive:
                read_markup(self._archive.read(part), reader)
        return strings.texts, styles


def _read_links(archive: Archive, path: str) -> dict[str, Link]:
    """Return the links of an XLSX part by id, with paths from the archive's root."""
    reader = LinkReader(posixpath.dirname(posixpath.dirname(path)))
    read_markup(archive.read(path), reader, MOST_LINKS)
    return reader.links


def _find_path(links: Mapping[str, Link], kind: str) -> str | None:
    return next((link.path for link in links.values() if link.kind == kind), None)


def _local_name(name: str) -> str:
    return name.rpartition(":")[2]


def _is_true(text: str | None) -> bool:
    return text in ("1", "true")


class QuietReader:
    """Base of readers of XLSX that ignore text."""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Handle the start of an element."""

    def end(self, name: str) -> None:
        """Do nothing."""

    def text(self, text: str) -> None:
        """Do nothing."""


class LinkReader(QuietReader):
    """Read the links of an XLSX part."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.links: dict[str, Link] = {}

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Handle a link."""
        if _local_name(name) == "Relationship":
            path = posixpath.normpath(posixpath.join(self.folder, attributes.get("Target", "")))
            kind = attributes.get("Type", "").rpartition("/")[2]
            self.links[attributes.get("Id", "")] = Link(kind, path)


class WorkbookReader(QuietReader):
    """Read an XLSX file's list of sheets, and its settings for dates and formulas."""

    def __init__(self) -> None:
        self.sheets: list[Tab] = []
        self.first_day = FIRST_DAY
        self.is_uncalculated = False  # whether formulas were never calculated

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Handle a sheet or a setting."""
        match _local_name(name):
            case "sheet":
                link = next((attributes[key] for key in attributes if _local_name(key) == "id"), "")
                is_hidden = attributes.get("state", SHOWN) != SHOWN
                self.sheets.append(Tab(attributes.get("name", ""), link, is_hidden))
            case "workbookPr" if _is_true(attributes.get("date1904")):
                self.first_day = FIRST_DAY_OF_1904
            case "calcPr":
                self.is_uncalculated = _is_true(attributes.get("fullCalcOnLoad"))


class StyleReader(QuietReader):
    """Read which XLSX styles are dates, percentages and struck through."""

    def __init__(self) -> None:
        self.date_formats = {str(number) for number in DATE_FORMATS}
        self.percent_formats = {str(number) for number in PERCENT_FORMATS}
        self.date_styles: set[str] = set()
        self.percent_styles: set[str] = set()
        self.struck_fonts: set[str] = set()
        self.struck_styles: set[str] = set()
        self.n_fonts = self.n_styles = 0
        self.inside = ""  # the current list of fonts or styles

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Handle a number format, a font or a style."""
        match _local_name(name):
            case "numFmt":
                self._add_format(attributes)
            case "fonts" | "cellXfs" as local:
                self.inside = local
            case "font" if self.inside == "fonts":
                self.n_fonts += 1
            case "strike" if self.inside == "fonts" and _is_true(attributes.get("val", "1")):
                self.struck_fonts.add(str(self.n_fonts - 1))
            case "xf" if self.inside == "cellXfs":
                self._add_style(attributes)

    def _add_format(self, attributes: Mapping[str, str]) -> None:
        code = NO_DATE.sub("", attributes.get("formatCode", ""))
        if set("dmyhsDMYHS") & set(code):
            self.date_formats.add(attributes.get("numFmtId", ""))
        elif "%" in code:
            self.percent_formats.add(attributes.get("numFmtId", ""))

    def _add_style(self, attributes: Mapping[str, str]) -> None:
        style = str(self.n_styles)
        if attributes.get("fontId") in self.struck_fonts:
            self.struck_styles.add(style)
        if attributes.get("numFmtId") in self.date_formats:
            self.date_styles.add(style)
        elif attributes.get("numFmtId") in self.percent_formats:
            self.percent_styles.add(style)
        self.n_styles += 1

    def end(self, name: str) -> None:
        """Handle the end of the list of fonts or styles."""
        if _local_name(name) == self.inside:
            self.inside = ""


class StringReader:
    """Read the texts that XLSX cells share, without phonetic annotations."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.pieces: list[str] = []
        self.is_text = self.is_pronunciation = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Handle the start of a text."""
        local = _local_name(name)
        self.is_pronunciation |= local == "rPh"
        self.is_text = local == "t" and not self.is_pronunciation

    def end(self, name: str) -> None:
        """Handle the end of a text."""
        self.is_text = False
        match _local_name(name):
            case "rPh":
                self.is_pronunciation = False
            case "si":
                self.texts.append("".join(self.pieces))
                self.pieces = []
                if len(self.texts) > MOST_STRINGS:
                    raise SheetError(f"expected at most {MOST_STRINGS:,} texts, found more")

    def text(self, text: str) -> None:
        """Add a piece of a text."""
        if self.is_text:
            self.pieces.append(text)


class SheetReader:
    """Read the cells of an XLSX sheet."""

    def __init__(
        self, book: WorkbookReader, strings: list[str], styles: StyleReader, cells: Cells
    ) -> None:
        self.book, self.strings, self.styles, self.cells = book, strings, styles, cells
        self.row = self.column = 0
        self.kind = self.style = self.field = ""
        self.formula: list[str] | None = None
        self.is_inside = self.is_pronunciation = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Handle the start of a row, a cell, or a part of a cell."""
        name = _local_name(name)
        if not self.is_inside:
            self.is_inside = name == "sheetData"
            if name == "mergeCell":
                self.cells.merge(parse_area(attributes.get("ref", "")))
        elif name == "c":
            self._begin_cell(attributes)
        elif name == "row":
            self.row = self._parse_row(attributes.get("r"))
            self.column = 0
            if _is_true(attributes.get("hidden")):
                self.cells.hidden.add(self.row)
        elif name in ("v", "t", "f"):
            self.field = "" if self.is_pronunciation else name
            if name == "f":
                self.formula = []
        elif name == "rPh":
            self.is_pronunciation = True

    def end(self, name: str) -> None:
        """Handle the end of a cell, of a part of it, or of the table."""
        name = _local_name(name)
        self.field = ""
        if name == "c":
            if self.cells.pieces or self.formula is not None:
                self._end_cell()
        elif name == "sheetData":
            self.is_inside = False
        elif name == "rPh":
            self.is_pronunciation = False

    def text(self, text: str) -> None:
        """Add a piece of a cell's value or formula."""
        if self.field == "f" and self.formula is not None:
            self.formula.append(text)
        elif self.field:
            self.cells.add(text)

    def _parse_row(self, number: str | None) -> int:
        return self.row + 1 if number is None else parse_cell_name(f"A{number}")[0]

    def _begin_cell(self, attributes: Mapping[str, str]) -> None:
        place = attributes.get("r")
        if place is None:  # it follows the previous cell
            self.column += 1
        else:
            self.row, self.column = parse_cell_name(place)
        self.kind, self.style = attributes.get("t", "n"), attributes.get("s", "")
        self.formula = None
        self.cells.begin(self.row, self.column, self.style in self.styles.struck_styles)

    def _end_cell(self) -> None:
        value = "".join(self.cells.pieces)
        if self._is_uncalculated(value):
            self.cells.put(self.row, self.column, "=" + "".join(self.formula or ()))
            self.cells.uncalculated.add((self.row, self.column))
        else:
            self.cells.put(self.row, self.column, self._format_value(value))

    def _is_uncalculated(self, value: str) -> bool:
        """Return whether a formula has no value, or the 0 that libraries write as a placeholder."""
        if self.formula is None or self.kind == "str":
            return False
        return not value or (self.book.is_uncalculated and value == "0")

    def _format_value(self, value: str) -> str:
        match self.kind:
            case "s":
                return self._find_shared_text(value)
            case "b":
                return "true" if _is_true(value) else "false"
            case "n" if self.style in self.styles.date_styles:
                return format_date(value, self.book.first_day)
            case "n" if self.style in self.styles.percent_styles:
                return format_percent(value)
            case "n":
                return format_number(value)
        return value

    def _find_shared_text(self, number: str) -> str:
        is_number = number.isascii() and number.isdigit() and len(number) < 8
        if is_number and int(number) < len(self.strings):
            return self.strings[int(number)]
        place = cell_name(self.row, self.column)
        message = f"it is damaged: the text of cell {place} is missing"
        raise SheetError(message, "save it again", self.row)


def format_date(text: str, first_day: datetime) -> str:
    """Format Excel's number of days since ``first_day`` as a date, a time, or both."""
    try:
        moment = first_day + timedelta(seconds=round(float(text) * SECONDS))
    except (OverflowError, ValueError):
        return text
    if moment.date() == first_day.date():
        return str(moment.time())
    return str(moment.date() if moment.time() == datetime.min.time() else moment)
