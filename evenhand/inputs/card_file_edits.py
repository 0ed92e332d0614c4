"""Replace cells in a designer's card file and leave the rest of its text unchanged."""

from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from evenhand.decks.numerals import NUMERAL
from evenhand.decks.pool import columns_of, list_columns
from evenhand.decks.problems import UsageError, keep_rest
from evenhand.decks.schema import GameSchema
from evenhand.decks.sheet import read_sheet, resolve_headers
from evenhand.decks.spreadsheets.spreadsheet import is_spreadsheet
from evenhand.decks.table_location import find_table
from evenhand.decks.text_file import normalize_text
from evenhand.decks.text_table import find_separator

__all__ = ["NumberEdit", "TextEdit", "replace_numbers", "replace_texts"]

QUOTE = '"'


class NumberEdit(NamedTuple):
    """A number to write into a cell of a card file.

    Attributes
    ----------
    line : int
        Line on which the card's row begins.
    column : str
        The game's name of the column.
    value : int
        The new number.
    """

    line: int
    column: str
    value: int


class TextEdit(NamedTuple):
    """A text to write into a cell of a card file.

    Attributes
    ----------
    line, column : int, str
        As in `NumberEdit`.
    text : str
        The new text, in one line.
    """

    line: int
    column: str
    text: str


class Record(NamedTuple):
    """A row of a card file: its first line, and the spans of its cells in the text."""

    line: int
    cells: list[tuple[int, int]]


def replace_numbers(schema: GameSchema, named: str | Path, edits: list[NumberEdit]) -> bytes:
    """Return the content of a card file with some numbers replaced, and all else unchanged.

    Raises
    ------
    UsageError
        If the file is a spreadsheet, which only its own program can edit without loss.
    """
    text, _, find_cell = locate_cells(schema, named)
    cells = {}
    for edit in edits:
        start, end = find_cell(edit.line, edit.column)
        cells[start, end] = NUMERAL.sub(str(edit.value), text[start:end], count=1)
    return put_cells(text, cells)


def replace_texts(schema: GameSchema, named: str | Path, edits: Collection[TextEdit]) -> bytes:
    """Return the content of a card file with other texts in some cells, and all else unchanged.

    A cell is put in quotes if it was in quotes, or if its text would end it otherwise.

    Raises
    ------
    UsageError
        If the file is a spreadsheet, which only its own program can edit without loss.
    """
    text, separator, find_cell = locate_cells(schema, named)
    cells = {}
    for edit in edits:
        start, end = find_cell(edit.line, edit.column)
        old, written = text[start:end], edit.text
        first, last = len(old) - len(old.lstrip()), len(old.rstrip())
        if QUOTE in old + written or separator in written:
            written = QUOTE + written.replace(QUOTE, 2 * QUOTE) + QUOTE
        cells[start, end] = old[:first] + written + old[last:]
    return put_cells(text, cells)


def put_cells(text: str, cells: Mapping[tuple[int, int], str]) -> bytes:
    """Return the content of a card file with other cells, by the span that each has in its text."""
    for (start, end), written in sorted(cells.items(), reverse=True):
        text = text[:start] + written + text[end:]
    return text.encode("utf-8")


def locate_cells(
    schema: GameSchema, named: str | Path
) -> tuple[str, str, Callable[[int, str], tuple[int, int]]]:
    """Return the text of a card file, what separates its cells, and what finds a cell's span.

    Cells are found by the line on which their row begins, and the game's name of their column.
    """
    place = find_table(named)
    if is_spreadsheet(Path(place.file)):
        raise UsageError(f"{named} is a spreadsheet: change its cells in the program it is of")
    content = place.read()
    if place.is_spreadsheet(content):
        raise UsageError(f"{named} is a spreadsheet: change its cells where it is kept")
    columns = columns_of(schema)
    table, _ = keep_rest(lambda: read_sheet(named, columns))
    sheet, _ = keep_rest(lambda: resolve_headers(table, list_columns(schema), schema.aliases))
    text = content.decode("utf-8")
    separator = find_separator(text, place.file, columns)
    records = {record.line: record for record in list_records(text, separator)}
    columns_at = find_columns(text, records[sheet.header_line], sheet.written_as)
    return text, separator, lambda line, column: records[line].cells[columns_at[column]]


def find_columns(text: str, header: Record, written_as: Mapping[str, str]) -> dict[str, int]:
    """Return the positions of columns in a card file's row, keyed by the game's names."""
    headers = [normalize_text(text[start:end].strip().strip(QUOTE)) for start, end in header.cells]
    return {column: headers.index(name) for column, name in written_as.items()}


def list_records(text: str, separator: str) -> Iterator[Record]:
    """Yield the rows of a card file's text; line breaks inside quotes are part of a cell."""
    line, first, start, is_quoted = 1, 1, 0, False
    cells: list[tuple[int, int]] = []
    for place, sign in enumerate(text):
        is_break = sign == "\n" or (sign == "\r" and text[place + 1 : place + 2] != "\n")
        if sign == QUOTE:
            is_quoted = not is_quoted
        elif not is_quoted and (sign == separator or is_break):
            cells.append((start, place))
            start = place + 1
        if is_break:
            line += 1
            if not is_quoted:
                yield Record(first, cells)
                first, cells = line, []
    if start < len(text) or cells:
        yield Record(first, [*cells, (start, len(text))])
