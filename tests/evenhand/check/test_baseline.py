"""Changes that `check` judges: since a baseline, and since a commit."""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.amounts import how_much
from tests.evenhand.check.conftest import BASELINE, CHANGE, WIDE, Mine, outcomes

# Baseline


def test_a_stronger_card_fails_and_an_untouched_folder_passes_three_seeds(mine: Mine) -> None:
    mine.expect(WIDE + CHANGE + BASELINE)
    assert mine.check("--update-baseline", games=4_000) == 0
    assert "A new baseline of 6 numbers." in mine.said()
    for seed in range(1, how_much(2, 4)):
        mine.expect(WIDE + CHANGE + BASELINE, seed)
        assert mine.check("--quiet", games=4_000) == 0, seed
    mine.make_stronger()
    code, found = mine.answer(games=4_000)
    assert code == 1
    failed = {key for key, verdict in outcomes(found).items() if verdict == "fail"}
    assert failed == {("change.win_rate", name) for name in mine.decks}


def test_a_baseline_is_one_line_for_each_number(mine: Mine) -> None:
    mine.expect(CHANGE + BASELINE)
    assert mine.check("--update-baseline") == 0
    text = Path("baseline.json").read_text(encoding="utf-8")
    content = json.loads(text)
    assert sum(line.startswith('    {"matchup"') for line in text.splitlines()) == 6
    assert all(type(value) is not float for cell in content["cells"] for value in cell.values())
    keys = [(cell["matchup"], cell["of"], cell["deck"]) for cell in content["cells"]]
    assert keys == sorted(keys)
    assert (content["game"], content["rules_version"]) == (mine.game.name, mine.game.rules_version)
    assert mine.check("--update-baseline") == 0
    assert "No number has changed." in mine.said()
    assert Path("baseline.json").read_text(encoding="utf-8") == text
    code, found = mine.answer(games=600)
    changes = [cell["estimate"] for cell in found["cells"] if cell["topic"] == "change.win_rate"]
    assert (code in (0, 4), changes) == (True, [0, 0])


def test_an_update_shows_what_changed(mine: Mine) -> None:
    freeze(mine, CHANGE + BASELINE)
    mine.make_stronger()
    mine.said()
    assert mine.check("--update-baseline") == 0
    said = mine.said()
    assert re.search(
        rf"^Edited since the old baseline:\n  {mine.card} .*\d \u2192 \d.* \(cards\.csv:\d+\)$",
        said,
        re.MULTILINE,
    )
    row = rf"^win rate {mine.decks[0]} +[\d.]+ % +[\d.]+ % +\+[\d.]+$"
    assert re.search(row, said, re.MULTILINE)
    assert len(re.findall(r"^(?:first player|turns) +\d", said, re.MULTILINE)) == 2


def test_an_update_without_the_old_cards_names_none(mine: Mine) -> None:
    mine.expect(CHANGE + BASELINE)
    assert mine.check("--update-baseline") == 0
    mine.make_stronger()
    mine.said()
    assert mine.check("--update-baseline") == 0
    assert "baseline:\n  the cards; which of them is not known\n" in mine.said()


def test_other_games_of_the_same_files_change_nothing(mine: Mine) -> None:
    mine.expect(WIDE + CHANGE + BASELINE)
    assert mine.check("--update-baseline", games=1_200) == 0
    for games, seed in ((400, 1), (1_200, 2)):
        mine.expect(WIDE + CHANGE + BASELINE, seed)
        code, found = mine.answer(games=games)
        cells = [cell for cell in found["cells"] if cell["topic"] == "change.win_rate"]
        assert (code, found["since"], found["edited"]) == (0, "baseline.json", [])
        assert {(cell["estimate"], cell["low"], cell["high"]) for cell in cells} == {(0, 0, 0)}
        assert {cell["n_games"] for cell in cells} == {games}
    assert mine.check() == 0
    assert "Nothing was edited since baseline.json." in mine.said()


@pytest.mark.parametrize("identity", ["", "0" * 64])
def test_a_baseline_of_another_program_is_compared_by_its_numbers(
    mine: Mine, identity: str
) -> None:
    """By an older evenhand, or by one whose rules or bots were others."""
    mine.expect(WIDE + CHANGE + BASELINE)
    assert mine.check("--update-baseline") == 0
    content = json.loads(Path("baseline.json").read_text("utf-8"))
    del content["identity"]
    known = {"identity": identity} if identity else {}
    Path("baseline.json").write_text(json.dumps(content | known), encoding="utf-8")
    _, found = mine.answer(games=400)
    cells = [cell for cell in found["cells"] if cell["topic"] == "change.win_rate"]
    assert all(cell["low"] < cell["estimate"] < cell["high"] for cell in cells)
    assert {cell["method"] for cell in cells} == {"unpaired differences, Student"}


