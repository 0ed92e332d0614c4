"""Where a table is: in a file or at an address, and on which sheet of it: ``cards.xlsx#Cards``."""

import re
from dataclasses import dataclass
from os.path import exists  # that of `Path` fails for names that are too long
from pathlib import Path
from urllib.parse import unquote

from evenhand.decks.addresses import check_address, fetch, is_address
from evenhand.decks.problems import InputError, Problem, UsageError
from evenhand.decks.spreadsheets.spreadsheet import DOCUMENT, is_spreadsheet
from evenhand.decks.text_file import LARGEST_FILE, LARGEST_TEXT, read_bytes, shorten

__all__ = ["TableFile", "find_table", "lead_from"]

SHEET = "#"  # stands before the name of a sheet
NAMED_SHEET = re.compile(r"\.(?:xlsx|xlsm|ods|xls|xlsb)(?=#)", re.IGNORECASE)
ARCHIVE = b"PK\x03\x04"  # begins an XLSX and an ODS file
TAB = "gid="  # begins what an address of Google's names a sheet by
PAGE = (b"<!doctype html", b"<html")
IN_FIRST = 1_024  # bytes
PUBLISH = "publish the sheet as CSV, and give that address"
PUBLISH_GOOGLE = (
    "in Google Sheets: File, Share, Publish to web, a sheet, CSV; give the address that is shown"
)
GOOGLE = "docs.google.com/spreadsheets/"


@dataclass(frozen=True)
class TableFile:
    """Where a table is.

    Attributes
    ----------
    named : str
        All of it, as the user named it.
    file : str
        A path or an address.
    sheet : str
        The name of a sheet; "" for the one that fits.
    """

    named: str
    file: str
    sheet: str = ""

    @property
    def is_address(self) -> bool:
        """Whether it is asked for, and not on disk."""
        return is_address(self.file)

    @property
    def path(self) -> Path:
        """The file on disk.

        Raises
        ------
        UsageError
            If it is at an address.
        """
        if self.is_address:
            raise UsageError(f"{self.file} is an address: what is there cannot be written")
        return Path(self.file)

    def read(self) -> bytes:
        """Return the bytes of the file.

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
        """Return whether it is a spreadsheet: by its ending, at an address by its bytes."""
        if self.is_address:
            return content.startswith(ARCHIVE)
        return is_spreadsheet(Path(self.file))

    def check_is_sheetless(self) -> None:
        """Refuse the name of a sheet, because this is a text file."""
        if self.sheet:
            message = f"{self.file} is a text file, which has no sheets"
            raise UsageError(message, f"leave out '{SHEET}{shorten(self.sheet)}'")

    def kept_as(self, content: bytes) -> str:
        """Return the name by which a run keeps the file, followed by that of the sheet."""
        name = _name_content(content) if self.is_address else Path(self.file).name
        return f"{name}{self.kept_sheet}"

    @property
    def kept_sheet(self) -> str:
        """What follows the name of the file there.

        A sheet's name has no slashes then; it is found without them, too.
        """
        sheet = self.sheet.replace("/", " ").replace("\\", " ")
        return f"{SHEET}{sheet}" if sheet else ""

    def _refuse(self, message: str, hint: str = "") -> None:
        raise InputError([Problem(self.file, None, None, message, hint)])


def find_table(named: str | Path) -> TableFile:
    """Find the file and the sheet that a user means.

    What follows a ``#`` is a sheet's name, unless the path exists with it.

    Raises
    ------
    UsageError
        If no name follows, or the address is none that is asked.
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


def lead_from(folder: Path, named: str) -> str:
    """Return what a file in a folder names, seen from where the user is."""
    return named if is_address(named) else str(folder / named)


def _find_sheet(text: str) -> int | None:
    """Return where the name of a sheet begins: behind a file, or what must be a spreadsheet."""
    places = [place for place, letter in enumerate(text) if letter == SHEET]
    for place in places[:IN_FIRST]:
        if exists(text[:place]) and not Path(text[:place]).is_dir():
            return place
    found = NAMED_SHEET.search(text)
    return found.end() if found else None


def _is_page(content: bytes) -> bool:
    start = content.removeprefix(b"\xef\xbb\xbf").lstrip()[:IN_FIRST].lower()
    return start.startswith(PAGE) or (start.startswith(b"<") and b"<html" in start)


def _name_content(content: bytes) -> str:
    if not content.startswith(ARCHIVE):
        return "cards.csv"
    return "cards.ods" if DOCUMENT in content[:IN_FIRST] else "cards.xlsx"
