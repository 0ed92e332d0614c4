"""The program: run the command line, and return an exit code for every outcome.

====  =====================================================
code  meaning
====  =====================================================
0     done
1     a gate failed
2     wrong usage: a flag, a name, a folder
3     a file's content is wrong; what can be read was played all the same, if enough can
4     inconclusive
5     nothing to check
70    an error of the program
74    the machine refused: no room, no memory, ..
130   stopped with Ctrl-C
141   whatever read the output stopped reading
143   told to stop (SIGTERM)
====  =====================================================
"""

import atexit
import gc
import logging
import os
import re
import signal
import sys
import traceback
import warnings
from collections.abc import Sequence
from contextlib import suppress
from errno import EACCES, EISDIR, ELOOP, ENAMETOOLONG, ENOTDIR, ENXIO, EPERM, EROFS
from functools import cache
from itertools import pairwise

from typer.core import TyperGroup
from typer.exceptions import TyperException
from typer.main import get_group

from evenhand.cli import WrongFlagError, app, read_readable_flags
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.problems import InputError, UsageError, did_you_mean
from evenhand.inputs.faults import Faults, collect_faults
from evenhand.machine import describe_refusal
from evenhand.simulate.runs.given_command import command_context
from evenhand.stopping import end_if_stuck
from evenhand.terminal import flush_output, note, note_errors, open_streams

__all__ = ["main"]

USAGE = 2
INPUT = 3
INTERNAL = 70
MACHINE = 74
STOPPED = 130
PIPE_CLOSED = 141
TOLD_TO_STOP = 143
PLAYED = (0, 1, 4, 5)  # outcomes of games, which do not count where something was left out
DEBUG = "--debug"
# Messages of Pydantic in errors of Typer
NOT_A_NUMBER = re.compile(r"Input should be a valid number(?:, .*)?")
OUR_WORDS = "Value error, "  # Pydantic's prefix of messages of evenhand's own parsers
# Error numbers caused by a path that the user named
NAMES = (EACCES, EISDIR, ELOOP, ENAMETOOLONG, ENOTDIR, ENXIO, EPERM, EROFS)

# The compiler leaves millions of objects; collecting garbage among them at exit would take
# half a second.
atexit.register(gc.freeze)

# Most queries read a few thousand games, for which the pipeline of Polars' streaming engine
# takes longer to set up than to run.
os.environ.setdefault("POLARS_ENGINE_AFFINITY", "in-memory")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; only ``--debug`` shows a traceback."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    with suppress(ValueError):  # not in the main thread, which handles signals
        signal.signal(signal.SIGTERM, stop_in_order)
        if arguments is None:
            end_if_stuck()
    wanted = [argument for argument in given if argument != DEBUG]
    open_streams()
    warnings.showwarning = show_warning
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it warns about its own cache
    faults = Faults(note_errors)
    try:
        refuse_empty(wanted)
        with command_context(given), collect_faults(note_errors) as faults:
            code = build_commands()(args=wanted, prog_name="evenhand", standalone_mode=False) or 0
        flush_output()
    except KeyboardInterrupt:
        return STOPPED
    except SystemExit as stop:
        # Typer exits with 1 when the reader of its output has closed the pipe.
        return PIPE_CLOSED if stop.code == 1 else int(stop.code or 0)
    except BaseException as error:  # a panic of Polars is not an Exception
        if DEBUG in given:
            note(*traceback.format_exc().splitlines())
        if wanted[:1] == ["check"] and isinstance(error, TyperException | WrongFlagError):
            report_to_ci(wanted, error)
        code = report_error(error, faults)
    return INPUT if faults.problems and code in PLAYED else int(code)


@cache
def build_commands() -> TyperGroup:
    """Return the command line, built once from the registered commands."""
    return get_group(app)


def refuse_empty(arguments: Sequence[str]) -> None:
    """Refuse a blank argument of the program, such as an unset variable in a shell."""
    for before, argument in pairwise(("evenhand", *arguments)):
        flag, is_joined, value = argument.partition("=")
        if flag.startswith("--") and is_joined:
            where = flag
        else:
            where = before if before.startswith("--") else f"after '{shorten(before)}'"
            value = argument
        if not value.strip():
            hint = "leave it out if nothing is meant"
            raise WrongFlagError(f"{where}: expected something, found nothing", hint)


def report_to_ci(arguments: Sequence[str], error: Exception) -> None:
    """Write a usage error of the program to the reports that readable flags of `check` name."""
    from evenhand.gate.ci_reports import write_ci_usage_error

    text = describe_usage(error) if isinstance(error, TyperException) else str(error)
    write_ci_usage_error(text, read_readable_flags(arguments))


def stop_in_order(*_: object) -> None:
    """End the program as after Ctrl-C, so that unfinished work prints how to resume it."""
    raise SystemExit(TOLD_TO_STOP)


def show_warning(message: Warning | str, *_: object, **__: object) -> None:
    """Print a Python warning as a note of the program."""
    note(f"warning: {message}")


def report_error(error: BaseException, faults: Faults) -> int:
    """Print the error that ended the program in a line or two; return the exit code.

    Faults that were collected are printed already.
    """
    match error:
        case UsageError():
            return print_errors(USAGE, [str(error)])
        case InputError():
            new = [problem for problem in error.problems if problem not in faults.problems]
            return print_errors(INPUT, list(map(str, new)))
        case TyperException():
            return report_usage_error(error)
        case BrokenPipeError():
            return PIPE_CLOSED
        case OSError() if error.filename and error.errno in NAMES:
            return print_errors(USAGE, [f"{error.filename}: {error.strerror}"])
    if refusal := describe_refusal(error):
        return print_errors(MACHINE, [refusal])
    text = " ".join(str(error).split())
    print_errors(INTERNAL, [f"internal error: {type(error).__name__}: {text}"])
    note("This is a bug in evenhand; repeat the command with --debug to see where.")
    return INTERNAL


def report_usage_error(error: TyperException) -> int:
    """Print an error of Typer in the program's style, and return the exit code."""
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":
        note(*format_message(error).splitlines())
        return USAGE
    print_errors(USAGE, [describe_usage(error)])
    if context is not None:
        note(f"See {context.command_path} -h")
    return USAGE


def describe_usage(error: TyperException) -> str:
    """Return the message of an error of Typer in the program's style."""
    text = format_message(error)
    option = getattr(error, "option_name", "")
    if option and hasattr(error, "possibilities"):
        hint = did_you_mean(option, error.possibilities or [])
        text = str(UsageError(f"there is no option '{option}'", hint))
    text = NOT_A_NUMBER.sub("expected a number", text).replace(OUR_WORDS, "", 1)
    return text[:1].lower() + text[1:].rstrip(".")


def format_message(error: TyperException) -> str:
    """Return the message that Typer gives a usage error of the program."""
    return str(error.format_message() if hasattr(error, "format_message") else error)


def print_errors(code: int, lines: Sequence[str]) -> int:
    """Print the errors that ended the program, and return the exit code."""
    note_errors(lines)
    return code


if __name__ == "__main__":
    sys.exit(main())
