"""Every page in a browser: in both schemes, at all widths and on paper, and by keyboard alone."""

import re
import shutil
from collections.abc import Callable, Iterator
from itertools import cycle, product
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from evenhand.reports.report import render_report
from evenhand.reports.report_tables import Evidence
from tests.amounts import how_much
from tests.reports.pages import PAGES, write_page

sync_api = pytest.importorskip("playwright.sync_api")
axe = pytest.importorskip("axe_playwright_python.sync_playwright")
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
VIEWS = {
    "1280 light": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"},
    "1280 dark": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
    "800 light": {"viewport": {"width": 800, "height": 800}, "color_scheme": "light"},
    "390 light": {"viewport": {"width": 390, "height": 800}, "color_scheme": "light"},
    "390 dark": {"viewport": {"width": 390, "height": 800}, "color_scheme": "dark"},
    "print": {"viewport": {"width": 688, "height": 800}, "color_scheme": "dark"},
}
# Each kind of page in one view, in turn; in all of them, where there is time.
SHOWN = how_much(list(zip(PAGES, cycle(VIEWS))), list(product(PAGES, VIEWS)))
WIDE, NARROW = "1280 light", "390 dark"
# A report of many decks is built as one of few, and has more of the same controls and figures.
UNLIKE = how_much([name for name in PAGES if name != "many_decks"], list(PAGES))
BY_KEYBOARD = how_much(
    list(zip(UNLIKE, cycle((WIDE, NARROW)))), list(product(PAGES, (WIDE, NARROW)))
)
CONTROLS = "a[href], button:enabled, input:enabled, select, summary, [tabindex='0']"
MOST_TABS = 100  # from there on, controls are of the same kinds
COUNT_CONTROLS = f"""() => Array.from(document.querySelectorAll("{CONTROLS}"))
    .filter(one => one.checkVisibility()).length"""
KINDS_OF_DECK = ("Furnace", "Lockdown", "Raiders")
OPEN_ALL = "for (const fold of document.querySelectorAll('details')) fold.open = true"
CUT_TABLES = """() => Array.from(document.querySelectorAll(".table"))
    .filter(one => one.scrollWidth > one.clientWidth + 1)
    .map(one => one.querySelector("caption").textContent)"""
LOOK_AT_FOCUS = """() => {
    window.unseen = [];
    document.addEventListener("focusin", ({target}) => {
        const looks = getComputedStyle(target);
        target.dataset.reached = "";
        const seen = looks.outlineStyle !== "none" && parseFloat(looks.outlineWidth) >= 2;
        if (!seen) window.unseen.push(target.outerHTML.slice(0, 80));
    });
}"""
BROKEN_WORDS = """() => {
    const range = document.createRange(), broken = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode, holder = node.parentElement;
        if (!holder.checkVisibility() || holder.closest("svg, script, .unseen")) continue;
        for (const word of node.data.matchAll(/(?<!\\p{L})\\p{L}{2,24}(?!\\p{L})/gu)) {
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            const tops = new Set(Array.from(range.getClientRects(), box => Math.round(box.top)));
            if (tops.size > 1) broken.push(word[0]);
        }
    }
    return broken;
}"""
STRICT = "sandbox; default-src 'none'; img-src 'self'; style-src 'self'"  # as Jenkins sends it
BLACK_SHAPES = """() => Array.from(document.querySelectorAll("svg :is(path, rect, use, text)"))
    .filter(one => !one.closest("defs") && one.checkVisibility())
    .filter(one => getComputedStyle(one).fill === "rgb(0, 0, 0)")
    .map(one => one.outerHTML)"""

pytestmark = [
    pytest.mark.browser,
    pytest.mark.xdist_group("pages"),  # each is made once
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    options = ["--no-sandbox", "--disable-gpu", "--disable-quic"]
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=options)
        yield browser
        browser.close()


