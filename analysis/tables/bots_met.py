"""How often one bot beats another one, over all decks and with each deck.

Each two decks met twice, with the bots both ways round, so that the strengths of the decks cancel
out of the sum of both results: what is left is what the first bot loses with either deck, compared
with equal play. That is a diallel cross: what it loses with each deck is estimated by least squares
(Griffing 1956, Australian Journal of Biological Sciences 9, 463-493), as if it did not hang on the
deck played against. With mirror matches, those count as well.
"""

from collections import defaultdict

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import stdtr

from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.intervals import mean_interval, usable_standard_error
from evenhand.analysis.statistics.multiplicity import holm, joint_level
from evenhand.analysis.tables.win_rates import Record, list_records

__all__ = ["COLUMNS", "bots_met"]

Floats = NDArray[np.float64]
EVEN = 0.5
COLUMNS = [
    "deck", "bot", "opponent", "n_games", "n_pairs", "win_rate", "win_rate_low", "win_rate_high",
    "win_rate_low_all", "win_rate_high_all", "apart", "apart_low_all", "apart_high_all",
    "apart_holm",
]  # fmt: skip


def bots_met(run: Run, level: float = 0.95) -> pd.DataFrame:
    """Return how often the first of two bots wins against the second, all decks weighted equally.

    Parameters
    ----------
    run : Run
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        Empty unless two bots met. The first row, with deck "", is over all decks; one row per
        deck follows if these can be told apart: three decks, or mirror matches. deck, bot,
        opponent (the bots), n_games, n_pairs, win_rate (of the bot with this deck against the
        opponent with an equal one, an estimate cut to [0, 1]),
        win_rate_low, win_rate_high, win_rate_low_all, win_rate_high_all (at a level at which
        the intervals of all decks hold simultaneously), apart: the deck's win rate minus that
        over all decks, -1 to 1, with apart_low_all and apart_high_all at the same level, and
        apart_holm: p-value of "the deck's win rate is that over all decks", corrected for all
        decks. These four are NaN for all decks together.
    """
    names = [bot["name"] for bot in run.info["bots"]]
    if len(names) != 2:
        return pd.DataFrame(columns=COLUMNS)
    records = [
        record for record in list_records(run)
        if {side.bot for side in record.matchup.sides} == set(names)
        and record.deck == next(s.name for s in record.matchup.sides if s.bot == names[0])
    ]  # fmt: skip
    return tabulate(records, names, level) if records else pd.DataFrame(columns=COLUMNS)


def tabulate(records: list[Record], names: list[str], level: float) -> pd.DataFrame:
    """Make the table of two bots from the first one's results in each matchup."""
    met = group_by_decks(records)
    decks = sorted({deck for pair in met for deck in pair})
    design = np.array([[float(pair.count(deck)) for deck in decks] for pair in met])
    lost = np.array([sum(EVEN - record.win_rate for record in some) for some in met.values()])
    lost *= np.array([2.0 / len(some) for some in met.values()])  # a mirror is one matchup
    weights = np.linalg.pinv(design)  # each deck's loss as a sum over pairs of decks
    error = np.array([measure_error(some) for some in met.values()])
    n_games = sum(record.counts["n_games"] for record in records)
    n_pairs = sum(record.n_pairs for record in records)
    rows = [("", weights.mean(axis=0), weights.mean(axis=0), n_games, n_pairs)]
    if np.linalg.matrix_rank(design) == len(decks) > 1:
        rows += [
            (deck, own, own - weights.mean(axis=0), *count_with(met, deck))
            for deck, own in zip(decks, weights, strict=True)
        ]
    frame = pd.DataFrame(
        [
            {
                "deck": deck,
                "bot": names[0],
                "opponent": names[1],
                "n_games": games,
                "n_pairs": pairs,
                "win_rate": EVEN - own @ lost,
                "error": float(np.linalg.norm(own * error)),
                "apart": -apart @ lost if deck else np.nan,
                "apart_error": float(np.linalg.norm(apart * error)),
            }
            for deck, own, apart, games, pairs in rows
        ]
    )
    t = frame["apart"].abs() / frame["apart_error"].clip(1e-12)
    frame["apart_holm"] = holm(2 * stdtr(frame["n_pairs"] - 1, -t))
    joint = float(joint_level(level, max(len(frame) - 1, 1)))
    for end, at in (("", level), ("_all", joint)):
        low, high = mean_interval(frame["win_rate"], frame["error"], frame["n_pairs"], at, (0, 1))
        frame[f"win_rate_low{end}"], frame[f"win_rate_high{end}"] = low, high
    ends = mean_interval(frame["apart"], frame["apart_error"], frame["n_pairs"], joint, (-1, 1))
    frame["apart_low_all"], frame["apart_high_all"] = ends
    return frame.assign(win_rate=frame["win_rate"].clip(0, 1))[COLUMNS]


def group_by_decks(records: list[Record]) -> dict[tuple[str, ...], list[Record]]:
    """Group the first bot's results by the decks that met: two each, one of a mirror."""
    met: dict[tuple[str, ...], list[Record]] = defaultdict(list)
    for record in records:
        met[tuple(sorted(side.deck for side in record.matchup.sides))].append(record)
    return met


def measure_error(records: list[Record]) -> float:
    """Return the standard error of what the first bot lost with two decks together."""
    errors = [
        float(usable_standard_error(one.win_rate, one.standard_error, one.n_pairs))
        for one in records
    ]
    return float(np.linalg.norm(errors)) * 2 / len(records)


def count_with(met: dict[tuple[str, ...], list[Record]], deck: str) -> tuple[int, int]:
    """Return the numbers of games and of pairs in which a deck was played."""
    some = [record for decks, records in met.items() for record in records if deck in decks]
    return sum(one.counts["n_games"] for one in some), sum(one.n_pairs for one in some)
