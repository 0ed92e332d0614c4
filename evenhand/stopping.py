"""End the program after a signal, even if compiled rules run in an endless loop.

Python handles signals between two of its own instructions, so never while compiled code does
not return. A separate thread waits for signals, too, and ends the process if it still runs.
"""

import os
import signal
import time
from threading import Thread

__all__ = ["end_if_stuck"]

PATIENCE = 10.0  # seconds for the program to end in order after a signal


def end_if_stuck(patience: float = PATIENCE) -> None:
    """Start a thread that ends the program if a signal has not stopped it.

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
    """Wait for SIGINT or SIGTERM, then `patience` seconds, and stop the program."""
    while (number := os.read(reading, 1)[0]) not in (signal.SIGINT, signal.SIGTERM):
        pass
    time.sleep(patience)
    os._exit(128 + number)
