"""How the win rates of decks moved from one state of the cards to the next.

All states play the same deals, so that a change is a difference of pairs. Many changes are looked
at together, and their intervals allow for it, so that a jump among them is no accident.
"""

import pandas as pd

from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.multiplicity import joint_level
from evenhand.analysis.tables.comparison import compare
from evenhand.analysis.tables.win_rates import win_rates
from evenhand.decks.problems import UsageError

__all__ = ["compare_states", "divide_level", "tabulate_state"]

LEVEL = 0.95
RATES = ["deck", "n_games", "win_rate", "win_rate_low", "win_rate_high"]
EXACT = 12  # decimals, so that a rate that was added up in two ways is shown as one
CHANGES = ["deck", "before", "after", "change", "change_low", "change_high", "n_pairs", "is_jump"]
JOINT = {"change_low_all": "change_low", "change_high_all": "change_high"}


def divide_level(n_states: int) -> float:
    """Divide a level of 95 % among the comparisons of a history's states.

    These are one for each state with the one before it and, of three states or more, one of the
    last with the first.
    """
    return float(joint_level(LEVEL, n_states - 1 + (n_states > 2)))


def tabulate_state(state: int, run: Run, before: Run | None, level: float) -> pd.DataFrame:
    """Tabulate the win rates of the decks in one state of a history, and how they moved.

    Parameters
    ----------
    state : int
        Its number.
    run : Run
    before : Run, optional
        The last state that was played before it, with the same deals.
    level : float
        Coverage of all intervals of changes together, in (0, 1), as `divide_level` returns it.

    Returns
    -------
    pandas.DataFrame
        One row per deck: state, deck, n_games, win_rate, win_rate_low, win_rate_high (95 %, for
        the row alone), and the columns of `compare_states`, NaN for a deck that was not there.
    """
    rates = win_rates(run, LEVEL)[RATES].round({"win_rate": EXACT})
    changes = compare_states(before, run, level) if before else pd.DataFrame(columns=CHANGES)
    table = rates.merge(changes, how="left", on="deck").astype(dict.fromkeys(CHANGES[1:-1], float))
    table["is_jump"] = table["is_jump"].eq(True)
    table.insert(0, "state", state)
    return table


def compare_states(before: Run, after: Run, level: float) -> pd.DataFrame:
    """Compare the decks that two states of a history share, over the matchups of both.

    Parameters
    ----------
    before, after : Run
    level : float
        As for `tabulate_state`.

    Returns
    -------
    pandas.DataFrame
        One row per deck: deck, before, after, change, change_low, change_high, n_pairs, is_jump
        (whether the change is sure). Empty if they share no matchup.
    """
    try:
        decks = compare(before, after, level).decks
    except UsageError:  # they share no matchup
        return pd.DataFrame(columns=CHANGES)
    decks = decks.drop(columns=list(JOINT.values())).rename(columns=JOINT)
    decks = decks.round({"before": EXACT, "after": EXACT})
    is_jump = (decks["change_low"] > 0) | (decks["change_high"] < 0)
    return decks.assign(is_jump=is_jump)[CHANGES]
