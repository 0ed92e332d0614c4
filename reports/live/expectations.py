"""What a folder expects, as it was and as it is now."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from evenhand.analysis.gate.judge import Judgement, Outcome
from evenhand.reports.check.check_wording import (
    MARKS,
    name_measure,
    write_band,
    write_estimate,
    write_interval,
)
from evenhand.reports.check.result import tell_measure
from evenhand.reports.live.strips import Strip, draw_number
from evenhand.reports.wording import Name

__all__ = ["ExpectationRow", "list_expectation_rows"]


class ExpectationRow(NamedTuple):
    """One expectation.

    Attributes
    ----------
    verdict, verdict_before : str
        As `check` writes them; the second is "" where it is the same or not known.
    outcome : str
        A class of the page.
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
    is_news: bool


def list_expectation_rows(
    before: Sequence[Judgement], after: Sequence[Judgement], texts: Mapping[str, str]
) -> list[ExpectationRow]:
    """List the expectations of new, or those of old alone where there is nothing new."""
    known = {one.measure: one for one in before}
    return [make_row(one, known.get(one.measure) if after else None, texts)
            for one in (after or before)]  # fmt: skip


def make_row(
    one: Judgement, before: Judgement | None, texts: Mapping[str, str]
) -> ExpectationRow:
    """Write an expectation."""
    told = name_measure(tell_measure(one.measure, texts))
    is_changed = before is not None and before.outcome is not one.outcome
    is_same_band = before is not None and before.band == one.band
    was = before.estimate if before is not None and is_same_band else float("nan")
    return ExpectationRow(
        str(one.measure),
        Name(told),
        MARKS[one.outcome],
        MARKS[before.outcome] if before is not None and is_changed else "",
        one.outcome.value,
        write_estimate(one),
        write_interval(one),
        write_band(one),
        draw_number(one.low, one.high, one.estimate, tuple(one.band), was),
        is_changed or one.outcome is not Outcome.PASS,
    )
