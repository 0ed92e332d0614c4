"""What a panel's bots come to, side by side, and how far what they say hangs on the bot.

Each bot plays all decks itself, on the same deals. Bots are no random sample of players, and a
random-effects model of three or four of them has an interval that says nothing (with three,
Student's factor for one degree of freedom is 12.7; Higgins, Thompson and Spiegelhalter 2009).
So the wider interval is a plain band of sensitivity: from the lowest to the highest end of the
bots' own intervals, each at a level at which all of them hold together.

The difference of two bots has the interval that follows from those of both (MOVER; Zou and
Donner 2008, Statistics in Medicine 27, 1693-1702). That the deals are the same is not made use
of: bots of different strength soon play different games, and most pairs were played by one only.
"""

from collections.abc import Callable, Mapping, Sequence
from math import log10

import numpy as np
import pandas as pd
from scipy.special import ndtr

from evenhand.analysis.data.panel import Panel, Step, load_panel
from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.intervals import rate_interval
from evenhand.analysis.statistics.multiplicity import holm, joint_level
from evenhand.analysis.tables.comparison import Comparison, compare
from evenhand.analysis.tables.pair_scores import read_pair_scores

__all__ = ["changes_by_bot", "compare_bots", "compare_panels", "ladder"]

LEVEL = 0.95
LARGEST_ELO = 1_000.0  # as which all and nothing are shown


def compare_bots(
    panel: Panel, measure: Callable[..., pd.DataFrame], keys: Sequence[str], rate: str
) -> pd.DataFrame:
    """Put what all bots come to below each other.

    Parameters
    ----------
    panel : Panel
    measure : callable(run, level) -> pandas.DataFrame
        Such as `evenhand.analysis.win_rates`.
    keys : sequence of str
        Its columns that name a row.
    rate : str
        Its column that is compared; ``{rate}_low`` and ``{rate}_high`` are the interval's.

    Returns
    -------
    pandas.DataFrame
        One row per bot and row of the table, those that think least first: the keys, bot,
        n_games, value, low, high (at 95 %), low_all, high_all (at a level at which all rows
        of all bots hold together), band_low, band_high (the band of sensitivity, the same for
        all bots), q (of "the value is 0", corrected for all of the bot's rows; NaN if the
        measure has no ``{rate}_q``), gap (value minus that of the lead), gap_low, gap_high,
        gap_low_all, gap_high_all (at a level at which all gaps of the table hold together),
        and differs: whether the latter leave out 0. Gaps of the lead itself are NaN.
    """
    keys, frames = list(keys), []
    n_bots, lead = len(panel.members), panel.lead.bot.name
    usual = measure_members(panel, measure, keys)
    wide = measure_members(panel, measure, keys, n_together=n_bots)
    n_gaps = max(1, len(usual[lead]) * (n_bots - 1))
    sure = measure_members(panel, measure, keys, n_together=n_gaps)
    every = measure_members(panel, measure, keys, n_together=n_bots * len(usual[lead]))
    for bot, table in usual.items():
        is_lead, own = bot == lead, usual[lead]
        gap_low, gap_high = subtract(table, own, rate)
        sure_low, sure_high = subtract(sure[bot], sure[lead], rate)
        frames.append(
            pd.DataFrame(
                {
                    "bot": bot,
                    "n_games": table["n_games"],
                    "value": table[rate],
                    "low": table[f"{rate}_low"],
                    "high": table[f"{rate}_high"],
                    "low_all": every[bot][f"{rate}_low"],
                    "high_all": every[bot][f"{rate}_high"],
                    "band_low": wide[bot][f"{rate}_low"],
                    "band_high": wide[bot][f"{rate}_high"],
                    "q": table.get(f"{rate}_q", np.nan),
                    "gap": np.nan if is_lead else table[rate] - own[rate],
                    "gap_low": np.nan if is_lead else gap_low,
                    "gap_high": np.nan if is_lead else gap_high,
                    "gap_low_all": np.nan if is_lead else sure_low,
                    "gap_high_all": np.nan if is_lead else sure_high,
                    "differs": False if is_lead else (sure_low > 0) | (sure_high < 0),
                }
            )
        )
    found = pd.concat(frames).reset_index()
    of_row = found.groupby(keys, sort=False)
    found["band_low"] = of_row["band_low"].transform("min")
    found["band_high"] = of_row["band_high"].transform("max")
    return found


def measure_members(
    panel: Panel,
    measure: Callable[..., pd.DataFrame],
    keys: list[str],
    n_together: int = 1,
) -> dict[str, pd.DataFrame]:
    """Measure each bot of a panel, at a level at which so many intervals hold together.

    Returns
    -------
    dict from str to pandas.DataFrame
        By bot; all with the rows of the lead.
    """
    level = float(joint_level(LEVEL, n_together))
    tables = {one.bot.name: measure(one.run, level).set_index(keys) for one in panel.members}
    rows = tables[panel.lead.bot.name].index
    return {bot: table.reindex(rows) for bot, table in tables.items()}


