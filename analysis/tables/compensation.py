"""What going first is worth under other rules: settings of rule options, on the same deals.

The first player's win rate is that of `evenhand.analysis.tables.first_player`, setting by
setting. Every setting plays the same deals, so that settings are held against each other
pair with pair: luck that both had cancels.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import stdtr

from evenhand.analysis.data.added_tables import read_added_table
from evenhand.analysis.data.pairs import PairSums
from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.crossing import Crossing, find_crossing
from evenhand.analysis.statistics.differences import (
    Difference,
    PairedMoments,
    paired_difference,
)
from evenhand.analysis.statistics.equivalence import (
    Band,
    decide_verdicts,
    inside_p_value,
    outside_p_value,
)
from evenhand.analysis.statistics.intervals import rate_interval
from evenhand.analysis.statistics.multiplicity import holm
from evenhand.analysis.tables.first_player import (
    Rate,
    average_rates,
    estimate_rate,
    name_quantities,
)

__all__ = [
    "COMPENSATION", "FRESH", "SEARCHED", "Played", "Setting", "Trend", "compensation",
    "compensation_table", "list_counts", "name_setting",
]  # fmt: skip

COMPENSATION = "compensation.parquet"  # in a run's folder, if it was measured
SEARCHED, FRESH = "searched", "fresh"  # the deals that a setting was chosen by, and others
LEVEL = 0.95
FEWEST_POINTS = 3  # of a curve; what is only on or off has none
COLUMNS = [
    "deals", "seed", "setting", "option", "value", "is_now", "is_best", "n_games", "n_pairs",
    "first_win_rate", "first_win_rate_low", "first_win_rate_high",
    "advantage", "advantage_low", "advantage_high", "within", "verdict",
    "change", "change_low", "change_high", "nearer_p",
    "turns", "turns_change", "turns_change_low", "turns_change_high",
    "draws", "draws_change", "draws_change_low", "draws_change_high",
    "deck", "deck_change", "deck_change_low", "deck_change_high", "deck_lowest", "deck_highest",
    "fair_value", "fair_low", "fair_high", "n_crossings", "trend",
]  # fmt: skip
TEXTS = ("deals", "setting", "option", "value", "verdict", "deck", "trend")

Floats = NDArray[np.float64]
Value = int | str


class Setting(NamedTuple):
    """Rule options and the values that they have, the others being as they are now.

    Attributes
    ----------
    changed : tuple of (str, int or str)
        Those that are not as they are now.
    """

    changed: tuple[tuple[str, Value], ...] = ()


class Trend:
    """Which way a curve goes from value to value."""

    FALLS = "falls"
    RISES = "rises"
    TURNS = "turns"
    UNPROVEN = "unproven"


@dataclass(frozen=True)
class Played:
    """Pairs of games under several settings, on the same deals.

    Attributes
    ----------
    settings : sequence of Setting
        As it is now first.
    counts : sequence of sequence of array, shape (n_counts, n_pairs)
        By setting and matchup; rows as `list_counts` names them.
    matchups : sequence of tuple of str
        Decks by side.
    deals : str
        `SEARCHED` or `FRESH`.
    seed : int
    """

    settings: Sequence[Setting]
    counts: Sequence[Sequence[Floats]]
    matchups: Sequence[tuple[str, ...]]
    deals: str = SEARCHED
    seed: int = 1

    @property
    def n_seats(self) -> int:
        """Players in a game."""
        return len(self.matchups[0])

    @cached_property
    def rates(self) -> list[Rate]:
        """How often the first player won, by setting; every matchup weighs the same."""
        names = list_counts(self.n_seats)[: 2 * self.n_seats]
        return [
            average_rates([
                estimate_rate(PairSums.of(dict(zip(names, counts, strict=False))), self.n_seats)
                for counts in matchups
            ])
            for matchups in self.counts
        ]  # fmt: skip

    @cached_property
    def advantages(self) -> list[list[Floats]]:
        """What each pair says of going first, by setting and matchup; shape (n_pairs,)."""
        fair = 1 / self.n_seats
        return [
            [linearise_scores(counts, self.n_seats) - fair for counts in matchups]
            for matchups in self.counts
        ]

    def rows(self, name: str, setting: int) -> list[Floats]:
        """Return one of the counts, by matchup."""
        row = list_counts(self.n_seats).index(name)
        return [counts[row] for counts in self.counts[setting]]


def list_counts(n_seats: int) -> list[str]:
    """Name what is counted of each pair.

    For each side its games in which it went first and its score in them, and then its mean
    score; and the means of turns and of draws.
    """
    first = [name for side in range(n_seats) for name in name_quantities(side)]
    return [*first, *(f"score_{side}" for side in range(n_seats)), "turns", "draws"]


def linearise_scores(counts: Floats, n_seats: int) -> Floats:
    """Return what each pair says of the first player's win rate; shape (n_pairs,).

    The mean is the win rate, and the spread that of its linearised standard error. Where
    seats decide who goes first, these are the scores of the pairs themselves.
    """
    found = []
    for side in range(n_seats):
        games, scores = counts[2 * side : 2 * side + 2]
        if games.any():
            rate = scores.sum() / games.sum()
            found.append(rate + (scores - rate * games) / games.mean())
    return np.mean(found, axis=0)


def compensation(run: Run) -> pd.DataFrame:
    """Read what going first is worth under other rules.

    Parameters
    ----------
    run : Run

    Returns
    -------
    pandas.DataFrame
        As `compensation_table` makes it; empty if nobody measured it to the end.
    """
    return read_added_table(run.folder, COMPENSATION, COLUMNS)


def compensation_table(
    played: Played, values: Mapping[str, Sequence[Value]], within: float, best: Setting | None
) -> pd.DataFrame:
    """Tell what going first is worth under each setting, and what else the setting changes.

    Parameters
    ----------
    played : Played
    values : mapping
        For each option the values that were played, in order, that of now among them.
    within : float
        What going first may be worth at most, in (0, 1).
    best : Setting, optional
        That was chosen.

    Returns
    -------
    pandas.DataFrame
        One row per option and value, then one per setting of two options. deals, seed;
        setting ("" as it is now), option, value; is_now, is_best; n_games, n_pairs;
        first_win_rate and advantage with their intervals, as in `first_player`; verdict:
        whether going first is worth at most `within`, "pass", "fail" or "inconclusive", so
        that each of the two claims holds for all settings at once at 95 %; change, minus that
        of now, on the same deals; nearer_p, of "it is no nearer to fair than now", corrected
        for the number of settings. What else changes: turns, draws, and deck, the one whose
        win rate changes most, its interval corrected for the number of decks; deck_lowest and
        deck_highest, the range of the decks' win rates. For options that are numbers
        fair_value, at which going first is worth nothing (NaN unless the curve is zero at one
        place), fair_low, fair_high (infinite where no end was found, NaN if it is surely
        nowhere), n_crossings; trend, of `Trend`; all of these only if three values or more
        were played.
    """
    found = [describe_setting(played, number, within) for number in range(len(played.settings))]
    band = Band(-within, within)
    spread = [(rate.error, max(1, rate.n_pairs - len(played.matchups))) for rate in played.rates]
    inside, outside = (
        [test(row["advantage"], *known, band) for row, known in zip(found, spread, strict=True)]
        for test in (inside_p_value, outside_p_value)
    )
    verdicts, _ = decide_verdicts(holm(inside), outside)
    nearer = holm([row["nearer_p"] for row in found])
    for row, setting, verdict, p in zip(found, played.settings, verdicts, nearer, strict=True):
        row |= {"verdict": str(verdict), "nearer_p": p, "is_best": setting == best}
    rows = dict(zip(played.settings, found, strict=True))
    blank = dict.fromkeys(TEXTS, "")
    points = [
        {**blank, **row, "value": str(row["value"])} for row in list_points(played, rows, values)
    ]
    return pd.DataFrame(points, columns=COLUMNS)


def list_points(
    played: Played, rows: Mapping[Setting, dict[str, Any]], values: Mapping[str, Sequence[Value]]
) -> Iterator[dict[str, Any]]:
    """List the points of each option's curve, then the settings of several options."""
    now = rows[Setting()]
    for option, some in values.items():
        points = {value: Setting(((option, value),)) for value in some}
        here = {value: own if own in rows else Setting() for value, own in points.items()}
        if len({*here.values()}) < len(some):
            continue  # not all of them were played
        curve = describe_curve(played, here)
        for value, setting in here.items():
            yield {**rows[setting], **curve, "option": option, "value": value}
    several = [setting for setting in rows if len(setting.changed) > 1]
    if not values:
        several = [setting for setting in rows if setting.changed]
        yield {**now, "option": "", "value": ""}
    for setting in several:
        names, chosen = zip(*setting.changed, strict=True)
        joined = (", ".join(map(str, texts)) for texts in (names, chosen))
        yield {**rows[setting], **dict(zip(("option", "value"), joined, strict=True))}


