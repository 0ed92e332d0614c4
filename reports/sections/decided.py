"""The part "When is it decided?" of the section on the lengths of games."""

from collections.abc import Iterator
from typing import Any

import pandas as pd

from evenhand.reports.blocks import (
    Block,
    Cell,
    Column,
    Figure,
    Fold,
    Paragraph,
    Table,
    count_cell,
    mean_cell,
    name_cell,
    rate_cell,
)
from evenhand.reports.figures import draw_bars
from evenhand.reports.report_tables import Evidence
from evenhand.reports.wording import Sentence, count, interval, make_sentence, number, percent

__all__ = ["make_decided_part", "select_leads"]

AXES = ("After turn", "Whoever is ahead wins, %")
COMMON = 0.05  # of all games that somebody must be ahead in for a turn to be shown
LEAD_COLUMNS = (
    Column("After turn", "Of both players together; turns with a lead in one game of twenty"),
    Column("Games", "Games that went on after it and had somebody alone ahead"),
    Column("Whoever is ahead wins, %", "Draws counted as a fair share; 95 % interval below"),
)
COLUMNS = (
    Column("Matchup", numeric=False),
    Column("Games", "Games with a winner, of at most 63 turns"),
    Column("Decided in turn", "From its end on the winner was ahead; mean, 95 % interval below"),
    Column("Part of the game, %", "The same, as a part of the game's turns"),
    Column("Last third idle, %", "Games in which the winner was ahead all through the last third"),
)


def make_decided_part(evidence: Evidence) -> Iterator[Block]:
    """Yield what being ahead is worth, turn by turn, and from when on the winner stayed ahead."""
    leads, decided = select_leads(evidence.leads), evidence.decided
    if leads.empty or not decided["n_decided"].iloc[0]:
        return
    middle, whole = leads.iloc[(len(leads) - 1) // 2], decided.iloc[0]
    yield Paragraph(
        make_sentence(
            "Whoever is ahead after turn {turn}, the middle one of the {turns} turns in the table "
            "Turn by turn, wins {rate} ({spread}) of games. The winner was "
            "ahead to the end since turn {decided} on average; in {settled} ({of_settled}) of "
            "games the last third changed nothing.",
            turn=int(middle.turn),
            turns=count(len(leads)),
            rate=percent(middle.win_rate),
            spread=interval(middle.win_rate_low, middle.win_rate_high),
            decided=number(whole.mean_decided_turn),
            settled=percent(whole.settled_share),
            of_settled=interval(whole.settled_share_low, whole.settled_share_high),
        )
    )
    if len(evidence.what_decides) and evidence.what_decides["share"].notna().all():
        yield Paragraph(_write_parts(evidence))
    bars = [int(turn) for turn in leads["turn"]], [100 * rate for rate in leads["win_rate"]]
    yield Figure(
        "figure-leads",
        "How often the player who is ahead after a turn wins, by the game's own measure, of the "
        "games that went on after it. Late turns are reached by games that were close.",
        *draw_bars("leads", "Who is ahead wins", *bars, AXES),
    )
    table = Table(
        id="table-decided",
        caption="When games are decided",
        columns=COLUMNS,
        rows=[_make_cells(row) for row in decided.itertuples()],
    )
    yield Fold("Turn by turn", (_make_leads_table(leads),))
    yield Fold("By matchup", (table,))


def _make_leads_table(leads: pd.DataFrame) -> Table:
    """Return the table of what being ahead is worth after each turn."""
    rows = [
        [
            count_cell(row.turn),
            count_cell(row.n_games),
            rate_cell(row.win_rate, row.win_rate_low, row.win_rate_high),
        ]
        for row in leads.itertuples()
    ]
    return Table("table-leads", "What a lead is worth", LEAD_COLUMNS, rows)


def _write_parts(evidence: Evidence) -> Sentence:
    """Write how much of the results is due to decks, turn order, and the rest."""
    parts = {row.part: row for row in evidence.what_decides.itertuples()}
    told = {
        name: f"{percent(row.share)} ({interval(row.share_low, row.share_high)})"
        for name, row in parts.items()
    }
    return make_sentence(
        "Of what decides a game, {decks} is which decks meet, {first} who goes first, and {rest} "
        "the deal, play and luck. It hangs on who plays: their errors count as luck.",
        decks=told["decks"],
        first=told["going first"],
        rest=told["deal, play and luck"],
    )


def select_leads(leads: pd.DataFrame) -> pd.DataFrame:
    """Select the turns after which somebody is ahead in enough games to be shown."""
    if leads.empty:
        return leads
    return leads[leads["n_games"] >= COMMON * leads["n_games"].max()]


def _make_cells(row: Any) -> list[Cell]:
    return [
        name_cell("All matchups" if row.scope == "all" else row.scope),
        count_cell(row.n_decided),
        mean_cell(row.mean_decided_turn, row.mean_decided_turn_low, row.mean_decided_turn_high),
        rate_cell(row.mean_decided_share, row.mean_decided_share_low, row.mean_decided_share_high),
        rate_cell(row.settled_share, row.settled_share_low, row.settled_share_high),
    ]
