"""Decks in their best hands: what is too strong in any group of players, or too weak in all.

Sentences and the picture, for the page of a check and for the report of a run. What is meant by a
group's row has the attributes of `evenhand.analysis.gate.best_hands.GroupRate`.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import isfinite
from typing import Any

import pandas as pd

from evenhand.analysis.gate.judge import Judgement
from evenhand.analysis.gate.measures import DeckSubject
from evenhand.analysis.statistics.bands import Band, Verdict
from evenhand.reports.bands import Standing
from evenhand.reports.blocks import Figure, Paragraph
from evenhand.reports.figures import Dot, draw_groups
from evenhand.reports.wording import (
    Name,
    Sentence,
    make_sentence,
    number,
    percent,
    rate_range,
    write_rate,
)

__all__ = [
    "draw_best_hands", "find_band", "find_best_group", "list_out_of_line", "list_sentences",
    "tabulate_best_hands", "write_best_hands", "write_none_out_of_line", "write_out_of_line",
]  # fmt: skip

TOO_STRONG = (
    "{deck} is too strong: in the hands of {group} it wins {rate}, and {limit} is the most that is "
    "allowed in any hands"
)
TOO_WEAK = (
    "{deck} is too weak: it wins less than {limit} in all hands, and most in those of {group}, "
    "{rate}"
)
COLUMNS = [
    "deck", "bot", "n_pairs", "value", "low", "high", "is_above", "is_below", "verdict",
    "expected_low", "expected_high",
]  # fmt: skip


def tabulate_best_hands(judgements: Iterable[Judgement]) -> pd.DataFrame:
    """Return the win rates of decks in the hands of each group, of those judged in their best.

    Returns
    -------
    pandas.DataFrame
        One row per deck and group, the decks out of line first and of these the furthest: deck,
        bot (the group), n_pairs, value, low, high, is_above, is_below (as `GroupRate` has them),
        verdict (on the deck), expected_low, expected_high.
    """
    rows = [
        (
            subject.entrant.name, group.bot, group.n_pairs, group.value, group.low, group.high,
            group.is_above, group.is_below, judgement.verdict.value, *judgement.band,
        )
        for judgement in sorted(judgements, key=rank_out_of_line)
        if isinstance(subject := judgement.measure.subject, DeckSubject)
        for group in judgement.groups
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=COLUMNS)


def rank_out_of_line(judgement: Judgement) -> tuple[bool, float]:
    """Return the sort key of decks in their best hands: those out of line, then the strongest."""
    band, value = judgement.band, judgement.estimate
    is_out = judgement.verdict is Verdict.FAIL
    return not is_out, -max(band.low - value, value - band.high) if is_out else -value


def list_out_of_line(table: pd.DataFrame) -> Iterator[tuple[str, list[Any], Standing]]:
    """Yield the decks out of line in their best hands: the deck, its groups, and on which side.

    Parameters
    ----------
    table : pandas.DataFrame
        As returned by `tabulate_best_hands`.
    """
    if table.empty:
        return
    failed = table[table["verdict"] == Verdict.FAIL.value]
    for deck, rows in failed.groupby("deck", sort=False):
        groups = list(rows.itertuples())
        is_high = max(row.value for row in groups) > groups[0].expected_high
        yield str(deck), groups, Standing.ABOVE if is_high else Standing.BELOW


def list_sentences(table: pd.DataFrame) -> list[Paragraph]:
    """List a paragraph for each deck out of line in its best hands, or one that none is."""
    found = list(list_out_of_line(table))
    if not found:
        return [Paragraph(write_none_out_of_line(table))]
    return [
        Paragraph(
            make_sentence(
                "{claim}.", claim=write_out_of_line(deck, groups, find_band(groups[0]), at)
            )
        )
        for deck, groups, at in found
    ]


def write_none_out_of_line(table: pd.DataFrame) -> Sentence:
    """Write that no deck is too strong in any hands, or too weak in all; and how many are open."""
    verdicts = table.drop_duplicates("deck")["verdict"]
    n_open = int((verdicts == Verdict.INCONCLUSIVE.value).sum())
    return make_sentence(
        "No deck is surely too strong in any hands, or too weak in all; {band} is allowed in its "
        "best{open}.",
        band=rate_range(*find_band(next(table.itertuples()))),
        open=f"; {n_open} of {len(verdicts)} take more games to tell" if n_open else "",
    )


def find_band(row: Any) -> Band:
    """Return the band of a row of `tabulate_best_hands`."""
    return Band(row.expected_low, row.expected_high)


def find_best_group(groups: Sequence[Any], standing: Standing) -> Any:
    """Return the group in whose hands a deck is at its best; the surest if it is too strong."""
    if standing is Standing.ABOVE:
        return max(groups, key=lambda group: group.low)
    return max(groups, key=lambda group: group.value)


def write_out_of_line(deck: str, groups: Sequence[Any], band: Band, standing: Standing) -> Sentence:
    """Write that a deck is too strong in the best hands or too weak in all, without a full stop."""
    is_high = standing is Standing.ABOVE
    group = find_best_group(groups, standing)
    return make_sentence(
        TOO_STRONG if is_high else TOO_WEAK,
        deck=Name(deck),
        group=Name(group.bot),
        rate=write_rate(group.value, group.low, group.high),
        limit=write_limit(band.high if is_high else band.low),
    )


def write_best_hands(deck: str, groups: Sequence[Any], band: Band) -> Sentence:
    """Write what a deck wins in its best hands, and what is expected, without a full stop."""
    group = find_best_group(groups, Standing.INSIDE)
    return make_sentence(
        "{deck} in its best hands, those of {group}, wins {rate}, expected {band}",
        deck=Name(deck),
        group=Name(group.bot),
        rate=write_rate(group.value, group.low, group.high),
        band=rate_range(*band),
    )


def write_limit(rate: float) -> str:
    """Write an end of the band of decks in their best hands: "54.5 %", "49 %"."""
    return percent(rate, 0 if abs(100 * rate - round(100 * rate)) < 1e-9 else 1)


def draw_best_hands(table: pd.DataFrame) -> Figure:
    """Draw each deck's win rate in the hands of each group, between the two limits.

    Parameters
    ----------
    table : pandas.DataFrame
        As returned by `tabulate_best_hands`, not empty.
    """
    groups = [
        (str(deck), [make_dot(row) for row in rows.itertuples()])
        for deck, rows in table.groupby("deck", sort=False)
    ]
    first = next(table.itertuples())
    band = Band(100 * first.expected_low, 100 * first.expected_high)
    drawn = draw_groups(
        "best-hands", "Deck win rates by group", groups, close_band(band, table), "Win rate, %",
        has_edges=True,
    )  # fmt: skip
    n_groups = table["bot"].nunique()
    caption = make_sentence(
        "Win rate of each deck in the hands of each group, those that think least on top. Lines: "
        "{band}. Above the upper one in any hands, a deck is too strong; below the lower one in "
        "all, too weak. The interval of a dot allows for the {n} groups; a triangle is certainly "
        "outside, allowing for all decks, too.",
        band=rate_range(first.expected_low, first.expected_high),
        n=number(n_groups, 0),
    )
    return Figure("figure-best-hands", caption, *drawn)


def close_band(band: Band, table: pd.DataFrame) -> Band:
    """Return the band of a figure of best hands; an open end is put where the intervals end."""
    ends = [100 * table["low"].min(), 100 * table["high"].max()]
    low = band.low if band.low > 0 else min(filter(isfinite, ends))
    return Band(low, band.high if band.high < 100 else max(filter(isfinite, ends)))


def make_dot(row: Any) -> Dot:
    """Return the dot of a group in the figure of best hands."""
    if row.is_above or row.is_below:
        standing = Standing.ABOVE if row.is_above else Standing.BELOW
    else:
        standing = Standing.INSIDE if row.high <= row.expected_high else Standing.UNSURE
    rates = (100 * row.value, 100 * row.low, 100 * row.high)
    return Dot(row.bot, *rates, number(rates[0]), standing)
