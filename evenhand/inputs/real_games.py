"""Results that people played, read from a table: who brought which deck, and who won.

Columns are found by the names that they usually have, winners by the words that people use, and
decks by name whatever the case, accents and signs. A row that cannot be used is a problem with its
line, and the others are used all the same.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from evenhand.analysis.data.run import Run, load_run
from evenhand.analysis.tables.real_results import refuse_unsuitable
from evenhand.decks.card import name_key
from evenhand.decks.columns import Columns, header_key
from evenhand.decks.display_names import make_title
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.numerals import advise_on_date, list_readings
from evenhand.decks.problems import InputError, Problem, UsageError, did_you_mean
from evenhand.decks.sheet import Row, Sheet, read_sheet
from evenhand.decks.spreadsheets.cells import MOST_ROWS
from evenhand.reports.wording import plural
from evenhand.result_folders import find_newest_run, find_run

__all__ = ["COLUMNS", "RealGames", "load_runs", "read_real_games"]

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
COLUMNS = tuple(SPELLINGS)
NEEDED = {"deck": "a deck", "opponent": "the opponent's deck", "winner": "who won"}
WON = (
    "1", "a", "w", "win", "won", "wins", "victory", "deck", "deck a", "deck 1", "player",
    "player a", "player 1", "p1", "true", "yes", "y",
)  # fmt: skip
LOST = (
    "2", "b", "l", "loss", "lost", "lose", "loses", "defeat", "opponent", "deck b", "deck 2",
    "player b", "player 2", "p2", "false", "no", "n",
)  # fmt: skip
DRAWN = ("d", "draw", "drawn", "t", "tie", "tied", "remis")
DASH = r"\s*[-\u2013:]\s*"
HALF = r"(?:0?[.,]50*|½|1/2)"
EVEN = re.compile(rf"{HALF}(?:{DASH}{HALF})?|=")
SCORE = re.compile(rf"([0-9]){DASH}([0-9])(?:{DASH}([0-9]))?")
MOST_WINS = 5  # of either in one match; more are points, not games
HIGHEST_RATING = 10_000
WON_KEYS, LOST_KEYS = ({header_key(word) for word in words} for words in (WON, LOST))
PLAY_OR_DRAW = {"play": True, "first": True, "draw": False, "second": False}
WRITE = "write 1 or 2, a deck or player, won, lost or draw, or games such as 2-1"

Sides = tuple[set[str], set[str]]  # what the deck's side, and its opponent's, is called in a row


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


class RowError(ValueError):
    """A row cannot be used: the column, what is wrong there, and a hint."""

    def __init__(self, column: str, message: str, hint: str = "") -> None:
        self.column, self.message, self.hint = column, message, hint
        super().__init__(message)


def read_real_games(path: str | Path, run: Run, columns: Mapping[str, str] = {}) -> RealGames:
    """Read the results that people played with decks of a run.

    Parameters
    ----------
    path : str or Path
        A CSV, TSV, XLSX or ODS file with a row for each result, or its address.
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
    if unknown := [name for name in columns if name not in SPELLINGS]:
        hint = did_you_mean(unknown[0], COLUMNS) or f"the columns are {', '.join(COLUMNS)}"
        raise UsageError(f"there is no column '{shorten(unknown[0])}'", hint)
    aliases = {text: name for name, texts in SPELLINGS.items() for text in texts}
    aliases |= {text: name for name, text in columns.items()}
    sheet = read_sheet(path, Columns(COLUMNS, ("deck", "opponent"), aliases), MOST_ROWS)
    reader = RowReader(sheet, find_headers(sheet, columns), run)
    rows = list(filter(None, map(reader.read, sheet.rows)))
    if not rows:
        nothing = Problem(sheet.file, None, None, "the file holds no result that can be used")
        kinds = {(one.column, one.message): one for one in reversed(reader.unusable)}
        raise InputError([nothing, *kinds.values()])  # the first row of each
    notes = (*sheet.notes, *reader.describe(), *describe_unusable(reader.unusable, sheet))
    return RealGames(pd.DataFrame(rows), tuple(reader.unusable), notes)


def load_runs(places: Sequence[str | Path | Run]) -> list[Run]:
    """Return the runs that results are held against: folders, or the newest in runs/ here.

    Raises
    ------
    UsageError
        If there is none, or it is not suitable.
    """
    found = [place if isinstance(place, Run) else load_run(find_run(place)) for place in places]
    found = found or [load_run(find_newest_run())]
    for run in found:
        refuse_unsuitable(run)
    return found


