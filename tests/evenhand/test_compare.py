"""The command `compare`: folders, card files, runs and git refs."""

import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from evenhand.__main__ import main
from evenhand.analysis.data.run import load_run
from evenhand.decks.deck_list import sample_decks, sort_slots
from evenhand.simulate.game import Game
from evenhand.simulate.registry import game_names, load_game
from evenhand.simulate.runs.stored import load_plan
from tests.fake_run import rewrite_run

OF_GAME = ["--game", next(n for n in game_names() if load_game(n).schema.sealed_modes)]
GAMES = [*OF_GAME, "--games", "40"]


@pytest.fixture
def folder(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A designer's folder with two decks."""
    monkeypatch.chdir(tmp_path)
    made = tmp_path / "old"
    (made / "decks").mkdir(parents=True)
    shutil.copyfile(game.schema.sample_path("cards.csv"), made / "cards.csv")
    for path in list(sample_decks(game.schema).values())[:2]:
        shutil.copyfile(path, made / "decks" / path.name)
    return made


@pytest.fixture
def changed(folder: Path) -> Path:
    """The folder with another number: the first of the first card in a deck that is over 99."""
    made = folder.parent / "new"
    shutil.copytree(folder, made)
    edit(made)
    return made


def edit(folder: Path) -> None:
    cards = folder / "cards.csv"
    first = sorted((folder / "decks").iterdir())[0].read_text(encoding="utf-8")
    name = re.search(r"^2 (.+)$", first, re.MULTILINE)
    assert name is not None
    lines = cards.read_text(encoding="utf-8").splitlines()
    (row,) = (number for number, line in enumerate(lines) if line.startswith(f"{name[1]},"))
    lines[row] = re.sub(r",([1-9]\d\d),", ",999,", lines[row], count=1)
    cards.write_text("\n".join(lines) + "\n", encoding="utf-8")


def git(folder: Path, *words: str) -> None:
    identity = ["-c", "user.name=test", "-c", "user.email=test@example.org"]
    subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)


