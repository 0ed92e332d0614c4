"""The benchmarks run; what they measure is for people to judge."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_a_large_run_is_measured():
    command = [sys.executable, ROOT / "benchmarks" / "measure.py", "last_light", "--large", "60"]
    path = os.pathsep.join(map(str, (ROOT, ROOT / "tests" / "toys")))
    env = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, env=env)
    title, _, *rows = (
        [cell.strip() for cell in line.strip("|").split("|")] for line in done.stdout.splitlines()
    )
    assert title == ["60 games", "seconds", "of CPU time", "peak MiB"]
    assert [row[0] for row in rows] == ["played and written", "reported", "compared, with itself"]
    for row in rows:
        assert all(float(number) > 0 for number in row[1:])
