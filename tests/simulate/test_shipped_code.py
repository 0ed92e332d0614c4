"""Compiled rules that a wheel brings: used where the cache has none, and never relied on."""

import os
import platform
import shutil
import sys
from pathlib import Path

import pytest

from evenhand.simulate.compiling import COMPILED, cache
from evenhand.simulate.compiling.backend.caching import OLDEST
from tests.simulate.test_damaged_code import (
    PROGRAM,
    RIGHT,
    SAID,
    alter,
    files_in,
    results_of,
    start,
)

PLACE = """
from pathlib import Path
from evenhand.simulate.compiling import cache
cache.SHIPPED = Path(__file__).parent / "kernels"
"""
pytestmark = [
    pytest.mark.skipif(not COMPILED, reason="nothing is compiled here"),
    pytest.mark.skipif(platform.machine() not in OLDEST, reason="no wheel has code for it"),
    pytest.mark.xdist_group("damaged code"),
]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a program and what a wheel brings for it, without a cache."""
    folder = tmp_path_factory.mktemp("wheel")
    (folder / "program.py").write_text(PLACE + PROGRAM)
    target = {"NUMBA_CPU_NAME": OLDEST[platform.machine()], "NUMBA_CPU_FEATURES": ""}
    assert results_of(start(folder, **target)) == (RIGHT, [0, 0], "")
    system = folder / "kernels" / cache.find_system_folder().name
    for file in files_in(folder):
        place = system / file.parent.name / file.name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)
    shutil.rmtree(folder / "caches")
    return folder


@pytest.fixture
def folder(wheel: Path, tmp_path: Path) -> Path:
    return shutil.copytree(wheel, tmp_path, dirs_exist_ok=True)


def list_shipped(folder: Path) -> list[Path]:
    return sorted((folder / "kernels").rglob("*.code"))


def test_nothing_is_compiled_where_a_wheel_brings_it(folder: Path) -> None:
    assert results_of(start(folder)) == (RIGHT, [1, 1], "")
    assert files_in(folder) == []


def test_what_a_wheel_brings_may_be_damaged(folder: Path) -> None:
    damaged = list_shipped(folder)[0]
    alter(damaged)
    content = damaged.read_bytes()
    results, hits, said = results_of(start(folder))
    assert (results, sorted(hits), said.count(SAID)) == (RIGHT, [0, 1], 1)
    assert damaged.read_bytes() == content  # the wheel's own files stay
    assert len(files_in(folder)) == 1
    assert results_of(start(folder)) == (RIGHT, [1, 1], "")


@pytest.mark.parametrize("part", ["system", "sources"])
def test_what_is_for_another_python_or_other_sources_is_not_used(folder: Path, part: str) -> None:
    file = list_shipped(folder)[0]
    place = file.parents[1] if part == "system" else file.parent
    place.rename(place.with_name("0" * 16))
    assert results_of(start(folder)) == (RIGHT, [0, 0], "")


def test_another_compiler_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "SHIPPED", tmp_path)
    assert cache.explain_not_shipped() == ""
    assert cache.find_system_folder().name.startswith(sys.implementation.cache_tag)
    file = cache.find_system_folder() / cache.VERSIONS
    file.parent.mkdir()
    file.write_text(f"{cache.compiler_versions()}{os.linesep}")
    assert cache.explain_not_shipped() == ""
    file.write_text("numba 0.1")
    assert cache.explain_not_shipped() == "what came with evenhand was compiled by numba 0.1"
