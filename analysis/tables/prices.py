"""Card prices: the worth of a card by the value of one of its numbers, and its fair value."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import pandas as pd

from evenhand.analysis.data.added_tables import read_added_table
from evenhand.analysis.data.run import Run
from evenhand.analysis.statistics.crossing import find_crossing, list_zeros
from evenhand.analysis.statistics.curves import fit_monotone, simultaneous_band
from evenhand.analysis.statistics.differences import (
    Moments,
    PairedMoments,
    PooledMean,
    paired_difference,
)
from evenhand.analysis.statistics.intervals import check_level, normal_quantile, rate_interval
from evenhand.analysis.statistics.multiplicity import benjamini_hochberg

__all__ = [
    "CARD_PRICES", "CURVE_COLUMNS", "POOL_COLUMNS", "PriceCurve", "PricedCard", "card_prices",
    "price_curve", "price_table", "priced_decks",
]  # fmt: skip

CURVE_COLUMNS = [
    "value", "n_games", "n_pairs", "worth", "worth_low", "worth_high", "standard_error",
    "worth_p", "fitted", "band_low", "band_high", "changed",
]  # fmt: skip
DECK_COLUMNS = ["deck", "value", "n_games", "n_pairs", "win_rate", "win_rate_low", "win_rate_high"]
POOL_COLUMNS = [
    "card", "cost", "cost_name", "decks", "n_games", "n_pairs", "worth", "worth_low", "worth_high",
    "standard_error", "worth_p", "worth_q", "column", "now", "fair", "fair_low", "fair_high",
    "changed",
]  # fmt: skip
CARD_PRICES = "card_prices.parquet"  # in a run's folder, if measured
FARTHEST = 0.5  # largest extrapolation along a straight line, as a share of the number


class Fair(NamedTuple):
    """The fair price: the value at which a card is worth its cost.

    Attributes
    ----------
    value : float
        NaN if it is outside the measured range.
    low, high : float
        Interval; an unbounded end is infinite.
    """

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class PriceCurve:
    """The price curve: worth of a card as a function of one of its numbers.

    Attributes
    ----------
    table : pandas.DataFrame
        One row per value: value, n_games, n_pairs, worth (win rate of its decks with the card
        of this value minus that with the plain card), worth_low, worth_high, standard_error,
        worth_p, fitted (a monotone curve), band_low, band_high (simultaneous band for the whole
        curve), changed (share of the pairs whose score differs from that with the plain card).
    rises : bool
        Whether a higher number makes the card better.
    fair : Fair
        The value at which the card is worth as much as the plain card.
    decks : pandas.DataFrame
        As `priced_decks` returns it.
    """

    table: pd.DataFrame
    rises: bool
    fair: Fair
    decks: pd.DataFrame = field(default_factory=lambda: pd.DataFrame(columns=DECK_COLUMNS))


def price_curve(
    values: Sequence[int],
    parts: Sequence[Sequence[PairedMoments]],
    n_seats: int,
    rises: bool | None = None,
    level: float = 0.95,
) -> PriceCurve:
    """Compute the price curve: worth of a card at several values of one of its numbers.

    Parameters
    ----------
    values : sequence of int
        Ascending, at least two.
    parts : sequence of sequence of PairedMoments
        For each value one entry per matchup of the card's decks, weighted equally: scores of the
        pairs with the plain card ("before") and with the card ("after").
    n_seats : int
        Games in a pair.
    rises : bool, optional
        Whether a higher number makes the card better. Default: by the measured trend.
    level : float
        Coverage of the intervals, in (0, 1).
    """
    rows = []
    for value, matchups in zip(values, parts, strict=True):
        difference = paired_difference(matchups)
        low, high = difference.interval(level)
        n_changed = sum(part.n_changed for part in matchups)
        rows.append(
            {
                "value": value,
                "n_games": difference.n_pairs * n_seats,
                "n_pairs": difference.n_pairs,
                "worth": difference.value,
                "worth_low": low,
                "worth_high": high,
                "standard_error": difference.standard_error,
                "worth_p": difference.p_value,
                "changed": n_changed / max(1, difference.n_pairs),
            }
        )
    table = pd.DataFrame(rows).reindex(columns=CURVE_COLUMNS)
    worth, errors = table["worth"].to_numpy(), table["standard_error"].to_numpy()
    if rises is None:
        rises = bool(np.polyfit(values, worth, 1, w=1 / np.maximum(errors, 1e-9))[0] >= 0)
    table["fitted"] = fit_monotone(worth, errors, rises)
    table["band_low"], table["band_high"] = simultaneous_band(worth, errors, rises, level)
    return PriceCurve(table, rises, find_fair_value(table, rises, level))


def priced_decks(
    decks: Mapping[str, Sequence[Sequence[Moments]]],
    values: Sequence[int],
    n_seats: int,
    level: float = 0.95,
) -> pd.DataFrame:
    """Compute the win rates of a card's decks at each value, as if the card were printed so.

    Parameters
    ----------
    decks : mapping from str to sequence of sequence of Moments
        By deck, value and matchup: its scores by pair. Where its opponent has the card, too, that
        has the same value.
    values : sequence of int
    n_seats : int
        Games in a pair.
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        One row per deck and value: deck, value, n_games, n_pairs, win_rate (matchups weighted
        equally), win_rate_low, win_rate_high.
    """
    rows = []
    for deck, by_value in decks.items():
        for value, matchups in zip(values, by_value, strict=True):
            rate, n_pairs = PooledMean.of(matchups), sum(part.n_pairs for part in matchups)
            ends = rate_interval(rate.value, rate.spread**0.5, rate.n_pairs, level)
            rows.append((deck, value, n_pairs * n_seats, n_pairs, rate.value, *ends))
    return pd.DataFrame(rows, columns=DECK_COLUMNS)


def find_fair_value(table: pd.DataFrame, rises: bool, level: float) -> Fair:
    """Find the value at which a price curve is zero.

    Errors at neighbouring values are strongly correlated, because the deals are the same; a
    correlation of 1 is assumed, which makes the interval conservative.
    """
    values, errors = table["value"].to_numpy(float), table["standard_error"].to_numpy()
    worth = table["worth"].to_numpy()
    zeros = list_zeros(values, table["fitted"].to_numpy())
    crossing = find_crossing(values, worth, np.outer(errors, errors), np.inf, level)
    low, high = crossing.low, crossing.high
    if np.isnan(low):  # a zero is rejected everywhere: the fair value lies beyond one of the ends
        is_above = (worth[0] > 0) != rises
        low, high = (values[-1], np.inf) if is_above else (-np.inf, values[0])
    return Fair(float(zeros.mean()) if zeros.size else float("nan"), float(low), float(high))


@dataclass(frozen=True)
class PricedCard:
    """A card and the pairs played to price it.

    Attributes
    ----------
    card : str
    cost : int, optional
        Cost of playing the card.
    decks : sequence of str
        Decks with the card.
    parts : sequence of PairedMoments
        By deck and matchup: scores of the pairs with the plain card ("before") and with the
        card ("after").
    column : str
        The column whose number was varied; "" for a card without numbers.
    now, other : int
        The present number, and the other one that was played.
    other_parts, step_parts : sequence of PairedMoments
        "After" is the card with the other number; "before" is the plain card, and the card with
        the present number, respectively.
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
    """Read the worth beyond their cost of the cards of a run's decks.

    Returns
    -------
    pandas.DataFrame
        As returned by `price_table`; empty if the measurement was not completed.
    """
    return read_added_table(run.folder, CARD_PRICES, POOL_COLUMNS)


