"""Merged cells: downwards they count in each row, in a header they are named."""

import io

import pytest
import xlsxwriter

from evenhand.decks.columns import Columns
from evenhand.decks.problems import InputError
from evenhand.decks.sheet import read_sheet, resolve_headers
from evenhand.decks.spreadsheets.cells import Area, Cells, SheetError, parse_area
from tests.decks.spreadsheet_files import COVERED, document, merged

KNOWN = ["name", "title", "hp"]
CARDS = [["name", "title", "hp"], ["Ant", "", 1], ["Bee", "", 2], ["Cow", "", 3]]


def xlsx(rows, *areas):
    content = io.BytesIO()
    book = xlsxwriter.Workbook(content)
    sheet = book.add_worksheet("Cards")
    for row, values in enumerate(rows):
        sheet.write_row(row, 0, values)
    for corners, text in areas:
        sheet.merge_range(corners, text)
    book.close()
    return content.getvalue()


@pytest.fixture
def sheet_of(tmp_path):
    def read(content, ending="xlsx"):
        path = tmp_path / f"cards.{ending}"
        path.write_bytes(content)
        return resolve_headers(read_sheet(path), KNOWN, {})

    return read


def titles(sheet):
    return [row.cells.get("title", "") for row in sheet.rows]


def test_a_title_over_several_cards_is_that_of_each(sheet_of):
    sheet = sheet_of(xlsx(CARDS, ("B2:B3", "Wood")))
    assert titles(sheet) == ["Wood", "Wood", ""]


def test_so_it_is_in_an_open_document(sheet_of):
    rows = [
        ["name", "title", "hp"],
        ["Ant", merged("Wood", down=2), 1],
        ["Bee", COVERED, 2],
        ["Cow", "", 3],
    ]
    assert titles(sheet_of(document(Cards=rows), "ods")) == ["Wood", "Wood", ""]


def test_rows_without_anything_else_are_no_cards(sheet_of):
    sheet = sheet_of(xlsx(CARDS, ("B3:B5", "Wood"), ("A6:C6", "That is all")))
    assert [row.cells["name"] for row in sheet.rows] == ["Ant", "Bee", "Cow", "That is all"]
    assert titles(sheet) == ["", "Wood", "Wood", ""]


def test_an_area_counts_in_its_first_column_and_what_it_hides_is_not_read(sheet_of):
    sheet = sheet_of(xlsx([*CARDS, ["Doe"]], ("B3:C4", "7")))
    assert [row.cells for row in sheet.rows][1:3] == [
        {"name": "Bee", "title": "7"},
        {"name": "Cow", "title": "7"},
    ]


def refused(sheet_of, content, ending="xlsx"):
    with pytest.raises(InputError) as caught:
        sheet_of(content, ending)
    (problem,) = caught.value.problems
    return (problem.line, problem.column, problem.message, problem.hint)


OWN = "undo the merge, and give each column a header of its own"


def test_a_header_over_two_columns_is_named(sheet_of):
    rows = [["name", "", ""], ["Ant", 1, 2]]
    found = refused(sheet_of, xlsx(rows, ("B1:C1", "hp")))
    assert found == (1, "hp", "this header is merged over several columns, B1:C1", OWN)
    header = ["name", merged("hp", right=2), COVERED]
    assert refused(sheet_of, document(Cards=[header, ["Ant", 1, 2]]), "ods") == found


def test_a_header_over_columns_without_text_is_no_matter(sheet_of):
    assert sheet_of(xlsx([["name"], ["Ant", 1]], ("B1:D1", "hp"))).written_as["hp"] == "hp"


def test_the_merged_header_of_a_column_that_is_not_read_is_no_matter(sheet_of):
    sheet = sheet_of(xlsx([["name", "", ""], ["Ant", 1, 2]], ("B1:C1", "thoughts")))
    assert sheet.rows[0].cells == {"name": "Ant"}


def test_groups_of_columns_may_stand_above_the_header(tmp_path):
    path = tmp_path / "cards.xlsx"
    path.write_bytes(xlsx([["", ""], CARDS[0], ["Ant", "Wood", 1]], ("A1:B1", "Identity")))
    sheet = read_sheet(path, Columns(KNOWN, KNOWN))
    assert (sheet.header_line, sheet.rows[0].cells["title"]) == (2, "Wood")


def test_a_header_over_the_row_below_is_named(sheet_of):
    rows = [["", "hp"], ["", "life"], ["Ant", 1]]
    found = refused(sheet_of, xlsx(rows, ("A1:A2", "name")))
    assert found[:2] == (1, "name")
    assert found[2] == "this header is merged with the rows below it, A1:A2"


def test_a_formula_that_nobody_worked_out_is_none_in_any_row(sheet_of):
    content = io.BytesIO()
    book = xlsxwriter.Workbook(content)
    sheet = book.add_worksheet("Cards")
    for row, values in enumerate(CARDS):
        sheet.write_row(row, 0, values)
    sheet.merge_range("B2:B3", "")
    sheet.write_formula("B2", "=1+1", None, "")
    book.close()
    with pytest.raises(InputError) as caught:
        sheet_of(content.getvalue())
    assert [problem.line for problem in caught.value.problems] == [2, 3]


def test_areas_have_names():
    assert parse_area("B3:A2") == Area(2, 1, 3, 2)
    assert parse_area("A1") == Area(1, 1, 1, 1)
    with pytest.raises(SheetError):
        parse_area("A1:x")


def test_areas_are_counted():
    cells = Cells()
    for row in range(1, 10_001):
        cells.merge(Area(row, 1, row, 2))
    with pytest.raises(SheetError, match="10,000 merged areas"):
        cells.merge(Area(1, 1, 1, 2))


def test_what_is_spread_is_counted():
    cells = Cells()
    for row in range(1, 20_001):
        cells.put(row, 1, "x")
    for column in range(2, 13):
        cells.put(1, column, "x")
        cells.merge(Area(1, column, 20_000, column))
    with pytest.raises(SheetError, match="200,000 cells"):
        cells.spread()
