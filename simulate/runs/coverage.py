"""Count which cards and abilities the games of a run used."""

from collections.abc import Iterator

import numpy as np
import polars as pl

from evenhand.decks.language.rows import MOST_ABILITIES
from evenhand.simulate.engine.state import TALLY
from evenhand.simulate.runs.batch import CHUNK_PAIRS, Chunk, PlanArrays, plan_arrays, play
from evenhand.simulate.runs.plan import Plan

__all__ = ["COUNTS", "coverage"]

OF_ABILITIES = ("could", "did", "worked")
COUNTS = ("seen", "played", *OF_ABILITIES)
SEEN = ("opening", "drawn", "tutored")


def coverage(plan: Plan, games: int) -> pl.DataFrame:
    """Play the first games of each matchup again and count what abilities did.

    Parameters
    ----------
    games : int
        Most games to play, over all matchups.

    Returns
    -------
    polars.DataFrame
        card (row of the pool), ability (its number on the card; a card without abilities
        has a row 0), n_games, and the number of these in which a copy was ``seen`` (drawn or
        fetched) or ``played``, and the ability ``could`` be used, ``did`` happen, and
        ``worked``: changed something. A game counts once for each deck with the card.
    """
    arrays = plan_arrays(plan)
    n_abilities = np.array([max(1, len(card.abilities)) for card in plan.pool.cards])
    share = max(1, games // plan.n_seats // len(arrays.matchups))
    parts = [
        count_uses(rows, tallies, cards_of(arrays, rows), n_abilities)
        for rows, tallies in play_share(arrays, share)
    ]
    return (
        pl.concat(parts)
        .group_by("card", "ability")
        .agg(pl.col("n_games", *COUNTS).sum())
        .sort("card", "ability")
    )


def play_share(arrays: PlanArrays, share: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Play the first pairs of each matchup; yield rows and tallies, chunk by chunk."""
    n_seats = arrays.plan.n_seats
    for number, matchup in enumerate(arrays.matchups):
        pairs = min(share, matchup.pairs)
        for first in range(0, pairs, CHUNK_PAIRS):
            n = min(CHUNK_PAIRS, pairs - first)
            tallies = np.zeros((n * n_seats, n_seats), TALLY)
            yield play(arrays, Chunk(0, number, first, n), tallies=tallies), tallies


def cards_of(arrays: PlanArrays, rows: np.ndarray) -> np.ndarray:
    """Return the pool row of each deck slot, -1 for none; shape (n_games, n_seats, n_slots)."""
    if arrays.plan.is_sealed:
        return np.asarray(rows["cards"])
    is_slot = np.arange(arrays.cards.shape[1]) < arrays.sizes[:, None]
    return np.where(is_slot, arrays.cards, -1)[rows["deck"]]


def count_uses(
    rows: np.ndarray, tallies: np.ndarray, cards: np.ndarray, n_abilities: np.ndarray
) -> pl.DataFrame:
    """Count the games of a chunk by card and ability."""
    bits = np.arange(cards.shape[2])
    seen = np.any([(tallies[name][..., None] >> bits) & 1 for name in SEEN], axis=0)
    was_played = ((tallies["played"][..., None] >> bits) & 1) > 0
    owner = np.arange(cards.shape[0] * cards.shape[1]).reshape(cards.shape[:2])
    frames = []
    for ability in range(MOST_ABILITIES):
        chosen = (cards >= 0) & (n_abilities[cards] > ability)
        if not chosen.any():
            break
        columns = {"seen": seen, "played": was_played}
        for name in OF_ABILITIES:
            columns[name] = ((tallies[name][..., ability, None] >> bits) & 1) > 0
        frames.append(
            pl.DataFrame(
                {
                    "owner": np.broadcast_to(owner[..., None], cards.shape)[chosen],
                    "card": cards[chosen].astype(np.int64),
                    **{name: values[chosen] for name, values in columns.items()},
                }
            ).with_columns(ability=pl.lit(ability))
        )
    return (
        pl.concat(frames)
        .group_by("owner", "card", "ability")
        .agg(pl.col(COUNTS).any())
        .group_by("card", "ability")
        .agg(pl.len().alias("n_games"), pl.col(COUNTS).sum())
    )
