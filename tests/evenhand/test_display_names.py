"""A deck's name for people: wherever they read, and nowhere else."""

import io
import json
import re
import shutil
from collections.abc import Callable
from contextlib import chdir, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from evenhand.__main__ import main
from evenhand.decks.deck_list import sample_decks
from evenhand.gate import tuning
from evenhand.simulate.game import Game
from tests.amounts import how_much

pytestmark = pytest.mark.xdist_group("display_names")  # a run is played once
Captured = pytest.CaptureFixture[str]
Say = Callable[..., str]
SHOWN = "<b>Tide</b> & Sons vs x (y)"
WIDE = "[expect]\nwin_rate = [0.05, 0.95]\nmatchup = [0.05, 0.95]\n"


@pytest.fixture(scope="module")
def decks(game: Game) -> list[Path]:
    return list(sample_decks(game.schema).values())[:3]


def begin_folder(decks: list[Path], game: Game) -> str:
    """Begin a folder with three decks, the first of which has a name for people; return its id."""
    Path("decks").mkdir()
    for path in decks:
        shutil.copy(path, "decks")
    named = Path("decks", decks[0].name)
    named.write_text(f"name = {SHOWN}\n{named.read_text('utf-8')}", encoding="utf-8")
    shutil.copy(game.schema.sample_path("cards.csv"), "cards.csv")
    begin = f'game = "{game.name}"\ncards = "cards.csv"\ndecks = "decks"\n'
    Path("balance.toml").write_text(begin + WIDE, encoding="utf-8")
    return decks[0].stem


