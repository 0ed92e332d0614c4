"""Open spreadsheet files and read their sheets as text.

The files are parsed here and not by a library, in one pass and with limits: a card sheet is
small, but a file may declare 17 billion cells or unpack to gigabytes, for which libraries
allocate memory first.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from evenhand.decks.problems import InputError, Problem
from evenhand.decks.spreadsheets.archive import Archive
from evenhand.decks.spreadsheets.cells import Cells, SheetError
from evenhand.decks.spreadsheets.excel import Workbook
from evenhand.decks.spreadsheets.open_document import CONTENT, Document

__all__ = ["DOCUMENT", "Book", "is_spreadsheet", "open_spreadsheet", "read_cells"]

ENDINGS = (".xlsx", ".xlsm", ".ods")
BINARY_ENDINGS = (".xls", ".xlsb")
OLD_START = b"\xd0\xcf\x11\xe0"  # of XLS files, and of XLSX files with a password
DOCUMENT = b"opendocument.spreadsheet"  # occurs at the beginning of an ODS file
SAVE_AS = "save it as .xlsx"


class Book(Protocol):
    """A spreadsheet file.

    Attributes
    ----------
    sheets : list of str
        Names of its sheets, in the order of their tabs; at least one.
    hidden : set of int
        Numbers of the hidden sheets, from 0.
    """

    sheets: list[str]
    hidden: set[int]

    def read(self, number: int) -> Cells:
        """Read the cells of a sheet; raise SheetError if that fails."""

    def heads(self) -> list[Cells]:
        """Return the top of each sheet, of at most `MOST_SHEETS`."""


def is_spreadsheet(path: Path) -> bool:
    """Return whether a file has the ending of a spreadsheet."""
    return path.suffix.lower() in (*ENDINGS, *BINARY_ENDINGS)


def open_spreadsheet(file: str, content: bytes) -> Book:
    """Open the bytes of a spreadsheet.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    with _translate_errors(file):
        return _make_book(file, content)


def read_cells(file: str, book: Book, number: int) -> Cells:
    """Read a sheet of a spreadsheet.

    Raises
    ------
    InputError
        If it cannot be read, or exceeds the limits of a card sheet.
    """
    with _translate_errors(file):
        return book.read(number)


@contextmanager
def _translate_errors(file: str) -> Iterator[None]:
    """Convert a `SheetError` to an `InputError` that names the file."""
    try:
        yield
    except SheetError as error:
        message = f"the spreadsheet cannot be read: {error.message}"
        raise InputError([Problem(file, error.line, None, message, error.hint)]) from None


def _make_book(file: str, content: bytes) -> Book:
    ending = Path(file).suffix.lower()
    if ending in BINARY_ENDINGS:
        raise SheetError(f"{ending} files are not read any more", SAVE_AS)
    if content.startswith(OLD_START):
        hint = f"{SAVE_AS}, without a password"
        raise SheetError("it is an old .xls file, or one with a password", hint)
    archive = Archive(content)
    return Document(archive) if CONTENT in archive else Workbook(archive)
