"""Results of a panel's bots side by side, and how far they depend on the bot.

Each bot plays all decks, on the same deals. Bots are no random sample of players, and with three
or four bots the interval of a random-effects model is uselessly wide (with three, Student's factor
for one degree of freedom is 12.7; Higgins, Thompson and Spiegelhalter 2009). Therefore the wider
interval is a sensitivity band: from the lowest to the highest end of the bots' intervals, at a
level at which all of them hold simultaneously.

The interval of the difference of two bots is computed from the intervals of both (MOVER; Zou and
Donner 2008, Statistics in Medicine 27, 1693-1702). Pairing by deal is not used: bots of different
strength soon play different games, and most pairs were played by one bot only.
"""

from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from math import log10

import numpy as np
import pandas as pd
from scipy.special import ndtr

from evenhand.analysis.data.panel import Panel, Step, find_panel, load_panel
from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.intervals import difference_interval, rate_interval
from evenhand.analysis.statistics.multiplicity import holm, joint_level
from evenhand.analysis.tables.comparison import Comparison, compare
from evenhand.analysis.tables.pair_scores import read_pair_scores

__all__ = ["changes_by_bot", "compare_bots", "compare_panels", "ladder"]

LEVEL = 0.95
CHANGE_COLUMNS = {
    "change": "value", "change_low": "low", "change_high": "high", "change_low_all": "low_all",
    "change_high_all": "high_all", "change_q": "q",
}  # fmt: skip
LARGEST_ELO = 1_000.0  # reported for win rates of 0 and 1


def compare_bots(
    panel: Panel | Run,
    measure: Callable[..., pd.DataFrame],
    keys: Sequence[str],
    rate: str,
    n_rows: int | None = None,
) -> pd.DataFrame:
    """Return the results of all bots in one table.

    Parameters
    ----------
    panel : Panel or Run
        A panel, or the run that leads it.
    measure : callable(run, level) -> pandas.DataFrame
        For example `evenhand.analysis.win_rates`. A parameter named ``level`` may stand anywhere.
    keys : sequence of str
        The columns of its table that identify a row.
    rate : str
        The column to compare; ``{rate}_low`` and ``{rate}_high`` are the ends of its interval.
    n_rows : int, optional
        Number of independent rows of the table; all if not given.

    Returns
    -------
    pandas.DataFrame
        One row per bot and row of the table, in ascending order of strength: the keys, bot,
        n_games, value, low, high (at 95 %), low_all, high_all (at a level at which the intervals
        of all rows and bots hold simultaneously), band_low, band_high (the sensitivity band, the
        same for all bots), q (of "the value is 0", corrected for all of the bot's rows; NaN if
        the measure has no ``{rate}_q``), gap (value minus that of the lead), gap_low, gap_high,
        gap_low_all, gap_high_all (at a level at which all gaps of the table hold
        simultaneously), and differs: whether the latter exclude 0. Gaps of the lead are NaN.

    Raises
    ------
    UsageError
        If the run leads no panel.
    """
    panel = find_panel(panel)
    keys, frames = list(keys), []
    n_bots, lead = len(panel.members), panel.lead.bot.name
    usual = measure_members(panel, measure, keys)
    wide = measure_members(panel, measure, keys, n_together=n_bots)
    n_gaps = max(1, len(usual[lead]) * (n_bots - 1))
    sure = measure_members(panel, measure, keys, n_together=n_gaps)
    every = measure_members(panel, measure, keys, n_together=n_bots * (n_rows or len(usual[lead])))
    for bot, table in usual.items():
        is_lead, of_lead = bot == lead, usual[lead]
        gap_low, gap_high = difference_interval(*read_ends(table, rate), *read_ends(of_lead, rate))
        sure_low, sure_high = difference_interval(
            *read_ends(sure[bot], rate), *read_ends(sure[lead], rate)
        )
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
                    "gap": np.nan if is_lead else table[rate] - of_lead[rate],
                    "gap_low": np.nan if is_lead else gap_low,
                    "gap_high": np.nan if is_lead else gap_high,
                    "gap_low_all": np.nan if is_lead else sure_low,
                    "gap_high_all": np.nan if is_lead else sure_high,
                    "differs": False if is_lead else (sure_low > 0) | (sure_high < 0),
                }
            )
        )
    compared = pd.concat(frames).reset_index()
    of_row = compared.groupby(keys, sort=False)
    compared["band_low"] = of_row["band_low"].transform("min")
    compared["band_high"] = of_row["band_high"].transform("max")
    return compared


