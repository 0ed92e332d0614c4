"""Win rates of each deck against each other, and of each deck as a whole.

A win scores 1, a loss 0 and a draw its equal share: half a point for two seats, 1/n for
n. Games that ended in an engine error count as draws and are listed by `end_reasons`.

If several bots play one of the decks, an entrant is a deck and the bot that plays it,
"deck (bot)" in the tables; otherwise it is the deck's name.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from evenhand.analysis.data.pairs import DRAW, Floats, PairBlock, PairSums
from evenhand.analysis.data.run import PlayedMatchup, Run
from evenhand.analysis.data.tallies import Sums, Tally, tally
from evenhand.analysis.statistics.intervals import rate_interval, usable_standard_error
from evenhand.analysis.statistics.ratios import pool, ratio, standard_error

__all__ = ["Scores", "matchups", "win_rates"]


def win_rates(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return how often each deck wins, all opponents weighted equally.

    Parameters
    ----------
    run : Run
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        One row per deck, in order of the run's deck list: deck, n_games, n_pairs, wins,
        losses, draws, win_rate, win_rate_low, win_rate_high. The win rate is the mean of
        the deck's matchup win rates. Mirror matches, which are 50 % by construction, are
        left out, unless a deck played nothing else. A deck with several of n seats wins
        a game if any of them wins; its win rate is that of one seat.
    """
    rated: dict[str, list[Record]] = {}
    for record in list_records(run):
        if record.deck in list_rated_entrants(run, record.matchup):
            rated.setdefault(record.deck, []).append(record)
    rows = [make_deck_row(rated[name], level) for name in run.entrants if name in rated]
    return pd.DataFrame(rows, columns=COLUMNS)


