"""The field that a folder states: shares of the decks that people bring, checked by name."""

from collections.abc import Iterator
from pathlib import Path

from evenhand.analysis.tables.field_win_rates import (
    METAGAME,
    Shares,
    find_share_faults,
    find_sum_fault,
)
from evenhand.decks.columns import Columns
from evenhand.decks.problems import InputError, Problem, UsageError, did_you_mean
from evenhand.decks.sheet import Row, read_sheet, resolve_headers
from evenhand.decks.table_location import resolve_table_path
from evenhand.decks.toml_file import TomlFile, TomlValueError
from evenhand.gate.known_names import KnownNames
from evenhand.inputs.balance_file import BalanceFile

__all__ = ["read_field"]

FIELD = ("field",)
COLUMNS = ("deck", "share")
ALIASES = {"name": "deck", "deck name": "deck", "percent": "share", "%": "share"}
KNOWN = Columns(COLUMNS, COLUMNS, ALIASES)


def read_field(
    content: BalanceFile, known: KnownNames, toml: TomlFile, problems: list[Problem]
) -> Shares | None:
    """Return the shares of the field that a folder states; append problems to `problems`.

    Returns
    -------
    Shares or None
        By the names of the decks in results, as for `evenhand.analysis.field_win_rates`; None if
        the folder states no field, or a wrong one.
    """
    if content.field is not None and known.n_seats > 2:
        message = f"a field is of games for two: these are for {known.n_seats}"
        problems.append(toml.problem(FIELD, message))
        return None
    match content.field:
        case None:
            return None
        case str() as name if name == METAGAME:
            return METAGAME
        case str() as name:
            return read_table(name, known, toml, problems)
        case shares:
            found = [
                toml.problem((*FIELD, deck) if deck else FIELD, message, hint)
                for deck, message, hint in find_share_faults(shares)
            ]
            named = dict(name_decks(shares, known, toml, found))
            if not found:
                found += [toml.problem(FIELD, *fault) for _, *fault in find_sum_fault(named)]
            problems += found
            return None if found else named


def name_decks(
    shares: dict[str, float], known: KnownNames, toml: TomlFile, found: list[Problem]
) -> Iterator[tuple[str, float]]:
    """Yield the shares of a field by the decks' names in results; append problems to `found`."""
    for text, share in shares.items():
        try:
            yield known.read_entrant(text).deck, share
        except TomlValueError as error:
            found.append(toml.problem((*FIELD, text), str(error), error.hint))


def read_table(
    name: str, known: KnownNames, toml: TomlFile, problems: list[Problem]
) -> Shares | None:
    """Read the shares of a field from a table of decks and shares; append its problems."""
    try:
        path = resolve_table_path(Path(toml.file).parent, name)
        sheet = resolve_headers(read_sheet(path, KNOWN), COLUMNS, ALIASES)
    except InputError as error:
        problems += error.problems
        return None
    except UsageError as error:
        hint = did_you_mean(name, [METAGAME]) or error.hint
        problems.append(toml.problem(FIELD, error.message, hint))
        return None
    if missing := [column for column in COLUMNS if column not in sheet.written_as]:
        message = f"expected a column '{missing[0]}'"
        problems.append(Problem(sheet.file, sheet.header_line, None, message))
        return None
    shares: dict[str, float] = {}
    found: list[Problem] = []
    for row in sheet.rows:
        for column, message, hint in read_row(row, known, shares):
            header = sheet.written_as[column]
            found.append(Problem(sheet.file, row.line, header, message, hint))
    if not found:
        found += [Problem(sheet.file, None, None, *fault) for _, *fault in find_sum_fault(shares)]
    problems += found
    return None if found else shares


def read_row(
    row: Row, known: KnownNames, shares: dict[str, float]
) -> Iterator[tuple[str, str, str]]:
    """Add the share of a row to a field; yield the column, message and hint of its problems."""
    text, deck = row.cells.get("share", ""), row.cells.get("deck", "")
    number = text.replace(" ", "").replace("\u00a0", "")
    try:
        is_percent = number.endswith("%")
        share = float(number.rstrip("%")) / (100 if is_percent else 1)
        named = known.read_entrant(deck).deck
    except TomlValueError as error:
        yield "deck", str(error), error.hint
        return
    except ValueError:
        yield "share", f"expected a share such as 0.4 or 40 %, found '{text}'", ""
        return
    if named in shares:
        yield "deck", f"'{deck}' has a share already", ""
    shares[named] = share
    yield from (("share", message, hint) for _, message, hint in find_share_faults({deck: share}))