def name_setting(setting: Setting) -> str:
    """Write a setting as ``--set`` takes it; "" as it is now."""
    return ", ".join(f"{name}={value}" for name, value in setting.changed)


def describe_setting(played: Played, number: int, within: float) -> dict[str, Any]:
    """Describe a setting, its verdict and corrections left out."""
    rate, is_now = played.rates[number], number == 0
    low, high = rate_interval(*rate, LEVEL)
    fair = 1 / played.n_seats
    advantages = played.advantages[0], played.advantages[number]
    change = find_change(*advantages)
    return {
        "deals": played.deals,
        "seed": played.seed,
        "setting": name_setting(played.settings[number]),
        "is_now": is_now,
        "n_games": rate.n_pairs * played.n_seats,
        "n_pairs": rate.n_pairs,
        **{"first_win_rate": rate.value, "first_win_rate_low": low, "first_win_rate_high": high},
        **{"advantage": rate.value - fair, "advantage_low": low - fair},
        **{"advantage_high": high - fair, "within": within},
        **(make_zero_change("change") if is_now else change_columns("change", change)),
        "nearer_p": np.nan if is_now else nearer_p_value(*advantages),
        **describe_means(played, number),
        **describe_decks(played, number),
    }


def find_change(
    before: Sequence[Floats], after: Sequence[Floats], is_score: bool = True
) -> Difference:
    """Return by how much some numbers of pairs differ, matchup by matchup."""
    parts = [PairedMoments.of(*pair) for pair in zip(before, after, strict=True)]
    return paired_difference(parts, is_score)


