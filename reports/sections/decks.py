"""How often each deck wins."""

from typing import Any

from evenhand.analysis.statistics.equivalence import Band
from evenhand.reports.bands import DECK_TOLERANCE, MARKS, Standing, band_around, compare_with_band
from evenhand.reports.blocks import (
    Block,
    Cell,
    Column,
    Figure,
    Paragraph,
    Section,
    Table,
    count_cell,
    name_cell,
    rate_cell,
)
from evenhand.reports.evidence import Evidence
from evenhand.reports.figures import Dot, draw_dots
from evenhand.reports.verdict import write_fair_share
from evenhand.reports.wording import number, rate_range, say

__all__ = ["decks_section"]

TITLE = "Deck win rates"
WORDS = {
    Standing.ABOVE: "too often",
    Standing.BELOW: "too seldom",
    Standing.INSIDE: "inside",
    Standing.UNSURE: "unsure",
}
COLUMNS = (
    Column("Deck", numeric=False),
    Column("Win rate, %", "Every opponent weighs the same; 95 % interval below"),
    Column("Standing", "Where the interval lies relative to the band", numeric=False),
    Column("Wins"),
    Column("Draws"),
    Column("Losses"),
    Column("Games", "Mirror matches are left out"),
)


def decks_section(evidence: Evidence) -> Section:
    """Show every deck's win rate against the band."""
    if evidence.win_rates.empty:
        nothing = Paragraph("Only mirror matches were played, so there is nothing to compare.")
        return Section("decks", TITLE, (nothing,))
    band = band_around(evidence.fair, DECK_TOLERANCE)
    rows = list(
        evidence.win_rates.sort_values(["win_rate", "deck"], ascending=[False, True]).itertuples()
    )
    return Section(
        "decks", TITLE, (_introduction(evidence, band), _figure(rows, band), _table(rows, band))
    )


def _introduction(evidence: Evidence, band: Band) -> Block:
    return Paragraph(
        say(
            "A deck as good as the others would win {fair}. The band {band} counts as "
            "balanced; a deck is called out only if its whole 95 % interval lies outside.",
            fair=write_fair_share(evidence.n_seats),
            band=rate_range(band.low, band.high),
        )
    )


def _figure(rows: list[Any], band: Band) -> Block:
    percent_band = Band(100 * band.low, 100 * band.high)
    dots = [_dot(row, band) for row in rows]
    drawn = draw_dots("decks", TITLE, dots, percent_band, "Win rate, %")
    caption = (
        "Dot: win rate. Line: 95 % interval. Shaded: the band that counts as balanced. "
        "Triangles mark decks outside the band; a diamond means unsure."
    )
    return Figure("figure-decks", caption, *drawn)


def _dot(row: Any, band: Band) -> Dot:
    rates = (100 * row.win_rate, 100 * row.win_rate_low, 100 * row.win_rate_high)
    return Dot(
        row.deck,
        *rates,
        number(rates[0]),
        compare_with_band(row.win_rate_low, row.win_rate_high, band),
    )


def _table(rows: list[Any], band: Band) -> Block:
    return Table(
        id="table-decks",
        caption="Decks, by win rate",
        columns=COLUMNS,
        rows=[_cells(row, band) for row in rows],
        sorted_by=1,
    )


def _cells(row: Any, band: Band) -> list[Cell]:
    standing = compare_with_band(row.win_rate_low, row.win_rate_high, band)
    return [
        name_cell(row.deck),
        rate_cell(row.win_rate, row.win_rate_low, row.win_rate_high),
        Cell(f"{MARKS[standing]} {WORDS[standing]}", style=standing.value),
        count_cell(row.wins),
        count_cell(row.draws),
        count_cell(row.losses),
        count_cell(row.n_games),
    ]
