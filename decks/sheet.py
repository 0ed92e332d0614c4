"""Read tables from CSV, TSV and semicolon-separated text, and from spreadsheets.

Every cell is text here. This module finds the rows and their line numbers;
`evenhand.decks.pool` interprets the columns by the card model.
"""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from evenhand.decks.columns import (
    ALIASES,
    DEEPEST_HEADER,
    Columns,
    find_header,
    find_name,
    find_near,
    header_key,
    map_spellings,
)
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.merged_headers import find_merged_headers
from evenhand.decks.problems import InputError, PartlyReadError, Problem, keep_rest
from evenhand.decks.sheet_choice import choose_sheet
from evenhand.decks.spreadsheets.cells import MOST_ROWS, Cells, cell_name, is_error
from evenhand.decks.spreadsheets.spreadsheet import open_spreadsheet, read_cells
from evenhand.decks.table_location import TableFile, find_table
from evenhand.decks.text_file import decode
from evenhand.decks.text_table import Line, split_table

__all__ = ["Row", "Sheet", "read_sheet", "resolve_headers"]

MOST_FILLED = 5_000  # rows with text
LONGEST_CELL = 10_000  # characters; a longer cell means a missing closing quote
MOST_RANGES = 8  # ranges of rows in a note


@dataclass(frozen=True)
class Row:
    """One row of a sheet: first line, text by header, and text in columns without one.

    After `resolve_headers`, `others` is the text in unknown columns, by header as written.
    """

    line: int
    cells: dict[str, str]
    stray: Sequence[str] = ()
    others: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Sheet:
    """A sheet: a table with a header.

    Attributes
    ----------
    file : str
        Path or address, and perhaps a sheet, as the user gave it.
    header_line : int
        Line of the header.
    headers : tuple of str
        Headers as written, left to right; columns without a header are left out.
    rows : list of Row
        Rows, without blank rows and comments.
    notes : list of str
        Remarks that are not errors.
    written_as : mapping from column to header
        After `resolve_headers`: the header of each column as written in the file.
    content_hash : str
        SHA-256 of the file's bytes, in hex.
    kept_as : str
        Name of the copy of the file in a run folder.
    faults : list of Problem
        Cells with an error or an uncalculated formula instead of a value, and merged
        headers. They are errors only in columns that are used.
    skipped : sequence of Line
        Blank lines of a text file, and comments.
    """

    file: str
    header_line: int
    headers: tuple[str, ...]
    rows: list[Row]
    notes: list[str]
    written_as: Mapping[str, str] = field(default_factory=dict)
    content_hash: str = ""
    kept_as: str = ""
    faults: Sequence[Problem] = ()
    skipped: Sequence[Line] = ()


@dataclass(frozen=True)
class Grid:
    """The lines of a sheet as in its file.

    Attributes
    ----------
    lines : list of Line
    notes : list of str
        Remarks on how the table was found.
    name : str
        Name of the sheet; "" for a text file.
    cells : Cells
        Cells of the sheet; empty for a text file.
    """

    lines: list[Line]
    notes: list[str] = field(default_factory=list)
    name: str = ""
    cells: Cells = field(default_factory=Cells)


def read_sheet(
    path: str | Path, columns: Columns | None = None, most_filled: int = MOST_FILLED
) -> Sheet:
    """Read a sheet; its header is the first row that names all required columns.

    Rows without text, rows whose first cell begins with ``#``, and rows above the header are
    skipped. The ending determines whether a file is a spreadsheet or text (at an address, its
    bytes do); the header line determines the separator of text cells: ``,`` ``;`` ``|`` or tab.
    In a spreadsheet, the one sheet with such a header is read.

    Parameters
    ----------
    path : str or Path
        A CSV, TSV, XLSX or ODS file, or its address; ``#`` and the name of a sheet may follow.
    columns : Columns, optional
        The game's columns. If not given, the first row with text is the header, and the
        first sheet is read.
    most_filled : int
        Rows with text at most.

    Raises
    ------
    UsageError
        If nothing is at the path, or it has no sheet of the given name.
    PartlyReadError
        With the problems of rows that have too few or too many cells.
    InputError
        With all other problems of the table's form.
    """
    place = find_table(path)
    content = place.read()
    read = _read_spreadsheet if place.is_spreadsheet(content) else _read_text
    grid = read(place, content, columns)
    file, table = place.named, [line for line in grid.lines if _is_content(line)]
    problems = list(_find_size_problems(file, grid.lines, table, most_filled))
    if problems:
        raise InputError(problems)
    above = find_header([cells for _, cells in table[:DEEPEST_HEADER]], columns)
    notes = [*grid.notes, *_note_skipped(file, table, above)]
    table = table[above:]
    hidden = [line for line, _ in table[1:] if line in grid.cells.hidden]
    notes += _note_rows(file, hidden, "hidden or filtered out")
    notes += _note_rows(file, _find_struck(table, grid, columns), "struck through")
    made, problems_of_rows = keep_rest(lambda: _make_sheet(file, table, notes))
    sheet = replace(
        made,
        faults=[*_find_cell_faults(file, table, grid), *_find_merge_faults(file, table, grid)],
        content_hash=hashlib.sha256(content).hexdigest(),
        kept_as=place.kept_as(content),
        skipped=[line for line in grid.lines if not _is_content(line)],
    )
    if problems_of_rows:
        raise PartlyReadError(problems_of_rows, sheet)
    return sheet


