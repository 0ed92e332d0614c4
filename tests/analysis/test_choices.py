"""What there is to decide, by deck: planted decks are found, equal ones are not told apart."""

from collections.abc import Callable

import numpy as np
import pandas as pd

from evenhand import analysis
from evenhand.analysis.tables.choices import CHOICES
from evenhand.analysis.tables.joint_intervals import measure_jointly
from evenhand.experiments.run_tables import save_table
from evenhand.reports.report_tables import measure_choices
from tests.amounts import how_much

Make = Callable[..., analysis.Run]
DECKS = {name: ["card"] * 20 for name in "ABCD"}
MATCHUPS = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (2, 2)]
TURNS, QUESTIONS = 8, 30


def with_choices(
    run: analysis.Run,
    idle: dict[str, float] | None = None,
    one: dict[str, float] | None = None,
    seed: int = 1,
    n_pairs: int = 12,
) -> analysis.Run:
    """Add to a run what was decided in some of its games, by the chances of each deck."""
    rng = np.random.default_rng(seed)
    rows = []
    for matchup, sides in enumerate(MATCHUPS):
        for pair in range(n_pairs):
            mood = rng.uniform(0.5, 1.5)  # of both games of a pair
            for rotation, seat in np.ndindex(2, 2):
                deck = "ABCD"[sides[(seat + rotation) % 2]]
                turns = rng.integers(4, 2 * TURNS - 3)
                n_idle = rng.binomial(turns, mood * (idle or {}).get(deck, 0.06))
                alone = rng.binomial(QUESTIONS, mood * (one or {}).get(deck, 0.3))
                rows.append((matchup, pair, rotation, seat, deck, turns, n_idle, n_idle // 2,
                             QUESTIONS, alone))  # fmt: skip
    names = ["matchup", "pair", "rotation", "seat", "deck", "turns", "idle", "stuck", "questions",
             "one_sensible"]  # fmt: skip
    save_table(run.folder, CHOICES, pd.DataFrame(rows, columns=names))
    return run


def test_a_run_without_them_has_no_table(made: Make) -> None:
    assert analysis.choices(made(decks=DECKS, matchups=MATCHUPS, n_pairs=2)).empty


def test_the_deck_that_is_idle_most_is_found(made: Make) -> None:
    run = with_choices(made(decks=DECKS, matchups=MATCHUPS, n_pairs=2), idle={"C": 0.15})
    table = measure_jointly(run, analysis.choices, "idle_excess", 4).set_index("deck")
    assert list(table.index[:2]) == ["", "C"]
    worst = table.loc["C"]
    assert worst["idle_share_low"] < 0.15 < worst["idle_share_high"]
    assert worst["idle_excess_low_all"] > 0
    assert not (table.loc[["A", "B", "D"], "idle_excess_low_all"] > 0).any()


def test_the_deck_that_leaves_least_to_choose_is_found(made: Make) -> None:
    run = with_choices(made(decks=DECKS, matchups=MATCHUPS, n_pairs=2), one={"B": 0.6})
    row = analysis.choices(run).set_index("deck").loc["B"]
    assert row["one_sensible_share_low"] < 0.6 < row["one_sensible_share_high"]
    assert row["one_sensible_excess_low"] > 0.1
    assert (row["mean_questions"], row["n_games"]) == (QUESTIONS, 3 * 12 * 2)


def test_a_mirror_match_counts_for_both_seats(made: Make) -> None:
    run = with_choices(made(decks=DECKS, matchups=MATCHUPS, n_pairs=2))
    n_games = analysis.choices(run).set_index("deck")["n_games"]
    assert n_games["C"] == 3 * 12 * 2 + 12 * 4 and n_games[""] == n_games.drop("").sum()


def test_equal_decks_are_not_told_apart_and_intervals_hold(made: Make) -> None:
    run = made(decks=DECKS, matchups=MATCHUPS, n_pairs=2)
    n = how_much(40, 400)
    named, missed = np.zeros(2), np.zeros(2)
    for seed in range(n):
        table = measure_choices(with_choices(run, seed=seed))
        for place, (name, true) in enumerate((("idle", 0.06), ("one_sensible", 0.3))):
            named[place] += (table[f"{name}_excess_low_all"] > 0).any()
            whole = table.iloc[0]
            missed[place] += not whole[f"{name}_share_low"] <= true <= whole[f"{name}_share_high"]
    most = 0.05 + 3.5 * (0.05 * 0.95 / n) ** 0.5
    assert (named / n <= most).all() and (missed / n <= most).all()


def test_without_rules_of_thumb_nothing_is_said_of_sense(made: Make) -> None:
    run = with_choices(made(decks=DECKS, matchups=MATCHUPS, n_pairs=2))
    counts = pd.read_parquet(run.folder / CHOICES).assign(one_sensible=None)
    save_table(run.folder, CHOICES, counts.astype({"one_sensible": "float64"}))
    table = analysis.choices(run)
    assert table["one_sensible_share"].isna().all() and table["idle_share"].notna().all()
    assert (table["one_sensible_share_low"] == 0).all()
