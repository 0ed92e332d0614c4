"""How numbers are written."""

import pytest

from evenhand.reports.wording import number, percent, points, signed_interval


@pytest.mark.parametrize("write", [lambda value: number(100 * value), percent, points])
def test_a_half_is_rounded_alike_however_it_was_added_up(write):
    for half in (0.1115, 0.0265, 0.6205):
        assert len({write(half + noise) for noise in (-1e-15, 0.0, 1e-15)}) == 1


def test_a_half_is_rounded_as_the_page_rounds_it():
    assert (number(2.65), number(-2.65), number(0.25), number(-0.04)) == (
        "2.7",
        "\u22122.7",
        "0.3",
        "0.0",
    )
    assert (number(12_345.5, 0), number(1e12, 0), number(float("inf"))) == (
        "12,346",
        "1,000,000,000,000",
        "inf",
    )


def test_an_interval_that_excludes_0_looks_so():
    assert signed_interval(0.0004, 0.0042) == "+0.04 to +0.42"
    assert signed_interval(-0.0042, -0.0004) == "\u22120.42 to \u22120.04"
    assert signed_interval(-0.0004, 0.0042) == "0.0 to +0.4"
