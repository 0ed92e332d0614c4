"""The command `history`: how win rates moved over the commits of a folder."""

import tempfile
from pathlib import Path
from typing import Any

import pandas as pd

from evenhand.analysis.data.input_changes import group_by_input
from evenhand.commands.real import choose_format, write_table
from evenhand.experiments.history import play_history
from evenhand.experiments.history_plan import Asked, Planned, plan_history
from evenhand.flags import HistoryFlags
from evenhand.gate.check_setup import find_balance_file
from evenhand.inputs.folder import read_folder
from evenhand.inputs.request import Request
from evenhand.reports.bands import STAR
from evenhand.reports.check.edit_wording import name_edit
from evenhand.reports.history.result import NOW, History, StateInfo
from evenhand.reports.history.wording import (
    forecast_history_games,
    list_history_findings,
    write_conclusion,
    write_history_headline,
)
from evenhand.reports.wording import MISSING, interval, number
from evenhand.result_folders import print_place
from evenhand.run_summary import print_findings, repeat_with
from evenhand.terminal import (
    NO_LIMIT,
    command_line,
    format_table,
    list_rows,
    note,
    plain_table,
    print_json,
    print_lines,
    tell,
)

__all__ = ["history_command"]

WIDEST = "100.0 (100.0\N{EN DASH}100.0) " + STAR  # cell of a win rate


def history_command(flags: HistoryFlags) -> None:
    """Carry out `history`: play the states of a folder in git, and say what moved."""
    kind = choose_format(flags.out) if flags.out else ""
    is_silent = flags.quiet or flags.json
    asked = Asked(
        folder=read_folder(find_balance_file(flags.place)),
        last=flags.last,
        by_tags=flags.tags,
        since=flags.since,
        request=Request(games=flags.games, seed=flags.seed, bots=flags.bots, jobs=flags.jobs),
        is_quiet=is_silent,
    )
    with tempfile.TemporaryDirectory() as room:
        planned = plan_history(asked, Path(room))
        rows = Rows(planned)
        if not is_silent:
            note(*planned.notes)
        history, page = play_history(planned, None if is_silent else rows.print_state)
        if not is_silent:
            rows.print_rest()
    if flags.out:
        write_table(history.rows_with_cards, flags.out, kind)
    if flags.json:
        print_json(describe(history, page))
    elif flags.quiet:
        tell(page)
    else:
        show(history, page, flags)


class Rows:
    """The table of win rates by state, printed row by row while states are played.

    Parameters
    ----------
    planned : Planned
        With the decks that have a column each.
    """

    def __init__(self, planned: Planned) -> None:
        self.decks = planned.decks
        names = planned.steps[-1].plan.display_names
        self.columns = ("state", "date", *(names.get(deck, deck) for deck in self.decks))
        self.states = [state.info for state in planned.states]
        self.n_printed = 0
        self.widest = (
            max((state.name for state in self.states), key=len),
            max((state.date for state in self.states), key=len),
            *[WIDEST] * len(self.decks),
        )

    def print_state(self, info: StateInfo, table: pd.DataFrame) -> None:
        """Print the row of a state, and before it those of states that cannot be played."""
        if not self.n_printed:
            tell(f"Wins in %, with 95 % intervals; {STAR} surely a jump.", "")
            print_lines(self._format(())[:1])
        while self.states[self.n_printed] is not info:
            self._print_gap(self.states[self.n_printed])
        rows = {row.deck: row for row in table.itertuples()}
        cells = [write_cell(rows.get(deck)) for deck in self.decks]
        print_lines(self._format((info.name, info.date, *cells))[-1:])
        self.n_printed += 1

    def print_rest(self) -> None:
        """Print the states behind the last one that was played."""
        for info in self.states[self.n_printed :]:
            self._print_gap(info)

    def _print_gap(self, info: StateInfo) -> None:
        start = self._format((info.name, info.date, *[""] * len(self.decks)))[-1]
        print_lines([f"{start}  cannot be played: {info.problem}"])
        self.n_printed += 1

    def _format(self, row: tuple[str, ...]) -> list[str]:
        """Return the lines of a table of two rows, the first as wide as any."""
        table = plain_table(*self.columns)
        table.add_row(*self.widest)
        if row:
            table.add_row(*row)
        return format_table(table, NO_LIMIT)


def write_cell(row: Any) -> str:
    """Write a win rate with its interval, and whether it jumped."""
    if row is None:
        return MISSING
    mark = f" {STAR}" if row.is_jump else ""
    spread = interval(row.win_rate_low, row.win_rate_high)
    return f"{number(100 * row.win_rate)} ({spread}){mark}"


def show(history: History, page: Path, flags: HistoryFlags) -> None:
    """Print what a history comes to, and what to type next."""
    tell("")
    print_findings(write_history_headline(history), list_history_findings(history))
    tell(write_conclusion(history), "")
    if flags.out:
        print_place("Table", flags.out)
    tell(f"Report  {page}")
    if words := choose_next(history, flags):
        tell(f"Next    {command_line(*words)}")


def choose_next(history: History, flags: HistoryFlags) -> tuple[object, ...]:
    """Choose what to type next: both sides of the largest jump, more games, or a check."""
    place = [flags.place] * bool(flags.place)
    if games := forecast_history_games(history):
        return repeat_with("--games", games)
    if history.jumps.empty:
        return ("check", *place)
    state = int(history.jumps["state"].iloc[0])
    before = history.played[history.played.index(state) - 1]
    sides = [history.states[one].name for one in (before, state)]
    sides = [name.partition(",")[0] for name in sides if name != NOW]
    return ("compare", *sides, *(["--folder", flags.place] if flags.place else []))


def describe(history: History, page: Path) -> dict[str, Any]:
    """Return a history as JSON."""
    return {
        "bot": history.bot,
        "seed": history.seed,
        "states": [
            {
                "state": info.name,
                "date": info.date,
                "subject": info.subject,
                "problem": info.problem,
                "left_out": list(info.left_out),
                "edits": [str(name_edit(one, info.places)) for one in group_by_input(info.changes)],
                "run": str(history.runs.get(state, "")),
            }
            for state, info in enumerate(history.states)
        ],
        "rows": list_rows(history.rows),
        "overall": list_rows(history.overall),
        "cards": list_rows(history.card_rates),
        "summary": [
            str(write_history_headline(history)),
            *(str(one.sentence) for one in list_history_findings(history)),
            str(write_conclusion(history)),
        ],
        "display_names": dict(history.display_names),
        "notes": list(history.notes),
        "report": str(page),
    }
