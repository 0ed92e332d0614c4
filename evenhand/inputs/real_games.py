"""Results that people played, read from a table with a row for each, or with sums of them.

Columns are found by the names that they usually have. A row that cannot be used is a problem with
its line, and the others are used all the same.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from evenhand.analysis.data.run import Run, load_run
from evenhand.analysis.tables.real_results import refuse_unsuitable
from evenhand.decks.columns import Columns, header_key
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.problems import InputError, Problem, UsageError, did_you_mean
from evenhand.decks.sheet import Sheet, read_sheet
from evenhand.decks.spreadsheets.cells import MOST_ROWS
from evenhand.inputs.folder import BALANCE_FILE, parse_folder
from evenhand.inputs.real_rows import MOST_NAMED, RowReader
from evenhand.inputs.real_sums import SUMS, SumReader, holds_sums, is_enough
from evenhand.result_folders import RUNS, find_newest_panel, find_newest_run
from evenhand.simulate.runs.panel_folder import find_lead_folder, find_panel_runs
from evenhand.simulate.runs.run_folder import RUN_FILE
from evenhand.simulate.runs.seal import hash_file
from evenhand.simulate.runs.stored import read_run_file

__all__ = ["COLUMNS", "RealGames", "load_runs", "name_other_cards", "read_real_games"]

LONGEST_HEADER = 80  # characters of a header that are shown
MOST_HEADERS = 20  # that are listed

# Headers by column, the clearest first: "Opponent" is a player beside "Opponent deck".
SPELLINGS = {
    "deck": (
        "deck", "deck a", "deck 1", "p1 deck", "player 1 deck", "player a deck", "my deck",
        "own deck", "your deck", "archetype", "winning deck", "winner deck",
    ),
    "opponent": (
        "opponent deck", "opponents deck", "opponent's deck", "opp deck", "opposing deck",
        "deck b", "deck 2", "p2 deck", "player 2 deck", "player b deck", "their deck",
        "opponent archetype", "losing deck", "loser deck", "against", "versus", "vs", "opponent",
    ),
    "winner": (
        "winner", "result", "outcome", "won", "who won", "win", "score", "winning deck",
        "winner deck",
    ),
    "first": (
        "first", "first player", "on the play", "on play", "went first", "goes first", "began",
        "who began", "who started", "starter", "starting player", "start player", "play/draw",
    ),
    "rating": (
        "rating", "player rating", "rating a", "rating 1", "player 1 rating", "elo", "elo 1",
    ),
    "opponent_rating": (
        "opponent rating", "opp rating", "rating b", "rating 2", "player 2 rating",
        "opponent elo", "elo 2",
    ),
    "player": ("player", "player a", "player 1", "player name"),
    "opponent_player": ("opponent player", "opponent name", "player b", "player 2", "opponent"),
}  # fmt: skip
COLUMNS = (*SPELLINGS, *SUMS)
OF_SUMS = {name: SPELLINGS[name] for name in ("deck", "opponent")} | SUMS
NEEDED = {"deck": "a deck", "opponent": "the opponent's deck", "winner": "who won"}
NEEDED_SUMS = {"deck": "a deck"}


@dataclass(frozen=True, eq=False)
class RealGames:
    """What people played, and what could not be used of it.

    Attributes
    ----------
    table : pandas.DataFrame
        As `evenhand.analysis.tables.real_results.compare_real_results` takes it.
    unusable : tuple of Problem
        One for each row that is left out.
    notes : tuple of str
        How the file was read, and what else is missing.
    """

    table: pd.DataFrame
    unusable: tuple[Problem, ...]
    notes: tuple[str, ...]


def read_real_games(path: str | Path, run: Run, columns: Mapping[str, str] = {}) -> RealGames:
    """Read the results that people played with decks of a run.

    Parameters
    ----------
    path : str or Path
        A CSV, TSV, XLSX or ODS file with a row for each result, or with sums of games for each
        deck or matchup; or its address.
    run : Run
    columns : mapping from str to str
        Headers of the file by column, of those whose headers are unusual.

    Raises
    ------
    UsageError
        If there is no file, or it has no header of a name in `columns`.
    InputError
        If the file is no table, lacks a column, or holds no row that can be used.
    """
    if unknown := [name for name in columns if name not in COLUMNS]:
        hint = did_you_mean(unknown[0], COLUMNS) or f"the columns are {', '.join(COLUMNS)}"
        raise UsageError(f"there is no column '{shorten(unknown[0])}'", hint)
    spellings = {**SUMS, **SPELLINGS}
    aliases = {text: name for name, texts in spellings.items() for text in texts}
    aliases |= {text: name for name, text in columns.items()}
    sheet = read_sheet(path, Columns(COLUMNS, ("deck", "opponent"), aliases), MOST_ROWS)
    reader = make_reader(sheet, columns, run)
    rows = list(filter(None, map(reader.read, sheet.rows)))
    if not rows:
        nothing = Problem(sheet.file, None, None, "the file holds no result that can be used")
        kinds = {(one.column, one.message): one for one in reversed(reader.unusable)}
        raise InputError([nothing, *kinds.values()])  # the first row of each
    if isinstance(reader, SumReader):
        rows = reader.finish(rows, columns)
    notes = (*sheet.notes, *reader.describe(), *describe_unusable(reader.unusable, sheet))
    return RealGames(pd.DataFrame(rows), tuple(reader.unusable), notes)


def load_runs(places: Sequence[str | Path | Run]) -> tuple[list[Run], tuple[str, ...]]:
    """Return the runs that results are held against, and which newer ones were passed over.

    Places are runs and their folders, or folders with runs/, of which the newest of several bots
    is taken; of this folder if there are none.

    Raises
    ------
    UsageError
        If there is none, or it is not suitable.
    """
    found, notes = [], []
    for place in places or [Path()]:
        run, passed = (place, []) if isinstance(place, Run) else find_run(place, bool(places))
        refuse_unsuitable(run)
        found.append(run)
        notes += passed
    return found, tuple(notes)


def find_run(place: str | Path, is_named: bool) -> tuple[Run, list[str]]:
    """Return a named run, or else the newest of several bots of a folder, and what it says of that.

    Runs of the cards that the folder has now go before newer ones. It says which newer run was
    passed over, if one was.
    """
    folder = Path(place)
    if is_named and ((folder / RUN_FILE).exists() or not (folder / RUNS).is_dir()):
        return load_run(folder), []
    taken = find_newest_panel(folder, lambda run: not is_of_other_cards(run))
    newest = find_newest_run(folder)
    why = "several bots played it, so that it tells which is nearest to people"
    but = "of one bot"
    if find_panel_runs(newest):
        why, but = "of the cards that the folder has now", "of other cards"
    said = f"{taken}: {why}; {newest} is newer, but {but}"
    return load_run(taken), [] if taken == newest else [said]


def name_other_cards(run: Run) -> str:
    """Say of a run in ``runs/`` of a designer's folder if the folder's cards are others now.

    "" if they are the same, or if that is not known.
    """
    return "of other cards than the folder has now" if is_of_other_cards(run.folder) else ""


def is_of_other_cards(run: Path) -> bool:
    """Return whether a run in ``runs/`` of a designer's folder is of other cards than it has."""
    place = (find_lead_folder(run) or run.absolute()).parent
    file = place.parent / BALANCE_FILE
    if place.name != RUNS.name or not file.is_file():
        return False
    with suppress(InputError, UsageError, OSError):
        _, folder, _ = parse_folder(file)
        cards = Path(folder.cards) if folder and folder.cards else None
        return bool(
            cards and cards.is_file() and hash_file(cards) != read_run_file(run)["cards"]["sha256"]
        )
    return False


