"""The page of a check in a real browser: wide and narrow, light and dark, by ear and on paper."""

import shutil
from collections.abc import Callable, Iterator
from itertools import cycle, product
from typing import Any

import pytest

from evenhand.reports.check.page import render_check
from evenhand.reports.report_tables import Evidence
from tests.amounts import how_much
from tests.reports.test_check_page import CHANGED, HEAVIER, OPEN, make_result
from tests.reports.test_gate import ACCEPTED, FAIL, PASS, UNSURE

sync_api = pytest.importorskip("playwright.sync_api")
axe = pytest.importorskip("axe_playwright_python.sync_playwright")
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.xdist_group("check page"),
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
]


@pytest.fixture(scope="module")
def address(
    make_evidence: Callable[..., Evidence], tmp_path_factory: pytest.TempPathFactory
) -> str:
    path = tmp_path_factory.mktemp("page") / "check.html"
    result = make_result(
        FAIL, OPEN, UNSURE, ACCEPTED, PASS, since="HEAD", changes=(HEAVIER,),
        causes={FAIL.measure: (HEAVIER,), CHANGED: (HEAVIER,)},
    )  # fmt: skip
    info = make_evidence({"a": 0.5, "b": 0.5}).info
    path.write_text(render_check(result, info, "evenhand check --games 9", {}), encoding="utf-8")
    return path.as_uri()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    options = ["--no-sandbox", "--disable-gpu", "--disable-quic"]
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=options)
        yield browser
        browser.close()


WIDTHS, SCHEMES = (320, 390, 800, 1280), ("light", "dark")


@pytest.mark.parametrize(
    ("width", "scheme"),
    how_much(list(zip(WIDTHS, cycle(SCHEMES))), list(product(WIDTHS, SCHEMES))),
)
def test_it_fits_asks_for_nothing_and_can_be_read_by_all(
    browser: Any, address: str, width: int, scheme: str
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(address)
    assert (asked, said) == ([address], [])
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    found = axe.Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
    page.close()


@pytest.mark.parametrize("width", [390, 1280])
def test_a_drawing_shows_what_its_row_says(browser: Any, address: str, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.goto(address)
    drawing = page.get_by_role("img", name="win rate of tide: measured 60.0")
    band, dot = (drawing.locator(one).bounding_box() for one in ("rect", "path"))
    assert band["x"] + band["width"] < dot["x"]
    assert dot["x"] + dot["width"] <= width
    assert page.get_by_role("row").count() >= 4
    page.close()


def test_on_paper_all_is_there(browser: Any, address: str) -> None:
    page = browser.new_page(viewport={"width": 700, "height": 900})
    page.emulate_media(media="print")
    page.goto(address)
    assert not page.locator("nav").is_visible()
    for name in ("tide", "surf", "ebb", "flood", "calm"):
        assert page.get_by_role("rowheader", name=f"win rate of {name}").is_visible()
    page.close()
