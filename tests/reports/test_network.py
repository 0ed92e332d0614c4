"""Drawings of pairs: nothing lies on anything else."""

import re
from itertools import combinations, pairwise

import pytest

from evenhand.reports.network import Link, draw_network, place_names

STAR = [Link("Hub", f"Spoke {number}", 2.0, "+2.0") for number in range(8)]
PAIRS = [Link(f"A {number}", f"B {number}", -1.0 - number, "x") for number in range(10)]


@pytest.mark.parametrize("links", [STAR, PAIRS, STAR[:1], STAR + PAIRS[:5]])
def test_names_have_rows_of_their_own_and_lines_touch_no_other_dot(links: list[Link]) -> None:
    places = place_names(links)
    assert set(places) == {name for one in links for name in (one.first, one.second)}
    for side in (1, -1):
        rows = sorted(y for x, y in places.values() if x * side > 0)
        assert all(below - above > 0.15 for above, below in pairwise(rows))
    for (ax, ay), (bx, by), (cx, cy) in combinations(places.values(), 3):
        assert abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) > 1e-6


def test_partners_face_each_other_and_no_lines_cross() -> None:
    places = place_names(PAIRS)
    for one in PAIRS:
        (ax, ay), (bx, by) = places[one.first], places[one.second]
        assert ax * bx < 0
        assert ay == pytest.approx(by)


def test_colour_dashes_and_width_say_sign_and_size() -> None:
    links = [Link("Axe", "Bow", 4.0, "+4.0"), Link("Axe", "Club", -2.0, "-2.0")]
    drawing = draw_network("pairs", "Pairs", links)[0]
    up, down = (re.findall(f"<[^>]*stroke-{sign}[^>]*>", drawing) for sign in ("high", "low"))
    assert len(up) == len(down) == 2  # and one of each in the legend
    assert all("dasharray" in one for one in down)
    assert not any("dasharray" in one for one in up)
    widths = [float(re.findall(r'stroke-width="([\d.]+)', one)[0]) for one in (up[0], down[0])]
    assert widths[0] > widths[1]
    assert "by 2.0 to 4.0 points" in drawing
    assert "Axe + Bow +4.0; Axe + Club -2.0" in drawing


def test_long_names_stay_within_the_drawing() -> None:
    links = [Link("The Very Last Lamplighter of the Quay", "W" * 60, 1.0, "+1.0")]
    drawing, _ = draw_network("long", "Long", links)
    assert "\N{HORIZONTAL ELLIPSIS}" in drawing
    width = float(re.findall(r'viewBox="0 0 ([\d.]+)', drawing)[0])
    starts = [float(x) for x in re.findall(r'<text[^>]*(?:x="|translate\()([\d.]+)', drawing)]
    assert starts and all(0 < x < width for x in starts)
