import numpy as np
import pytest

from evenhand import analysis
from evenhand.analysis.statistics.multiplicity import benjamini_hochberg
from evenhand.analysis.tables.card_synergy import (
    CARD_SYNERGY,
    COLUMNS,
    CardPair,
    Together,
    synergy_table,
)
from evenhand.experiments.run_tables import save_table

SCORES = np.array([0, 0.5, 1])


def named(n):
    return [CardPair("rush", f"Axe {number}", f"Bow {number}") for number in range(n)]


def deals(rng, n_pairs, synergy=0.0):
    """Scores of the four decks on some deals, whose synergy is known on average."""
    neither = rng.choice(SCORES, n_pairs)
    card = np.where(rng.random(n_pairs) < 0.8, neither, rng.choice(SCORES, n_pairs))
    other = np.where(rng.random(n_pairs) < 0.8, neither, rng.choice(SCORES, n_pairs))
    luck = rng.choice([-0.5, 0, 0.5], n_pairs, p=[0.15, 0.7, 0.15])
    both = card + other - neither + luck + synergy
    return Together.of(both, other, card, neither)


def test_both_are_worth_what_each_is_alone_and_their_synergy():
    both, other, card = np.array([1, 1, 0.5, 1]), np.array([0.5, 0, 0.5, 0]), np.zeros(4)
    part = Together.of(both, other, card, np.array([0, 0, 0.5, 0]))
    row = synergy_table(named(1), [[part]], 2, 105).iloc[0]
    assert row["both"] == pytest.approx(3 / 4)
    assert (row["card_alone"], row["other_alone"]) == pytest.approx((-1 / 8, 1 / 8))
    assert row["synergy"] == pytest.approx(row["both"] - row["card_alone"] - row["other_alone"])
    assert (row["n_pairs"], row["n_games"], row["n_looked_at"]) == (4, 32, 105)


def test_matchups_weigh_the_same():
    rng = np.random.default_rng(1)
    parts = [deals(rng, 50, 0.1), deals(rng, 500, 0.3)]
    row = synergy_table(named(1), [parts], 2, 1).iloc[0]
    assert row["synergy"] == pytest.approx(np.mean([one.synergy.change.mean for one in parts]))


def test_the_table_is_corrected_as_a_whole():
    rng = np.random.default_rng(2)
    found = synergy_table(named(12), [[deals(rng, 2_000, 0.1 * (n == 5))] for n in range(12)], 2, 9)
    assert list(found.columns) == COLUMNS
    assert found["synergy_q"].to_numpy() == pytest.approx(benjamini_hochberg(found["synergy_p"]))
    assert list(found.index[found["synergy_q"] < 0.05]) == [5]
    assert (found["sure_low"] < found["synergy_low"]).all()
    assert (found["sure_high"] > found["synergy_high"]).all()


def test_no_difference_in_few_deals_proves_nothing():
    nothing = np.full(20, 0.5)
    row = synergy_table(named(1), [[Together.of(nothing, nothing, nothing, nothing)]], 2, 1).iloc[0]
    assert row["synergy"] == 0
    assert row["synergy_high"] == -row["synergy_low"] > 0.2


def test_no_pairs_make_an_empty_table():
    assert synergy_table([], [], 2, 0).empty


def test_what_a_run_holds_is_read(made):
    run = made(decks={"rush": ["Lancer"] * 10, "wall": ["Guard"] * 10}, matchups=[(0, 1)])
    assert analysis.card_synergy(run).empty
    found = synergy_table(named(2), [[deals(np.random.default_rng(5), 40)]] * 2, 2, 3)
    save_table(run.folder, CARD_SYNERGY, found)
    assert analysis.card_synergy(run).equals(found)
