"""From a run to what is expected of it: numbers that have a band, with what is known of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isclose, nan
from typing import Any, NamedTuple

import pandas as pd

from evenhand.analysis.data.pair_scores import Key, Scores
from evenhand.analysis.gate.judge import (
    CHANGE,
    RATE,
    Cell,
    Evidence,
    Expected,
    Number,
    Sample,
    Watch,
    numbers_of,
)
from evenhand.analysis.statistics.differences import Difference, Moments, paired_difference
from evenhand.analysis.statistics.equivalence import Band, Verdict
from evenhand.analysis.tables.card_impact import impact_table
from evenhand.experiments.exchange import Effort, Exchanged, exchange_cards, exchange_scores, within
from evenhand.gate.project import CHANGE as OF_CHANGE
from evenhand.gate.project import Project
from evenhand.gate.reference import AsItWas, Reference
from evenhand.gate.subjects import BESIDE, turned
from evenhand.reports.check.sentences import title
from evenhand.simulate.runs.plan import Plan

__all__ = [
    "CardsMeasured", "Looks", "excused", "expectations", "has_card_bands", "measured_cards",
    "needless", "unknown",
]  # fmt: skip

FIRST_LOOK = 50  # pairs of each matchup, at the least
FINEST = 0.001  # half the width of a card's interval that more games are not played for
IMPACT = "card_impact"
SHOWN = 3  # names in one note

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Looks:
    """After how many pairs of each matchup a run that grows is looked at.

    Attributes
    ----------
    pairs : tuple of int
        All looks there may be.
    n_done : int
    """

    pairs: tuple[int, ...]
    n_done: int = 0

    @classmethod
    def up_to(cls, most: int) -> "Looks":
        """Double the pairs from the first look to the last."""
        found = [most]
        while found[0] // 2 >= FIRST_LOOK:
            found.insert(0, found[0] // 2)
        return cls(tuple(found))

    def at(self, info: Mapping[str, Any]) -> "Looks":
        """Return which looks there have been at a run."""
        n_pairs = min(matchup["pairs"] for matchup in info["matchups"])
        return replace(self, n_done=sum(look <= n_pairs for look in self.pairs))

    @property
    def next(self) -> int | None:
        """The look to come; None after the last."""
        return self.pairs[self.n_done] if self.n_done < len(self.pairs) else None


def expectations(
    project: Project,
    scores: Mapping[Key, Scores],
    reference: Reference | None = None,
    looks: Looks | None = None,
) -> list[Expected]:
    """List the numbers of a run that have a band, each with what is known of it.

    Parameters
    ----------
    reference : Reference, optional
        Where changes are measured from; without it none is listed.
    looks : Looks, optional
        If the run grows until it is long enough.
    """
    found: dict[tuple[str, str], Expected] = {}
    for number in numbers_of(scores):
        for one in (
            expected_number(project, number, scores, looks),
            expected_change(project, number, scores, reference, looks),
        ):
            if one is not None and not is_said(one, found):
                found[one.topic, one.subject] = one
    return [*found.values(), *unplayed(project, found)]


def unplayed(project: Project, found: Mapping[tuple[str, str], Expected]) -> Iterator[Expected]:
    """List what is expected at tables that are not among those chosen to be played."""
    for topic, subject in project.bands:
        band = band_of(project, topic, subject)
        if band and topic == "matchup" and BESIDE in subject and (topic, subject) not in found:
            yield Expected(topic, subject, band, Sample.without_games(RATE), limits=RATE)


def expected_number(
    project: Project, number: Number, scores: Mapping[Key, Scores], looks: Looks | None
) -> Expected | None:
    """Put together what is known of a number; None if it has no band."""
    band = band_of(project, number.topic, number.subject)
    if band is None:
        return None
    parts = [scores[key].numbers[number.kind] for key in number.keys]
    evidence: Evidence
    if looks and number.limits == RATE:
        evidence = Watch.of(parts, RATE)
    else:
        evidence = Sample.of([Moments.of(part) for part in parts], number.limits, n_looks(looks))
    return Expected(number.topic, number.subject, band, evidence, limits=number.limits)


def expected_change(
    project: Project,
    number: Number,
    scores: Mapping[Key, Scores],
    reference: Reference | None,
    looks: Looks | None,
) -> Expected | None:
    """Put together what is known of a change; None if it has no band or nothing to compare."""
    topic = OF_CHANGE + number.topic
    band = band_of(project, topic, number.subject)
    change = reference.change(number, scores) if band and reference else None
    if band is None or change is None:
        return None
    evidence = Sample.of_change(change, n_looks(looks))
    return Expected(topic, number.subject, band, evidence, limits=evidence.limits)


def band_of(project: Project, topic: str, subject: str) -> Band | None:
    """Return a band as the tests take it."""
    band = project.band(topic, subject)
    return None if band is None else Band(band.low, band.high)


def n_looks(looks: Looks | None) -> int:
    """Return how many looks share the level."""
    return len(looks.pairs) if looks else 1


def is_said(one: Expected, found: Mapping[tuple[str, str], Expected]) -> bool:
    """Return whether a matchup was judged from its other side, by what comes to the same band."""
    other = found.get((one.topic, turned(one.subject)))
    if other is None or not one.topic.endswith("matchup"):
        return False
    whole = sum(RATE) if one.limits == RATE else sum(CHANGE)
    return isclose(other.band.low, whole - one.band.high, abs_tol=1e-9) and isclose(
        other.band.high, whole - one.band.low, abs_tol=1e-9
    )


# Cards


class CardsMeasured(NamedTuple):
    """What is known of the cards that have a band; the table is None if none has."""

    expected: list[Expected]
    effects: pd.DataFrame | None


def has_card_bands(project: Project) -> bool:
    """Return whether cards are to be measured."""
    return any(topic == IMPACT for topic, _ in project.bands)


def measured_cards(
    project: Project, plan: Plan, effort: Effort, progress: Progress | None = None
) -> CardsMeasured:
    """Exchange the cards that have a band, of which there is one at least; named ones first.

    They share all the games. Cards that those do not suffice for are listed without a
    value.
    """
    exchanged = cards_with_bands(project, plan)
    bands = [band_of(project, IMPACT, one.card) for one in exchanged.exchanges]
    kept = within(exchanged, effort.most_games or 0)
    effort = replace(effort, half_width=FINEST)
    parts = exchange_scores(kept, effort, progress) if kept.exchanges else []
    samples = [Sample.of_change(paired_difference(part)) for part in parts]
    samples += [UNMEASURED] * (len(bands) - len(samples))
    expected = [
        Expected(IMPACT, one.card, band, sample, within=one.deck, limits=CHANGE)
        for one, band, sample in zip(exchanged.exchanges, bands, samples, strict=True)
        if band
    ]
    return CardsMeasured(expected, impact_table(kept.exchanges, parts, plan.n_seats))


UNMEASURED = Sample.of_change(
    Difference(nan, nan, nan, nan, 0, is_paired=True, largest=1.0, sample_factor=nan)
)


def cards_with_bands(project: Project, plan: Plan) -> Exchanged:
    """Return what is to be exchanged, cards that have a band of their own first."""
    held = {plan.pool.labels[row] for e in plan.entrants for row in getattr(e, "cards", ())}
    named = [card for topic, card in project.bands if topic == IMPACT and card in held]
    is_every = (IMPACT, "") in project.bands
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


# What else there is to say


def excused(cell: Cell, project: Project) -> Cell:
    """Return why a failure is put up with, if the file does."""
    accepted = project.acceptance(cell.topic, cell.subject)
    if accepted is None:
        return cell
    return replace(cell, excuse=f"accepted until {accepted.until}: {accepted.reason}")


def needless(cells: Sequence[Cell], project: Project) -> Iterator[str]:
    """Name the exceptions of which everything is inside its band by now."""
    for accepted in project.accepted:
        about = [
            cell
            for cell in cells
            if cell.topic == accepted.topic and cell.subject in accepted.subjects
        ]
        if about and all(cell.verdict == Verdict.PASS for cell in about):
            place = f"{project.folder.path}:{accepted.line}"
            yield f"{place}: {title(about[0])} is inside its band; this exception can go"


def unknown(scores: Mapping[Key, Scores], reference: Reference | None) -> Iterator[str]:
    """Name the matchups that are new, so that nothing is said of their change."""
    if reference is None:
        return
    new = [found.matchup.name for key, found in scores.items() if not reference.knows(key)]
    if new:
        more = f" and {len(new) - SHOWN} more" if len(new) > SHOWN else ""
        since = "" if isinstance(reference, AsItWas) else " since the baseline"
        yield f"new{since}, so no change is checked: {', '.join(new[:SHOWN])}{more}"
