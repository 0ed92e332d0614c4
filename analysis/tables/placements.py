"""Placements of decks at the end of games, and how often one finishes ahead of another.

The winner is placed 1; others are placed by how long they stayed in the game, and players who
left together share the better place. A drawn game is shared by all who were in it to the end.
"""

from itertools import permutations
from typing import Any

import numpy as np
import pandas as pd

from evenhand.analysis.data.pairs import Floats, PairBlock, PairSums, list_placement_columns
from evenhand.analysis.data.run import Run
from evenhand.analysis.data.tallies import Sums, Tally, group_by_name, tally
from evenhand.analysis.statistics.ratios import (
    PooledSums,
    bounded_columns,
    pool_evenly,
    rate_columns,
    ratio,
)

__all__ = ["Finishes", "Places", "finishes", "has_placements", "placements"]


def placements(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return the placements of each deck, all tables (matchups) weighted equally.

    Parameters
    ----------
    run : Run
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        One row per deck that played others, in order of the run's deck list: deck, n_games
        (once for each seat of the deck), mean_placement, mean_placement_low,
        mean_placement_high, and for each place k from 1 share_k, share_k_low, share_k_high.
    """
    n = run.n_seats
    parts = group_by_name(tally(run, Places).by_matchup)
    rows = [
        make_placement_row(name, parts[name], n, level) for name in run.entrants if name in parts
    ]
    return pd.concat(rows, ignore_index=True) if rows else make_placement_row("", [], n, level)


class Places(Tally):
    """Each entrant's games and its placements; mirror matches are left out."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.columns = list_placement_columns(run.n_seats)

    def count(self, block: PairBlock) -> Sums:
        """Return the sums over a block of pairs, by entrant."""
        entrants = () if block.matchup.is_mirror else dict.fromkeys(block.matchup.entrants)
        return {entrant: PairSums.of(count_places(block, entrant)) for entrant in entrants}


def count_places(block: PairBlock, entrant: str) -> dict[str, np.ndarray]:
    """Count an entrant's placements over each pair."""
    places = np.concatenate([block.placements_of(side) for side in block.matchup.sides_of(entrant)])
    counted = {f"place_{k}": (places == k).sum(axis=0) for k in range(1, block.n_seats + 1)}
    return {"games": np.full(block.n_pairs, len(places)), "places": places.sum(axis=0), **counted}


def make_placement_row(
    entrant: str, parts: list[PairSums], n_seats: int, level: float
) -> pd.DataFrame:
    """Return the placements of one deck; without parts an empty table."""
    names = ["games", "places", *(f"place_{k}" for k in range(1, n_seats + 1))]
    sums = pool_evenly(parts) if parts else PooledSums(0, names)
    row: dict[str, Any] = {"deck": [entrant] * len(sums.sums), "n_games": sums.count("games")}
    mean, ends = ratio(sums, ["places"], ["games"]), (1, n_seats)
    row |= bounded_columns("mean_placement", sums, mean, level, ends)
    for k in range(1, n_seats + 1):
        row |= rate_columns(f"share_{k}", sums, ratio(sums, [f"place_{k}"], ["games"]), level)
    return pd.DataFrame(row)


AHEAD = ("games", "ahead")


def finishes(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return how often one deck is placed ahead of another at the same table.

    Parameters
    ----------
    run : Run
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        One row per deck and opponent: deck, opponent, n_tables (matchups with both), n_games,
        ahead (a shared place counts one half), ahead_low, ahead_high. All tables are weighted
        equally.
    """
    parts = group_by_name(tally(run, Finishes).by_matchup)
    order = {name: place for place, name in enumerate(run.entrants)}
    rows = [
        make_finish_row(met, parts[met], level)
        for met in sorted(parts, key=lambda met: (order[met[0]], order[met[1]]))
    ]
    return pd.concat(rows, ignore_index=True) if rows else make_finish_row(("", ""), [], level)


class Finishes(Tally):
    """The games of any two entrants at a table, and how often the first was placed ahead."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.columns = list_placement_columns(run.n_seats)

    def count(self, block: PairBlock) -> Sums:
        """Return the sums over a block of pairs, by (deck, opponent)."""
        games = np.full(block.n_pairs, block.n_seats)
        return {
            met: PairSums.of({"games": games, "ahead": count_ahead(block, *met)})
            for met in permutations(dict.fromkeys(block.matchup.entrants), 2)
        }


def count_ahead(block: PairBlock, deck: str, opponent: str) -> Floats:
    """Count the games of each pair in which a deck is placed ahead of another; (n_pairs,)."""
    places = {side: block.placements_of(side) for name in (deck, opponent)
              for side in block.matchup.sides_of(name)}  # fmt: skip
    scores = [
        (places[side] < places[other]) + (places[side] == places[other]) / 2
        for side in block.matchup.sides_of(deck)
        for other in block.matchup.sides_of(opponent)
    ]
    summed: Floats = np.mean(scores, axis=0).sum(axis=0)
    return summed


def make_finish_row(met: tuple[str, str], parts: list[PairSums], level: float) -> pd.DataFrame:
    """Return the row of two decks' finishes; without parts an empty table."""
    sums = pool_evenly(parts) if parts else PooledSums(0, AHEAD)
    n_rows = len(sums.sums)
    return pd.DataFrame(
        {
            "deck": [met[0]] * n_rows,
            "opponent": [met[1]] * n_rows,
            "n_tables": [len(parts)] * n_rows,
            "n_games": sums.count("games"),
            **rate_columns("ahead", sums, ratio(sums, ["ahead"], ["games"]), level),
        }
    )


def has_placements(placements: pd.DataFrame) -> bool:
    """Return whether placements go to third or lower: False if only winners are determined."""
    shares = placements.filter(regex=r"^share_([3-9]|\d\d+)$")
    return placements.empty or bool((shares > 0).any(axis=None))
