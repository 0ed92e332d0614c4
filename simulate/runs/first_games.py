"""The first games of new rules, played on checked records so that no fault is silent.

They are played in the interpreter, on records that reject an index beyond a field's end and a
number that does not fit (`evenhand.simulate.compiling.watched_records`). A fault is reported with
file, line, function and the clauses that its docstring names. After they have succeeded, nothing
is checked until a source changes.
"""

import ast
import inspect
import re
import time
import traceback
from contextlib import suppress
from dataclasses import replace
from importlib.resources import files
from itertools import cycle, islice
from pathlib import Path
from types import FrameType, TracebackType

import numpy as np

from evenhand.decks.problems import InputError, Problem, UsageError, did_you_mean
from evenhand.simulate.bots.bot_files import load_bot
from evenhand.simulate.compiling import RuleError, cache_folder
from evenhand.simulate.game import Game
from evenhand.simulate.runs.batch import Chunk, PlanArrays, plan_arrays, play
from evenhand.simulate.runs.rule_sources import find_uncompilable
from evenhand.simulate.runs.time_limit import LongGameError, limit_time
from evenhand.simulate.runs.view_fields import find_bad_fields

__all__ = ["explain_fault", "play_first_games"]

WATCHED = inspect.getfile(RuleError)  # detects faults, and is not their place
OURS = "evenhand."  # games of this package have their own tests
SECONDS = 2.5  # after which no further game begins
LONGEST = 30.0  # processor seconds that a pair may take
MOST_PAIRS = 20
BOTS = ("random", "heuristic")
CLAUSES = re.compile(r"\(((?:[A-Z]{1,3}\d[\w.,\u2013 -]*)+)\)")


def play_first_games(arrays: PlanArrays) -> None:
    """Play watched games if these rules are new in this mode and number of seats.

    Raises
    ------
    InputError
        If a rule has a fault: its place, clauses and description.
    """
    plan = arrays.plan
    if plan.game.package.startswith(OURS):
        return
    folder = cache_folder(*plan.game.hooks.modules)
    marker = folder / f"{plan.game.name}-{plan.mode}-{plan.n_seats}.watched"
    if marker.exists():
        return
    if problems := [*find_uncompilable(plan.game), *find_bad_fields(plan.game)]:
        raise InputError(problems)
    watch_games(arrays)
    with suppress(OSError):  # on a full disk they are played again the next time
        marker.touch()


def watch_games(arrays: PlanArrays) -> None:
    """Play pairs of all matchups in turn, each with random and with heuristic bots."""
    plan, until = arrays.plan, time.monotonic() + SECONDS
    by_bot = [plan_arrays(replace(plan, bots=[load_bot(plan.game, bot)])) for bot in BOTS]
    matchups = cycle(range(len(by_bot[0].matchups)))
    for number, matchup in enumerate(islice(matchups, MOST_PAIRS // len(BOTS))):
        for bot_arrays in by_bot:
            try:
                with limit_time(LONGEST), np.errstate(divide="raise", over="raise"):
                    play(bot_arrays, Chunk(0, matchup, number, 1), watch=True)
            except (InputError, UsageError, KeyboardInterrupt):
                raise
            except LongGameError:
                return
            except Exception as error:
                raise InputError([explain_fault(error, plan.game)]) from error
        if time.monotonic() > until:
            return


def explain_fault(error: Exception, game: Game) -> Problem:
    """Return an error as a problem in the game's files, described for their author."""
    file, line, function = find_place(error.__traceback__, game)
    clauses = find_clauses(file, function)
    where = f"in {function}{f' ({clauses})' if clauses else ''}"
    return Problem(str(file), line, None, f"{where}: {describe_error(error)}")


def find_place(trail: TracebackType | None, game: Game) -> tuple[Path, int, str]:
    """Return file, line and function of the innermost call in the game's package."""
    frames = [frame for frame in traceback.extract_tb(trail) if frame.filename != WATCHED]
    package = game.package if game.package.startswith(OURS) else game.package.partition(".")[0]
    folder = Path(str(files(package))).resolve()
    inside = [frame for frame in frames if Path(frame.filename).resolve().is_relative_to(folder)]
    innermost = (inside or frames)[-1]
    return Path(innermost.filename), innermost.lineno or 0, innermost.name


def parse_source(file: Path) -> ast.Module:
    """Parse a source file; return an empty module if it is unreadable."""
    try:
        return ast.parse(file.read_text("utf-8"))
    except (OSError, SyntaxError, ValueError):
        return ast.Module([], [])


def find_clauses(file: Path, function: str) -> str:
    """Return the clauses of the rulebook named in a function's docstring; "" for none."""
    tree = parse_source(file)
    texts = [
        ast.get_docstring(node) or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name == function
    ]
    return ", ".join(CLAUSES.findall(texts[0]) if texts else [])


def describe_error(error: Exception) -> str:
    """Describe a Python error in a sentence, with the nearest existing name."""
    match error:
        case RuleError():
            return str(error)
        case NameError(name=str(name)):
            return f"there is no '{name}' here{suggest_name(error, name)}"
        case AttributeError(name=str(name)):
            return f"{describe_type(error.obj)} has no '{name}'{suggest_name(error, name)}"
        case FloatingPointError() if "divide" in str(error):
            return "a division by 0, which compiled code carries out without a word"
        case FloatingPointError():
            return "a number grew beyond 64 bits, which compiled code cuts without a word"
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


def describe_type(thing: object) -> str:
    """Return the type of an object in words: "Kind" for an enum, "a number" for an integer."""
    if isinstance(thing, int | np.integer):
        return "a number"
    return thing.__name__ if isinstance(thing, type) else f"{type(thing).__name__}"


def suggest_name(error: NameError | AttributeError, name: str) -> str:
    """Return a hint with the nearest existing name, as the end of a sentence."""
    if isinstance(error, AttributeError):
        record = getattr(error.obj, "dtype", None)
        names = getattr(record, "names", None) or dir(error.obj)
    else:
        frame = find_innermost_frame(error.__traceback__)
        names = [*frame.f_locals, *frame.f_globals] if frame else []
    hint = did_you_mean(name, names)
    return f"; {hint}" if hint else ""


def find_innermost_frame(trail: TracebackType | None) -> FrameType | None:
    """Return the frame in which an error arose."""
    while trail is not None and trail.tb_next is not None:
        trail = trail.tb_next
    return trail.tb_frame if trail else None
