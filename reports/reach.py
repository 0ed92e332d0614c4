"""How far a finding reaches: whether it holds for every bot of a panel, or hangs on the bot."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import pandas as pd

from evenhand.analysis.statistics.bands import Band
from evenhand.reports.bands import (
    DISCOVERY_RATE,
    MARKS,
    Standing,
    compare_with_band,
    find_standing,
)

__all__ = ["Reach", "Verdict", "judge_reach", "judge_rows", "write_reach"]


class Reach(StrEnum):
    """For which bots of a panel something holds; those of most use to a designer first."""

    ALL = "all bots"
    STRONG = "strong bots only"
    MIXED = "depends on the bot"
    WEAK = "weak bots only"
    OPEN = "some bots, open with others"
    NOWHERE = "not known for any"
    FREE = "no band"


@dataclass(frozen=True)
class Verdict:
    """Where a number stands with the bots of a panel, those that think least first.

    Attributes
    ----------
    standing : Standing
        Outside the band as far as it reaches; inside or unsure where no bot is outside.
    rows : tuple
        One for each bot, as `evenhand.analysis.tables.by_bot.compare_bots` gives them.
    standings : tuple of Standing
        With each bot.
    against : tuple
        The rows of bots with which it is surely not outside the band in the way that is said.
    """

    reach: Reach
    standing: Standing
    rows: tuple[Any, ...]
    standings: tuple[Standing, ...]
    against: tuple[Any, ...] = ()

    @property
    def strongest(self) -> Any:
        """The row of the bot that thinks most."""
        return self.rows[-1]

    @property
    def outside(self) -> list[Any]:
        """The rows of the bots with which it is outside the band in the way that is said."""
        return [row for row, at in zip(self.rows, self.standings, strict=True)
                if at is self.standing]  # fmt: skip

    @property
    def is_outside(self) -> bool:
        """Whether it is outside the band with any bot."""
        return self.standing in (Standing.ABOVE, Standing.BELOW)


def write_reach(verdict: Verdict) -> str:
    """Write where a number stands, and for which bots: "▲ all bots"."""
    return f"{MARKS[verdict.standing]} {verdict.reach}"


def judge_rows(
    frame: pd.DataFrame, keys: Sequence[str], band: Band | None = None
) -> Iterator[tuple[Any, Verdict]]:
    """Judge each number of a table of `compare_bots`; gives its names and the verdict.

    Without a band, the table has the bands and the verdicts with each bot.
    """
    for names, rows in frame.groupby(list(keys), sort=False):
        yield names, judge_reach(tuple(rows.itertuples()), band)


def judge_reach(rows: tuple[Any, ...], band: Band | None = None) -> Verdict:
    """Say where a number stands, and for which bots.

    A bot speaks for a side of the band if the verdict with it says so, or its whole interval
    lies there, and against it if its whole interval does not; else it says nothing. So does
    one whose number does not stand out after correction for many. That bots on the same side
    are not as far outside as each other changes nothing.
    """
    standings = tuple(find_bot_standing(row, band) for row in rows)
    sides = [at for at in standings if at in (Standing.ABOVE, Standing.BELOW)]
    if not sides:
        return judge_inside(rows, standings)
    side = sides[-1]
    speak_for = [number for number, at in enumerate(standings) if at is side]
    against = [number for number, row in enumerate(rows)
               if is_sure(row) and is_against(row, side, band or find_band(row))]  # fmt: skip
    if len(set(sides)) == 2:
        reach = Reach.MIXED
    elif len(speak_for) == len(rows):
        reach = Reach.ALL
    elif against and max(against) < min(speak_for):
        reach = Reach.STRONG
    elif against and min(against) > max(speak_for) and max(against) == len(rows) - 1:
        reach = Reach.WEAK
    elif against:
        reach = Reach.MIXED
    else:
        reach = Reach.OPEN
    return Verdict(reach, side, rows, standings, tuple(rows[number] for number in against))


def find_bot_standing(row: Any, band: Band | None) -> Standing:
    """Return where a number stands with one bot."""
    if band is None:
        return find_standing(row, row.value)
    return compare_with_band(row.low, row.high, band) if is_sure(row) else Standing.UNSURE


def find_band(row: Any) -> Band:
    """Return the band of a row that has one of its own."""
    return Band(row.expected_low, row.expected_high)


def judge_inside(rows: tuple[Any, ...], standings: tuple[Standing, ...]) -> Verdict:
    """Judge a number that is outside the band with no bot."""
    if all(at is Standing.FREE for at in standings):
        return Verdict(Reach.FREE, Standing.FREE, rows, standings)
    if all(at is Standing.INSIDE for at in standings):
        return Verdict(Reach.ALL, Standing.INSIDE, rows, standings)
    is_known = Standing.INSIDE in standings
    standing = Standing.INSIDE if is_known else Standing.UNSURE
    return Verdict(Reach.OPEN if is_known else Reach.NOWHERE, standing, rows, standings)


def is_sure(row: Any) -> bool:
    """Return whether a number stands out among many, if it was corrected for their number."""
    return not row.q >= DISCOVERY_RATE


def is_against(row: Any, side: Standing, band: Band) -> bool:
    """Return whether an interval has no part on a side of the band."""
    return bool(row.high <= band.high if side is Standing.ABOVE else row.low >= band.low)
