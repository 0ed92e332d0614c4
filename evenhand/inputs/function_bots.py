"""Bots that are Python functions, passed for example from a notebook."""

import hashlib
import inspect
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from evenhand.decks.problems import UsageError
from evenhand.inputs.panel import PANEL
from evenhand.inputs.resolved_request import ResolvedRequest
from evenhand.simulate.bots.bot_files import FUNCTION, Bot, bot_names

__all__ = ["BotFunction", "check_functions", "make_bot", "separate_functions"]

BotFunction = Callable[..., Any]


def separate_functions(
    bots: Sequence[str | Path | BotFunction],
) -> tuple[list[str], dict[str, BotFunction]]:
    """Return the names of all bots, and the bots that are functions keyed by name.

    Raises
    ------
    UsageError
        If a function has no name to use in results.
    """
    names, functions = [], {}
    for bot in bots:
        if not callable(bot):
            names.append(str(bot))
            continue
        name = str(getattr(bot, "__name__", type(bot).__name__))
        if not name.isidentifier():
            message = f"a bot that is a function needs a name, found '{name}'"
            raise UsageError(message, "write it with def")
        names.append(name)
        functions[name] = bot
    return names, functions


def check_functions(resolved: ResolvedRequest) -> None:
    """Refuse function bots named like another bot, and backends that cannot call them."""
    functions, backend = resolved.request.functions, resolved.request.backend
    for name in functions:
        if name in (PANEL, *bot_names(resolved.game)) or name not in resolved.request.bots:
            raise UsageError(f"there is another bot '{name}'", "give the function another name")
    if functions and resolved.is_panel:
        message = f"a panel has no room for the function '{next(iter(functions))}'"
        raise UsageError(message, "give one or two bots")
    if functions and backend != "threading":
        message = f"a Python function plays in this process, not with the backend '{backend}'"
        raise UsageError(message, 'leave it at "threading"')


def make_bot(name: str, function: BotFunction) -> Bot:
    """Make a bot of a function; its hash is that of the function's source text."""
    note = f"The bot '{name}' is a Python function: one worker plays, and far slower than usual."
    digest = hashlib.sha256(read_source_text(function).encode()).hexdigest()
    return Bot(name, FUNCTION, content_hash=digest, notes=(note,), function=function)


def read_source_text(function: BotFunction) -> str:
    """Return the source of a function bot or of an object's class; its byte code if unavailable."""
    text = function if hasattr(function, "__code__") else type(function)
    try:
        return inspect.getsource(text)
    except (OSError, TypeError):
        code = getattr(function, "__code__", None)
        return repr((code.co_code, code.co_consts, code.co_names)) if code else repr(type(function))
