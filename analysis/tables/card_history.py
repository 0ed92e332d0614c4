"""How often cards won in hand, from one state of the cards to the next."""

from collections.abc import Mapping

import pandas as pd

from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.intervals import difference_interval
from evenhand.analysis.statistics.multiplicity import joint_level
from evenhand.analysis.tables.card_win_rates import card_win_rates

__all__ = ["CARD_COLUMNS", "track_cards"]

LEVEL = 0.95
RATES = {"gih_n": "copies", "gih_wr": "win_rate", "gih_wr_low": "low", "gih_wr_high": "high"}
CARD_COLUMNS = [
    "state", "card", "copies", "win_rate", "win_rate_low", "win_rate_high", "before", "change",
    "change_low", "change_high", "is_jump",
]  # fmt: skip


def track_cards(runs: Mapping[int, Run], level: float) -> pd.DataFrame:
    """Track how often each card's owner won with it in hand, over the states of a history.

    Parameters
    ----------
    runs : mapping from int to Run
        By number of the state, in order.
    level : float
        Coverage of all intervals of changes together of two states, in (0, 1), as
        `evenhand.analysis.tables.history.divide_level` returns it.

    Returns
    -------
    pandas.DataFrame
        One row per state and card: state, card, copies (counted in opening hands or drawn),
        win_rate, win_rate_low, win_rate_high (95 %, for the row alone), before (in the state
        before, NaN where it was not there), change, change_low, change_high, is_jump (whether the
        change is sure).

    References
    ----------
    Newcombe (1998), see `difference_interval`: it takes both rates as independent; on the same
    deals it is wider than need be.
    """
    tables: list[pd.DataFrame] = []
    before: pd.DataFrame | None = None
    for state, run in runs.items():
        rates = read_rates(run, LEVEL).rename(
            columns={"low": "win_rate_low", "high": "win_rate_high"}
        )
        known = read_rates(run, float(joint_level(level, len(rates))))
        changes = compare_rates(known[:0] if before is None else before, known)
        tables.append(rates.assign(state=state, **changes))
        before = known
    return pd.concat(tables, ignore_index=True)[CARD_COLUMNS]


def compare_rates(before: pd.DataFrame, after: pd.DataFrame) -> pd.DataFrame:
    """Return how the rates of cards moved, with their intervals: NaN for cards that are new."""
    was = after[["card"]].merge(before, how="left", on="card")
    low, high = difference_interval(
        after["win_rate"], (after["low"], after["high"]), was["win_rate"], (was["low"], was["high"])
    )
    change = after["win_rate"] - was["win_rate"]
    return pd.DataFrame(
        {"before": was["win_rate"], "change": change, "change_low": low, "change_high": high,
         "is_jump": (low > 0) | (high < 0)}
    )  # fmt: skip


def read_rates(run: Run, level: float) -> pd.DataFrame:
    """Return how often each card's owner won with it in hand: card, copies, win_rate, low, high."""
    rates = card_win_rates(run, level)
    rates = rates[(rates["deck"] == "") & (rates["gih_n"] > 0)]
    return rates[["card", *RATES]].rename(columns=RATES).reset_index(drop=True)
