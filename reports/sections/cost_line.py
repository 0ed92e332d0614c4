"""Impact of cards against their cost: a fitted line, and the cards far from it."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from scipy.special import ndtr

from evenhand.analysis.statistics.multiplicity import benjamini_hochberg
from evenhand.decks.card_face import CardFace
from evenhand.reports.bands import DISCOVERY_RATE, Standing
from evenhand.reports.blocks import Block, Figure
from evenhand.reports.card_links import CardName
from evenhand.reports.scatter import Point, draw_scatter
from evenhand.reports.wording import Sentence, count, enumerate_parts, make_sentence, number, plural

__all__ = ["CostLine", "draw_cost_line", "fit_cost_line"]

FEWEST = 4  # cards needed to fit a line
MOST_NAMED = 14  # cards named in the figure
NAMED = 3  # cards named in the caption


class CostLine(NamedTuple):
    """Cards with their cost and impact, and the line through them.

    Attributes
    ----------
    cards : pandas.DataFrame
        One row per card, the farthest from the line first: card, cost, effect (mean over its
        decks), standard_error, gap (effect minus that of the line), gap_q (bounds the share of
        false discoveries among the cards named).
    start, slope : float
        Impact at cost 0, and increase per unit of cost.
    """

    cards: pd.DataFrame
    start: float
    slope: float


def fit_cost_line(effects: pd.DataFrame, faces: Sequence[CardFace]) -> CostLine | None:
    """Fit a robust line through cards by cost and impact.

    Its slope is the median over all pairs of cards, its height the median of the residuals.
    Gaps are tested against the standard error of each card's impact; the error of the line is
    neglected, as it is estimated from all cards.

    Returns
    -------
    CostLine or None
        None if too few cards have a cost, or all have the same.

    References
    ----------
    Sen (1968), JASA 63, 1379-1389.
    """
    costs = {face.name: face.cost for face in faces if face.cost is not None}
    known = effects[effects["card"].isin(list(costs)) & effects["standard_error"].notna()]
    cards = known.groupby("card", sort=True).agg(
        effect=("effect", "mean"),
        standard_error=("standard_error", lambda errors: np.sqrt((errors**2).sum()) / len(errors)),
    )
    cards = cards.reset_index().assign(cost=lambda table: table["card"].map(costs).astype(float))
    if len(cards) < FEWEST or cards["cost"].nunique() < 2:
        return None
    start, slope = _fit_line(cards["cost"].to_numpy(), cards["effect"].to_numpy())
    gaps = cards["effect"] - (start + slope * cards["cost"])
    sizes = gaps.abs() / cards["standard_error"].clip(lower=1e-9)
    cards = cards.assign(gap=gaps, gap_q=benjamini_hochberg(2 * ndtr(-sizes)))
    order = cards["gap"].abs().sort_values(ascending=False, kind="stable").index
    return CostLine(cards.loc[order].reset_index(drop=True), start, slope)


def _fit_line(costs: np.ndarray, effects: np.ndarray) -> tuple[float, float]:
    """Return the cost line's height at 0 and slope, as SciPy's slow-to-import `theilslopes`."""
    across = np.subtract.outer(costs, costs)
    rises = np.subtract.outer(effects, effects)[across > 0] / across[across > 0]
    slope = np.median(rises)
    return float(np.median(effects - slope * costs)), float(slope)


def draw_cost_line(effects: pd.DataFrame, faces: Sequence[CardFace]) -> Iterator[Block]:
    """Yield the figure of impact against cost with named outliers, if a line can be fitted."""
    line = fit_cost_line(effects, faces)
    if line is None:
        return
    sure = line.cards[line.cards["gap_q"] < DISCOVERY_RATE]
    named = set(sure["card"].head(MOST_NAMED))
    points = [
        Point(
            row.card, row.cost, 100 * row.effect, _find_standing(row), row.card in named, row.card
        )
        for row in line.cards.itertuples()
    ]
    cost = next(face.cost_name for face in faces)
    labels = (f"{cost[:1].upper()}{cost[1:]}", "Impact, percentage points")
    title = "Impact of the cards against what they cost"
    drawn = draw_scatter("impact-cost", title, points, labels, (100 * line.start, 100 * line.slope))
    yield Figure("figure-impact-cost", _write_caption(title, line, sure), *drawn)


def _find_standing(row: Any) -> Standing:
    looks = Standing.ABOVE if row.gap > 0 else Standing.BELOW
    return looks if row.gap_q < DISCOVERY_RATE else Standing.INSIDE


def _write_caption(title: str, line: CostLine, sure: pd.DataFrame) -> Sentence:
    return make_sentence(
        "{title}: the mean over each card's decks; cards of one cost stand side by side. The line "
        "goes through their middle and rises by {slope} points for each step in cost. {outliers}",
        title=title,
        slope=number(100 * line.slope, 2),
        outliers=_name_outliers(line, sure),
    )


def _name_outliers(line: CostLine, sure: pd.DataFrame) -> Sentence:
    if sure.empty:
        nothing = "After correction for {cards}, none is surely off the line."
        return make_sentence(nothing, cards=plural(len(line.cards), "card"))
    named = [CardName(card) for card in sure["card"].head(NAMED)]
    return make_sentence(
        "Triangles, {n} of them, are off it after correction for {cards}; the farthest: {named}.",
        cards=plural(len(line.cards), "card"),
        n=count(len(sure)),
        named=enumerate_parts(named),
    )
