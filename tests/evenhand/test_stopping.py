"""A program that is told to stop ends, whatever its compiled code does."""

import os
import signal
import subprocess
import sys

import pytest

STUCK = """
import signal
import numba
import numpy as np
from evenhand.stopping import end_if_stuck

@numba.njit(nogil=True)
def go_round(numbers):
    while numbers[0] == 0:
        numbers[1] += 1

end_if_stuck(0.5)
for number in (signal.SIGINT, signal.SIGTERM):  # which a program in the background may ignore
    signal.signal(number, print)
go_round(np.array([1, 0]))
print("begins", flush=True)
go_round(np.array([0, 0]))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "told to"])
def test_compiled_code_that_does_not_come_back_is_ended(number: signal.Signals) -> None:
    with subprocess.Popen([sys.executable, "-c", STUCK], stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == b"begins\n"
        os.kill(program.pid, number)
        assert program.wait(60) == 128 + number
