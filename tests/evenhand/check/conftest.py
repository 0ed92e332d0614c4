"""A designer's folder that is checked."""

import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from evenhand.__main__ import main
from evenhand.simulate.game import Game
from evenhand.simulate.registry import game_names, load_game
from tests.amounts import THOROUGH

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