def make_reader(sheet: Sheet, given: Mapping[str, str], run: Run) -> RowReader:
    """Return what reads the rows of a file: results, or sums of games.

    Raises
    ------
    UsageError
        If a given header is not there.
    InputError
        If a column that is needed is not there, or a cell of a column holds an error.
    """
    refuse_unknown_headers(sheet, given)
    results = find_headers(sheet, given, SPELLINGS)
    sums = find_headers(sheet, given, OF_SUMS)
    is_summed = holds_sums(sheet, results, sums, given)
    found, needed = (sums, NEEDED_SUMS) if is_summed else (results, NEEDED)
    is_told = header_key(found.get("deck", "")).startswith("win")  # the winner's deck, the loser's
    lacking = [what for column, what in needed.items() if column not in found]
    if is_summed and not is_enough(sums):
        lacking.append("games and one for wins")
    if lacking and not (is_told and lacking == [NEEDED["winner"]]):
        message = f"expected a column for {' and one for '.join(lacking)}, found "
        message += list_headers(sheet)
        hint = "name them: --columns deck=HEADER,opponent=HEADER,winner=HEADER"
        hint += "; of sums deck=HEADER,games=HEADER,wins=HEADER"
        raise InputError([Problem(sheet.file, sheet.header_line, None, message, hint)])
    if faults := [fault for fault in sheet.faults if fault.column in found.values()]:
        raise InputError(faults)
    return (SumReader if is_summed else RowReader)(sheet, found, run)


def refuse_unknown_headers(sheet: Sheet, given: Mapping[str, str]) -> None:
    """Refuse headers that the user named and that a file does not have."""
    known = {header_key(header) for header in sheet.headers}
    for header in given.values():
        if header_key(header) not in known:
            hint = did_you_mean(header, sheet.headers) or f"it has {list_headers(sheet)}"
            raise UsageError(f"{sheet.file} has no column '{shorten(header)}'", hint)


def list_headers(sheet: Sheet) -> str:
    """List the headers of a file, whole unless one of them is a long text."""
    shown = [header[:LONGEST_HEADER] for header in sheet.headers[:MOST_HEADERS]]
    more = len(sheet.headers) - len(shown)
    return ", ".join(shown) + (f" and {more:,} more" if more else "")


def find_headers(
    sheet: Sheet, given: Mapping[str, str], spellings: Mapping[str, Sequence[str]]
) -> dict[str, str]:
    """Return the header of each column that a file has, of those that are spelled."""
    headers = {header_key(header): header for header in sheet.headers}
    found = {
        column: headers[header_key(header)]
        for column, header in given.items()
        if column in spellings
    }
    for column, texts in spellings.items():
        free = (headers.get(header_key(text), "") for text in texts)
        header = next((one for one in free if one and one not in found.values()), "")
        if header and column not in found:
            found[column] = header
    return found


def describe_unusable(unusable: Sequence[Problem], sheet: Sheet) -> Iterator[str]:
    """Describe the rows that cannot be used, those with the same problem together."""
    if not unusable:
        return
    yield f"{sheet.file}: {len(unusable):,} of {len(sheet.rows):,} rows could not be used:"
    kinds = Counter((one.column, one.message, one.hint) for one in unusable)
    for (column, message, hint), n_rows in kinds.most_common(MOST_NAMED):
        lines = [
            str(one.line)
            for one in unusable
            if (one.column, one.message, one.hint) == (column, message, hint)
        ]
        more = f" and {n_rows - MOST_NAMED:,} more" if n_rows > MOST_NAMED else ""
        place = Problem(f"line {', '.join(lines[:MOST_NAMED])}{more}", None, column, message, hint)
        yield str(place)
    if len(kinds) > MOST_NAMED:
        yield f"and {len(kinds) - MOST_NAMED:,} other problems, which --json lists"
