"""Rows of results that people played: who brought which deck, who won, and who began.

Winners are found by the words that people use, and decks by name whatever the case, accents and
signs. A row that cannot be used is a problem with its line.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence

from evenhand.analysis.data.run import Run
from evenhand.decks.card import name_key
from evenhand.decks.display_names import make_title
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.numerals import advise_on_date, list_readings
from evenhand.decks.problems import Problem, did_you_mean
from evenhand.decks.sheet import Row, Sheet
from evenhand.reports.wording import plural

__all__ = ["MOST_NAMED", "RowError", "RowReader", "text_key"]

# Words for a player, numbered or lettered in a cell: "Player 1", "Spieler B", "1. joueur".
PLAYERS = ("deck", "player", "spieler", "joueur", "jugador", "giocatore", "jogador", "speler")
WON = (
    "1", "a", "w", "win", "won", "wins", "victory", "deck", "player", "p1", "true", "yes", "y",
    "gewonnen", "sieg", "victoire", "gagné", "victoria", "vittoria", "vinto", "vitória",
)  # fmt: skip
LOST = (
    "2", "b", "l", "loss", "lost", "lose", "loses", "defeat", "opponent", "p2", "false", "no", "n",
    "verloren", "niederlage", "défaite", "perdu", "derrota", "sconfitta", "perso",
)  # fmt: skip
DRAWN = (
    "d", "draw", "drawn", "t", "tie", "tied", "remis", "unentschieden", "égalité", "nul",
    "match nul", "partie nulle", "empate", "tablas", "pareggio", "patta", "pari", "gelijkspel",
)  # fmt: skip
PLAYED_FIRST = (
    "play", "first", "1st", "erster", "erste", "premier", "première", "1er", "primero", "primera",
    "primo", "prima", "primeiro", "eerste", "ja", "oui", "sí", "sim",
)  # fmt: skip
PLAYED_SECOND = (
    "draw", "second", "2nd", "zweiter", "zweite", "seconde", "deuxième", "2e", "segundo",
    "segunda", "secondo", "seconda", "tweede", "nein", "non", "não",
)  # fmt: skip
DASH = r"\s*[-\u2013:]\s*"
HALF = r"(?:0?[.,]50*|½|1/2)"
EVEN = re.compile(rf"{HALF}(?:{DASH}{HALF})?|=")
SCORE = re.compile(rf"([0-9]){DASH}([0-9])(?:{DASH}([0-9]))?")
MOST_WINS = 5  # of either in one match; more are points, not games
HIGHEST_RATING = 10_000
WRITE_FIRST = "write 1 or 2, a deck or player, first or second, or play or draw"
WRITE = "write 1 or 2, a deck or player, won, lost or draw, or games such as 2-1"
RATINGS = ("rating", "opponent_rating")
MOST_NAMED = 5

Sides = tuple[set[str], set[str]]  # what the deck's side, and its opponent's, is called in a row


class RowError(ValueError):
    """A row cannot be used: the column, what is wrong there, and a hint."""

    def __init__(self, column: str, message: str, hint: str = "") -> None:
        self.column, self.message, self.hint = column, message, hint
        super().__init__(message)


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
            won, lost, drawn = self.read_result(row, sides, decks)
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

    def read_result(self, row: Row, sides: Sides, decks: Sequence[str]) -> tuple[int, int, int]:
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
        if text_key(text) in DRAWN_KEYS:
            return 0, 0, 1
        raise self.make_winner_error(row, text, decks)

    def make_winner_error(self, row: Row, text: str, decks: Sequence[str]) -> RowError:
        """Return the error of a winner that is neither side of a row, nor a word for one."""
        found, (one, other) = f"found '{shorten(text)}'", decks
        if text == "0":
            message = f"expected who won, {found}, beside 2"
            return RowError("winner", message, "write 'draw' if it was one")
        if text_key(text) in self.decks and one == other:
            message = f"expected which of two won, {found}, which both played"
            return RowError("winner", message, "write 1 or 2, or a player")
        if text_key(text) in self.decks:
            message = f"expected who won, {one} or {other}, {found}, a deck that is not in this row"
            return RowError("winner", message)
        names = [*decks, *(self.cell(row, name) for name in ("player", "opponent_player"))]
        hint = did_you_mean(text, names) or advise_on_date(text) or WRITE
        return RowError("winner", f"expected who won, {found}", hint)

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
        side = FIRST_KEYS.get(text_key(text)) if side is None else side
        if side is None:
            self.doubt(row, "first", f"expected who began, found '{shorten(text)}'", WRITE_FIRST)
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

    def doubt(self, row: Row, column: str, message: str, hint: str = "") -> None:
        """Note a cell without which a row is used all the same."""
        self.unclear.append(self.make_problem(row, RowError(column, message, hint)))

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


def list_keys(words: Iterable[str], ends: Iterable[str] = ()) -> set[str]:
    """Return the keys of words for a side, and of players with such a number or letter."""
    numbered = (text for end in ends for word in PLAYERS for text in (f"{word}{end}", end + word))
    return {text_key(word) for word in (*words, *numbered)}


WON_KEYS, LOST_KEYS, DRAWN_KEYS = list_keys(WON, "1a"), list_keys(LOST, "2b"), list_keys(DRAWN)
FIRST_KEYS = dict.fromkeys(list_keys(PLAYED_FIRST), True)
FIRST_KEYS |= dict.fromkeys(list_keys(PLAYED_SECOND), False)
