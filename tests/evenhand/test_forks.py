"""A process that was forked after games were played refuses more of them, and does not hang."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = """
import os, sys
import evenhand
import evenhand.simulate.runs.forks as forks
assert forks.TIMEOUT > 1
forks.TIMEOUT = 1.0

def play(name):
    return evenhand.play("last_light", decks="moth,lamp", games=2, out=name, jobs=1)

def in_child(call):
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        call()
    except BaseException as error:
        print(type(error).__name__, error, flush=True)
        os._exit(9)
    os._exit(0)

print(in_child(lambda: play("before")))
run = play("parent")
print(in_child(lambda: play("after")))
print(in_child(lambda: evenhand.load_run("parent")))
print(in_child(lambda: evenhand.analysis.win_rates(run)))
print(in_child(lambda: evenhand.report(run)))
play("again")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing forks here")
def test_forks_play_or_are_refused(tmp_path: Path) -> None:
    path = os.pathsep.join([str(ROOT), str(ROOT / "tests/toys")])
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PROGRAM],
        cwd=tmp_path, capture_output=True, text=True, timeout=120, check=True,
        env={**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1"},
    )  # fmt: skip
    first, *others = [line for line in done.stdout.splitlines() if line]
    assert first == "0"
    assert len(others) == 8
    for said, code in zip(others[::2], others[1::2], strict=True):
        assert "was forked" in said and "'spawn'" in said and said.startswith("UsageError")
        assert code == "9"
    assert (tmp_path / "again/run.toml").is_file()
    assert not (tmp_path / "after/games").exists()
