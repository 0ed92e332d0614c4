"""When games are decided: how often who is ahead wins, and from when on the winner stayed ahead.

Who is ahead is judged by the game's own measure, at the end of each of the first 63 turns; games
are weighted equally.
"""

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evenhand.analysis.data.pairs import DRAW, PairBlock, PairSums, score
from evenhand.analysis.data.run import Run
from evenhand.analysis.data.tallies import Sums, Tally, tally
from evenhand.analysis.statistics.ratios import mean_columns, pool, rate_columns, ratio
from evenhand.analysis.tables.scopes import Quantities, ScopeTally, sum_by_scope

__all__ = ["TURNS", "DecidedTurns", "Leads", "decided", "leads", "list_ahead_columns"]

Integers = NDArray[np.int64]
TURNS = 63  # at whose end the results say who is ahead
EXACT = 2**20  # shares are whole multiples of 1/EXACT, whose sums do not depend on their order
SETTLED = 2 / 3  # of a game: whether what comes after it still matters


def leads(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return how often the player who is ahead after a turn wins.

    Parameters
    ----------
    run : Run
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        One row per turn, as long as there are games in which somebody is ahead: turn, from 1;
        n_games, games that went on after it and had somebody alone ahead; win_rate,
        win_rate_low, win_rate_high: how often that player won, draws counted as a fair share.
    """
    sums = pool([parts[""] for parts in tally(run, Leads).by_matchup.values()])
    columns: dict[str, Any] = {"turn": np.arange(1, TURNS + 1), "n_games": sums.count("led")}
    columns |= rate_columns("win_rate", sums, ratio(sums, ["won"], ["led"]), level)
    table = pd.DataFrame(columns)
    return table[table["n_games"] > 0].reset_index(drop=True)


class Leads(Tally):
    """Games in which a seat was alone ahead after a turn, and what that seat scored in them."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.columns = list_ahead_columns(run.n_seats)

    def count(self, block: PairBlock) -> Sums:
        """Return the sums over a block of pairs, with a row for each turn."""
        winner, n_seats = block.columns["winner"], block.n_seats
        words = [block.columns[name] for name in self.columns]
        scores = [score(winner, seat, n_seats) for seat in range(n_seats)]
        led, won = np.zeros((2, TURNS, block.n_pairs))
        for turn in range(TURNS):
            for word, scored in zip(words, scores, strict=True):
                is_ahead = (word >> turn) & 1
                led[turn] += is_ahead.sum(axis=0)
                won[turn] += (is_ahead * scored).sum(axis=0)
        return {"": PairSums.of({"led": led, "won": won})}


def decided(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return from which turn on the later winner was ahead to the end.

    Parameters
    ----------
    run : Run
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        First a row "all", then one per matchup ("A vs B"): scope, n_games; n_decided, games
        with a winner that ended within 63 turns, of which all else is said; mean_decided_turn
        (+ _low, _high): the first turn from whose end on the winner was alone ahead to the end,
        the last turn if there was none; mean_decided_share (+ _low, _high), the same as a
        share of the game's turns; settled_share (+ _low, _high): games that were decided, in
        this sense, after at most two thirds of their turns, so that the last third changed nothing.
    """
    scopes, sums = sum_by_scope(run, DecidedTurns)
    columns: dict[str, Any] = {
        "scope": scopes,
        "n_games": sums.count("games"),
        "n_decided": sums.count("decided"),
    }
    for name in ("turn", "share"):
        mean = ratio(sums, [name], ["decided"])
        columns |= mean_columns(f"mean_decided_{name}", sums, mean, level)
    settled = ratio(sums, ["settled"], ["decided"])
    columns |= rate_columns("settled_share", sums, settled, level)
    return pd.DataFrame(columns)


class DecidedTurns(ScopeTally):
    """Games with a winner, and the turn from which on that player was ahead."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.columns = ("turns", *list_ahead_columns(run.n_seats))

    def quantities(self, block: PairBlock) -> Quantities:
        """Sum over each pair the turns from which on the winner was ahead, and their shares."""
        winner, turns = block.columns["winner"], block.columns["turns"].astype(np.int64)
        words = np.stack([block.columns[name] for name in self.columns[1:]])
        own = np.take_along_axis(words, np.where(winner == DRAW, 0, winner)[None], axis=0)[0]
        is_known = (winner != DRAW) & (turns >= 1) & (turns <= TURNS)
        turn = np.where(is_known, find_decided_turns(own, np.where(is_known, turns, 1)), 0)
        share = np.round(turn / np.maximum(turns, 1) * EXACT) / EXACT
        return {
            "decided": is_known.sum(axis=0),
            "turn": turn.sum(axis=0),
            "share": share.sum(axis=0),
            "settled": (is_known & (turn <= SETTLED * turns)).sum(axis=0),
        }


def list_ahead_columns(n_seats: int) -> list[str]:
    """List the columns that say after which turns a seat was ahead."""
    return [f"ahead_{seat}" for seat in range(n_seats)]


def find_decided_turns(ahead: Integers, turns: Integers) -> Integers:
    """Return the first turn from whose end on a player was ahead until the last turn began.

    Parameters
    ----------
    ahead : int array
        Sets of turns at whose end the player was alone ahead, the first as 0.
    turns : int array
        Turns begun, 1 to 63.

    Returns
    -------
    int array
        In 1..turns: the last turn if the player was not ahead as it began.
    """
    behind = ~ahead & ((np.int64(1) << (turns - 1)) - 1)
    for shift in (1, 2, 4, 8, 16, 32):  # all bits below the highest one
        behind |= behind >> shift
    last_behind: Integers = np.bitwise_count(behind).astype(np.int64)
    return last_behind + 1
