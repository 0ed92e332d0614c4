"""Spreadsheets are read as a spreadsheet program shows them; a library is the oracle."""

import io
from datetime import date, datetime

import fastexcel
import pytest
import xlsxwriter
from hypothesis import given, settings
from hypothesis import strategies as st

from evenhand.decks.problems import InputError
from evenhand.decks.sheet import read_sheet, resolve_headers
from evenhand.decks.spreadsheets.cells import (
    SheetError,
    cell_name,
    format_number,
    is_error,
    parse_cell_name,
)
from evenhand.decks.text_file import normalize_text
from tests.decks.spreadsheet_files import Markup, document
from tests.hostile.bad_sheets import pack, workbook

SHEET = "xl/worksheets/sheet1.xml"


def write(rows):
    content = io.BytesIO()
    book = xlsxwriter.Workbook(content, {"strings_to_formulas": False, "strings_to_urls": False})
    sheet = book.add_worksheet("Cards")
    for row, values in enumerate(rows):
        sheet.write_row(row, 0, values)
    book.close()
    return content.getvalue()


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("sheets") / "cards.xlsx"


def lines_of(path):
    sheet = read_sheet(path)
    return [[row.cells.get(header, "") for header in sheet.headers] for row in sheet.rows]


values = st.one_of(
    st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "Zs"]), max_size=9),
    st.integers(-(10**9), 10**9),
    st.integers(-(10**6), 10**6).map(lambda number: number / 100),
    st.booleans(),
)


@settings(deadline=None, max_examples=50)
@given(st.lists(st.lists(values, min_size=3, max_size=3), max_size=5))
def test_cells_are_those_that_a_library_finds(path, rows):
    content = write([["a", "b", "c"], *(["x", *row] for row in rows)])
    path.write_bytes(write([["z", "a", "b", "c"], *(["x", *row] for row in rows)]))
    content = path.read_bytes()
    table = fastexcel.read_excel(content).load_sheet(
        0, header_row=None, skip_rows=0, dtypes="string"
    )
    oracle = [[normalize_text(cell or "") for cell in row] for row in table.to_polars().rows()]
    assert lines_of(path) == oracle[1:]


def part_of(cells):
    return f'<worksheet><sheetData><row r="1">{cells}</row></sheetData></worksheet>'.encode()


def test_texts_in_pieces_and_their_pronunciation(path):
    pieces = b"<r><t>na</t></r><r><t>me</t></r><rPh><t>NA</t></rPh>"
    strings = b"<sst><si>" + pieces + b"</si><si><t>hp</t></si></sst>"
    cells = '<c r="A1" t="s"><v>0</v></c><c t="s"><v>1</v></c>'
    path.write_bytes(pack({**workbook(), SHEET: part_of(cells), "xl/sharedStrings.xml": strings}))
    assert read_sheet(path).headers == ("name", "hp")


def test_dates_are_dates(path):
    content = io.BytesIO()
    book = xlsxwriter.Workbook(content)
    sheet = book.add_worksheet()
    day = book.add_format({"num_format": "d.m.yy"})
    money = book.add_format({"num_format": '[Red]#,##0.00" days"'})
    sheet.write_row(0, 0, ["a", "b", "c"])
    sheet.write_datetime(1, 0, date(2026, 2, 1), day)
    sheet.write_datetime(1, 1, datetime(2026, 2, 1, 12, 30), day)
    sheet.write_number(1, 2, 3.0, money)
    book.close()
    path.write_bytes(content.getvalue())
    assert lines_of(path) == [["2026-02-01", "2026-02-01 12:30:00", "3"]]


def test_shares_are_read_as_they_are_shown(path):
    content = io.BytesIO()
    book = xlsxwriter.Workbook(content)
    sheet = book.add_worksheet()
    formats = [book.add_format({"num_format": code}) for code in ("0%", '0.0" % off"', "0.0 %")]
    sheet.write_row(0, 0, ["a", "b", "c", "d"])
    for column, form in enumerate(formats):
        sheet.write_number(1, column, 0.07, form)
    sheet.write_string(1, 3, "7 %", formats[0])
    book.close()
    path.write_bytes(content.getvalue())
    assert lines_of(path) == [["7%", "0.07", "7%", "7 %"]]


def test_so_they_are_in_an_open_document(tmp_path):
    path = tmp_path / "cards.ods"
    share = '<table:table-cell office:value-type="percentage" office:value="0.07"/>'
    path.write_bytes(document(Cards=[["a", "b"], [Markup(share), 0.5]]))
    assert lines_of(path) == [["7%", "0.5"]]


def refused(path, columns=("name", "hp")):
    with pytest.raises(InputError) as caught:
        resolve_headers(read_sheet(path), columns, {})
    return [str(problem).partition("cards.xlsx")[2] for problem in caught.value.problems]


def formulas(values):
    content = io.BytesIO()
    book = xlsxwriter.Workbook(content)
    sheet = book.add_worksheet("Cards")
    sheet.write_row(0, 0, ["name", "hp", "note"])
    for row, value in enumerate(values, start=1):
        sheet.write(row, 0, "A")
        sheet.write_formula(row, 1, "=1+1", None, value)
        sheet.write_formula(row, 2, "=1/0", None, "#DIV/0!")
    book.close()
    return content.getvalue()


def test_an_error_is_no_value_where_it_is_read(path):
    path.write_bytes(formulas(["#REF!", 2, "Err:502"]))
    where = "of the sheet 'Cards' (mend the formula that gave it)"
    assert refused(path) == [
        f":2: column 'hp': expected a value, found the error #REF! in cell B2 {where}",
        f":4: column 'hp': expected a value, found the error Err:502 in cell B4 {where}",
    ]
    assert len(refused(path, ["name", "hp", "note"])) == 5


def test_a_formula_that_nobody_worked_out_is_no_value(path):
    path.write_bytes(formulas([0, 7]))
    (problem,) = refused(path)
    assert "found the formula '=1+1' in cell B2 of the sheet 'Cards'" in problem


def test_an_error_in_the_first_column_is_no_comment(path):
    path.write_bytes(write([["name", "hp"], ["A", 1], ["#REF!", 2], ["# off", 3]]))
    (problem,) = refused(path)
    assert problem.startswith(":3: column 'name': expected a value, found the error #REF!")


def test_errors_in_a_text_file_are_no_values(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_text("name,hp,note\nA,#N/A,#REF!\n#NAME?,3,\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        resolve_headers(read_sheet(path), ["name", "hp"], {})
    assert [(p.line, p.column) for p in caught.value.problems] == [(2, "hp"), (3, "name")]


@pytest.mark.parametrize("text", ["#REF!", "#N/A", "#DIV/0!", "#NAME?", "Err:502", "#¡VALOR!"])
def test_errors(text):
    assert is_error(text)


@pytest.mark.parametrize(
    "text", ["", "#1", "# off!", "#off", "REF!", "Err:", "#Wow! it is", "Error"]
)
def test_words_that_are_no_errors(text):
    assert not is_error(text)


@given(st.integers(1, 2**20), st.integers(1, 2**14))
def test_places_have_the_names_that_programs_give_them(row, column):
    assert parse_cell_name(cell_name(row, column)) == (row, column)


def test_the_last_cell():
    assert cell_name(2**20, 2**14) == "XFD1048576"
    with pytest.raises(SheetError):
        parse_cell_name("XFE1")


@pytest.mark.parametrize(
    ("text", "written"),
    [("3.0", "3"), ("-0.5", "-0.5"), ("1E+2", "100"), ("0.30000000000000004", "0.3"), ("x", "x")],
)
def test_numbers(text, written):
    assert format_number(text) == written
