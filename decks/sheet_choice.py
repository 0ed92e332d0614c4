"""Choose the sheet of a spreadsheet that holds the cards."""

from collections.abc import Sequence
from contextlib import suppress

from evenhand.decks.columns import DEEPEST_HEADER, Columns, find_header
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.problems import InputError, Problem, UsageError, did_you_mean
from evenhand.decks.spreadsheets.cells import MOST_SHEETS, Cells
from evenhand.decks.spreadsheets.spreadsheet import Book, open_spreadsheet
from evenhand.decks.table_location import TableFile

__all__ = ["check_sheet", "choose_sheet"]

MOST_NAMED = 12  # sheets in a message


def choose_sheet(place: TableFile, book: Book, columns: Columns | None) -> tuple[int, list[str]]:
    """Choose the sheet to read; return its number, from 0, and notes on the choice.

    Raises
    ------
    UsageError
        If no sheet has the given name.
    InputError
        If no name is given, and no sheet or several sheets have the required columns.
    """
    if place.sheet:
        return find_named_sheet(place, book.sheets), []
    number = _find_number(place, book, columns)
    is_first, n_sheets = number == 0 and columns is None, len(book.sheets)
    if not (number or number in book.hidden or (is_first and n_sheets > 1)):
        return number, []
    order = "the first sheet" if is_first else f"sheet {number + 1} of {n_sheets}"
    hidden = ", which is hidden" if number in book.hidden else ""
    return number, [f"{place.named}: read {order}, {_quote_names([book.sheets[number]])}{hidden}"]


def check_sheet(place: TableFile) -> None:
    """Raise if a file has no sheet of the name chosen; a file that cannot be read passes.

    Raises
    ------
    UsageError
    """
    if place.sheet:
        with suppress(InputError):  # reported when the cards are read
            content = place.read()
            if not place.is_spreadsheet(content):
                place.check_is_sheetless()
            find_named_sheet(place, open_spreadsheet(place.file, content).sheets)


def find_named_sheet(place: TableFile, sheets: Sequence[str]) -> int:
    """Return the number of the sheet of a name, from 0, ignoring case.

    Raises
    ------
    UsageError
        If no sheet has the name.
    """
    if place.sheet in sheets:
        return sheets.index(place.sheet)
    keys = [_normalize_name(sheet) for sheet in sheets]
    if _normalize_name(place.sheet) in keys:
        return keys.index(_normalize_name(place.sheet))
    hint = did_you_mean(place.sheet, sheets) or f"its sheets are {_quote_names(sheets)}"
    raise UsageError(f"{place.file} has no sheet '{shorten(place.sheet)}'", hint)


def _find_number(place: TableFile, book: Book, columns: Columns | None) -> int:
    """Choose the only sheet, or the one with the required columns; return its number."""
    if len(book.sheets) == 1:
        return 0
    if columns is None:
        return _prefer_visible(book, range(len(book.sheets)))[0]
    return _find_fitting(place, book, columns)


def _prefer_visible(book: Book, numbers: Sequence[int]) -> Sequence[int]:
    """Drop hidden sheets, unless all are hidden."""
    return [number for number in numbers if number not in book.hidden] or numbers


def _find_fitting(place: TableFile, book: Book, columns: Columns) -> int:
    """Return the number of the one sheet whose header names all required columns."""
    headers = [_find_header_cells(cells, columns) for cells in book.heads()]
    fits = [number for number, cells in enumerate(headers) if not columns.missing_in(cells)]
    fitting = _prefer_visible(book, fits)
    if len(fitting) == 1:
        return fitting[0]
    filled = _prefer_visible(book, [number for number, cells in enumerate(headers) if cells])
    if not fitting and len(filled) <= 1 and len(book.sheets) <= MOST_SHEETS:
        return filled[0] if filled else 0  # its problems are reported when it is read
    if fitting:
        raise _make_several_error(place, [book.sheets[number] for number in fitting])
    raise _make_none_error(place, book.sheets, headers, columns)


def _make_several_error(place: TableFile, names: Sequence[str]) -> InputError:
    return _make_error(place, f"several sheets could be meant: {_quote_names(names)}", names[0])


def _make_none_error(
    place: TableFile, sheets: Sequence[str], headers: Sequence[Sequence[str]], columns: Columns
) -> InputError:
    """Return an error that no sheet fits, with the missing columns of the nearest one."""
    named = [len(columns.named_in(cells)) for cells in headers]
    best = named.index(max(named))
    lacks = ", ".join(columns.missing_in(headers[best]))
    near = f"; {_quote_names(sheets[best : best + 1])} lacks {lacks}" if max(named) else ""
    message = f"none of the sheets {_quote_names(sheets)} has all columns that are needed{near}"
    return _make_error(place, message, sheets[best])


def _make_error(place: TableFile, message: str, sheet: str) -> InputError:
    hint = f"name the one that holds the cards: {place.file}#{sheet}"
    return InputError([Problem(place.named, None, None, message, hint)])


def _find_header_cells(cells: Cells, columns: Columns) -> Sequence[str]:
    rows = [list(cells.rows[line].values()) for line in sorted(cells.rows)][:DEEPEST_HEADER]
    return rows[find_header(rows, columns)] if rows else []


def _normalize_name(sheet: str) -> str:
    return " ".join(sheet.casefold().replace("/", " ").replace("\\", " ").split())


def _quote_names(sheets: Sequence[str]) -> str:
    shown = ", ".join(f"'{shorten(sheet)}'" for sheet in sheets[:MOST_NAMED])
    more = len(sheets) - MOST_NAMED
    return f"{shown} and {more:,} more" if more > 0 else shown
