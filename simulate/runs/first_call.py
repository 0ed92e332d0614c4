"""The first call of a kernel, which compiles rules if nobody has done so before."""

import gc
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

from evenhand.simulate.compiling import COMPILED, cache_folder, describe_loss
from evenhand.simulate.game import Game

__all__ = ["Notice", "call_first"]

Notice = Callable[[str], None]


def call_first(game: Game, kernel: str, notice: Notice | None, call: Callable[[], Any]) -> None:
    """Make a call before workers start, so that rules are compiled once, and say so beforehand.

    Parameters
    ----------
    kernel : str
        What is compiled, as a name for files: no other call may go by it that needs other code.
    notice : callable(text), optional
        Told if it was never compiled from these sources.
    """
    marker = cache_folder() / f"{kernel}.compiled"
    if COMPILED and notice and not marker.exists():
        loss = describe_loss()
        if loss:
            say_once(notice, loss)
        often = "" if loss else "once, "
        notice(f"Compiling the rules of {game.title} ({often}about half a minute)")
    gc.disable()  # numba makes millions of objects that live on; looking for garbage is idle
    try:
        call()
    finally:
        gc.freeze()
        gc.enable()
    if COMPILED:
        with suppress(OSError):  # on a full disk it is said once more the next time
            marker.touch()


@cache
def say_once(notice: Notice, text: str) -> None:
    """Say what is true of every kernel before the first of them only."""
    notice(text)