def change_columns(name: str, change: Difference, level: float = LEVEL) -> dict[str, float]:
    """Return a difference and its interval as columns."""
    low, high = change.interval(level)
    return {name: change.value, f"{name}_low": low, f"{name}_high": high}


def make_zero_change(name: str) -> dict[str, float]:
    """Return the columns of what differs from itself by nothing."""
    return dict.fromkeys((name, f"{name}_low", f"{name}_high"), 0.0)


def nearer_p_value(now: Sequence[Floats], other: Sequence[Floats]) -> float:
    """Test whether an advantage is nearer to 0 than that of now, whichever way.

    It is if the sum and the difference of the two have the same sign: each way both must be
    proved, and there are two ways.
    """
    mirrored = [-own for own in other]
    tests = [find_change(one, now) for one in (other, mirrored)]
    ways = [max(one_sided_p_value(test, sign) for test in tests) for sign in (1, -1)]
    return min(1.0, 2 * min(ways))


def one_sided_p_value(found: Difference, sign: int) -> float:
    """Return the p-value of "the difference is not on this side of 0"."""
    if not found.standard_error > 0:
        return 1.0
    return float(stdtr(found.degrees, -sign * found.centre / found.standard_error))


def describe_means(played: Played, number: int) -> dict[str, float]:
    """Describe turns and draws."""
    found: dict[str, float] = {}
    for name in ("turns", "draws"):
        before, after = (played.rows(name, which) for which in (0, number))
        found[name] = float(np.mean([own.mean() for own in after]))
        change = find_change(before, after, is_score=name == "draws")
        found |= (
            change_columns(f"{name}_change", change)
            if number
            else make_zero_change(f"{name}_change")
        )
    return found


