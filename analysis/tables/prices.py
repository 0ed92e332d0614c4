"""What a card is worth at each value of one of its numbers, and at which it is worth its cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pandas as pd

from evenhand.analysis.data.added_tables import read_added_table
from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.crossing import find_crossing, list_zeros
from evenhand.analysis.statistics.curves import fit_monotone, simultaneous_band
from evenhand.analysis.statistics.differences import PairedMoments, paired_difference
from evenhand.analysis.statistics.intervals import check_level, normal_quantile
from evenhand.analysis.statistics.multiplicity import benjamini_hochberg

__all__ = [
    "CARD_PRICES", "CURVE_COLUMNS", "POOL_COLUMNS", "PriceCurve", "PricedCard", "card_prices",
    "price_curve", "price_table",
]  # fmt: skip

CURVE_COLUMNS = [
    "value", "n_games", "n_pairs", "worth", "worth_low", "worth_high", "standard_error",
    "worth_p", "fitted", "band_low", "band_high", "changed",
]  # fmt: skip
POOL_COLUMNS = [
    "card", "cost", "cost_name", "decks", "n_games", "n_pairs", "worth", "worth_low", "worth_high",
    "standard_error", "worth_p", "worth_q", "column", "now", "fair", "fair_low", "fair_high",
    "changed",
]  # fmt: skip
CARD_PRICES = "card_prices.parquet"  # in a run's folder, if they were measured
FARTHEST = 0.5  # of a number: a straight line says little about what is farther away


class Fair(NamedTuple):
    """The value at which a card is worth its cost.

    Attributes
    ----------
    value : float
        NaN if it is not among those that were measured.
    low, high : float
        Interval; infinite at an end that nothing bounds.
    """

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class PriceCurve:
    """What a card is worth as one of its numbers changes.

    Attributes
    ----------
    table : pandas.DataFrame
        One row per value: value, n_games, n_pairs, worth (win rate of its decks with the card
        of this value minus that with the plain card), worth_low, worth_high, standard_error,
        worth_p, fitted (the curve: worth never falls, or never rises), band_low, band_high
        (hold the whole curve), changed (share of the pairs that ended otherwise than with the
        plain card).
    rises : bool
        Whether a higher number makes the card better.
    fair : Fair
        The value at which the card is worth as much as the plain card.
    """

    table: pd.DataFrame
    rises: bool
    fair: Fair


def price_curve(
    values: Sequence[int],
    parts: Sequence[Sequence[PairedMoments]],
    n_seats: int,
    rises: bool | None = None,
    level: float = 0.95,
) -> PriceCurve:
    """Tell what a card is worth at some values.

    Parameters
    ----------
    values : sequence of int
        Rising, two at least.
    parts : sequence of sequence of PairedMoments
        For each value the matchups of the card's decks, which all weigh the same: what a pair
        scored with the plain card ("before") and with the card ("after").
    n_seats : int
        Games in a pair.
    rises : bool, optional
        Whether a higher number makes the card better; by the trend if not given.
    level : float
        Coverage of the intervals, in (0, 1).
    """
    rows = []
    for value, matchups in zip(values, parts, strict=True):
        found = paired_difference(matchups)
        low, high = found.interval(level)
        n_changed = sum(part.n_changed for part in matchups)
        rows.append(
            {
                "value": value,
                "n_games": found.n_pairs * n_seats,
                "n_pairs": found.n_pairs,
                "worth": found.value,
                "worth_low": low,
                "worth_high": high,
                "standard_error": found.standard_error,
                "worth_p": found.p_value,
                "changed": n_changed / max(1, found.n_pairs),
            }
        )
    table = pd.DataFrame(rows).reindex(columns=CURVE_COLUMNS)
    worth, errors = table["worth"].to_numpy(), table["standard_error"].to_numpy()
    if rises is None:
        rises = bool(np.polyfit(values, worth, 1, w=1 / np.maximum(errors, 1e-9))[0] >= 0)
    table["fitted"] = fit_monotone(worth, errors, rises)
    table["band_low"], table["band_high"] = simultaneous_band(worth, errors, rises, level)
    return PriceCurve(table, rises, find_fair_value(table, rises, level))


def find_fair_value(table: pd.DataFrame, rises: bool, level: float) -> Fair:
    """Find the value at which a curve is zero.

    Errors at neighbouring values go much the same way, as the deals are the same; they are
    taken to do so wholly, which makes the interval no narrower than it should be.
    """
    values, errors = table["value"].to_numpy(float), table["standard_error"].to_numpy()
    worth = table["worth"].to_numpy()
    zeros = list_zeros(values, table["fitted"].to_numpy())
    crossing = find_crossing(values, worth, np.outer(errors, errors), np.inf, level)
    low, high = crossing.low, crossing.high
    if np.isnan(low):  # surely zero nowhere in it: the fair value lies behind one of the ends
        is_above = (worth[0] > 0) != rises
        low, high = (values[-1], np.inf) if is_above else (-np.inf, values[0])
    return Fair(float(zeros.mean()) if zeros.size else float("nan"), float(low), float(high))


@dataclass(frozen=True)
class PricedCard:
    """A card, and what was played to price it.

    Attributes
    ----------
    card : str
    cost : int, optional
        What it takes to play it.
    decks : sequence of str
        That hold it.
    parts : sequence of PairedMoments
        By deck and matchup: what a pair scored with the plain card ("before") and with the
        card ("after").
    column : str
        Of the number that it could have otherwise; "" for a card without numbers.
    now, other : int
        The number that it has, and another one.
    other_parts, step_parts : sequence of PairedMoments
        With the plain card, and with the card as it is ("before"), against the card with the
        other number ("after").
    """

    card: str
    cost: int | None
    decks: Sequence[str]
    parts: Sequence[PairedMoments]
    column: str = ""
    now: int = 0
    other: int = 0
    other_parts: Sequence[PairedMoments] = ()
    step_parts: Sequence[PairedMoments] = ()


def card_prices(run: Run) -> pd.DataFrame:
    """Read what the cards of a run's decks are worth beyond their cost.

    Returns
    -------
    pandas.DataFrame
        As `price_table` makes it; empty if nobody measured it to the end.
    """
    return read_added_table(run.folder, CARD_PRICES, POOL_COLUMNS)


def price_table(
    cards: Sequence[PricedCard], n_seats: int, cost_name: str = "cost", level: float = 0.95
) -> pd.DataFrame:
    """Tell which cards are worth more or less than their cost, and by which number they would not.

    Parameters
    ----------
    cards : sequence of PricedCard
    n_seats : int
        Games in a pair.
    cost_name : str
        What the cost is, in the game's words.
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        One row per card, the farthest from its cost first: card, cost (NaN if nothing that can
        be compared), cost_name, decks (names, with commas), n_games, n_pairs (of the card
        against the plain one), worth (win rate of its decks with it minus that with the plain
        card), worth_low, worth_high, standard_error, worth_p, worth_q (bounds the share of false
        discoveries in the whole table), column, now, fair (the number at which it would be
        worth its cost, along a straight line; NaN if that is too far away or not known),
        fair_low, fair_high (infinite where the data set no bound, or one that is farther from
        the card's number than the other one is, where nothing says that the line is straight),
        changed (share of the pairs that ended otherwise than with the plain card).
    """
    rows = []
    for one in cards:
        found = paired_difference(one.parts)
        low, high = found.interval(level)
        rows.append(
            {
                "card": one.card,
                "cost": np.nan if one.cost is None else float(one.cost),
                "cost_name": cost_name,
                "decks": ", ".join(one.decks),
                "n_games": found.n_pairs * n_seats,
                "n_pairs": found.n_pairs,
                "worth": found.value,
                "worth_low": low,
                "worth_high": high,
                "standard_error": found.standard_error,
                "worth_p": found.p_value,
                "column": one.column,
                "now": one.now if one.column else np.nan,
                "changed": sum(part.n_changed for part in one.parts) / max(1, found.n_pairs),
                **extrapolate_fair_value(one, level)._asdict(),
            }
        )
    names = {"value": "fair", "low": "fair_low", "high": "fair_high"}
    table = pd.DataFrame(rows).rename(columns=names).reindex(columns=POOL_COLUMNS)
    if len(table):
        table["worth_q"] = benjamini_hochberg(table["worth_p"])
    order = table["worth"].abs().sort_values(ascending=False, kind="stable").index
    return table.loc[order].reset_index(drop=True)


def extrapolate_fair_value(one: PricedCard, level: float = 0.95) -> Fair:
    """Return the number at which a card would be worth its cost, along a straight line.

    References
    ----------
    Fieller (1954), JRSS-B 16, 175-185: the interval of a ratio.
    """
    unknown = Fair(float("nan"), -float("inf"), float("inf"))
    if not one.column:
        return unknown
    now, other, step = map(paired_difference, (one.parts, one.other_parts, one.step_parts))
    square = normal_quantile(check_level(level)) ** 2
    v_now, v_other, v_step = (d.standard_error**2 for d in (now, other, step))
    shared = (v_other - v_now - v_step) / 2  # covariance of the worth now and of the step
    a = step.centre**2 - square * v_step
    if not a > 0:
        return unknown
    b = now.centre * step.centre - square * shared
    c = now.centre**2 - square * v_now
    spread = max(b**2 - a * c, 0.0) ** 0.5
    width = one.other - one.now
    low, high = sorted(one.now + width * t for t in ((-b - spread) / a, (-b + spread) / a))
    value = one.now - width * now.centre / step.centre
    is_near = abs(value - one.now) <= FARTHEST * abs(one.now)
    return Fair(value if is_near else float("nan"), *open_far_ends(low, high, one.now, abs(width)))


def open_far_ends(low: float, high: float, now: float, reach: float) -> tuple[float, float]:
    """Open the ends of an interval that are out of reach: a line may bend there.

    What is all out of reach is only known to be on that side of it.
    """
    nearest, farthest = now - reach, now + reach
    return (
        -float("inf") if low < nearest else min(low, farthest),
        float("inf") if high > farthest else max(high, nearest),
    )
