"""Measure the impact of the cards that have a band, by exchanging each in its decks."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import nan
from typing import NamedTuple

import pandas as pd

from evenhand.analysis.gate.evidence import FixedEvidence
from evenhand.analysis.gate.judge import Expectation
from evenhand.analysis.gate.measures import CardGroupSubject, CardSubject, Measure, Topic
from evenhand.analysis.statistics.differences import Difference, paired_difference
from evenhand.analysis.tables.card_groups import Changes
from evenhand.analysis.tables.card_impact import Exchange, impact_table
from evenhand.experiments.contrasts import FEWEST_PAIRS, Effort
from evenhand.experiments.exchange_games import (
    GROWTH,
    count_least_games,
    keep_affordable,
    keep_first,
    play_changes,
)
from evenhand.experiments.exchange_plan import Exchanged, exchange_cards
from evenhand.gate.card_groups import list_cards, list_grouped, measure_group
from evenhand.gate.folder_expectations import Project
from evenhand.simulate.runs.plan import Plan

__all__ = ["CARD_SHARE", "MeasuredCards", "can_measure_cards", "has_card_bands", "measure_cards"]

CARD_SHARE = 2  # games of a check divided by games for cards, if cards have a band
PAIRS_IN_GROUP = 4  # of each matchup with each card, at least, for the mean of a group of cards

FINEST = 0.001  # half-width of a card's interval at which no more games are played
UNMEASURED = FixedEvidence.of_change(
    Difference(nan, nan, nan, nan, 0, is_paired=True, largest=1.0, sample_factor=nan)
)


class MeasuredCards(NamedTuple):
    """Results for the cards that have a band; the table is None if there are none.

    Attributes
    ----------
    expectations : list of Expectation
    effects : pandas.DataFrame or None
    exchanges : sequence of Exchange
    changes : sequence of sequence of Changes
        The scores of the first of these, which were played.
    """

    expectations: list[Expectation]
    effects: pd.DataFrame | None
    exchanges: Sequence[Exchange] = ()
    changes: Sequence[Sequence[Changes]] = ()


def has_card_bands(project: Project) -> bool:
    """Return whether any card has a band for its impact."""
    return any(measure.topic is Topic.CARD_IMPACT for measure in project.bands.by_measure)


def can_measure_cards(project: Project, plan: Plan, most_games: int) -> bool:
    """Return whether some games suffice to measure any of the cards that have a band."""
    exchanged = choose_exchanges(project, plan)
    return bool(ration_games(project, plan, exchanged, most_games)[0].exchanges)


def measure_cards(project: Project, plan: Plan, effort: Effort, budget: int) -> MeasuredCards:
    """Measure the cards that have a band; at least one must have.

    The number of games is shared by all cards, those with a band of their own first. Cards and
    groups for which the games do not suffice are listed without a value.

    Parameters
    ----------
    budget : int
        Games of the whole check.
    """
    exchanged = choose_exchanges(project, plan)
    kept, fewest = ration_games(project, plan, exchanged, effort.most_games or 0)
    effort = replace(effort, half_width=FINEST, fewest_pairs=fewest)
    changes = play_changes(kept, effort) if kept.exchanges else []
    parts = [[one.moments for one in of_card] for of_card in changes]

    def miss(games: int) -> FixedEvidence:
        return replace(UNMEASURED, growth=CARD_SHARE * games / budget)

    expectations = []
    for number, exchange in enumerate(exchanged.exchanges):
        measure = make_measure(exchange)
        if band := project.bands.find(measure):
            evidence = (
                FixedEvidence.of_change(paired_difference(parts[number]))
                if number < len(parts)
                else miss(GROWTH * count_least_games(keep_first(exchanged, number + 1)))
            )
            expectations.append(Expectation(measure, band, evidence))
    grouped = keep_first(exchanged, count_grouped(project, plan, exchanged))
    too_few = miss(PAIRS_IN_GROUP * count_least_games(grouped, 1))
    expectations += measure_groups(project, plan, exchanged.exchanges, changes, too_few)
    effects = impact_table(kept.exchanges, parts, plan.n_seats) if parts else None
    return MeasuredCards(expectations, effects, exchanged.exchanges, changes)


def ration_games(
    project: Project, plan: Plan, exchanged: Exchanged, most_games: int
) -> tuple[Exchanged, int]:
    """Return the first exchanges, as many as some games suffice for, and the fewest pairs of each.

    The mean of a group of cards is known from fewer pairs of each card than a card by itself.
    Where not even these can be played, no game goes into the group.
    """
    kept = keep_affordable(exchanged, most_games)
    n_grouped = count_grouped(project, plan, exchanged)
    if len(kept.exchanges) >= n_grouped:
        return kept, FEWEST_PAIRS
    grouped = keep_first(exchanged, n_grouped)
    pairs = most_games // count_least_games(grouped, 1)
    if pairs >= PAIRS_IN_GROUP:
        return grouped, min(pairs, FEWEST_PAIRS)
    n_own = sum(bool(project.bands.find(make_measure(one))) for one in exchanged.exchanges)
    return keep_affordable(keep_first(exchanged, n_own), most_games), FEWEST_PAIRS


def count_grouped(project: Project, plan: Plan, exchanged: Exchanged) -> int:
    """Return how many exchanges there are up to the last of a card in a group with a band."""
    grouped = set(list_grouped(project.bands.by_measure, plan.pool))
    numbers = [n for n, one in enumerate(exchanged.exchanges, 1) if one.card in grouped]
    return max(numbers, default=0)


def measure_groups(
    project: Project,
    plan: Plan,
    exchanges: Sequence[Exchange],
    changes: Sequence[Sequence[Changes]],
    too_few: FixedEvidence,
) -> Iterator[Expectation]:
    """Yield the expectations of groups of cards that have a band.

    Parameters
    ----------
    too_few : FixedEvidence
        On a group of which not all cards were exchanged.
    """
    for measure, band in project.bands.by_measure.items():
        if isinstance(measure.subject, CardGroupSubject):
            cards = list_cards(plan.pool, measure.subject)
            yield Expectation(measure, band, measure_group(cards, exchanges, changes) or too_few)


def make_measure(exchange: Exchange) -> Measure:
    """Return the number with a band that an exchange of a card estimates."""
    return Measure(Topic.CARD_IMPACT, CardSubject(exchange.card, exchange.deck))


def choose_exchanges(project: Project, plan: Plan) -> Exchanged:
    """Return the exchanges to play for card bands, cards with a band of their own first."""
    played = {plan.pool.labels[row] for e in plan.entrants for row in getattr(e, "cards", ())}
    subjects = [measure.subject for measure in project.bands.by_measure]
    cards = [subject.card for subject in subjects if isinstance(subject, CardSubject)]
    grouped = list_grouped(project.bands.by_measure, plan.pool)
    named = [card for card in dict.fromkeys((*cards, *grouped)) if card in played]
    is_every = Measure(Topic.CARD_IMPACT) in project.bands.by_measure
    exchanged = exchange_cards(plan, () if is_every or not named else named)
    order = sorted(
        range(len(exchanged.exchanges)),
        key=lambda i: [exchanged.exchanges[i].card not in first for first in (cards, named)],
    )
    order = [i for i in order if is_every or exchanged.exchanges[i].card in named]
    return replace(
        exchanged,
        exchanges=[exchanged.exchanges[i] for i in order],
        variants=[exchanged.variants[i] for i in order],
    )