@pytest.fixture
def own(decks: list[Path], game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Be in such a folder; return the named deck's id."""
    monkeypatch.chdir(tmp_path)
    return begin_folder(decks, game)


@pytest.fixture(scope="module")
def once(
    decks: list[Path], game: Game, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, str]:
    """Play a run in such a folder; return the folder, and what was printed."""
    folder, printed = tmp_path_factory.mktemp("once"), io.StringIO()
    with chdir(folder), redirect_stdout(printed):
        begin_folder(decks, game)
        assert main(["run", "--games", "600", "--bots", "heuristic", "--out", "one"]) == 0
    return folder, printed.getvalue()


@pytest.fixture
def own_run(
    once: tuple[Path, str], decks: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> str:
    """Be in a copy of the folder with the run; return the named deck's id."""
    shutil.copytree(once[0], tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return decks[0].stem


@pytest.fixture
def say(capsys: Captured) -> Say:
    """Return a function that runs a command and gives what it printed."""

    def run(*arguments: object) -> str:
        capsys.readouterr()
        assert main(list(map(str, arguments))) == 0
        return capsys.readouterr().out

    return run


def has_name_alone(text: str, own: str) -> bool:
    """Whether people are shown the name that they chose, and not the file's."""
    return SHOWN in text and not re.search(rf"\b{own}\b", text)


def read_page(path: Path) -> tuple[str, dict[str, Any]]:
    """Return what people see on a page, and the data that it holds."""
    page = path.read_text(encoding="utf-8")
    data = re.search(r'<script type="application/json"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert data
    return page.replace(data[0], ""), json.loads(data[1])


def first_card(deck: str) -> str:
    """Return a card that a deck holds twice."""
    return Path("decks", f"{deck}.txt").read_text("utf-8").split("2 ")[1].split("\n")[0]


def test_a_run_and_its_report(once: tuple[Path, str], own_run: str, say: Say) -> None:
    own = own_run
    assert has_name_alone(once[1], own)
    page, data = read_page(Path("one/report.html"))
    assert "&lt;b&gt;Tide&lt;/b&gt; &amp; Sons vs x (y)" in page
    assert "<b>Tide" not in page
    assert page.count(own.replace("_", "_<wbr>")) == 1  # beside the file's hash
    assert data["display_names"][own] == SHOWN
    columns = data["tables"]["win_rates"]["columns"]
    rows = data["tables"]["win_rates"]["data"]
    assert own in [row[columns.index("deck")] for row in rows]
    before = Path("one/report.html").read_bytes()
    shutil.rmtree("decks")  # the run knows by itself
    say("report", "one")
    assert Path("one/report.html").read_bytes() == before


def test_json_keeps_the_names_of_files(own: str, say: Say) -> None:
    said = json.loads(say("run", "--games", 600, "--bots", "heuristic", "--out", "one", "--json"))
    assert own in [row["deck"] for row in said["win_rates"]]
    assert said["display_names"] == {own: SHOWN}
    said = json.loads(say("metagame", "one", "--json"))
    assert own in [row["deck"] for row in said["decks"]]
    assert said["display_names"] == {own: SHOWN}


def test_the_same_games_with_a_name_and_without(own: str, say: Say) -> None:
    named = json.loads(say("run", "--no-report", "--games", 60, "--out", "one", "--json"))
    path = Path("decks", f"{own}.txt")
    path.write_text(path.read_text("utf-8").partition("\n")[2], encoding="utf-8")
    plain = json.loads(say("run", "--no-report", "--games", 60, "--out", "two", "--json"))
    assert named["results_hash"] == plain["results_hash"]
    assert "display_name" not in Path("two/run.toml").read_text("utf-8")


def test_what_reads_a_run(own_run: str, say: Say) -> None:
    own = own_run
    assert has_name_alone(say("metagame", "one"), own)
    assert any(SHOWN in say("replay", "one", "--game", game).splitlines()[1] for game in (1, 2))
    told = json.loads(say("replay", "one", "--game", 1, "--format", "json"))
    assert f"{own} (heuristic)" in told["players"]
    assert f"{SHOWN} (heuristic)" in told["display_players"]
    say("replay", "one", "--game", 1, "--format", "html")
    told = Path("one/game-1.html").read_text("utf-8")
    assert "&lt;b&gt;Tide&lt;/b&gt;" in told
    assert not any(f"{path.stem} (" in told for path in Path("decks").iterdir())  # all have titles
    assert has_name_alone(say("impact", "--run", "one", "--games", 1860), own)


def test_comparisons(own: str, decks: list[Path], say: Say) -> None:
    for seed in (1, 2):
        say("run", "--no-report", "--games", 600, "--seed", seed, "--out", f"run{seed}")
    assert has_name_alone(say("compare", "run1", "run2", "--out", "both"), own)
    page, data = read_page(Path("both/report.html"))
    assert "&lt;b&gt;Tide&lt;/b&gt;" in page
    plain = page.replace("<wbr>", "")
    assert not any(path.stem in plain for path in decks)  # the others have titles
    assert data["display_names"] == {own: SHOWN}
    said = json.loads(say("compare", "run1", "run2", "--out", "again", "--json"))
    assert own in [row["deck"] for row in said["decks"]]
    assert said["display_names"] == {own: SHOWN}


def test_a_check(own: str, say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")
    printed = say("check", "--games", 1200, "--junit", "junit.xml", "--out", "one")
    assert has_name_alone(printed, own)
    assert f"win rate of {own}" in Path("junit.xml").read_text("utf-8")
    said = json.loads(say("check", "--games", 1200, "--out", "one", "--json"))
    assert own in [cell["subject"] for cell in said["cells"]]
    assert said["display_names"] == {own: SHOWN}


def test_a_search_for_stronger_decks(own: str, decks: list[Path], say: Say) -> None:
    field = ("--decks", f"{own},{decks[1].stem}", "--bots", "heuristic")
    asked = ("break", "--games", 7400, "--rounds", 1, *field)
    assert has_name_alone(say(*asked, "--out", "found"), own)
    assert json.loads(say(*asked, "--json"))["display_names"] == {own: SHOWN}


def test_what_is_played_to_answer_a_question(own: str, say: Say, game: Game) -> None:
    card = first_card(own)
    games = ("--bots", "heuristic", "--games")
    assert has_name_alone(say("impact", card, *games, 600), own)
    assert has_name_alone(say("price", card, *games, 1000), own)
    asked = json.loads(say("price", card, *games, 1000, "--json"))
    assert (asked["decks"], asked["display_names"]) == ([own], {own: SHOWN})
    lessons = say(
        "bots", "--lessons", "--bots", "novice,search:4", "--games", 6, "--set", "turn_cap=6"
    )
    assert has_name_alone(lessons, own)


def test_tuning(own: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "MOST_ROUNDS", how_much(2, tuning.MOST_ROUNDS))
    with Path("balance.toml").open("a", encoding="utf-8") as file:
        file.write(f"[expect.decks]\n{own} = [0.7, 0.8]\n")
    capsys.readouterr()
    assert main(["tune", "--games", "1000", "--precision", "10"]) in (0, 1, 4)
    assert SHOWN in capsys.readouterr().out


def test_two_decks_of_one_name(own: str, decks: list[Path], capsys: Captured) -> None:
    other = Path("decks", decks[1].name)
    other.write_text(f"name: {SHOWN.upper()}\n{other.read_text('utf-8')}", encoding="utf-8")
    for command in (("run", "--games", "60"), ("deck",)):
        assert main([*command]) == 3
        said = capsys.readouterr().err
        assert f"error: {other}: the deck is called '{SHOWN.upper()}'" in said
        assert f"as that of {Path('decks', f'{own}.txt')} is (give one another name)" in said


def test_flags_know_what_people_call_decks(own: str, decks: list[Path], say: Say) -> None:
    title = decks[1].stem.replace("_", " ").upper()  # as a page calls it, in any case
    said = say(
        "run", "--no-report", "--decks", f"{SHOWN},{title}", "--games", 60, "--out", "one", "--json"
    )
    assert json.loads(said)["games"] == 60
    run = Path("one/run.toml").read_text("utf-8")
    assert f'name = "{own}"' in run and f'name = "{decks[1].stem}"' in run
    assert f'name = "{decks[2].stem}"' not in run


def test_samples_are_known_by_their_titles(game: Game, decks: list[Path], say: Say) -> None:
    titles = ",".join(path.stem.replace("_", " ").title() for path in decks[:2])
    said = json.loads(say("deck", "--game", game.name, "--json", *titles.split(",")))
    assert [one["name"] for one in said["decks"]] == [path.stem for path in decks[:2]]


def test_a_name_with_a_comma(own: str, say: Say, capsys: Captured) -> None:
    path = Path("decks", f"{own}.txt")
    path.write_text(path.read_text("utf-8").replace(SHOWN, "Fire, and more"), encoding="utf-8")
    assert json.loads(say("deck", "Fire, and more", "--json"))["decks"][0]["name"] == own
    assert main(["deck", "Fire, and less"]) == 2
    assert "knows no deck 'Fire'" in capsys.readouterr().err


def test_a_name_that_several_have(own: str, decks: list[Path], capsys: Captured) -> None:
    for path in decks[1:3]:
        other = Path("decks", path.name)
        other.write_text(f"name = The Same\n{other.read_text('utf-8')}", encoding="utf-8")
    assert main(["deck", "the same"]) == 2
    said = capsys.readouterr().err
    assert f"several are called 'the same': {decks[1].stem} and {decks[2].stem}" in said


def test_expectations_know_what_people_call_decks(own: str, decks: list[Path], say: Say) -> None:
    title = decks[1].stem.replace("_", " ")
    with Path("balance.toml").open("a", encoding="utf-8") as file:
        file.write('[expect.decks]\n"<B>tide</b> & Sons vs x (y)" = [0.02, 0.98]\n')
        file.write(f'[expect.matchups]\n"{title} vs {decks[2].stem}" = [0.02, 0.98]\n')
    said = json.loads(say("check", "--games", 1200, "--out", "one", "--json"))
    bands = {cell["subject"]: (cell["band_low"], cell["band_high"]) for cell in said["cells"]}
    assert bands[own] == (0.02, 0.98)
    assert bands[f"{decks[1].stem} vs {decks[2].stem}"] == (0.02, 0.98)


def test_json_of_lessons(own: str, say: Say) -> None:
    asked = (
        "bots", "--lessons", "--bots", "novice,search:4", "--games", "2", "--set", "turn_cap=6",
    )  # fmt: skip
    assert json.loads(say(*asked, "--json"))["display_names"] == {own: SHOWN}


def test_the_page_has_a_title_and_a_list_for_each_deck(own_run: str, decks: list[Path]) -> None:
    page, data = read_page(Path("one/report.html"))
    assert data["display_names"][own_run] == SHOWN
    for path in decks[1:]:
        title = path.stem.replace("_", " ").title()
        assert data["display_names"][path.stem] == title
        assert f'<a href="#deck-{path.stem}"><bdi>{title}</bdi></a>' in page
        part = page.partition(f'<details id="deck-{path.stem}">')[2].partition("</details>")[0]
        cards = re.findall(r"<li><span>(\d+)</span> <a[^>]*><bdi>([^<]*)</bdi>", part)
        lines = re.findall(r"^(\d+) (.+)$", path.read_text("utf-8"), re.MULTILINE)
        assert sorted(cards) == sorted(lines)
        assert '<svg class="curve"' in part


def test_a_deck_that_was_changed(own: str, decks: list[Path], say: Say) -> None:
    say("run", "--no-report", "--games", 600, "--out", "before")
    for name in (own, decks[1].stem):
        path = Path("decks", f"{name}.txt")
        path.write_text(path.read_text("utf-8").replace("\n2 ", "\n1 ", 1), encoding="utf-8")
        path.write_text(path.read_text("utf-8") + f"\n1 {other_card(path)}\n", encoding="utf-8")
    say("run", "--no-report", "--games", 600, "--out", "after")
    assert has_name_alone(say("compare", "before", "after", "--out", "both"), own)
    page, _ = read_page(Path("both/report.html"))
    title = decks[1].stem.replace("_", " ").title()
    assert f'deck<td class="t"><bdi>{title}</bdi>' in page


def other_card(path: Path) -> str:
    """Return a unit of the folder's decks that a deck does not have."""
    found = re.findall(r"^\d+ (.+)$", path.read_text("utf-8"), re.MULTILINE)
    others = [file for file in sorted(path.parent.iterdir()) if file != path]
    every = [re.findall(r"^\d+ (.+)$", file.read_text("utf-8"), re.M) for file in others]
    return next(card for cards in every for card in cards if card not in found)
