"""A time limit for interpreted rules, which names the call whose loop does not end."""

import ctypes
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType

from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import EndlessError

__all__ = ["LongGameError", "is_endless_message", "limit_time"]

INTERVAL = 0.1  # seconds between two samples
STEADY = 10  # samples in a row at one question: its rules do not end
NO_END = "a loop here does not end"

Stay = tuple[FrameType, int]  # a call, and at how many samples in a row it was running


@contextmanager
def limit_time(seconds: float) -> Iterator[None]:
    """Stop the block if it uses more processor time than a limit.

    Raises
    ------
    EndlessError
        If it was stopped; its traceback leads to the call whose loop does not end.
    LongGameError
        If a game was stopped that still went from question to question: it may end, or the limits
        of the engine end it in compiled games.
    """
    stopping, done = threading.Event(), threading.Event()
    until = time.process_time() + seconds  # not wall time: a sleeping machine is no loop
    steps, thread = [NOTHING], threading.get_ident()  # the question at each sample
    stayed: list[Stay] = []

    def watch() -> None:
        while not done.wait(INTERVAL):
            frame = sys._current_frames().get(thread)
            steps.append(find_step(frame))
            stayed[:] = sample_calls(stayed, frame)
            del frame  # it would keep the objects of its call alive until the next sample
            if time.process_time() > until:
                stopping.set()
                raise_in(thread, Stopped)
                return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
        done.set()
        watcher.join()  # an exception that it raised arrives before the block ends
    except Stopped as stopped:
        if not stopping.is_set():
            raise  # raised by an outer limit
        if len(set(steps[-STEADY:])) > 1:
            raise LongGameError from None
        enough = min(STEADY, len(steps) - 1)
        cut_after(stopped.__traceback__, [call for call, samples in stayed if samples >= enough])
        message = f"it went on for more than {seconds:.0f} s: {NO_END}"
        raise EndlessError(message).with_traceback(stopped.__traceback__) from None
    finally:
        done.set()
        watcher.join()
        stayed.clear()  # a frame keeps the objects of its call alive


class LongGameError(Exception):
    """A game takes too long in the interpreter."""


class Stopped(BaseException):
    """Raised in a thread to stop it; no handler of `Exception` catches it."""


def raise_in(thread: int, error: type[BaseException]) -> None:
    """Raise in a thread, at its current line; signals may be ignored in the background."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


def sample_calls(stayed: list[Stay], frame: FrameType | None) -> list[Stay]:
    """Return the calls that a thread is in, outermost first, and their numbers of samples."""
    calls: list[FrameType] = []
    while frame is not None:
        calls.append(frame)
        frame = frame.f_back
    before = {id(call): samples for call, samples in stayed}  # `stayed` keeps them: no id is reused
    return [(call, before.get(id(call), 0) + 1) for call in reversed(calls)]


def cut_after(trail: TracebackType | None, steady: list[FrameType]) -> None:
    """Truncate a traceback after the innermost call that was running in all samples."""
    last = None
    while trail is not None:
        if any(trail.tb_frame is frame for frame in steady):
            last = trail
        trail = trail.tb_next
    if last is not None:
        last.tb_next = None


def is_endless_message(message: str) -> bool:
    """Return whether a message reports an endless loop."""
    return NO_END in message


def find_step(frame: FrameType | None) -> int:
    """Return the current question of the game that a thread plays; NOTHING if it plays none."""
    while frame is not None:
        if frame.f_code.co_name == "play_game":
            return int(frame.f_locals.get("number", NOTHING))
        frame = frame.f_back
    return NOTHING
