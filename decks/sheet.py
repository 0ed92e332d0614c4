"""Tables as designers keep them: CSV, TSV, semicolons, and spreadsheets.

Every cell is text here. What the columns mean is the card model's business
(`evenhand.decks.pool`); this module finds the rows and remembers where they stood.
"""

import csv
import hashlib
import io
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from evenhand.decks.problems import InputError, Problem
from evenhand.decks.spreadsheets.cells import MOST_COLUMNS, MOST_ROWS, cell_name, is_error
from evenhand.decks.spreadsheets.spreadsheet import Spreadsheet, is_spreadsheet, read_spreadsheet
from evenhand.decks.text_file import LARGEST_FILE, decode, read_bytes, shorten, tidy

__all__ = ["Row", "Sheet", "find_separator", "read_sheet", "resolve_headers"]

SEPARATORS = ",;\t"
MOST_FILLED = 5_000  # rows with text
LONGEST_CELL = 10_000  # characters; a longer cell is a lost closing quote

# Names designers give to columns that most games have.
ALIASES = {
    "card": "name",
    "card name": "name",
    "ability": "abilities",
    "effect": "abilities",
    "effects": "abilities",
    "rules text": "abilities",
    "text": "abilities",
    "mana": "cost",
    "mana cost": "cost",
    "hit points": "hp",
    "health": "hp",
    "qty": "copies",
    "count": "copies",
    "quantity": "copies",
}

Line = tuple[int, list[str]]


@dataclass(frozen=True)
class Row:
    """One row: the line it began on, and its text by header."""

    line: int
    cells: dict[str, str]


@dataclass(frozen=True)
class Sheet:
    """A table with a header.

    Attributes
    ----------
    file : str
        Path as the user gave it.
    header_line : int
        Line of the header.
    headers : tuple of str
        As written, left to right; columns without any text are left out.
    rows : list of Row
        Without blank and comment rows.
    notes : list of str
        Things worth knowing that are no errors.
    written_as : mapping from column to header
        After `resolve_headers`: how the file spells each column.
    content_hash : str
        SHA-256 of the file's bytes, in hex.
    faults : list of Problem
        Cells that hold no value, but what a spreadsheet shows in its place. They are wrong
        in columns that are read; in others they are no matter.
    """

    file: str
    header_line: int
    headers: tuple[str, ...]
    rows: list[Row]
    notes: list[str]
    written_as: Mapping[str, str] = field(default_factory=dict)
    content_hash: str = ""
    faults: Sequence[Problem] = ()


def read_sheet(path: str | Path) -> Sheet:
    """Read a table whose first row with text is its header.

    Rows without text and rows whose first cell begins with ``#`` are skipped.
    The ending says whether the file is a spreadsheet (its first sheet is read) or
    text, and the header line which of ``,`` ``;`` and tab separates text cells.

    Parameters
    ----------
    path : str or Path
        A CSV, TSV, XLSX or ODS file.

    Raises
    ------
    UsageError
        If nothing is at the path.
    InputError
        With all problems of the table's form.
    """
    path = Path(path)
    content = read_bytes(path, LARGEST_FILE) if is_spreadsheet(path) else read_bytes(path)
    book = read_spreadsheet(path, content) if is_spreadsheet(path) else None
    lines = _spreadsheet_lines(book) if book else _text_lines(path, decode(content, path))
    table = [line for line in lines if _is_content(line)]
    problems = list(_size_problems(str(path), lines, table))
    if problems:
        raise InputError(problems)
    notes = [f"{path}: read the first sheet, '{book.name}'"] if book and book.sheets[1:] else []
    return replace(
        _sheet(str(path), table, notes),
        faults=list(_faults(str(path), table, book)),
        content_hash=hashlib.sha256(content).hexdigest(),
    )