def _read_text(place: TableFile, content: bytes, columns: Columns | None) -> Grid:
    place.check_is_sheetless()
    return Grid(split_table(place.file, decode(content, place.file), columns))


def _read_spreadsheet(place: TableFile, content: bytes, columns: Columns | None) -> Grid:
    book = open_spreadsheet(place.file, content)
    number, notes = choose_sheet(place, book, columns)
    cells = read_cells(place.file, book, number)
    return Grid(_list_filled_rows(cells), notes, book.sheets[number], cells)


def _note_skipped(file: str, table: Sequence[Line], above: int) -> Iterator[str]:
    if above:
        rows = "1 row" if above == 1 else f"{above} rows"
        yield f"{file}: skipped {rows} above the header, which is in line {table[above][0]}"


def _find_struck(table: Sequence[Line], grid: Grid, columns: Columns | None) -> list[int]:
    """List the rows of a sheet whose card's name is struck through."""
    struck = grid.cells.struck
    place = find_name(table[0][1], columns) + 1 if struck else 0
    return [line for line, _ in table[1:] if (line, place) in struck]


def _note_rows(file: str, lines: Sequence[int], looks: str) -> Iterator[str]:
    if lines:
        rows = "1 row that is" if len(lines) == 1 else f"{len(lines):,} rows that are"
        which = ", ".join(_format_ranges(lines)[:MOST_RANGES])
        more = ", .." if len(_format_ranges(lines)) > MOST_RANGES else ""
        yield f"{file}: {rows} {looks}, read like the others: {which}{more}"


def _format_ranges(lines: Sequence[int]) -> list[str]:
    """Format a sheet's row numbers, consecutive ones as a range: "3", "5-9"."""
    numbers = set(lines)
    starts = [line for line in lines if line - 1 not in numbers]
    ends = [line for line in lines if line + 1 not in numbers]
    return [
        str(start) if start == end else f"{start}-{end}"
        for start, end in zip(starts, ends, strict=True)
    ]


def _find_merge_faults(file: str, table: Sequence[Line], grid: Grid) -> Iterator[Problem]:
    (line, headers), cards = table[0], [cells for _, cells in table[1:]]
    for column, message, hint in find_merged_headers(grid.cells.merged, line, headers, cards):
        yield Problem(file, line, column, message, hint)


def resolve_headers(
    sheet: Sheet,
    columns: Collection[str],
    aliases: Mapping[str, str],
    used: Collection[str] = (),
) -> Sheet:
    """Rename a sheet's columns to the names of the game, and set unknown ones apart.

    Case, spaces, hyphens and underscores are ignored.

    Parameters
    ----------
    columns : collection of str
        Names of the known columns.
    aliases : mapping from str to str
        A game's further names for columns, in addition to the general ones.
    used : collection of str
        Unknown columns that are used all the same, so that no note calls them ignored.

    Raises
    ------
    PartlyReadError
        If cells of known columns have a fault.
    InputError
        If two headers mean the same column, or a header of a known column has a fault.
    """
    known = {header_key(name): name for name in columns}
    meanings = {header_key(alias): name for alias, name in {**ALIASES, **aliases}.items()}
    exact = {known[header_key(header)] for header in sheet.headers if header_key(header) in known}
    column_of: dict[str, str] = {}
    for header in sheet.headers:
        alias = meanings.get(header_key(header))
        column = known.get(header_key(header))
        if column is None and alias in columns and alias not in exact:
            column = alias
        if column is not None:
            column_of[header] = column
    _check_unique(sheet, column_of)
    used_keys = set(map(header_key, used))
    read = {*column_of, *(header for header in sheet.headers if header_key(header) in used_keys)}
    faults = [fault for fault in sheet.faults if fault.column in read]
    if any(fault.line == sheet.header_line for fault in faults):
        raise InputError(faults)
    spelled = map_spellings([name for name in columns if name not in column_of.values()], aliases)
    rows = [
        Row(
            row.line,
            {column_of[h]: text for h, text in row.cells.items() if h in column_of},
            others={h: text for h, text in row.cells.items() if h not in column_of},
        )
        for row in sheet.rows
    ]
    resolved = replace(
        sheet,
        rows=rows,
        notes=[*sheet.notes, *_note_ignored(sheet, read, spelled)],
        written_as={column: header for header, column in column_of.items()},
    )
    if faults:
        raise PartlyReadError(faults, resolved)
    return resolved


def _find_size_problems(
    file: str, lines: list[Line], table: list[Line], most_filled: int
) -> Iterator[Problem]:
    if not table:
        yield Problem(file, None, None, "the file holds no table")
    for rows, most, what in ((lines, MOST_ROWS, "rows"), (table, most_filled, "rows with text")):
        if len(rows) > most:
            message = f"expected at most {most:,} {what}, found more"
            yield Problem(file, rows[most][0], None, message)
            return


