"""A folder with four decks of the tests' own game, for `tune`."""

from pathlib import Path

import pytest

from evenhand.__main__ import main
from evenhand.gate import tune_folder

__all__ = ["DECKS", "GAME", "SOUND", "enter_folder", "expect", "plant", "tune"]

GAME = "last_light"
# What these decks win against each other, to about half a point.
SOUND = {"gale": 0.496, "tempest": 0.487, "squall": 0.449, "harbour": 0.568}
DECKS = tuple(SOUND)


def enter_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make the folder, with a place of its own for games, and go there."""
    folder = tmp_path / "mine"
    assert main(["init", str(folder), "--game", GAME]) == 0
    for deck in (folder / "decks").iterdir():
        if deck.stem not in DECKS:
            deck.unlink()
    monkeypatch.chdir(folder)
    monkeypatch.setattr(tune_folder, "find_workplace", lambda _: tmp_path / "workplace")
    return folder


def expect(
    folder: Path, half: float = 0.03, tune: str = "most_change = 1.0", more: str = ""
) -> None:
    """Write a ``balance.toml`` by which each deck is to win what it does in a sound folder."""
    bands = "\n".join(f"{deck} = [{rate - half}, {rate + half}]" for deck, rate in SOUND.items())
    (folder / "balance.toml").write_text(
        f'game = "{GAME}"\ncards = "cards.csv"\ncurve = "curve.csv"\ndecks = "decks"\n'
        f"{more}[expect.decks]\n{bands}\n[tune]\n{tune}\n"
    )


def tune(*arguments: object, games: int = 16_000) -> int:
    """Give the command `tune` in the folder, and return how it ended."""
    return main(["tune", "--games", str(games), "--precision", "2", *map(str, arguments)])


def plant(folder: Path, before: str = "Barrel,Oil,3", after: str = "Barrel,Oil,6") -> None:
    """Change a card of the folder; by default, so that harbour wins too often."""
    path = folder / "cards.csv"
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))
