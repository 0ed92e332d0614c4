"""What a sequential check will cost, said before it starts: worked out, not played.

For each band of rates a sample is made up that is as luck would have it on average, of
numbers in the middle of the band, and the check's own tests say at which look it would be
sure. Nothing is known yet of how deals bind the games of a pair, so games count as
independent; with pairs it takes fewer.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, nan

import numpy as np
from scipy.special import bdtr, ndtri

from evenhand.analysis.gate.evidence import KINDS, SequentialEvidence
from evenhand.analysis.gate.looks import Looks
from evenhand.analysis.gate.subjects import RATE, DeckSubject, Measure, Topic, name_topic
from evenhand.analysis.statistics.bands import Band
from evenhand.gate.project import Project
from evenhand.reports.wording import count, enumerate_parts, number, percent, rate_range
from evenhand.simulate.runs.plan import Plan

__all__ = ["describe_forecast"]

MOST_GAMES = 200  # of a round, in the sample that is made up


@dataclass(frozen=True)
class Prospect:
    """What is to be expected of the numbers that have one band.

    Attributes
    ----------
    look : int, optional
        After so many pairs of each matchup a number in the middle is sure; None for never.
    reach : float
        How far inside an edge a number must be to pass with all games, most of the time.
    reach_outside : float
        How far outside an edge it must be to fail.
    """

    measure: Measure
    band: Band
    look: int | None
    reach: float
    reach_outside: float


def describe_forecast(project: Project, plan: Plan, looks: Looks) -> Iterator[str]:
    """Say what the band that takes the most games will take, and what can be told with all."""
    prospects = list(foresee(project, plan, looks))
    if not prospects:
        return
    games = [count(look * len(plan.sides) * plan.n_seats) for look in looks.pairs]
    yield f"this check looks after {enumerate_parts(games)} games, and stops when all is sure"
    slowest = max(prospects, key=lambda one: inf if one.look is None else one.look)
    name = describe_band(slowest)
    if slowest.look is None:
        yield f"{games[-1]} games are too few for a number in the middle of its band ({name})"
    else:
        needed = games[looks.pairs.index(slowest.look)]
        yield f"a number in the middle of its band takes about {needed} games at most ({name})"
    vaguest = max(prospects, key=lambda one: one.reach)
    often = percent(project.check.power, 0)
    yield (
        f"with all {games[-1]} games, {often} pass of what is {number(100 * vaguest.reach)} points "
        f"inside an edge, and {often} fail of what is {number(100 * vaguest.reach_outside)} points "
        f"outside ({describe_band(vaguest)})"
    )


def describe_band(prospect: Prospect) -> str:
    """Name a band: "matchup, 40-60 %"."""
    return f"{name_topic(prospect.measure.topic)}, {rate_range(*prospect.band)}"


def foresee(project: Project, plan: Plan, looks: Looks) -> Iterator[Prospect]:
    """Work out what each band of rates will take."""
    alpha, power = 1 - project.check.level, project.check.power
    bands = {
        measure: band
        for measure, band in project.bands.by_measure.items()
        if measure.limits == RATE and not measure.is_change and 0 < sum(band) / 2 < 1
    }
    n_numbers = sum(count_numbers(measure, plan) for measure in bands)
    for measure, band in bands.items():
        n_matchups = count_matchups(measure, plan)
        found = None
        for look in looks.pairs:
            sample = make_up(sum(band) / 2, look, n_matchups, plan.n_seats, look == looks.pairs[-1])
            if found is None and sample.p_values(band, alpha)[0] <= alpha:
                found = look
        error = sample.plain.standard_error if sample.plain else nan
        sure = ndtri(1 - alpha / KINDS), ndtri(1 - alpha / KINDS / max(1, n_numbers))
        reach, outside = ((one + ndtri(power)) * error for one in sure)
        yield Prospect(measure, band, found, reach, outside)


def make_up(
    rate: float, n_pairs: int, n_matchups: int, n_seats: int, is_last: bool
) -> SequentialEvidence:
    """Make up what rounds of independent games come to when luck is as it is on average."""
    n_games = min(n_matchups * n_seats, MOST_GAMES)
    wins = np.arange(n_games + 1)
    places = (np.arange(n_pairs) + 0.5) / n_pairs
    values = np.searchsorted(bdtr(wins, n_games, rate), places) / n_games
    return SequentialEvidence.of([values], is_last)


def count_matchups(measure: Measure, plan: Plan) -> int:
    """Return how many matchups a number is the mean of."""
    decks = [decks for decks, _ in plan.sides if len(set(decks)) > 1]
    if measure.topic is Topic.MATCHUP:
        return 1
    if measure.topic is not Topic.WIN_RATE:
        return len(plan.sides)
    names = [entrant.name for entrant in plan.entrants]
    wanted = {measure.subject.entrant.deck} if isinstance(measure.subject, DeckSubject) else names
    met = [sum(row in one for one in decks) for row, name in enumerate(names) if name in wanted]
    return max(1, min(met, default=1))


def count_numbers(measure: Measure, plan: Plan) -> int:
    """Return how many numbers a band is for."""
    if measure.subject.covering != (measure.subject,):
        return 1
    numbers = {
        Topic.WIN_RATE: len(plan.entrants),
        Topic.MATCHUP: len(plan.sides),
        Topic.SEAT: plan.n_seats,
    }
    return numbers.get(measure.topic, 1)
