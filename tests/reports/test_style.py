"""Colours that can be read, in every scheme."""

import re
from collections.abc import Callable
from importlib import resources

import pytest

from evenhand.reports.report_tables import Evidence
from tests.reports.pages import PAGES, write_page

CSS = resources.files("reports").joinpath("templates/palette.css").read_text(encoding="utf-8")
LIGHT, DARK, PRINT = (
    dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6})", block))
    for block in re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)
)
SCHEMES = {"light": LIGHT, "dark": LIGHT | DARK, "print": LIGHT | PRINT}
SHADES = ["even", *(f"{side}{step}" for side in "wl" for step in range(1, 7))]
TEXTS = ["ink", "muted", "accent", "alarm", "high", "low"]


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Contrast ratio as WCAG 2 defines it, from 1 to 21."""
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("ground", ["paper", "soft"])
def test_text_can_be_read(scheme: str, text: str, ground: str) -> None:
    colours = SCHEMES[scheme]
    assert contrast(colours[text], colours[ground]) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("shade", SHADES)
def test_numbers_on_the_heat_map_can_be_read(scheme: str, shade: str) -> None:
    colours = SCHEMES[scheme]
    assert contrast(colours["ink"], colours[shade]) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
def test_stronger_shades_stand_further_from_the_page(scheme: str) -> None:
    colours = SCHEMES[scheme]
    for side in "wl":
        ladder = [contrast(colours[f"{side}{step}"], colours["paper"]) for step in range(1, 7)]
        assert ladder == sorted(ladder)


def test_alarm_is_readable_on_its_ground() -> None:
    for colours in SCHEMES.values():
        assert contrast(colours["alarm"], colours["alarm-soft"]) >= 4.5


@pytest.mark.xdist_group("pages")  # each is made once
@pytest.mark.parametrize("name", PAGES)
def test_apostrophes_are_of_one_kind(name: str, make_evidence: Callable[..., Evidence]) -> None:
    page = write_page(name, make_evidence)
    assert "\u2019" not in page and "&rsquo;" not in page
