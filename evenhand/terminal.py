"""Print results on standard output, and everything else on standard error.

All output of `evenhand` is printed by this module. Printed texts may quote files: names,
paths, cells. So line breaks and invisible characters are escaped, and no line can be taken for
a command by a CI service.

Rich is imported only where a table or a bar is drawn, because many commands print neither.
"""

import json
import os
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import typer

from evenhand.decks.invisible_characters import UNSEEN, shorten, show_unseen
from evenhand.simulate.runs.given_command import given_command, write_command

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console, JustifyMethod, RenderableType
    from rich.text import Text

__all__ = [
    "NO_LIMIT",
    "SCHEMA_VERSION",
    "PlainTable",
    "can_choose",
    "choose",
    "command_line",
    "confirm",
    "describe_value",
    "drop_flags",
    "finish_without_reader",
    "flush_output",
    "format_table",
    "is_terminal",
    "list_rows",
    "make_console",
    "mend_and_repeat",
    "note",
    "note_annotations",
    "note_errors",
    "note_stopped",
    "open_streams",
    "plain_table",
    "print_json",
    "print_lines",
    "print_table",
    "tell",
    "terminal_width",
    "write_json",
]  # fmt: skip

SCHEMA_VERSION = 1  # of the output of --json
NO_LIMIT = 10_000  # columns of a file or pipe, where text is not wrapped
MOST_ERRORS = 50
LONGEST_ERROR = 900  # characters
AMBIGUOUS = "; write the one that you mean)"  # the end of an error of a text with several readings
OUTPUT = "standard output"  # name used in errors
LONG_QUOTE = re.compile(r"[^\s']{400,}|(?<=')[^']{400,}(?=')")
# Replacements of characters that an encoding lacks; none of them begins a CI command.
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


# Lines


def tell(*lines: object, style: str = "") -> None:
    """Print lines on standard output, on a terminal in a style of Rich."""
    shown = [show_unseen(str(line)) for line in lines]
    if style:
        from rich.text import Text

        shown = [part for line in shown for part in render(Text(line, style=style), None)]
    print_lines(shown)


def note(*lines: object) -> None:
    """Print lines on standard error."""
    with ignore_write_errors():
        write_lines(sys.stderr, [show_unseen(str(line)) for line in lines])
        sys.stderr.flush()


def note_errors(problems: Sequence[str]) -> None:
    """Print errors on standard error: at most 50, each cut to 900 characters."""
    for problem in problems[:MOST_ERRORS]:
        line = LONG_QUOTE.sub(lambda quote: shorten(quote[0]), problem)
        if len(line) > LONGEST_ERROR:
            line = f"{line[: LONGEST_ERROR // 2]} .. {line[-LONGEST_ERROR // 2 :]}"
        note(f"error: {line}")
    if (more := len(problems) - MOST_ERRORS) > 0:
        note(f"error: .. and {more:,} more")
    if any(AMBIGUOUS in problem for problem in problems):
        note(
            "evenhand cards shows on a table what each of these does, and writes the one you choose"
        )


def note_stopped(error: BaseException, is_begun: bool, out: Path | None = None) -> None:
    """Print on standard error that work was stopped, and the command that resumes it.

    Parameters
    ----------
    error : BaseException
        The cause. For an error before any games were kept, nothing is printed.
    is_begun : bool
        Whether games were kept.
    out : Path, optional
        The folder chosen for the work, if the user did not name one.
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


def flush_output() -> None:
    """Flush standard output."""
    with name_output_in_errors():
        sys.stdout.flush()


def is_terminal() -> bool:
    """Return whether the user can answer a question on the terminal."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def confirm(question: str) -> bool:
    """Ask a yes/no question on the terminal and return the answer; yes by default."""
    with stop_without_answer():
        return typer.confirm(question, default=True, err=True)


def can_choose() -> bool:
    """Return whether the user sees the output on a terminal and can answer there."""
    return is_terminal() and sys.stdout.isatty()


def choose(question: str, most: int) -> int:
    """Ask on the terminal for a number from 1 until there is one; 0 if Enter alone is pressed."""
    while True:
        with stop_without_answer():
            answer = typer.prompt(question, "", show_default=False, err=True, prompt_suffix=" ")
        answer = answer.strip()
        if answer in ("", *map(str, range(1, most + 1))):
            return int(answer or 0)
        note(f"Type a number from 1 to {most}, or press Enter alone.")


