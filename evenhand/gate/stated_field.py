"""The field that a folder states: shares of the decks that people bring, checked by name."""

from collections.abc import Container
from pathlib import Path

from evenhand.analysis.tables.field_win_rates import (
    METAGAME,
    Shares,
    find_share_faults,
    find_sum_fault,
)
from evenhand.decks.columns import Columns
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.numerals import list_readings
from evenhand.decks.problems import InputError, Problem, UsageError, did_you_mean
from evenhand.decks.sheet import read_sheet, resolve_headers
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
            if not found:
                found += [toml.problem(FIELD, *fault) for _, *fault in find_sum_fault(shares)]
            named = name_decks(shares, known, toml, found)
            problems += found
            return None if found else named


def name_decks(
    shares: dict[str, float], known: KnownNames, toml: TomlFile, found: list[Problem]
) -> dict[str, float]:
    """Return the shares of a field by the decks' names in results; append problems to `found`."""
    named: dict[str, float] = {}
    for text, share in shares.items():
        deck, *fault = name_deck(text, known, named)
        if deck:
            named[deck] = share
        else:
            found.append(toml.problem((*FIELD, text), *fault))
    return named


def name_deck(text: str, known: KnownNames, named: Container[str]) -> tuple[str, str, str]:
    """Return the name in results of a field's deck, or "" and what is wrong with it, and a hint."""
    try:
        deck = known.read_entrant(text).deck
    except TomlValueError as error:
        return "", str(error), error.hint
    if deck in named:
        return "", f"'{text}' has a share already", ""
    return deck, "", ""


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
    named: dict[str, float] = {}
    of_lines: dict[str, float] = {}  # also of decks with a wrong name
    found: list[Problem] = []
    is_summed = True
    for row in sheet.rows:
        share, *fault = read_share(row.cells.get("share", ""))
        deck, *wrong = name_deck(row.cells.get("deck", ""), known, named)
        of_lines[str(row.line)] = named[deck] = share
        is_summed = is_summed and not any(fault)
        for column, (message, hint) in (("deck", wrong), ("share", fault)):
            if message:
                header = sheet.written_as[column]
                found.append(Problem(sheet.file, row.line, header, message, hint))
    if is_summed:
        found += [Problem(sheet.file, None, None, *fault) for _, *fault in find_sum_fault(of_lines)]
    problems += found
    return None if found else named


def read_share(text: str) -> tuple[float, str, str]:
    """Return the share in a field's cell, what is wrong with it ("" if nothing), and a hint."""
    values = list_readings(text.replace("\u00a0", " "))
    if not values:
        return 0.0, f"expected a share such as 0.4 or 40 %, found '{shorten(text)}'", ""
    share = float(values[0]) / (100 if "%" in text else 1)
    for _, message, hint in find_share_faults({"": share}):
        return share, message, hint
    return share, "", ""