def measure_members(
    panel: Panel,
    measure: Callable[..., pd.DataFrame],
    keys: list[str],
    n_together: int = 1,
) -> dict[str, pd.DataFrame]:
    """Measure a panel by bot, at a level at which `n_together` intervals hold together.

    Returns
    -------
    dict from str to pandas.DataFrame
        By bot; all with the rows of the lead.
    """
    level = float(joint_level(LEVEL, n_together))
    is_named = "level" in signature(measure).parameters  # `field_win_rates` has shares before it
    tables = {
        member.bot.name: (
            measure(member.run, level=level) if is_named else measure(member.run, level)
        ).set_index(keys)
        for member in panel.members
    }
    rows = tables[panel.lead.bot.name].index
    return {bot: table.reindex(rows) for bot, table in tables.items()}


def compare_panels(before: Run, after: Run) -> dict[str, Comparison]:
    """Compare two runs bot by bot, if both lead panels.

    Returns
    -------
    dict from str to Comparison
        By bot, for the bots that both panels have, in ascending order of strength; empty if the
        panels share fewer than two bots.
    """
    panels = load_panel(before), load_panel(after)
    if panels[0] is None or panels[1] is None:
        return {}
    old, new = (
        {member.bot.name: member.run for member in panel.members} for panel in panels if panel
    )
    shared = [bot for bot in old if bot in new]
    return {bot: compare(old[bot], new[bot]) for bot in shared} if len(shared) > 1 else {}


def changes_by_bot(comparisons: Mapping[str, Comparison]) -> pd.DataFrame:
    """Return the changes between two runs for each bot, in one table.

    Parameters
    ----------
    comparisons : mapping from str to Comparison
        By bot, in ascending order of strength.

    Returns
    -------
    pandas.DataFrame
        One row per bot and deck: deck, bot, n_games, before, after (win rates), value (their
        difference), low, high, low_all, high_all (which hold for all decks of the bot at once),
        q (of "no change", corrected for all decks), and differs: whether the change differs from
        that of the first bot, after Holm's correction for all decks and bots.
    """
    frames = [
        comparison.decks.assign(bot=bot).rename(columns=lambda name: CHANGE_COLUMNS.get(name, name))
        for bot, comparison in comparisons.items()
    ]
    table = pd.concat(frames, ignore_index=True)
    first = table.drop_duplicates("deck").set_index("deck").loc[table["deck"]]
    gap = table["value"].to_numpy() - first["value"].to_numpy()
    error = np.hypot(table["standard_error"], first["standard_error"].to_numpy())
    is_other = (table["bot"].to_numpy() != first["bot"].to_numpy()) & (error > 0)
    p_values = np.where(is_other, 2 * ndtr(-np.abs(gap) / np.where(is_other, error, 1)), np.nan)
    table["differs"] = holm(p_values) < 1 - LEVEL
    columns = ["deck", "bot", "n_games", "before", "after", *CHANGE_COLUMNS.values(), "differs"]
    return table[columns]


def read_ends(table: pd.DataFrame, rate: str) -> tuple[pd.Series, tuple[pd.Series, pd.Series]]:
    """Return a bot's rates, and the ends of their intervals."""
    return table[rate], (table[f"{rate}_low"], table[f"{rate}_high"])


def ladder(panel: Panel | Run) -> pd.DataFrame:
    """Return how often each bot beats the next weaker one.

    Parameters
    ----------
    panel : Panel or Run
        A panel, or the run that leads it.

    Returns
    -------
    pandas.DataFrame
        One row per step, the weakest first: weaker, stronger, n_games, n_pairs, win_rate,
        win_rate_low, win_rate_high (of the stronger one), elo, elo_low, elo_high (the rating
        difference for this win rate, by the logistic formula of Elo; in ±1,000).
    """
    return pd.DataFrame(
        [measure_step(step) for step in find_panel(panel).steps], columns=STEP_COLUMNS
    )


STEP_COLUMNS = [
    "weaker", "stronger", "n_games", "n_pairs", "win_rate", "win_rate_low", "win_rate_high",
    "elo", "elo_low", "elo_high",
]  # fmt: skip


def measure_step(step: Step) -> dict[str, str | float]:
    """Return the row of `ladder` for two bots of a panel, over all decks."""
    stronger = step.run.info["bots"][1]["name"]  # a panel may call it otherwise
    scores = np.concatenate(
        [
            pairs.numbers["score", side.name]
            for pairs in read_pair_scores(step.run).values()
            for side in dict.fromkeys(pairs.matchup.sides)
            if side.bot == stronger
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
    """Return the Elo difference of two bots for a win rate; in ±1,000."""
    if rate <= 0 or rate >= 1:
        return LARGEST_ELO if rate >= 1 else -LARGEST_ELO
    return max(-LARGEST_ELO, min(LARGEST_ELO, 400 * log10(rate / (1 - rate))))
