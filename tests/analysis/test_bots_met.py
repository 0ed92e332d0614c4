"""Two bots that met: what one loses with each deck is found, whatever the decks' strengths."""

from itertools import combinations

import numpy as np
import pytest

from evenhand.analysis.data.run import Entrant, PlayedMatchup
from evenhand.analysis.tables.bots_met import bots_met, tabulate
from evenhand.analysis.tables.win_rates import Record

BOTS = ["kept", "free"]
STRENGTH = {"A": 0.1, "B": 0.0, "C": -0.08, "D": 0.05}
LOSS = {"A": 0.02, "B": 0.1, "C": 0.2, "D": 0.08}
PAIRS = 400


def play(strength, loss, rng=None, mirrors=False):
    """Make the first bot's results of all matchups; exact without a generator."""
    names = sorted(strength)
    meetings = [*combinations(names, 2), *((b, a) for a, b in combinations(names, 2))]
    meetings += [(name, name) for name in names if mirrors]
    return [meet(own, other, strength, loss, rng) for own, other in meetings]


def meet(own, other, strength, loss, rng):
    rate = 0.5 + strength[own] - strength[other] - loss[own]
    scores = np.full(PAIRS, rate) if rng is None else rng.binomial(2, rate, PAIRS) / 2
    error = scores.std(ddof=1) / PAIRS**0.5
    counts = {"n_games": 2 * PAIRS, "n_pairs": PAIRS, "wins": 0, "losses": 0, "draws": 0}
    sides = Entrant(own, "kept"), Entrant(other, "free")
    matchup = PlayedMatchup(0, (0, 1), sides)
    return Record(sides[0].name, matchup, counts, float(scores.mean()), float(error), 0.25)


@pytest.mark.parametrize("mirrors", [False, True])
def test_planted_losses_are_found_exactly_without_luck(mirrors):
    table = tabulate(play(STRENGTH, LOSS, mirrors=mirrors), BOTS, 0.95).set_index("deck")
    assert table.loc["", "win_rate"] == pytest.approx(0.5 - np.mean(list(LOSS.values())))
    for deck, loss in LOSS.items():
        assert table.loc[deck, "win_rate"] == pytest.approx(0.5 - loss)
        apart = np.mean(list(LOSS.values())) - loss
        assert table.loc[deck, "apart"] == pytest.approx(apart)
        assert table.loc[deck, "apart_low_all"] < apart < table.loc[deck, "apart_high_all"]
    assert np.isnan(table.loc["", "apart"])
    assert table.loc[""].n_games == 2 * PAIRS * (12 + 4 * mirrors)
    assert table.loc["A"].n_pairs == PAIRS * (6 + mirrors)


def test_intervals_cover_and_false_alarms_are_few():
    rng, same = np.random.default_rng(5), dict.fromkeys(STRENGTH, 0.1)
    tables = [tabulate(play(STRENGTH, same, rng), BOTS, 0.95) for _ in range(400)]
    covered = np.array([(t.win_rate_low <= 0.4) & (t.win_rate_high >= 0.4) for t in tables])
    assert (np.abs(covered.mean(axis=0) - 0.95) < 0.035).all()
    assert np.mean([(t.apart_holm < 0.05).any() for t in tables]) < 0.08
    joint = [(t.win_rate_low_all <= 0.4) & (t.win_rate_high_all >= 0.4) for t in tables]
    assert np.mean([one[1:].all() for one in joint]) > 0.93
    joint = [(t.apart_low_all <= 0) & (t.apart_high_all >= 0) for t in tables]
    assert 0.93 < np.mean([one[1:].all() for one in joint]) < 0.99


def test_a_deck_that_loses_more_is_told_apart():
    table = tabulate(play(STRENGTH, LOSS, np.random.default_rng(1)), BOTS, 0.95)
    apart = table[table["apart_holm"] < 0.05]["deck"].tolist()
    assert apart == ["A", "C"]
    rows = table.set_index("deck")
    assert rows.loc["A", "apart_low_all"] > 0 > rows.loc["C", "apart_high_all"]
    assert rows.loc["D", "apart_low_all"] < 0 < rows.loc["D", "apart_high_all"]


def test_two_decks_without_mirrors_have_no_rows_of_their_own():
    two = {"A": 0.1, "B": 0.0}
    assert tabulate(play(two, LOSS), BOTS, 0.95)["deck"].tolist() == [""]
    assert tabulate(play(two, LOSS, mirrors=True), BOTS, 0.95)["deck"].tolist() == ["", "A", "B"]


def test_it_is_read_of_a_run_and_empty_with_one_bot(made):
    cards = {"A": ["x"] * 20, "B": ["y"] * 20}
    met = made(decks=cards, matchups=[(0, 1)] * 2, bots=[(0, 1), (1, 0)], strength={"A": 0.3})
    (row,) = bots_met(met).to_dict("records")
    assert (row["bot"], row["opponent"], row["n_games"]) == ("greedy", "random", 800)
    assert row["win_rate_low"] < 0.5 < row["win_rate_high"]  # the decks' strengths cancel out
    assert bots_met(made(decks=cards, matchups=[(0, 1)])).empty


def test_no_deck_wins_more_than_all_of_its_games():
    loss = {"A": -0.6, "B": -0.2, "C": -0.2, "D": -0.2}
    weak = {"A": -0.2, "B": 0.0, "C": 0.0, "D": 0.0}
    table = tabulate(play(weak, loss), BOTS, 0.95).set_index("deck")
    assert table["win_rate"]["A"] == 1
    assert table["win_rate"]["B"] == pytest.approx(0.7)
