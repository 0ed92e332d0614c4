"""Interpreted rules that do not end are stopped, at the line that they are at."""

import ctypes
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import EndlessError

__all__ = ["LongGameError", "stopped_after"]

LOOK_AGAIN = 0.1  # seconds
STEADY = 10  # looks in a row at one question: that question's rules do not end


@contextmanager
def stopped_after(seconds: float) -> Iterator[None]:
    """Stop what keeps a core busy for longer, at the line it is at.

    Raises
    ------
    EndlessError
        If it was stopped; its traceback leads to the line.
    LongGameError
        If a game was stopped that went on from question to question: it may end, or the limits of
        the engine end it in compiled games.
    """
    told, done = threading.Event(), threading.Event()
    until = time.process_time() + seconds  # a machine that sleeps is no loop
    steps, thread = [NOTHING], threading.get_ident()  # of the game, as often as it is looked at

    def watch() -> None:
        while not done.wait(LOOK_AGAIN):
            steps.append(find_step(sys._current_frames().get(thread)))
            if time.process_time() > until:
                told.set()
                raise_in(thread, Stopped)
                return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
        done.set()
        watcher.join()  # what it has raised arrives before this ends
    except Stopped as stopped:
        if not told.is_set():
            raise  # somebody's who waits for all of this
        if len(set(steps[-STEADY:])) > 1:
            raise LongGameError from None
        message = f"it went on for more than {seconds:.0f} s: a loop here does not end"
        raise EndlessError(message).with_traceback(stopped.__traceback__) from None
    finally:
        done.set()


class LongGameError(Exception):
    """A game takes longer in the interpreter than anybody waits."""


class Stopped(BaseException):
    """What stops a thread; nobody who handles errors takes it for one."""


def raise_in(thread: int, error: type[BaseException]) -> None:
    """Raise in a thread, at the line it is at; in the background, signals may be ignored."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


def find_step(frame: FrameType | None) -> int:
    """Return at which question the game is that a thread plays; NOTHING if it plays none."""
    while frame is not None:
        if frame.f_code.co_name == "play_game":
            return int(frame.f_locals.get("number", NOTHING))
        frame = frame.f_back
    return NOTHING
