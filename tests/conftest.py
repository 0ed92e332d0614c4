"""Compiled rules are tested with bounds checks: a write past a field's end is an error."""

import os

os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")  # read when numba is imported
