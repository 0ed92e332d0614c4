"""The advantage of going first under other rules: settings of rule options, on the same deals.

The first player's win rate is that of `evenhand.analysis.tables.first_player`, for each
setting. Every setting plays the same deals, so that settings are compared pair by pair: luck
common to both cancels.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evenhand.analysis.data.added_tables import read_added_table
from evenhand.analysis.data.pairs import PairSums
from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.bands import Band
from evenhand.analysis.statistics.crossing import Crossing, find_crossing
from evenhand.analysis.statistics.differences import (
    Difference,
    PairedMoments,
    paired_difference,
)
from evenhand.analysis.statistics.equivalence import (
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

COMPENSATION = "compensation.parquet"  # in a run's folder, if measured
SEARCHED, FRESH = "searched", "fresh"  # the deals used to choose a setting, and new ones
LEVEL = 0.95
FEWEST_POINTS = 3  # of a curve; an option that is only on or off has no curve
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
    """A setting of rule options; options that are not listed keep their present value.

    Attributes
    ----------
    changed : tuple of (str, int or str)
        Options whose value differs from the present one, with that value.
    """

    changed: tuple[tuple[str, Value], ...] = ()


class Trend:
    """The trend of compensation over the values of an option."""

    FALLS = "falls"
    RISES = "rises"
    TURNS = "turns"
    UNPROVEN = "unproven"


@dataclass(frozen=True)
class Played:
    """Pairs of games under several settings of rules, on the same deals.

    Attributes
    ----------
    settings : sequence of Setting
        The present setting first.
    counts : sequence of sequence of array, shape (n_counts, n_pairs)
        By setting and matchup; rows in the order of `list_counts`.
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
        """Win rate of the first player, by setting; all matchups are weighted equally."""
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
        """Advantage of going first in each pair, by setting and matchup; shape (n_pairs,)."""
        fair = 1 / self.n_seats
        return [
            [linearise_scores(counts, self.n_seats) - fair for counts in matchups]
            for matchups in self.counts
        ]

    def rows(self, name: str, setting: int) -> list[Floats]:
        """Return one of the counts of settings, by matchup."""
        row = list_counts(self.n_seats).index(name)
        return [counts[row] for counts in self.counts[setting]]


def list_counts(n_seats: int) -> list[str]:
    """List the names of the counts of each pair under a setting.

    For each side, the games in which it went first and its score in them; then for each side its
    mean score; then the means of turns and of draws.
    """
    first = [name for side in range(n_seats) for name in name_quantities(side)]
    return [*first, *(f"score_{side}" for side in range(n_seats)), "turns", "draws"]


def linearise_scores(counts: Floats, n_seats: int) -> Floats:
    """Return the linearised first player's win rate of each pair; shape (n_pairs,).

    The mean is the win rate, and the variance gives its linearised standard error. If seats
    decide who goes first, these are the scores of the pairs themselves.
    """
    by_side = []
    for side in range(n_seats):
        games, scores = counts[2 * side : 2 * side + 2]
        if games.any():
            rate = scores.sum() / games.sum()
            by_side.append(rate + (scores - rate * games) / games.mean())
    return np.mean(by_side, axis=0)


def compensation(run: Run) -> pd.DataFrame:
    """Read the advantage of going first under other rules.

    Parameters
    ----------
    run : Run

    Returns
    -------
    pandas.DataFrame
        As returned by `compensation_table`; empty if the measurement was not completed.
    """
    return read_added_table(run.folder, COMPENSATION, COLUMNS)