def describe_decks(played: Played, number: int) -> dict[str, Any]:
    """Describe what a setting does to decks: the range of win rates, and the largest change."""
    scores = [collect_deck_scores(played, which) for which in (0, number)]
    if not scores[0]:
        return {}
    rates = [np.mean([own.mean() for own in of_deck]) for of_deck in scores[1].values()]
    found: dict[str, Any] = {"deck_lowest": min(rates), "deck_highest": max(rates)}
    if not number:
        return found
    changes = {deck: find_change(before, scores[1][deck]) for deck, before in scores[0].items()}
    deck = max(changes, key=lambda name: (abs(changes[name].value), name))
    level = 1 - (1 - LEVEL) / len(changes)
    return {**found, "deck": deck, **change_columns("deck_change", changes[deck], level)}


def collect_deck_scores(played: Played, number: int) -> dict[str, list[Floats]]:
    """Return what decks scored pair by pair, in each of their matchups but mirrors."""
    found: dict[str, list[Floats]] = {}
    sides = [played.rows(f"score_{side}", number) for side in range(played.n_seats)]
    for row, decks in enumerate(played.matchups):
        for deck in dict.fromkeys(decks) if len(set(decks)) > 1 else ():
            own = [sides[side][row] for side, name in enumerate(decks) if name == deck]
            found.setdefault(deck, []).append(np.mean(own, axis=0))
    return found


def describe_curve(played: Played, points: Mapping[Value, Setting]) -> dict[str, Any]:
    """Describe the curve of an option that is a number: where it is zero, and which way it goes."""
    if len(points) < FEWEST_POINTS or not all(isinstance(value, int) for value in points):
        return {}
    numbers = [played.settings.index(setting) for setting in points.values()]
    curves = [played.advantages[number] for number in numbers]
    found = find_zero([float(value) for value in points], curves)
    return {
        "fair_value": found.places[0] if len(found.places) == 1 else np.nan,
        "fair_low": found.low,
        "fair_high": found.high,
        "n_crossings": len(found.places),
        "trend": find_trend(curves),
    }


def find_zero(values: Sequence[float], curves: Sequence[Sequence[Floats]]) -> Crossing:
    """Find where the advantage is zero, from pairs by value and matchup."""
    n_matchups = len(curves[0])
    by_matchup = [np.stack(one) for one in zip(*curves, strict=True)]
    heights = np.mean([one.mean(axis=1) for one in by_matchup], axis=0)
    covariance = sum(np.cov(one) / one.shape[1] for one in by_matchup) / n_matchups**2
    degrees = sum(one.shape[1] - 1 for one in by_matchup)
    return find_crossing(values, heights, covariance, degrees)


def find_trend(curves: Sequence[Sequence[Floats]]) -> str:
    """Say which way a curve goes, if every step is proved, or that it surely turns."""
    steps = [find_change(*step) for step in pairwise(curves)]
    proved = holm([step.p_value for step in steps]) <= 1 - LEVEL
    ways = {step.value > 0 for step, is_proved in zip(steps, proved, strict=True) if is_proved}
    if len(ways) == 2:
        return Trend.TURNS
    if not proved.all():
        return Trend.UNPROVEN
    return Trend.RISES if ways == {True} else Trend.FALLS
