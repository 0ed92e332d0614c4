"""The current command, as it was typed.

Unfinished work is resumed by repeating its command exactly. So the command is stored in the note
of the work, and printed when it is stopped.
"""

import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

__all__ = ["PROGRAM", "command_context", "given_command", "write_command"]

GIVEN: ContextVar[tuple[str, ...]] = ContextVar("given", default=())
PROGRAM = "evenhand"
OUT, END_OF_FLAGS = "--out", "--"
PLAIN = re.compile(r"[\w.:=/\\+-]+", re.ASCII)  # words that need no quotes in any shell of Windows


@contextmanager
def command_context(arguments: Sequence[str]) -> Iterator[None]:
    """Store the arguments of a command as typed until the block ends."""
    token = GIVEN.set((PROGRAM, *arguments))
    try:
        yield
    finally:
        GIVEN.reset(token)


def given_command(out: Path | None = None) -> tuple[str, ...]:
    """Return the words of the current command; none if called from Python.

    Parameters
    ----------
    out : Path, optional
        The folder chosen for a command that named none.
    """
    words = GIVEN.get()
    if out is None or not words:
        return words
    flags = words.index(END_OF_FLAGS) if END_OF_FLAGS in words else len(words)
    return *words[:flags], OUT, str(out), *words[flags:]


def write_command(words: Sequence[str], system: str = sys.platform) -> str:
    """Quote a command for the shell of a system."""
    return " ".join(map(quote_for_windows, words)) if system == "win32" else shlex.join(words)


def quote_for_windows(word: str) -> str:
    """Quote a word for cmd and PowerShell, which have only double quotes in common.

    References
    ----------
    https://learn.microsoft.com/en-us/cpp/c-language/parsing-c-command-line-arguments :
    backslashes count only before a double quote.
    """
    if PLAIN.fullmatch(word):
        return word
    escaped = re.sub(r'(\\*)"', r"\1\1\"", word)
    return '"' + re.sub(r"(\\+)\Z", r"\1\1", escaped) + '"'
