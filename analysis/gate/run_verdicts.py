"""Verdicts on a run: its numbers judged together by its bands, as `check` does."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from evenhand.analysis.data.panel import Panel
from evenhand.analysis.data.run import BESIDE, Run
from evenhand.analysis.gate.expectations import Scores, expect_best_hands, list_expectations
from evenhand.analysis.gate.judge import Expectation, Judgement, judge
from evenhand.analysis.gate.measures import (
    DeckSubject,
    MatchupSubject,
    Measure,
    SeatSubject,
    Subject,
    Topic,
)
from evenhand.analysis.gate.run_bands import Allowance, Bands, is_of_run
from evenhand.analysis.statistics.bands import Band
from evenhand.analysis.tables.pair_scores import read_pair_scores

__all__ = ["Judged", "add_verdicts", "judge_panel", "judge_run", "tabulate_whole_run"]

ALL = ("all",)  # row key of all games of a run in tables
OF_GAMES = (Topic.DRAWS, Topic.STALLS, Topic.TURNS)


@dataclass(frozen=True)
class Judged:
    """The verdicts on a run, or on the runs of a panel.

    Attributes
    ----------
    bands : Bands
    judgements : mapping from Measure to Judgement
        Duels are included from both sides. The bot of a measure is "" for a single run.
    """

    bands: Bands
    judgements: Mapping[Measure, Judgement]

    @classmethod
    def of(cls, bands: Bands, judgements: Iterable[Judgement]) -> "Judged":
        """Collect the judgements on numbers of single runs; others are left out."""
        by_measure: dict[Measure, Judgement] = {}
        for judgement in judgements:
            if not is_of_run(judgement.measure):
                continue
            by_measure[judgement.measure] = judgement
            if reverse := judgement.measure.reverse:
                by_measure.setdefault(reverse, reverse_judgement(judgement, reverse))
        return cls(bands, by_measure)

    def list_of(self, topic: Topic, bot: str = "") -> dict[tuple[object, ...], Judgement]:
        """Return the judgements of a topic, keyed by the key columns of tables."""
        return {
            make_row_key(measure.subject): judgement
            for measure, judgement in self.judgements.items()
            if (measure.topic, measure.bot) == (topic, bot)
        }


def make_row_key(subject: Subject) -> tuple[object, ...]:
    """Return the key of a verdict's row: the columns by which tables identify a subject."""
    match subject:
        case DeckSubject(entrant):
            return (entrant.name,)
        case MatchupSubject(deck, opponents):
            return deck.name, BESIDE.join(other.name for other in opponents)
        case SeatSubject(number):
            return (number,)
    return ALL


def judge_run(run: Run, bands: Bands, panel: Panel | None = None) -> Judged:
    """Judge the numbers of a run that have a band; decks in their best hands by its panel."""
    expectations = list_expectations(bands, read_pair_scores(run))
    if panel and bands.has_best_hands:
        expectations += expect_best_hands(bands, read_panel_scores(panel))
    return judge_together(expectations, bands)


def judge_panel(panel: Panel, bands: Bands) -> Judged:
    """Judge the numbers of all bots of a panel together; the lead has the bot name ""."""
    of_bots = read_panel_scores(panel)
    expectations = [
        replace(expectation, measure=replace(expectation.measure, bot=bot))
        for member in panel.members
        for bot in ("" if member is panel.lead else member.bot.name,)
        for expectation in list_expectations(bands, of_bots[member.bot.name])
    ]
    return judge_together([*expectations, *expect_best_hands(bands, of_bots)], bands)


def read_panel_scores(panel: Panel) -> dict[str, Scores]:
    """Return the scores of a run by each bot of its panel, weakest first."""
    return {member.bot.name: read_pair_scores(member.run) for member in panel.members}


def judge_together(expectations: Iterable[Expectation], bands: Bands) -> Judged:
    """Judge a run's numbers together; stored verdicts of a check take precedence."""
    judged = judge(list(expectations), bands.level, bands.power)
    return Judged.of(bands, (use_stored_verdict(judgement, bands) for judgement in judged))


def use_stored_verdict(judgement: Judgement, bands: Bands) -> Judgement:
    """Return the judgement with the verdict and allowance of a check, if stored."""
    measure = judgement.measure
    if measure not in bands.verdicts:
        return judgement
    allowance = bands.allowances.get(measure, Allowance())
    return replace(judgement, verdict=bands.verdicts[measure], **allowance._asdict())


def reverse_judgement(judgement: Judgement, reverse: Measure) -> Judgement:
    """Return a verdict on a duel from the other side."""
    band = Band(1 - judgement.band.high, 1 - judgement.band.low)
    return replace(
        judgement, measure=reverse, estimate=1 - judgement.estimate,
        low=1 - judgement.high, high=1 - judgement.low, band=band,
        low_all=1 - judgement.high_all, high_all=1 - judgement.low_all,
    )  # fmt: skip


def add_verdicts(
    frame: pd.DataFrame, keys: Sequence[str], judgements: Mapping[tuple[object, ...], Judgement]
) -> pd.DataFrame:
    """Add the bands and verdicts of its rows to a table.

    Parameters
    ----------
    keys : sequence of str
        Columns that identify a row.
    judgements : mapping
        As returned by `Judged.list_of`.

    Returns
    -------
    pandas.DataFrame
        With expected_low, expected_high (NaN without a band), verdict ("pass", "fail",
        "inconclusive", or "" without a band), and for inconclusive rows outside their band:
        deciding_low and deciding_high, the ends of the interval that must lie outside the
        band for a failure (else NaN), and judged_together, the number of measures that it
        accounts for (else 1).
    """
    rows = [judgements.get(key) for key in zip(*(frame[key] for key in keys), strict=True)]
    return frame.assign(
        expected_low=[row.band.low if row else np.nan for row in rows],
        expected_high=[row.band.high if row else np.nan for row in rows],
        verdict=[row.verdict.value if row else "" for row in rows],
        deciding_low=[row.low_all if row else np.nan for row in rows],
        deciding_high=[row.high_all if row else np.nan for row in rows],
        judged_together=[row.n_together if row else 1 for row in rows],
    )


def tabulate_whole_run(judged: Judged) -> pd.DataFrame:
    """Return draws, stalls and turns with their bands and verdicts, a row for each with a band.

    Returns
    -------
    pandas.DataFrame
        Columns topic, value, low, high, expected_low, expected_high and verdict. Shares are in
        [0, 1], turns are those of all players.
    """
    found = {topic: judged.list_of(topic).get(ALL) for topic in OF_GAMES}
    rows = [
        {
            "topic": topic, "value": one.estimate, "low": one.low, "high": one.high,
            "expected_low": one.band.low, "expected_high": one.band.high, "verdict": one.verdict,
        }
        for topic, one in found.items()
        if one is not None
    ]  # fmt: skip
    return pd.DataFrame(rows)
