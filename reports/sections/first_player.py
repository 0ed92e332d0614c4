"""Section "First player": the advantage of going first, in games for two."""

from dataclasses import replace
from typing import Any

import pandas as pd

from evenhand.reports.blocks import (
    Block,
    Cell,
    Column,
    Fold,
    Paragraph,
    Section,
    Table,
    change_cell,
    count_cell,
    name_cell,
    rate_cell,
)
from evenhand.reports.report_tables import Evidence
from evenhand.reports.sections.compensation import suggest_compensation
from evenhand.reports.sections.verdict_columns import (
    make_verdict_cells,
    make_verdict_columns,
    write_shared_band,
)
from evenhand.reports.wording import Sentence, interval, make_sentence, percent, write_fair_share

__all__ = ["make_each_table", "make_first_player_section"]

TITLE = "First player"
COLUMNS = (
    Column("Matchup", numeric=False),
    Column("First player wins, %", "95 % interval below"),
    Column("Advantage, points", "Percentage points above a fair share; 95 % interval below"),
    Column("Games"),
)
DECK_COLUMNS = (
    Column("Deck", numeric=False),
    Column("Going first wins, %", "Every opponent weighs the same; 95 % interval below"),
    Column("Going second wins, %", "Every opponent weighs the same; 95 % interval below"),
    Column("Difference, points", "The strength of the deck cancels out; 95 % interval below"),
    Column("Games", "In which it went first"),
)


def make_first_player_section(evidence: Evidence) -> Section:
    """Return the section on the first player's win rate, overall, by matchup and by deck."""
    frame = evidence.first_player
    overall = frame[frame["scope"] == "all"]
    blocks: list[Block] = [
        Paragraph(
            make_sentence(
                "Every deal is played from every seat, so the strength of the decks cancels "
                "out and what is left is the seat. A fair seat would win {fair}.",
                fair=write_fair_share(evidence.n_seats),
            )
        ),
        *_write_meaning(evidence),
        _make_overall_table(evidence, overall),
        Paragraph(_write_last_turn(evidence)),
        *suggest_compensation(evidence),
    ]
    if each := make_each_table(evidence):
        blocks.append(Fold("Each matchup", (each,)))
    if len(evidence.seats_by_deck):
        blocks.append(Fold("Each deck", (_make_deck_table(evidence.seats_by_deck),)))
    return Section("first-player", TITLE, blocks)


def _make_deck_table(seats: pd.DataFrame) -> Table:
    """Make the table of the advantage of going first by deck, descending."""
    first, second = (seats[seats["seat"] == seat].set_index("deck") for seat in (1, 2))
    ranked = first.sort_values(["edge", "win_rate"], ascending=False)
    rows = [
        [
            name_cell(row.Index),
            _make_seat_cell(row),
            _make_seat_cell(next(second.loc[[row.Index]].itertuples())),
            change_cell(row.edge, row.edge_low, row.edge_high),
            count_cell(row.n_games),
        ]
        for row in ranked.itertuples()
    ]
    caption = "What going first is worth to each deck"
    return Table("table-first-decks", caption, DECK_COLUMNS, rows, sorted_by=3)


def _make_seat_cell(row: Any) -> Cell:
    return rate_cell(row.win_rate, row.win_rate_low, row.win_rate_high)


def _make_overall_table(evidence: Evidence, overall: pd.DataFrame) -> Table:
    """Make the table of the first player's win rate over all matchups, with its verdict."""
    judged, band = make_verdict_columns(overall), write_shared_band(overall)
    rows = []
    for row in overall.itertuples():
        name, rate, *others = _make_cells(row, "All matchups")
        name = replace(name, games=evidence.games.links("first"))
        rows.append([name, rate, *make_verdict_cells(row, row.first_win_rate, judged), *others])
    columns = (*COLUMNS[:2], *judged, *COLUMNS[2:])
    caption = f"Overall; expected: {band}" if band else "Overall"
    return Table(id="table-first", caption=caption, columns=columns, rows=rows)


def _write_last_turn(evidence: Evidence) -> Sentence:
    """Write how often the player of the last turn won, beside the first player."""
    row = evidence.last_turn.iloc[0]
    return make_sentence(
        "The player whose turn it was when the game ended won {rate} of the games ({interval}).",
        rate=percent(row["win_rate"]),
        interval=interval(row["win_rate_low"], row["win_rate_high"]),
    )


def _write_meaning(evidence: Evidence) -> list[Block]:
    """Return a paragraph on what the first player is, if the game defines it."""
    meaning = evidence.info.get("words", {}).get("first", "")
    return [Paragraph(make_sentence("{meaning}", meaning=meaning))] if meaning else []


def make_each_table(evidence: Evidence) -> Table | None:
    """Make the table of the first player's win rate by matchup; None for a single matchup."""
    matchups = evidence.first_player[evidence.first_player["scope"] != "all"]
    if len(matchups) < 2:
        return None
    ranked = matchups.sort_values(["advantage", "scope"], ascending=[False, True])
    rows = [_make_cells(row, row.scope) for row in ranked.itertuples()]
    return _make_table("table-first-each", "By advantage", rows, 2)


def _make_table(id: str, caption: str, rows: list[list[Cell]], sorted_by: int = -1) -> Table:
    return Table(id=id, caption=caption, columns=COLUMNS, rows=rows, sorted_by=sorted_by)


def _make_cells(row: Any, scope: str) -> list[Cell]:
    return [
        name_cell(scope),
        rate_cell(row.first_win_rate, row.first_win_rate_low, row.first_win_rate_high),
        change_cell(row.advantage, row.advantage_low, row.advantage_high),
        count_cell(row.n_games),
    ]
