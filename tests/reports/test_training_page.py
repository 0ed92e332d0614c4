"""The page of a training: what it says first, and what it shows."""

import re

import pytest

from evenhand.reports.training.board import make_position as make_block
from evenhand.reports.training.page import render_training
from evenhand.reports.training.result import Course, OpponentRow, Sense
from evenhand.reports.training.wording import (
    list_training_findings,
    write_chance,
    write_course,
    write_minutes,
    write_strength,
)
from tests.reports.made_up_training import FACES, make_doses, make_position, make_training

NEXT = "evenhand train made_up --minutes 8"


def yardstick(rate: float, half: float = 0.02) -> OpponentRow:
    return OpponentRow("heuristic", "", True, rate, rate - half, rate + half, 4_200)


@pytest.mark.parametrize(
    ("rate", "said"),
    [
        (0.7, "Plays Made up better than the rules of thumb: wins 70.0\u00a0% (68.0\u201372.0) of "
              "4,200 games against heuristic."),
        (0.51, "Plays Made up about as well as the rules of thumb: wins 51.0"),
        (0.4, "Still plays Made up worse than the rules of thumb: wins 40.0"),
    ],
)  # fmt: skip
def test_the_headline_says_how_strong_it_is(rate: float, said: str) -> None:
    assert str(write_strength(make_training(opponents=[yardstick(rate)]))).startswith(said)


def test_at_a_table_of_four_a_quarter_is_even() -> None:
    said = str(write_strength(make_training(n_seats=4, opponents=[yardstick(0.4)])))
    assert "better than" in said and said.endswith("heuristic, where 1/4 (25.0\u00a0%) is even.")


@pytest.mark.parametrize(
    ("course", "said"),
    [
        (Course(0.02, 0.01, 0.03, 10.0), "It was still getting stronger: +2.0 points (+1.0 to "
                                         "+3.0) in the last 10 minutes."),
        (Course(0.0, -0.005, 0.005, 1.0), "It no longer gets stronger: 0.0 points"),
        (Course(0.01, -0.01, 0.03, 1.5), "Whether it still gets stronger is open: +1.0 points"),
        (None, "The training was too short to say"),
    ],
)  # fmt: skip
def test_the_course_is_told_in_words(course: Course | None, said: str) -> None:
    assert write_course(course).startswith(said)


@pytest.mark.parametrize(("minutes", "said"), [(1.04, "1 minute"), (2.5, "2.5 minutes"),
                                               (12.3, "12 minutes")])  # fmt: skip
def test_minutes_are_rounded(minutes: float, said: str) -> None:
    assert write_minutes(minutes) == said


def test_chances_near_none_and_all_are_not_rounded_to_them() -> None:
    assert write_chance(1e-20) == "under 0.1\u00a0%"
    assert write_chance(1 - 1e-9) == "over 99.9\u00a0%"
    assert write_chance(0.25) == "25.0\u00a0%"


def find_dose_sentence(*senses: Sense) -> str:
    training = make_training(doses=make_doses(*senses))
    return next(str(one.sentence) for one in list_training_findings(training)
                if one.section == "doses")  # fmt: skip


def test_a_number_that_it_does_not_understand_is_named() -> None:
    said = find_dose_sentence(Sense.LOSES, Sense.GAINS)
    assert "With 1 of 2 higher numbers" in said
    assert "Ember Lancer (hp 300 \u2192 330) in Cinder Rush" in said
    said = find_dose_sentence(Sense.GAINS, Sense.OPEN)
    assert said.startswith("None of 2 higher numbers of cards makes it win less")
    assert "With 1 it surely wins more; with the others 300 games are too few" in said


def test_the_page_shows_the_answers_and_the_table() -> None:
    page = render_training(make_training(), FACES, NEXT)
    assert NEXT in page
    assert "1 of 90 numbers of its cards, drawn at random" in page
    assert page.count('class="position"') == 2
    assert "over 99.9" in page and "under 0.1" in page
    assert 'href="#card-Ash_Pup"' in page
    assert page == render_training(make_training(), FACES, NEXT)


def test_a_short_training_has_no_curve_and_a_game_may_have_no_numbers() -> None:
    few = make_training(
        curve=make_training().curve[:1], course=None, no_doses="No numbers", positions=[],
        n_asked=0,
    )  # fmt: skip
    page = render_training(few, FACES, NEXT)
    assert "too short for a curve" in page and "No numbers." in page
    assert "Other answers" not in page


def test_the_table_is_told_as_replays_tell_it() -> None:
    block = make_block(1, make_position(), {"cinder_rush": "Cinder Rush"}, {"Ash Pup"})
    upper, lower = block.sides
    assert (upper.title, lower.title, lower.is_asked) == ("Player 2", "Player 1", True)
    assert lower.facts == ["life 3", "charged"]
    assert lower.empty == "lost" and upper.empty == "hand, main, bench"
    zones = {zone.name: zone for zone in lower.zones}
    assert zones["discard"].is_long and not zones["hand"].is_long
    ((_, main),) = zones["main"].places
    assert (str(main.card), main.lines) == ("Ember Lancer", ["damage 120", "energy 1: Ash Pup"])
    assert [(lane, place and str(place.card)) for lane, place in zones["lanes"].places] == [
        ("left", "Ash Pup"), ("right", None),
    ]  # fmt: skip
    assert re.fullmatch(r"Player 1, turn 7", block.where)