def price_table(
    cards: Sequence[PricedCard], n_seats: int, cost_name: str = "cost", level: float = 0.95
) -> pd.DataFrame:
    """Compute the prices of cards: worth beyond cost, and the number at which it is 0.

    Parameters
    ----------
    cards : sequence of PricedCard
    n_seats : int
        Games in a pair.
    cost_name : str
        Name of the cost in the game's words.
    level : float
        Coverage of the intervals, in (0, 1).

    Returns
    -------
    pandas.DataFrame
        One row per card, in descending order of absolute worth: card, cost (NaN if not
        comparable), cost_name, decks (names, separated by commas), n_games, n_pairs (of the card
        against the plain one), worth (win rate of its decks with it minus that with the plain
        card), worth_low, worth_high, standard_error, worth_p, worth_q (bounds the share of false
        discoveries in the whole table), column, now, fair (the number at which it would be
        worth its cost, along a straight line; NaN if too far away or unknown), fair_low,
        fair_high (infinite if unbounded, or farther from the present number than the other
        number that was played, where linearity is not supported by data), changed (share of
        the pairs whose score differs from that with the plain card).
    """
    rows = []
    for card in cards:
        difference = paired_difference(card.parts)
        low, high = difference.interval(level)
        n_changed = sum(part.n_changed for part in card.parts)
        rows.append(
            {
                "card": card.card,
                "cost": np.nan if card.cost is None else float(card.cost),
                "cost_name": cost_name,
                "decks": ", ".join(card.decks),
                "n_games": difference.n_pairs * n_seats,
                "n_pairs": difference.n_pairs,
                "worth": difference.value,
                "worth_low": low,
                "worth_high": high,
                "standard_error": difference.standard_error,
                "worth_p": difference.p_value,
                "column": card.column,
                "now": card.now if card.column else np.nan,
                "changed": n_changed / max(1, difference.n_pairs),
                **extrapolate_fair_value(card, level)._asdict(),
            }
        )
    names = {"value": "fair", "low": "fair_low", "high": "fair_high"}
    table = pd.DataFrame(rows).rename(columns=names).reindex(columns=POOL_COLUMNS)
    if len(table):
        table["worth_q"] = benjamini_hochberg(table["worth_p"])
    order = table["worth"].abs().sort_values(ascending=False, kind="stable").index
    return table.loc[order].reset_index(drop=True)


