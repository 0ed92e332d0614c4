"""Curves that rise or fall, where they cross zero, and the prices that follow from them."""

import numpy as np
import pandas as pd
import pytest

from evenhand.analysis.statistics.curves import fit_monotone, simultaneous_band
from evenhand.analysis.statistics.differences import Moments, PairedMoments
from evenhand.analysis.tables.prices import (
    PricedCard,
    find_fair_value,
    price_curve,
    price_table,
    priced_decks,
)
from evenhand.reports.sections.unchanged_cards import write_unchanged_cards

PLACES = np.array([280.0, 300, 320, 340, 360, 380])
ERRORS = np.full(6, 0.004)


def test_a_monotone_curve_pools_what_goes_the_wrong_way():
    fitted = fit_monotone([0.1, 0.3, 0.2, 0.4], np.ones(4), rises=True)
    assert fitted == pytest.approx([0.1, 0.25, 0.25, 0.4])
    assert fit_monotone([0.1, 0.3, 0.2, 0.4], np.ones(4), rises=False) == pytest.approx([0.25] * 4)


def fair_of(worth, rises=True):
    """The fair value of a curve, as prices find it."""
    found = pd.DataFrame({"value": PLACES, "worth": worth, "standard_error": ERRORS})
    found["fitted"] = fit_monotone(worth, ERRORS, rises)
    return find_fair_value(found, rises, 0.95)


def test_a_straight_curve_crosses_zero_where_it_does():
    found = fair_of(0.001 * (PLACES - 325))
    assert found.value == pytest.approx(325)
    assert (found.low + found.high) / 2 == pytest.approx(325, abs=0.1)
    assert found.high - found.low == pytest.approx(2 * 1.96 * 4, rel=0.01)


def test_a_falling_curve_is_the_rising_one_turned_over():
    rising = 0.001 * (PLACES - 325)
    assert fair_of(-rising, rises=False) == pytest.approx(fair_of(rising))


@pytest.mark.parametrize(
    ("at", "low", "high"),
    [(284, -np.inf, 292), (374, 366, np.inf), (500, 380, np.inf), (100, -np.inf, 280)],
)
def test_what_was_not_measured_bounds_nothing(at, low, high):
    found = fair_of(0.001 * (PLACES - at))
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.5)
    assert np.isnan(found.value) == (at in (100, 500))


def simulate_curves(n, seed, slope=0.001, at=331.0):
    """Curves whose errors at neighbouring places go together, as they do on the same deals."""
    rng = np.random.default_rng(seed)
    shared = rng.normal(0, 0.9, (n, 1)) + rng.normal(0, 0.436, (n, PLACES.size))
    return slope * (PLACES - at) + ERRORS * shared


def test_the_interval_of_a_fair_value_holds():
    found = [fair_of(row) for row in simulate_curves(1500, 1)]
    held = sum(one.low <= 331 <= one.high for one in found)
    assert 0.93 < held / 1500 < 0.985


def test_the_band_holds_the_whole_curve():
    truth = 0.001 * (PLACES - 331)
    held = 0
    for row in simulate_curves(2000, 2):
        low, high = simultaneous_band(row, ERRORS, rises=True)
        held += bool(((low <= truth) & (truth <= high)).all())
        assert (np.diff(low) >= 0).all()
        assert (np.diff(high) >= 0).all()
    assert held / 2000 > 0.94


def pairs(rng, gain, n=4000):
    """Scores of the same pairs with a plain card and with one that is worth more."""
    plain = rng.binomial(2, 0.5, n) / 2
    turned = rng.random(n) < abs(gain)
    return PairedMoments.of(plain, np.clip(plain + np.sign(gain) * turned, 0, 1))


def test_a_price_curve_names_the_fair_value():
    rng = np.random.default_rng(3)
    values = [260, 280, 300, 320, 340, 360, 380]
    parts = [[pairs(rng, 0.001 * (value - 310))] for value in values]
    curve = price_curve(values, parts, n_seats=2)
    assert curve.rises
    assert curve.fair.low < 310 < curve.fair.high
    assert curve.fair.high - curve.fair.low < 60
    assert (curve.table["n_games"] == 8000).all()
    assert (curve.table["band_low"] <= curve.table["fitted"]).all()


