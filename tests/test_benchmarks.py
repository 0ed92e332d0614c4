"""The benchmarks run; what they measure is for people to judge."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def measured(*arguments, **environment):
    """Run the benchmarks of the quickest game; gives the title and the rows of the table."""
    command = [sys.executable, ROOT / "benchmarks" / "measure.py", "last_light", *arguments]
    path = os.pathsep.join(map(str, (ROOT, ROOT / "tests" / "toys")))
    env = {**os.environ, "PYTHONPATH": path, **environment}
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, env=env)
    title, _, *rows = (
        [cell.strip() for cell in line.strip("|").split("|")] for line in done.stdout.splitlines()
    )
    for row in rows:
        assert all(float(number) > 0 for number in row[1:])
    return title, [row[0] for row in rows]


def test_a_large_run_is_measured():
    title, rows = measured("--large", "60", NUMBA_DISABLE_JIT="1")
    assert title == ["60 games", "seconds", "of CPU time", "peak MiB"]
    assert rows == ["played and written", "reported", "compared, with itself"]


def test_every_question_is_measured():
    title, rows = measured("--questions", "6000")
    assert title == ["question", "seconds", "of CPU time", "peak MiB"]
    assert [row.split()[0] for row in rows] == [
        "price", "price", "tune", "metagame", "compensate", "synergy", "break"
    ]  # fmt: skip
