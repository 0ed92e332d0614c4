"""Printing: results on standard output, everything else on standard error.

This is the program's one door to a terminal. What passes it may quote a file: a name, a
path, a cell. So a line stays one line, what nobody sees is shown as an escape, and no CI
service reads a line as a command. Nothing else in `evenhand` prints.

Rich is imported where a table or a bar is drawn: many commands print neither.
"""

import json
import os
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, TextIO

import typer

from evenhand.decks.invisible_characters import UNSEEN, show_unseen
from evenhand.decks.text_file import shorten
from evenhand.simulate.runs.given_command import given_command, write_command

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

__all__ = [
    "NO_LIMIT",
    "SCHEMA_VERSION",
    "PlainTable",
    "Progress",
    "command_line",
    "confirm",
    "is_terminal",
    "lines_of",
    "note",
    "note_annotations",
    "note_errors",
    "note_stopped",
    "open_streams",
    "plain_table",
    "print_json",
    "print_lines",
    "print_table",
    "progress_bar",
    "send_off",
    "tell",
    "terminal_width",
    "write_json",
]  # fmt: skip

SCHEMA_VERSION = 1  # of what --json prints
NO_LIMIT = 10_000  # columns: text that goes to a file or a pipe is not wrapped
MOST_ERRORS = 50
LONGEST_ERROR = 900  # characters
LINE_EVERY = 10  # seconds, where progress is told in lines
OUTPUT = "standard output"  # as errors name it
LONG_QUOTE = re.compile(r"[^\s']{400,}|(?<=')[^']{400,}(?=')")
# What stands for signs where an encoding has none of them; none of these begins a command.
SIGNS = {
    "\N{NO-BREAK SPACE}": " ", "\N{NARROW NO-BREAK SPACE}": " ", "\N{EN DASH}": "-",
    "\N{EM DASH}": "-", "\N{MINUS SIGN}": "-", "\N{PLUS-MINUS SIGN}": "+-",
    "\N{MULTIPLICATION SIGN}": "x", "\N{HORIZONTAL ELLIPSIS}": "..", "\N{MIDDLE DOT}": "-",
    "\N{RIGHTWARDS ARROW}": "->", "\N{NOT EQUAL TO}": "!=", "\N{GREATER-THAN OR EQUAL TO}": ">=",
    "\N{LESS-THAN OR EQUAL TO}": "<=", "\N{BLACK STAR}": "*", "\N{BLACK CIRCLE}": "o",
    "\N{BLACK DIAMOND}": "*", "\N{BLACK UP-POINTING TRIANGLE}": "^",
    "\N{BLACK DOWN-POINTING TRIANGLE}": "v", "\N{CHECK MARK}": "+", "\N{BALLOT X}": "x",
    "\N{LEFT SINGLE QUOTATION MARK}": "'", "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{LEFT DOUBLE QUOTATION MARK}": '"', "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
    "\N{BLACK SPADE SUIT}": "S", "\N{BLACK HEART SUIT}": "H", "\N{BLACK DIAMOND SUIT}": "D",
    "\N{BLACK CLUB SUIT}": "C",
}  # fmt: skip
STREAMS = {"stdin": "r", "stdout": "w", "stderr": "w"}

Progress = Callable[[int, int], None]  # games done, games in all


# Lines


def tell(*lines: object, style: str = "") -> None:
    """Say lines on standard output, on a terminal in a style of Rich's."""
    shown = [show_unseen(str(line)) for line in lines]
    if style:
        from rich.text import Text

        shown = [part for line in shown for part in draw(Text(line, style=style), None)]
    print_lines(shown)


def note(*lines: object) -> None:
    """Say lines on standard error."""
    with unheard():
        put(sys.stderr, [show_unseen(str(line)) for line in lines])
        sys.stderr.flush()


def note_errors(problems: Sequence[str]) -> None:
    """Say what is wrong, on standard error: the first of very many, and long ones cut."""
    for problem in problems[:MOST_ERRORS]:
        line = LONG_QUOTE.sub(lambda quote: shorten(quote[0]), problem)
        if len(line) > LONGEST_ERROR:
            line = f"{line[: LONGEST_ERROR // 2]} .. {line[-LONGEST_ERROR // 2 :]}"
        note(f"error: {line}")
    if (more := len(problems) - MOST_ERRORS) > 0:
        note(f"error: .. and {more:,} more")