def test_the_decks_of_a_priced_card_have_their_win_rates():
    rng = np.random.default_rng(4)
    scores = [[Moments.of(rng.binomial(2, p, 500) / 2) for p in (0.4, 0.6)] for _ in range(2)]
    table = priced_decks({"one": scores, "two": scores[::-1]}, [10, 20], n_seats=2)
    assert list(zip(table["deck"], table["value"], strict=True)) == [
        ("one", 10), ("one", 20), ("two", 10), ("two", 20)
    ]  # fmt: skip
    means = [(one.mean + other.mean) / 2 for one, other in (*scores, *scores[::-1])]
    assert np.allclose(table["win_rate"], means)
    assert (table["n_games"] == 2000).all()
    assert (table["win_rate_low"] < means).all()
    assert (means < table["win_rate_high"]).all()


def priced(name, gain, slope=0.02, n=6000, seed=0):
    """A card that is worth so much, and as much more with 20 HP more."""
    rng = np.random.default_rng(seed)
    plain = rng.binomial(2, 0.5, n) / 2
    luck = rng.random(n)

    def with_gain(by):
        return np.clip(plain + np.sign(by) * (luck < abs(by)), 0, 1)

    own, other = with_gain(gain), with_gain(gain + slope)
    return PricedCard(
        card=name, cost=2, decks=["one"], parts=[PairedMoments.of(plain, own)],
        column="hp", now=300, other=320, other_parts=[PairedMoments.of(plain, other)],
        step_parts=[PairedMoments.of(own, other)],
    )  # fmt: skip


def test_the_table_names_the_card_that_is_out_of_line_and_by_how_much():
    cards = [priced(f"card {n}", 0.0, seed=n) for n in range(9)] + [priced("strong", 0.06, seed=99)]
    table = price_table(cards, n_seats=2)
    assert table["card"].iloc[0] == "strong"
    assert table["worth_q"].iloc[0] < 0.05
    # Scores at the edge cannot rise: a gain moves three pairs of four.
    assert table["fair_low"].iloc[0] < 240 < table["fair_high"].iloc[0]


def test_cards_that_are_worth_their_cost_are_called_out_of_line_in_few_tables():
    named = 0
    for seed in range(100):
        cards = [priced(f"card {n}", 0.0, n=400, seed=20 * seed + n) for n in range(20)]
        rng = np.random.default_rng(seed)
        noisy = [PricedCard(one.card, None, ["one"], [noise(rng)]) for one in cards]
        named += bool((price_table(noisy, n_seats=2)["worth_q"] < 0.05).any())
    assert named <= 11  # of 100 at 5 %: more would come about once in 200 times


def noise(rng, n=400):
    """Pairs in which a card does something, as often for the better as for the worse."""
    plain = rng.binomial(2, 0.5, n) / 2
    turned = rng.permutation(np.where(rng.random(n) < 0.3, rng.choice([-0.5, 0.5], n), 0))
    own = np.clip(plain + turned, 0, 1)
    return PairedMoments.of(plain, own)


def test_the_interval_of_a_fair_number_holds():
    held = 0
    for seed in range(400):
        found = price_table([priced("card", 0.03, slope=0.03, n=1500, seed=seed)], n_seats=2)
        held += bool(found["fair_low"][0] <= 280 <= found["fair_high"][0])
    assert held / 400 > 0.92


def test_a_line_says_nothing_beyond_what_was_played():
    """The card is worth much at 300 and little more at 320; lower down the curve falls steeply."""
    strong = price_table([priced("card", 0.2, slope=0.04)], n_seats=2)
    assert strong["fair"][0] < 280
    assert (strong["fair_low"][0], strong["fair_high"][0]) == (-np.inf, 280)
    weak = price_table([priced("card", -0.2, slope=0.04)], n_seats=2)
    assert (weak["fair_low"][0], weak["fair_high"][0]) == (320, np.inf)
    near = price_table([priced("card", 0.01, slope=0.04, n=200_000)], n_seats=2)
    assert 280 < near["fair_low"][0] < 295 < near["fair_high"][0] < 300


def test_a_card_whose_plain_card_plays_the_same_is_told():
    table = price_table([priced("Twin", 0.0), priced("Other", 0.1)], n_seats=2)
    assert table.set_index("card")["changed"].gt(0).to_dict() == {"Other": True, "Twin": False}
    assert str(write_unchanged_cards(table)).startswith("With Twin exchanged no deal changed: ")
    assert write_unchanged_cards(table[table["card"] == "Other"]) is None


def test_a_number_that_does_nothing_has_no_fair_value():
    found = price_table([priced("card", 0.05, slope=0.0)], n_seats=2)
    assert np.isnan(found["fair"][0])
    assert found["fair_high"][0] == np.inf
