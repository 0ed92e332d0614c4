"""Spreadsheet files: the first sheet of each, as text, whatever program wrote it.

The files are read here and by no library, in one pass and with limits: a card sheet is small,
but a file may say that it has 17 billion cells, or unpack to gigabytes, and libraries make
room for all of them first.
"""

from dataclasses import dataclass
from pathlib import Path

from evenhand.decks.problems import InputError, Problem
from evenhand.decks.spreadsheets.archive import Archive
from evenhand.decks.spreadsheets.cells import Cells, SheetError
from evenhand.decks.spreadsheets.excel import read_workbook
from evenhand.decks.spreadsheets.open_document import CONTENT, read_document

__all__ = ["Spreadsheet", "is_spreadsheet", "read_spreadsheet"]

ENDINGS = (".xlsx", ".xlsm", ".ods")
BINARY_ENDINGS = (".xls", ".xlsb")
OLD_START = b"\xd0\xcf\x11\xe0"  # of XLS files, and of XLSX files with a password
SAVE_AS = "save it as .xlsx"


@dataclass(frozen=True)
class Spreadsheet:
    """The first sheet of a file.

    Attributes
    ----------
    sheets : list of str
        The names of all sheets, that of the first one first.
    """

    sheets: list[str]
    cells: Cells

    @property
    def name(self) -> str:
        """The name of the sheet."""
        return self.sheets[0]


def is_spreadsheet(path: Path) -> bool:
    """Return whether a file's name is that of a spreadsheet."""
    return path.suffix.lower() in (*ENDINGS, *BINARY_ENDINGS)


def read_spreadsheet(path: Path, content: bytes) -> Spreadsheet:
    """Read the bytes of a spreadsheet.

    Raises
    ------
    InputError
        If it cannot be read, or holds more than a card sheet can.
    """
    try:
        return _read(path, content)
    except SheetError as error:
        message = f"the spreadsheet cannot be read: {error.message}"
        raise InputError([Problem(str(path), error.line, None, message, error.hint)]) from None


def _read(path: Path, content: bytes) -> Spreadsheet:
    if path.suffix.lower() in BINARY_ENDINGS:
        raise SheetError(f"{path.suffix.lower()} files are not read any more", SAVE_AS)
    if content.startswith(OLD_START):
        hint = f"{SAVE_AS}, without a password"
        raise SheetError("it is an old .xls file, or one with a password", hint)
    archive = Archive(content)
    return Spreadsheet(*(read_document if CONTENT in archive else read_workbook)(archive))