def matchups(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return how often each deck wins against each opponent.

    Parameters
    ----------
    run : Run
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        One row per deck and opponent, so that a matchup has a row for either side and a
        mirror match has one: deck, opponent, n_games, n_pairs, wins, losses, draws,
        win_rate, win_rate_low, win_rate_high, standard_error, sample_factor.
        `standard_error` is NaN for one pair. `sample_factor` is the variance of the same
        number of independent games, divided by the variance with pairs: at 2, twice as many
        unpaired games would be needed for the same precision. It is NaN if all pairs are
        equal, as in mirrors.
    """
    records = list_records(run)
    rows = [
        {
            "deck": record.deck,
            "opponent": record.matchup.opponents_of(record.deck),
            **record.counts,
            **name_rate_columns(record.win_rate, low, high),
            "standard_error": record.standard_error,
            "sample_factor": record.sample_factor,
        }
        for record, low, high in zip(records, *compute_intervals(records, level), strict=True)
    ]
    columns = ["deck", "opponent", *COLUMNS[1:], "standard_error", "sample_factor"]
    return pd.DataFrame(rows, columns=columns)


COLUMNS = [
    "deck", "n_games", "n_pairs", "wins", "losses", "draws",
    "win_rate", "win_rate_low", "win_rate_high",
]  # fmt: skip
COUNTS = COLUMNS[1:6]


@dataclass(frozen=True)
class Record:
    """The win rate of one entrant in one matchup.

    Attributes
    ----------
    counts : dict of str to int
        n_games, n_pairs, wins, losses, draws.
    win_rate : float
        Mean score per game, in [0, 1].
    standard_error : float
        From pairs; NaN if there is only one.
    game_variance : float
        Variance of the score of one game.
    """

    deck: str
    matchup: PlayedMatchup
    counts: dict[str, int]
    win_rate: float
    standard_error: float
    game_variance: float

    @property
    def n_pairs(self) -> int:
        """Pairs played."""
        return self.counts["n_pairs"]

    @property
    def is_exact(self) -> bool:
        """Whether the win rate has no sampling error: a mirror whose pairs are all equal."""
        return self.matchup.is_mirror and not self.standard_error > 0

    @property
    def sample_factor(self) -> float:
        """Unpaired games that one of these games is worth; NaN if all pairs are equal."""
        if not self.standard_error > 0:
            return float("nan")
        return self.game_variance / self.counts["n_games"] / self.standard_error**2


def list_records(run: Run) -> Sequence[Record]:
    """Return the win rate of every entrant in every matchup."""
    return tally(run, Scores).records


class Scores(Tally):
    """Each entrant's games and score for its win rate; a game is won if any of its sides won."""

    def count(self, block: PairBlock) -> Sums:
        """Return the sums over a block of pairs, by entrant."""
        return {
            entrant: PairSums.of(sum_scores(block, choose_sides(block.matchup, entrant)))
            for entrant in dict.fromkeys(block.matchup.entrants)
        }

    @cached_property
    def records(self) -> Sequence[Record]:
        """Results of every entrant in every matchup."""
        return [make_record(matchup, entrant, sums[entrant], self.run.n_seats)
                for matchup, sums in self.by_matchup.items()
                for entrant in dict.fromkeys(matchup.entrants)]  # fmt: skip


def sum_scores(block: PairBlock, sides: list[int]) -> dict[str, np.ndarray]:
    """Sum results for win rates over each pair; "squares" are of scores of single games."""
    by_side = np.stack([block.scores_of_side(side) for side in sides])
    scores = by_side.mean(axis=0)
    return {
        "games": np.full(block.n_pairs, block.n_seats),
        "score": scores.sum(axis=0),
        "squares": (scores**2).sum(axis=0),
        "wins": (by_side == 1).sum(axis=(0, 1)),
        "draws": (block.columns["winner"] == DRAW).sum(axis=0),
    }


def compute_intervals(records: Sequence[Record], level: float) -> tuple[Floats, Floats]:
    """Compute the low and high ends of the win rates' intervals, each shape (n_records,)."""
    rates, is_exact = list_rates(records)[0], [record.is_exact for record in records]
    low, high = rate_interval(*list_rates(records), level)
    return np.where(is_exact, rates, low), np.where(is_exact, rates, high)


def compute_errors(records: Sequence[Record]) -> Floats:
    """Compute the win rates' standard errors in a sum over opponents, shape (n_records,)."""
    is_exact = [record.is_exact for record in records]
    return np.where(is_exact, 0.0, usable_standard_error(*list_rates(records)))


def list_rates(records: Sequence[Record]) -> tuple[Floats, Floats, Floats]:
    """Return win rates, standard errors and numbers of pairs, each of shape (n_records,)."""
    rates = [(record.win_rate, record.standard_error, record.n_pairs) for record in records]
    win_rates, errors, n_pairs = np.array(rates, float).reshape(-1, 3).T
    return win_rates, errors, n_pairs


def choose_sides(matchup: PlayedMatchup, entrant: str) -> list[int]:
    """Return the sides that count for an entrant's win rate.

    A mirror is scored for its first side only: its 50 % is a check of the engine, whereas
    the mean of all sides is always 50 %.
    """
    sides = matchup.sides_of(entrant)
    return sides[:1] if matchup.is_mirror else sides


def list_rated_entrants(run: Run, matchup: PlayedMatchup) -> list[str]:
    """List the entrants whose win rate includes a matchup.

    A mirror counts only for an entrant that played no other matchup.
    """
    if not matchup.is_mirror:
        return list(dict.fromkeys(matchup.entrants))
    return [name for name in matchup.entrants[:1] if name not in run.challengers]


def make_record(matchup: PlayedMatchup, entrant: str, part: PairSums, n_seats: int) -> Record:
    """Compute an entrant's win rate in a matchup from its sums."""
    n_games = part.n_pairs * n_seats
    sums = pool([part])
    wins, draws = (int(sums.count(name)[0]) for name in ("wins", "draws"))
    rate = ratio(sums, ["score"], ["games"])
    squares = float(sums.sums[0] @ sums.form(["squares"]))
    return Record(
        deck=entrant,
        matchup=matchup,
        counts=dict(
            n_games=n_games,
            n_pairs=part.n_pairs,
            wins=wins,
            losses=n_games - wins - draws,
            draws=draws,
        ),
        win_rate=float(rate.value[0]),
        standard_error=float(standard_error(sums, rate)[0]),
        game_variance=(squares - n_games * float(rate.value[0]) ** 2) / (n_games - 1),
    )


def make_deck_row(records: list[Record], level: float) -> dict[str, Any]:
    """Return the win rate of an entrant: its matchups averaged with equal weights."""
    counts = {name: sum(record.counts[name] for record in records) for name in COUNTS}
    rate = float(np.mean([record.win_rate for record in records]))
    error = float(np.linalg.norm(compute_errors(records))) / len(records)
    low, high = rate_interval(rate, error, counts["n_pairs"], level)
    if len(records) == 1:
        (low,), (high,) = compute_intervals(records, level)
    return {"deck": records[0].deck, **counts, **name_rate_columns(rate, float(low), float(high))}


def name_rate_columns(rate: float, low: float, high: float) -> dict[str, float]:
    """Return a win rate and the ends of its interval as columns."""
    return {"win_rate": rate, "win_rate_low": low, "win_rate_high": high}