@contextmanager
def stop_without_answer() -> Iterator[None]:
    """Stop as after Ctrl-C if a question on the terminal is answered by the end of the input."""
    try:
        yield
    except typer.Abort:
        raise KeyboardInterrupt from None


def note_annotations(lines: Iterable[str]) -> None:
    """Print lines on standard error that a CI service reads as commands."""
    with ignore_write_errors():
        for line in lines:
            sys.stderr.write(replace_unencodable(f"{show_unseen(line)}\n", sys.stderr))
        sys.stderr.flush()


def write_lines(file: TextIO, lines: Iterable[str]) -> None:
    """Write lines to a terminal's stream, invisible characters escaped, except Rich's colours."""
    file.write(replace_unencodable("".join(f"{escape_command(line)}\n" for line in lines), file))


def replace_unencodable(text: str, file: TextIO) -> str:
    """Return a text for a terminal, with signs that its encoding lacks replaced by similar ones."""
    encoding = file.encoding or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(replace_letter(letter, encoding) for letter in text)
    return text


def replace_letter(letter: str, encoding: str) -> str:
    """Return a character that a terminal shows, a similar sign, its bare letter, or an escape."""
    bare = "".join(filter(is_visible, unicodedata.normalize("NFKD", letter)))
    for form in (letter, SIGNS.get(letter, letter), bare if bare.isalnum() else letter):
        with suppress(UnicodeEncodeError):
            return form.encode(encoding).decode(encoding)
    return letter.encode(encoding, "backslashreplace").decode(encoding)


def command_line(*words: object) -> str:
    """Return a command of this program as typed in a terminal, quoted for the shell."""
    return write_command(["evenhand", *map(str, words)])


def drop_flags(words: Sequence[str], *flags: str) -> tuple[str, ...]:
    """Return the words of a command without some flags and their values."""
    return tuple(
        word
        for before, word in pairwise(("", *words))
        if before not in flags and word.partition("=")[0] not in flags
    )


def mend_and_repeat(mistakes: Sequence[str]) -> str:
    """Return what helps most where files have mistakes: mend the first, and try again.

    Parameters
    ----------
    mistakes : sequence of str
        Where they stand: "cards.csv:9".
    """
    return f"mend {mistakes[0]}, then {command_line(*drop_flags(given_command()[1:], '--out'))}"


# Commands of CI services

COLOURS = re.compile(r"\x1b\[[\d;]*m")
# `##[group]` of Azure and old GitHub runners, `##vso[..]`, `##teamcity[..]`, anywhere in a line
ANYWHERE = re.compile(r"#(?=#\w*\[)")


def escape_command(line: str) -> str:
    r"""Escape the character that makes a line on the terminal a CI command: ``\x3a:error::``.

    References
    ----------
    https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands :
    a line that begins with ``::``, after any whitespace.
    https://learn.microsoft.com/en-us/azure/devops/pipelines/scripts/logging-commands
    https://www.jetbrains.com/help/teamcity/service-messages.html
    """
    before, colons, after = line.partition("::")
    if colons and not any(map(is_visible, COLOURS.sub("", before))):
        line = rf"{before}\x3a:{after}"
    return ANYWHERE.sub(r"\\x23", line)


def is_visible(character: str) -> bool:
    """Return whether a character shows on a terminal: no blank, control or combining mark."""
    return unicodedata.category(character)[0] not in "CMZ"


# Tables


@dataclass
class PlainTable:
    """A table of plain columns, for the terminal.

    Attributes
    ----------
    columns : tuple of str
        Headings, of one line or several.
    right : tuple of str
        Columns of numbers, which are aligned to the right.
    """

    columns: tuple[str, ...]
    right: tuple[str, ...]
    rows: list[tuple["str | Text", ...]] = field(default_factory=list)

    def add_row(self, *cells: "str | Text") -> None:
        """Add a row to a table for the terminal; line breaks are escaped, except in Rich texts."""
        self.rows.append(tuple(show_unseen(c) if isinstance(c, str) else c for c in cells))


def plain_table(*columns: str, right: tuple[str, ...] = ()) -> PlainTable:
    """Make a table for the terminal; columns named in `right` are aligned to the right."""
    return PlainTable(columns, right)


def format_table(table: PlainTable, width: int | None = None) -> list[str]:
    """Return the lines of a table for the terminal, without trailing blanks."""
    from rich.table import Table

    drawn = Table(
        box=None,
        pad_edge=False,
        padding=(0, 2, 0, 0),
        header_style="bold",
        show_header=any(table.columns),
    )
    for column in table.columns:
        justify: JustifyMethod = "right" if column in table.right else "left"
        drawn.add_column(column, justify=justify, overflow="fold")  # no name loses its end
    for row in table.rows:
        drawn.add_row(*row)
    return render(drawn, width)


