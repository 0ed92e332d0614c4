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
from evenhand.experiments.contrasts import Effort
from evenhand.experiments.exchange_games import keep_affordable, play_changes
from evenhand.experiments.exchange_plan import Exchanged, exchange_cards
from evenhand.gate.card_groups import list_cards, list_grouped, measure_group
from evenhand.gate.folder_expectations import Project
from evenhand.simulate.runs.plan import Plan

__all__ = ["MeasuredCards", "has_card_bands", "measure_cards"]

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


def measure_cards(project: Project, plan: Plan, effort: Effort) -> MeasuredCards:
    """Measure the cards that have a band; at least one must have.

    The number of games is shared by all cards, those with a band of their own first. Cards
    for which the games do not suffice are listed without a value.
    """
    exchanged = choose_exchanges(project, plan)
    kept = keep_affordable(exchanged, effort.most_games or 0)
    effort = replace(effort, half_width=FINEST)
    changes = play_changes(kept, effort) if kept.exchanges else []
    parts = [[one.moments for one in of_card] for of_card in changes]
    evidence = [FixedEvidence.of_change(paired_difference(part)) for part in parts]
    evidence += [UNMEASURED] * (len(exchanged.exchanges) - len(evidence))
    measures = [make_measure(exchange) for exchange in exchanged.exchanges]
    expectations = [
        Expectation(measure, band, evidence_of_card)
        for measure, evidence_of_card in zip(measures, evidence, strict=True)
        if (band := project.bands.find(measure))
    ]
    expectations += measure_groups(project, plan, exchanged.exchanges, changes)
    effects = impact_table(kept.exchanges, parts, plan.n_seats)
    return MeasuredCards(expectations, effects, exchanged.exchanges, changes)


def measure_groups(
    project: Project,
    plan: Plan,
    exchanges: Sequence[Exchange],
    changes: Sequence[Sequence[Changes]],
) -> Iterator[Expectation]:
    """Yield the expectations of groups of cards that have a band."""
    for measure, band in project.bands.by_measure.items():
        if isinstance(measure.subject, CardGroupSubject):
            cards = list_cards(plan.pool, measure.subject)
            yield Expectation(measure, band, measure_group(cards, exchanges, changes) or UNMEASURED)


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
        range(len(exchanged.exchanges)), key=lambda i: exchanged.exchanges[i].card not in named
    )
    order = [i for i in order if is_every or exchanged.exchanges[i].card in named]
    return replace(
        exchanged,
        exchanges=[exchanged.exchanges[i] for i in order],
        variants=[exchanged.variants[i] for i in order],
    )
