"""The site is built without a warning, and every public name is on it."""

import inspect
import os
import re
import subprocess
import sys
from html import unescape
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from types import GenericAlias
from typing import Any

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


PUBLIC = (
    "evenhand", "evenhand.analysis", "evenhand.plots", "evenhand.stepping", "evenhand.pettingzoo",
)  # fmt: skip
SIGNATURE = re.compile(r'<dt class="sig [^"]*" id="([\w.]+)">(.*?)</dt>', re.DOTALL)


@pytest.fixture(scope="module")
def documented(site: Path) -> dict[str, str]:
    """Return what the reference prints of each Python name, its parameters included."""
    pages = "".join(page.read_text("utf-8") for page in (site / "docs/api").glob("*.html"))
    return {
        name: unescape(re.sub(r"<[^>]+>", "", head)).strip().removesuffix("\u00b6")
        for name, head in SIGNATURE.findall(pages)
    }


def public_names() -> set[str]:
    """Return the functions and classes that the public modules export, but for `evenhand.game`."""
    return {
        f"{module}.{name}"
        for module in PUBLIC
        for name in import_module(module).__all__
        if is_function_or_class(getattr(import_module(module), name))
    }


def is_function_or_class(value: object) -> bool:
    """Return whether a value is called; a name for a type, such as tuple[str, str], is not."""
    return callable(value) and not isinstance(value, GenericAlias)


def write_signature(thing: Any, is_method: bool) -> str:
    """Write the parameters of what is called, and their defaults."""
    signature = inspect.signature(thing)
    parameters = [one.replace(annotation=one.empty) for one in signature.parameters.values()]
    if is_method and not hasattr(thing, "__self__"):
        parameters = parameters[1:]
    return str(inspect.Signature(parameters))


def test_every_public_name_is_documented(documented: dict[str, str]) -> None:
    assert public_names() - documented.keys() == set()
    pages = "".join(page.read_text(encoding="utf-8") for page in REFERENCE)
    entries = set(re.findall(r"\*\*`(\w+)", pages))
    for module in ("evenhand.game", "evenhand.abilities"):
        assert set(import_module(module).__all__) - entries == set()


def test_every_signature_is_the_real_one(documented: dict[str, str]) -> None:
    told = {name: head for name, head in documented.items() if "(" in head}
    assert len(told) > 60
    real = {}
    for name in told:
        thing = resolve_name(name)
        is_method = inspect.isclass(resolve_name(name.rpartition(".")[0]))
        real[name] = write_signature(thing, is_method)
    assert {name: head[head.index("(") :] for name, head in told.items()} == real


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