def _check_unique(sheet: Sheet, column_of: Mapping[str, str]) -> None:
    counts = Counter(column_of.values())
    problems = []
    for column in [column for column, count in counts.items() if count > 1]:
        headers = " and ".join(f"'{h}'" for h, meant in column_of.items() if meant == column)
        message = f"the headers {headers} both mean the column '{column}'"
        problems.append(Problem(sheet.file, sheet.header_line, None, message, "rename one"))
    if problems:
        raise InputError(problems)


def _note_ignored(sheet: Sheet, read: Collection[str], spelled: Mapping[str, str]) -> Iterator[str]:
    ignored = [header for header in sheet.headers if header not in read]
    if ignored:
        listed = ", ".join(f"'{header}'{_suggest_column(header, spelled)}" for header in ignored)
        yield f"{sheet.file}: ignored {'column' if len(ignored) == 1 else 'columns'} {listed}"


def _suggest_column(header: str, spelled: Mapping[str, str]) -> str:
    near = find_near(header, spelled)
    return f" (did you mean '{near}'?)" if near else ""


def _is_content(line: Line) -> bool:
    cells = line[1]
    return any(cells) and (not cells[0].startswith("#") or is_error(cells[0]))


def _make_sheet(file: str, table: Sequence[Line], notes: list[str]) -> Sheet:
    header_line, headers = table[0]
    problems = list(_find_header_problems(file, header_line, headers))
    problems += _find_long_cells(file, table)
    if problems:
        raise InputError([*problems, *_find_wrong_widths(file, table)])
    rows = []
    has_stray_text = False
    for line, cells in table[1:]:
        pairs = [pair for pair in zip(headers, cells, strict=False) if pair[1]]
        stray = [text for header, text in pairs if not header]
        rows.append(Row(line, {header: text for header, text in pairs if header}, stray))
        has_stray_text |= bool(stray)
    if has_stray_text:
        notes.append(f"{file}: ignored text in columns without a header")
    sheet = Sheet(file, header_line, tuple(filter(None, headers)), rows, notes)
    if wrong := list(_find_wrong_widths(file, table)):
        raise PartlyReadError(wrong, sheet)
    return sheet


def _find_header_problems(file: str, line: int, headers: Sequence[str]) -> Iterator[Problem]:
    counts = Counter(header_key(header) for header in headers if header)
    for header in dict.fromkeys(headers):
        if counts[header_key(header)] > 1:
            places = [
                str(i + 1)
                for i, other in enumerate(headers)
                if header_key(other) == header_key(header)
            ]
            message = f"columns {' and '.join(places)} have the same header '{shorten(header)}'"
            yield Problem(file, line, None, message, "rename one")
            counts[header_key(header)] = 1  # reported once


def _find_wrong_widths(file: str, table: Sequence[Line]) -> Iterator[Problem]:
    """Yield a sheet's rows that have fewer or more cells than the header."""
    headers = table[0][1]
    width = len(headers)
    last_named = max((i + 1 for i, header in enumerate(headers) if header), default=0)
    for line, cells in table[1:]:
        if len(cells) < last_named or any(cells[width:]):
            message = f"expected {width} cells, as in the header, found {len(cells)}"
            hint = "a cell with a separator in it needs quotes" if len(cells) > width else ""
            yield Problem(file, line, None, message, hint)


def _find_long_cells(file: str, table: Sequence[Line]) -> Iterator[Problem]:
    """Yield a sheet's cells that are too long, because a quote that is missing joins rows."""
    headers = table[0][1]
    for line, cells in table[1:]:
        for place, text in enumerate(cells):
            if len(text) > LONGEST_CELL:
                column = headers[place] if place < len(headers) else place + 1
                message = f"the cell holds {len(text):,} characters; the most is {LONGEST_CELL:,}"
                yield Problem(file, line, column, message)


def _find_cell_faults(file: str, table: Sequence[Line], grid: Grid) -> Iterator[Problem]:
    """Yield a sheet's cells that hold a formula's error, or no calculated value."""
    headers = table[0][1]
    uncalculated = grid.cells.uncalculated
    for line, cells in table[1:]:
        for column, (header, text) in enumerate(zip(headers, cells, strict=False), start=1):
            if is_error(text):
                found, hint = f"the error {text}", "mend the formula that gave it"
            elif (line, column) in uncalculated:
                found = f"the formula '{shorten(text)}'"
                hint = "nobody has worked it out: open the file in a spreadsheet program, save it"
            else:
                continue
            place = cell_name(line, column)
            where = f" in cell {place} of the sheet '{grid.name}'" if grid.name else ""
            yield Problem(file, line, header, f"expected a value, found {found}{where}", hint)


def _list_filled_rows(cells: Cells) -> list[Line]:
    """Return a sheet's rows with text, padded to the width of the widest."""
    rows = cells.rows
    width = max((max(texts) for texts in rows.values() if texts), default=0)
    return [
        (line, [rows[line].get(column, "") for column in range(1, width + 1)])
        for line in sorted(rows)
    ]
