"""What evenhand leaves alone: numba's options, and other people's code in the same program."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from evenhand.simulate.compiling import COMPILED
from tests.own_games import PATH

ROOT = Path(__file__).parents[2]
OURS = """
from evenhand.simulate.compiling import kernel, rule

@rule
def quarter(place):
    return np.linspace(0.0, 1.0, 5)[place]

@kernel
def our_sum(n):
    total = 0.0
    for place in range(n):
        total += quarter(place)
    return total

import evenhand
assert our_sum(5) == 2.5
from_disk = len(our_sum._dispatcher.stats.cache_hits)
"""
THEIRS = """
import json, time
import numba

before = {name: str(value) for name, value in vars(numba.config).items() if name.isupper()}

@numba.njit(fastmath=True)
def dot(a, b):
    total = 0.0
    for i in range(len(a)):
        total += a[i] * b[i]
    return total

@numba.njit
def at(numbers, place):
    return numbers[place]

@numba.njit
def last_quarter(n):
    return np.linspace(0.0, 1.0, n)[-1]

a = np.arange(4096.0)
dot(a, a)
seconds = []
for _ in range(300):
    started = time.perf_counter()
    for _ in range(10):
        dot(a, a)
    seconds.append(time.perf_counter() - started)
print(json.dumps({
    "seconds": min(seconds), "last": at(np.arange(3), -1), "linspace": last_quarter(5),
    "config": before, "from_disk": globals().get("from_disk", 0),
}))
"""
PROGRAM = "import numpy as np\n" + OURS + THEIRS
needs_compiler = pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")


def told(program, tmp_path, **settings):
    """Run a program of its own and return what it prints last, as JSON."""
    file = tmp_path / "program.py"
    file.write_text(program)
    kept = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, str(file)],
        env=kept | {"PYTHONPATH": PATH} | settings,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def beside(tmp_path_factory):
    """Return what other people's code does alone, and after rules were compiled beside it."""
    place = tmp_path_factory.mktemp("citizen")
    alone = told("import numpy as np\n" + THEIRS, place, **settings_in(place))
    return alone, told(PROGRAM, place, **settings_in(place)), place


def settings_in(place):
    """Return settings under which nothing is known from before."""
    return {"XDG_CACHE_HOME": str(place / "caches"), "NUMBA_CACHE_DIR": str(place / "theirs")}


@needs_compiler
def test_a_kernel_is_loaded_from_disk_the_next_time(beside):
    _, first_time, place = beside
    again = told(PROGRAM, place, **settings_in(place))
    assert (first_time["from_disk"], again["from_disk"]) == (0, 1)


@needs_compiler
def test_other_functions_are_as_fast_as_without_us(beside):
    alone, with_us, _ = beside
    assert with_us["seconds"] < 2 * alone["seconds"]


@needs_compiler
def test_no_option_of_numba_is_changed(beside):
    alone, with_us, _ = beside
    assert with_us["config"] == alone["config"]


@needs_compiler
def test_indices_of_other_functions_count_from_the_end(beside):
    _, with_us, _ = beside
    assert (with_us["last"], with_us["linspace"]) == (2, 1.0)


@needs_compiler
def test_our_kernels_stay_out_of_the_folder_for_others(beside):
    _, _, place = beside
    assert not (place / "theirs").exists()
    assert list((place / "caches" / "evenhand").rglob("*our_sum*"))


LOADED = """
import json, sys
from evenhand.simulate.registry import game_names, load_game
for name in game_names():
    load_game(name).state_record(load_game(name).seats[0])
print(json.dumps(sorted({"numba", "llvmlite"} & set(sys.modules))))
"""


def test_games_are_loaded_without_the_compiler(tmp_path):
    assert told(LOADED, tmp_path) == []


PLAYED = """
import json, sys
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.simulate.runs.batch import Chunk, plan_arrays, play
plan = prepare(Request("last_light", games=2)).plan
rows = play(plan_arrays(plan), Chunk(0, 0, 0, 1))
print(json.dumps([rows.tobytes().hex(), "numba" in sys.modules]))
"""
NO_OWNERS = """
import os
if hasattr(os, "getuid"):
    del os.getuid
"""


def test_interpreted_rules_need_no_compiler(tmp_path):
    _, has_numba = told(PLAYED, tmp_path, NUMBA_DISABLE_JIT="1")
    assert not has_numba


@needs_compiler
def test_a_system_without_owners_plays_the_same_games(tmp_path):
    games, has_numba = told(NO_OWNERS + PLAYED, tmp_path, NUMBA_BOUNDSCHECK="1")
    interpreted, _ = told(PLAYED, tmp_path, NUMBA_DISABLE_JIT="1")
    assert has_numba
    assert games == interpreted