def print_table(table: PlainTable) -> None:
    """Print a table on the terminal, by standard output."""
    print_lines(format_table(table))


def print_lines(lines: Iterable[str]) -> None:
    """Print lines on the terminal, invisible characters escaped, on standard output."""
    with name_output_in_errors():
        write_lines(sys.stdout, lines)


def render(item: "RenderableType", width: int | None) -> list[str]:
    """Return the lines of a Rich item, in colours if standard output is a terminal."""
    screen = make_console(sys.stdout, width)
    with name_output_in_errors(), screen.capture() as captured:  # capturing flushes the output
        screen.print(item)
    return [line.rstrip() for line in captured.get().split("\n")[:-1]]


def make_console(file: TextIO, width: int | None = None) -> "Console":
    """Make a console of Rich for a stream; it prints texts without interpreting brackets."""
    from rich.console import Console

    if width is None and not (file.isatty() or "COLUMNS" in os.environ):
        width = NO_LIMIT
    return Console(file=file, width=width, highlight=False, markup=False, emoji=False)


def terminal_width() -> int:
    """Return the number of columns of the terminal."""
    return make_console(sys.stdout).width


def describe_value(value: Any) -> str:
    """Return any value in words to print, lists and mappings included."""
    if isinstance(value, list):
        return "; ".join(map(describe_value, value)) or "nothing"
    if isinstance(value, dict):
        return (
            ", ".join(f"{key} {describe_value(inner)}" for key, inner in value.items()) or "nothing"
        )
    return str(value)


# JSON


def print_json(content: dict[str, Any]) -> None:
    """Print a JSON object with its schema version on standard output."""
    text = write_json(content)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = re.sub(r"[^\x00-\x7f]", lambda match: json.dumps(match[0])[1:-1], text)
    with name_output_in_errors():
        sys.stdout.write(f"{text}\n")


def write_json(content: dict[str, Any]) -> str:
    r"""Return a JSON object in one line that is safe on a terminal: invisible characters escaped.

    A lone surrogate, which stands for a byte of a file name that is not UTF-8, is no valid
    JSON: it is written as the six characters of its escape, ``\udcff``.
    """
    text = json.dumps({"schema_version": SCHEMA_VERSION, **content}, ensure_ascii=False)
    text = UNSEEN.sub(escape_in_json, text)
    return ANYWHERE.sub(r"\\u0023", text)


def escape_in_json(match: re.Match[str]) -> str:
    """Return a character of a JSON string on the terminal as an escape."""
    escape = json.dumps(match[0])[1:-1]
    return rf"\{escape}" if "\ud800" <= match[0] <= "\udfff" else escape


def list_rows(frame: "pd.DataFrame") -> list[dict[str, Any]]:
    """Return a table's rows as JSON objects to print; missing values are None."""
    rows: list[dict[str, Any]] = json.loads(frame.to_json(orient="records", double_precision=15))
    return rows


# Streams


def open_streams() -> None:
    """Open the null device for each standard stream that is closed.

    Otherwise the next file opened would get the stream's number.
    """
    for name, mode in STREAMS.items():  # in order of number, because a file gets the lowest
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  it stays
    if not os.environ.get("COLUMNS", "").strip("0"):  # set without a terminal; Rich obeys it
        os.environ.pop("COLUMNS", None)


@contextmanager
def name_output_in_errors() -> Iterator[None]:
    """Add the name of standard output to write errors, and discard the rest of the output."""
    try:
        yield
    except OSError as error:
        redirect_to_null(sys.stdout)  # else Python would write again when it exits
        raise OSError(error.errno, error.strerror, OUTPUT) from None


@contextmanager
def finish_without_reader() -> Iterator[None]:
    """Go on after printing if whatever reads standard output has stopped: files are to be written.

    The rest of the output is discarded, as by `name_output_in_errors`.
    """
    with suppress(BrokenPipeError):
        yield


@contextmanager
def ignore_write_errors() -> Iterator[None]:
    """Ignore write errors of standard error, which holds no results."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError:
        redirect_to_null(sys.stderr)


def redirect_to_null(stream: TextIO) -> None:
    """Redirect a standard stream to the null device."""
    with suppress(OSError):  # raised for a stream that is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
