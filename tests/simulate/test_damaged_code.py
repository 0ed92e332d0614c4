"""Compiled rules on disk that are damaged: noticed, removed, compiled anew, said once."""

import hashlib
import json
import os
import pickle
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from evenhand.simulate.compiling import COMPILED
from tests.amounts import THOROUGH, how_much
from tests.faults.program import copy_of_cache
from tests.own_games import PATH

ROOT = Path(__file__).parents[2]
SAID = "the compiled rules were damaged, and are compiled anew"
# Two kernels, so that more than one file can be damaged at once.
PROGRAM = """
import json, sys
import numpy as np
from evenhand.simulate.compiling import kernel, rule

@rule
def double(number):
    return 2 * number

@kernel
def our_sum(numbers):
    total = 0
    for number in numbers:
        total += double(number)
    return total

@kernel
def our_product(numbers):
    total = 1
    for number in numbers:
        total *= double(number)
    return total

numbers = np.arange(1, 6)
results = [int(our_sum(numbers)), int(our_product(numbers))]
hits = [len(one._dispatcher.stats.cache_hits) for one in (our_sum, our_product)]
print(json.dumps([results, hits]))
"""
RIGHT = [30, 3840]
pytestmark = [
    pytest.mark.skipif(not COMPILED, reason="nothing is compiled here"),
    pytest.mark.xdist_group("damaged code"),  # it is compiled once
]


def start(folder: Path, **environment: str) -> subprocess.Popen[str]:
    """Start a program that keeps its compiled code in a folder."""
    file = folder / "program.py"
    if not file.exists():
        file.write_text(PROGRAM)
    kept = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    settings = {"PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder / "caches")}
    return subprocess.Popen(
        [sys.executable, str(file)],
        env=kept | settings | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def results_of(program: subprocess.Popen[str]) -> tuple[list, list, str]:
    """Return the results, how often each kernel came from disk, and what was said."""
    out, said = program.communicate(timeout=300)
    assert program.returncode == 0, said
    results, hits = json.loads(out)
    return results, hits, said


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that holds what a first start leaves."""
    folder = tmp_path_factory.mktemp("compiled")
    assert results_of(start(folder)) == (RIGHT, [0, 0], "")
    assert results_of(start(folder)) == (RIGHT, [1, 1], "")
    return folder


@pytest.fixture
def code(compiled: Path, tmp_path: Path) -> list[Path]:
    """Return the files of compiled code in a copy of that folder."""
    shutil.copytree(compiled, tmp_path, dirs_exist_ok=True)
    return files_in(tmp_path)


def files_in(folder: Path) -> list[Path]:
    return sorted((folder / "caches" / "evenhand").rglob("*.code*"))


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-100])


def empty(file: Path) -> None:
    file.write_bytes(b"")


def alter(file: Path) -> None:
    """Change one bit in the middle, where the machine code is."""
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)


def put_pickle(file: Path) -> None:
    """Put something else there that can be unpickled, and would do harm."""
    file.write_bytes(pickle.dumps(Harm(file.with_name("harm"))))


class Harm:
    def __init__(self, place: Path) -> None:
        self.place = place

    def __reduce__(self):
        return (Path.touch, (self.place,))


def put_checked_pickle(file: Path) -> None:
    """Put something else there with a checksum of its own."""
    harm = pickle.dumps(Harm(file.with_name("harm")))
    file.write_bytes(hashlib.sha256(harm).digest() + harm)


def put_folder(file: Path) -> None:
    file.unlink()
    (file / "something").mkdir(parents=True)


def put_endless(file: Path) -> None:
    file.unlink()
    file.symlink_to("/dev/zero")


@pytest.mark.parametrize(
    "damages",
    [
        (put_checked_pickle, alter),
        (put_folder, cut),
        *how_much([], [(cut, put_pickle), (empty, alter), (put_endless, cut)]),
    ],
)
def test_damaged_code_is_compiled_anew(damages, code, tmp_path: Path) -> None:
    for damage, file in zip(damages, code, strict=True):
        damage(file)
    results, hits, said = results_of(start(tmp_path))
    assert (results, hits) == (RIGHT, [0, 0])
    assert said.count(SAID) == 1
    assert files_in(tmp_path) == code
    assert not list(tmp_path.rglob("harm"))
    assert results_of(start(tmp_path)) == (RIGHT, [1, 1], "")


def test_code_of_another_kernel_is_not_taken(code, tmp_path: Path) -> None:
    one, other = (file.read_bytes() for file in code)
    for file, content in zip(code, (other, one), strict=True):
        file.write_bytes(content)
    results, hits, said = results_of(start(tmp_path))
    assert (results, hits, said.count(SAID)) == (RIGHT, [0, 0], 1)


def test_a_missing_file_is_no_damage(code, tmp_path: Path) -> None:
    code[0].unlink()
    results, hits, said = results_of(start(tmp_path))
    assert (results, sorted(hits), said) == (RIGHT, [0, 1], "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a place that is always full")
def test_code_that_cannot_be_kept_is_no_crash(tmp_path: Path) -> None:
    full = "import builtins, io, pathlib\nreal = pathlib.Path.open\n" \
        "pathlib.Path.open = lambda self, mode='r', *rest, **more: real(\n" \
        "    pathlib.Path('/dev/full') if 'x' in mode else self, mode.replace('x', 'w'), *rest,\n" \
        "    **more)\n"  # fmt: skip
    (tmp_path / "program.py").write_text(full + PROGRAM)
    results, hits, said = results_of(start(tmp_path))
    assert (results, hits) == (RIGHT, [0, 0])
    assert said.count("cannot be kept") == 1
    assert "No space left on device" in said
    assert files_in(tmp_path) == []


def test_programs_that_compile_at_the_same_time(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    for results, _, said in map(results_of, [start(tmp_path) for _ in range(how_much(2, 3))]):
        assert (results, said) == (RIGHT, "")
    assert results_of(start(tmp_path)) == (RIGHT, [1, 1], "")
    assert len(files_in(tmp_path)) == 2


def hash_of_run(folder: Path) -> tuple[str, str]:
    """Play a few games as a user does; return their hash, and what was said."""
    flags = ["--games", "40", "--jobs", "1", "--quiet", "--out", "run"]
    done = subprocess.run(
        [sys.executable, "-m", "evenhand", "run", "--no-report", "last_light", *flags],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": PATH, "XDG_CACHE_HOME": str(folder / "caches")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    played = tomllib.loads((folder / "run" / "run.toml").read_text(encoding="utf-8"))
    shutil.rmtree(folder / "run")
    return played["run"]["results_hash"], done.stderr


@pytest.mark.skipif(not THOROUGH, reason="takes long: make thorough")
def test_the_games_are_the_same_as_before(tmp_path: Path) -> None:
    (tmp_path / "caches").mkdir()
    kept = copy_of_cache(tmp_path / "caches")
    before, said = hash_of_run(tmp_path)
    assert said == ""
    for file in kept.rglob("*"):
        if file.is_file():
            file.write_bytes(file.read_bytes()[:-1] + b"x")
    assert hash_of_run(tmp_path) == (before, f"warning: {SAID}\n")
