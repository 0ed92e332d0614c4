"""The first call of a kernel, which compiles rules if nobody has done so before."""

import gc
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from evenhand.simulate.compiling import COMPILED, cache_folder
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
        notice(f"Compiling the rules of {game.title} (once, about half a minute)")
    gc.disable()  # numba makes millions of objects that live on; looking for garbage is idle
    try:
        call()
    finally:
        gc.freeze()
        gc.enable()
    if COMPILED:
        with suppress(OSError):  # on a full disk it is said once more the next time
            marker.touch()