def note_stopped(error: BaseException, is_begun: bool, out: Path | None = None) -> None:
    """Say that work was stopped, and what goes on with it: just what was asked for.

    Parameters
    ----------
    error : BaseException
        What stopped it. Of errors nothing is said before something was begun.
    is_begun : bool
        Whether games are kept.
    out : Path, optional
        The folder that was chosen for the work, as nobody named one.
    """
    if is_begun:
        stopped, what = "Stopped.", "resume"
    elif isinstance(error, KeyboardInterrupt | SystemExit):
        stopped, what, out = (
            "Stopped before any games were kept: nothing is lost.",
            "start again",
            None,
        )
    else:
        return
    if words := given_command(out):
        note(f"{stopped} To {what}: {write_command(words)}")
    else:
        more = f", with out={str(out)!r}" if out else ""
        note(f"{stopped} To {what}, repeat the call{more}")


def send_off() -> None:
    """Let whatever reads standard output have at once what was said."""
    with naming_output():
        sys.stdout.flush()


def is_terminal() -> bool:
    """Return whether somebody is there to answer a question."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def confirm(question: str) -> bool:
    """Ask a question that is answered with yes or no; yes if only Enter is pressed."""
    return typer.confirm(question, default=True, err=True)


def note_annotations(lines: Iterable[str]) -> None:
    """Say lines that a CI service is to read as commands, on standard error."""
    with unheard():
        for line in lines:
            sys.stderr.write(encodable(f"{show_unseen(line)}\n", sys.stderr))
        sys.stderr.flush()


def put(file: TextIO, lines: Iterable[str]) -> None:
    """Write lines that hold nothing unseen but Rich's own colours."""
    file.write(encodable("".join(f"{defuse(line)}\n" for line in lines), file))


def encodable(text: str, file: TextIO) -> str:
    """Return a text in which the nearest thing stands for what a file's encoding lacks."""
    encoding = file.encoding or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(encodable_letter(letter, encoding) for letter in text)
    return text


def encodable_letter(letter: str, encoding: str) -> str:
    """Return a character, a sign like it, its letter without accents, or at last an escape."""
    bare = "".join(filter(is_seen, unicodedata.normalize("NFKD", letter)))
    for one in (letter, SIGNS.get(letter, letter), bare if bare.isalnum() else letter):
        with suppress(UnicodeEncodeError):
            return one.encode(encoding).decode(encoding)
    return letter.encode(encoding, "backslashreplace").decode(encoding)


def command_line(*words: object) -> str:
    """Return a command of this program as it can be typed, whatever the words hold."""
    return write_command(["evenhand", *map(str, words)])


# What CI services take for commands

COLOURS = re.compile(r"\x1b\[[\d;]*m")
# `##[group]` of Azure and of old GitHub runners, `##vso[..]`, `##teamcity[..]`: anywhere in a line.
ANYWHERE = re.compile(r"#(?=#\w*\[)")


def defuse(line: str) -> str:
    r"""Write the sign that makes a line a command as an escape: ``\x3a:error::``, ``\x23#[``.

    References
    ----------
    https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands :
    a line that begins with ``::``, whatever blanks stand before it.
    https://learn.microsoft.com/en-us/azure/devops/pipelines/scripts/logging-commands
    https://www.jetbrains.com/help/teamcity/service-messages.html
    """
    before, colons, after = line.partition("::")
    if colons and not any(map(is_seen, COLOURS.sub("", before))):
        line = rf"{before}\x3a:{after}"
    return ANYWHERE.sub(r"\\x23", line)


def is_seen(character: str) -> bool:
    """Return whether a character is more than a blank or a mark upon another one."""
    return unicodedata.category(character)[0] not in "CMZ"


# Tables


@dataclass
class PlainTable:
    """A table of plain columns.

    Attributes
    ----------
    columns : tuple of str
        Headings, each of one line or several.
    right : tuple of str
        Those that hold numbers.
    """

    columns: tuple[str, ...]
    right: tuple[str, ...]
    rows: list[tuple["str | Text", ...]] = field(default_factory=list)

    def add_row(self, *cells: "str | Text") -> None:
        """Add a row; a cell stays in its line, unless it is a text that has a style already."""
        self.rows.append(tuple(show_unseen(c) if isinstance(c, str) else c for c in cells))


def plain_table(*columns: str, right: tuple[str, ...] = ()) -> PlainTable:
    """Make a table of plain columns; those in `right` hold numbers."""
    return PlainTable(columns, right)


def lines_of(table: PlainTable, width: int | None = None) -> list[str]:
    """Render a table, without the blanks at the ends of its lines."""
    from rich.table import Table

    drawn = Table(
        box=None,
        pad_edge=False,
        padding=(0, 2, 0, 0),
        header_style="bold",
        show_header=any(table.columns),
    )
    for column in table.columns:
        drawn.add_column(column, justify="right" if column in table.right else "left")
    for row in table.rows:
        drawn.add_row(*row)
    return draw(drawn, width)


def print_table(table: PlainTable) -> None:
    """Print a table on standard output."""
    print_lines(lines_of(table))


