"""Interpreted rules that do not end are stopped, and the call whose loop goes on is named."""

import ctypes
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType

from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import EndlessError

__all__ = ["LongGameError", "stopped_after", "tells_endless"]

LOOK_AGAIN = 0.1  # seconds
STEADY = 10  # looks in a row at one question: that question's rules do not end
NO_END = "a loop here does not end"

Stay = tuple[FrameType, int]  # a call, and at how many looks in a row it was going on


@contextmanager
def stopped_after(seconds: float) -> Iterator[None]:
    """Stop what keeps a core busy for longer, at the line it is at.

    Raises
    ------
    EndlessError
        If it was stopped; its traceback leads to the call whose loop does not end.
    LongGameError
        If a game was stopped that went on from question to question: it may end, or the limits of
        the engine end it in compiled games.
    """
    told, done = threading.Event(), threading.Event()
    until = time.process_time() + seconds  # a machine that sleeps is no loop
    steps, thread = [NOTHING], threading.get_ident()  # of the game, as often as it is looked at
    stayed: list[Stay] = []

    def watch() -> None:
        while not done.wait(LOOK_AGAIN):
            frame = sys._current_frames().get(thread)
            steps.append(find_step(frame))
            stayed[:] = look_again(stayed, frame)
            del frame  # which would keep what its call holds until the next look
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
        enough = min(STEADY, len(steps) - 1)
        cut_after(stopped.__traceback__, [call for call, looks in stayed if looks >= enough])
        message = f"it went on for more than {seconds:.0f} s: {NO_END}"
        raise EndlessError(message).with_traceback(stopped.__traceback__) from None
    finally:
        done.set()
        watcher.join()
        stayed.clear()  # a frame keeps all that its call holds


class LongGameError(Exception):
    """A game takes longer in the interpreter than anybody waits."""


class Stopped(BaseException):
    """What stops a thread; nobody who handles errors takes it for one."""


def raise_in(thread: int, error: type[BaseException]) -> None:
    """Raise in a thread, at the line it is at; in the background, signals may be ignored."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


def look_again(stayed: list[Stay], frame: FrameType | None) -> list[Stay]:
    """Return which calls a thread is in, the outermost first, and at how many looks they were."""
    calls: list[FrameType] = []
    while frame is not None:
        calls.append(frame)
        frame = frame.f_back
    before = {id(call): looks for call, looks in stayed}  # `stayed` keeps them: no id is reused
    return [(call, before.get(id(call), 0) + 1) for call in reversed(calls)]


def cut_after(trail: TracebackType | None, steady: list[FrameType]) -> None:
    """End a traceback at the innermost call that did not end while its calls came and went."""
    last = None
    while trail is not None:
        if any(trail.tb_frame is frame for frame in steady):
            last = trail
        trail = trail.tb_next
    if last is not None:
        last.tb_next = None


def tells_endless(message: str) -> bool:
    """Return whether a message tells of a loop that does not end."""
    return NO_END in message


def find_step(frame: FrameType | None) -> int:
    """Return at which question the game is that a thread plays; NOTHING if it plays none."""
    while frame is not None:
        if frame.f_code.co_name == "play_game":
            return int(frame.f_locals.get("number", NOTHING))
        frame = frame.f_back
    return NOTHING
