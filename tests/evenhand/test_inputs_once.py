"""Within a command each input is opened once, and each plan is laid out once."""

import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evenhand.decks.pool import CardPool
from evenhand.live.folder_state import read_state
from evenhand.simulate.game import Game
from evenhand.simulate.runs import batch
from tests.evenhand.conftest import called

BOT = ("--bots", "random")
QUESTIONS = {
    "run": ("run", "--games", "80", *BOT),
    "check": ("check", "--games", "80"),
    "compare": ("compare", "--games", "80", *BOT),
    "price": ("price", "CARD", "--games", "1000", *BOT),
}

opened: Counter[Path] | None = None  # while a test counts


def note_open(event: str, arguments: tuple[Any, ...]) -> None:
    """Count a file that is opened to be read."""
    if event != "open" or opened is None or not isinstance(arguments[0], str | bytes | os.PathLike):
        return
    if "r" in str(arguments[1]) and "+" not in str(arguments[1]):
        opened[Path(os.path.abspath(os.fsdecode(arguments[0])))] += 1


sys.addaudithook(note_open)  # there is no way to remove one


@pytest.fixture(scope="module")
def folder(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of two decks with a run, one number of whose cards was changed since."""
    place = tmp_path_factory.mktemp("folder") / "mine"
    assert called(["init", place, "--game", game.name, "--no-git"], place.parent).returncode == 0
    for path in sorted((place / "decks").iterdir())[2:]:
        path.unlink()
    assert called(QUESTIONS["run"], place).returncode == 0
    cards = (place / "cards.csv").read_text("utf-8")
    (place / "cards.csv").write_text(cards.replace(",100,", ",110,", 1), "utf-8")
    return place


@pytest.fixture
def counted() -> Iterator[Counter[Path]]:
    global opened
    opened = Counter()
    yield opened
    opened = None


@pytest.fixture
def laid_out(monkeypatch: pytest.MonkeyPatch) -> list[CardPool]:
    """Return the cards of each plan that is laid out from here on."""
    pools: list[CardPool] = []
    rank_cards = batch.rank_cards

    def note(pool: CardPool) -> Any:
        pools.append(pool)
        return rank_cards(pool)

    monkeypatch.setattr(batch, "rank_cards", note)
    return pools


def list_inputs(folder: Path, counted: Counter[Path]) -> dict[str, int]:
    """Count how often the files of the folder itself were opened, those of its runs left out."""
    own = {path: n for path, n in counted.items() if path.is_relative_to(folder)}
    names = {str(path.relative_to(folder)): n for path, n in own.items()}
    return {name: n for name, n in names.items() if not name.startswith(("runs", ".git"))}


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_command_reads_each_input_once(
    question: str, folder: Path, counted: Counter[Path], laid_out: list[CardPool]
) -> None:
    lines = sorted((folder / "decks").iterdir())[0].read_text("utf-8").splitlines()
    card = next(line.partition(" ")[2] for line in lines if line[:1].isdigit())
    counted.clear()
    done = called([card if word == "CARD" else word for word in QUESTIONS[question]], folder)
    assert done.returncode in (0, 1, 4), done.stderr
    inputs = list_inputs(folder, counted)
    assert len(inputs) >= 4 and set(inputs.values()) == {1}, inputs
    # A run after an edit looks for untouched matchups in the run before, as compare does
    # unless the games of both sides are known.
    assert 1 <= len(laid_out) <= (2 if question in ("compare", "run") else 1)


def test_a_save_reads_each_file_once(folder: Path, counted: Counter[Path]) -> None:
    read_state(folder / "balance.toml")
    inputs = list_inputs(folder, counted)
    assert len(inputs) >= 4 and set(inputs.values()) == {1}, inputs
