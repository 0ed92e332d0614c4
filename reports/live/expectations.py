"""Rows of expectations on the live page, judged before and after a change."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from evenhand.analysis.gate.judge import Judgement, Outcome
from evenhand.analysis.gate.measures import Topic
from evenhand.analysis.statistics.bands import Band
from evenhand.reports.check.check_wording import (
    MARKS,
    describe_doubt,
    name_measure,
    name_subject,
    write_band,
    write_estimate,
    write_interval,
)
from evenhand.reports.check.result import rename_measure
from evenhand.reports.live.strips import Strip, draw_number
from evenhand.reports.wording import Name, Sentence, count, make_sentence, plural

__all__ = [
    "ExpectationRow", "count_outcomes", "list_broken", "list_expectation_rows",
    "list_failing_decks", "write_broken",
]  # fmt: skip

OPEN = "\u2026 OPEN"  # shown for inconclusive verdicts while games are played


class ExpectationRow(NamedTuple):
    """One expectation, as a row of the live page.

    Attributes
    ----------
    verdict, verdict_before : str
        As written by `check`; the second is "" if unchanged or unknown.
    outcome : str
        A CSS class of the page.
    doubt : str
        Why it is inconclusive although its interval lies outside the band; else "".
    is_news : bool
        Whether it is highlighted: its outcome has changed, or it does not pass.
    """

    key: str
    name: Name
    verdict: str
    verdict_before: str
    outcome: str
    estimate: str
    interval: str
    band: str
    strip: Strip | None
    doubt: str
    is_news: bool


def list_expectation_rows(
    before: Sequence[Judgement],
    after: Sequence[Judgement],
    texts: Mapping[str, str],
    is_done: bool,
) -> list[ExpectationRow]:
    """List the live page's expectations of the new version, else of the old one.

    Parameters
    ----------
    is_done : bool
        Whether all games are played; until then inconclusive expectations are open.
    """
    known = {judgement.measure: judgement for judgement in before}
    return [
        make_row(judgement, known.get(judgement.measure) if after else None, texts, is_done)
        for judgement in (after or before)
    ]


def make_row(
    judgement: Judgement, before: Judgement | None, texts: Mapping[str, str], is_done: bool
) -> ExpectationRow:
    """Make the live page's row of an expectation."""
    outcome = judgement.outcome
    is_open = outcome is Outcome.INCONCLUSIVE and not is_done
    is_changed = before is not None and before.outcome is not outcome and not is_open
    return ExpectationRow(
        key=str(judgement.measure),
        name=Name(name_measure(rename_measure(judgement.measure, texts))),
        verdict=OPEN if is_open else MARKS[outcome],
        verdict_before=MARKS[before.outcome] if before is not None and is_changed else "",
        outcome="open" if is_open else outcome.value,
        estimate=write_estimate(judgement),
        interval=write_interval(judgement),
        band=write_band(judgement),
        strip=draw_judgement(judgement, before),
        doubt="" if is_open else describe_doubt(judgement),
        is_news=is_changed or not (is_open or outcome is Outcome.PASS),
    )


def draw_judgement(judgement: Judgement, before: Judgement | None) -> Strip | None:
    """Return the strip of an expectation's number in its band, with its former estimate."""
    band = judgement.band.low, judgement.band.high
    former = before.estimate if before is not None else float("nan")
    return draw_number(judgement.low, judgement.high, judgement.estimate, band, former)


def list_broken(before: Sequence[Judgement], after: Sequence[Judgement]) -> list[Judgement]:
    """List the live page's expectations that fail and did not fail before, the worst first."""
    failed = {judgement.measure for judgement in before if judgement.outcome is Outcome.FAIL}
    return [
        judgement
        for judgement in after
        if judgement.outcome is Outcome.FAIL and judgement.measure not in failed
    ]


def list_failing_decks(broken: Sequence[Judgement]) -> dict[str, Band]:
    """List the decks whose win rate is among what fails on the live page, with their bands."""
    return {
        name_subject(judgement.measure.subject): judgement.band
        for judgement in broken
        if judgement.measure.topic is Topic.WIN_RATE and not judgement.measure.is_change
    }


def write_broken(broken: Sequence[Judgement], texts: Mapping[str, str]) -> Sentence:
    """Write which expectation fails since a change, with its number and band; "" if none does."""
    if not broken:
        return make_sentence("")
    worst, n_more = broken[0], len(broken) - 1
    more = f"; so {'do' if n_more > 1 else 'does'} {count(n_more)} more" if n_more else ""
    return make_sentence(
        " Now fails: {name}, {estimate}, expected {band}{more}.",
        name=Name(name_measure(rename_measure(worst.measure, texts))),
        estimate=write_estimate(worst),
        band=write_band(worst),
        more=more,
    )


def count_outcomes(rows: Sequence[ExpectationRow]) -> str:
    """Write the number of live expectations by outcome: "1 fails, 1 is still open, 22 pass"."""
    counts = Counter(row.outcome for row in rows)
    parts = [
        (counts["fail"], "fails", "fail"),
        (counts["accepted"], "is accepted", "are accepted"),
        (counts["inconclusive"], "takes more games", "take more games"),
        (counts["open"], "is still open", "are still open"),
        (counts["pass"], "passes", "pass"),
    ]
    return ", ".join(plural(n, one, many) for n, one, many in parts if n)
