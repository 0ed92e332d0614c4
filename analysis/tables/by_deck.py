"""Tables by deck: win rates from each seat, and game lengths.

The games are those of `win_rates`: mirror matches are left out, unless a deck played nothing else.
"""

from typing import Any

import numpy as np
import pandas as pd

from evenhand.analysis.data.pairs import PairBlock, PairSums
from evenhand.analysis.data.run import Run
from evenhand.analysis.data.tallies import Sums, Tally, group_by_name, tally
from evenhand.analysis.statistics.ratios import (
    PooledSums,
    difference,
    difference_columns,
    mean_columns,
    pool,
    pool_evenly,
    rate_columns,
    ratio,
)
from evenhand.analysis.tables.win_rates import choose_sides, list_rated_entrants

__all__ = ["DeckLengths", "DeckSeats", "lengths_by_deck", "seats_by_deck"]

Counts = dict[str, np.ndarray]
OUTCOMES = ("won", "lost")


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


def lengths_by_deck(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return the mean length of each deck's games, and of those that it wins and loses.

    Parameters
    ----------
    run : Run
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        One row per deck: deck, n_games, and with their ends ``_low`` and ``_high`` mean_turns,
        mean_turns_won and mean_turns_lost (NaN if it never won, or never lost). All games
        are weighted equally.
    """
    parts = group_by_name(tally(run, DeckLengths).by_matchup)
    rows = [
        make_length_row(name, pool(parts[name]), level) for name in run.entrants if name in parts
    ]
    return pd.concat(rows, ignore_index=True)


class DeckLengths(Tally):
    """Each entrant's games and their turns, in all and of those won and lost."""

    columns = ("turns",)

    def count(self, block: PairBlock) -> Sums:
        """Return the sums over a block of pairs, by entrant."""
        return {
            entrant: PairSums.of(count_turns(block, choose_sides(block.matchup, entrant)))
            for entrant in list_rated_entrants(self.run, block.matchup)
        }


def count_turns(block: PairBlock, sides: list[int]) -> Counts:
    """Sum the turns of an entrant's games over each pair."""
    turns = block.columns["turns"].astype(np.int64)
    scores = np.stack([block.scores_of_side(side) for side in sides])
    won = (scores == 1).any(axis=0)
    lost = (scores == 0).all(axis=0)
    return {
        "games": np.full(block.n_pairs, block.n_seats),
        "turns": turns.sum(axis=0),
        "won": won.sum(axis=0),
        "turns_won": (won * turns).sum(axis=0),
        "lost": lost.sum(axis=0),
        "turns_lost": (lost * turns).sum(axis=0),
    }


def make_length_row(entrant: str, sums: PooledSums, level: float) -> pd.DataFrame:
    """Return the row of one deck."""
    row: dict[str, Any] = {"deck": [entrant], "n_games": sums.count("games")}
    row |= mean_columns("mean_turns", sums, ratio(sums, ["turns"], ["games"]), level)
    for outcome in OUTCOMES:
        mean = ratio(sums, [f"turns_{outcome}"], [outcome])
        row |= mean_columns(f"mean_turns_{outcome}", sums, mean, level)
    return pd.DataFrame(row)
