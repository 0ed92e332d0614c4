"""The verdicts on a run: its own numbers held against its bands, all together, as `check` does."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from evenhand.analysis.data.panel import Panel
from evenhand.analysis.data.run import BESIDE, Run
from evenhand.analysis.gate.bands import Allowance, Bands, is_of_run
from evenhand.analysis.gate.expectations import list_expectations
from evenhand.analysis.gate.judge import Expectation, Judgement, judge
from evenhand.analysis.gate.subjects import (
    DeckSubject,
    MatchupSubject,
    Measure,
    SeatSubject,
    Subject,
    Topic,
)
from evenhand.analysis.statistics.equivalence import Band
from evenhand.analysis.tables.pair_scores import read_pair_scores

__all__ = ["Judged", "add_verdicts", "judge_panel", "judge_run"]

ALL = ("all",)  # what tables call all games of a run


@dataclass(frozen=True)
class Judged:
    """The verdicts on a run, or on those of a panel.

    Attributes
    ----------
    bands : Bands
    judgements : mapping from Measure to Judgement
        A duel is here from both sides. The bot of a measure is "" for a run of its own.
    """

    bands: Bands
    judgements: Mapping[Measure, Judgement]

    @classmethod
    def of(cls, bands: Bands, judgements: Iterable[Judgement]) -> "Judged":
        """Gather verdicts on a run's own numbers; others are left out."""
        found: dict[Measure, Judgement] = {}
        for one in judgements:
            if not is_of_run(one.measure):
                continue
            found[one.measure] = one
            if reverse := one.measure.reverse:
                found.setdefault(reverse, turn_round(one, reverse))
        return cls(bands, found)

    def list_of(self, topic: Topic, bot: str = "") -> dict[tuple[object, ...], Judgement]:
        """Return the verdicts on what a topic is about, by what tables call it."""
        return {
            name_row(measure.subject): one
            for measure, one in self.judgements.items()
            if (measure.topic, measure.bot) == (topic, bot)
        }


def name_row(subject: Subject) -> tuple[object, ...]:
    """Name a subject as the rows of tables do."""
    match subject:
        case DeckSubject(entrant):
            return (entrant.name,)
        case MatchupSubject(own, opponents):
            return own.name, BESIDE.join(other.name for other in opponents)
        case SeatSubject(number):
            return (number,)
    return ALL


def judge_run(run: Run, bands: Bands) -> Judged:
    """Judge the numbers of a run that have a band."""
    return judge_together(list_expectations(bands, read_pair_scores(run)), bands)


def judge_panel(panel: Panel, bands: Bands) -> Judged:
    """Judge the numbers of all bots of a panel together; the lead goes by "", like a lone bot."""
    expectations = [
        replace(one, measure=replace(one.measure, bot=bot))
        for member in panel.members
        for bot in ("" if member is panel.lead else member.bot.name,)
        for one in list_expectations(bands, read_pair_scores(member.run))
    ]
    return judge_together(expectations, bands)


def judge_together(expectations: Iterable[Expectation], bands: Bands) -> Judged:
    """Judge numbers; what a check said of one of them holds."""
    judged = judge(list(expectations), bands.level, bands.power)
    return Judged.of(bands, (hold_to(one, bands) for one in judged))


def hold_to(one: Judgement, bands: Bands) -> Judgement:
    """Let what a check said of a number hold, and what decided there if it is open."""
    if one.measure not in bands.verdicts:
        return one
    allowance = bands.allowances.get(one.measure, Allowance())
    return replace(one, verdict=bands.verdicts[one.measure], **allowance._asdict())


def turn_round(judgement: Judgement, reverse: Measure) -> Judgement:
    """See a judgement on a duel from the other side."""
    band = Band(1 - judgement.band.high, 1 - judgement.band.low)
    return replace(
        judgement, measure=reverse, estimate=1 - judgement.estimate,
        low=1 - judgement.high, high=1 - judgement.low, band=band,
        low_all=1 - judgement.high_all, high_all=1 - judgement.low_all,
    )  # fmt: skip


def add_verdicts(
    frame: pd.DataFrame, keys: Sequence[str], judgements: Mapping[tuple[object, ...], Judgement]
) -> pd.DataFrame:
    """Add to a table what its rows were held against, and what came of it.

    Parameters
    ----------
    keys : sequence of str
        Columns that name a row.
    judgements : mapping
        As `Judged.list_of` gives it.

    Returns
    -------
    pandas.DataFrame
        With expected_low, expected_high (NaN without a band), verdict ("pass", "fail",
        "inconclusive", or "" without a band), and for those that are inconclusive though
        they lie outside: deciding_low and deciding_high, the ends of the interval that
        would have to lie outside for a failure (else NaN), and judged_together, the
        numbers that it allows for (else 1).
    """
    found = [judgements.get(key) for key in zip(*(frame[key] for key in keys), strict=True)]
    return frame.assign(
        expected_low=[one.band.low if one else np.nan for one in found],
        expected_high=[one.band.high if one else np.nan for one in found],
        verdict=[one.verdict.value if one else "" for one in found],
        deciding_low=[one.low_all if one else np.nan for one in found],
        deciding_high=[one.high_all if one else np.nan for one in found],
        judged_together=[one.n_together if one else 1 for one in found],
    )
