"""A folder with four decks of the tests' own game, for `tune`."""

from pathlib import Path

import pytest

from evenhand.__main__ import main

__all__ = ["DECKS", "GAME", "enter_folder"]

GAME = "last_light"
DECKS = ("gale", "tempest", "squall", "harbour")


def enter_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make the folder, with a cache of its own, and go there."""
    folder = tmp_path / "mine"
    assert main(["init", str(folder), "--game", GAME]) == 0
    for deck in (folder / "decks").iterdir():
        if deck.stem not in DECKS:
            deck.unlink()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("EVENHAND_CACHE", str(tmp_path / "cache"))
    return folder
