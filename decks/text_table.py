"""Split tables in text files into cells: CSV, TSV, Markdown, with any separator."""

import csv
import io
import re
from collections.abc import Sequence
from itertools import islice

from evenhand.decks.columns import DEEPEST_HEADER, Columns, find_header
from evenhand.decks.problems import InputError, Problem
from evenhand.decks.spreadsheets.cells import MOST_COLUMNS, MOST_ROWS
from evenhand.decks.text_file import normalize_text

__all__ = ["Line", "find_separator", "split_table"]

SEPARATORS = ",;\t|"
LONGEST_HEADER = 100_000  # characters of the header's line
RULE = re.compile(r":?-+:?")  # each cell of the line below a header in Markdown tables
Line = tuple[int, list[str]]


def split_table(path: str, text: str, columns: Columns | None) -> list[Line]:
    """Split the text of a table into the cells of each line."""
    # newline="" keeps line breaks inside quotes, and accepts the line ends of old Mac files.
    source = io.StringIO(text, newline="")
    separator = find_separator(text, path, columns)
    reader = csv.reader(source, delimiter=separator, strict=True, skipinitialspace=True)
    lines: list[Line] = []
    start = 1
    try:
        for cells in islice(reader, MOST_ROWS + 1):
            _check_width(path, start, cells)
            if separator != "|" or not _is_rule(cells):
                lines.append(
                    (start, [normalize_text(cell) if cell else "" for cell in cells[:MOST_COLUMNS]])
                )
            start = reader.line_num + 1
    except csv.Error as error:
        raise InputError([_translate_csv_error(path, start, error)]) from None
    return lines


def _is_rule(cells: Sequence[str]) -> bool:
    """Return whether a text table's line is the rule below a Markdown header."""
    filled = [cell.strip() for cell in cells if cell.strip()]
    return bool(filled) and all(map(RULE.fullmatch, filled))


def _check_width(path: str, line: int, cells: Sequence[str]) -> None:
    """Raise if a text table's row is too wide, without empty cells at its end."""
    if any(cells[MOST_COLUMNS:]):
        message = f"expected at most {MOST_COLUMNS} columns, found {len(cells):,}"
        raise InputError([Problem(path, line, None, message)])


def _translate_csv_error(path: str, line: int, error: csv.Error) -> Problem:
    reason = str(error)
    if "field limit" in reason:
        message = f"a cell holds more than {csv.field_size_limit():,} characters"
        return Problem(path, line, None, message, "is a closing quote missing?")
    if "unexpected end" in reason:
        return Problem(path, line, None, 'a quote (") is opened and never closed')
    hint = 'write a quote inside a quoted cell twice: ""'
    return Problem(path, line, None, f"the quotes are wrong: {reason}", hint)


def find_separator(text: str, path: str, columns: Columns | None = None) -> str:
    """Return the separator between the cells of a text table, by its header."""
    lines = filter(_may_be_header, io.StringIO(text, newline=None))
    near = [line[:LONGEST_HEADER] for line in islice(lines, DEEPEST_HEADER)] or [""]
    splits = [(line, separator) for line in near for separator in _rank_separators(line)]
    rows = [next(csv.reader([line], delimiter=separator), []) for line, separator in splits]
    header, separator = splits[find_header(rows, columns)]
    if separator in _remove_quoted(header):
        return separator
    return "\t" if path.lower().endswith(".tsv") else ","


def _rank_separators(line: str) -> list[str]:
    return sorted(SEPARATORS, key=_remove_quoted(line).count, reverse=True)


def _remove_quoted(line: str) -> str:
    return "".join(line.split('"')[::2])


def _may_be_header(line: str) -> bool:
    stripped = line.strip(' \t\r\n,;|"\ufeff')
    return bool(stripped) and not stripped.startswith("#")
