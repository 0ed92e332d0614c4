"""With which values of a priced number the card's decks win inside their expected bands."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import pandas as pd

from evenhand.analysis.data.run import Entrant
from evenhand.analysis.gate.measures import DeckSubject, Measure, Topic
from evenhand.analysis.gate.run_bands import Bands
from evenhand.analysis.statistics.bands import Band
from evenhand.analysis.tables.prices import PriceCurve

__all__ = [
    "Edge",
    "choose_candidates",
    "find_deck_bands",
    "find_edge",
    "judge_decks",
    "judge_values",
    "list_inside",
    "list_open",
    "list_safe",
]


def find_deck_bands(bands: Bands | None, decks: Sequence[str]) -> dict[str, Band]:
    """Return the expected band of the win rate of each of some decks that has one.

    A deck in its best hands is too strong above its band in any, so that the upper end holds for
    whoever plays; that it is too weak only below it in all is not for one player to tell.
    """
    if bands is None:
        return {}
    found = {}
    for deck in decks:
        rate, hands = (
            bands.find(Measure(topic, DeckSubject(Entrant(deck, ""))))
            for topic in (Topic.WIN_RATE, Topic.BEST_HANDS)
        )
        if rate or hands:
            stated = [band.high for band in (rate, hands) if band]
            found[deck] = Band(rate.low if rate else 0.0, min(stated))
    return found


def judge_decks(curve: PriceCurve, bands: Mapping[str, Band]) -> pd.DataFrame:
    """Judge the win rates of a card's decks at each value.

    Returns
    -------
    pandas.DataFrame
        The rows of the curve's decks that have a band, with two columns more: inside and outside,
        whether the deck surely wins inside its band, or outside; neither where it cannot be told.
    """
    decks = curve.decks[curve.decks["deck"].isin(list(bands))]
    low = decks["deck"].map({deck: band.low for deck, band in bands.items()})
    high = decks["deck"].map({deck: band.high for deck, band in bands.items()})
    return decks.assign(
        inside=(low <= decks["win_rate_low"]) & (decks["win_rate_high"] <= high),
        outside=(decks["win_rate_high"] < low) | (high < decks["win_rate_low"]),
    )


def list_inside(curve: PriceCurve, bands: Mapping[str, Band]) -> list[int]:
    """List the values with which all decks surely win inside their bands, ascending."""
    is_inside = judge_decks(curve, bands).groupby("value")["inside"].all()
    return [int(value) for value in is_inside.index[is_inside]]


def list_open(curve: PriceCurve, bands: Mapping[str, Band]) -> list[int]:
    """List the values with which some deck may be inside its band or not, and none is outside."""
    judged = judge_decks(curve, bands).groupby("value")
    is_open = ~judged["inside"].all() & ~judged["outside"].any()
    return [int(value) for value in is_open.index[is_open]]


def list_safe(curves: Iterable[PriceCurve], bands: Mapping[str, Band]) -> set[int]:
    """Return the values with which all decks surely win inside their bands with each bot."""
    return set.intersection(*(set(list_inside(curve, bands)) for curve in curves))


def judge_values(curves: Iterable[PriceCurve], bands: Mapping[str, Band]) -> dict[int, bool]:
    """Return for each value whether decks surely are inside their bands with all bots.

    A value is not, as soon as one bot finds so; those that only some bots were asked about and that
    may be are left out. A deck that is outside with every value does not count, with the bot that
    finds so: that is not for this number to mend.
    """
    found: list[dict[int, bool]] = []
    for curve in curves:
        judged = judge_decks(curve, bands)
        judged["inside"] |= judged.groupby("deck")["outside"].transform("all")
        is_inside = judged.groupby("value")["inside"].all()
        found.append({int(value): bool(one) for value, one in is_inside.items()})
    values = sorted(set().union(*found))
    votes = {value: [of.get(value) for of in found] for value in values}
    return {
        value: False not in one for value, one in votes.items() if False in one or None not in one
    }


class Edge(NamedTuple):
    """Where decks may leave their bands: the last value that is safe, the next that is not.

    Attributes
    ----------
    between : int
        The value in the middle.
    """

    safe: int
    unsafe: int
    between: int


def find_edge(
    curves: Iterable[PriceCurve], bands: Mapping[str, Band], now: int, grid: int
) -> Edge | None:
    """Find the edge of the safe values that is nearest to the present one, which is not safe.

    Parameters
    ----------
    grid : int
        Distance of two values that the number can have.

    Returns
    -------
    Edge or None
        None if the present value is safe or not known, if none is, or if no value is between.
    """
    safe = judge_values(curves, bands)
    if safe.get(now, True) or not any(safe.values()):
        return None
    nearest = min((value for value in safe if safe[value]), key=lambda value: abs(value - now))
    toward = [value for value in safe if min(nearest, now) <= value <= max(nearest, now)]
    unsafe = min((value for value in toward if not safe[value]), key=lambda v: abs(v - nearest))
    between = nearest + grid * round((unsafe - nearest) / (2 * grid))
    return Edge(nearest, unsafe, between) if between not in (nearest, unsafe) else None


def choose_candidates(curve: PriceCurve, bands: Mapping[str, Band]) -> list[int]:
    """Choose values to ask a stronger bot about: at most four that may be the ones to print.

    They are where decks leave their bands: the last value that surely keeps all inside and the
    first that does not, at both ends, or at one with another one inside. They are the ends of all
    if every value keeps the decks inside, or none does.
    """
    if not bands:
        return []
    values, inside = [int(value) for value in curve.table["value"]], list_inside(curve, bands)
    edges: set[int] = set()
    if inside:
        first, last = values.index(inside[0]), values.index(inside[-1])
        edges |= {first - 1, first} if first else set()
        edges |= {last, last + 1} if last + 1 < len(values) else set()
        if len(edges) == 2:
            edges.add(min(first + 1, last) if first else max(last - 1, first))
    edges = edges or {0, len(values) - 1}
    return [values[place] for place in sorted(edges)]