def resolve_headers(sheet: Sheet, columns: Collection[str], aliases: Mapping[str, str]) -> Sheet:
    """Call the columns by their proper names and leave the unknown ones out.

    Case, spaces, hyphens and underscores do not matter.

    Parameters
    ----------
    columns : collection of str
        The names that are known.
    aliases : mapping from str to str
        A game's other names for columns, beside the general ones.

    Raises
    ------
    InputError
        If two headers mean the same column, or a cell of a known column is at fault.
    """
    known = {_key(name): name for name in columns}
    meanings = {_key(alias): name for alias, name in {**ALIASES, **aliases}.items()}
    exact = {known[_key(header)] for header in sheet.headers if _key(header) in known}
    column_of: dict[str, str] = {}
    for header in sheet.headers:
        alias = meanings.get(_key(header))
        column = known.get(_key(header))
        if column is None and alias in columns and alias not in exact:
            column = alias
        if column is not None:
            column_of[header] = column
    _check_unique(sheet, column_of)
    if faults := [fault for fault in sheet.faults if fault.column in column_of]:
        raise InputError(faults)
    rows = [
        Row(row.line, {column_of[h]: text for h, text in row.cells.items() if h in column_of})
        for row in sheet.rows
    ]
    return replace(
        sheet,
        rows=rows,
        notes=sheet.notes + _ignored_note(sheet, column_of),
        written_as={column: header for header, column in column_of.items()},
    )


def _size_problems(file: str, lines: list[Line], table: list[Line]) -> Iterator[Problem]:
    if not table:
        yield Problem(file, None, None, "the file holds no table")
    for rows, most, what in ((lines, MOST_ROWS, "rows"), (table, MOST_FILLED, "rows with text")):
        if len(rows) > most:
            message = f"expected at most {most:,} {what}, found more"
            yield Problem(file, rows[most][0], None, message)
            return


def _key(header: str) -> str:
    return "".join(header.casefold().replace("_", " ").replace("-", " ").split())


def _check_unique(sheet: Sheet, column_of: Mapping[str, str]) -> None:
    counts = Counter(column_of.values())
    problems = []
    for column in [column for column, count in counts.items() if count > 1]:
        headers = " and ".join(f"'{h}'" for h, meant in column_of.items() if meant == column)
        message = f"the headers {headers} both mean the column '{column}'"
        problems.append(Problem(sheet.file, sheet.header_line, None, message, "rename one"))
    if problems:
        raise InputError(problems)


def _ignored_note(sheet: Sheet, column_of: Mapping[str, str]) -> list[str]:
    ignored = [f"'{header}'" for header in sheet.headers if header not in column_of]
    if not ignored:
        return []
    word = "column" if len(ignored) == 1 else "columns"
    return [f"{sheet.file}: ignored {word} {', '.join(ignored)}"]


def _is_content(line: Line) -> bool:
    cells = line[1]
    return any(cells) and (not cells[0].startswith("#") or is_error(cells[0]))


def _sheet(file: str, table: Sequence[Line], notes: list[str]) -> Sheet:
    header_line, headers = table[0]
    problems = list(_header_problems(file, header_line, headers))
    rows = []
    has_stray_text = False
    for line, cells in table[1:]:
        problems += _row_problems(file, line, cells, headers)
        pairs = [pair for pair in zip(headers, cells, strict=False) if pair[1]]
        rows.append(Row(line, {header: text for header, text in pairs if header}))
        has_stray_text |= any(not header for header, _ in pairs)
    if problems:
        raise InputError(problems)
    if has_stray_text:
        notes.append(f"{file}: ignored text in columns without a header")
    return Sheet(file, header_line, tuple(filter(None, headers)), rows, notes)


def _header_problems(file: str, line: int, headers: Sequence[str]) -> Iterator[Problem]:
    counts = Counter(_key(header) for header in headers if header)
    for header in dict.fromkeys(headers):
        if counts[_key(header)] > 1:
            places = [str(i + 1) for i, other in enumerate(headers) if _key(other) == _key(header)]
            message = f"columns {' and '.join(places)} have the same header '{shorten(header)}'"
            yield Problem(file, line, None, message, "rename one")
            counts[_key(header)] = 1  # said once


