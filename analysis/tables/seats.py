"""Win rates of seats, in turn order from the player who goes first; of all decks, and by deck.

By deck, the games are those of `win_rates`: mirror matches are left out, unless a deck played
nothing else.
"""

from itertools import chain

import numpy as np
import pandas as pd
from scipy.special import stdtr

from evenhand.analysis.data.pairs import PairBlock, PairSums
from evenhand.analysis.data.run import Run
from evenhand.analysis.data.tallies import Sums, Tally, group_by_name, tally
from evenhand.analysis.statistics.intervals import rate_interval
from evenhand.analysis.statistics.multiplicity import holm, joint_level
from evenhand.analysis.statistics.ratios import (
    PooledSums,
    difference,
    difference_columns,
    pool_evenly,
    rate_columns,
    ratio,
)
from evenhand.analysis.tables.first_player import (
    Rate,
    average_rates,
    count_by_turn_order,
    estimate_rate,
)
from evenhand.analysis.tables.win_rates import choose_sides, list_rated_entrants

__all__ = ["DeckSeats", "TurnOrders", "seats", "seats_by_deck"]

Counts = dict[str, np.ndarray]

COLUMNS = [
    "seat", "n_games", "n_pairs", "win_rate", "win_rate_low", "win_rate_high",
    "advantage", "advantage_low", "advantage_high", "advantage_p", "advantage_holm",
]  # fmt: skip


def seats(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return the win rate of each seat in turn order.

    Sides of a matchup and matchups are weighted equally, as in `first_player`, whose rate is
    that of seat 1.

    Parameters
    ----------
    run : Run
    level : float
        Chance, in (0, 1), that all intervals hold simultaneously.

    Returns
    -------
    pandas.DataFrame
        One row per seat, in turn order: seat (1 goes first), n_games, n_pairs, win_rate,
        win_rate_low, win_rate_high; advantage, advantage_low, advantage_high (the win rate
        minus a fair share, 1/n for n seats); advantage_p (of "the win rate is fair") and
        advantage_holm (corrected for the number of seats by Holm's method).
    """
    n = run.n_seats
    parts = [sums[""] for sums in tally(run, TurnOrders).by_matchup.values()]
    rates = [average_rates([estimate_rate(part, n, turns) for part in parts]) for turns in range(n)]
    each = float(joint_level(level, n))
    frame = pd.DataFrame([make_row(turns + 1, rate, n, each) for turns, rate in enumerate(rates)])
    frame["advantage_holm"] = holm(frame["advantage_p"])
    return frame[COLUMNS]


class TurnOrders(Tally):
    """Each side's games by its seat in turn order, and its score in them."""

    def count(self, block: PairBlock) -> Sums:
        """Return the sums over a block of pairs."""
        turns = range(block.n_seats)
        return {"": PairSums.of(dict(chain(*(count_by_turn_order(block, of) for of in turns))))}


def make_row(seat: int, rate: Rate, n_seats: int, level: float) -> dict[str, float]:
    """Return the row of one seat."""
    low, high = rate_interval(*rate, level)
    fair = 1 / n_seats
    spread = rate.error if rate.error > 0 else np.nan
    t = abs(rate.value - fair) / spread
    return {
        "seat": seat,
        "n_games": rate.n_pairs * n_seats,
        "n_pairs": rate.n_pairs,
        "win_rate": rate.value,
        "win_rate_low": low,
        "win_rate_high": high,
        "advantage": rate.value - fair,
        "advantage_low": low - fair,
        "advantage_high": high - fair,
        "advantage_p": 2 * stdtr(max(rate.n_pairs - 1, 1), -t),
    }


def seats_by_deck(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return how often each deck wins from each seat, all opponents weighted equally.

    Parameters
    ----------
    run : Run
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        One row per deck and seat, in turn order from the player who goes first: deck, seat (1
        goes first), n_games, win_rate, win_rate_low, win_rate_high, edge, edge_low, edge_high.
        `edge` is the win rate from this seat minus that from the deck's other seats; the
        strength of the deck cancels out.
    """
    parts = group_by_name(tally(run, DeckSeats).by_matchup)
    frames = [
        make_seat_rows(name, pool_evenly(parts[name]), level)
        for name in run.entrants
        if name in parts
    ]
    return pd.concat(frames, ignore_index=True)


class DeckSeats(Tally):
    """Each entrant's games and its score from a seat, and from the other seats; rows are seats."""

    def count(self, block: PairBlock) -> Sums:
        """Return the sums over a block of pairs, by entrant."""
        by_entrant: dict[str, list[Counts]] = {}
        for turns in range(block.n_seats):
            seats = block.seat_after_first(turns)
            scores, sides = block.scores_in(seats), block.side_in(seats)
            for entrant in list_rated_entrants(self.run, block.matchup):
                sides_of_entrant = choose_sides(block.matchup, entrant)
                by_entrant.setdefault(entrant, []).append(
                    count_seat_games(np.isin(sides, sides_of_entrant), scores, sides_of_entrant)
                )
        return {entrant: PairSums.of(add_other_seats(rows)) for entrant, rows in by_entrant.items()}


def count_seat_games(
    is_there: np.ndarray, scores: np.ndarray, sides_of_entrant: list[int]
) -> Counts:
    """Sum an entrant's games and score in a seat over each pair, averaged over its sides."""
    n_games = is_there.sum(axis=0)
    return {
        "n_games": n_games,
        "games": n_games / len(sides_of_entrant),
        "score": (is_there * scores).sum(axis=0) / len(sides_of_entrant),
    }


def add_other_seats(rows: list[Counts]) -> Counts:
    """Stack the sums by seat and add those of all other seats, each (n_seats, n_pairs)."""
    here = {name: np.stack([row[name] for row in rows]) for name in rows[0]}
    others = {
        f"{name}_elsewhere": here[name].sum(axis=0) - here[name] for name in ("games", "score")
    }
    return {**here, **others}


def make_seat_rows(entrant: str, sums: PooledSums, level: float) -> pd.DataFrame:
    """Return the rows of one deck, by seat."""
    here = ratio(sums, ["score"], ["games"])
    elsewhere = ratio(sums, ["score_elsewhere"], ["games_elsewhere"])
    return pd.DataFrame(
        {
            "deck": entrant,
            "seat": range(1, len(sums.sums) + 1),
            "n_games": sums.count("n_games"),
            **rate_columns("win_rate", sums, here, level),
            **difference_columns("edge", sums, difference(here, elsewhere), level),
        }
    )
