"""Section "Deck against deck" of games for more than two: which deck finishes ahead of which."""

from typing import Any

from evenhand.analysis.tables.placements import has_placements
from evenhand.reports.blocks import (
    Block,
    Cell,
    Column,
    Fold,
    Paragraph,
    Section,
    Table,
    name_cell,
)
from evenhand.reports.report_tables import Evidence
from evenhand.reports.sections.matchups import UPRIGHT_COLUMNS, list_matchups, sort_by_win_rate
from evenhand.reports.shades import choose_shade, make_shade_scale
from evenhand.reports.wording import (
    MISSING,
    ONLY_WINNERS,
    Name,
    count,
    interval,
    make_sentence,
    number,
    plural,
)

__all__ = ["make_tables_section"]

TITLE = "Deck against deck"
EVEN = 0.5


def make_tables_section(evidence: Evidence) -> Section:
    """Return the section on decks finishing ahead, and each deck's results at each table."""
    blocks: list[Block] = []
    if not has_placements(evidence.placements):
        blocks.append(Paragraph(ONLY_WINNERS))
    if not evidence.finishes.empty:
        blocks += [
            _write_introduction(evidence),
            make_shade_scale(EVEN, "behind", "ahead"),
            _make_heat_map(evidence),
        ]
    n_tables = len(evidence.info["matchups"])
    blocks.append(Fold(plural(n_tables, "table"), (_make_list(evidence),)))
    return Section("matchups", TITLE, blocks)


def _write_introduction(evidence: Evidence) -> Block:
    return Paragraph(
        "Percentage of games at the same table in which the deck in the row finishes ahead of "
        "the deck in the column, with its 95 % interval; a shared place counts half. Every "
        "table weighs the same. Blue is good for the deck in the row: it is ahead in more than "
        "50 %; orange: in less."
    )


def _make_heat_map(evidence: Evidence) -> Block:
    cells = {(row.deck, row.opponent): row for row in evidence.finishes.itertuples()}
    decks = sort_by_win_rate(evidence, {deck for deck, _ in cells})
    turned = " turned" if len(decks) > UPRIGHT_COLUMNS else ""
    return Table(
        id="table-heat",
        caption="Row finishes ahead of column, %",
        columns=[Column("Deck", numeric=False), *(Column(Name(other)) for other in decks)],
        rows=[
            [name_cell(deck), *(_make_heat_cell(cells.get((deck, other))) for other in decks)]
            for deck in decks
        ],
        style=f"heat{turned}",
    )


def _make_heat_cell(row: Any) -> Cell:
    if row is None:
        return Cell(MISSING, style="empty")
    hint = make_sentence(
        "{deck} and {opponent}: {games} at {tables}",
        deck=row.deck,
        opponent=row.opponent,
        games=plural(row.n_games, "game"),
        tables=plural(row.n_tables, "table"),
    )
    spread = interval(row.ahead_low, row.ahead_high)
    return Cell(
        number(100 * row.ahead), spread, style=choose_shade(row.ahead, EVEN), hint=str(hint)
    )


def _make_list(evidence: Evidence) -> Block:
    caption = f"Every deck at every table, {count(len(evidence.matchups))} rows"
    return list_matchups(evidence.matchups, caption, "Opponents", "group")
