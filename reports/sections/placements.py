"""Section "Places": placements of decks in games for more than two."""

from collections.abc import Iterator
from typing import Any

import pandas as pd

from evenhand.analysis.tables.placements import has_placements
from evenhand.reports.blocks import (
    Block,
    Cell,
    Column,
    Paragraph,
    PlaceBars,
    Section,
    Table,
    count_cell,
    mean_cell,
    name_cell,
    rate_cell,
)
from evenhand.reports.report_tables import Evidence
from evenhand.reports.shades import list_strengths
from evenhand.reports.wording import ONLY_WINNERS, Name, make_sentence, ordinal

__all__ = ["make_placements_section"]

TITLE = "Places"
DECK = Column("Deck", numeric=False)
MEAN = Column("Mean place", "1 is the winner's; 95 % interval below")
GAMES = Column("Games", "Counted once for each seat the deck held")


def make_placements_section(evidence: Evidence) -> Section:
    """Return the section on placements: how often each deck finishes in each place."""
    if evidence.placements.empty:
        return Section("placements", TITLE, (Paragraph("Only mirror matches were played."),))
    if not has_placements(evidence.placements):
        return Section("placements", TITLE, (Paragraph(ONLY_WINNERS),))
    return Section("placements", TITLE, tuple(_make_blocks(evidence)))


def _make_blocks(evidence: Evidence) -> Iterator[Block]:
    yield Paragraph(
        make_sentence(
            "Percentage of games in which the deck in the row finishes in the place at the head "
            "of the column, with its 95 % interval. A place is one more than the number of "
            "players who lasted longer; those who go out together share the better one, and so "
            "do those who are left when nobody wins. A deck as good as the others finishes in "
            "each place in 1/{n} of its games.",
            n=evidence.n_seats,
        )
    )
    ranked = evidence.placements.sort_values(["mean_placement", "deck"])
    places = range(1, evidence.n_seats + 1)
    yield _make_bars(ranked, evidence.n_seats)
    yield Table(
        id="table-placements",
        caption="Share of places, %",
        columns=(DECK, MEAN, *(Column(ordinal(k)) for k in places), GAMES),
        rows=[_make_cells(row, evidence.n_seats) for row in ranked.itertuples()],
        sorted_by=1,
        ascending=True,
    )


def _make_bars(ranked: pd.DataFrame, n_places: int) -> PlaceBars:
    places = range(1, n_places + 1)
    shares = ranked[[f"share_{k}" for k in places]].to_numpy()
    return PlaceBars(
        id="figure-placements",
        caption="Share of places of each deck, the best mean place on top. The stronger the "
        "colour, the better the place: more of the strongest is finishing first more often.",
        scale=list(zip(map(ordinal, places), list_strengths(n_places), strict=True)),
        rows=[
            (Name(deck), [round(100 * share, 2) for share in of_deck])
            for deck, of_deck in zip(ranked["deck"], shares.tolist(), strict=True)
        ],
    )


def _make_cells(row: Any, n_places: int) -> list[Cell]:
    return [
        name_cell(row.deck),
        mean_cell(row.mean_placement, row.mean_placement_low, row.mean_placement_high, 2),
        *(_make_share_cell(row, f"share_{k}") for k in range(1, n_places + 1)),
        count_cell(row.n_games),
    ]


def _make_share_cell(row: Any, name: str) -> Cell:
    return rate_cell(*(getattr(row, f"{name}{end}") for end in ("", "_low", "_high")))
