"""The command that is carried out, as it was typed.

What a command leaves unfinished is ended by that command alone: it is told when it is stopped,
and stands in the note of what it began. No other words ask for all that was asked for.
"""

import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

__all__ = ["PROGRAM", "carry_out", "given_command", "write_command"]

GIVEN: ContextVar[tuple[str, ...]] = ContextVar("given", default=())
PROGRAM = "evenhand"
OUT, END_OF_FLAGS = "--out", "--"
PLAIN = re.compile(r"[\w.:=/\\+-]+", re.ASCII)  # what no shell of Windows reads otherwise


@contextmanager
def carry_out(arguments: Sequence[str]) -> Iterator[None]:
    """Carry out a command of this program, whose arguments are kept as they were typed."""
    token = GIVEN.set((PROGRAM, *arguments))
    try:
        yield
    finally:
        GIVEN.reset(token)


def given_command(out: Path | None = None) -> tuple[str, ...]:
    """Return the words of the command that is carried out; none where Python called.

    Parameters
    ----------
    out : Path, optional
        The folder that was chosen for it, as it named none.
    """
    words = GIVEN.get()
    if out is None or not words:
        return words
    flags = words.index(END_OF_FLAGS) if END_OF_FLAGS in words else len(words)
    return *words[:flags], OUT, str(out), *words[flags:]


def write_command(words: Sequence[str], system: str = sys.platform) -> str:
    """Write a command as the shell of a system reads it, whatever the words hold."""
    return " ".join(map(quote_for_windows, words)) if system == "win32" else shlex.join(words)


def quote_for_windows(word: str) -> str:
    """Quote a word for cmd and PowerShell, which know double quotes alone alike.

    References
    ----------
    https://learn.microsoft.com/en-us/cpp/c-language/parsing-c-command-line-arguments :
    backslashes count only before a double quote.
    """
    if PLAIN.fullmatch(word):
        return word
    escaped = re.sub(r'(\\*)"', r"\1\1\"", word)
    return '"' + re.sub(r"(\\+)\Z", r"\1\1", escaped) + '"'
