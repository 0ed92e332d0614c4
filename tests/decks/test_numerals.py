"""Whole numbers are read as people write them, where that leaves one number."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.decks.cells import CellError, whole
from evenhand.decks.numerals import NUMERAL, describe_reading, list_readings
from evenhand.decks.spreadsheets.cells import NumberText, format_percent

CHANGED = "the spreadsheet program may have changed what was typed"


def read(text, low=0, high=5_000):
    return whole(low, high).func(text)


def refused(text, low=0, high=5_000):
    with pytest.raises(CellError) as caught:
        read(text, low, high)
    return str(caught.value), caught.value.hint


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12), ("+3", 3), ("+ 3", 3), ("3.0", 3), ("12,0", 12), ("12.", 12), ("007", 7),
        ("1,200", 1200), ("1.200", 1200), ("1 200", 1200), ("1'200", 1200),
        ("1,200.00", 1200), ("1.200,0", 1200), ("50%", 50), ("50 %", 50), ("0,000", 0),
        (NumberText("3"), 3), (format_percent("0.07"), 7), (3, 3),
    ],
)  # fmt: skip
def test_one_reading_is_taken(text, number):
    assert read(text) == number


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x", "expected a whole number, found 'x'"),
        ("1.5", "expected a whole number, found '1.5'"),
        ("1,5", "expected a whole number, found '1,5', read as 1.5"),
        ("2.5%", "expected a whole number, found '2.5%', read as 0.025 or 2.5"),
        ("1,2,3", "expected a whole number, found '1,2,3'"),
        ("12,00,0", "expected a whole number, found '12,00,0'"),
        ("-1", "expected a whole number from 0 to 5000, found -1"),
        ("1.234.567", "expected a whole number from 0 to 5000, found '1.234.567', read as 1234567"),
        ("9" * 30, "expected a whole number, found '" + "9" * 30 + "'"),
        ("1e3", "expected a whole number, found '1e3'"),
    ],
)
def test_no_reading_is_said(text, message):
    assert refused(text) == (message, "")


def test_two_readings_are_told_apart_by_the_range_of_the_column():
    assert read("1,000", 0, 9) == 1
    assert read("1,000", 10, 2_000) == 1_000
    message, hint = refused("1,000")
    assert message == "expected a whole number, found '1,000', which may be 1 or 1000"
    assert hint == "write 1 or 1000"
    assert refused(format_percent("5"))[0].endswith("found '500%', which may be 5 or 500")


def test_the_point_of_a_number_that_a_spreadsheet_holds_is_no_thousands_separator():
    assert read("1.234") == 1_234
    assert refused(NumberText("1.234"))[0] == "expected a whole number, found '1.234'"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-03-04", "4 March 2026"), ("2026-03-04 00:00:00", "4 March 2026"),
        ("2026-03-04T12:30:00", "4 March 2026"), ("3/4/2026", "a date"), ("04.03.26", "a date"),
        ("4-Mar", "a date"), ("4. March", "a date"), ("Mar-26", "a date"), ("03:04", "a time"),
        ("PT03H04M00S", "a time"),
    ],
)  # fmt: skip
def test_a_date_in_a_column_of_numbers_is_named_with_what_to_do(text, day):
    message, hint = refused(text)
    assert message == f"expected a whole number, found '{text}', read as {day}"
    assert hint.startswith(CHANGED)


@pytest.mark.parametrize(
    ("text", "hint"),
    [("8OO", "did you mean 800?"), ("l4o", "did you mean 140?"), ("S0 %", "did you mean 50 %?"),
     ("O", ""), ("l", ""), ("8XX", ""), ("S", "")],
)  # fmt: skip
def test_letters_that_look_like_digits(text, hint):
    assert refused(text) == (f"expected a whole number, found '{text}'", hint)


@pytest.mark.parametrize("text", ["3-4", "2026-13-45", "0000-01-01", "3/4", "4 Martians x"])
def test_words_that_are_no_dates(text):
    assert "read as 4" not in describe_reading(text)
    assert refused(text)[0].startswith("expected a whole number, found")


@given(st.text(alphabet="0123456789.,' %+-", max_size=30))
def test_any_text_is_a_number_or_refused(text):
    try:
        number = read(text)
    except CellError:
        return
    assert 0 <= number <= 5_000
    assert any(value == number for value in list_readings(text))


@given(st.integers(0, 5_000), st.sampled_from([",", ".", " ", "'"]))
def test_a_number_with_its_thousands_set_off_has_itself_among_its_readings(number, sign):
    text = f"{number:,}".replace(",", sign)
    assert Decimal(number) in list_readings(text)


@pytest.mark.parametrize("text", ["1,200", "+3", "1\u00a0200", "50 %", "\u22125", "12,0"])
def test_a_number_in_a_file_is_found_whole(text):
    assert NUMERAL.sub("7", f' "{text}"') == ' "7"'
