"""Reach of a finding: for which bots of a panel it holds."""

from collections.abc import Iterable, Iterator, Sequence
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
from evenhand.reports.wording import Sentence, make_sentence, name_player

__all__ = [
    "Reach", "Verdict", "find_whom_to_believe", "judge_reach", "judge_rows", "write_reach",
    "write_whom_to_believe",
]  # fmt: skip


class Reach(StrEnum):
    """For which bots of a panel a finding holds; the most useful to a designer first."""

    ALL = "all bots"
    STRONG = "strong bots only"
    MIXED = "depends on the bot"
    WEAK = "weak bots only"
    OPEN = "some bots, open with others"
    NOWHERE = "not known for any"
    FREE = "no band"


@dataclass(frozen=True)
class Verdict:
    """The standing of a number over the bots of a panel, in ascending order of strength.

    Attributes
    ----------
    standing : Standing
        ABOVE or BELOW if the number is outside the band with any bot; else INSIDE or UNSURE.
    rows : tuple
        One for each bot, as returned by `evenhand.analysis.tables.by_bot.compare_bots`.
    standings : tuple of Standing
        The standing with each bot.
    against : tuple
        The rows of bots with which the number is provably not outside on the side of `standing`.
    """

    reach: Reach
    standing: Standing
    rows: tuple[Any, ...]
    standings: tuple[Standing, ...]
    against: tuple[Any, ...] = ()

    @property
    def strongest(self) -> Any:
        """The row of the strongest bot."""
        return self.rows[-1]

    @property
    def outside(self) -> list[Any]:
        """The rows of the bots with which the number has the standing of the verdict."""
        return [row for row, at in zip(self.rows, self.standings, strict=True)
                if at is self.standing]  # fmt: skip

    @property
    def is_outside(self) -> bool:
        """Whether the number is outside the band with any bot."""
        return self.standing in (Standing.ABOVE, Standing.BELOW)


def write_reach(verdict: Verdict) -> str:
    """Write the standing of a number, and its reach: "▲ all bots"."""
    return f"{MARKS[verdict.standing]} {verdict.reach}"


def find_whom_to_believe(verdicts: Iterable[Verdict]) -> str | None:
    """Return the bot to believe where bots differ, the strongest; None if findings hold for all."""
    differing = (one for one in verdicts if one.is_outside and one.reach is not Reach.ALL)
    found = next(differing, None)
    return None if found is None else str(found.strongest.bot)


def write_whom_to_believe(verdicts: Iterable[Verdict], why: Sentence | str = "") -> Sentence:
    """Write which bot to believe where bots differ; empty if each finding holds for all.

    Parameters
    ----------
    why : Sentence or str
        What is known of the strongest bot: ", which wins ..".
    """
    verdicts = list(verdicts)
    bot = find_whom_to_believe(verdicts)
    if bot is None:
        return make_sentence("")
    return make_sentence(
        " Where bots differ, believe {bot}, the {rank}{why}.",
        bot=name_player(bot),
        rank="stronger" if len(verdicts[0].rows) == 2 else "strongest",
        why=why,
    )


def judge_rows(
    frame: pd.DataFrame, keys: Sequence[str], band: Band | None = None
) -> Iterator[tuple[Any, Verdict]]:
    """Judge the reach over a panel of each number of a table of `compare_bots`.

    Parameters
    ----------
    keys : sequence of str
        Columns that identify a number.
    band : Band, optional
        Default: the table has columns of bands and verdicts.

    Yields
    ------
    names : tuple of str
        Values of the key columns.
    verdict : Verdict
    """
    for names, rows in frame.groupby(list(keys), sort=False):
        yield names, judge_reach(tuple(rows.itertuples()), band)


def judge_reach(rows: tuple[Any, ...], band: Band | None = None) -> Verdict:
    """Judge the standing of a number, and its reach: for which bots it holds.

    A bot is evidence for a side of the band if its verdict is on that side, or its whole
    interval lies there. It is evidence against a side if no part of its interval lies there.
    Otherwise, or if its number is not significant after correction for many, it counts for
    neither. Different distances from the band on the same side do not matter.
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
    """Return the standing of a number with one bot of a panel."""
    if band is None:
        return find_standing(row, row.value)
    return compare_with_band(row.low, row.high, band) if is_sure(row) else Standing.UNSURE


def find_band(row: Any) -> Band:
    """Return the band in the columns of a bot's row."""
    return Band(row.expected_low, row.expected_high)


def judge_inside(rows: tuple[Any, ...], standings: tuple[Standing, ...]) -> Verdict:
    """Judge the reach of a number that is not outside the band with any bot."""
    if all(at is Standing.FREE for at in standings):
        return Verdict(Reach.FREE, Standing.FREE, rows, standings)
    if all(at is Standing.INSIDE for at in standings):
        return Verdict(Reach.ALL, Standing.INSIDE, rows, standings)
    is_known = Standing.INSIDE in standings
    standing = Standing.INSIDE if is_known else Standing.UNSURE
    return Verdict(Reach.OPEN if is_known else Reach.NOWHERE, standing, rows, standings)


def is_sure(row: Any) -> bool:
    """Return whether a bot's number is significant after correction, or was not corrected."""
    return not row.q >= DISCOVERY_RATE


def is_against(row: Any, side: Standing, band: Band) -> bool:
    """Return whether no part of a bot's interval lies on the given side of the band."""
    return bool(row.high <= band.high if side is Standing.ABOVE else row.low >= band.low)