def test_ci_does_not_update(mine: Mine, monkeypatch: pytest.MonkeyPatch) -> None:
    mine.expect(CHANGE + BASELINE)
    monkeypatch.setenv("CI", "true")
    assert mine.check("--update-baseline") == 2
    assert not Path("baseline.json").exists()
    assert "commit the file" in mine.said()


def test_a_baseline_that_is_not_there(mine: Mine) -> None:
    mine.expect(WIDE + CHANGE + BASELINE)
    assert mine.check() == 3
    assert "there is no baseline to compare with (write it: evenhand check --update" in mine.said()
    assert not Path("runs").exists()


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda text: text[:20], "baseline.json:2:"),
        (lambda text: text.replace('"game": "', '"game": "my_'), "the baseline is of game my_"),
        (lambda text: re.sub(r'"rules_version": \d+', '"rules_version": 99', text),
         "the baseline is of rules_version 99"),
        (lambda text: text.replace('"schema_version": 2', '"schema_version": 1'),
         "schema_version: expected 2, found 1; this one is of an older evenhand"),
        (lambda text: text.replace('"schema_version": 2', '"schema_version": 3'),
         "schema_version: expected 2, found 3 ("),
        (lambda text: re.sub(r'"pairs": \d+', '"pairs": 0.5', text, count=1), "cells.0.pairs: "),
        (lambda text: re.sub(r'"of": "\w+"', '"of": "luck"', text, count=1), "cells.0.of: "),
        (lambda text: text.replace('"seed"', '"sed"'), "sed: "),
        (lambda _: "[]", "expected an object"),
    ],
)  # fmt: skip
def test_a_wrong_baseline(mine: Mine, spoil: Callable[[str], str], message: str) -> None:
    mine.expect(CHANGE + BASELINE)
    assert mine.check("--update-baseline", games=4) == 0
    file = Path("baseline.json")
    file.write_text(spoil(file.read_text(encoding="utf-8")), encoding="utf-8")
    assert mine.check(games=4) == 3
    assert message in mine.said()


def test_a_deck_that_is_new_has_no_change(mine: Mine) -> None:
    mine.expect(WIDE + CHANGE + BASELINE)
    assert mine.check("--update-baseline") == 0
    deck = mine.folder / "decks" / f"{mine.decks[0]}.txt"
    (mine.folder / "decks" / "newcomer.txt").write_bytes(deck.read_bytes())
    _, found = mine.answer("--junit", "new.xml", "--markdown", "new.md")
    changed = {subject for topic, subject in outcomes(found) if topic == "change.win_rate"}
    assert changed == set(mine.decks)
    (note,) = (note for note in found["notes"] if "new since the baseline" in note)
    assert "newcomer" in note
    assert skipped("new.xml") == {"change: win rate of newcomer": note}
    assert "| NOT CHECKED | change: win rate of newcomer |" in Path("new.md").read_text("utf-8")


def skipped(file: str) -> dict[str, str]:
    """Read which tests were skipped, and why."""
    suite = ElementTree.parse(file).getroot()[0]
    cases = [case for case in suite.iter("testcase") if case.find("skipped") is not None]
    assert (suite.get("skipped"), suite.get("tests")) == (
        str(len(cases)), str(len(suite.findall("testcase"))),
    )  # fmt: skip
    return {case.get("name", ""): case.find("skipped").get("message") for case in cases}  # type: ignore[union-attr, misc]


def test_a_change_without_a_baseline_is_a_skipped_test(mine: Mine) -> None:
    band = "[-0.04, 0.04]"
    mine.expect(f"{WIDE}[expect.change]\nmatchup = {band}\nturns = [-9, 9]\n")
    code, found = mine.answer("--junit", "x.xml", "--markdown", "x.md")
    (note,) = found["notes"]
    assert note.startswith("[expect.change] is not checked: name a baseline in [check]")
    assert "evenhand check --update-baseline" in note
    one, other = mine.decks
    assert skipped("x.xml") == {f"change: {one} vs {other}": note, "change: turns": note}
    text = Path("x.md").read_text(encoding="utf-8")
    assert "| NOT CHECKED | change: turns |" in text
    assert code == 0


def freeze(mine: Mine, expect: str) -> None:
    """Keep a baseline, and a copy of the cards that it was made with."""
    Path("curve.csv").write_bytes(Path("cards.csv").read_bytes())
    mine.expect('curve = "curve.csv"\n' + expect)
    assert mine.check("--update-baseline", games=1_200) == 0


