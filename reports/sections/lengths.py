"""Section "Game length"."""

from typing import Any

import pandas as pd

from evenhand.reports.blocks import (
    Block,
    Cell,
    Column,
    Figure,
    Fold,
    Paragraph,
    Section,
    Table,
    count_cell,
    mean_cell,
    name_cell,
    rate_cell,
)
from evenhand.reports.figures import draw_bars
from evenhand.reports.report_tables import Evidence
from evenhand.reports.sections.choices import make_choices_part
from evenhand.reports.sections.decided import make_decided_part

__all__ = ["LENGTH_AXES", "list_length_bars", "make_lengths_section"]

LENGTH_AXES = ("Turns", "Games, %")
TITLE = "Game length"
SUMMARY_COLUMNS = (
    Column("Matchup", numeric=False),
    Column("Games"),
    Column("Mean turns", "95 % interval below"),
    Column("Shortest tenth", "One game in ten has at most this many turns"),
    Column("Median"),
    Column("Longest tenth", "One game in ten has at least this many turns"),
    Column("Mean decisions", "Questions with two or more answers; 95 % interval below"),
)
DISTRIBUTION_COLUMNS = (Column("Turns"), Column("Games"), Column("Share, %"))


def make_lengths_section(evidence: Evidence) -> Section:
    """Return the section on the lengths of games in turns, with a summary by matchup."""
    lengths = evidence.game_lengths.sort_values("turns")
    if lengths.empty:
        return Section("lengths", TITLE, (Paragraph("No games were played."),))
    return Section(
        "lengths",
        TITLE,
        (
            Paragraph(_explain_turns(evidence)),
            _make_figure(lengths),
            *make_decided_part(evidence),
            _make_summary_table(evidence),
            *make_choices_part(evidence),
            Fold("The distribution in numbers", (_make_distribution_table(lengths),)),
        ),
    )


def _explain_turns(evidence: Evidence) -> str:
    """Write the turn that lengths count, in the game's words if it has any."""
    if meaning := evidence.info.get("words", {}).get("turn"):
        return f"What a turn is in this game: {meaning[:1].lower()}{meaning[1:]}"
    if evidence.n_seats == 2:
        return "Turns of all players are counted: two turns of a duel are one for each player."
    return "Turns of all players are counted."


def list_length_bars(lengths: pd.DataFrame) -> tuple[list[int], list[float]]:
    """Return the lengths in turns, and the percentage of games with each."""
    ordered = lengths.sort_values("turns")
    turns = [int(turn) for turn in ordered["turns"]]
    return turns, [100 * share for share in ordered["share"]]


def _make_figure(lengths: pd.DataFrame) -> Block:
    drawn = draw_bars("lengths", "Turns per game", *list_length_bars(lengths), LENGTH_AXES)
    caption = "Share of games by number of turns."
    return Figure("figure-lengths", caption, *drawn)


def _make_summary_table(evidence: Evidence) -> Block:
    return Table(
        id="table-lengths",
        caption="Turns and decisions by matchup",
        columns=SUMMARY_COLUMNS,
        rows=[_make_summary_cells(row) for row in evidence.length_summary.itertuples()],
    )


def _make_summary_cells(row: Any) -> list[Cell]:
    return [
        name_cell("All matchups" if row.scope == "all" else row.scope),
        count_cell(row.n_games),
        mean_cell(row.mean_turns, row.mean_turns_low, row.mean_turns_high),
        count_cell(row.p10_turns),
        count_cell(row.median_turns),
        count_cell(row.p90_turns),
        mean_cell(row.mean_decisions, row.mean_decisions_low, row.mean_decisions_high),
    ]


def _make_distribution_table(lengths: pd.DataFrame) -> Block:
    return Table(
        id="table-distribution",
        caption="Games by number of turns",
        columns=DISTRIBUTION_COLUMNS,
        rows=[
            [count_cell(row.turns), count_cell(row.n_games), rate_cell(row.share)]
            for row in lengths.itertuples()
        ],
        sorted_by=0,
        ascending=True,
    )
