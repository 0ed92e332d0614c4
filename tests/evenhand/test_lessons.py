"""Lessons: what is summed up, and what is said where there is nothing to learn."""

import json
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from evenhand.analysis.statistics.intervals import mean_interval
from evenhand.commands.lessons import print_summary, print_tables
from evenhand.experiments.lessons import Lesson, Lessons, list_games, summarize_lessons
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.simulate.replay.replay import Step
from evenhand.simulate.runs.batch import plan_arrays

STEP = Step(1, 0, "Main Phase", ("play Ace #1", "wait: it out"), (), 0, (), {})


def lesson(game: int, gain: float) -> Lesson:
    return Lesson(game, ("a", "b"), STEP, STEP.options[1], gain, 0.01)


@pytest.fixture
def found() -> Lessons:
    """Six games, of which three have lessons; games 0 and 1 are a group."""
    lessons = [lesson(0, 0.1), lesson(1, 0.3), lesson(2, -0.2)]
    return Lessons(Counter({"Main Phase": 40}), lessons, frozenset({"Ace"}), 6, 2)


def test_gains_are_summed_up_over_groups_of_games(found: Lessons) -> None:
    (row,) = summarize_lessons(found).itertuples()
    assert (row.question, row.asked, row.overruled) == ("Main Phase", 40, 3)
    assert row.gain == pytest.approx(0.2 / 3)
    groups = np.array([0.4, -0.2, 0.0]) / 2  # for one game
    error = groups.std(ddof=1) / np.sqrt(3)
    assert row.per_game == pytest.approx(groups.mean())
    low, high = mean_interval(groups.mean(), error, 3)
    assert (row.per_game_low, row.per_game_high) == pytest.approx((low, high))


def test_groups_without_a_spread_have_no_interval(
    found: Lessons, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = replace(found, lessons=[lesson(0, 0.1)], n_games=2)
    alike = replace(found, lessons=[lesson(0, 0.1), lesson(2, 0.1)], n_games=4)
    for few in (alone, alike):
        (row,) = summarize_lessons(few).itertuples()
        assert (row.per_game_low, row.per_game_high) == (-np.inf, np.inf)
        print_tables(few, 5)
        assert capsys.readouterr().out.count("too few games") == 2


def test_answers_are_alike_whatever_card_they_name(found: Lessons) -> None:
    (row,) = summarize_lessons(found, by_answer=True).itertuples()
    assert (row.first, row.second, row.overruled) == ("play \N{HORIZONTAL ELLIPSIS}", "wait", 3)


def test_nothing_to_learn_is_an_empty_table(found: Lessons) -> None:
    assert summarize_lessons(replace(found, lessons=[])).empty


def test_no_choice_at_all_is_said(found: Lessons, capsys: pytest.CaptureFixture[str]) -> None:
    job = prepare(Request(game="last_light", bots=("panel", "heuristic", "search"), games=2))
    print_summary(job.plan, job.panel[0], replace(found, asked=Counter(), lessons=[]), 1.0)
    assert capsys.readouterr().out.endswith("No question left a choice.\n")


@pytest.mark.parametrize(
    ("bots", "says"),
    [
        ("heuristic", "expected two, the pupil and the teacher; found 1"),
        ("search,novice", "'novice' does not think ahead, and has nothing to teach"),
    ],
)
def test_a_teacher_is_needed(bots, says, evenhand_in) -> None:
    done = evenhand_in("bots", "--lessons", "last_light", "--bots", bots)
    assert done.returncode == 2
    assert says in done.stderr


@pytest.mark.parametrize("decks", ["lamp,moth", "lamp,moth,gale"])
def test_lessons_are_played(decks, evenhand_in) -> None:
    n_seats = decks.count(",") + 1
    flags = ("--bots", "heuristic,search:4", "--games", str(n_seats), "--decks", decks)
    flags = (*flags, "--players", str(n_seats), "--json", "--jobs", "1")
    done = evenhand_in("bots", "--lessons", "last_light", *flags)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["games"] == n_seats
    assert {row["question"] for row in said["lessons"]} <= {
        row["question"] for row in said["questions"]
    }


@pytest.mark.parametrize(("asked", "n_games"), [(1, 2), (4, 4), (5, 4), (30, 30), (60, 60)])
def test_as_many_games_are_played_as_asked_for(asked: int, n_games: int) -> None:
    job = prepare(Request(game="divine_cross", bots=("heuristic",)))
    arrays = plan_arrays(job.plan.with_games(asked))
    games = list_games(arrays)
    assert len(games) == len(set(games)) == n_games
    assert [rotation for *_, rotation in games] == [0, 1] * (n_games // 2)
    matchups = [row for row, *_ in games]
    assert len(set(matchups)) == min(n_games // 2, 15)
    assert asked < 30 or max(Counter(matchups).values()) == asked // 15


def test_a_sum_above_all_games_is_explained(
    found: Lessons, capsys: pytest.CaptureFixture[str]
) -> None:
    job = prepare(Request(game="last_light", bots=("panel", "heuristic", "search"), games=2))
    print_summary(job.plan, job.panel[0], found, 1.0)
    assert "not how much more would be won" in capsys.readouterr().out
    print_tables(found, 5)
    assert "sum in a game" in capsys.readouterr().out