def find_headers(sheet: Sheet, given: Mapping[str, str]) -> dict[str, str]:
    """Return the header of each column that a file has.

    Raises
    ------
    UsageError
        If a given header is not there.
    InputError
        If a column that is needed is not there, or a cell of a column holds an error.
    """
    headers = {header_key(header): header for header in sheet.headers}
    found: dict[str, str] = {}
    for column, header in given.items():
        if header_key(header) not in headers:
            hint = did_you_mean(header, sheet.headers) or f"it has {', '.join(sheet.headers)}"
            raise UsageError(f"{sheet.file} has no column '{shorten(header)}'", hint)
        found[column] = headers[header_key(header)]
    for column, texts in SPELLINGS.items():
        free = (headers.get(header_key(text), "") for text in texts)
        header = next((one for one in free if one and one not in found.values()), "")
        if header and column not in found:
            found[column] = header
    is_told = header_key(found.get("deck", "")).startswith(
        "win"
    )  # the winner's deck, and the loser's
    lacking = [what for column, what in NEEDED.items() if column not in found]
    if lacking and not (is_told and lacking == [NEEDED["winner"]]):
        message = f"expected a column for {' and one for '.join(lacking)}, found "
        message += shorten(", ".join(sheet.headers))
        hint = "name them: --columns deck=HEADER,opponent=HEADER,winner=HEADER"
        raise InputError([Problem(sheet.file, sheet.header_line, None, message, hint)])
    if faults := [fault for fault in sheet.faults if fault.column in found.values()]:
        raise InputError(faults)
    return found