def print_lines(lines: Iterable[str]) -> None:
    """Print lines that hold nothing unseen but Rich's own colours on standard output."""
    with naming_output():
        put(sys.stdout, lines)


def draw(what: "RenderableType", width: int | None) -> list[str]:
    """Render something of Rich's, in colours if standard output is a terminal."""
    screen = console(sys.stdout, width)
    with naming_output(), screen.capture() as captured:  # which sends off what was said before
        screen.print(what)
    return [line.rstrip() for line in captured.get().split("\n")[:-1]]


def console(file: TextIO, width: int | None = None) -> "Console":
    """Make a console; names are printed as they are, whatever brackets they hold."""
    from rich.console import Console

    if width is None and not (file.isatty() or "COLUMNS" in os.environ):
        width = NO_LIMIT
    return Console(file=file, width=width, highlight=False, markup=False, emoji=False)


def terminal_width() -> int:
    """Return how many columns standard output has."""
    return console(sys.stdout).width


# JSON


def print_json(content: dict[str, Any]) -> None:
    """Print one JSON object that says which schema it follows."""
    text = write_json(content)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = re.sub(r"[^\x00-\x7f]", lambda found: json.dumps(found[0])[1:-1], text)
    with naming_output():
        sys.stdout.write(f"{text}\n")


def write_json(content: dict[str, Any]) -> str:
    r"""Write a JSON object in one line, with what nobody sees as JSON's own escapes.

    Half a character, which is a byte of a file name that is not UTF-8, is nothing that JSON
    can hold: it is written as the six characters that people are shown, ``\udcff``.
    """
    text = json.dumps({"schema_version": SCHEMA_VERSION, **content}, ensure_ascii=False)
    text = UNSEEN.sub(escape_in_json, text)
    return ANYWHERE.sub(r"\\u0023", text)


def escape_in_json(found: re.Match[str]) -> str:
    """Return a character of a JSON string as an escape."""
    escape = json.dumps(found[0])[1:-1]
    return rf"\{escape}" if "\ud800" <= found[0] <= "\udfff" else escape


# The streams themselves


def open_streams() -> None:
    """Give a program that was started with a closed stream one that leads nowhere.

    Otherwise the next file that is opened would take the stream's place.
    """
    for name, mode in STREAMS.items():  # in the order of their numbers: a file takes the lowest
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  it stays
    if not os.environ.get("COLUMNS", "").strip("0"):  # as where there is no terminal: Rich heeds it
        os.environ.pop("COLUMNS", None)


@contextmanager
def naming_output() -> Iterator[None]:
    """Name standard output where it cannot be written to; what is left of it goes nowhere."""
    try:
        yield
    except OSError as error:
        lead_nowhere(sys.stdout)  # or Python would try again at its end
        raise OSError(error.errno, error.strerror, OUTPUT) from None


@contextmanager
def unheard() -> Iterator[None]:
    """Go on where standard error takes no more: what is said there is no result."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError:
        lead_nowhere(sys.stderr)


def lead_nowhere(stream: TextIO) -> None:
    """Let a stream take everything from now on, and keep nothing."""
    with suppress(OSError):  # of a stream that is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextmanager
def progress_bar(disabled: bool) -> Iterator[Progress]:
    """Show games done and the time left: a bar on a terminal, elsewhere a line now and then."""
    if disabled:
        yield lambda done, total: None
        return
    if not sys.stderr.isatty():
        yield ProgressLines().show
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


class ProgressLines:
    """Games done and the time left, in a line on standard error every so often.

    A log grows by no more than that, and work that is soon done says nothing. The time left is
    told by the games since the first that were seen to be done: what came before them, such as
    compiling the rules or games of an earlier run, says nothing of it.
    """

    def __init__(self) -> None:
        self.last = monotonic()
        self.first: tuple[float, int] | None = None

    def show(self, done: int, total: int) -> None:
        """Say how many games are done, if the last line was some time ago."""
        now = monotonic()
        if done and self.first is None:
            self.first = (now, done)
        if now - self.last < LINE_EVERY or not 0 < done < total:
            return
        self.last = now
        note(f"{done:,} of {total:,} games{self.tell_left(now, done, total)}")

    def tell_left(self, now: float, done: int, total: int) -> str:
        """Say how long the rest will take, once that is known."""
        began, before = self.first or (now, done)
        if done == before:
            return ""
        return f", about {tell_seconds((now - began) * (total - done) / (done - before))} left"


def tell_seconds(seconds: float) -> str:
    """Say how long something takes: 20 s, 3 min, 2.5 h."""
    if seconds < 100:
        return f"{max(seconds, 1):.0f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} min" if minutes < 100 else f"{minutes / 60:.1f} h"
