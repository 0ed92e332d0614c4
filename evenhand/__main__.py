"""The program: runs the command line and turns whatever happens into an exit code.

====  =====================================================
code  meaning
====  =====================================================
0     done
1     a gate failed
2     wrong usage: a flag, a name, a folder
3     a file's content is wrong
4     inconclusive
5     nothing to check
70    an error of the program or the machine
130   stopped with Ctrl-C
141   whatever read the output stopped reading
====  =====================================================
"""

import atexit
import gc
import re
import sys
import traceback
from collections.abc import Sequence
from errno import EACCES, EISDIR, ELOOP, ENAMETOOLONG, ENOTDIR, ENXIO, EPERM, EROFS

from typer.exceptions import TyperException

from evenhand.cli import app
from evenhand.decks.problems import InputError, UsageError, did_you_mean
from evenhand.decks.text_file import shorten, show_hidden

__all__ = ["main"]

USAGE = 2
INPUT = 3
INTERNAL = 70
STOPPED = 130
PIPE_CLOSED = 141
DEBUG = "--debug"
LONG_QUOTE = re.compile(r"[^\s']{400,}|(?<=')[^']{400,}(?=')")
MOST_LINES = 50  # of errors
# Failures that are about the path that was named, not about the machine.
NAMES = (EACCES, EISDIR, ELOOP, ENAMETOOLONG, ENOTDIR, ENXIO, EPERM, EROFS)

# The compiler leaves millions of objects; looking for garbage among them when the program
# ends anyway would take it half a second.
atexit.register(gc.freeze)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; only ``--debug`` shows a traceback."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    wanted = [argument for argument in given if argument != DEBUG]
    try:
        code = app(args=wanted, prog_name="evenhand", standalone_mode=False) or 0
        sys.stdout.flush()
    except Exception as error:
        if DEBUG in given:
            traceback.print_exc()
        return explain(error)
    except KeyboardInterrupt:
        return STOPPED
    except SystemExit as stop:
        # Typer ends like this, with a 1, when whatever read its output has gone.
        return PIPE_CLOSED if stop.code == 1 else int(stop.code or 0)
    return int(code)


def explain(error: Exception) -> int:
    """Say what went wrong, in a line or two, and return the exit code."""
    match error:
        case UsageError():
            return print_errors(USAGE, [str(error)])
        case InputError():
            return print_errors(INPUT, list(map(str, error.problems)))
        case TyperException():
            return explain_usage(error)
        case OSError() if error.strerror:
            place = f"{shorten(str(error.filename))}: " if error.filename else ""
            code = USAGE if error.filename and error.errno in NAMES else INTERNAL
            return print_errors(code, [f"{place}{error.strerror}"])
    text = " ".join(str(error).split())
    print_errors(INTERNAL, [f"internal error: {type(error).__name__}: {text}"])
    print(
        "This is a bug in evenhand; repeat the command with --debug to see where.", file=sys.stderr
    )
    return INTERNAL


def explain_usage(error: TyperException) -> int:
    """Say in this program's way what Typer found wrong with the flags, and return the code."""
    text = error.format_message() if hasattr(error, "format_message") else str(error)
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":
        print(text, file=sys.stderr)
        return USAGE
    if option := getattr(error, "option_name", None):
        possible = getattr(error, "possibilities", None)
        if possible:
            text = str(UsageError(f"there is no option '{option}'", did_you_mean(option, possible)))
    print_errors(USAGE, [text[:1].lower() + text[1:].rstrip(".")])
    if context is not None:
        print(f"See {context.command_path} -h", file=sys.stderr)
    return USAGE


def print_errors(code: int, lines: Sequence[str]) -> int:
    """Print errors and return the code."""
    for line in lines[:MOST_LINES]:
        text = LONG_QUOTE.sub(lambda quote: shorten(quote[0]), line)
        print(f"error: {show_hidden(text)}", file=sys.stderr)
    if (more := len(lines) - MOST_LINES) > 0:
        print(f"error: .. and {more:,} more", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
