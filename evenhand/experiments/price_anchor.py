"""Win rates of a priced card's decks, as the latest run of the same cards has them.

So a deck has one number in `run`, `compare` and `price`, and what other values of the card do to it
is measured from there.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from evenhand.analysis.data.run import load_run
from evenhand.analysis.tables.prices import PriceCurve
from evenhand.analysis.tables.win_rates import win_rates
from evenhand.experiments.known_games import count_games, find_same_runs
from evenhand.experiments.single_edits import list_edited_cards
from evenhand.inputs.last_run import find_last_plan
from evenhand.reports.wording import enumerate_parts
from evenhand.simulate.runs.plan import Plan

__all__ = ["anchor_rates", "write_other_edits"]

LEAST_SHARE = 0.5  # of the games that were played now
NAMED = 3  # cards in one sentence


def anchor_rates(curve: PriceCurve, plan: Plan, now: int) -> PriceCurve:
    """Shift win rates of decks so that with the card as it is they are those of a run of it.

    Parameters
    ----------
    curve : PriceCurve
    plan : Plan
        The cards as they are, played by the bot of the curve.
    now : int
        The present value.

    Returns
    -------
    PriceCurve
        The present value has the run's interval. The half-width at others is the root of the sum of
        squares of its own and the run's, which is enough where the scores at two values, on the
        same deals, have a correlation of a half or more. Unchanged without a run of at least half
        as many games as were played now.
    """
    here = curve.decks[curve.decks["value"] == now]
    runs = find_same_runs(plan) if len(here) else {}
    if not runs:
        return curve
    known = win_rates(load_run(max(runs, key=lambda run: count_games(runs[run])))).set_index("deck")
    n_known = known["n_games"].reindex(here["deck"]).to_numpy()
    if not (LEAST_SHARE * here["n_games"].to_numpy() <= n_known).all():
        return curve
    own = here.set_index("deck")["win_rate"]
    rows = [
        shift_row(row, known.loc[row.deck], own[row.deck], now) for row in curve.decks.itertuples()
    ]
    return replace(curve, decks=curve.decks.assign(**pd.DataFrame(rows, index=curve.decks.index)))


def shift_row(row: Any, known: pd.Series, own: float, now: int) -> dict[str, float]:
    """Return the win rate of a deck at a value, and its interval, shifted to a run's.

    Parameters
    ----------
    known : Series
        The deck's row of the run's win rates.
    own : float
        Its win rate at the present value, in the games of the price.
    """
    if row.value == now:
        return {name: known[name] for name in ("win_rate", "win_rate_low", "win_rate_high")}
    rate = row.win_rate + known["win_rate"] - own
    below = np.hypot(row.win_rate - row.win_rate_low, known["win_rate"] - known["win_rate_low"])
    above = np.hypot(row.win_rate_high - row.win_rate, known["win_rate_high"] - known["win_rate"])
    ends = np.clip([rate, rate - below, rate + above], 0.0, 1.0)
    return dict(zip(("win_rate", "win_rate_low", "win_rate_high"), ends.tolist(), strict=True))


def write_other_edits(plan: Plan, card: str, folder: Path) -> list[str]:
    """Say that win rates include the edits of other cards since the last run; [] without any.

    Parameters
    ----------
    plan : Plan
        What is played now.
    card : str
        The card that is priced.
    folder : Path
        The designer's folder.
    """
    last = find_last_plan(folder)
    others = [label for label in list_edited_cards(last[1], plan) if label != card] if last else []
    if last is None or not others:
        return []
    edits = "edit" if len(others) == 1 else "edits"
    named = enumerate_parts(others, NAMED)
    return [f"These win rates include your other {edits} since {last[0]}: {named}."]
