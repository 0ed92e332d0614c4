"""The wheel, installed where there is no checkout, holds all it needs and plays a game."""

import json
import os
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
PACKAGES = ("decks", "simulate", "analysis", "reports", "evenhand")
LEFT_BEHIND = {"__pycache__", ".ipynb_checkpoints"}
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command that must succeed, outside the influence of the test's own Python."""
    environment = {name: value for name, value in os.environ.items() if name[:6] != "PYTHON"}
    done = subprocess.run(
        [*map(str, command)], cwd=cwd, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = (sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder)
    run(*build, ROOT, cwd=folder)
    return next(folder.glob("evenhand-*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of programs of a new environment that holds the wheel.

    The dependencies are those of the test's own environment, by way of a path file:
    Python reads no path files of a folder that comes from one, so an editable
    install of the checkout stays out.
    """
    home = tmp_path_factory.mktemp("installed") / "venv"
    venv.create(home, symlinks=os.name != "nt")
    paths = sysconfig.get_paths("venv", {"base": str(home), "platbase": str(home)})
    python = Path(paths["scripts"]) / "python"
    own = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (Path(paths["purelib"]) / "dependencies.pth").write_text("\n".join(sorted(own)))
    pip = (sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check")
    run(*pip, "install", "--quiet", "--no-deps", "--no-index", wheel, cwd=home)
    return python.parent


def test_every_file_of_the_packages_ships(wheel: Path) -> None:
    inside = (path for package in PACKAGES for path in (ROOT / package).rglob("*"))
    files = {
        path.relative_to(ROOT).as_posix()
        for path in inside
        if path.is_file() and LEFT_BEHIND.isdisjoint(path.parts)
    }
    assert files - set(zipfile.ZipFile(wheel).namelist()) == set()


def test_nothing_else_ships(wheel: Path) -> None:
    tops = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert tops == {*PACKAGES, f"evenhand-{VERSION}.dist-info"}


@pytest.mark.parametrize("package", PACKAGES)
def test_the_installed_package_is_the_one_imported(
    package: str, installed: Path, tmp_path: Path
) -> None:
    program = f"import {package}; print({package}.__file__)"
    place = Path(run(installed / "python", "-I", "-c", program, cwd=tmp_path).strip())
    assert place.is_relative_to(installed.parent)


def test_the_installed_command_lists_the_games(installed: Path, tmp_path: Path) -> None:
    games = json.loads(run(installed / "evenhand", "games", "--json", cwd=tmp_path))
    assert games["schema_version"] == 1
    assert "divine_cross" in json.dumps(games)


def test_the_installed_command_plays(installed: Path, tmp_path: Path) -> None:
    options = ("--games", "20", "--seed", "1", "--out", "out", "--json")
    printed = run(installed / "evenhand", "simulate", "divine_cross", *options, cwd=tmp_path)
    assert json.loads(printed)["schema_version"] == 1
    info = tomllib.loads((tmp_path / "out/run.toml").read_text())
    assert info["versions"]["evenhand"] == VERSION
    assert info["run"]["seed"] == 1
    assert list((tmp_path / "out/games").glob("part-*.parquet"))
