"""Section "Seats": win rates of seats in games for more than two."""

from typing import Any

from evenhand.analysis.statistics.bands import Band
from evenhand.reports.bands import (
    DECK_TOLERANCE,
    compare_with_band,
    find_standing,
    make_band,
)
from evenhand.reports.blocks import (
    Block,
    Cell,
    Column,
    Figure,
    Fold,
    Paragraph,
    Section,
    Table,
    change_cell,
    count_cell,
    name_cell,
    rate_cell,
)
from evenhand.reports.figures import Dot, draw_dots
from evenhand.reports.report_tables import Evidence
from evenhand.reports.sections.compensation import suggest_compensation
from evenhand.reports.sections.first_player import make_each_table
from evenhand.reports.sections.verdict_columns import (
    make_verdict_cells,
    make_verdict_columns,
    write_shared_band,
)
from evenhand.reports.wording import count, make_sentence, number, ordinal, write_fair_share

__all__ = ["make_seats_section"]

TITLE = "Seats"
COLUMNS = (
    Column("Seat", "In turn order from the player who goes first", numeric=False),
    Column("Win rate, %", "95 % intervals below, which all hold together"),
    Column("Advantage, points", "Percentage points above a fair share"),
    Column("Games"),
)
UNKNOWN = (
    "Whose turn came last is said of two-player games only: with more, who is out has no more "
    "turns, and the results do not keep when that was."
)


def make_seats_section(evidence: Evidence) -> Section:
    """Return the section on the win rates of seats."""
    rows = list(evidence.seats.itertuples())
    blocks: list[Block] = [
        Paragraph(
            make_sentence(
                "Every deck plays every deal from every seat, so the strength of the decks "
                "cancels out and what is left is the seat. A fair seat would win {fair}; all "
                "intervals hold together in 95 of 100 such reports.",
                fair=write_fair_share(evidence.n_seats),
            )
        ),
        _make_figure(rows, make_band(evidence.fair, DECK_TOLERANCE)),
        _make_table(evidence),
        *suggest_compensation(evidence),
        Paragraph(UNKNOWN, style="note"),
    ]
    if len(evidence.seats_by_deck):
        note = Paragraph(_warn_of_chance(len(evidence.seats_by_deck)), style="note")
        blocks.append(
            Fold("What each seat is worth to each deck", (_make_deck_table(evidence), note))
        )
    if each := make_each_table(evidence):
        blocks.append(Fold("The first player at each table", (each,)))
    return Section("first-player", TITLE, blocks)


def _warn_of_chance(n_intervals: int) -> str:
    """Write how many intervals of seats are expected to exclude 0 by chance."""
    by_chance = f"{number(0.05 * n_intervals, 0)} of {count(n_intervals)}"
    return f"Each interval holds by itself: about {by_chance} leave out 0 by chance alone."


def _make_deck_table(evidence: Evidence) -> Table:
    """Make the table of each deck's win rate from each seat minus that from its other seats."""
    seats = range(1, evidence.n_seats + 1)
    hint = "Win rate from this seat minus that from the deck's other seats; 95 % interval below"
    by_deck = evidence.seats_by_deck.groupby("deck", sort=False)
    rows = [
        [
            name_cell(str(deck)),
            *(change_cell(row.edge, row.edge_low, row.edge_high) for row in of_deck.itertuples()),
            count_cell(of_deck["n_games"].sum()),
        ]
        for deck, of_deck in by_deck
    ]
    return Table(
        id="table-seats-decks",
        caption="What each seat is worth to each deck, percentage points",
        columns=(
            Column("Deck", numeric=False),
            *(Column(ordinal(seat), hint) for seat in seats),
            Column("Games", "Counted once for each seat the deck held"),
        ),
        rows=rows,
    )


def _make_table(evidence: Evidence) -> Table:
    """Make the table of the win rates of seats, with verdicts if they have a band."""
    judged, band = make_verdict_columns(evidence.seats), write_shared_band(evidence.seats)
    rows = []
    for row in evidence.seats.itertuples():
        seat, rate, *others = _make_cells(row)
        rows.append([seat, rate, *make_verdict_cells(row, row.win_rate, judged), *others])
    columns = (*COLUMNS[:2], *judged, *COLUMNS[2:])
    caption = f"Seats in turn order; expected: {band}" if band else "Seats in turn order"
    return Table("table-seats", caption, columns, rows)


def _make_figure(rows: list[Any], band: Band) -> Block:
    percent_band = Band(100 * band.low, 100 * band.high)
    dots = [
        Dot(
            ordinal(row.seat),
            100 * row.win_rate,
            100 * row.win_rate_low,
            100 * row.win_rate_high,
            number(100 * row.win_rate),
            find_standing(row, row.win_rate)
            if row.verdict
            else compare_with_band(row.win_rate_low, row.win_rate_high, band),
        )
        for row in rows
    ]
    drawn = draw_dots("seats", "Win rate by seat", dots, percent_band, "Win rate, %")
    return Figure("figure-seats", "Win rate of each seat, in turn order.", *drawn)


def _make_cells(row: Any) -> list[Cell]:
    return [
        Cell(ordinal(row.seat)),
        rate_cell(row.win_rate, row.win_rate_low, row.win_rate_high),
        change_cell(row.advantage, row.advantage_low, row.advantage_high),
        count_cell(row.n_games),
    ]
