"""End reasons: counts of games, wins and losses by the reason that ended the game."""

from typing import Any

import numpy as np
import pandas as pd

from evenhand.analysis.data.pairs import (
    DRAW,
    ENGINE_ERROR,
    PairBlock,
    PairSums,
)
from evenhand.analysis.data.run import Run
from evenhand.analysis.data.tallies import Sums, Tally, group_by_name, tally
from evenhand.analysis.statistics.ratios import PooledSums, pool, rate_columns, ratio
from evenhand.analysis.tables.win_rates import choose_sides, list_rated_entrants

__all__ = ["Endings", "EndingsByDeck", "end_reasons", "end_reasons_by_deck"]


def end_reasons(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Count games by end reason.

    Parameters
    ----------
    run : Run
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        One row per reason, by number, including reasons without games: end_reason (the
        number in the game table), name, text (for display), n_games, share, share_low,
        share_high, first_win_rate, first_win_rate_low, first_win_rate_high (mean score
        of the player who went first in these games; NaN, 0 and 1 without games).
        Reason 0 is an engine error: such games are never dropped, they count as draws.
    """
    sums = pool([sums[""] for sums in tally(run, Endings).by_matchup.values()])
    share = ratio(sums, ["ended"], ["games"])
    first_win_rate = ratio(sums, ["first_score"], ["ended"])
    return pd.DataFrame(
        {
            **make_reason_columns(run),
            "n_games": sums.count("ended"),
            **rate_columns("share", sums, share, level),
            **rate_columns("first_win_rate", sums, first_win_rate, level),
        }
    )


class Endings(Tally):
    """Games by end reason, and the score of the first player; rows are the reasons."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.reasons = list_reasons(run)

    def count(self, block: PairBlock) -> Sums:
        """Return the sums over a block of pairs."""
        ended = block.columns["end_reason"][None] == self.reasons[:, None, None]
        first = block.scores_in(block.seat_after_first(0))
        return {
            "": PairSums.of(
                {
                    "games": np.full(block.n_pairs, block.n_seats),
                    "ended": ended.sum(axis=1),
                    "first_score": (ended * first).sum(axis=1),
                }
            )
        }


def end_reasons_by_deck(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Count each deck's wins, losses and draws by end reason.

    Parameters
    ----------
    run : Run
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        One row per deck and reason: deck, end_reason, name, text, n_games, wins, losses,
        draws, win_share, win_share_low, win_share_high (share of the deck's wins with this
        reason), loss_share, loss_share_low, loss_share_high (the same of its losses).
        The games are those of `win_rates`, so that wins add up to the wins there.
    """
    parts = group_by_name(tally(run, EndingsByDeck).by_matchup)
    frames = [
        make_deck_rows(run, entrant, pool(parts[entrant]), level)
        for entrant in run.entrants
        if entrant in parts
    ]
    return pd.concat(frames, ignore_index=True)


class EndingsByDeck(Tally):
    """Each entrant's wins and draws by end reason; rows are the reasons."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.reasons = list_reasons(run)

    def count(self, block: PairBlock) -> Sums:
        """Return the sums over a block of pairs, by entrant."""
        return {
            entrant: PairSums.of(
                count_results(block, choose_sides(block.matchup, entrant), self.reasons)
            )
            for entrant in list_rated_entrants(self.run, block.matchup)
        }


def count_results(block: PairBlock, sides: list[int], reasons: np.ndarray) -> dict[str, np.ndarray]:
    """Sum the results of an entrant's games over each pair, by end reason."""
    ended = block.columns["end_reason"][None] == reasons[:, None, None]
    won = np.logical_or.reduce([block.scores_of_side(side) == 1 for side in sides])
    drawn = block.columns["winner"] == DRAW
    return {
        "ended": ended.sum(axis=1),
        "won": (ended & won).sum(axis=1),
        "drawn": (ended & drawn).sum(axis=1),
        "lost": (ended & ~won & ~drawn).sum(axis=1),
        "all_won": won.sum(axis=0),
        "all_lost": (~won & ~drawn).sum(axis=0),
    }


def make_deck_rows(run: Run, entrant: str, sums: PooledSums, level: float) -> pd.DataFrame:
    """Return the endings of one deck, by reason."""
    n_games, wins, draws = (sums.count(name) for name in ("ended", "won", "drawn"))
    return pd.DataFrame(
        {
            "deck": entrant,
            **make_reason_columns(run),
            "n_games": n_games,
            "wins": wins,
            "losses": n_games - wins - draws,
            "draws": draws,
            **rate_columns("win_share", sums, ratio(sums, ["won"], ["all_won"]), level),
            **rate_columns("loss_share", sums, ratio(sums, ["lost"], ["all_lost"]), level),
        }
    )


def list_reasons(run: Run) -> np.ndarray:
    """List the numbers of all end reasons that have a name or occurred, errors included."""
    return np.array(sorted({ENGINE_ERROR, *run.info["end_reasons"].values(), *run.reasons_given}))


def make_reason_columns(run: Run) -> dict[str, Any]:
    """Return the columns that identify end reasons: number, name and display text."""
    reasons = list_reasons(run)
    names = {number: name for name, number in run.info["end_reasons"].items()}
    texts = {"engine_error": "an engine error", **run.info.get("end_reasons_text", {})}
    listed = [
        names.get(number, "engine_error" if number == ENGINE_ERROR else f"reason_{number}")
        for number in reasons.tolist()
    ]
    return {
        "end_reason": reasons,
        "name": listed,
        "text": [texts.get(name, name.replace("_", " ")) for name in listed],
    }