def answer(arguments: Sequence[str], capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["compare", *map(str, arguments), "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_two_folders(folder: Path, changed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer([folder, changed, *GAMES], capsys)
    assert found["is_paired"]
    (change,) = found["inputs"]
    assert (change["kind"], change["after"]) == ("card", "999")
    assert found["decks"][0]["n_games"] == 40
    assert Path(found["report"]) == Path("runs", "compare-1", "report.html")
    assert Path(found["report"]).is_file()


def test_an_unchanged_folder_changes_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = answer([folder, folder, *GAMES], capsys)
    assert found["inputs"] == []
    assert all(row["change"] == 0 for row in found["decks"])


def test_sentences_are_printed(
    folder: Path, changed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", str(folder), str(changed), *GAMES, "--out", "here"]) == 0
    shown = capsys.readouterr().out
    assert "1 difference:" in shown
    assert "Both sides played the same deals" in shown
    assert "Report  here/report.html\n" in shown
    assert "Too few games to say what the change did" in shown


def test_two_card_files(
    folder: Path, changed: Path, two_decks: str, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [folder / "cards.csv", changed / "cards.csv"]
    found = answer([*files, "--decks", two_decks, *GAMES], capsys)
    assert len(found["inputs"]) == 1
    assert len(found["decks"]) == 2


def test_two_runs_are_not_played_again(
    folder: Path, changed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = answer([folder, changed, *GAMES, "--out", "one"], capsys)
    again = answer(["one/before", "one/after", "--out", "two"], capsys)
    assert again["decks"] == first["decks"]
    assert not Path("two", "before").exists()


def test_slots_stay_where_they_were_when_a_cost_changes(
    folder: Path, game: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    """The new numbers would sort the deck another way."""
    changed = folder.parent / "new"
    shutil.copytree(folder, changed)
    cards = changed / "cards.csv"
    text = cards.read_text(encoding="utf-8")
    cards.write_text(re.sub(r"(?m)^(.*?,.*?,.*?,.*?,Unit,.*?,.*?,.*?,.*?,.*?),0,", r"\1,5,", text))
    answer([folder, changed, *GAMES, "--out", "one"], capsys)
    before, after = (load_run(Path("one", side)) for side in ("before", "after"))
    assert before.info["cards"]["sha256"] != after.info["cards"]["sha256"]
    for old, new in zip(before.info["decks"], after.info["decks"], strict=True):
        assert old["cards"] == new["cards"]
    plan = load_plan(after.folder)
    for deck, listed in zip(plan.entrants, after.info["decks"], strict=True):
        assert [plan.pool.labels[row] for row in deck.cards] == listed["cards"]
    sorted_anew = [sort_slots(game.schema, plan.pool, deck.cards) for deck in plan.entrants]
    assert sorted_anew != [deck.cards for deck in plan.entrants]


def test_decks_of_one_side_are_named_and_left_out(
    folder: Path, changed: Path, game: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    extra = list(sample_decks(game.schema).values())[2]
    shutil.copyfile(extra, changed / "decks" / extra.name)
    assert main(["compare", str(folder), str(changed), *GAMES]) == 0
    assert f"only in {changed}, and left out: {extra.stem}" in capsys.readouterr().err


def test_a_git_ref_against_the_folder_as_it_is(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    git(folder.parent, "init", "-q")
    git(folder.parent, "add", "old")
    git(folder.parent, "commit", "-qm", "one")
    edit(folder)
    found = answer(["HEAD", folder, "--folder", folder, *GAMES], capsys)
    assert len(found["inputs"]) == 1
    git(folder.parent, "commit", "-qam", "two")
    found = answer(["HEAD~1", "HEAD", "--folder", folder, *GAMES], capsys)
    assert [row["after"] for row in found["inputs"]] == ["999"]
    assert main(["compare", "HEAD", "nonesuch", "--folder", str(folder)]) == 2
    assert "nor a git ref of this name" in capsys.readouterr().err


def test_a_folder_outside_git(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(folder.parent))
    assert main(["compare", "HEAD~1", "HEAD", "--folder", str(folder)]) == 2
    assert "is not in a git repository" in capsys.readouterr().err


def test_what_differs_in_kind_is_not_compared(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", str(folder), str(folder / "cards.csv")]) == 2
    assert "cannot compare different things" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["old", "nowhere"], "there is no file or folder 'nowhere'"),
        (
            ["old", "old/decks"],
            "holds neither a finished run nor a balance.toml, nor cards.csv and",
        ),
        (["old", "old", *OF_GAME, "--games", "0"], "--games: expected 1"),
        (["old", "old", "--game", "chess"], "there is no game 'chess'"),
        (["HEAD", "old", "--folder", "nowhere"], "there is no folder 'nowhere'"),
        (["old", "old/note.txt"], "is no card file"),
    ],
)
def test_wrong_sides(
    folder: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "note.txt").write_text("hello", encoding="utf-8")
    assert main(["compare", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_flags_about_games_mean_nothing_to_runs(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer([folder, folder, *GAMES, "--out", "one"], capsys)
    assert main(["compare", "one/before", "one/after", "--seed", "0"]) == 2
    assert "--seed has no meaning for runs" in capsys.readouterr().err


def test_runs_of_other_rules_are_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer([folder, folder, *GAMES, "--out", "one"], capsys)
    rewrite_run(Path("one", "after"), lambda info: info["run"].update(rules_version=99))
    assert main(["compare", "one/before", "one/after"]) == 2
    assert "played by different rules" in capsys.readouterr().err


def test_a_wrong_card_file_is_an_input_error(
    folder: Path, changed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = changed / "cards.csv"
    cards.write_text(cards.read_text(encoding="utf-8").replace(",999,", ",many,"))
    assert main(["compare", str(folder), str(changed), *OF_GAME]) == 3
    assert "found 'many'" in capsys.readouterr().err


def test_folders_without_a_common_deck(
    folder: Path, changed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in list((changed / "decks").iterdir()):
        path.rename(path.with_stem(f"new_{path.stem}"))
    assert main(["compare", str(folder), str(changed), *OF_GAME]) == 2
    assert "no deck of the same name" in capsys.readouterr().err


@pytest.fixture
def designers(folder: Path, game: Game) -> tuple[Path, Path]:
    """Two folders with a balance.toml, the second with another number on a card."""
    text = (
        f'game = "{game.name}"\ncards = "cards.csv"\ndecks = "decks"\nbots = "random"\n'
        "games = 40\nseed = 7\n[options]\nturn_cap = 30\n"
    )
    (folder / "balance.toml").write_text(text, encoding="utf-8")
    made = folder.parent / "new"
    shutil.copytree(folder, made)
    edit(made)
    return folder, made


def test_a_balance_file_says_what_is_played(
    designers: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    found = answer(designers, capsys)
    assert found["is_paired"]
    assert [row["after"] for row in found["inputs"]] == ["999"]
    for side in ("before", "after"):
        info = load_run(Path("runs", "compare-1", side)).info
        assert (info["run"]["seed"], info["run"]["games"]) == (7, 40)
        assert info["changed_options"] == {"turn_cap": 30}
        assert [bot["name"] for bot in info["bots"]] == ["random"]


def test_a_flag_goes_before_the_balance_file(
    designers: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    flags = ["--games", "20", "--seed", "3", "--set", "turn_cap=20", "--bots", "novice"]
    answer([*designers, *flags], capsys)
    info = load_run(Path("runs", "compare-1", "after")).info
    assert (info["run"]["seed"], info["run"]["games"]) == (3, 20)
    assert info["changed_options"] == {"turn_cap": 20}
    assert [bot["name"] for bot in info["bots"]] == ["novice"]


def test_games_and_seed_are_those_of_the_second_side(
    designers: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """They are about how to measure; options and bots are of the game, and may be the change."""
    before, _ = designers
    said = (before / "balance.toml").read_text(encoding="utf-8")
    other = said.replace("seed = 7", "seed = 8").replace("games = 40", "precision = 5.0")
    (before / "balance.toml").write_text(other.replace("= 30", "= 25"), encoding="utf-8")
    found = answer(designers, capsys)
    assert found["is_paired"]
    assert ("option", "turn_cap") in [(row["kind"], row["name"]) for row in found["inputs"]]
    assert found["decks"][0]["n_games"] == 40


def test_a_ref_of_the_folder_that_one_is_in(
    designers: tuple[Path, Path],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder, _ = designers
    monkeypatch.chdir(folder)
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "one")
    edit(folder)
    assert main(["compare", "HEAD", "."]) == 0
    shown = capsys.readouterr()
    assert "1 difference:" in shown.out
    assert "is not used" not in shown.err
    assert main(["compare", "HEAD~7", "."]) == 2
    assert "nor a git ref of this name" in capsys.readouterr().err


def test_card_files_are_played_by_the_decks_of_the_folder_that_one_is_in(
    designers: tuple[Path, Path],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder, changed = designers
    monkeypatch.chdir(folder)
    found = answer(["cards.csv", changed / "cards.csv"], capsys)
    assert len(found["decks"]) == len(list((folder / "decks").iterdir()))
    assert load_run(Path("runs", "compare-1", "after")).info["run"]["seed"] == 7


def test_a_folder_of_another_game(
    designers: tuple[Path, Path], capsys: pytest.CaptureFixture[str], game: Game
) -> None:
    assert main(["compare", *map(str, designers), "--game", "chess"]) == 2
    assert f"old is a folder of {game.name}, not of chess" in capsys.readouterr().err


def test_a_wrong_balance_file_is_an_input_error(
    designers: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    file = designers[1] / "balance.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("seed", "sed"), encoding="utf-8")
    assert main(["compare", *map(str, designers)]) == 3
    assert "did you mean 'seed'?" in capsys.readouterr().err
