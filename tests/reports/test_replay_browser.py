"""The page of a game in a real browser: steps, keys, leads, cards and positions."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from evenhand.decks.card_face import CardFace
from evenhand.reports.replay_page import render_replay

sync_api = pytest.importorskip("playwright.sync_api")
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
]

FACES = (
    CardFace("Ace", {"type": "Unit", "hp": 300}, "Play: draw 1 card."),
    CardFace("Bee"),
    CardFace("Bee Queen"),
)
SAVING = {
    "heading": ['game = "a_game"', 'cards = "sample"'],
    "layable": {"table": {"turn": None}, "player": {"hand": None, "main": {"unit": None}}},
    "said": ["hand"],
    "phases": {"0": "main"},
    "note": "",
}


def table(turn: int, hand: list[str]) -> dict[str, Any]:
    main = {"unit": "Ace", "hp": 300}
    return {"turn": turn, "player_1": {"hand": hand, "main": main}, "player_2": {"hand": []}}


def told_game() -> dict[str, Any]:
    hands = [["Ace", "Log", "Bee", "Bee Queen"], ["Log"], [], ["Log"], []]
    steps = [
        {"turn": 1 + number // 2, "seat": number % 2, "question": "Main Phase",
         "options": ["play Ace", "end"], "scores": [5, 1], "choice": 0, "changes": [],
         "state": table(1 + number // 2, hand)}
        for number, hand in enumerate(hands)
    ]  # fmt: skip
    steps[0]["changes"] = ["Player 1: Bee: deck \u2192 hand"]
    steps[2]["options"] = ["play Bee Queen", "end"]
    steps[3]["options"] = ["play Bee", "end"]
    looks = [
        {"step": 1, "turn": 1, "standings": [3, 1], "leader": 0, "is_change": False},
        {"step": 3, "turn": 2, "standings": [1, 4], "leader": 1, "is_change": True},
    ]
    return {
        "game": "A Game", "number": 7, "players": ["one", "two"], "winner": "player_2",
        "end_reason": "x", "ending": "it was over", "steps": steps, "final": table(9, []),
        "lead": {"unit": "a point", "looks": looks},
    }  # fmt: skip


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("page") / "game-7.html"
    path.write_text(render_replay(told_game(), FACES, SAVING), encoding="utf-8")
    return path.as_uri()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    said: list[str] = []
    opened.on("console", lambda message: said.append(message.text))
    opened.on("pageerror", lambda error: said.append(str(error)))
    opened.goto(f"{address}#2")
    yield opened
    opened.close()
    assert said == []


def test_keys_step_and_the_address_follows(page: Any) -> None:
    assert "step 2 of 5" in page.inner_text("#where")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**#3")
    page.keyboard.press("End")
    page.wait_for_url("**#6")
    assert page.inner_text("#where") == "the end"


def test_every_table_is_the_one_that_was_shown(page: Any) -> None:
    states = page.evaluate("[...told.steps.map((one) => one.state), told.final]")
    game = told_game()
    assert states == [*(step["state"] for step in game["steps"]), game["final"]]


def test_keys_go_to_changes_of_the_lead(page: Any) -> None:
    assert page.inner_text("#lead-now") == "Player 1 is ahead: 3 to 1"
    page.keyboard.press("n")
    assert "step 4 of 5" in page.inner_text("#where")
    assert page.inner_text("#lead-now") == "Player 2 is ahead: 1 to 4"
    assert page.is_disabled("#lead-forward")


def test_a_click_on_the_curve_goes_there(page: Any) -> None:
    box = page.locator("#curve svg").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.8, box["y"] + 20)
    assert "step 5 of 5" in page.inner_text("#where")


@pytest.mark.parametrize("reach", ["hover", "focus"])
def test_a_card_says_what_stands_on_it(page: Any, reach: Callable[..., Any]) -> None:
    getattr(page.locator(".place .card").first, str(reach))()
    assert page.inner_text("#tip") == "Ace\nType Unit · HP 300\n\nPlay: draw 1 card."


def test_a_position_is_saved_or_the_nearest_is_offered(page: Any) -> None:
    page.keyboard.press("s")
    assert "cannot lay this position out" in page.inner_text("#save-said")
    page.click("#save-nearest")
    text = page.input_value("#save-text")
    assert text.startswith('game = "a_game"\ntitle = "Game 7, step 1"\ncards = "sample"\n')
    assert (
        '[given.player_1]\nhand = ["Ace", "Log", "Bee", "Bee Queen"]\nmain = { unit = "Ace" }\n'
        in text
    )
    assert "[given.player_2]\nhand = []\n" in text
    with page.expect_download() as download:
        page.click("#save-file")
    assert download.value.suggested_filename == "game-7-step-1.toml"


def test_a_page_beside_a_report_has_the_command_to_copy_and_leads_back(
    browser: Any, tmp_path: Path
) -> None:
    path = tmp_path / "my run" / "replays" / "game-7.html"
    path.parent.mkdir(parents=True)
    path.write_text(render_replay(told_game(), FACES, report="../report.html"), encoding="utf-8")
    (tmp_path / "my run" / "report.html").write_text("<title>The report</title>", encoding="utf-8")
    page = browser.new_page()
    page.goto(f"{path.as_uri()}#2")
    page.keyboard.press("s")
    command = page.input_value("#save-text")
    expected = f"evenhand replay '{tmp_path}/my run' --game 7 --step 2 --format scenario"
    assert command == f"{expected} --out position.toml"
    page.click("#save-copy")
    assert page.inner_text("#save-copy") == "Copied"
    assert page.evaluate("String(getSelection())") == command
    page.keyboard.press("Escape")
    page.click("text=Back to the report")
    assert page.title() == "The report"
    page.close()


def test_a_card_is_followed_from_where_it_is_played(page: Any) -> None:
    page.goto(page.url.split("#")[0] + "#card=Bee")
    page.wait_for_url("**#4&card=Bee")
    assert "step 4 of 5" in page.inner_text("#where")
    assert page.input_value("#card") == "Bee"
    assert page.is_disabled("#card-forward")
    page.keyboard.press("Shift+C")
    assert "step 1 of 5" in page.inner_text("#where")
    page.keyboard.press("c")
    page.click("#card-back")
    page.click("#card-forward")
    assert "step 4 of 5" in page.inner_text("#where")
    assert page.locator("#options .followed").inner_text() == "play Bee"
    page.select_option("#card", "Bee Queen")
    assert "step 3 of 5" in page.inner_text("#where")
    page.select_option("#card", "")
    page.wait_for_url("**#3")
    assert page.is_disabled("#card-back") and page.locator(".followed").count() == 0


def test_a_card_that_the_game_never_shows_is_not_followed(page: Any) -> None:
    page.goto(page.url.split("#")[0] + "#card=Nobody%E0")
    page.wait_for_url("**#1")  # the page writes its address a moment after it shows a step
    assert "step 1 of 5" in page.inner_text("#where")
    assert page.input_value("#card") == ""


def test_an_address_that_comes_while_the_last_step_is_written_is_gone_to(page: Any) -> None:
    page.evaluate("""
        location.hash = "#4";
        history.replaceState(null, "", "#2");  // before the event of the change
    """)
    page.wait_for_url("**#4")
    assert "step 4 of 5" in page.inner_text("#where")


def test_question_mark_lists_the_keys(page: Any) -> None:
    page.keyboard.press("?")
    assert page.is_visible("#help-box")
    page.keyboard.press("ArrowRight")
    assert "step 2 of 5" in page.inner_text("#where")  # keys are the dialog's while it is open


def test_narrow_page_does_not_scroll_sideways(page: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_lanes_keep_their_places_and_face_each_other(browser: Any, tmp_path: Path) -> None:
    game = told_game()
    for number, player in ((2, "player_1"), (3, "player_2")):
        lanes = {f"lane_{one}": {"unit": "Ace"} if one == number else {} for one in (1, 2, 3)}
        game["final"][player] |= {"lanes": lanes, "shrine": {}}
    game["final"]["to_play"] = "player_2"
    path = tmp_path / "game-7.html"
    path.write_text(render_replay(game, FACES), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"{path.as_uri()}#6")
    boxes = [page.locator(".lane").nth(one).bounding_box() for one in range(6)]
    assert [box["x"] for box in boxes[:3]] == [box["x"] for box in boxes[3:]]
    assert boxes[0]["x"] < boxes[1]["x"] < boxes[2]["x"]
    top, low = ["lane 1none", "lane 2none", "lane 3Ace"], ["lane 1none", "lane 2Ace", "lane 3none"]
    assert page.locator(".lane").all_text_contents() == top + low
    assert page.locator(".facts", has_text="to play").last.text_content().endswith("Player 2")
    assert page.locator(".zone", has_text="shrine").all_text_contents() == ["shrinenone"] * 2
    page.close()
