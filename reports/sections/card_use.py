"""Section "Use and win": how many decks play each card, and what it wins."""

from typing import Any

from evenhand.reports.bands import Standing
from evenhand.reports.blocks import (
    Block,
    Cell,
    Column,
    Figure,
    Fold,
    Paragraph,
    Section,
    Table,
    card_cell,
    change_cell,
    rate_cell,
)
from evenhand.reports.card_use import EVERYWHERE, RARE, Corner, UseOfCards, write_corner
from evenhand.reports.report_tables import Evidence
from evenhand.reports.scatter import Point, draw_scatter
from evenhand.reports.wording import (
    Sentence,
    make_sentence,
    percent,
    plural,
)

__all__ = ["make_use_sections"]

TITLE = "Use and win"
MOST_NAMED = 8  # cards named in the figure
MOST_ROWS = 10


def make_use_sections(evidence: Evidence) -> tuple[Section, ...]:
    """Return the section on the use of cards; () with too few cards.

    Where nothing of the cards themselves was measured and no card is in a corner, a figure would
    show the decks once more: it is left out.
    """
    use = UseOfCards.of(evidence)
    if not use.is_shown:
        return ()
    corners = [one for one in (write_corner(evidence, use, corner) for corner in Corner) if one]
    figure = [_draw(evidence, use)] if use.is_impact or corners else []
    drawn: list[Block] = [*figure, _make_table(use)]
    blocks: list[Block] = [
        Paragraph(_write_introduction(evidence, use)),
        *map(Paragraph, corners),
        *(drawn if corners else [Fold("Use of the cards", drawn)]),
    ]
    return (Section("card-use", TITLE, blocks),)


def _write_introduction(evidence: Evidence, use: UseOfCards) -> Sentence:
    field = "the field of balance.toml" if len(evidence.field_win_rates) else "all decks"
    if use.is_impact:
        text = (
            "What share of {field} plays a card, and what the card itself does to its decks: its "
            "impact, the mean over them."
        )
    else:
        text = (
            "What share of {field} plays a card, and what the decks that hold it win. That is "
            "theirs and not the card's alone: {command} measures what the card does. Cards of one "
            "deck cannot be told from it and are left out, as are cards of all."
        )
    if not (use.cards["corner"] != "").any():
        text += " No card is surely strong or weak and, at that, everywhere or rare."
    command = "evenhand impact --run RUN_DIR"
    return make_sentence(text, field=field, command=command)


def _draw(evidence: Evidence, use: UseOfCards) -> Figure:
    named = use.cards[use.cards["corner"] != ""].head(MOST_NAMED)["card"].tolist()
    dots = [
        Point(row.card, 100 * row.use, 100 * row.worth, _find_standing(row), row.card in named,
              row.card)
        for row in use.cards.itertuples()
    ]  # fmt: skip
    of = "the field" if len(evidence.field_win_rates) else "decks"
    height = "Impact" if use.is_impact else "Win rate of its decks minus a fair share"
    labels = (f"Use: share of {of} that plays the card, %", f"{height}, points")
    drawn = draw_scatter(
        "card-use", TITLE, dots, labels, step=100 / max(1, len(evidence.win_rates))
    )
    caption = (
        "Right: everywhere; left: rare. Triangles are surely strong or weak; their intervals hold "
        f"for all {plural(len(use.cards), 'card')} at once. "
        f"Named: those that are everywhere ({percent(EVERYWHERE, 0)} or more) or rare "
        f"({percent(RARE, 0)} or less). Cards of equal use stand side by side."
    )
    if use.n_left_out:
        caption += f" {plural(use.n_left_out, 'card')} left out."
    return Figure("figure-card-use", caption, *drawn)


def _find_standing(row: Any) -> Standing:
    if row.worth_low_all > 0:
        return Standing.ABOVE
    return Standing.BELOW if row.worth_high_all < 0 else Standing.INSIDE


def _make_table(use: UseOfCards) -> Table:
    """Return the table of the cards with the most use, and of those in a corner."""
    in_corner = use.cards["corner"] != ""
    chosen = use.cards.assign(in_corner=in_corner).sort_values(
        ["in_corner", "use"], ascending=False, kind="stable"
    )
    shown = chosen.head(MOST_ROWS).sort_values("use", ascending=False, kind="stable")
    worth = (
        Column("Impact, points", "Mean over its decks; 95 % interval below")
        if use.is_impact
        else Column("Its decks, points", "Their win rate minus a fair share; 95 % interval below")
    )
    columns = (
        Column("Card", numeric=False),
        Column("Use, %", "Share of the decks, or of the field, that plays it"),
        Column("Played when drawn, %", "Share of the copies in hand; it hangs on the bot"),
        worth,
        *([Column("Corner", numeric=False)] if in_corner.any() else []),
    )
    rows = [
        [
            card_cell(row.card),
            rate_cell(row.use),
            rate_cell(row.played_rate, row.played_rate_low, row.played_rate_high),
            change_cell(row.worth, row.worth_low, row.worth_high),
            *([Cell(row.corner)] if in_corner.any() else []),
        ]
        for row in shown.itertuples()
    ]
    caption = "Use of the cards" if len(rows) == len(chosen) else "Cards in a corner or of most use"
    return Table("table-card-use", caption, columns, rows, sorted_by=1)
