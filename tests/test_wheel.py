"""The wheel, installed where there is no checkout, holds all it needs and plays a game."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

from tests.amounts import THOROUGH
from tests.first_day import NAME, ci_steps, take_step

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
LINKED = ("analysis", "decks", "reports", "simulate")  # at the top here, in evenhand/ installed
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


def build(kind: str, source: Path, folder: Path) -> Path:
    """Return the wheel or the sdist of a source folder, built into a folder."""
    options = (f"--{kind}", "--no-isolation", "--outdir", folder)
    run(sys.executable, "-m", "build", *options, source, cwd=folder)
    return next(folder.glob("evenhand-*"))


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def installed_path(path: Path) -> str:
    """Return where a file of the checkout stands once it is installed."""
    place = path.relative_to(ROOT).as_posix()
    return f"evenhand/{place}" if place.startswith(LINKED) else place


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that the sdist unpacks to."""
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))) as archive:
        archive.extractall(folder, filter="data")
    return folder / f"evenhand-{VERSION}"


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
    inside = (path for top in ("evenhand", *LINKED) for path in (ROOT / top).rglob("*"))
    files = {
        installed_path(path)
        for path in inside
        if path.is_file() and LEFT_BEHIND.isdisjoint(path.parts)
    }
    assert files - set(contents(wheel)) == set()


def test_nothing_else_ships(wheel: Path) -> None:
    tops = {name.partition("/")[0] for name in contents(wheel)}
    assert tops == {"evenhand", f"evenhand-{VERSION}.dist-info"}


def test_the_page_on_pypi_is_the_readme_with_whole_links(wheel: Path) -> None:
    metadata = contents(wheel)[f"evenhand-{VERSION}.dist-info/METADATA"].decode()
    page = metadata.partition("\n\n")[2]
    links = re.findall(r"\]\(([^)]+)\)", page)
    assert links
    assert [link for link in links if not link.startswith("https://")] == []
    pictures = re.findall(r"!\[[^]]*\]\(([^)]+)\)", page)
    assert pictures
    assert all((ROOT / picture.partition("/raw/main/")[2]).is_file() for picture in pictures)


def test_a_wheel_from_the_sdist_is_the_same(wheel: Path, sdist: Path, tmp_path: Path) -> None:
    assert contents(build("wheel", sdist, tmp_path)) == contents(wheel)


def test_a_checkout_whose_links_are_text_builds_the_same(
    wheel: Path, sdist: Path, tmp_path: Path
) -> None:
    """Git for Windows writes a link as a file unless it is told that links are allowed."""
    checkout = shutil.copytree(sdist, tmp_path / "checkout")
    for top in LINKED:
        (checkout / "evenhand" / top).write_text(f"../{top}")
    (checkout / "decks" / "rule.nbi").write_text("a compile cache")
    (checkout / "simulate" / "__pycache__").mkdir()
    (checkout / "simulate" / "__pycache__" / "game.pyc").write_text("byte code")
    (tmp_path / "out").mkdir()
    assert contents(build("wheel", checkout, tmp_path / "out")) == contents(wheel)


def test_site_packages_holds_evenhand_alone(installed: Path, tmp_path: Path) -> None:
    program = "import sysconfig; print(sysconfig.get_path('purelib'))"
    place = Path(run(installed / "python", "-I", "-c", program, cwd=tmp_path).strip())
    ours = {path.name for path in place.iterdir() if not path.name.startswith("pip")}
    assert ours == {"dependencies.pth", "evenhand", f"evenhand-{VERSION}.dist-info"}


@pytest.mark.parametrize("package", ["evenhand", *(f"evenhand.{top}" for top in LINKED)])
def test_the_installed_package_is_the_one_imported(
    package: str, installed: Path, tmp_path: Path
) -> None:
    program = f"import {package}; print({package}.__file__)"
    place = Path(run(installed / "python", "-I", "-c", program, cwd=tmp_path).strip())
    assert place.is_relative_to(installed.parent)


@pytest.fixture
def folder_of_namesakes(tmp_path: Path) -> Path:
    """Return a folder with modules of the user's own under each of our folders' names."""
    shout = 'raise RuntimeError("a module of the user\'s own")'
    for name in ("analysis.py", "simulate.py", "reports/__init__.py", "decks/__init__.py"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(shout)
    return tmp_path


@pytest.mark.parametrize("top", LINKED)
def test_a_namesake_in_the_working_folder_is_in_nobodys_way(
    top: str, installed: Path, folder_of_namesakes: Path
) -> None:
    program = f"""
import importlib
import evenhand.{top}
try:
    importlib.import_module({top!r})
except RuntimeError as error:
    print(error)
"""
    printed = run(installed / "python", "-c", program, cwd=folder_of_namesakes)
    assert printed.strip() == "a module of the user's own"


def test_the_installed_command_lists_the_games(installed: Path, tmp_path: Path) -> None:
    games = json.loads(run(installed / "evenhand", "games", "--json", cwd=tmp_path))
    assert games["schema_version"] == 1
    assert "divine_cross" in json.dumps(games)


def test_the_installed_command_plays_and_reports_beside_namesakes(
    installed: Path, folder_of_namesakes: Path
) -> None:
    options = ("--games", "20", "--seed", "1", "--out", "out", "--json")
    program = (
        installed / "python", "-m", "evenhand", "run", "--no-report", "divine_cross", *options,
    )  # fmt: skip
    printed = run(*program, cwd=folder_of_namesakes)
    assert json.loads(printed)["schema_version"] == 1
    out = folder_of_namesakes / "out"
    info = tomllib.loads((out / "run.toml").read_text())
    assert info["versions"]["evenhand"] == VERSION
    assert info["run"]["seed"] == 1
    assert list((out / "games").glob("part-*.parquet"))
    run(installed / "python", "-m", "evenhand", "report", "out", cwd=folder_of_namesakes)
    assert "</html>" in (out / "report.html").read_text(encoding="utf-8")


@pytest.mark.skipif(not THOROUGH, reason="takes long: make thorough")
def test_a_new_game_is_installed_and_tested_as_its_workflow_says(
    installed: Path, tmp_path: Path
) -> None:
    """All steps with an index, and all checks: ``make newgame``."""
    offline = {"PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0", "NUMBA_DISABLE_JIT": "1"}
    take_step(f"evenhand new-game {NAME}", tmp_path, installed)
    install, test = ci_steps(tmp_path / NAME)
    take_step(install, tmp_path / NAME, installed, **offline)
    assert "nothing found in" in take_step(test, tmp_path / NAME, installed, **offline)
    take_step(f"evenhand init mine --game {NAME}", tmp_path, installed)
    wanted = (tmp_path / "mine/requirements.txt").read_text(encoding="utf-8").splitlines()[-1]
    assert wanted == f"{NAME} @ {(tmp_path / NAME).as_uri()}"
    beside = run(installed / "python", "-m", "evenhand", "games", "--json", cwd=tmp_path)
    assert NAME in {game["name"] for game in json.loads(beside)["games"]}
