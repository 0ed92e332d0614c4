"""What going first is worth under other rules, with games drawn from planted chances."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from evenhand import analysis
from evenhand.analysis.tables.compensation import (
    FRESH,
    Played,
    Setting,
    Trend,
    compensation_table,
    find_trend,
    linearise_scores,
    list_counts,
)
from evenhand.experiments.compensation import choose_best

MATCHUPS = [("A", "B"), ("A", "C"), ("B", "C"), ("C", "C")]
FALLING = (0.12, 0.04, 0.0, -0.05)  # fair at 2


def drawn(
    edges: Sequence[float], n_pairs: int = 1_500, seed: int = 1, is_same_luck: bool = True,
    better: float = 0.0,
) -> Played:  # fmt: skip
    """Draw games of settings: value 0 is now, and each value has its advantage for going first.

    Under all settings but that of now, the deck A is better by `better`.
    """
    rng = np.random.default_rng(seed)
    luck = rng.random((len(MATCHUPS), 2, n_pairs))
    counts = []
    for value, edge in enumerate(edges):
        luck = luck if is_same_luck else rng.random(luck.shape)
        lift = better if value else 0.0
        counts.append([count(own, edge, lift * (sides[0] == "A" != sides[1]))
                       for own, sides in zip(luck, MATCHUPS, strict=True)])  # fmt: skip
    settings = [Setting(), *(Setting((("cards", value),)) for value in range(1, len(edges)))]
    return Played(settings, counts, MATCHUPS, seed=seed)


def count(luck: np.ndarray, edge: float, lift: float) -> np.ndarray:
    """Count pairs in which each side goes first once."""
    first = luck[0] < 0.5 + edge + lift
    second = luck[1] < 0.5 + edge - lift
    one = np.ones(len(first))
    return np.array([one, first, one, second, (first + 1 - second) / 2,
                     (second + 1 - first) / 2, 9 * one, 0 * one], float)  # fmt: skip


def table(played: Played, within: float = 0.02, best: Setting | None = None) -> pd.DataFrame:
    values = {"cards": list(range(len(played.settings)))}
    return compensation_table(played, values, within, best)


def test_the_planted_value_is_found() -> None:
    played = drawn(FALLING, n_pairs=6_000)
    assert choose_best([played], 0.01) == Setting((("cards", 2),))
    found = table(played)
    row = found.iloc[0]
    assert row["fair_low"] < 2 < row["fair_high"]
    assert row["fair_high"] - row["fair_low"] < 0.5
    assert row["trend"] == Trend.FALLS
    assert found["verdict"].tolist() == ["fail", "fail", "pass", "fail"]
    assert found["nearer_p"][1:].max() < 0.001
    assert found["advantage"].to_numpy() == pytest.approx(FALLING, abs=0.01)
    truth = np.array(FALLING)
    assert (found["advantage_low"] < truth).all() and (found["advantage_high"] > truth).all()


def test_an_option_without_effect_is_not_said_to_help() -> None:
    """20 of 20 seeds: what was found by chance is not found again on fresh deals."""
    for seed in range(20):
        searched = drawn([0.05] * 4, 500, seed, is_same_luck=False)
        best = choose_best([searched], 0.01)
        fresh = drawn([0.05] * 4, 1_500, seed + 100, is_same_luck=False)
        both = [table(played, best=best).query("not is_now") for played in (searched, fresh)]
        helps = [set(one.query("nearer_p < 0.05")["setting"]) for one in both]
        assert helps[0] & helps[1] == set()
        assert (both[1]["verdict"] != "pass").all()


def test_the_very_same_games_are_no_change() -> None:
    found = table(drawn([0.05, 0.05, 0.05]))
    assert found["change"].tolist() == [0, 0, 0]
    assert found["nearer_p"][1:].min() > 0.5
    assert found["trend"].tolist() == [Trend.UNPROVEN] * 3
    assert choose_best([drawn([0.05, 0.05])], 0.01) == Setting()


def test_on_the_same_deals_a_change_is_known_better() -> None:
    same, other = (drawn([0.05, 0.03], is_same_luck=same) for same in (True, False))
    widths = [(one["change_high"] - one["change_low"])[1] for one in map(table, (same, other))]
    assert widths[0] < widths[1] / 2


def test_a_rule_that_makes_going_second_as_good_is_no_nearer() -> None:
    found = table(drawn([0.05, -0.05], 6_000))
    assert found["change_high"][1] < -0.08
    assert found["nearer_p"][1] > 0.05


def test_a_curve_that_turns() -> None:
    assert table(drawn([0.1, 0.0, 0.1], 6_000))["trend"][0] == Trend.TURNS
    assert find_trend(drawn([-0.1, 0.0, 0.1], 6_000).advantages) == Trend.RISES


def test_a_deck_that_a_rule_makes_better_is_named() -> None:
    found = table(drawn([0.05, 0.05], 6_000, better=0.04))
    assert found["deck"].tolist() == ["", "A"]
    assert found["deck_change_low"][1] < 0.04 < found["deck_change_high"][1]
    assert found["deck_highest"][1] == pytest.approx(found["deck_highest"][0] + 0.04, abs=0.01)


def test_on_or_off_has_no_curve() -> None:
    assert table(drawn([0.05, 0.0]))["fair_value"].isna().all()


def test_settings_of_two_options_stand_below_the_curves() -> None:
    played = drawn([0.05, 0.03, 0.0])
    both = (("cards", 1), ("coin", 1))
    played = Played([*played.settings[:2], Setting(both)], played.counts, MATCHUPS)
    found = compensation_table(played, {"cards": [0, 1]}, 0.02, None)
    assert found["setting"].tolist() == ["", "cards=1", "cards=1, coin=1"]
    assert found["value"].tolist() == ["0", "1", "1, 1"]


def test_fresh_deals_have_no_curve() -> None:
    played = drawn([0.05, 0.0])
    fresh = Played(played.settings, played.counts, MATCHUPS, FRESH, 2)
    found = compensation_table(fresh, {}, 0.02, fresh.settings[1])
    assert found["setting"].tolist() == ["", "cards=1"]
    assert found["is_best"].tolist() == [False, True]


def test_fewer_options_are_changed_if_that_is_near_enough() -> None:
    played = drawn([0.05, 0.008, 0.001], 20_000)
    settings = [*played.settings[:2], Setting((("cards", 1), ("coin", 1)))]
    played = Played(settings, played.counts, MATCHUPS)
    assert choose_best([played], 0.02) == settings[1]
    assert choose_best([played], 0.004) == settings[2]


def test_the_worst_bot_decides() -> None:
    one, other = drawn([0.1, 0.0, 0.05], 6_000), drawn([0.1, 0.12, 0.05], 6_000, seed=2)
    assert choose_best([one, other], 0.01) == Setting((("cards", 2),))


def test_a_bot_of_few_games_does_not_decide_by_luck() -> None:
    sure = drawn([0.1, 0.0, 0.04], 6_000)
    for seed in range(10):
        assert choose_best([sure, drawn([0.1, 0.0, 0.04], 20, seed)], 0.01) == sure.settings[1]


@pytest.mark.parametrize("n_seats", [2, 3])
def test_what_pairs_say_is_the_report_s_number(n_seats: int) -> None:
    """Where the cards decide who goes first, pairs are no longer scores, but their mean is."""
    rng = np.random.default_rng(1)
    names = list_counts(n_seats)
    counts = np.zeros((len(names), 400))
    for side in range(n_seats):
        games = rng.integers(0, 3, 400)
        counts[2 * side] = games
        counts[2 * side + 1] = games * rng.random(400)
    sides = tuple("ABC"[:n_seats])
    played = Played([Setting()], [[counts]], [sides])
    scores = linearise_scores(counts, n_seats)
    rate = played.rates[0]
    assert scores.mean() == pytest.approx(rate.value)
    assert scores.std(ddof=1) / np.sqrt(400) == pytest.approx(rate.error)


def test_a_run_without_it(tmp_path: Path, made) -> None:
    assert analysis.compensation(made(decks={"A": ["a"] * 30}, matchups=[(0, 0)])).empty
