"""Interpreted rules that do not end are stopped, at the line that they are at."""

import _thread
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import EndlessError, RuleError

__all__ = ["stopped_after"]

LOOK_AGAIN = 0.1  # seconds
STEADY = 10  # looks in a row at one question: that question's rules do not end


@contextmanager
def stopped_after(seconds: float) -> Iterator[None]:
    """Stop what keeps a core busy for longer, at the line it is at.

    Raises
    ------
    RuleError
        If it was stopped; its traceback leads to the line.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # no other thread can be interrupted
        return
    told, done = threading.Event(), threading.Event()
    until = time.process_time() + seconds  # a machine that sleeps is no loop
    steps = [NOTHING]  # of the game, as often as it was looked at

    def stop() -> None:
        while not done.wait(LOOK_AGAIN):
            steps.append(find_step(sys._current_frames().get(threading.main_thread().ident or 0)))
            if time.process_time() > until:
                told.set()
                _thread.interrupt_main()
                return

    threading.Thread(target=stop, daemon=True).start()
    try:
        yield
    except KeyboardInterrupt as stopped:
        if not told.is_set():
            raise
        kind: type[RuleError] = EndlessError
        message = f"it went on for more than {seconds:.0f} s: a loop here does not end"
        if len(set(steps[-STEADY:])) > 1:
            kind = RuleError
            message = f"the game comes to no end: {steps[-1]:,} questions were answered by then"
        raise kind(message).with_traceback(stopped.__traceback__) from None
    finally:
        done.set()


def find_step(frame: FrameType | None) -> int:
    """Return at which question the game is that a thread plays; NOTHING if it plays none."""
    while frame is not None:
        if frame.f_code.co_name == "play_game":
            return int(frame.f_locals.get("number", NOTHING))
        frame = frame.f_back
    return NOTHING
