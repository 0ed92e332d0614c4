"""How numbers are written."""

import pytest

from evenhand.reports.wording import number, percent, points


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
