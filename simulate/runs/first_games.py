"""The first games of rules that nobody has played yet: watched, so that no fault is silent.

They are played in the interpreter, on records that refuse an index beyond a field's end and a
number that does not fit (`evenhand.simulate.compiling.watched_records`). A fault is told with the
file, the line, the function and the clauses that it names. Once they have gone well, nothing is
watched until a source changes.
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
from evenhand.simulate.runs.patience import LongGameError, stopped_after
from evenhand.simulate.runs.rule_sources import find_uncompilable
from evenhand.simulate.runs.view_fields import find_bad_fields

__all__ = ["explain_fault", "play_first_games"]

WATCHED = inspect.getfile(RuleError)  # where faults are found, not made
OURS = "evenhand."  # games of ours have their own tests
SECONDS = 2.5  # that the first games may take, after which no further one begins
LONGEST = 30.0  # seconds of a core that a pair may take
MOST_PAIRS = 20
BOTS = ("random", "heuristic")
CLAUSES = re.compile(r"\(((?:[A-Z]{1,3}\d[\w.,\u2013 -]*)+)\)")


def play_first_games(arrays: PlanArrays) -> None:
    """Play watched games of rules that nobody has played yet, in this mode and with so many.

    Raises
    ------
    InputError
        If a rule is at fault: place, clauses, and what was wrong.
    """
    plan = arrays.plan
    if plan.game.package.startswith(OURS):
        return
    marker = cache_folder() / f"{plan.game.name}-{plan.mode}-{plan.n_seats}.watched"
    if marker.exists():
        return
    if problems := [*find_uncompilable(plan.game), *find_bad_fields(plan.game)]:
        raise InputError(problems)
    watch_games(arrays)
    with suppress(OSError):  # on a full disk they are played once more the next time
        marker.touch()


def watch_games(arrays: PlanArrays) -> None:
    """Play pairs of all matchups in turn, each at random and by rules of thumb."""
    plan, until = arrays.plan, time.monotonic() + SECONDS
    by_bot = [plan_arrays(replace(plan, bots=[load_bot(plan.game, bot)])) for bot in BOTS]
    matchups = cycle(range(len(by_bot[0].matchups)))
    for number, matchup in enumerate(islice(matchups, MOST_PAIRS // len(BOTS))):
        for watched in by_bot:
            try:
                with stopped_after(LONGEST), np.errstate(divide="raise", over="raise"):
                    play(watched, Chunk(0, matchup, number, 1), watch=True)
            except (InputError, UsageError, KeyboardInterrupt):
                raise
            except LongGameError:
                return
            except Exception as error:
                raise InputError([explain_fault(error, plan.game)]) from error
        if time.monotonic() > until:
            return


def explain_fault(error: Exception, game: Game) -> Problem:
    """Return where in a game's own files an error arose, and what it says to their author."""
    file, line, function = find_place(error.__traceback__, game)
    clauses = find_clauses(file, function)
    where = f"in {function}{f' ({clauses})' if clauses else ''}"
    return Problem(str(file), line, None, f"{where}: {describe(error)}")


def find_place(trail: TracebackType | None, game: Game) -> tuple[Path, int, str]:
    """Return file, line and function of the innermost call that stands in the game's package."""
    frames = [one for one in traceback.extract_tb(trail) if one.filename != WATCHED]
    own = game.package if game.package.startswith(OURS) else game.package.partition(".")[0]
    folder = Path(str(files(own))).resolve()
    inside = [one for one in frames if Path(one.filename).resolve().is_relative_to(folder)]
    found = (inside or frames)[-1]
    return Path(found.filename), found.lineno or 0, found.name


def parse(file: Path) -> ast.Module:
    """Read a source file; one that cannot be read has nothing in it."""
    try:
        return ast.parse(file.read_text("utf-8"))
    except (OSError, SyntaxError, ValueError):
        return ast.Module([], [])


def find_clauses(file: Path, function: str) -> str:
    """Return the clauses of the rulebook that a function's docstring names; "" for none."""
    tree = parse(file)
    texts = [
        ast.get_docstring(node) or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name == function
    ]
    found = CLAUSES.findall(texts[0]) if texts else []
    return ", ".join(found)


def describe(error: Exception) -> str:
    """Say an error of Python in a sentence, with the nearest name that there is."""
    match error:
        case RuleError():
            return str(error)
        case NameError(name=str(name)):
            return f"there is no '{name}' here{suggest(error, name)}"
        case AttributeError(name=str(name)):
            return f"{kind_of(error.obj)} has no '{name}'{suggest(error, name)}"
        case FloatingPointError() if "divide" in str(error):
            return "a division by 0, which compiled code carries out without a word"
        case FloatingPointError():
            return "a number grew beyond 64 bits, which compiled code cuts without a word"
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


def kind_of(thing: object) -> str:
    """Name what something is: "Kind" for an enum, "a number" for a whole number."""
    if isinstance(thing, int | np.integer):
        return "a number"
    return thing.__name__ if isinstance(thing, type) else f"{type(thing).__name__}"


def suggest(error: NameError | AttributeError, name: str) -> str:
    """Return the nearest name as the end of a sentence."""
    if isinstance(error, AttributeError):
        record = getattr(error.obj, "dtype", None)
        names = getattr(record, "names", None) or dir(error.obj)
    else:
        frame = innermost(error.__traceback__)
        names = [*frame.f_locals, *frame.f_globals] if frame else []
    hint = did_you_mean(name, names)
    return f"; {hint}" if hint else ""


def innermost(trail: TracebackType | None) -> FrameType | None:
    """Return the frame in which an error arose."""
    while trail is not None and trail.tb_next is not None:
        trail = trail.tb_next
    return trail.tb_frame if trail else None
