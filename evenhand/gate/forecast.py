"""Forecast the number of games of a sequential check, computed without playing.

For each band of rates, the check's own tests are applied to an average sample (the quantiles
of its distribution) of a number in the middle of the band; the forecast is the look at which
the test decides. The correlation of the games of a pair is not known in advance, so games are
taken as independent; pairs need fewer games.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, nan

import numpy as np
from scipy.special import bdtr, ndtri

from evenhand.analysis.gate.evidence import KINDS, SequentialEvidence
from evenhand.analysis.gate.looks import Looks
from evenhand.analysis.gate.measures import RATE, DeckSubject, Measure, Topic, name_topic
from evenhand.analysis.statistics.bands import Band
from evenhand.gate.folder_expectations import Project
from evenhand.reports.wording import count, enumerate_parts, number, percent, rate_range
from evenhand.simulate.runs.plan import Plan

__all__ = ["describe_forecast"]

MOST_GAMES = 200  # per round, in the average sample


@dataclass(frozen=True)
class Prospect:
    """Forecast for the numbers that share a band.

    Attributes
    ----------
    look : int, optional
        Pairs of each matchup until a number between the edges is decided, or None.
    reach : float
        Distance inside an edge at which a number passes with probability `power`, with all
        games.
    reach_outside : float
        Distance outside an edge at which a number fails with that probability.
    """

    measure: Measure
    band: Band
    look: int | None
    reach: float
    reach_outside: float


def describe_forecast(project: Project, plan: Plan, looks: Looks) -> Iterator[str]:
    """Yield the forecast in sentences: games of the slowest band, precision of all games."""
    prospects = list(compute_prospects(project, plan, looks))
    if not prospects:
        return
    games = [count(look * len(plan.sides) * plan.n_seats) for look in looks.pairs]
    yield f"this check looks after {enumerate_parts(games)} games, and stops when all is sure"
    slowest = max(prospects, key=lambda prospect: inf if prospect.look is None else prospect.look)
    name = describe_band(slowest)
    if slowest.look is None:
        yield f"{games[-1]} games are too few for a number in the middle of its band ({name})"
    else:
        needed = games[looks.pairs.index(slowest.look)]
        yield f"a number in the middle of its band takes about {needed} games at most ({name})"
    vaguest = max(prospects, key=lambda prospect: prospect.reach)
    often = percent(project.check.power, 0)
    yield (
        f"with all {games[-1]} games, {often} pass of what is {number(100 * vaguest.reach)} points "
        f"inside an edge, and {often} fail of what is {number(100 * vaguest.reach_outside)} points "
        f"outside ({describe_band(vaguest)})"
    )


def describe_band(prospect: Prospect) -> str:
    """Return the topic and limits of a band in a forecast, such as "matchup, 40-60 %"."""
    return f"{name_topic(prospect.measure.topic)}, {rate_range(*prospect.band)}"


def compute_prospects(project: Project, plan: Plan, looks: Looks) -> Iterator[Prospect]:
    """Yield the forecast for each band of rates."""
    alpha, power = 1 - project.check.level, project.check.power
    bands = {
        measure: band
        for measure, band in project.bands.by_measure.items()
        if measure.limits == RATE
        and not measure.is_change
        and 0 < sum(band) / 2 < 1
        and measure.topic is not Topic.POLARITY  # which is no mean over games
    }
    n_numbers = sum(count_numbers(measure, plan) for measure in bands)
    for measure, band in bands.items():
        n_matchups = count_matchups(measure, plan)
        decided = None
        for look in looks.pairs:
            is_last = look == looks.pairs[-1]
            sample = make_average_sample(sum(band) / 2, look, n_matchups, plan.n_seats, is_last)
            if decided is None and sample.p_values(band, alpha)[0] <= alpha:
                decided = look
        error = sample.plain.standard_error if sample.plain else nan
        critical = ndtri(1 - alpha / KINDS), ndtri(1 - alpha / KINDS / max(1, n_numbers))
        reach, outside = ((quantile + ndtri(power)) * error for quantile in critical)
        yield Prospect(measure, band, decided, reach, outside)


def make_average_sample(
    rate: float, n_pairs: int, n_matchups: int, n_seats: int, is_last: bool
) -> SequentialEvidence:
    """Return evidence to forecast from: quantiles of the mean of games, one per round."""
    n_games = min(n_matchups * n_seats, MOST_GAMES)
    wins = np.arange(n_games + 1)
    places = (np.arange(n_pairs) + 0.5) / n_pairs
    values = np.searchsorted(bdtr(wins, n_games, rate), places) / n_games
    return SequentialEvidence.of([values], is_last)


def count_matchups(measure: Measure, plan: Plan) -> int:
    """Return the number of matchups whose mean a forecast number is."""
    decks = [decks for decks, _ in plan.sides if len(set(decks)) > 1]
    if measure.topic is Topic.MATCHUP:
        return 1
    if measure.topic not in (Topic.WIN_RATE, Topic.FIELD_WIN_RATE):
        return len(plan.sides)
    names = [entrant.name for entrant in plan.entrants]
    wanted = {measure.subject.entrant.deck} if isinstance(measure.subject, DeckSubject) else names
    met = [sum(row in sides for sides in decks) for row, name in enumerate(names) if name in wanted]
    return max(1, min(met, default=1))


def count_numbers(measure: Measure, plan: Plan) -> int:
    """Return the number of numbers in a forecast that share a band."""
    if measure.subject.covering != (measure.subject,):
        return 1
    numbers = {
        Topic.WIN_RATE: len(plan.entrants),
        Topic.FIELD_WIN_RATE: len(plan.entrants),
        Topic.MATCHUP: len(plan.sides),
        Topic.SEAT: plan.n_seats,
    }
    return numbers.get(measure.topic, 1)
