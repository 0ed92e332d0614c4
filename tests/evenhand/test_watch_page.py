"""The live page in a real browser, from a save of a file to the number that moves."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from evenhand.simulate.registry import load_game
from tests.amounts import how_much
from tests.own_games import PATH

sync_api = pytest.importorskip("playwright.sync_api")
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
needs_browser = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
]

ROOT = Path(__file__).parents[2]
GAME = "last_light"
SCHEMA = load_game(GAME).schema
DECKS = ("gale", "lamp", "squall")
BALANCE = f"""game = "{GAME}"
cards = "cards.csv"
decks = ["decks"]
games = 24
[expect]
win_rate = [0.2, 0.8]
"""


class Watched(NamedTuple):
    """A folder that is watched, the program that does, and where its page is."""

    folder: Path
    program: "subprocess.Popen[str]"
    address: str

    @property
    def cards(self) -> Path:
        return self.folder / "cards.csv"


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    folder = tmp_path / "mine <i>"
    (folder / "decks").mkdir(parents=True)
    shutil.copyfile(SCHEMA.sample_path("cards.csv"), folder / "cards.csv")
    for name in DECKS:
        shutil.copyfile(SCHEMA.samples("decks", ".txt")[name], folder / "decks" / f"{name}.txt")
    (folder / "balance.toml").write_text(BALANCE)
    program = subprocess.Popen(
        [sys.executable, "-m", "evenhand", "watch", "--no-open", "--jobs", "1"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder,
        env={**os.environ, "PYTHONPATH": PATH, "NUMBA_DISABLE_JIT": "1"},
    )  # fmt: skip
    assert program.stdout is not None
    try:
        yield Watched(folder, program, program.stdout.readline().strip())
    finally:
        program.kill()
        program.communicate()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    options = ["--no-sandbox", "--disable-gpu", "--disable-quic"]
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=options)
        yield browser
        browser.close()


def edit(path: Path, old: str, new: str) -> bytes:
    """Save another text, and return what was there."""
    before = path.read_bytes()
    assert old in before.decode()
    path.write_text(before.decode().replace(old, new))
    return before


def open_page(browser: Any, address: str, **options: Any) -> Any:
    page = browser.new_page(**options)
    page.set_default_timeout(240_000)  # two busy cores take their time
    page.goto(address)
    page.wait_for_selector("#status:text-matches('^Done')")
    return page


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "told to"])
def test_the_program_ends_at_once_while_pages_are_open(watched: Watched, ending: int) -> None:
    assert watched.address.startswith("http://127.0.0.1:")
    with httpx.Client(base_url=watched.address, timeout=10) as client:
        with client.stream("GET", "events") as events:
            lines = events.iter_lines()
            assert next(lines) == "event: state"
            watched.program.send_signal(ending)
            assert any(line == "event: end" for line in lines)
        assert watched.program.wait(15) == (0 if ending == signal.SIGINT else 143)
        assert watched.program.stderr is not None
        said = watched.program.stderr.read()
        assert said.splitlines() == [f"watching {watched.folder}; stop with Ctrl-C"]
        with pytest.raises(httpx.ConnectError):
            client.get("")
    assert not (watched.folder / "runs").exists()


class TestInChromium:
    pytestmark = needs_browser

    def test_a_save_moves_the_number_and_undo_moves_it_back(
        self, browser: Any, watched: Watched
    ) -> None:
        page = open_page(browser, watched.address)
        asked, complaints = [], []
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        other = open_page(browser, watched.address)  # a second tab
        before = edit(watched.cards, "Breath,Gust,1", "Breath,Gust,9")
        for tab in (page, other):
            tab.wait_for_selector(".hero[data-save='1']")
            tab.wait_for_selector("#status:text-matches('^Done')")
        first = page.text_content("#hero")
        assert page.locator("#changed tbody tr").inner_text().split("\t") == [
            "Breath", "strength", "1", "9"
        ]  # fmt: skip
        edit(watched.cards, "Gale,Gust,3", "Gale,Gust,20")
        page.wait_for_selector(".hero[data-save='2']")
        page.wait_for_selector("#status:text-matches('^Done')")
        assert page.text_content("#hero") != first
        page.get_by_role("button", name="Undo").press("Enter")
        page.wait_for_selector(".hero", state="detached")
        assert watched.cards.read_bytes() == before
        page.wait_for_selector("#said:text-matches('^Undone: 1 file as before.')")
        assert page.locator(".saves .tag").all_inner_texts() == ["undone", "saved over"]
        assert all(url.startswith(watched.address) for url in asked)
        assert complaints == []
        page.close()
        other.close()

    def test_an_error_stands_at_its_cell_until_it_is_mended(
        self, browser: Any, watched: Watched
    ) -> None:
        page = open_page(browser, watched.address)
        edit(watched.cards, "Breath,Gust,1", "Breath,Gust,x")
        page.wait_for_selector("#problems")
        cells = page.locator("#problems tbody tr > *").all_inner_texts()
        assert cells[:4] == ["cards.csv", "2", "strength", "expected a whole number, found 'x'"]
        assert cells[4:] == ["decks/gale.txt", "3", "", "'Breath' cannot be read\nsee cards.csv:2"]
        assert page.text_content("#headline").startswith("Left out: gale (Breath cannot be read)")
        edit(watched.cards, "Breath,Gust,x", "Breath,Gust,1")
        page.wait_for_selector("#problems", state="detached")
        page.close()

    def test_what_is_kept_is_the_new_baseline(self, browser: Any, watched: Watched) -> None:
        page = open_page(browser, watched.address)
        edit(watched.cards, "Breath,Gust,1", "Breath,Gust,9")
        page.wait_for_selector(".hero")
        page.get_by_role("button", name="Keep").click()
        page.wait_for_selector(".hero", state="detached")
        edit(watched.cards, "Breath,Gust,9", "Breath,Gust,5")
        page.wait_for_selector(".hero")
        assert page.locator("#changed tbody tr").inner_text().split("\t")[2:] == ["9", "5"]
        page.close()

    @pytest.mark.parametrize("scheme", how_much(["dark"], ["light", "dark"]))
    def test_the_page_fits_and_can_be_read(
        self, browser: Any, watched: Watched, scheme: str
    ) -> None:
        axe = pytest.importorskip("axe_playwright_python.sync_playwright")
        page = open_page(
            browser,
            watched.address,
            viewport={"width": 390, "height": 800},
            color_scheme=scheme,
            bypass_csp=True,
            reduced_motion="reduce",
        )
        edit(watched.cards, "Breath,Gust,1", "Breath,Gust,9")
        page.wait_for_selector(".hero")
        page.wait_for_selector("#status:text-matches('^Done')")
        for details in page.locator("details").all():
            details.locator("summary").click()
        for width in (390, 800, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            found = axe.Axe().run(page).response["violations"]
            assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
        page.close()

    def test_a_line_that_is_cut_is_said(self, browser: Any, watched: Watched) -> None:
        page = open_page(browser, watched.address)
        watched.program.send_signal(signal.SIGINT)
        page.wait_for_selector("#line:text('The program was stopped.')")
        page.close()