@pytest.fixture(scope="module", params=PAGES)
def address(
    request: pytest.FixtureRequest,
    make_evidence: Callable[..., Evidence],
    tmp_path_factory: pytest.TempPathFactory,
) -> str:
    folder = tmp_path_factory.mktemp(request.param)
    path = folder / f"{request.param}.html"
    path.write_text(write_page(request.param, make_evidence), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def open_page(browser: Any, address: str) -> Iterator[Callable[[str], Any]]:
    contexts = []

    def opened(view: str) -> Any:
        contexts.append(browser.new_context(**VIEWS[view]))
        page = contexts[-1].new_page()
        page.set_default_timeout(10_000)
        page.said = []
        page.on("request", lambda request: page.said.append(request.url))
        page.on("console", lambda message: page.said.append(message.text))
        page.on("pageerror", lambda error: page.said.append(str(error)))
        page.goto(address)
        if view == "print":
            page.emulate_media(media="print")
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.mark.parametrize(("address", "view"), SHOWN, indirect=["address"])
def test_page_is_quiet_fits_and_has_nothing_that_axe_finds(
    view: str, open_page: Callable[[str], Any], address: str
) -> None:
    page = open_page(view)
    found = axe.Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"][:200]) for one in found] == []
    assert page.said == [address]
    if view != "print":
        width = VIEWS[view]["viewport"]["width"]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.evaluate(OPEN_ALL)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("address", UNLIKE, indirect=True)
def test_nothing_is_black_or_hidden_where_neither_styles_nor_scripts_are_allowed(
    browser: Any, address: str
) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    headers = {"Content-Security-Policy": STRICT}
    html = Path(unquote(urlsplit(address).path)).read_text(encoding="utf-8")
    page.route("**/*", lambda route: route.fulfill(
        body=html, content_type="text/html; charset=utf-8", headers=headers))  # fmt: skip
    page.goto("http://page.test/")
    assert page.evaluate("getComputedStyle(document.body).margin") == "8px"  # no style at all
    assert page.evaluate(BLACK_SHAPES) == []
    page.close()


def test_neither_screen_nor_paper_cuts_columns_of_usual_names(
    browser: Any, make_evidence: Callable[..., Evidence], tmp_path: Path
) -> None:
    rates = {f"{side} {kind}": 0.5 for side in ("Cinder", "Tidal") for kind in KINDS_OF_DECK}
    cards = [
        f"{first} {last}" for first in ("Great", "Levee") for last in ("Kindling", "Collector")
    ]
    harm = dict.fromkeys(cards, -0.16)
    path = tmp_path / "report.html"
    evidence = make_evidence(rates, cards=cards, lifts=dict.fromkeys(cards, 0.18), effects=harm)
    path.write_text(render_report(evidence), encoding="utf-8")
    page = browser.new_page(**VIEWS["1280 light"])
    page.goto(path.as_uri())
    page.evaluate(OPEN_ALL)
    assert page.evaluate("document.querySelectorAll('#table-impact small').length") > 0
    assert page.evaluate(CUT_TABLES) == []
    page.set_viewport_size(VIEWS["print"]["viewport"])
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth") <= 688
    page.close()


@pytest.mark.parametrize(("address", "view"), BY_KEYBOARD, indirect=["address"])
def test_keyboard_reaches_every_control(view: str, open_page: Callable[[str], Any]) -> None:
    page = open_page(view)
    page.evaluate(OPEN_ALL)
    n_controls = min(page.evaluate(COUNT_CONTROLS), MOST_TABS)
    assert n_controls > 1
    page.evaluate(LOOK_AT_FOCUS)
    for _ in range(n_controls):
        page.keyboard.press("Tab")
    assert page.evaluate("window.unseen") == []
    assert page.locator("[data-reached]").count() == n_controls


def test_narrow_page_fits_and_breaks_no_word(open_page: Callable[[str], Any]) -> None:
    """But words of more than 24 letters, which have no room."""
    page = open_page("390 light")
    assert page.evaluate(BROKEN_WORDS) == []
    page.evaluate(OPEN_ALL)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_paper_has_whole_commands_and_few_pages(
    open_page: Callable[[str], Any], tmp_path: Path
) -> None:
    page = open_page("print")
    cut = "Array.from(document.querySelectorAll('pre')).filter(p => p.scrollWidth > p.clientWidth)"
    assert page.evaluate(f"{cut}.length") == 0
    page.pdf(path=tmp_path / "page.pdf", format="A4")
    pages = re.findall(rb"/Type\s*/Page\b", (tmp_path / "page.pdf").read_bytes())
    assert 1 <= len(pages) < 12