def compensation_table(
    played: Played, values: Mapping[str, Sequence[Value]], within: float, best: Setting | None
) -> pd.DataFrame:
    """Compute the advantage of going first under each setting, and the other effects of it.

    Parameters
    ----------
    played : Played
    values : mapping
        For each option the values that were played, in order, including the present one.
    within : float
        Largest accepted absolute advantage of going first, in (0, 1).
    best : Setting, optional
        The setting that was chosen.

    Returns
    -------
    pandas.DataFrame
        One row per option and value, then one per setting of two options. deals, seed;
        setting ("" for the present one), option, value; is_now, is_best; n_games, n_pairs;
        first_win_rate and advantage with their intervals, as in `first_player`; verdict:
        whether the advantage is at most `within`, "pass", "fail" or "inconclusive", each of
        the two claims valid for all settings simultaneously at 95 %; change, the advantage
        minus the present one, on the same deals; nearer_p, of "it is no nearer to fair than
        now", corrected for the number of settings. Other effects: turns, draws, and deck, the
        one whose win rate changes most, its interval corrected for the number of decks;
        deck_lowest and deck_highest, the range of the decks' win rates. For options that are
        numbers: fair_value, at which the advantage is 0 (NaN unless the curve has exactly one
        zero), fair_low, fair_high (infinite where no end was found, NaN if a zero is
        rejected everywhere), n_crossings; trend, of `Trend`; all of these only if at least
        three values were played.
    """
    by_setting = [
        describe_setting(played, number, within) for number in range(len(played.settings))
    ]
    band = Band(-within, within)
    spread = [(rate.error, max(1, rate.n_pairs - len(played.matchups))) for rate in played.rates]
    inside, outside = (
        [
            test(row["advantage"], *known, band)
            for row, known in zip(by_setting, spread, strict=True)
        ]
        for test in (inside_p_value, outside_p_value)
    )
    verdicts, _ = decide_verdicts(holm(inside), outside)
    nearer = holm([row["nearer_p"] for row in by_setting])
    for row, setting, verdict, p in zip(by_setting, played.settings, verdicts, nearer, strict=True):
        row |= {"verdict": str(verdict), "nearer_p": p, "is_best": setting == best}
    rows = dict(zip(played.settings, by_setting, strict=True))
    blank = dict.fromkeys(TEXTS, "")
    points = [
        {**blank, **row, "value": str(row["value"])} for row in list_points(played, rows, values)
    ]
    return pd.DataFrame(points, columns=COLUMNS)


def list_points(
    played: Played, rows: Mapping[Setting, dict[str, Any]], values: Mapping[str, Sequence[Value]]
) -> Iterator[dict[str, Any]]:
    """List the points of each rule option's curve, then the settings of several options."""
    now = rows[Setting()]
    for option, some in values.items():
        points = {value: Setting(((option, value),)) for value in some}
        settings = {value: point if point in rows else Setting() for value, point in points.items()}
        if len({*settings.values()}) < len(some):
            continue  # not all of them were played
        curve = describe_curve(played, settings)
        for value, setting in settings.items():
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
    """Return a setting of rules in the format of ``--set``; "" for the present one."""
    return ", ".join(f"{name}={value}" for name, value in setting.changed)


def describe_setting(played: Played, number: int, within: float) -> dict[str, Any]:
    """Return the columns of a setting, without the verdict and corrections."""
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
        **(make_zero_change("change") if is_now else change.columns("change", LEVEL)),
        "nearer_p": np.nan if is_now else nearer_p_value(*advantages),
        **describe_means(played, number),
        **describe_decks(played, number),
    }


def find_change(
    before: Sequence[Floats], after: Sequence[Floats], is_score: bool = True
) -> Difference:
    """Estimate the difference of two settings on the same pairs, given by matchup."""
    parts = [PairedMoments.of(*pair) for pair in zip(before, after, strict=True)]
    return paired_difference(parts, is_score)


def make_zero_change(name: str) -> dict[str, float]:
    """Return a difference of 0 and its interval as columns, for the present setting."""
    return dict.fromkeys((name, f"{name}_low", f"{name}_high"), 0.0)


def nearer_p_value(now: Sequence[Floats], other: Sequence[Floats]) -> float:
    """Test whether a setting's advantage is nearer to 0 than the present one.

    It is if the sum and the difference of the two have the same sign: for each sign both must
    be proved, and there are two signs.
    """
    mirrored = [-advantage for advantage in other]
    tests = [find_change(advantages, now) for advantages in (other, mirrored)]
    by_sign = [max(test.one_sided_p_value(sign) for test in tests) for sign in (1, -1)]
    return min(1.0, 2 * min(by_sign))