class RowReader:
    """Read the rows of a file of results, and collect those that cannot be used.

    Attributes
    ----------
    unusable, unclear : list of Problem
        Rows that cannot be used; cells without which a row is used all the same.
    """

    def __init__(self, sheet: Sheet, headers: Mapping[str, str], run: Run) -> None:
        self.sheet, self.headers = sheet, headers
        self.decks = name_decks(run)
        self.met = {frozenset(matchup.entrants) for matchup in run.matchups}
        self.has_twos = {
            column: any(self.cell(row, column) in ("2", "2.0") for row in sheet.rows)
            for column in ("winner", "first")
        }
        self.unusable: list[Problem] = []
        self.unclear: list[Problem] = []
        self.n_mirrors = self.n_matches = 0

    def cell(self, row: Row, column: str) -> str:
        """Return a row's text in a column; "" if it has none."""
        return row.cells.get(self.headers.get(column, ""), "")

    def read(self, row: Row) -> dict[str, object] | None:
        """Return a row's result, or None if it cannot be used."""
        try:
            decks = [self.find_deck(row, column) for column in ("deck", "opponent")]
            if len(set(decks)) == 2 and frozenset(decks) not in self.met:
                raise RowError("opponent", f"the run has no game of {decks[0]} against {decks[1]}")
            sides = self.name_sides(row, decks)
            won, lost, drawn = self.read_result(row, sides)
        except RowError as error:
            self.unusable.append(self.make_problem(row, error))
            return None
        n_games = won + lost + drawn
        self.n_mirrors += len(set(decks)) == 1
        self.n_matches += n_games > 1
        first = self.read_first(row, sides) if n_games == 1 else None
        rating, opponent_rating = (self.read_rating(row, name) for name in RATINGS)
        return {
            "deck": decks[0], "opponent": decks[1], "n_games": n_games, "score": won + drawn / 2,
            "first": float("nan") if first is None else float(first), "rating": rating,
            "opponent_rating": opponent_rating,
        }  # fmt: skip

    def find_deck(self, row: Row, column: str) -> str:
        """Return the run's name of the deck in a cell."""
        text = self.cell(row, column)
        names = self.decks.get(text_key(text), set())
        if len(names) == 1:
            return next(iter(names))
        if not text:
            raise RowError(column, "expected a deck, found nothing")
        if names:
            raise RowError(column, f"'{shorten(text)}' may be {' or '.join(sorted(names))}")
        known = sorted(set[str]().union(*self.decks.values()))
        hint = did_you_mean(text, known) or f"its decks are {', '.join(known)}"
        raise RowError(column, f"the run has no deck '{shorten(text)}'", hint)

    def name_sides(self, row: Row, decks: Sequence[str]) -> Sides:
        """Return what either side is called in a row: by its player and by its deck."""
        own, other = (
            {key for key, names in self.decks.items() if names == {deck}}
            | ({text_key(self.cell(row, player))} - {""})
            for deck, player in zip(decks, ("player", "opponent_player"), strict=True)
        )
        return own - other, other - own

    def read_result(self, row: Row, sides: Sides) -> tuple[int, int, int]:
        """Return the games that the deck of a row won, lost and drew."""
        if "winner" not in self.headers:  # the deck is the winner's
            return 1, 0, 0
        text = self.cell(row, "winner")
        if not text:
            raise RowError("winner", "expected who won, found nothing", WRITE)
        if match := SCORE.fullmatch(text):
            won, lost, drawn = (int(games or 0) for games in match.groups())
            if max(won, lost) <= MOST_WINS and won + lost + drawn:
                return won, lost, drawn
        if EVEN.fullmatch(text):
            return 0, 0, 1
        side = self.find_side("winner", text, sides)
        if side is not None:
            return int(side), int(not side), 0
        if text_key(text) in DRAWN:
            return 0, 0, 1
        message = f"expected who won, found '{shorten(text)}'"
        if text == "0":
            raise RowError("winner", f"{message}, beside 2", "write 'draw' if it was one")
        raise RowError("winner", message, advise_on_date(text) or WRITE)

    def find_side(self, column: str, text: str, sides: Sides) -> bool | None:
        """Return whether a cell names the deck's side; None if it names neither."""
        whole = re.sub(r"(?<=[0-9])[.,]0+$", "", text)
        key = text_key(whole)
        if key in sides[0] | sides[1]:
            return key in sides[0]
        if key == "0" and not self.has_twos[column]:
            return False
        return True if key in WON_KEYS else False if key in LOST_KEYS else None

    def read_first(self, row: Row, sides: Sides) -> bool | None:
        """Return whether the deck of a row began; None if that is not known."""
        text = self.cell(row, "first")
        if not text:
            return None
        side = self.find_side("first", text, sides)
        side = PLAY_OR_DRAW.get(text_key(text)) if side is None else side
        if side is None:
            self.doubt(row, "first", f"expected who began, found '{shorten(text)}'")
        return side

    def read_rating(self, row: Row, column: str) -> float:
        """Return a rating; NaN if there is none, or it is not a number."""
        text = self.cell(row, column)
        if not text:
            return float("nan")
        readings = [float(value) for value in list_readings(text)]
        fitting = [value for value in readings if 0 <= value < HIGHEST_RATING]
        if not fitting:
            self.doubt(row, column, f"expected a rating, found '{shorten(text)}'")
        return max(fitting, default=float("nan"))

    def doubt(self, row: Row, column: str, message: str) -> None:
        """Note a cell without which a row is used all the same."""
        self.unclear.append(self.make_problem(row, RowError(column, message)))

    def make_problem(self, row: Row, error: RowError) -> Problem:
        """Return the problem of a row."""
        header = self.headers[error.column]
        return Problem(self.sheet.file, row.line, header, error.message, error.hint)

    def describe(self) -> Iterator[str]:
        """Describe how the file was read."""
        read = ", ".join(f"{column} from '{header}'" for column, header in self.headers.items())
        ignored = [one for one in self.sheet.headers if one not in self.headers.values()]
        more = f"; ignored {', '.join(map(repr, ignored))}" if ignored else ""
        yield f"{self.sheet.file}: read {read}{more}"
        if self.n_matches:
            matches = plural(self.n_matches, "row holds", "rows hold")
            yield f"{self.sheet.file}: {matches} several games, all counted"
        if self.n_mirrors:
            mirrors = plural(self.n_mirrors, "row is", "rows are")
            yield f"{self.sheet.file}: {mirrors} of a deck against itself: only who began counts"
        if self.unclear:
            first = "; ".join(map(str, self.unclear[:MOST_NAMED]))
            cells = plural(len(self.unclear), "cell was", "cells were")
            yield f"{cells} passed over, and the rest of the row used: {first}"


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


def name_decks(run: Run) -> dict[str, set[str]]:
    """Return the decks of a run by the keys of all names that they have."""
    found: dict[str, set[str]] = {}
    for deck in run.info["decks"]:
        if (name := deck["name"]) in run.entrants:
            for text in (name, deck.get("display_name") or "", make_title(name)):
                found.setdefault(text_key(text), set()).add(name)
    found.pop("", None)
    return found


def text_key(text: str) -> str:
    """Normalize a name for comparison, without case, accents, spaces and signs."""
    parts = unicodedata.normalize("NFKD", name_key(text))
    return "".join(filter(str.isalnum, parts)) or name_key(text)


MOST_NAMED = 5
RATINGS = ("rating", "opponent_rating")
