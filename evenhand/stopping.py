"""A program that is told to stop ends, even where compiled rules go round and round.

Python looks at signals between two steps of its own, which never come while compiled code does
not come back. A thread of its own waits for signals, too, and then ends what has not ended.
"""

import os
import signal
import time
from threading import Thread

__all__ = ["end_if_stuck"]

PATIENCE = 10.0  # seconds in which a program that was told to stop ends in order


def end_if_stuck(patience: float = PATIENCE) -> None:
    """From now on end the program when it is told to stop and does not.

    Parameters
    ----------
    patience : float
        Seconds between the signal and the end.

    Raises
    ------
    ValueError
        If this is not the main thread.
    """
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    Thread(target=wait_for_signal, args=(reading, patience), daemon=True).start()


def wait_for_signal(reading: int, patience: float) -> None:
    """Wait until the program is told to stop, and some time more, and end it."""
    while (number := os.read(reading, 1)[0]) not in (signal.SIGINT, signal.SIGTERM):
        pass
    time.sleep(patience)
    os._exit(128 + number)
