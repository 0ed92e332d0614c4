import numpy as np
import polars as pl
import pytest
from scipy import stats

from evenhand import analysis
from evenhand.analysis.statistics.differences import PairedMoments
from evenhand.analysis.statistics.multiplicity import benjamini_hochberg
from evenhand.analysis.statistics.sample_size import count_pairs_needed
from evenhand.analysis.tables.card_impact import CARD_IMPACT, COLUMNS, Exchange, impact_table
from evenhand.simulate.runs.seal import seal_files
from tests.amounts import how_much

CHANGES = np.array([-0.5, 0, 0.5, 1])
# How seldom and how strongly a card changes what a pair scores.
KINDS = {
    "never": (0, 1, 0, 0),
    "rare": (0.002, 0.993, 0.005, 0),
    "common": (0.1, 0.7, 0.15, 0.05),
    "one way": (0, 0.9, 0, 0.1),
}


def exchange(card="Lancer"):
    return Exchange("rush", card, "a plain card", 2)


def met(changes):
    """Pairs in which the card changed the score by so much."""
    return PairedMoments.of(np.zeros(len(changes)), changes)


def drawn(rng, kind, n, matchups=5):
    return [met(rng.choice(CHANGES, n, p=KINDS[kind])) for _ in range(matchups)]


def test_the_effect_is_the_mean_over_matchups():
    changes = [np.array([0.5, 0, 0, 0.5]), np.array([0, 0, -1, 0.5])]
    row = impact_table([exchange()], [[met(one) for one in changes]], n_seats=2).iloc[0]
    assert row["effect"] == pytest.approx((0.25 - 0.125) / 2)
    assert (row["n_pairs"], row["n_games"], row["copies"]) == (8, 16, 2)
    assert row["effect_low"] < row["effect"] < row["effect_high"]


def test_a_card_that_wins_games_has_a_positive_effect():
    with_card, with_baseline = np.ones(50), np.zeros(50)
    parts = [PairedMoments.of(with_baseline, with_card)]
    assert impact_table([exchange()], [parts], 2)["effect"].item() == 1


def test_with_many_pairs_it_is_a_paired_test():
    rng = np.random.default_rng(1)
    changes = rng.choice(CHANGES, 20_000, p=KINDS["common"])
    row = impact_table([exchange()], [[met(changes)]], 2).iloc[0]
    theirs = stats.ttest_1samp(changes, 0).confidence_interval()
    assert (row["effect_low"], row["effect_high"]) == pytest.approx(tuple(theirs), abs=1e-4)


def test_the_table_is_corrected_as_a_whole():
    rng = np.random.default_rng(2)
    kinds = ["never", "rare", "common", "one way"] * 5
    names = [exchange(str(number)) for number in range(20)]
    frame = impact_table(names, [drawn(rng, kind, 60) for kind in kinds], 2)
    assert list(frame.columns) == COLUMNS
    assert frame["effect_q"].to_numpy() == pytest.approx(benjamini_hochberg(frame["effect_p"]))
    standing_out = frame["effect_q"] < 0.05
    assert set(np.array(kinds)[standing_out]) == {"common", "one way"}


def test_no_exchanges_make_an_empty_table():
    assert impact_table([], [], 2).empty


@pytest.mark.parametrize("kind", KINDS)
def test_intervals_cover_and_are_as_narrow_as_asked_for(kind):
    """The whole procedure: pilot, number of pairs, and twice more."""
    rng = np.random.default_rng(3)
    truth = CHANGES @ KINDS[kind]
    hits = widths = 0
    n_runs = how_much(200, 600)
    for _ in range(n_runs):
        parts = drawn(rng, kind, 40)
        for _ in range(3):
            done = parts[0].change.n_pairs
            more = max(count_pairs_needed(parts, 0.03) - done, 0)
            parts = [one.plus(new) for one, new in zip(parts, drawn(rng, kind, more), strict=True)]
        row = impact_table([exchange()], [parts], 2).iloc[0]
        hits += row["effect_low"] <= truth <= row["effect_high"]
        widths += (row["effect_high"] - row["effect_low"]) / 2 <= 0.03
    assert hits / n_runs > 0.93
    assert widths / n_runs > 0.97


def test_a_pilot_without_changes_still_asks_for_some():
    few = count_pairs_needed([met(np.zeros(50))] * 4, 0.01)
    assert 4 * few == pytest.approx(2.8 / 0.01, rel=0.05)


def test_effects_are_read_from_the_run(made):
    run = made(decks={"rush": ["Lancer"] * 10, "wall": ["Guard"] * 10}, matchups=[(0, 1)])
    assert analysis.card_impact(run).empty
    assert list(analysis.card_impact(run).columns) == COLUMNS
    frame = impact_table([exchange()], [[met([0.5, 0, 0])]], 2)
    pl.from_pandas(frame).write_parquet(run.folder / CARD_IMPACT)
    assert analysis.card_impact(run).empty  # stopped before it was proven
    seal_files(run.folder, [run.folder / CARD_IMPACT])
    assert analysis.card_impact(run).equals(frame)


def test_the_old_name_names_the_new_one() -> None:
    with pytest.raises(AttributeError, match="now called 'card_impact'"):
        analysis.card_effects  # noqa: B018  the look-up is what is tested
