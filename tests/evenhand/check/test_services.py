"""What `check` tells services: annotations, summaries, JUnit and Markdown."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from evenhand.__main__ import main
from tests.evenhand.check.conftest import CHANGE, NUMBERS, WIDE, Captured, Mine


def test_what_services_read(mine: Mine, monkeypatch: pytest.MonkeyPatch) -> None:
    mine.expect("[expect]\nfirst_player = [0.0, 0.2]\n[expect.decks]\n"
                f"{mine.decks[0]} = [0.95, 1.0]\n")  # fmt: skip
    summary = mine.folder / "summary.md"
    summary.write_text("before\n", encoding="utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(mine.folder.parent))
    assert mine.check("--junit", "out/check.xml") == 1
    said = mine.said()
    deck, balance = f"mine/decks/{mine.decks[0]}.txt", "mine/balance.toml"
    assert re.search(rf"^::error file={deck},line=1::win rate of {mine.decks[0]}: ", said, re.M)
    assert re.search(rf"^::error file={balance},line=6::first player wins: ", said, re.M)
    suite = ElementTree.parse("out/check.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("failures")) == ("3", "2")
    text = summary.read_text(encoding="utf-8")
    assert text.startswith("before\n### Balance of ")
    assert "FAIL: " in text and "2 of 3 expectations not met" in text


def test_a_failure_is_shown_at_the_card_that_changed(
    mine: Mine, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine.expect(CHANGE.replace("0.04", "0.01"))
    mine.commit()
    mine.make_stronger()
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert mine.check("--against", "HEAD", games=1_600) == 1
    assert f"::error file=cards.csv,line={mine.line_of_card()}::change: win rate of " in mine.said()


NO_BASELINE = CHANGE + '[check]\nbaseline = "gone.json"\n'


@pytest.mark.parametrize(
    ("bands", "cards", "arguments", "code", "said"),
    [
        (WIDE, "one that a deck holds", [], 3, "cards.csv:"),
        (WIDE.replace("win_rate", "win_rat"), "", [], 3, "balance.toml:"),
        (NO_BASELINE, "", [], 3, "gone.json"),
        (CHANGE, "", ["--against", "gone"], 2, "not in a git repository"),
        (WIDE, "", ["--out", "decks"], 2, "decks exists already"),
        ("", "", [], 5, "expects nothing that can be checked"),
    ],
)
def test_services_are_told_why_there_is_no_verdict(
    bands: str, cards: str, arguments: list[str], code: int, said: str, mine: Mine,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    mine.expect(bands)
    if cards:
        break_card(mine, mine.line_of_card())
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert mine.check("--junit", "out/x.xml", "--markdown", "out/x.md", *arguments) == code
    remark, *others = re.findall(r"^::error(.*)::(.*)$", mine.said(), re.MULTILINE)
    assert [("cannot be read" in text) for _, text in others] == [True] * bool(cards)
    file, _, line = said.partition(":")
    if line and code == 3:
        assert remark[0].startswith(f" file={file},line=")
    assert said in remark[1]
    suite = ElementTree.parse("out/x.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("errors")) == ("1", "1")
    assert said in (suite.findtext("testcase/error") or "")
    text = Path("out/x.md").read_text(encoding="utf-8")
    assert text == Path("summary.md").read_text(encoding="utf-8")
    assert said.partition(".")[0] in text
    assert not Path("runs").exists()


def break_card(mine: Mine, line: int) -> None:
    """Make a number of a card one that cannot be read."""
    lines = mine.lines()
    lines[line - 1] = NUMBERS.sub("many", lines[line - 1], count=1)
    Path("cards.csv").write_text("\n".join(lines), encoding="utf-8")


def test_services_are_told_what_a_check_leaves_out(
    mine: Mine, monkeypatch: pytest.MonkeyPatch
) -> None:
    lists = "".join(Path("decks", f"{deck}.txt").read_text("utf-8") for deck in mine.decks)
    names = [line.partition(",")[0] for line in mine.lines()]
    line = next(n for n, name in enumerate(names[1:], 2) if f" {name}\n" not in lists)
    break_card(mine, line)
    mine.expect(WIDE)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert mine.check("--junit", "x.xml", "--markdown", "x.md") == 3
    said = mine.said()
    left_out = f"Left out: {names[line - 1]}, which cannot be read and is in no deck"
    assert left_out in said and "Of the rest: 4 expectations met." in said
    assert "PASS: " not in said
    assert f"::error file=cards.csv,line={line}::cards.csv:{line}: column" in said
    suite = ElementTree.parse("x.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("errors")) == ("5", "1")
    assert f"cards.csv:{line}: column" in (suite.findtext("testcase/error") or "")
    text = Path("x.md").read_text(encoding="utf-8")
    assert text == Path("summary.md").read_text(encoding="utf-8")
    assert "Left out: " in text and "- cards.csv" in text
    code, told = mine.answer()
    assert (code, told["verdict"]) == (3, "inconclusive")
    assert told["left_out"].startswith(left_out) and len(told["faults"]) == 1


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (KeyboardInterrupt(), 130, "the check was stopped before it had a verdict"),
        (SystemExit(143), 143, "the check was stopped before it had a verdict"),
        (OSError(28, "No space left on device"), 74, "No space left on device"),
        (ZeroDivisionError("a bug"), 70, "a bug"),
    ],
)
def test_services_are_told_of_every_ending(
    error: BaseException, code: int, said: str, mine: Mine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def end(*_: object) -> None:
        raise error

    mine.expect(WIDE)
    monkeypatch.setattr("evenhand.gate.check.play_run", end)
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert mine.check("--junit", "x.xml", "--markdown", "x.md") == code
    assert re.search(f"^::error::.*{said}", mine.said(), re.MULTILINE)
    suite = ElementTree.parse("x.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("errors")) == ("1", "1")
    assert said in (suite.findtext("testcase/error") or "")
    assert said in Path("x.md").read_text(encoding="utf-8")


def test_services_are_told_of_a_branch_that_is_not_there(mine: Mine) -> None:
    mine.expect(WIDE)
    mine.commit()
    files = ["--junit", "x.xml", "--markdown", "x.md"]
    assert mine.check("--against", "origin/main", *files) == 2
    (message,) = (one.get("message") or "" for one in ElementTree.parse("x.xml").iter("error"))
    assert "origin/main" in message
    assert "origin/main" in Path("x.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--games", "x"], "invalid value for '--games': expected a whole number"),
        (["--gmes", "9"], "there is no option '--gmes'"),
        (["a", "b"], "got unexpected extra argument(s) (b)"),
        (["--games"], "option '--games' requires an argument"),
        (["--against", ""], "--against: expected something, found nothing"),
        (["--against", "a\u200bb"], "--against: 'a\\u200bb' holds"),
    ],
)
@pytest.mark.parametrize("is_first", [True, False])
def test_wrong_flags_are_told_where_the_others_say(
    arguments: list[str], said: str, is_first: bool, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: Captured,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    files = ["--junit", "out/x.xml", "--markdown=x.md"]
    is_last = arguments[-1] == "--games"  # else it takes what follows
    words = [*files, *arguments] if is_first or is_last else [*arguments, *files]
    assert main(["check", *words]) == 2
    assert f"error: {said}" in capsys.readouterr().err.lower()
    suite = ElementTree.parse("out/x.xml").getroot()[0]
    (error,) = suite.iter("error")
    assert (error.get("message") or "").lower().startswith(said)
    assert "Balance: no verdict" in Path("x.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "words",
    [
        ["--junit", "--games", "--nothing"],
        ["--junit", "", "--nothing"],
        ["--junit", "x\u200b.xml"],
        ["--junit"],
        ["--update-baseline", "--junit", "x.xml", "--nothing"],
    ],
)
def test_no_file_is_written_whose_name_is_in_doubt(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["check", *words]) == 2
    assert not any(tmp_path.iterdir())


def test_what_cannot_be_told_hides_no_error(mine: Mine) -> None:
    mine.expect(WIDE.replace("win_rate", "win_rat"))
    assert mine.check("--junit", "decks", "--markdown", "x.md") == 3
    assert "did you mean 'win_rate'?" in mine.said()
    assert Path("x.md").is_file()


def test_nobody_is_told_who_is_not_there(mine: Mine) -> None:
    mine.expect("[expect]\nfirst_player = [0.0, 0.2]\n")
    assert mine.check() == 1
    assert "::error" not in mine.said()


def test_services_are_told_of_a_branch_that_was_not_given(
    mine: Mine, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine.expect(WIDE)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    flags = ["--sequential", "--against", "--junit", "x.xml", "--markdown", "x.md"]
    assert mine.check(*flags) == 2
    said = "--against: expected something, found the flag '--junit'"
    assert f"::error::{said}" in mine.said()
    (message,) = (one.get("message") or "" for one in ElementTree.parse("x.xml").iter("error"))
    assert message.startswith(said)
    text = Path("x.md").read_text(encoding="utf-8")
    assert "expected something, found the flag" in text
    assert text == Path("summary.md").read_text(encoding="utf-8")
