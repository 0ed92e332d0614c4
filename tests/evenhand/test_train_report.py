"""The report of a training: its curve, raised numbers of cards, and answers of its own."""

from dataclasses import replace

import numpy as np
import pytest

from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.reports.training.result import Sense, Trend
from evenhand.simulate.runs.asking import ask_bot
from evenhand.simulate.runs.plan import Plan
from evenhand.training import first_weights, other_answers
from evenhand.training import trainer as training
from evenhand.training.doses import (
    can_raise,
    list_numbers,
    raise_number,
    raise_numbers,
    try_doses,
)
from evenhand.training.opponents import list_opponents
from evenhand.training.other_answers import compare_answers, find_other_answers, play_game
from evenhand.training.self_play import Strength
from evenhand.training.strength_curve import continue_curve, find_course, make_point
from evenhand.training.trainer import Trainer

SMALL = {"DECISIONS": 6_000, "BATCH": 1_000, "RATE": 5e-3, "WARM_UP": 1, "MEAN_SHARE": 1.0}


@pytest.fixture(scope="module")
def plan() -> Plan:
    return prepare(Request(game="last_light", games=2, decks=["moth", "lamp"], mirrors=True)).plan


@pytest.fixture(scope="module")
def trainer(plan: Plan) -> Trainer:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in SMALL.items():
            patch.setattr(training, name, value)
        patch.setattr(first_weights, "LEAD", 0.0)
        met = [bot for bot, is_met in list_opponents(plan.game) if is_met]
        trainer = Trainer(plan, met, 1)
        for _ in range(6):
            trainer.play_round()
    return trainer


def make_curve(*rates: float, half: float = 0.01) -> list[dict]:
    strengths = [Strength(rate, half, 100) for rate in rates]
    return [make_point(minute, 10 * minute, 100 * minute, {"heuristic": one})
            for minute, one in enumerate(strengths, 1)]  # fmt: skip


@pytest.mark.parametrize(
    ("rates", "trend"),
    [
        ([0.5 + 0.01 * k for k in range(12)], Trend.RISING),
        ([0.5 + 0.01 * k for k in range(6)] + [0.56] * 20, Trend.LEVEL),
        ([0.5, 0.5, 0.51, 0.5, 0.51, 0.5, 0.52, 0.5], Trend.OPEN),
    ],
)
def test_the_end_of_the_curve_says_whether_it_rises(rates: list[float], trend: Trend) -> None:
    half = 0.03 if trend is Trend.OPEN else 0.002
    course = find_course(make_curve(*rates, half=half))
    assert course is not None and course.trend is trend
    assert course.low < course.gain < course.high


def test_an_interval_has_a_width_where_all_games_ended_alike() -> None:
    low, high = Strength(1.0, 0.0, 2_000).interval
    assert 0.99 < low < 0.9975 and high == 1.0
    low, high = Strength(0.77, 0.012, 4_000).interval
    assert (low, high) == (pytest.approx(0.758, abs=0.003), pytest.approx(0.782, abs=0.003))


def test_the_gain_is_that_of_a_straight_line() -> None:
    course = find_course(make_curve(*(0.4 + 0.02 * k for k in range(10))))
    assert course is not None
    assert course.gain == pytest.approx(0.02 * course.minutes)


def test_a_few_points_say_nothing() -> None:
    assert find_course(make_curve(0.5, 0.6, 0.7)) is None
    assert find_course([]) is None


def test_a_curve_goes_on_where_that_of_the_player_before_ended() -> None:
    first, second = make_curve(0.5, 0.6), make_curve(0.6, 0.7)
    whole = continue_curve(first, second)
    assert [point["minutes"] for point in whole] == [1, 2, 3, 4]
    assert [point["games"] for point in whole] == [10, 20, 30, 40]
    assert second[0]["minutes"] == 1
    assert continue_curve([], second) == second


def test_some_bots_are_held_back(plan: Plan) -> None:
    opponents = list_opponents(plan.game)
    assert opponents[0].bot.name == "heuristic" and opponents[0].is_met
    assert not all(is_met for _, is_met in opponents)
    assert {bot.policy for bot, _ in opponents} <= {"heuristic", "random"}


# Raised numbers


def test_numbers_are_raised_by_a_tenth_a_quarter_and_a_half() -> None:
    plan = prepare(Request(game="divine_cross", games=2)).plan
    number = next(one for one in list_numbers(plan)
                  if raise_number(plan, one)[0].what.startswith("hp"))  # fmt: skip
    hp, raised = plan.pool.cards[number.row].hp, raise_number(plan, number)
    assert [one.share for one in raised] == pytest.approx([0.1, 0.25, 0.5], abs=0.06)
    for one in raised:
        assert one.card.hp == pytest.approx(hp * (1 + one.share))
        assert one.what == f"hp {hp} \u2192 {one.card.hp}"