def compare_panels(before: Run, after: Run) -> dict[str, Comparison]:
    """Compare two runs bot by bot, if both lead panels; those that think least come first.

    Returns
    -------
    dict from str to Comparison
        Of the bots that both panels have; empty if that is only one.
    """
    panels = load_panel(before), load_panel(after)
    if panels[0] is None or panels[1] is None:
        return {}
    old, new = ({one.bot.name: one.run for one in panel.members} for panel in panels if panel)
    shared = [bot for bot in old if bot in new]
    return {bot: compare(old[bot], new[bot]) for bot in shared} if len(shared) > 1 else {}


def changes_by_bot(comparisons: Mapping[str, Comparison]) -> pd.DataFrame:
    """Put what a change did with each bot below each other.

    Parameters
    ----------
    comparisons : mapping from str to Comparison
        By bot, those that think least first.

    Returns
    -------
    pandas.DataFrame
        One row per bot and deck: deck, bot, n_games, value (change of the win rate), low,
        high, q (of "no change", corrected for all decks), and differs: whether it is another
        change than that of the first bot, after Holm's correction for all decks and bots.
    """
    frames = [
        found.decks.assign(bot=bot).rename(
            columns={"change": "value", "change_low": "low", "change_high": "high", "change_q": "q"}
        )
        for bot, found in comparisons.items()
    ]
    table = pd.concat(frames, ignore_index=True)
    first = table.drop_duplicates("deck").set_index("deck").loc[table["deck"]]
    gap = table["value"].to_numpy() - first["value"].to_numpy()
    error = np.hypot(table["standard_error"], first["standard_error"].to_numpy())
    is_other = (table["bot"].to_numpy() != first["bot"].to_numpy()) & (error > 0)
    p_values = np.where(is_other, 2 * ndtr(-np.abs(gap) / np.where(is_other, error, 1)), np.nan)
    table["differs"] = holm(p_values) < 1 - LEVEL
    return table[["deck", "bot", "n_games", "value", "low", "high", "q", "differs"]]


def subtract(table: pd.DataFrame, other: pd.DataFrame, rate: str) -> tuple[pd.Series, pd.Series]:
    """Return the interval of the difference of two independent rates, from their intervals."""
    gap = table[rate] - other[rate]
    below = np.hypot(table[rate] - table[f"{rate}_low"], other[f"{rate}_high"] - other[rate])
    above = np.hypot(table[f"{rate}_high"] - table[rate], other[rate] - other[f"{rate}_low"])
    return gap - below, gap + above


def ladder(panel: Panel) -> pd.DataFrame:
    """Return how often each bot beats the next weaker one.

    Returns
    -------
    pandas.DataFrame
        One row per step, the weakest first: weaker, stronger, n_games, n_pairs, win_rate,
        win_rate_low, win_rate_high (of the stronger one), elo, elo_low, elo_high (points
        that the win rate is worth, by the logistic formula of Elo; at most 1,000).
    """
    return pd.DataFrame([measure_step(step) for step in panel.steps], columns=STEP_COLUMNS)


STEP_COLUMNS = [
    "weaker", "stronger", "n_games", "n_pairs", "win_rate", "win_rate_low", "win_rate_high",
    "elo", "elo_low", "elo_high",
]  # fmt: skip


def measure_step(step: Step) -> dict[str, str | float]:
    """Return how often the stronger one of two bots wins, whatever the decks."""
    scores = np.concatenate(
        [
            pairs.numbers["score", side.name]
            for pairs in read_pair_scores(step.run).values()
            for side in dict.fromkeys(pairs.matchup.sides)
            if side.bot == step.stronger.name
        ]
    )
    rate, n_pairs = float(scores.mean()), scores.size
    error = float(scores.std(ddof=1)) / n_pairs**0.5 if n_pairs > 1 else float("nan")
    low, high = map(float, rate_interval(rate, error, n_pairs, LEVEL))
    return {
        "weaker": step.weaker.name,
        "stronger": step.stronger.name,
        "n_games": 2 * n_pairs,
        "n_pairs": n_pairs,
        "win_rate": rate,
        "win_rate_low": low,
        "win_rate_high": high,
        **{f"elo{end}": convert_to_elo(value) for end, value in
           (("", rate), ("_low", low), ("_high", high))},
    }  # fmt: skip


def convert_to_elo(rate: float) -> float:
    """Return the points between two players of whom one wins so often; in ±1,000."""
    if rate <= 0 or rate >= 1:
        return LARGEST_ELO if rate >= 1 else -LARGEST_ELO
    return max(-LARGEST_ELO, min(LARGEST_ELO, 400 * log10(rate / (1 - rate))))
