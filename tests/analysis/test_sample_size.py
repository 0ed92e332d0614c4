import numpy as np
import pytest

from evenhand.analysis.statistics.differences import Moments, PairedMoments, paired_difference
from evenhand.analysis.statistics.sample_size import pairs_for_half_width


@pytest.mark.parametrize(
    ("half_width", "n"), [(0.03, 1_068), (0.02, 2_401), (0.01, 9_604), (0.005, 38_416)]
)
def test_reference_numbers_of_games(half_width, n):
    assert pairs_for_half_width(0.25, half_width) == pytest.approx(n, abs=1)


def test_a_small_pilot_asks_for_more():
    needed = [pairs_for_half_width(0.1, 0.01, n_pilot=n) for n in (10, 100, 10_000, None)]
    assert needed == sorted(needed, reverse=True)
    assert needed[-2] == pytest.approx(needed[-1], rel=0.03)


def test_no_spread_needs_hardly_any():
    assert pairs_for_half_width(0, 0.01) == 2


@pytest.mark.parametrize("n_pilot", [20, 200])
def test_the_interval_is_as_narrow_as_asked_for(n_pilot):
    rng = np.random.default_rng(1)
    kept = 0
    for _ in range(1_000):
        pilot = rng.normal(size=n_pilot)
        n = pairs_for_half_width(pilot.var(ddof=1), 0.1, n_pilot=n_pilot)
        kept += 1.96 / np.sqrt(n) <= 0.1
    assert kept / 1_000 == pytest.approx(0.9, abs=0.03)


@pytest.mark.parametrize("variance", [0, 0.001, 0.05])
def test_added_pairs_are_allowed_for(variance):
    n = pairs_for_half_width(variance, 0.01, n_added=2)
    part = PairedMoments(*[Moments(n, 0, variance * (n - 1))] * 3)
    low, high = paired_difference([part]).interval()
    assert (high - low) / 2 == pytest.approx(0.01, rel=0.02)


@pytest.mark.parametrize("wrong", [{"half_width": 0}, {"half_width": 0.1, "level": 1}])
def test_what_makes_no_sense_is_refused(wrong):
    with pytest.raises(ValueError, match=r"half_width|level"):
        pairs_for_half_width(0.25, **wrong)