def extrapolate_fair_value(card: PricedCard, level: float = 0.95) -> Fair:
    """Return the fair price of a card, at which it is worth its cost, by a straight line.

    References
    ----------
    Fieller (1954), JRSS-B 16, 175-185: the interval of a ratio.
    """
    unknown = Fair(float("nan"), -float("inf"), float("inf"))
    if not card.column:
        return unknown
    now, other, step = map(paired_difference, (card.parts, card.other_parts, card.step_parts))
    square = normal_quantile(check_level(level)) ** 2
    v_now, v_other, v_step = (d.standard_error**2 for d in (now, other, step))
    shared = (v_other - v_now - v_step) / 2  # covariance of the worth now and of the step
    a = step.centre**2 - square * v_step
    if not a > 0:
        return unknown
    b = now.centre * step.centre - square * shared
    c = now.centre**2 - square * v_now
    spread = max(b**2 - a * c, 0.0) ** 0.5
    width = card.other - card.now
    low, high = sorted(card.now + width * t for t in ((-b - spread) / a, (-b + spread) / a))
    value = card.now - width * now.centre / step.centre
    is_near = abs(value - card.now) <= FARTHEST * abs(card.now)
    return Fair(value if is_near else float("nan"), *open_far_ends(low, high, card.now, abs(width)))


def open_far_ends(low: float, high: float, now: float, reach: float) -> tuple[float, float]:
    """Replace ends of a price's interval that are farther than `reach` from `now` by infinity.

    Linearity is not supported there. Of an interval that is wholly out of reach only the side
    is known.
    """
    nearest, farthest = now - reach, now + reach
    return (
        -float("inf") if low < nearest else min(low, farthest),
        float("inf") if high > farthest else max(high, nearest),
    )
