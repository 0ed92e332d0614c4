"""Decks as tables: a CSV or TSV file with a column of counts and one of names."""

from collections.abc import Iterator
from pathlib import Path

from evenhand.decks.deck_lines import CardLine, DeckLines, read_deck_name
from evenhand.decks.problems import InputError, Problem
from evenhand.decks.sheet import Sheet, find_separator, read_sheet, resolve_headers
from evenhand.decks.text_file import shorten

__all__ = ["TABLE_ENDINGS", "is_deck_table", "is_deck_table_name", "read_deck_table"]

TABLE_ENDINGS = (".csv", ".tsv")
COLUMNS = ("copies", "name", "section", "deck")
# Beside those of all tables: see `evenhand.decks.sheet`.
ALIASES = {
    "amount": "copies", "number": "copies", "board": "section", "zone": "section",
    "deck name": "deck",
}  # fmt: skip
LOOKED_AT = 4096  # bytes at the beginning of a file, in which its header is


def is_deck_table_name(path: str | Path) -> bool:
    """Return whether a file's ending says that it is a table."""
    return Path(path).suffix.casefold() in TABLE_ENDINGS


def is_deck_table(path: Path) -> bool:
    """Return whether a file's header has counts and names: a card file beside decks has none."""
    if not is_deck_table_name(path) or not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            text = file.read(LOOKED_AT).decode("utf-8-sig", "replace")
    except OSError:  # reading it as a deck says why
        return True
    lines = (line for line in text.splitlines() if line.strip() and not line.startswith("#"))
    headers = next(lines, "").split(find_separator(text, str(path)))
    cells = tuple(header.strip(' "') for header in headers if header.strip(' "'))
    try:
        found = resolve_headers(Sheet(str(path), 1, cells, [], []), COLUMNS, ALIASES).written_as
    except InputError:  # two columns of counts: a deck all the same, and refused when it is read
        return True
    return {"copies", "name"} <= set(found)


def read_deck_table(path: str | Path) -> tuple[DeckLines, str]:
    """Read a deck's table; return its lines, and the SHA-256 of the file's bytes.

    Raises
    ------
    UsageError
        If nothing is at the path.
    InputError
        If the table is wrong as such, or has no column of counts or none of names.
    """
    written = read_sheet(path)
    sheet = resolve_headers(written, COLUMNS, ALIASES)
    if missing := [column for column in ("copies", "name") if column not in sheet.written_as]:
        found = shorten(", ".join(written.headers))
        message = f"expected a header such as 'count,name', found '{found}'"
        what = {"copies": "counts", "name": "names"}
        hint = f"there is no column of {' and none of '.join(what[one] for one in missing)}"
        raise InputError([Problem(sheet.file, sheet.header_line, None, message, hint)])
    said = DeckLines(notes=list(sheet.notes))
    said.cards = list(_card_lines(sheet, said.problems))
    _take_deck_name(sheet, said)
    return said, sheet.content_hash


def _card_lines(sheet: Sheet, problems: list[Problem]) -> Iterator[CardLine]:
    for row in sheet.rows:
        words, section = row.cells.get("name", ""), row.cells.get("section", "").casefold()
        copies = row.cells.get("copies", "1")
        if words:
            yield CardLine(row.line, section, words, copies)
        elif row.cells.get("copies"):
            column = sheet.written_as["name"]
            message = f"expected a card beside '{shorten(copies)}', found nothing"
            problems.append(Problem(sheet.file, row.line, column, message))


def _take_deck_name(sheet: Sheet, said: DeckLines) -> None:
    """Take the deck's name from its column: one name, in one row or in all of them."""
    names = [(row.line, row.cells["deck"]) for row in sheet.rows if row.cells.get("deck")]
    for line, text in names[:1]:
        said.name, wrong = read_deck_name(text)
        other = next((later for later in names if later[1] != text), None)
        if other is not None:
            line, wrong = other[0], f"expected one deck, '{shorten(text)}', found another"
            wrong = f"{wrong}: '{shorten(other[1])}'"
        if wrong:
            hint = "a file for each deck" if other else ""
            said.problems.append(Problem(sheet.file, line, sheet.written_as["deck"], wrong, hint))
