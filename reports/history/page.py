"""The page of a history: the figure of all decks, the table, and every state with its edits."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from evenhand.analysis.data.input_changes import group_by_input
from evenhand.decks.display_names import make_title
from evenhand.reports.bands import STAR, Standing
from evenhand.reports.blocks import (
    Block,
    Cell,
    Column,
    Facts,
    Figure,
    Paragraph,
    Section,
    Table,
    Text,
    name_cell,
)
from evenhand.reports.check.edit_wording import name_edit
from evenhand.reports.history.drawing import Point, Strip, draw_strips
from evenhand.reports.history.result import History
from evenhand.reports.history.wording import (
    list_history_findings,
    show_move,
    write_conclusion,
    write_history_headline,
)
from evenhand.reports.page import make_table_data, render_page
from evenhand.reports.wording import (
    MISSING,
    Name,
    Sentence,
    count,
    interval,
    join_parts,
    make_sentence,
    number,
    points,
)
from evenhand.simulate.runs.atomic_files import write_atomic

__all__ = ["render_history", "write_history"]

NAN = float("nan")
STATE_COLUMNS = (
    Column("State", numeric=False),
    Column("Date", numeric=False),
    Column("Message", numeric=False),
    Column("What was edited", numeric=False),
    Column("Games", numeric=False),
)
ABOUT = (
    "The win rate of each deck in every state, with its 95 % interval; every opponent weighs the "
    "same. Triangles: it surely won more or less than in the state before, all changes here "
    "considered. Grey bars: its list or one of its cards was edited."
)

ABOUT_CARDS = (
    "How often a card's owner wins the games in which a copy was in the opening hand or drawn, of "
    "the cards that surely moved from one state to the next; those that were edited come first. A "
    "card moves with its deck: the other cards of a deck that won more moved, too."
)
MOST_CARDS = 20


def write_history(history: History, out: Path) -> Path:
    """Write the page of a history and return its path; the same history gives the same bytes."""
    write_atomic(out, render_history(history))
    return out


def render_history(history: History) -> str:
    """Render the page of a history."""
    names = dict(history.display_names)
    history = replace(history, display_names=history.titles)
    return render_page(
        kind="history",
        run={"title": history.title, "mode": f"{make_title(history.mode)}, history"},
        figures=make_key_figures(history),
        headline=write_history_headline(history),
        lead=write_conclusion(history),
        findings=list_history_findings(history),
        sections=[make_rates_section(history), *make_card_sections(history),
                  make_states_section(history), make_method_section(history)],
        data={
            "schema_version": 1,
            "display_names": names,
            "tables": {
                "history": make_table_data(history.table),
                "overall": make_table_data(history.overall),
                "cards": make_table_data(history.card_rates),
            },
        },
    )  # fmt: skip


def make_key_figures(history: History) -> dict[str, object]:
    """Return the history's key figures, shown below its headline."""
    first, last = (history.states[place].name for place in (0, -1))
    return {
        "From": Name(first),
        "To": Name(last),
        "States": count(len(history.states)),
        "Jumps": count(len(history.jumps)),
        "Played by": Name(history.bot),
    }


def list_decks(history: History) -> list[str]:
    """List the decks of all states, those of the last state first."""
    by_state = history.table.sort_values("state", ascending=False, kind="stable")
    return list(dict.fromkeys(by_state["deck"]))


def make_rates_section(history: History) -> Section:
    """Return the section on win rates: the figure, and the table of decks by state."""
    rows = {(row.deck, row.state): row for row in history.table.itertuples()}
    names = history.display_names
    strips = [
        Strip(
            names.get(deck, deck),
            [make_point(history, deck, rows.get((deck, state)))
             for state in range(len(history.states))],
        )
        for deck in list_decks(history)
    ]  # fmt: skip
    drawn = draw_strips(
        "history", "Win rates by state", [state.name for state in history.states], strips,
        100 / history.n_seats,
    )  # fmt: skip
    blocks: list[Block] = [Figure("figure-history", ABOUT, *drawn)]
    return Section("win-rates", "Win rates", [*blocks, make_table(history, rows)])


