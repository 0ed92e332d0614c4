"""What all tests begin with: bounds checks, and a game of the tests' own.

Compiled rules are tested with bounds checks: a write past a field's end is an error. The
games in ``toys`` are found as those of other packages are, by their entry points.
"""

import os
import sys
from pathlib import Path

TOYS = str(Path(__file__).parent / "toys")
if TOYS not in sys.path:
    sys.path.append(TOYS)
os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")  # read when numba is imported

from tests.own_games import leave_out_others  # noqa: E402  after the path and the environment

leave_out_others()