def test_the_card_that_was_changed_since_the_baseline_is_named(
    mine: Mine, monkeypatch: pytest.MonkeyPatch
) -> None:
    freeze(mine, CHANGE + BASELINE)
    mine.make_stronger()
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    mine.said()
    assert mine.check("--out", "checked", games=4_000) == 1
    place = f"::error file=cards.csv,line={mine.line_of_card()}::change: win rate of "
    assert mine.said().count(place) == 2  # of the deck that holds it, and of the one it meets
    page = Path("checked/check.html").read_text(encoding="utf-8")
    assert page.count(" is the only edit since <bdi>baseline.json</bdi>.") >= 2
    assert page.count(f"<bdi>{mine.card}</bdi>") >= 3


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("name", ["check.html", "report.html"])
def test_no_page_of_a_check_is_written_through_a_link(mine: Mine, name: str) -> None:
    mine.expect("[expect]\nwin_rate = [0, 0.1]\n")
    assert mine.check("--out", "checked", games=1_200) == 1
    Path("kept").write_text("mine")
    Path("checked", name).unlink()
    Path("checked", name).symlink_to("../kept")
    mine.said()
    assert mine.check("--out", "checked", games=1_200) == 2
    assert f"error: cannot write to checked/{name}: it is a link (remove it)\n" in mine.said()
    assert Path("kept").read_text() == "mine"


def test_a_baseline_whose_cards_nobody_kept_names_none(mine: Mine) -> None:
    freeze(mine, CHANGE + BASELINE)
    Path("curve.csv").write_bytes(Path("cards.csv").read_bytes() + b"\n")
    mine.make_stronger()
    code, found = mine.answer(games=4_000)
    assert code == 1
    told = {cell["changed"] for cell in found["cells"] if cell["verdict"] == "fail"}
    assert told == {"since baseline.json: the cards; which of them is not known"}


# Against a git ref


def test_against_a_commit_only_the_change_counts(mine: Mine) -> None:
    mine.expect(CHANGE.replace("0.04", "0.02"))
    mine.commit()
    code, found = mine.answer("--against", "HEAD", games=1_200)
    assert code == 0
    changes = [cell for cell in found["cells"] if cell["topic"] == "change.win_rate"]
    assert [cell["estimate"] for cell in changes] == [0, 0]
    assert {cell["method"] for cell in changes} == {"paired differences, Student"}
    assert {cell["n_games"] for cell in changes} == {600}
    mine.make_stronger()
    assert mine.check("--against", "HEAD", games=1_200) == 1
    mine.git("checkout", "cards.csv")
    assert mine.check("--against", "HEAD", games=1_200) == 0


def test_a_git_ref_that_has_moved_since_a_check_was_stopped(
    mine: Mine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    mine.expect(CHANGE)
    mine.commit()
    mine.git("branch", "base")
    with monkeypatch.context() as patch:  # when the other side is played
        patch.setattr("evenhand.gate.check.play_run", stop)
        assert mine.check("--against", "base", "--out", "out", games=40) == 130
    mine.make_stronger()
    assert mine.check("--against", "base", "--out", "out", games=40) == 2
    assert "differs in the cards (the same command began it: change that back," in mine.said()
    mine.git("commit", "-qam", "stronger")
    mine.git("branch", "-f", "base")
    mine.git("checkout", "-q", "base~1", "cards.csv")
    assert mine.check("--against", "base", "--out", "out", games=40) == 2
    said = mine.said()
    assert "base means another commit now than when the check in out was begun" in said
    assert "remove out; to go on, name the commit" in said
    assert mine.check("--against", "base~1", "--out", "out", games=40) == 4
    assert "Resuming the unfinished run in out" in mine.said()


def test_against_files_that_were_wrong(mine: Mine) -> None:
    good = Path("cards.csv").read_bytes()
    mine.expect(CHANGE)
    Path("cards.csv").write_bytes(good.replace(b",", b",,", 1))
    mine.commit()
    Path("cards.csv").write_bytes(good)
    assert mine.check("--against", "HEAD") == 3
    assert "HEAD/cards.csv" in mine.said()


def test_against_a_commit_without_a_balance_file(mine: Mine) -> None:
    Path("balance.toml").unlink()
    mine.commit()
    mine.expect(CHANGE)
    assert mine.check("--against", "HEAD") == 2
    assert "there is no balance.toml in HEAD" in mine.said()
    Path("balance.toml").rename("other.toml")
    assert mine.check("other.toml", "--against", "HEAD") == 2
    assert "must be called balance.toml" in mine.said()


@pytest.mark.parametrize(
    ("has_git", "ref", "message"),
    [
        (True, "nonesuch", "nor a git ref of this name"),
        (False, "HEAD", "is not in a git repository"),
    ],
)
def test_a_ref_that_is_not_there(
    mine: Mine, has_git: bool, ref: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(mine.folder.parent))
    mine.expect(CHANGE)
    if has_git:
        mine.commit()
    assert mine.check("--against", ref) == 2
    assert message in mine.said()
