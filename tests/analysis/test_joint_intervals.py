"""Intervals for the extreme of many rows."""

import pandas as pd
import pytest
from scipy.stats import t

from evenhand.analysis.statistics.multiplicity import joint_level
from evenhand.analysis.tables.joint_intervals import count_independent_decks, measure_jointly, widen
from evenhand.analysis.tables.win_rates import matchups, win_rates

DECKS = {name: ["card"] * 10 for name in "abc"}


@pytest.fixture
def run(made):
    return made(decks=DECKS, matchups=[(0, 1), (0, 2), (1, 2)], n_pairs=100)


def test_a_table_keeps_its_intervals_and_gets_wider_ones(run):
    table = measure_jointly(run, win_rates, "win_rate")
    pd.testing.assert_frame_equal(table[win_rates(run).columns], win_rates(run))
    wide = win_rates(run, float(joint_level(0.95, 3)))
    assert table["win_rate_low_all"].tolist() == wide["win_rate_low"].tolist()
    assert (table["win_rate_high_all"] > table["win_rate_high"]).all()


def test_rows_that_say_the_same_count_once(run):
    table = measure_jointly(run, matchups, "win_rate", n_together=3)
    wide = matchups(run, float(joint_level(0.95, 3)))
    assert table["win_rate_high_all"].tolist() == wide["win_rate_high"].tolist()
    assert (
        count_independent_decks(2, 2),
        count_independent_decks(2, 4),
        count_independent_decks(5, 2),
    ) == (1, 2, 5)


def test_a_table_that_was_kept_is_widened_as_students_intervals_are():
    half = t.ppf(0.975, 29) * 0.01
    kept = pd.DataFrame(
        {"n_pairs": 30, "effect": 0.02, "effect_low": 0.02 - half, "effect_high": 0.02 + half},
        index=range(40),
    )
    wide = t.ppf((1 + joint_level(0.95, 40)) / 2, 29) * 0.01
    found = widen(kept, "effect")
    assert found["effect_low_all"].tolist() == pytest.approx([0.02 - wide] * 40)
    assert found["effect_high_all"].tolist() == pytest.approx([0.02 + wide] * 40)
    assert widen(kept.head(0), "effect").empty