def make_point(history: History, deck: str, row: Any) -> Point:
    """Make the figure's point of a deck in one state; without a row, it was not there."""
    if row is None:
        return Point(NAN, NAN, NAN, Standing.INSIDE, False)
    standing = Standing.ABOVE if row.change > 0 else Standing.BELOW
    own = history.list_own_changes(row.state, deck)
    return Point(
        100 * row.win_rate,
        100 * row.win_rate_low,
        100 * row.win_rate_high,
        standing if row.is_jump else Standing.INSIDE,
        any(change.kind in ("card", "deck") for change in own),
    )


def make_table(history: History, rows: Mapping[tuple[str, int], Any]) -> Table:
    """Return the table of win rates, a row for each state."""
    decks, names = list_decks(history), history.display_names
    columns = [
        Column("State", numeric=False),
        *(Column(Name(names.get(deck, deck)), "Wins, %; 95 % interval, then the change in points")
          for deck in decks),
    ]  # fmt: skip
    cells = [
        [name_cell(info.name), *(make_cell(rows.get((deck, state))) for deck in decks)]
        for state, info in enumerate(history.states)
    ]
    return Table("table-history", "Wins, %", columns, cells, style="wide", data="history")


def make_cell(row: Any) -> Cell:
    """Return the cell of a deck in a state: its win rate, and what moved it."""
    if row is None:
        return Cell(MISSING)
    spread = interval(row.win_rate_low, row.win_rate_high)
    moved = "" if row.change != row.change or row.change == 0 else points(show_move(row))
    return Cell(number(100 * row.win_rate), spread, STAR if row.is_jump else "", note=moved)


def make_card_sections(history: History) -> tuple[Section, ...]:
    """Return the section on cards that won surely more or less in hand; () if none did."""
    cards = list(dict.fromkeys(history.card_jumps["card"]))[:MOST_CARDS]
    if not cards:
        return ()
    rows = {(row.card, row.state): row for row in history.card_rates.itertuples()}
    columns = [
        Column("Card", numeric=False),
        *(Column(Name(history.states[state].name), "Wins of its owner, %; 95 % interval, then the "
                 "change in points") for state in history.played),
    ]  # fmt: skip
    cells = [
        [name_cell(card), *(make_card_cell(rows.get((card, state))) for state in history.played)]
        for card in cards
    ]
    table = Table("table-cards", "Wins in hand, %", columns, cells, style="wide", data="cards")
    return (Section("cards", "Cards in hand", (Paragraph(ABOUT_CARDS), table)),)


def make_card_cell(row: Any) -> Cell:
    """Return the cell of a card in a state: how often its owner wins, and how that moved."""
    if row is None:
        return Cell(MISSING)
    spread = interval(row.win_rate_low, row.win_rate_high)
    moved = "" if row.change != row.change or row.change == 0 else points(row.change)
    return Cell(number(100 * row.win_rate), spread, STAR if row.is_jump else "", note=moved)


def make_states_section(history: History) -> Section:
    """Return the section on states: commit, edits, and where their games are."""
    rows = [
        [
            name_cell(info.name),
            Cell(info.date),
            name_cell(info.subject),
            Cell(write_what(history, state), style="text"),
            name_cell(str(history.runs.get(state, ""))),
        ]
        for state, info in enumerate(history.states)
    ]
    notes = [Paragraph(text, style="note") for text in history.notes]
    table = Table("table-states", "States", STATE_COLUMNS, rows, style="wide")
    return Section("states", "States and edits", [table, *notes])


def write_what(history: History, state: int) -> Sentence:
    """Write all that was edited in a state, or why it was not played."""
    info = history.states[state]
    if info.problem:
        return make_sentence("cannot be played: {problem}", problem=Name(info.problem))
    if state == history.played[0]:
        return make_sentence("the first state")
    edits: Sequence[object] = [name_edit(one, info.places) for one in group_by_input(info.changes)]
    return join_parts(edits, "; ")


def make_method_section(history: History) -> Section:
    """Return the section on how it was measured."""
    facts: dict[str, Text] = {
        "Seed": str(history.seed),
        "Win rates": "95 % intervals, each for itself, over pairs of games on the same deal",
        "Changes": "paired differences on the same deals; their intervals hold at 95 % for all "
        "changes together (Šidák)",
        "Games": "each state's are a run: evenhand report and replay take its folder",
    }
    return Section("method", "How it was measured", (Facts(facts),))
