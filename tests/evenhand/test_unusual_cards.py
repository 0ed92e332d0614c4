"""The note on cards whose numbers are far beyond those that a learned player knows."""

from pathlib import Path

import pytest

from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.simulate.registry import load_game

GAME = "divine_cross"
CARD, HP = "Shell Page", "300"  # in two decks


def list_notes(tmp_path: Path, hp: str, bot: str = "learned") -> tuple[str, ...]:
    """Return the notes on games with another number of one card."""
    sample = load_game(GAME).schema.sample_path("cards.csv")
    text = sample.read_text(encoding="utf-8")
    before = f"{CARD},Tidal Court,TC-03,N,Unit,{HP},"
    assert before in text
    file = tmp_path / "cards.csv"
    file.write_text(text.replace(before, before.replace(HP, hp)), encoding="utf-8")
    return prepare(Request(GAME, bots=[bot], cards=str(file))).notes


@pytest.mark.parametrize("hp", ["300", "450", "600"])
def test_numbers_that_are_near_enough_are_judged(hp: str, tmp_path: Path) -> None:
    assert list_notes(tmp_path, hp) == ()


def test_a_number_far_beyond_is_named_with_its_card(tmp_path: Path) -> None:
    (note,) = list_notes(tmp_path, "1300")
    assert note.startswith(f"learned knows no hp beyond 570, and {CARD} has 1300: do not rely on")
    assert list_notes(tmp_path, "1300", "heuristic") == ()
