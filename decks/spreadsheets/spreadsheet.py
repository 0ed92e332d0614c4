"""Spreadsheet files: their sheets as text, whatever program wrote them.

The files are read here and by no library, in one pass and with limits: a card sheet is small,
but a file may say that it has 17 billion cells, or unpack to gigabytes, and libraries make
room for all of them first.
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
DOCUMENT = b"opendocument.spreadsheet"  # stands at the beginning of an ODS file
SAVE_AS = "save it as .xlsx"


class Book(Protocol):
    """A spreadsheet file.

    Attributes
    ----------
    sheets : list of str
        The names of its sheets, in the order of their tabs; there is one at least.
    hidden : set of int
        The numbers of those that nobody sees who opens the file.
    """

    sheets: list[str]
    hidden: set[int]

    def read(self, number: int) -> Cells:
        """Return the cells of a sheet, or raise SheetError."""

    def heads(self) -> list[Cells]:
        """Return what stands at the top of each sheet, or of very many the first."""


def is_spreadsheet(path: Path) -> bool:
    """Return whether a file's name is that of a spreadsheet."""
    return path.suffix.lower() in (*ENDINGS, *BINARY_ENDINGS)


def open_spreadsheet(file: str, content: bytes) -> Book:
    """Open the bytes of a spreadsheet.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    with _named(file):
        return _open(file, content)


def read_cells(file: str, book: Book, number: int) -> Cells:
    """Read a sheet of a spreadsheet.

    Raises
    ------
    InputError
        If it cannot be read, or holds more than a card sheet can.
    """
    with _named(file):
        return book.read(number)


@contextmanager
def _named(file: str) -> Iterator[None]:
    """Say of which file it is that it cannot be read."""
    try:
        yield
    except SheetError as error:
        message = f"the spreadsheet cannot be read: {error.message}"
        raise InputError([Problem(file, error.line, None, message, error.hint)]) from None


def _open(file: str, content: bytes) -> Book:
    ending = Path(file).suffix.lower()
    if ending in BINARY_ENDINGS:
        raise SheetError(f"{ending} files are not read any more", SAVE_AS)
    if content.startswith(OLD_START):
        hint = f"{SAVE_AS}, without a password"
        raise SheetError("it is an old .xls file, or one with a password", hint)
    archive = Archive(content)
    return Document(archive) if CONTENT in archive else Workbook(archive)
