"""The command `history`: a planted jump is found in its commit, and nothing where there is none."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import evenhand
from evenhand.__main__ import main
from evenhand.decks.problems import UsageError
from evenhand.experiments import history as history_module
from evenhand.simulate.registry import game_names, load_game
from tests.evenhand.test_git import git

GAME = next(name for name in game_names() if load_game(name).schema.sealed_modes)
GAMES = 3_000
Answer = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a designer's folder of three decks, with a first commit."""
    folder = tmp_path_factory.mktemp("begun") / "mine"
    assert main(["init", str(folder), "--game", GAME, "--no-git"]) == 0
    for path in sorted((folder / "decks").iterdir())[3:]:
        path.unlink()
    text = (folder / "balance.toml").read_text(encoding="utf-8")
    (folder / "balance.toml").write_text(text.replace("20_000", str(GAMES)), encoding="utf-8")
    git(folder, "init", "-q", "-b", "main")
    git(folder, "config", "user.name", "a")
    git(folder, "config", "user.email", "a@b")
    keep(folder, "first")
    return folder


@pytest.fixture
def mine(begun: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Be in a copy of that folder."""
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    folder = tmp_path / "mine"
    shutil.copytree(begun, folder)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def answer(capsys: pytest.CaptureFixture[str]) -> Answer:
    def ask(*arguments: object) -> dict[str, Any]:
        capsys.readouterr()
        assert main(["history", *map(str, arguments), "--json"]) == 0
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        return found

    return ask


def keep(folder: Path, message: str) -> str:
    """Commit everything; return the commit's short hash."""
    git(folder, "add", "--all")
    git(folder, "commit", "-qm", message)
    return git(folder, "rev-parse", "--short", "HEAD").strip()


def edit(folder: Path, number: int, n_cards: int = 1) -> list[tuple[str, int]]:
    """Set the first number over 99 of cards that the first deck holds twice; names and lines."""
    cards = folder / "cards.csv"
    text = sorted((folder / "decks").iterdir())[0].read_text(encoding="utf-8")
    names = re.findall(r"^2 (.+)$", text, re.MULTILINE)
    lines = cards.read_text(encoding="utf-8").splitlines()
    rows = [
        row for row, line in enumerate(lines)
        if line.partition(",")[0] in names and re.search(r",[1-9]\d\d,", line)
    ][:n_cards]  # fmt: skip
    for row in rows:
        lines[row] = re.sub(r",[1-9]\d\d,", f",{number},", lines[row], count=1)
    cards.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [(lines[row].partition(",")[0], row + 1) for row in rows]


def append(folder: Path, name: str, text: str) -> None:
    """Add a line to a file."""
    with (folder / name).open("a", encoding="utf-8") as file:
        file.write(text)


def jumps(found: dict[str, Any]) -> set[str]:
    return {row["state"] for row in found["rows"] if row["is_jump"]}


def test_a_planted_jump_is_found_in_its_commit(mine: Path, answer: Answer) -> None:
    edit(mine, 300, 2)
    since = keep(mine, "before")
    edit(mine, 301, 2)
    keep(mine, "hardly other")
    append(mine, "README.md", "A note.\n")
    keep(mine, "a note")
    cards = edit(mine, 999, 2)
    planted = keep(mine, "far too strong")
    edit(mine, 998, 2)
    keep(mine, "hardly less")
    found = answer("--since", since)
    assert len(found["states"]) == 4
    assert jumps(found) == {planted}
    (state,) = [one for one in found["states"] if one["state"] == planted]
    assert state["subject"] == "far too strong"
    assert state["edits"] == [
        f"{card} hp 301 \N{RIGHTWARDS ARROW} 999 (cards.csv:{line})" for card, line in cards
    ]
    headline = found["summary"][0]
    assert planted in headline and "far too strong" in headline and state["edits"][0] in headline
    assert all(row["change_low"] <= row["change"] <= row["change_high"]
               for row in found["rows"] if row["change"] is not None)  # fmt: skip
    moved = {row["card"] for row in found["cards"] if row["is_jump"]}
    assert {card for card, _ in cards} <= moved
    assert any(f"its owner now wins more or less often: {cards[0][0]}" in said
               or f"its owner now wins more or less often: {cards[1][0]}" in said
               for said in found["summary"])  # fmt: skip


def test_harmless_edits_are_no_states(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    append(mine, "README.md", "A note.\n")
    keep(mine, "a note")
    text = (mine / "balance.toml").read_text(encoding="utf-8")
    (mine / "balance.toml").write_text(text.replace("[0.4, 0.6]", "[0.3, 0.7]"), "utf-8")
    keep(mine, "a band")
    head, *rows = (mine / "cards.csv").read_text(encoding="utf-8").splitlines()
    (mine / "cards.csv").write_text("\n".join([head, *rows[::-1]]) + "\n", "utf-8")
    keep(mine, "rows upside down")
    assert main(["history"]) == 2
    assert "no commit of" in capsys.readouterr().err
    edit(mine, 999)
    assert main(["history", "--json"]) == 0
    assert "3 commits changed nothing that affects games" in capsys.readouterr().out


def test_edits_that_hardly_matter_are_no_jumps(mine: Path, answer: Answer) -> None:
    edit(mine, 301)
    for number in (302, 303, 304):
        keep(mine, str(number))
        edit(mine, number)
    found = answer("--since", "HEAD~1")
    assert len(found["states"]) == 3
    assert jumps(found) == set() and not any(row["is_jump"] for row in found["overall"])
    assert "no deck surely moved" in found["summary"][0].casefold()
    assert not any(row["is_jump"] for row in found["cards"])
    assert all(row["change_low"] < 0 < row["change_high"]
               for row in found["cards"] if row["change"])  # fmt: skip


def test_what_was_played_is_not_played_again(
    mine: Path, answer: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(mine, 999)
    keep(mine, "second")
    first = answer()
    played = []
    play_plan = history_module.play_plan
    monkeypatch.setattr(
        history_module, "play_plan", lambda *given: played.append(given) or play_plan(*given)
    )
    again = answer()
    assert played == [] and again["rows"] == first["rows"]
    edit(mine, 500)
    keep(mine, "third")
    more = answer()
    assert len(played) == 1
    rates = [[row["win_rate"] for row in one["rows"]][:6] for one in (first, more)]
    assert rates[0] == rates[1]


def test_the_last_state_has_the_numbers_of_a_run(mine: Path, answer: Answer) -> None:
    edit(mine, 999)
    run = evenhand.play("", games=GAMES, bots="heuristic")
    found = answer()
    assert [one["state"] for one in found["states"]][-1] == "now"
    assert found["states"][-1]["run"] == str(run.folder)
    rates = evenhand.analysis.win_rates(run)
    last = pd.DataFrame(found["rows"][-3:])
    assert last["win_rate"].tolist() == pytest.approx(rates["win_rate"].tolist())


def test_the_working_tree_and_the_index_stay_as_they_are(mine: Path, answer: Answer) -> None:
    edit(mine, 999)
    keep(mine, "second")
    edit(mine, 998)
    append(mine, "README.md", "staged")
    git(mine, "add", "README.md")
    before = {path: path.read_bytes() for path in mine.rglob("*") if path.is_file()}
    answer()
    assert all(path.read_bytes() == content for path, content in before.items())
    new = {path.relative_to(mine).parts[0] for path in mine.rglob("*") if path not in before}
    assert {part for part in new if not (mine / part).is_dir() or part == "runs"} <= {"runs"}


def test_a_state_that_cannot_be_read_is_passed_over(
    mine: Path, answer: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = (mine / "cards.csv").read_text(encoding="utf-8")
    (mine / "cards.csv").write_text("nothing,that,is,a,card\n", "utf-8")
    broken = keep(mine, "broken")
    append(mine, "README.md", "A note.\n")
    keep(mine, "broken as before")
    (mine / "cards.csv").write_text(whole, "utf-8")
    edit(mine, 999)
    keep(mine, "mended")
    found = answer()
    (row,) = [row for row in found["rows"] if row["problem"]]
    assert (row["state"], row["deck"], row["win_rate"]) == (broken, "", None)
    assert row["problem"].startswith("cards.csv:1: ")
    assert any(note.startswith("1 commit cannot be played for") for note in found["notes"])
    assert any("passed over" in sentence for sentence in found["summary"])
    assert main(["history"]) == 0
    out = capsys.readouterr().out
    assert re.search(rf"^{broken} .*  cannot be played: cards\.csv:1: ", out, re.MULTILINE)


def test_a_deck_comes_and_goes(mine: Path, answer: Answer) -> None:
    decks = sorted((mine / "decks").iterdir())
    shutil.copy(decks[0], mine / "decks" / "newcomer.txt")
    came = keep(mine, "a deck more")
    decks[1].unlink()
    gone = keep(mine, "a deck less")
    found = answer()
    by_state = pd.DataFrame(found["rows"]).groupby("state")["deck"].agg(set)
    assert "newcomer" in by_state[came] and decks[1].stem not in by_state[gone]
    said = " ".join(found["summary"])
    assert f"newcomer is there from {came}" in said
    assert f"{decks[1].stem} is gone from {gone}" in said
    new = next(row for row in found["rows"] if row["deck"] == "newcomer")
    assert new["change"] is None


def test_tags_and_another_folder(mine: Path, answer: Answer, monkeypatch: Any) -> None:
    git(mine, "tag", "v1")
    edit(mine, 700)
    keep(mine, "between")
    edit(mine, 999, 4)
    keep(mine, "second")
    git(mine, "tag", "v2")
    monkeypatch.chdir(mine.parent)
    found = answer(mine, "--tags")
    assert [one["state"] for one in found["states"]] == ["v1", "v2"]
    assert jumps(found) == {"v2"}
    assert len(answer(mine)["states"]) == 3
    assert len(answer(mine, "--last", 2)["states"]) == 2


def test_the_words_of_the_terminal(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = git(mine, "rev-parse", "--short", "HEAD").strip()
    edit(mine, 999, 4)
    after = keep(mine, "second")
    assert main(["history", "--out", "history.parquet"]) == 0
    out, err = capsys.readouterr()
    assert re.search(r"^[\d,]+ games to play, about ", err, re.MULTILINE)
    rows = re.findall(r"^(\w+) +\d{4}-\d\d-\d\d +\d+\.\d \(\d", out, re.MULTILINE)
    assert rows == [before, after]
    assert out.endswith(f"Report  runs/history/report.html\n"
                        f"Next    evenhand compare {before} {after}\n")  # fmt: skip
    table = pd.read_parquet("history.parquet")
    decks, cards = table[table["card"] == ""], table[table["card"] != ""]
    assert len(decks) == 6 and (cards["deck"] == "").all()
    assert set(cards["state"]) == {before, after}
    assert cards[cards["is_edited"]]["state"].tolist() == [after] * 4
    assert cards["win_rate"].between(0, 1).all() and (cards["copies"] > 0).all()
    assert cards[cards["state"] == after]["change"].notna().any()


def test_the_front_door_answers_alike(mine: Path, answer: Answer) -> None:
    edit(mine, 999)
    keep(mine, "second")
    found, asked = answer(), evenhand.history(last=5)
    assert asked.table["win_rate"].tolist() == pytest.approx(
        [row["win_rate"] for row in found["rows"]]
    )
    assert str(asked.sentences[0]) == found["summary"][0]
    assert asked.pages[0].is_file() and asked.folder == Path("runs/history")


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--last", "1"], "--last: expected 2 to 100, found 1"),
        (["--since", "nowhere"], "--since: there is no git ref 'nowhere'"),
        (["--tags"], "has a tag"),
        (["--games", "0"], "--games: expected 1 or more, found 0"),
        (["--bots", "heuristik"], "heuristic"),
        (["--out", "history.txt"], "there is no format 'txt'"),
        ([], "there is nothing to compare"),
    ],
)
def test_what_cannot_be_asked_is_said(
    flags: list[str], message: str, mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["history", *flags]) == 2
    err = capsys.readouterr().err
    assert message in err and err.count("error:") == 1


def test_a_folder_outside_of_git_is_refused(mine: Path) -> None:
    shutil.rmtree(mine / ".git")
    with pytest.raises(UsageError, match="is not in a git repository"):
        evenhand.history()


def test_a_stopped_history_goes_on(
    mine: Path, answer: Answer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(mine, 999)
    keep(mine, "second")

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(history_module, "tabulate_state", stop)
        assert main(["history"]) == 130
    assert "Stopped. To resume: evenhand history" in capsys.readouterr().err
    played = sorted(Path("runs/history").glob("*/SHA256SUMS"))
    assert len(played) == 1
    when = played[0].stat().st_mtime_ns
    assert len(answer()["states"]) == 2
    assert played[0].stat().st_mtime_ns == when


def test_a_damaged_state_is_played_again(mine: Path, answer: Answer) -> None:
    edit(mine, 999)
    keep(mine, "second")
    first = answer()
    part = next((mine / first["states"][0]["run"] / "games").iterdir())
    part.write_bytes(b"nothing")
    assert answer()["rows"] == first["rows"]
    assert part.read_bytes() != b"nothing"
