"""In which places the decks finish, where more than two play."""

from collections.abc import Iterator
from typing import Any

from evenhand.reports.blocks import (
    Block,
    Cell,
    Column,
    Paragraph,
    Section,
    Table,
    count_cell,
    mean_cell,
    name_cell,
)
from evenhand.reports.evidence import Evidence
from evenhand.reports.shades import shade, shade_scale
from evenhand.reports.wording import interval, number, ordinal, say

__all__ = ["placements_section"]

TITLE = "Places"
DECK = Column("Deck", numeric=False)
MEAN = Column("Mean place", "1 is the winner's; 95 % interval below")
GAMES = Column("Games", "Counted once for each seat the deck held")


def placements_section(evidence: Evidence) -> Section:
    """Show how often each deck finishes in each place."""
    if evidence.placements.empty:
        return Section("placements", TITLE, (Paragraph("Only mirror matches were played."),))
    return Section("placements", TITLE, tuple(_blocks(evidence)))


def _blocks(evidence: Evidence) -> Iterator[Block]:
    yield Paragraph(
        say(
            "Percentage of games in which the deck in the row finishes in the place at the head "
            "of the column, with its 95 % interval. A place is one more than the number of "
            "players who lasted longer; those who go out together share the better one, and so "
            "do those who are left when nobody wins. Blue is above 1/{n}, orange below.",
            n=evidence.n_seats,
        )
    )
    yield shade_scale(evidence.fair)
    ranked = evidence.placements.sort_values(["mean_placement", "deck"])
    places = range(1, evidence.n_seats + 1)
    yield Table(
        id="table-placements",
        caption="Share of places, %",
        columns=(DECK, MEAN, *(Column(ordinal(k)) for k in places), GAMES),
        rows=[_cells(row, evidence) for row in ranked.itertuples()],
        sorted_by=1,
        ascending=True,
        style="heat",
    )


def _cells(row: Any, evidence: Evidence) -> list[Cell]:
    return [
        name_cell(row.deck),
        mean_cell(row.mean_placement, row.mean_placement_low, row.mean_placement_high, 2),
        *(_share_cell(row, f"share_{k}", evidence.fair) for k in range(1, evidence.n_seats + 1)),
        count_cell(row.n_games),
    ]


def _share_cell(row: Any, name: str, fair: float) -> Cell:
    share, low, high = (getattr(row, f"{name}{end}") for end in ("", "_low", "_high"))
    return Cell(number(100 * share), interval(low, high), style=shade(share, fair))
