from math import inf, nan

import pytest
from jinja2 import Environment
from markupsafe import escape

from evenhand.reports.wording import (
    Name,
    Sentence,
    Tied,
    count,
    enumerate_parts,
    interval,
    join_parts,
    make_sentence,
    number,
    percent,
    plural,
    points,
    prepend_opening,
    rate_range,
    signed_interval,
    write_mean_spread,
)

SPACE, DASH, MINUS = "\u00a0", "\u2013", "\u2212"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (percent(0.5614), f"56.1{SPACE}%"),
        (percent(nan), DASH),
        (interval(0.0, inf), ""),
        (write_mean_spread(18.72, 18.81), "(18.7 to 18.8)"),
        (write_mean_spread(0.0, inf), "(too few games for an interval)"),
        (interval(0.554, 0.568), f"55.4{DASH}56.8"),
        (interval(nan, 0.5), ""),
        (points(0.0132), "+1.3"),
        (points(-0.0132), f"{MINUS}1.3"),
        (points(-0.0001), "0.0"),
        (points(nan), DASH),
        (signed_interval(-0.003, 0.027), f"{MINUS}0.3 to +2.7"),
        (rate_range(0.45, 0.55), f"45{DASH}55{SPACE}%"),
        (rate_range(0.225, 0.275), f"22.5{DASH}27.5{SPACE}%"),
        (count(40_000), "40,000"),
        (number(-1234.5), f"{MINUS}1,234.5"),
        (plural(1, "game"), "1 game"),
        (plural(2_000, "game"), "2,000 games"),
        (plural(2, "matchup lies", "matchups lie"), "2 matchups lie"),
    ],
)
def test_numbers_read_as_people_write_them(written: str, expected: str) -> None:
    assert written == expected


@pytest.mark.parametrize(
    ("parts", "expected"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (list("abc"), "a, b and c")],
)
def test_parts_are_listed_as_in_prose(parts: list[str], expected: str) -> None:
    assert str(enumerate_parts(parts)) == expected


def test_parts_beyond_a_number_are_counted() -> None:
    assert str(enumerate_parts(list("abcde"), 3)) == "a, b, c and 2 more"
    assert str(enumerate_parts(list("abc"), 3)) == "a, b and c"


def test_parts_are_joined_with_names_kept_apart() -> None:
    joined = join_parts([Name("<a>"), "b", make_sentence("{x}", x=Name("{c}"))], "; ")
    assert str(joined) == "<a>; b; {c}"
    assert escape(joined) == "<bdi>&lt;a&gt;</bdi>; b; <bdi>{c}</bdi>"


def test_sentence_keeps_names_apart_from_words() -> None:
    hostile = Name('<i>{0}</i> & "Co"')
    sentence = make_sentence(
        "{deck} wins {rate} < {more}.",
        deck=hostile,
        rate=Tied("51 %"),
        more=make_sentence("{a}", a=hostile),
    )
    assert str(sentence) == '<i>{0}</i> & "Co" wins 51 % < <i>{0}</i> & "Co".'
    name = "<bdi>&lt;i&gt;{0}&lt;/i&gt; &amp; &#34;Co&#34;</bdi>"
    expected = f'{name} wins <span class="tied">51 %</span> &lt; {name}.'
    assert escape(sentence) == expected
    assert Environment(autoescape=True).from_string("{{ text }}").render(text=sentence) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (make_sentence("Going first wins."), "With X, going first wins."),
        (make_sentence("{deck} wins.", deck=Name("Tide")), "With X, Tide wins."),
        (make_sentence("{n} win.", n="2 decks"), "With X, 2 decks win."),
        (
            join_parts([make_sentence("No deck {wins}.", wins="wins"), "So."], " "),
            "With X, no deck wins. So.",
        ),
    ],
)
def test_an_opening_leads_into_a_sentence(sentence: Sentence, expected: str) -> None:
    assert str(prepend_opening(make_sentence("With {bot}", bot=Name("X")), sentence)) == expected


def test_no_flag_breaks_over_a_line() -> None:
    told = make_sentence("\u201cevenhand impact --run\u201d, or {other}; {plain}",
                         other="price --all-decks <1", plain="a--b")  # fmt: skip
    assert escape(told) == (
        '\u201cevenhand impact <span class="tied">--run</span>\u201d, or price '
        '<span class="tied">--all-decks</span> &lt;1; a--b'
    )
    assert str(told) == "\u201cevenhand impact --run\u201d, or price --all-decks <1; a--b"
