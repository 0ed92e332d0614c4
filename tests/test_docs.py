"""The site is built without a warning, and every public name is on it."""

import os
import re
import subprocess
import sys
import zlib
from importlib import import_module
from pathlib import Path
from types import GenericAlias

import pytest

from tests.amounts import THOROUGH

pytest.importorskip("sphinx", reason="the site needs the docs group")
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("docs")]  # the site is built once

ROOT = Path(__file__).parents[1]
REFERENCE = sorted((ROOT / "docs/api").glob("*.md"))


def build(source: Path, out: Path) -> subprocess.CompletedProcess[str]:
    strictly = ("--quiet", "--fail-on-warning", "--keep-going", "--fresh-env")
    command = (sys.executable, "-m", "sphinx", *strictly, "--conf-dir", source / "docs")
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [*map(str, command), str(source), str(out)],
        env=environment, capture_output=True, text=True,
    )  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not THOROUGH:
        pytest.skip("takes long: make thorough; make docs builds it, too")
    out = tmp_path_factory.mktemp("site")
    done = build(ROOT, out)
    assert done.returncode == 0, done.stderr
    return out


def documented(site: Path) -> set[str]:
    """Return all Python names of the site, from the list that other sites link by."""
    listed = (site / "objects.inv").read_bytes().split(b"\n", 4)[4]
    lines = zlib.decompress(listed).decode().splitlines()
    return {name for name, kind, *_ in map(str.split, lines) if kind.startswith("py:")}


def promised() -> set[str]:
    """Return the functions and classes that the modules of the reference export."""
    pages = "".join(page.read_text(encoding="utf-8") for page in REFERENCE)
    modules = [import_module(name) for name in re.findall(r"automodule:: (\S+)", pages)]
    assert modules
    return {
        f"{module.__name__}.{name}"
        for module in modules
        for name in getattr(module, "__all__", ())
        if is_function_or_class(getattr(module, name))
    }


def is_function_or_class(value: object) -> bool:
    """Return whether a value is called; a name for a type, such as tuple[str, str], is not."""
    return callable(value) and not isinstance(value, GenericAlias)


def test_every_public_name_is_on_the_site(site: Path) -> None:
    assert promised() - documented(site) == set()


@pytest.mark.parametrize(
    "name",
    [
        "evenhand.simulate",
        "evenhand.report",
        "evenhand.load_run",
        "evenhand.analysis.win_rates",
        "evenhand.stepping.Stepping",
    ],
)
def test_a_name_that_people_look_up_is_there(name: str, site: Path) -> None:
    assert name in documented(site)


def test_the_front_page_leads_to_the_guides_and_the_rulebooks(site: Path) -> None:
    (start,) = re.findall(r'url=([^"]+)"', (site / "index.html").read_text(encoding="utf-8"))
    front = (site / start).read_text(encoding="utf-8")
    pages = [*(ROOT / "docs").glob("*.md"), *(ROOT / "docs/games").glob("*.md")]
    linked = {(site / start).parent / link for link in re.findall(r'href="([^"#]+)"', front)}
    found = {path.resolve().relative_to(site) for path in linked if path.exists()}
    assert {path.relative_to(ROOT).with_suffix(".html") for path in pages} - found == {Path(start)}
    rules = {path.relative_to(ROOT) for path in ROOT.glob("simulate/games/*/RULES.md")}
    assert {path.with_suffix(".html") for path in rules} <= found


def test_a_link_to_nowhere_stops_the_build(tmp_path: Path) -> None:
    source = tmp_path / "source"
    (source / "docs").mkdir(parents=True)
    (source / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    (source / "docs/conf.py").write_bytes((ROOT / "docs/conf.py").read_bytes())
    (source / "docs/index.html").write_text("")
    (source / "docs/index.md").write_text("# Guides\n\n[nowhere](elsewhere.md)\n")
    done = build(source, tmp_path / "site")
    assert done.returncode != 0
    assert "elsewhere.md" in done.stderr
