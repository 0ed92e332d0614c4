"""The first call of a kernel, which compiles the rules unless they are cached."""

import gc
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

from evenhand.simulate.compiling import (
    COMPILED,
    cache_folder,
    explain_no_cache,
    explain_not_shipped,
    shipped_folder,
)
from evenhand.simulate.game import Game

__all__ = ["OnMessage", "call_first"]

OnMessage = Callable[[str], None]


def call_first(
    game: Game, kernel: str, on_message: OnMessage | None, call: Callable[[], Any]
) -> None:
    """Call a kernel before workers start, so that it is compiled once, after a message.

    Parameters
    ----------
    kernel : str
        Name of the compiled code, for files: a call that needs other code needs another name.
    on_message : callable(text), optional
        Called if it was never compiled from these sources.
    """
    if COMPILED and on_message and not has_code(game, kernel):
        no_cache = explain_no_cache()
        if no_cache:
            report_once(on_message, no_cache)
        often = "" if no_cache else "once, "
        reason = f"; {why}" if (why := explain_not_shipped()) else ""
        on_message(f"Compiling the rules of {game.title} ({often}about half a minute{reason})")
    gc.disable()  # numba makes millions of lasting objects; collecting garbage is useless
    try:
        call()
    finally:
        gc.freeze()
        gc.enable()
    if COMPILED:
        with suppress(OSError):  # on a full disk the message is repeated the next time
            cache_folder(*game.hooks.modules).joinpath(f"{kernel}.compiled").touch()


def has_code(game: Game, kernel: str) -> bool:
    """Return whether a kernel was compiled from these sources, here or for the wheel."""
    modules = game.hooks.modules
    folders = cache_folder(*modules), shipped_folder(*modules)
    return any((folder / f"{kernel}.compiled").exists() for folder in folders)


@cache
def report_once(on_message: OnMessage, text: str) -> None:
    """Pass on a message that holds for every kernel, only once."""
    on_message(text)
