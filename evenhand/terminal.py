"""Printing: results on standard output, everything else on standard error.

Rich is imported where a table or a bar is drawn: many commands print neither.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

__all__ = [
    "NO_LIMIT",
    "SCHEMA_VERSION",
    "Progress",
    "console",
    "lines_of",
    "note",
    "plain_table",
    "print_json",
    "print_table",
    "progress_bar"
]  # fmt: skip

SCHEMA_VERSION = 1  # of what --json prints
NO_LIMIT = 10_000  # columns: text that goes to a file or a pipe is not wrapped


Progress = Callable[[int, int], None]  # games done, games in all


def console(file: TextIO | None = None, width: int | None = None) -> "Console":
    """Make a console; names are printed as they are, whatever brackets they hold."""
    from rich.console import Console

    file = file or sys.stdout
    if width is None and not (file.isatty() or "COLUMNS" in os.environ):
        width = NO_LIMIT
    return Console(file=file, width=width, highlight=False, markup=False, emoji=False)


def plain_table(*columns: str, right: tuple[str, ...] = ()) -> "Table":
    """Make a table of plain columns; those in `right` hold numbers."""
    from rich.table import Table

    table = Table(
        box=None,
        pad_edge=False,
        padding=(0, 2, 0, 0),
        header_style="bold",
        show_header=any(columns),
    )
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left")
    return table


def lines_of(table: "Table", width: int | None = None) -> list[str]:
    """Render a table, without the blanks at the ends of its lines."""
    screen = console(width=width)
    with screen.capture() as captured:
        screen.print(table)
    return [line.rstrip() for line in captured.get().splitlines()]


def print_table(table: "Table") -> None:
    """Print a table on standard output."""
    print("\n".join(lines_of(table)))


def print_json(content: dict[str, Any]) -> None:
    """Print one JSON object that says which schema it follows."""
    print(json.dumps({"schema_version": SCHEMA_VERSION, **content}, ensure_ascii=False))


def note(text: str) -> None:
    """Say something on standard error."""
    print(text, file=sys.stderr, flush=True)


@contextmanager
def progress_bar(disabled: bool) -> Iterator[Progress]:
    """Show games done, games a second and the time left, on a terminal only."""
    if disabled or not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} games"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=console(sys.stderr), transient=True) as bar:
        task = bar.add_task("", total=None, visible=False, rate="")

        def show(done: int, total: int) -> None:
            speed = bar.tasks[0].speed
            rate = f"{speed:,.0f} games/s" if speed else ""
            bar.update(task, completed=done, total=total, visible=True, rate=rate)

        yield show
