"""Figures within the page: light, and the picture is the same."""

import re
import xml.etree.ElementTree as ElementTree

from matplotlib.figure import Figure

from evenhand.reports.palette import INK
from evenhand.reports.svg import embed_svg, write_svg


def draw() -> tuple[str, str]:
    figure = Figure()
    axes = figure.add_subplot()
    axes.plot([0, 1 / 3, 1], [0, 2 / 3, 1], color=INK, marker="o")
    axes.annotate("a card", (0, 0), url="#card-Lamp")
    drawing = write_svg(figure)
    return drawing, str(embed_svg(drawing, "rates", "Rates", "0 to 1"))


def test_a_figure_is_whole_and_every_reference_is_there() -> None:
    _, embedded = draw()
    ElementTree.fromstring(embedded)
    ids = re.findall(r'\bid="([^"]*)"', embedded)
    assert len(set(ids)) == len(ids)
    assert all(name.startswith("rates-") for name in ids)
    used = re.findall(r'(?:href="#|url\(#)([^")]*)', embedded)
    assert used and set(used) <= set(ids)
    assert 'data-card="card-Lamp"' in embedded and "a card" in embedded


def test_what_is_not_seen_is_left_out() -> None:
    drawing, embedded = draw()
    assert len(embedded) < 0.8 * len(drawing)
    assert "<g>" not in embedded and "<g/>" not in embedded
    assert not re.search(r"\d\.\d{3}", embedded.replace("stroke-width", ""))
