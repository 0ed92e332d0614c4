"""The location of a table: a file or an address, with or without a sheet: ``cards.xlsx#Cards``."""

import re
from dataclasses import dataclass
from os.path import exists  # that of `Path` fails for names that are too long
from pathlib import Path
from urllib.parse import unquote

from evenhand.decks.addresses import check_address, fetch, is_address
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.problems import InputError, Problem, UsageError
from evenhand.decks.spreadsheets.spreadsheet import DOCUMENT, is_spreadsheet
from evenhand.decks.text_file import LARGEST_FILE, LARGEST_TEXT, read_bytes

__all__ = ["TableFile", "find_table", "resolve_table_path"]

SHEET = "#"  # separates a file from the name of a sheet
NAMED_SHEET = re.compile(r"\.(?:xlsx|xlsm|ods|xls|xlsb)(?=#)", re.IGNORECASE)
ARCHIVE = b"PK\x03\x04"  # first bytes of XLSX and ODS files
TAB = "gid="  # first characters of a fragment by which Google Sheets identifies a sheet
PAGE = (b"<!doctype html", b"<html")
IN_FIRST = 1_024  # bytes
PUBLISH = "publish the sheet as CSV, and give that address"
PUBLISH_GOOGLE = (
    "in Google Sheets: File, Share, Publish to web, a sheet, CSV; give the address that is shown"
)
GOOGLE = "docs.google.com/spreadsheets/"


@dataclass(frozen=True)
class TableFile:
    """The location of a table.

    Attributes
    ----------
    named : str
        The whole location, as the user gave it.
    file : str
        A path or an address.
    sheet : str
        The name of a sheet; "" to choose the sheet by its header.
    """

    named: str
    file: str
    sheet: str = ""

    @property
    def is_address(self) -> bool:
        """Whether the file is at a web address."""
        return is_address(self.file)

    @property
    def path(self) -> Path:
        """The path on disk.

        Raises
        ------
        UsageError
            If it is at an address.
        """
        if self.is_address:
            raise UsageError(f"{self.file} is an address: what is there cannot be written")
        return Path(self.file)

    def read(self) -> bytes:
        """Read the bytes at the location.

        Raises
        ------
        UsageError
            If there is none.
        InputError
            If it cannot be read, is too large, or is a web page.
        """
        if self.is_address:
            content = fetch(self.file)
        else:
            path = Path(self.file)
            content = read_bytes(path, LARGEST_FILE if is_spreadsheet(path) else LARGEST_TEXT)
        if not content.startswith(ARCHIVE) and self.is_address and len(content) > LARGEST_TEXT:
            self._refuse(f"the text is larger than {LARGEST_TEXT / 1024**2:g} MB")
        if _is_page(content):
            hint = PUBLISH_GOOGLE if GOOGLE in self.file else PUBLISH
            self._refuse("this is a web page, and no table", hint)
        return content

    def is_spreadsheet(self, content: bytes) -> bool:
        """Return whether a spreadsheet is there: a file by ending, an address by its bytes."""
        if self.is_address:
            return content.startswith(ARCHIVE)
        return is_spreadsheet(Path(self.file))

    def check_is_sheetless(self) -> None:
        """Raise if a sheet is named, because this is a text file."""
        if self.sheet:
            message = f"{self.file} is a text file, which has no sheets"
            raise UsageError(message, f"leave out '{SHEET}{shorten(self.sheet)}'")

    def kept_as(self, content: bytes) -> str:
        """Return the name of the copy in a run folder, followed by that of the sheet."""
        name = _name_file(content) if self.is_address else Path(self.file).name
        return f"{name}{self.kept_sheet}"

    @property
    def kept_sheet(self) -> str:
        """The suffix of that name for the sheet.

        Slashes in a sheet's name are replaced by spaces; lookups treat both alike.
        """
        sheet = self.sheet.replace("/", " ").replace("\\", " ")
        return f"{SHEET}{sheet}" if sheet else ""

    def _refuse(self, message: str, hint: str = "") -> None:
        raise InputError([Problem(self.file, None, None, message, hint)])


def find_table(named: str | Path) -> TableFile:
    """Parse a user's location of a table into its file and sheet.

    The text after a ``#`` is a sheet's name, unless a path with the ``#`` exists.

    Raises
    ------
    UsageError
        If the name of the sheet is empty, or the address must not be fetched.
    """
    text = str(named)
    if is_address(text):
        check_address(text)
        file, _, sheet = text.partition(SHEET)
        return TableFile(text, file, "" if sheet.startswith(TAB) else unquote(sheet))
    place = None if exists(text) else _find_sheet(text)
    if place is None:
        return TableFile(text, text)
    if not text[place + 1 :].strip():
        raise UsageError(f"{shorten(text)}: expected the name of a sheet after '{SHEET}'")
    return TableFile(text, text[:place], text[place + 1 :].strip())


def resolve_table_path(folder: Path, named: str) -> str:
    """Resolve a table's path named in a file against its folder; addresses are unchanged."""
    return named if is_address(named) else str(folder / named)


def _find_sheet(text: str) -> int | None:
    """Return the position of the ``#`` before a sheet in a location; None if there is none."""
    places = [place for place, letter in enumerate(text) if letter == SHEET]
    for place in places[:IN_FIRST]:
        if exists(text[:place]) and not Path(text[:place]).is_dir():
            return place
    match = NAMED_SHEET.search(text)
    return match.end() if match else None


def _is_page(content: bytes) -> bool:
    start = content.removeprefix(b"\xef\xbb\xbf").lstrip()[:IN_FIRST].lower()
    return start.startswith(PAGE) or (start.startswith(b"<") and b"<html" in start)


def _name_file(content: bytes) -> str:
    if not content.startswith(ARCHIVE):
        return "cards.csv"
    return "cards.ods" if DOCUMENT in content[:IN_FIRST] else "cards.xlsx"
