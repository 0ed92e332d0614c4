import re
import xml.etree.ElementTree as ElementTree

import matplotlib as mpl

from evenhand.analysis.statistics.bands import Band
from evenhand.reports.bands import Standing
from evenhand.reports.figures import Dot, draw_bars, draw_dots
from evenhand.reports.palette import read_palette

SVG = "{http://www.w3.org/2000/svg}"
DOTS = [
    Dot("Tide <Control> & $x_1$", 56.1, 55.4, 56.8, "56.1", Standing.ABOVE),
    Dot("\U0001f409 \u0627\u0644\u0628\u062d\u0631", 50.0, 48.0, 52.0, "50.0", Standing.UNSURE),
]


def dots() -> str:
    return draw_dots("decks", "Win rates & more", DOTS, Band(45, 55), "Win rate, %")[0]


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(str(svg).replace("<svg ", f'<svg xmlns="{SVG[1:-1]}" ', 1))


def test_names_come_out_as_they_are_and_as_text() -> None:
    texts = [node.text for node in parsed(dots()).iter(f"{SVG}text")]
    assert {dot.label for dot in DOTS} <= set(texts)


def test_text_alternative_holds_the_values() -> None:
    root = parsed(dots())
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert root.get("role") == "img"
    assert title is not None and title.text == "Win rates & more"
    assert description is not None and description.text is not None
    assert description.text.startswith("Tide <Control> & $x_1$ 56.1 (55.4 to 56.8); ")
    assert root.get("aria-labelledby") == title.get("id")
    assert root.get("aria-describedby") == description.get("id")


def test_shapes_are_coloured_without_a_style_sheet_and_markers_tell_standings_apart() -> None:
    drawing = dots()
    assert "style=" not in drawing and not re.search(r"#0[0-9]0[0-9]0[0-9]\b", drawing)
    painted = {
        (name, role): node.get(name)
        for node in parsed(drawing).iter()
        for name, role in re.findall(r"(fill|stroke)-([a-z-]+)", node.get("class", ""))
    }
    assert painted == {(name, role): read_palette()[role] for name, role in painted}
    roles = {role for _, role in painted}
    assert {"high", "muted", "fair-band", "ink"} <= roles and "low" not in roles


def test_ids_are_unique_across_the_drawings_of_a_page() -> None:
    bars, _ = draw_bars("lengths", "Turns", [3, 4], [40.0, 60.0], ("Turns", "%"))
    drawings = [dots(), bars]
    ids = re.findall(r' id="([^"]*)"', "".join(drawings))
    assert len(ids) == len(set(ids)) > 0
    used = re.findall(r'(?:href="#|url\(#)([^")]*)', "".join(drawings))
    assert set(used) <= set(ids)


def test_drawing_writes_long_names_in_two_lines_and_shortens_the_rest() -> None:
    long = Dot(
        "A name that is much too long for a telephone and a page", 1, 0, 2, "1", Standing.INSIDE
    )
    held = Dot("Great Kindling (Cinder Furnace)", 1, 0, 2, "1", Standing.INSIDE)
    drawing, _ = draw_dots("x", "x", [long, held], Band(0, 0), "x")
    assert ">A name that is much too<" in drawing
    assert ">long for a telephone\u2026<" in drawing
    assert (
        ">Great Kindling<" in drawing and ">(Cinder Furnace)<" in drawing
    )  # not in the midst of a deck


def test_drawing_does_not_depend_on_the_user_s_style_or_on_the_last_drawing() -> None:
    before = dots()
    with mpl.rc_context({"font.size": 30, "axes.facecolor": "red", "svg.fonttype": "path"}):
        assert dots() == before


def test_distribution_names_its_peak() -> None:
    drawing, _ = draw_bars("lengths", "Turns", [3, 4, 5], [20.0, 50.0, 30.0], ("Turns", "%"))
    assert "3 to 5; the highest bar is that of 4" in drawing
