"""The note on cards whose numbers are far beyond those that a learned player knows."""

from pathlib import Path

import pytest

from evenhand.experiments.card_price import plan_pricing
from evenhand.experiments.price_opinions import can_judge
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request, ask_strong_player
from evenhand.simulate.registry import load_game

GAME = "divine_cross"
CARD = "Shell Page"  # in two decks
BEFORE = f"{CARD},Tidal Court,TC-03,N,Unit,300,"


def list_notes(
    tmp_path: Path, bot: str = "learned", before: str = BEFORE, after: str = BEFORE
) -> tuple[str, ...]:
    """Return the notes on games with another number of one card."""
    sample = load_game(GAME).schema.sample_path("cards.csv")
    text = sample.read_text(encoding="utf-8")
    assert before in text
    file = tmp_path / "cards.csv"
    file.write_text(text.replace(before, after), encoding="utf-8")
    return prepare(Request(GAME, bots=[bot], cards=str(file))).notes


@pytest.mark.parametrize("hp", ["300", "450", "600"])
def test_numbers_that_are_near_enough_are_judged(hp: str, tmp_path: Path) -> None:
    assert list_notes(tmp_path, after=BEFORE.replace("300", hp)) == ()


def test_a_number_far_beyond_is_named_with_its_card(tmp_path: Path) -> None:
    after = BEFORE.replace("300", "1300")
    (note,) = list_notes(tmp_path, after=after)
    assert note.startswith(f"learned knows no hp beyond 570, and {CARD} has 1300: do not rely on")
    assert list_notes(tmp_path, "heuristic", after=after) == ()


def test_a_number_is_named_as_its_column_is(tmp_path: Path) -> None:
    (note,) = list_notes(tmp_path, before="Gore,2,140", after="Gore,2,420")
    assert note.startswith("learned knows no skill1_damage beyond 200, and Thorn Grazier has 420:")


def test_a_learned_player_is_not_asked_about_such_a_number() -> None:
    job = prepare(ask_strong_player(Request(GAME)))
    pricing = plan_pricing(job.plan, "Thorn Grazier", "skill1_damage", [140, 420])
    assert [can_judge(job, pricing, value) for value in (140, 420)] == [True, False]