def test_a_small_number_is_raised_by_whole_steps_each_once(plan: Plan) -> None:
    for number in list_numbers(plan):
        raised = raise_number(plan, number)
        assert len({one.what for one in raised}) == len(raised) >= 1
        assert min(one.share for one in raised) > 0


def test_a_number_at_its_best_is_not_followed_by_the_next_one() -> None:
    plan = prepare(Request("divine_cross", decks=["cinder_host,cinder_rush"], games=2)).plan
    row = plan.pool.row_of("Ember Lancer")
    raised = [raise_number(plan, number) for number in list_numbers(plan) if number.row == row]
    said = [[one.what for one in steps] for steps in raised]
    assert ["retreat 1 \u2192 0"] in said
    names = [{what.rpartition(" ")[0].rsplit(" ", 2)[0] for what in steps} for steps in said]
    assert all(len(of_number) == 1 for of_number in names)


def test_what_is_raised_is_in_the_deck_and_nothing_else_changes(plan: Plan) -> None:
    numbers = list_numbers(plan)[:3]
    doses = raise_numbers(plan, numbers)
    for variant, row in zip(doses.exchanged.variants, doses.rows, strict=True):
        before = plan.entrants[variant.deck].cards
        changed = [slot for slot, card in enumerate(variant.cards) if card != before[slot]]
        assert changed == [slot for slot, card in enumerate(before) if card == row]


def test_a_player_that_knows_strength_wins_more_with_it(trainer: Trainer) -> None:
    doses, n_tried = try_doses(trainer, 1e9, 1)
    assert n_tried == len(list_numbers(trainer.plan)) and can_raise(trainer.plan)
    assert (doses["n_games"] > 0).all()
    assert (doses["gain_low"] <= doses["gain"]).all() and (
        doses["gain"] <= doses["gain_high"]
    ).all()
    assert (doses["sense"] == Sense.GAINS).any() and not (doses["sense"] == Sense.LOSES).any()
    again, _ = try_doses(trainer, 1e9, 1)
    assert doses.equals(again)


def test_few_games_try_few_numbers(trainer: Trainer) -> None:
    _, n_tried = try_doses(trainer, 1, 1)
    assert n_tried == 1


def test_a_player_that_takes_the_worst_loses_with_more(
    trainer: Trainer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card with higher numbers is thrown away by one that learned to do the opposite."""
    mean = trainer.mean
    worse = replace(mean, plain=-40 * np.abs(mean.plain), cards=-40 * mean.cards, tau=0)
    monkeypatch.setattr(trainer, "mean", worse)
    doses, _ = try_doses(trainer, 1e9, 1)
    assert doses["sense"].isin([Sense.LOSES, Sense.UNUSED, Sense.OPEN, Sense.GAINS]).all()
    ranks = [list(Sense).index(Sense(sense)) for sense in doses["sense"]]
    assert ranks == sorted(ranks)


# Answers of its own


def test_other_answers_are_those_of_the_weights(trainer: Trainer) -> None:
    weights = trainer.mean.list_rows(trainer.shape.cards)
    n_found = 0
    for pair in range(12):
        trace, part = play_game(trainer, pair % 3, pair)
        asked = np.flatnonzero(trace.steps["n"][: trace.n] > 1)
        for one in compare_answers(trainer, trace, part, asked, weights):
            n_found += 1
            assert one.own == one.chances.argmax() and one.lead > 0
            scores = trace.steps[one.step]["scores"][: trace.steps[one.step]["n"]]
            assert one.other == scores.argmax() != one.own
            assert one.chances.sum() == pytest.approx(1)
    assert n_found > 0


def test_logits_are_those_that_it_plays_by(trainer: Trainer) -> None:
    """Without drawing, the compiled player takes the answer with the highest logit."""
    trace, part = play_game(trainer, 0, 6)
    asked = np.flatnonzero(trace.steps["n"][: trace.n] > 1)
    weights = trainer.mean.list_rows(trainer.shape.cards)
    decisions = part.decisions[part.decisions["game"] == 0]
    arrays = replace(trainer.games.arrays, players=trainer.gather(trainer.mean).packed)
    bots = np.array([trainer.make_self(False)])
    answers = ask_bot(
        trace.states[asked], arrays.pool, arrays.options, bots, 0, arrays.players,
        interpreted=True,
    )  # fmt: skip
    logits = [other_answers.find_logits(trainer, part, one, weights) for one in decisions]
    clear = [k for k, one in enumerate(logits) if len(one) > 1 and np.diff(np.sort(one))[-1] > 0.05]
    assert len(clear) > 3
    assert [answers[k] for k in clear] == [logits[k].argmax() for k in clear]


def test_positions_are_few_and_of_unlike_questions(trainer: Trainer) -> None:
    found = find_other_answers(trainer)
    assert 0 < len(found.positions) <= other_answers.SHOWN
    assert 0 < found.n_differ < found.n_asked
    position = found.positions[0]
    assert position.own != position.other and position.own_chance > position.other_chance
    assert set(position.decks) <= {"moth", "lamp"} and "player_1" in position.table
