"""The page in a real browser."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from evenhand.decks.card_face import CardFace
from evenhand.reports.linked_games import GamesBehind
from evenhand.reports.report import render_report
from evenhand.reports.report_tables import Evidence
from evenhand.simulate.replay.games_behind import Cell

sync_api = pytest.importorskip("playwright.sync_api")
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.xdist_group("report page"),  # it is made once
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
]

CARDS = ["Ember Lancer", "Ash Pup", "Rust Golem", *(f"Card {n:02}" for n in range(20))]
EFFECTS = {"Ember Lancer": -0.05, "Ash Pup": 0.04}
FACES = tuple(
    CardFace(
        name,
        {"type": ("Unit", "Event")[n % 2], "rarity": "N", "power": n},
        f"Play: draw {n} cards.",
        n % 4,
        "energy",
        ("type", "rarity"),
        name,
    )
    for n, name in enumerate(CARDS)
)
LIFTS = {"Ember Lancer": 0.034, "Ash Pup": -0.03, "Rust Golem": -0.012}


@pytest.fixture(scope="module")
def address(
    make_evidence: Callable[..., Evidence], tmp_path_factory: pytest.TempPathFactory
) -> str:
    path = tmp_path_factory.mktemp("page") / "report.html"
    rates = {f"Deck number {n}": 0.62 - 0.02 * n for n in range(12)}
    made = make_evidence(rates, cards=CARDS, lifts=LIFTS, effects=EFFECTS, n_stalls=3)
    games = GamesBehind((), {(Cell("deck", ("Deck number 0",)), "telling"): 7})
    html = render_report(replace(made, faces=FACES, games=games))
    path.write_text(html, encoding="utf-8")
    return path.as_uri()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    options = ["--no-sandbox", "--disable-gpu", "--disable-quic"]
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=options)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Any, address: str) -> Iterator[Callable[..., Any]]:
    contexts = []

    def opened(**options: Any) -> Any:
        contexts.append(browser.new_context(**options))
        page = contexts[-1].new_page()
        page.set_default_timeout(10_000)
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()


def test_an_address_opens_the_part_that_it_is_in(open_page: Callable[..., Any]) -> None:
    page = open_page(viewport={"width": 1280, "height": 900})
    part = page.locator('[id="deck-Deck%20number%202"]')
    assert part.get_attribute("open") is None
    link = page.locator('#table-decks a[href="#deck-Deck%20number%202"]')
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.getElementById('deck-Deck%20number%202').open")
    assert part.locator("table").first.is_visible()
    again = page.context.new_page()
    again.goto(page.url)  # an address that somebody sent
    assert again.locator('[id="deck-Deck%20number%202"]').get_attribute("open") is not None


def column(page: Any, table: str, index: int) -> list[str]:
    script = """([table, index]) => Array.from(document.getElementById(table).tBodies[0].rows,
        row => row.cells[index].firstChild.textContent.trim())"""
    return page.evaluate(script, [table, index])


def test_page_asks_for_nothing_and_complains_of_nothing(browser: Any, address: str) -> None:
    page = browser.new_page()
    requests, complaints = [], []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.close()
    assert requests == [address]
    assert complaints == []


def test_click_on_a_heading_sorts(open_page: Callable[..., Any]) -> None:
    page = open_page()
    lifts = column(page, "table-cards", 1)
    heading = page.locator("#table-cards thead th").nth(1)
    assert heading.get_attribute("aria-sort") == "descending"
    heading.get_by_role("button").click()
    assert column(page, "table-cards", 0)[:2] == ["Ash Pup", "Rust Golem"]
    assert column(page, "table-cards", 1) == lifts[::-1]
    assert page.locator("#live").text_content() == "Sorted by Lift, points, ascending."
    page.locator("#table-cards thead th").nth(0).get_by_role("button").press("Enter")
    assert column(page, "table-cards", 0) == sorted(CARDS)
    assert page.locator("#table-cards [aria-sort]").count() == 1


def test_box_filters_cards(open_page: Callable[..., Any]) -> None:
    page = open_page()
    page.locator("#cards").get_by_label("Card or its text contains").fill("golem")
    assert page.locator("#table-cards tbody tr:visible").count() == 1
    assert page.locator("#live").text_content() == f"1 of {len(CARDS)} rows shown."


def test_intervals_can_be_hidden(open_page: Callable[..., Any]) -> None:
    page = open_page()
    assert page.locator("#table-heat td i").first.is_visible()
    page.get_by_label("Show 95 % intervals").uncheck()
    assert not page.locator("#table-heat td i").first.is_visible()


def test_page_is_complete_without_script(open_page: Callable[..., Any]) -> None:
    page = open_page(java_script_enabled=False)
    assert page.locator("#table-cards tbody tr:visible").count() == len(CARDS)
    assert page.locator("#table-heat td i").first.is_visible()
    assert not page.locator("#controls").is_visible()
    assert page.locator("th button").count() == 0


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_only_tables_scroll_sideways(open_page: Callable[..., Any], width: int) -> None:
    page = open_page(viewport={"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_drawing_fits_a_telephone_and_is_legible_there(open_page: Callable[..., Any]) -> None:
    for width, letters in ((390, 9.5), (1280, 14)):
        drawing = open_page(viewport={"width": width, "height": 800}).locator("#figure-decks svg")
        shown = drawing.bounding_box()["width"]
        drawn = float(drawing.get_attribute("viewBox").split()[2])
        assert shown < width and 12 * shown / drawn > letters


def test_page_follows_the_scheme(open_page: Callable[..., Any]) -> None:
    colours = set()
    for scheme in ("light", "dark"):
        page = open_page(color_scheme=scheme)
        colours.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert colours == {"rgb(255, 255, 255)", "rgb(18, 21, 24)"}


def test_print_is_light_and_says_what_it_leaves_out(
    open_page: Callable[..., Any], tmp_path: Path
) -> None:
    page = open_page(color_scheme="dark")
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not page.locator("nav").is_visible()
    page.pdf(path=tmp_path / "report.pdf", format="A4")
    page.locator("details").first.evaluate("fold => { fold.open = true; }")
    assert page.locator("details:visible").count() == 1
    assert page.locator(".left-out").is_visible()
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")


def test_hover_and_focus_show_what_stands_on_a_card(open_page: Callable[..., Any]) -> None:
    page = open_page()
    tip, name = page.locator("#card-tip"), page.locator("#table-cards a.card").first
    name.hover()
    tip.wait_for(state="visible")
    assert "Play: draw 0 cards." in tip.text_content()
    assert name.get_attribute("aria-describedby") == "card-tip"
    page.keyboard.press("Escape")
    assert not tip.is_visible()
    page.keyboard.press("Tab")
    page.locator("#table-cards a.card").nth(1).focus()
    tip.wait_for(state="visible")
    page.keyboard.press("Escape")
    assert not tip.is_visible()


def test_a_game_without_a_page_gives_its_command(
    open_page: Callable[..., Any], address: str
) -> None:
    page = open_page()
    asked = page.locator("#table-decks .games button")
    place = address.removeprefix("file://").removesuffix("/report.html")
    whole = f"evenhand replay {place} --game 7 --format html"
    assert asked.get_attribute("title") == f"Copy: {whole}"
    asked.click()
    page.locator("#live", has_text="command copied").wait_for(state="attached")
    page.evaluate("document.body.append(document.createElement('textarea'))")
    page.locator("textarea").press("Control+V")
    assert page.locator("textarea").input_value() == whole


def test_a_tap_shows_the_card_and_a_second_opens_it(open_page: Callable[..., Any]) -> None:
    page = open_page(has_touch=True, viewport={"width": 390, "height": 800})
    name = page.locator(".findings a.card").first
    name.tap()
    assert page.locator("#card-tip").is_visible()
    assert page.locator("#card-panel[open]").count() == 0
    name.tap()
    assert page.locator("#card-panel[open]").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_panel_of_a_card_has_an_address_and_explains_numbers(
    open_page: Callable[..., Any], address: str
) -> None:
    page = open_page()
    page.goto(f"{address}#card-Ember_Lancer")
    panel = page.locator("#card-panel[open]")
    assert panel.locator("h2").text_content().startswith("Ember Lancer")
    assert "\u22125.0" in panel.locator("tbody tr").first.text_content()
    assert "opening hand" in panel.locator(".why").first.text_content()
    assert panel.locator("tbody a").first.get_attribute("href") == "#deck-Deck%20number%200"
    place = address.removeprefix("file://").removesuffix("/report.html")
    assert f"evenhand replay {place} --card 'Ember Lancer' --find telling" in panel.text_content()
    page.keyboard.press("Escape")
    page.wait_for_url(address)
    assert page.locator("#card-panel[open]").count() == 0


def test_cards_are_filtered_by_what_stands_on_them(open_page: Callable[..., Any]) -> None:
    page = open_page()
    tools = page.locator("#cards .tools").first
    tools.get_by_label("contains").fill("draw 2 cards")
    assert column_of_visible(page) == ["Rust Golem"]
    tools.get_by_label("contains").fill("")
    tools.get_by_role("button", name="Filter").click()
    tools.get_by_label("Type").select_option("Event")
    assert sorted(column_of_visible(page)) == sorted(CARDS[1::2])
    tools.get_by_label("Cost").select_option("3")
    assert sorted(column_of_visible(page)) == sorted(CARDS[3::4])


def column_of_visible(page: Any) -> list[str]:
    return page.locator("#table-cards tbody tr:visible th").all_text_contents()


def test_columns_and_rows_that_are_shown_are_copied_as_csv(open_page: Callable[..., Any]) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    tools = page.locator("#cards .tools").first
    tools.get_by_label("contains").fill("golem")
    tools.get_by_role("button", name="Columns").click()
    tools.get_by_label("GIH WR, %").uncheck()
    tools.get_by_role("button", name="Copy as CSV").click()
    page.get_by_text("Copied 1 row").first.wait_for()
    head, row = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert head.startswith('Card,"Lift, points","Lift, points low","Lift, points high"')
    assert "GIH" not in head
    assert row.startswith("Rust Golem,-1.2,-2.3,-0.1,")


def test_whole_tables_are_saved_as_files(open_page: Callable[..., Any]) -> None:
    page = open_page(accept_downloads=True)
    with page.expect_download() as download:
        page.locator("#impact .tools").first.get_by_role("button", name="Save all rows").click()
    assert download.value.suggested_filename == "card_impact.csv"
    lines = Path(download.value.path()).read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("deck,card,copies,baseline")
    assert len(lines) == 1 + 12 * 12  # twelve decks of twelve cards