def describe_means(played: Played, number: int) -> dict[str, float]:
    """Return the columns on turns and draws under a setting."""
    columns: dict[str, float] = {}
    for name in ("turns", "draws"):
        before, after = (played.rows(name, which) for which in (0, number))
        columns[name] = float(np.mean([of_matchup.mean() for of_matchup in after]))
        change = find_change(before, after, is_score=name == "draws")
        column = f"{name}_change"
        columns |= change.columns(column, LEVEL) if number else make_zero_change(column)
    return columns


def describe_decks(played: Played, number: int) -> dict[str, Any]:
    """Return the columns on decks under a setting: range of win rates, largest change."""
    scores = [collect_deck_scores(played, which) for which in (0, number)]
    if not scores[0]:
        return {}
    rates = [np.mean([each.mean() for each in of_deck]) for of_deck in scores[1].values()]
    columns: dict[str, Any] = {"deck_lowest": min(rates), "deck_highest": max(rates)}
    if not number:
        return columns
    changes = {deck: find_change(before, scores[1][deck]) for deck, before in scores[0].items()}
    deck = max(changes, key=lambda name: (abs(changes[name].value), name))
    level = 1 - (1 - LEVEL) / len(changes)
    return {**columns, "deck": deck, **changes[deck].columns("deck_change", level)}


def collect_deck_scores(played: Played, number: int) -> dict[str, list[Floats]]:
    """Return each deck's scores under a setting by matchup and pair, without mirrors."""
    by_deck: dict[str, list[Floats]] = {}
    sides = [played.rows(f"score_{side}", number) for side in range(played.n_seats)]
    for row, decks in enumerate(played.matchups):
        for deck in dict.fromkeys(decks) if len(set(decks)) > 1 else ():
            scores = [sides[side][row] for side, name in enumerate(decks) if name == deck]
            by_deck.setdefault(deck, []).append(np.mean(scores, axis=0))
    return by_deck


def describe_curve(played: Played, points: Mapping[Value, Setting]) -> dict[str, Any]:
    """Return the columns on the curve of a rule option: its zeros and its trend."""
    if len(points) < FEWEST_POINTS or not all(isinstance(value, int) for value in points):
        return {}
    numbers = [played.settings.index(setting) for setting in points.values()]
    curves = [played.advantages[number] for number in numbers]
    crossing = find_zero([float(value) for value in points], curves)
    return {
        "fair_value": crossing.places[0] if len(crossing.places) == 1 else np.nan,
        "fair_low": crossing.low,
        "fair_high": crossing.high,
        "n_crossings": len(crossing.places),
        "trend": find_trend(curves),
    }


def find_zero(values: Sequence[float], curves: Sequence[Sequence[Floats]]) -> Crossing:
    """Find the settings of zero advantage, from pairs by value and matchup."""
    n_matchups = len(curves[0])
    by_matchup = [np.stack(pairs) for pairs in zip(*curves, strict=True)]
    heights = np.mean([pairs.mean(axis=1) for pairs in by_matchup], axis=0)
    covariance = sum(np.cov(pairs) / pairs.shape[1] for pairs in by_matchup) / n_matchups**2
    degrees = sum(pairs.shape[1] - 1 for pairs in by_matchup)
    return find_crossing(values, heights, covariance, degrees)


def find_trend(curves: Sequence[Sequence[Floats]]) -> str:
    """Return the trend of an option's curve: rising or falling if every step is proved."""
    steps = [find_change(*step) for step in pairwise(curves)]
    proved = holm([step.p_value for step in steps]) <= 1 - LEVEL
    signs = {step.value > 0 for step, is_proved in zip(steps, proved, strict=True) if is_proved}
    if len(signs) == 2:
        return Trend.TURNS
    if not proved.all():
        return Trend.UNPROVEN
    return Trend.RISES if signs == {True} else Trend.FALLS
