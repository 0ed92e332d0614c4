"""The command `check`: verdicts, exit codes, baselines, exceptions and what services read."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from evenhand.__main__ import main
from evenhand.decks.pool import load_pool
from evenhand.gate.check import find_next_look
from evenhand.simulate.game import Game
from evenhand.simulate.registry import game_names, load_game
from tests.amounts import THOROUGH, how_much

Captured = pytest.CaptureFixture[str]
NUMBERS = re.compile(r"(?<=,)\d{2,3}(?=,)")  # of a card; costs have one digit
SERVICES = ("CI", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "GITHUB_WORKSPACE")
WIDE = "[expect]\nwin_rate = [0.05, 0.95]\nfirst_player = [0.2, 0.8]\n"
CHANGE = "[expect.change]\nwin_rate = [-0.04, 0.04]\n"
BASELINE = '[check]\nbaseline = "baseline.json"\n'


@dataclass(frozen=True)
class Mine:
    """A designer's folder with two decks, which is the one that the test is in."""

    folder: Path
    game: Game
    decks: tuple[str, str]
    capsys: Captured

    def expect(self, text: str, seed: int = 1) -> None:
        begin = f'game = "{self.game.name}"\ncards = "cards.csv"\ndecks = "decks"\nseed = {seed}\n'
        (self.folder / "balance.toml").write_text(begin + text, encoding="utf-8")

    def check(self, *arguments: object, games: int = 600) -> int:
        return main(["check", "--games", str(games), *map(str, arguments)])

    def answer(self, *arguments: object, games: int = 600) -> tuple[int, dict[str, Any]]:
        self.capsys.readouterr()
        code = self.check("--json", *arguments, games=games)
        return code, json.loads(self.capsys.readouterr().out)

    def said(self) -> str:
        shown = self.capsys.readouterr()
        return (shown.out + shown.err).replace("\u00a0", " ")

    @property
    def card(self) -> str:
        """Of the cards that the first deck holds twice, the one with the greatest numbers."""
        deck = (self.folder / "decks" / f"{self.decks[0]}.txt").read_text(encoding="utf-8")
        rows = {line.partition(",")[0]: line for line in self.lines()}
        twice = [name for name in re.findall(r"^2 (.+)$", deck, re.MULTILINE) if name in rows]
        return max(twice, key=lambda name: sum(map(int, NUMBERS.findall(rows[name]))))

    def lines(self) -> list[str]:
        return (self.folder / "cards.csv").read_text(encoding="utf-8").splitlines()

    def line_of_card(self) -> int:
        return next(n for n, line in enumerate(self.lines(), 1) if line.startswith(f"{self.card},"))

    def make_stronger(self) -> None:
        """Make a card 30 % better: all its numbers that are more than a cost."""
        lines, row = self.lines(), self.line_of_card() - 1
        better = NUMBERS.sub(lambda n: str(int(n[0]) * 13 // 10), lines[row])
        assert better != lines[row]
        text = "\n".join([*lines[:row], better, *lines[row + 1 :]]) + "\n"
        (self.folder / "cards.csv").write_text(text, encoding="utf-8")

    def git(self, *words: str) -> None:
        who = ["-c", "user.name=test", "-c", "user.email=test@example.org"]
        subprocess.run(["git", *who, *words], cwd=self.folder, check=True, capture_output=True)

    def commit(self) -> None:
        self.git("init", "-q")
        self.git("add", ".")
        self.git("commit", "-qm", "all")


@pytest.fixture(scope="module")
def game() -> Game:
    """A game whose cards have plain ones to be held against, and numbers of two digits."""
    return next(game for game in map(load_game, game_names()) if game.schema.sealed_modes)


@pytest.fixture
def mine(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> Mine:
    for name in SERVICES:
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "mine"
    assert main(["init", str(folder), "--game", game.name]) == 0
    first, second, *others = sorted((folder / "decks").iterdir())
    for path in others:
        path.unlink()
    monkeypatch.chdir(folder)
    capsys.readouterr()
    return Mine(folder, game, (first.stem, second.stem), capsys)


@pytest.fixture
def whole_report() -> None:
    """Ask for the report of a check as it is: see `plain_reports`."""


@pytest.fixture(autouse=True)
def plain_reports(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave reports empty, which take a third of a check, where no test looks at them."""
    if not THOROUGH and "whole_report" not in request.fixturenames:
        monkeypatch.setattr("evenhand.reports.report.render_report", lambda *_: "<html></html>")


def outcomes(found: dict[str, Any]) -> dict[tuple[str, str], str]:
    return {(cell["topic"], cell["subject"]): cell["verdict"] for cell in found["cells"]}


# Verdicts


def test_it_passes_and_says_how(mine: Mine) -> None:
    mine.expect(WIDE)
    assert mine.check() == 0
    said = mine.said()
    assert "PASS: 4 expectations met." in said
    assert "600 games, seed 1; level 95 %: a 90 % interval inside its band passes" in said
    assert "pairs, beta" in said
    (report,) = re.findall(r"^Report  (\S+)$", said, re.MULTILINE)
    assert Path(report).is_file()
    assert (Path(report).parent / "run.toml").is_file()
    assert re.search(r"^Next    evenhand report ", said, re.MULTILINE)


def test_a_number_outside_its_band_fails(mine: Mine) -> None:
    mine.expect(WIDE.replace("[0.2, 0.8]", "[0.0, 0.2]"))
    code, found = mine.answer()
    assert (code, found["verdict"]) == (1, "fail")
    first = found["cells"][0]
    assert (first["topic"], first["verdict"], first["n_games"]) == ("first_player", "fail", 600)
    assert first["low"] > first["band_high"] == 0.2
    assert first["method"] == "pairs, beta"
    assert "expected 0\u201320" in first["text"]
    assert found["counts"] == {"fail": 1, "inconclusive": 0, "accepted": 0, "pass": 3}


def test_a_failure_leads_to_what_was_edited(mine: Mine) -> None:
    mine.expect(WIDE.replace("[0.2, 0.8]", "[0.0, 0.2]"))
    assert mine.check() == 1
    assert re.search(r"^Next    evenhand report ", mine.said(), re.MULTILINE)
    assert main(["run", "--games", "600", "--no-report", "--quiet"]) == 0
    assert mine.check() == 1
    assert re.search(r"^Next    evenhand compare$", mine.said(), re.MULTILINE)


def test_a_tiny_sample_is_inconclusive_and_says_what_it_takes(mine: Mine) -> None:
    mine.expect("[expect]\nfirst_player = [0.4, 0.62]\n")
    assert mine.check(games=8) == 4
    said = mine.said()
    assert "INCONCLUSIVE: 1 of 2 expectations needs more games." in said
    (row,) = re.findall(r"^\? INCONCLUSIVE  first player wins .*", said, re.MULTILINE)
    assert int(row.split()[-1].replace(",", "")) > 8 == int(row.split()[-2])
    assert re.search(r"^Next    evenhand check --games \d+$", said, re.MULTILINE)


def test_the_same_seed_gives_the_same_verdict(mine: Mine) -> None:
    mine.expect(WIDE)
    games, ways = how_much(120, 600), how_much([(), ("--jobs", 1)], [(), (), ("--jobs", 1)])
    one, *others = (mine.answer(*jobs, games=games)[1]["cells"] for jobs in ways)
    assert all(other == one for other in others)
    mine.expect(WIDE, seed=2)
    assert mine.answer(games=games)[1]["cells"] != one


def test_a_matchup_is_judged_from_both_sides_if_they_differ(mine: Mine) -> None:
    a, b = mine.decks
    mine.expect("[expect]\nmatchup = [0.1, 0.9]\n")
    assert {("matchup", f"{a} vs {b}")} == set(outcomes(mine.answer()[1])) - {("engine_errors", "")}
    mine.expect("[expect]\nmatchup = [0.0, 0.9]\n")
    found = set(outcomes(mine.answer()[1]))
    assert {("matchup", f"{a} vs {b}"), ("matchup", f"{b} vs {a}")} < found


def test_games_come_from_the_file_if_no_flag_says_how_many(mine: Mine) -> None:
    mine.expect(WIDE + "[check]\ngames = 80\nlevel = 0.9\n")
    mine.capsys.readouterr()
    main(["check", "--json"])
    found = json.loads(mine.capsys.readouterr().out)
    assert (found["games"], found["level"]) == (80, 0.9)


def test_from_elsewhere(mine: Mine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    mine.expect("[expect]\nfirst_player = [0.49, 0.51]\n")
    monkeypatch.chdir(tmp_path)
    assert mine.check("mine", games=8) == 4
    assert "Next    evenhand check mine --games" in mine.said()
    assert mine.check("mine/balance.toml", "--out", "here", "--quiet", games=8) == 4
    assert mine.said() == "here/report.html\n"


# Sequential


def narrow(mine: Mine) -> str:
    """Write a band around what is measured that few games can neither reach nor rule out."""
    mine.expect("[expect]\nfirst_player = [0.0, 1.0]\n")
    cells = mine.answer(games=800)[1]["cells"]
    rate = next(cell["estimate"] for cell in cells if cell["topic"] == "first_player")
    return f"first_player = [{rate - 0.001}, {rate + 0.001}]\n"


def test_it_stops_when_it_is_sure(mine: Mine) -> None:
    mine.expect(WIDE)
    code, found = mine.answer("--sequential", games=3_200)
    assert (code, found["games"]) == (0, 100)
    methods = {cell["topic"]: cell["method"] for cell in found["cells"]}
    assert methods["win_rate"] == "pairs, betting"


def test_it_says_first_what_it_will_cost(mine: Mine) -> None:
    mine.expect("[expect]\nfirst_player = [0.4, 0.6]\n")
    mine.check("--sequential", games=3_200)
    said = mine.said()
    assert "looks after 100, 200, 400, 800, 1,600 and 3,200 games" in said
    assert "a number in the middle of its band takes about 400 games at most (first_player" in said
    assert "points inside an edge" in said
    mine.expect("[expect]\nfirst_player = [0.49, 0.51]\n")
    mine.check("--sequential", games=400)
    assert "400 games are too few for a number in the middle of its band" in mine.said()


def test_it_goes_on_to_the_last_game_if_it_must(mine: Mine) -> None:
    mine.expect(f"[expect]\n{narrow(mine)}turns = [1, 500]\n[check]\nsequential = true\n")
    code, found = mine.answer(games=800)
    assert (code, found["games"]) == (4, 800)
    assert outcomes(found)["turns", ""] == "pass"
    assert mine.answer("--no-sequential", games=200)[1]["cells"][0]["method"] == "pairs, beta"


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
    assert page.count(", the only edit since <bdi>baseline.json</bdi>.") >= 2
    assert page.count(f"<bdi>{mine.card}</bdi>") >= 3


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("name", ["check.html", "report.html"])
def test_no_page_of_a_check_is_written_through_a_link(mine: Mine, name: str) -> None:
    mine.expect("[expect]\nwin_rate = [0, 1]\n")
    assert mine.check("--out", "checked", games=1_200) == 0
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


def test_a_check_that_was_stopped_goes_on(mine: Mine, monkeypatch: pytest.MonkeyPatch) -> None:
    mine.expect(f"[expect]\n{narrow(mine)}")
    _, whole = mine.answer("--sequential", games=800)
    looks = []

    def stop(*given: object) -> int:
        looks.append(given)
        if len(looks) == 2:
            raise KeyboardInterrupt
        return find_next_look(*given)

    monkeypatch.setattr("evenhand.gate.check.find_next_look", stop)
    assert mine.check("--sequential", "--out", "here", games=800) == 130
    assert "To resume: evenhand check " in mine.said()
    _, found = mine.answer("--sequential", "--out", "here", games=800)
    assert found["cells"] == whole["cells"]


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


# Cards


def test_a_card_is_held_against_its_band(mine: Mine) -> None:
    card = load_pool(mine.game.schema, "cards.csv").labels[mine.line_of_card() - 2]
    mine.expect(f'[expect.cards]\n"{card}" = [-0.9, 0.9]\n')
    code, found = mine.answer(games=1_600)
    assert code == 0
    (cell,) = (cell for cell in found["cells"] if cell["topic"] == "card_impact")
    assert (cell["subject"], cell["deck"]) == (card, mine.decks[0])
    assert cell["n_games"] >= 40
    mine.expect(f'[expect.cards]\n"{card}" = [-0.9, -0.8]\n')
    assert mine.check(games=1_600) == 1
    assert f"impact of {card} in {mine.decks[0]}" in mine.said()


def test_all_cards_are_listed_though_the_games_do_not_suffice(mine: Mine) -> None:
    mine.expect("[expect]\ncard_impact = [-0.9, 0.9]\n")
    code, found = mine.answer(games=1_000)
    cells = [cell for cell in found["cells"] if cell["topic"] == "card_impact"]
    unmeasured = [cell for cell in cells if cell["n_games"] == 0]
    assert (code, {cell["verdict"] for cell in unmeasured}) == (4, {"inconclusive"})
    assert 0 < len(unmeasured) < len(cells)


# Its page, and the files that are asked for


@pytest.mark.usefixtures("whole_report")
def test_the_page_holds_every_expectation_and_leads_to_the_report(mine: Mine) -> None:
    mine.expect(WIDE)
    assert mine.check("--out", "checked") == 0
    assert re.search(r"^Check   checked/check\.html\nReport  checked/report\.html$", mine.said(),
                     re.MULTILINE)  # fmt: skip
    page, report = (
        Path("checked", name).read_text(encoding="utf-8") for name in ("check.html", "report.html")
    )
    assert "<h1>PASS: 4 expectations met.</h1>" in page
    assert page.count('<tr role="row">') == 4 + 1
    assert 'href="report.html"' in page
    assert 'href="check.html"' in report
    assert main(["report", "checked", "--out", "elsewhere.html"]) == 0
    assert "check.html" not in Path("elsewhere.html").read_text(encoding="utf-8")


def test_json_names_the_page(mine: Mine) -> None:
    mine.expect(WIDE)
    found = mine.answer("--out", "checked")[1]
    assert (found["page"], found["report"]) == ("checked/check.html", "checked/report.html")


def test_markdown_is_written_where_it_is_asked_for(mine: Mine) -> None:
    mine.expect(WIDE.replace("[0.2, 0.8]", "[0.0, 0.2]"))
    assert mine.check("--markdown", "told/check.md") == 1
    text = Path("told/check.md").read_text(encoding="utf-8")
    assert "FAIL: 1 of 4 expectations not met" in text
    assert "first player wins" in text
    Path("folder").mkdir()
    assert mine.check("--markdown", "folder") == 2
    assert "--markdown: folder is a folder" in mine.said()


# Exceptions


ACCEPT = '[[accept]]\nwhat = "first_player"\nreason = "the next set mends it"\nuntil = {}\n'


def test_an_exception_is_shown_and_passes(mine: Mine) -> None:
    mine.expect("[expect]\nfirst_player = [0.0, 0.2]\n" + ACCEPT.format("2999-12-31"))
    assert mine.check() == 0
    said = mine.said()
    assert "ACCEPTED" in said
    assert "accepted until 2999-12-31: the next set mends it" in said
    assert "PASS: 2 expectations met, 1 accepted." in said


def test_an_exception_that_can_go_is_named(mine: Mine) -> None:
    mine.expect(WIDE + ACCEPT.format("2999-12-31"))
    assert mine.check() == 0
    assert "first player wins is inside its band; this exception can go" in mine.said()


def test_an_exception_that_has_ended(mine: Mine) -> None:
    mine.expect(WIDE + ACCEPT.format("2020-12-31"))
    assert mine.check() == 3
    assert "this exception ended on 2020-12-31" in mine.said()


# Services


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
    assert "FAIL: 2 of 3 expectations not met" in text


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
        (WIDE, ",many,", [], 3, "cards.csv:2: column"),
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
        head, first, *rest = mine.lines()
        broken = NUMBERS.sub(cards.strip(","), first, count=1)
        Path("cards.csv").write_text("\n".join([head, broken, *rest]), encoding="utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert mine.check("--junit", "out/x.xml", "--markdown", "out/x.md", *arguments) == code
    (remark,) = re.findall(r"^::error(.*)::(.*)$", mine.said(), re.MULTILINE)
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


# Mistakes


@pytest.mark.parametrize(
    ("text", "arguments", "code", "message"),
    [
        ("", [], 5, "expects nothing that can be checked"),
        (CHANGE, [], 5, "[expect.change] is not checked: name a baseline"),
        ("[expect.decks]\nnobody = [0.1, 0.2]\n", [], 3, "there is no deck 'nobody'"),
        ("[expect]\nwin_rat = [0.4, 0.6]\n", [], 3, "did you mean 'win_rate'?"),
        ("[expect]\ndraws = [0.5, 0.5]\n", [], 3, "is empty"),
        ('[expect.cards]\n"Nobody" = [0.1, 0.2]\n', [], 3, "no card is called 'Nobody'"),
        (WIDE, ["--games", "0"], 2, "--games: expected 1 or more, found 0"),
        (WIDE, ["--jobs", "0"], 2, "--jobs: expected 1 or more"),
        (WIDE, ["nowhere"], 2, "nowhere"),
        (WIDE, ["--junit", "decks"], 2, "--junit: decks is a folder"),
        (WIDE, ["--junit", "cards.csv/x.xml"], 2, "cards.csv is no folder"),
        (WIDE, ["--out", "decks"], 2, "decks exists already"),
        (WIDE, ["--against", "HEAD"], 2, "is not in a git repository"),
        (WIDE, ["--baseline", "x.json"], 3, "there is no baseline to compare with"),
        (WIDE, ["--update-baseline"], 2, "which file is the baseline?"),
        (WIDE, ["--update-baseline", "--baseline", "cards.csv/x"], 2, "cards.csv is no folder"),
        (CHANGE, ["--against", "a", "--baseline", "b"], 2, "give only one of them"),
        (CHANGE, ["--against", "a", "--sequential"], 2, "do not go together"),
        (CHANGE, ["--update-baseline", "--against", "a"], 2, "do not go together"),
    ],
)
def test_mistakes(mine: Mine, text: str, arguments: list[str], code: int, message: str) -> None:
    mine.expect(text)
    assert main(["check", *arguments]) == code
    assert message in mine.said()


def test_a_game_is_no_folder(mine: Mine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert main(["check", mine.game.name]) == 2
    assert "which folder should be checked?" in mine.said()
    monkeypatch.chdir(tmp_path)
    assert main(["check"]) == 2
    assert "which" in mine.said()


# The path of a new user


def test_init_change_compare_check_revert(mine: Mine) -> None:
    """From the file that `init` writes: the bands hold, a change is found and told, and gone."""
    mine.expect("games = 600\n" + CHANGE.replace("0.04", "0.02"))
    mine.commit()
    assert main(["run"]) == 0
    mine.make_stronger()
    mine.said()
    assert main(["compare", "HEAD", "."]) == 0
    said = mine.said()
    assert "1 difference" in said or "differences: " in said
    assert mine.card in said
    assert mine.check("--against", "HEAD", games=1_200) == 1
    assert f"change: win rate of {mine.decks[0]}" in mine.said()
    mine.git("checkout", "cards.csv")
    assert mine.check("--against", "HEAD", games=1_200) == 0


def test_the_bands_that_init_writes_hold(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    assert main(["init", str(tmp_path / "all"), "--game", game.name]) == 0
    monkeypatch.chdir(tmp_path / "all")
    capsys.readouterr()
    assert main(["check", "--games", "9000"]) == 0, capsys.readouterr().out