def _row_problems(
    file: str, line: int, cells: Sequence[str], headers: Sequence[str]
) -> Iterator[Problem]:
    width, found = len(headers), len(cells)
    last_named = max((i + 1 for i, header in enumerate(headers) if header), default=0)
    if found < last_named or any(cells[width:]):
        message = f"expected {width} cells, as in the header, found {found}"
        hint = "a cell with a separator in it needs quotes" if found > width else ""
        yield Problem(file, line, None, message, hint)
    for place, text in enumerate(cells):
        if len(text) > LONGEST_CELL:
            column = headers[place] if place < width else place + 1
            message = f"the cell holds {len(text):,} characters; the most is {LONGEST_CELL:,}"
            yield Problem(file, line, column, message)


def _faults(file: str, table: Sequence[Line], book: Spreadsheet | None) -> Iterator[Problem]:
    """Find cells that hold the error of a formula, or a formula that nobody worked out."""
    headers = table[0][1]
    uncalculated = book.cells.uncalculated if book else set()
    for line, cells in table[1:]:
        for column, (header, text) in enumerate(zip(headers, cells, strict=False), start=1):
            if is_error(text):
                found, hint = f"the error {text}", "mend the formula that gave it"
            elif (line, column) in uncalculated:
                found = f"the formula '{shorten(text)}'"
                hint = "nobody has worked it out: open the file in a spreadsheet program, save it"
            else:
                continue
            where = f" in cell {cell_name(line, column)} of the sheet '{book.name}'" if book else ""
            yield Problem(file, line, header, f"expected a value, found {found}{where}", hint)


def _text_lines(path: Path, text: str) -> list[Line]:
    # newline="" keeps the breaks inside quotes and lets old Mac files through.
    source = io.StringIO(text, newline="")
    reader = csv.reader(
        source, delimiter=find_separator(text, path), strict=True, skipinitialspace=True
    )
    lines: list[Line] = []
    start = 1
    try:
        for cells in islice(reader, MOST_ROWS + 1):
            _check_width(path, start, cells)
            lines.append((start, [tidy(cell) if cell else "" for cell in cells[:MOST_COLUMNS]]))
            start = reader.line_num + 1
    except csv.Error as error:
        raise InputError([_csv_problem(path, start, error)]) from None
    return lines


def _check_width(path: Path, line: int, cells: Sequence[str]) -> None:
    """Refuse a row that is too wide; empty cells at its end are no matter."""
    if any(cells[MOST_COLUMNS:]):
        message = f"expected at most {MOST_COLUMNS} columns, found {len(cells):,}"
        raise InputError([Problem(str(path), line, None, message)])


def _csv_problem(path: Path, line: int, error: csv.Error) -> Problem:
    reason = str(error)
    if "field limit" in reason:
        message = f"a cell holds more than {csv.field_size_limit():,} characters"
        return Problem(str(path), line, None, message, "is a closing quote missing?")
    if "unexpected end" in reason:
        return Problem(str(path), line, None, 'a quote (") is opened and never closed')
    hint = 'write a quote inside a quoted cell twice: ""'
    return Problem(str(path), line, None, f"the quotes are wrong: {reason}", hint)


def find_separator(text: str, path: Path) -> str:
    """Return what stands between the cells of a text table, by its header."""
    header = next((line for line in io.StringIO(text, newline=None) if _may_be_header(line)), "")
    unquoted = "".join(header.split('"')[::2])
    ranked = sorted(SEPARATORS, key=unquoted.count, reverse=True)
    if unquoted.count(ranked[0]):
        return ranked[0]
    return "\t" if path.suffix.lower() == ".tsv" else ","


def _may_be_header(line: str) -> bool:
    stripped = line.strip(' \t\r\n,;"\ufeff')
    return bool(stripped) and not stripped.startswith("#")


def _spreadsheet_lines(book: Spreadsheet) -> list[Line]:
    """Return the rows with text, all as wide as the widest of them."""
    rows = book.cells.rows
    width = max((max(texts) for texts in rows.values()), default=0)
    return [
        (line, [rows[line].get(column, "") for column in range(1, width + 1)])
        for line in sorted(rows)
    ]
