"""What a folder expects, as it was and as it is now."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from evenhand.analysis.gate.judge import Judgement, Outcome
from evenhand.reports.check.check_wording import (
    MARKS,
    describe_doubt,
    name_measure,
    write_band,
    write_estimate,
    write_interval,
)
from evenhand.reports.check.result import rename_measure
from evenhand.reports.live.strips import Strip, draw_number
from evenhand.reports.wording import Name, plural

__all__ = ["ExpectationRow", "count_broken", "count_outcomes", "list_expectation_rows"]

OPEN = "\u2026 OPEN"  # the verdict of what is not sure yet


class ExpectationRow(NamedTuple):
    """One expectation.

    Attributes
    ----------
    verdict, verdict_before : str
        As `check` writes them; the second is "" where it is the same or not known.
    outcome : str
        A class of the page.
    doubt : str
        Why it is not decided though its interval lies outside the band; else "".
    is_news : bool
        Whether it stands out: it is other than it was, or does not pass.
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
    """List the expectations of new, or those of old alone where there is nothing new.

    Parameters
    ----------
    is_done : bool
        Whether all is played: before, what is not sure yet is no news.
    """
    known = {one.measure: one for one in before}
    return [
        make_row(one, known.get(one.measure) if after else None, texts, is_done)
        for one in (after or before)
    ]


def make_row(
    one: Judgement, before: Judgement | None, texts: Mapping[str, str], is_done: bool
) -> ExpectationRow:
    """Write an expectation."""
    is_open = one.outcome is Outcome.INCONCLUSIVE and not is_done
    is_changed = before is not None and before.outcome is not one.outcome and not is_open
    return ExpectationRow(
        key=str(one.measure),
        name=Name(name_measure(rename_measure(one.measure, texts))),
        verdict=OPEN if is_open else MARKS[one.outcome],
        verdict_before=MARKS[before.outcome] if before is not None and is_changed else "",
        outcome="open" if is_open else one.outcome.value,
        estimate=write_estimate(one),
        interval=write_interval(one),
        band=write_band(one),
        strip=draw_judgement(one, before),
        doubt="" if is_open else describe_doubt(one),
        is_news=is_changed or not (is_open or one.outcome is Outcome.PASS),
    )


def draw_judgement(one: Judgement, before: Judgement | None) -> Strip | None:
    """Draw a number in its band, and where it was."""
    band = one.band.low, one.band.high
    was = before.estimate if before is not None else float("nan")
    return draw_number(one.low, one.high, one.estimate, band, was)


def count_broken(before: Sequence[Judgement], after: Sequence[Judgement]) -> int:
    """Count the expectations that fail, and did not before."""
    failed = {one.measure for one in before if one.outcome is Outcome.FAIL}
    return sum(one.outcome is Outcome.FAIL and one.measure not in failed for one in after)


def count_outcomes(rows: Sequence[ExpectationRow]) -> str:
    """Sum the expectations up: "22 pass, 1 fails, 1 not sure yet"."""
    counts = Counter(row.outcome for row in rows)
    parts = [
        (counts["fail"], "fails", "fail"),
        (counts["accepted"], "is accepted", "are accepted"),
        (counts["inconclusive"], "takes more games", "take more games"),
        (counts["open"], "is still open", "are still open"),
        (counts["pass"], "passes", "pass"),
    ]
    return ", ".join(plural(n, one, many) for n, one, many in parts if n)
