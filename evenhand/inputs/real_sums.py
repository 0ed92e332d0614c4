"""Sums of games that people played: games and wins of each deck, or of each matchup.

Such a file does not say who began, nor who played. One of decks does not say either who met whom.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal

from evenhand.analysis.data.run import Run
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.numerals import advise_on_date, list_readings
from evenhand.decks.problems import InputError, Problem
from evenhand.decks.sheet import Row, Sheet
from evenhand.inputs.real_rows import RowError, RowReader
from evenhand.reports.wording import percent, plural

__all__ = ["SUMS", "SumReader", "holds_sums", "is_enough"]

# Headers by column, the clearest first.
SUMS = {
    "games": (
        "games", "games played", "n games", "number of games", "matches", "played", "total games",
        "total", "count", "n", "sample size",
    ),
    "wins": (
        "wins", "games won", "wins of a", "wins a", "wins deck a", "deck a wins", "number of wins",
        "w", "won", "win",
    ),
    "losses": ("losses", "games lost", "losses of a", "losses a", "wins b", "l", "lost"),
    "draws": ("draws", "games drawn", "ties", "d", "t", "drawn", "tied"),
    "win_rate": (
        "win rate", "winrate", "win %", "wins %", "win rate %", "win percentage", "win percent",
        "wr", "win rate of a",
    ),
}  # fmt: skip
MOST_GAMES = 10**9
MOST_SIDES = 2  # the largest number that may name a side, and not count games
FEWEST_WINS = 0.3  # share of all games, below which numbers of wins may be percentages
ABOUT_HALF = (35, 65)  # where the mean of percentages lies
EVEN = 0.02  # by which decks that only met each other may have won more or less than half
RATE_COLUMN = "--columns win_rate="


def holds_sums(
    sheet: Sheet, results: Mapping[str, str], sums: Mapping[str, str], given: Iterable[str]
) -> bool:
    """Return whether the rows of a file are sums of games.

    Parameters
    ----------
    sheet : Sheet
    results, sums : mapping from str to str
        Headers by column, as a row for each result would have them, and a row for sums.
    given : iterable of str
        Columns that the user named.
    """
    if not SUMS.keys().isdisjoint(given):
        return True
    if not is_enough(sums):
        return False
    if "opponent" not in results or "winner" not in results:
        return True
    wins = sums.get("wins")
    cells = [row.cells.get(wins, "") for row in sheet.rows] if wins == results["winner"] else []
    return any(cell.isdecimal() and int(cell[:9]) > MOST_SIDES for cell in cells)


def is_enough(sums: Mapping[str, str]) -> bool:
    """Return whether columns say how many games there were and how many were won."""
    has_games = "games" in sums or {"wins", "losses"} <= sums.keys()
    return has_games and not {"wins", "losses", "win_rate"}.isdisjoint(sums)


class SumReader(RowReader):
    """Read rows that are sums of games, and collect those that cannot be used.

    Attributes
    ----------
    is_of_decks : bool
        Whether the file has no opponents.
    is_percent : bool
        Whether win rates are percentages, not shares.
    """

    def __init__(self, sheet: Sheet, headers: Mapping[str, str], run: Run) -> None:
        of_no_use = "win_rate" if "wins" in headers else ""
        super().__init__(sheet, {k: v for k, v in headers.items() if k != of_no_use}, run)
        self.is_of_decks = "opponent" not in headers
        self.is_percent = any(
            "%" in text or any(value > 1 for value in list_readings(text))
            for text in (self.cell(row, "win_rate") for row in sheet.rows)
        )
        self.n_mirrored = 0
        self.share = 0.5  # of all games that were won

    def read(self, row: Row) -> dict[str, object] | None:
        """Return a row's sum, or None if it cannot be used."""
        try:
            deck = self.find_deck(row, "deck")
            opponent = "" if self.is_of_decks else self.find_deck(row, "opponent")
            if opponent not in ("", deck) and frozenset((deck, opponent)) not in self.met:
                raise RowError("opponent", f"the run has no game of {deck} against {opponent}")
            n_games, score = self.read_sum(row)
        except RowError as error:
            self.unusable.append(self.make_problem(row, error))
            return None
        self.n_mirrors += opponent == deck
        unknown = float("nan")
        return {"deck": deck, "opponent": opponent, "n_games": n_games, "score": score,
                "first": unknown, "rating": unknown, "opponent_rating": unknown}  # fmt: skip

    def read_sum(self, row: Row) -> tuple[int, float]:
        """Return the games of a row, and what its deck scored: wins, and draws by half."""
        games, wins, losses = (self.read_count(row, name) for name in ("games", "wins", "losses"))
        draws = self.read_count(row, "draws") or 0
        if games is None:
            games = (wins or 0) + (losses or 0) + draws
        if games == 0:
            raise RowError("games" if "games" in self.headers else "wins", "there is no game in it")
        if wins is None and losses is not None:
            wins = games - losses - draws
        if wins is None:
            return games, self.read_score(row, games)
        self.refuse_too_many(row, games, wins, losses, draws)
        if losses is not None and "draws" not in self.headers:
            draws = games - wins - losses
        return games, wins + draws / 2

    def refuse_too_many(
        self, row: Row, games: int, wins: int, losses: int | None, draws: int
    ) -> None:
        """Refuse a row whose wins, losses and draws are not its games."""
        found = {"wins": wins, "losses": losses or 0, "draws": draws}
        told = {name: number for name, number in found.items() if name in self.headers}
        column = next(iter(told))
        parts = " + ".join(f"{number:,} {name}" for name, number in told.items())
        if sum(told.values()) > games:
            message = f"expected no more than its {games:,} games, found {parts}"
            raise RowError(column, message, self.advise_on_rate(row, column))
        if len(told) == len(found) and sum(told.values()) < games:
            raise RowError(column, f"expected its {games:,} games, found {parts}")

    def read_count(self, row: Row, column: str) -> int | None:
        """Return a number of games in a row; None if the file has no such column."""
        if column not in self.headers:
            return None
        text = self.cell(row, column)
        if not text and column == "draws":
            return 0
        if not text:
            raise RowError(column, "expected a number of games, found nothing")
        values = list_readings(text)
        whole = [int(value) for value in values if value == int(value) and "%" not in text]
        if not whole:
            advice = advise_on_date(text) or (self.advise_on_rate(row, column) if values else "")
            found = f"expected a whole number of games, found '{shorten(text)}'"
            raise RowError(column, found, advice)
        if min(whole) < 0 or max(whole) > MOST_GAMES:
            limit = "0 games or more" if min(whole) < 0 else f"at most {MOST_GAMES:,} games"
            raise RowError(column, f"expected {limit}, found '{shorten(text)}'")
        return max(whole)

    def advise_on_rate(self, row: Row, column: str) -> str:
        """Return how to name a column of win rates that was taken for one of wins; "" if not."""
        values = list_readings(self.cell(row, column))
        is_rate = column == "wins" and any(0 <= value <= 100 for value in values)
        return f"for win rates: {RATE_COLUMN}{self.headers[column]}" if is_rate else ""

    def read_score(self, row: Row, games: int) -> float:
        """Return what a deck scored by its win rate, to half a game."""
        text = self.cell(row, "win_rate")
        values = list_readings(text)
        plain = values[0] if values else Decimal(-1)
        rate = float(plain / 100 if self.is_percent else plain)
        if not 0 <= rate <= 1:
            unit = "0 to 100 %" if self.is_percent else "0 to 1"
            raise RowError("win_rate", f"expected {unit}, found '{shorten(text) or 'nothing'}'")
        return round(2 * rate * games) / 2

    def finish(self, rows: Sequence[dict], given: Iterable[str]) -> list[dict]:
        """Return the rows that count: those of a matrix with both halves once.

        Raises
        ------
        InputError
            If numbers of wins seem to be percentages, and the user did not name their column.
        """
        if "wins" in self.headers and "wins" not in given:
            self.refuse_percentages(rows)
        self.share = sum(row["score"] for row in rows) / sum(row["n_games"] for row in rows)
        return self.merge_halves(rows)

    def refuse_percentages(self, rows: Sequence[dict]) -> None:
        """Refuse wins that seem to be percentages: few for so many games, and about 50 each."""
        games = sum(row["n_games"] for row in rows)
        wins = sum(row["score"] for row in rows)
        is_about_half = ABOUT_HALF[0] <= wins / len(rows) <= ABOUT_HALF[1]
        if len(rows) < 2 or wins >= FEWEST_WINS * games or not is_about_half:
            return
        header = self.headers["wins"]
        message = (
            f"expected numbers of won games, found what seem to be percentages: they are "
            f"{wins / len(rows):.0f} on average, {percent(wins / games, 0)} of all games"
        )
        hint = f"{RATE_COLUMN}{header}, or --columns wins={header} if they are won games"
        raise InputError([Problem(self.sheet.file, None, header, message, hint)])

    def merge_halves(self, rows: Sequence[dict]) -> list[dict]:
        """Return the rows of a matrix whose two halves hold the same games, each matchup once."""
        sums: dict[tuple[str, str], list[float]] = {}
        for row in rows:
            own = sums.setdefault((row["deck"], row["opponent"]), [0, 0.0])
            own[0] += row["n_games"]
            own[1] += row["score"]
        both = [pair for pair in sums if pair[::-1] in sums and pair[0] < pair[1]]
        is_mirrored = all(are_halves(*sums[pair], *sums[pair[::-1]]) for pair in both)
        if not both or not is_mirrored:
            return list(rows)
        self.n_mirrored = len(both)
        kept = [{**row} for row in rows if (row["opponent"], row["deck"]) not in both]
        for row in kept:
            pair = row["deck"], row["opponent"]
            if pair in both:
                (games, score), (_, lost) = sums.pop(pair, (0, 0.0)), sums[pair[::-1]]
                row["n_games"], row["score"] = games, (score + games - lost) / 2  # draws by half
        return [row for row in kept if row["n_games"]]

    def describe(self) -> Iterator[str]:
        """Describe how the file was read, and what it cannot tell."""
        yield from super().describe()
        file = self.sheet.file
        if self.n_mirrored:
            pairs = plural(self.n_mirrored, "matchup stands", "matchups stand")
            yield f"{file}: {pairs} there from both sides; its games are counted once"
        if "wins" not in self.headers and "losses" not in self.headers:
            yield f"{file}: wins are worked out from win rates, and so are rounded"
        if self.is_of_decks and abs(self.share - 0.5) > EVEN:
            yield (
                f"{file}: its decks won {percent(self.share)} of their games, and not half of "
                "them: they met other decks, too, or draws are counted as lost"
            )
        lacks = "who began, nor who played"
        if self.is_of_decks:
            lacks = f"who met whom, {lacks}"
        yield f"{file}: its rows are sums of games, which do not say {lacks}"


def are_halves(games: float, score: float, other_games: float, other_score: float) -> bool:
    """Return whether two sums are of the same games, seen from both sides; draws may be lost."""
    return games == other_games and score + other_score <= games + 1
