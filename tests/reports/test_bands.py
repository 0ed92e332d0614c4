import pytest

from evenhand.analysis.statistics.bands import Band
from evenhand.reports.bands import Standing, compare_with_band, make_band


@pytest.mark.parametrize(
    ("low", "high", "standing"),
    [
        (0.551, 0.57, Standing.ABOVE),
        (0.55, 0.57, Standing.UNSURE),
        (0.45, 0.55, Standing.INSIDE),
        (0.44, 0.56, Standing.UNSURE),
        (0.43, 0.449, Standing.BELOW),
    ],
)
def test_standing_needs_the_whole_interval(low: float, high: float, standing: Standing) -> None:
    assert compare_with_band(low, high, Band(0.45, 0.55)) is standing


def test_band_scales_with_the_fair_share() -> None:
    assert make_band(0.5, 0.1) == Band(0.45, 0.55)
    assert make_band(0.25, 0.1) == Band(0.225, 0.275)
