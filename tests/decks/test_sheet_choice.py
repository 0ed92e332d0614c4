"""Which sheet of a spreadsheet is read, and what is said where that is not clear."""

import io

import pytest
import xlsxwriter

from evenhand.decks.columns import Columns
from evenhand.decks.problems import InputError, UsageError
from evenhand.decks.sheet import read_sheet
from tests.decks.spreadsheet_files import Hidden, Struck, document

COLUMNS = Columns(("name", "hp", "abilities"), ("name", "hp"), {"life": "hp"})
CARDS = [["Name", "Life"], ["Ant", 3]]
OTHER = [["Name", "HP"], ["Bee", 4]]
NOTES = [["To do"], ["Draw the ant"]]


def xlsx(**sheets):
    content = io.BytesIO()
    book = xlsxwriter.Workbook(content)
    struck, bold = book.add_format({"font_strikeout": True}), book.add_format({"bold": True})
    for name, rows in sheets.items():
        sheet = book.add_worksheet(name)
        for row, values in enumerate(rows):
            for column, value in enumerate(values):
                sheet.write(row, column, value, struck if isinstance(value, Struck) else bold)
            sheet.set_row(row, None, None, {"hidden": isinstance(values, Hidden)})
        if isinstance(rows, Hidden):
            sheet.very_hidden()
        else:
            sheet.activate()  # the first one could not be hidden else
    book.close()
    return content.getvalue()


WRITERS = {"xlsx": xlsx, "ods": document}


@pytest.fixture(params=WRITERS)
def book(request, tmp_path):
    """Return a function that writes a file with sheets, and returns its path."""

    def write(name="cards", **sheets):
        path = tmp_path / f"{name}.{request.param}"
        path.write_bytes(WRITERS[request.param](**sheets))
        return path

    return write


def names(sheet):
    return [row.cells["Name"] for row in sheet.rows]


def test_the_one_sheet_that_fits_is_read_and_said(book):
    path = book(Notes=NOTES, Cards=CARDS, More=[])
    sheet = read_sheet(path, COLUMNS)
    assert names(sheet) == ["Ant"]
    assert sheet.notes == [f"{path}: read sheet 2 of 3, 'Cards'"]


def test_the_first_sheet_is_no_news(book):
    assert read_sheet(book(Cards=CARDS, Notes=NOTES), COLUMNS).notes == []


def test_a_sheet_is_read_by_its_name(book):
    path = book(Cards=CARDS, Other=OTHER)
    for name in ("Other", "other", " OTHER "):
        sheet = read_sheet(f"{path}#{name}", COLUMNS)
        assert names(sheet) == ["Bee"]
        assert sheet.file == f"{path}#{name}"
    assert read_sheet(f"{path}#Other").kept_as == f"{path.name}#Other"


def test_a_name_that_is_none_gets_the_nearest(book):
    path = book(Cards=CARDS, Other=OTHER)
    with pytest.raises(UsageError) as caught:
        read_sheet(f"{path}#Crads", COLUMNS)
    assert str(caught.value) == f"{path} has no sheet 'Crads' (did you mean 'Cards'?)"
    with pytest.raises(UsageError, match=r"its sheets are 'Cards', 'Other'"):
        read_sheet(f"{path}#zzz", COLUMNS)
    with pytest.raises(UsageError, match="expected the name of a sheet after '#'"):
        read_sheet(f"{path}#", COLUMNS)


def said(path):
    with pytest.raises(InputError) as caught:
        read_sheet(path, COLUMNS)
    (problem,) = caught.value.problems
    return problem


def test_several_that_fit_are_named(book):
    path = book(Cards=CARDS, Notes=NOTES, Other=OTHER)
    problem = said(path)
    assert problem.message == "several sheets could be meant: 'Cards', 'Other'"
    assert problem.hint == f"name the one that holds the cards: {path}#Cards"


def test_none_that_fits_is_said_with_what_the_nearest_lacks(book):
    path = book(Notes=NOTES, Cards=[["Name", "Lfe"], ["Ant", 3]])
    problem = said(path)
    everything = "none of the sheets 'Notes', 'Cards' has all columns that are needed"
    assert problem.message == f"{everything}; 'Cards' lacks hp"
    assert problem.hint.endswith("#Cards")


def test_one_sheet_with_text_is_read_whatever_it_holds(book):
    sheet = read_sheet(book(Empty=[], Notes=NOTES), COLUMNS)
    assert sheet.headers == ("To do",)


def test_a_sheet_that_is_seen_comes_before_hidden_ones(book):
    path = book(Old=Hidden(OTHER), Notes=NOTES, Cards=CARDS, Older=Hidden(OTHER))
    sheet = read_sheet(path, COLUMNS)
    assert names(sheet) == ["Ant"]
    assert sheet.notes == [f"{path}: read sheet 3 of 4, 'Cards'"]


def test_a_hidden_sheet_that_is_read_is_said_to_be_hidden(book):
    path = book(Old=Hidden(OTHER), Notes=NOTES)
    sheet = read_sheet(path, COLUMNS)
    assert names(sheet) == ["Bee"]
    assert sheet.notes == [f"{path}: read sheet 1 of 2, 'Old', which is hidden"]
    problem = said(book("two", Notes=NOTES, A=Hidden(OTHER), B=Hidden(CARDS)))
    assert problem.message == "several sheets could be meant: 'A', 'B'"


def test_what_is_wrong_is_said_of_the_sheet_that_is_seen(book):
    near = [["Name", "Lfe"], ["Ant", 3]]
    assert read_sheet(book(Lists=Hidden(NOTES), Cards=near), COLUMNS).headers == ("Name", "Lfe")


def test_the_first_sheet_is_the_first_that_is_seen(book):
    path = book(Old=Hidden(OTHER), Cards=CARDS)
    assert read_sheet(path).notes == [f"{path}: read sheet 2 of 2, 'Cards'"]


def test_hidden_rows_are_read_and_said(book):
    cow = ["Cow", 1]
    rows = [*CARDS, Hidden(cow), cow, *[Hidden(cow)] * 3, Hidden(["# Dog"]), Hidden([])]
    sheet = read_sheet(book(Cards=rows), COLUMNS)
    assert names(sheet) == ["Ant", *["Cow"] * 5]
    (note,) = sheet.notes
    assert note.endswith("4 rows that are hidden or filtered out, read like the others: 3, 5-7")


def test_rows_whose_name_is_struck_through_are_read_and_said(book):
    gone, kept = ["3", Struck("Cow")], [Struck("3"), "Dog"]
    path = book(Cards=[["Life", "Name"], gone, kept, gone, gone, ["# old", Struck("Emu")]])
    sheet = read_sheet(path, COLUMNS)
    assert names(sheet) == ["Cow", "Dog", "Cow", "Cow"]
    assert sheet.notes == [f"{path}: 3 rows that are struck through, read like the others: 2, 4-5"]


def test_very_many_hidden_rows_are_named_by_the_first(book):
    rows = [row for _ in range(9) for row in (["Cow", 1], Hidden(["Dog", 1]))]
    (note,) = read_sheet(book(Cards=[["Name", "Life"], *rows]), COLUMNS).notes
    assert note.endswith("9 rows that are hidden or filtered out, read like the others: "
                         "3, 5, 7, 9, 11, 13, 15, 17, ..")  # fmt: skip


def test_a_header_below_titles_counts(book):
    path = book(Notes=NOTES, Cards=[["My cards"], [], *CARDS])
    sheet = read_sheet(path, COLUMNS)
    assert (sheet.header_line, names(sheet)) == (3, ["Ant"])


def test_many_sheets_are_looked_into_with_a_limit(book):
    path = book(**{f"Notes {number}": NOTES for number in range(100)}, Cards=CARDS)
    assert "'Notes 11' and 89 more has all columns" in said(path).message
    assert names(read_sheet(f"{path}#Cards", COLUMNS)) == ["Ant"]


def test_a_path_with_the_sign_that_exists_is_a_path(book, tmp_path):
    path = book("set #2", Cards=CARDS, Other=OTHER)
    assert names(read_sheet(f"{path}#Other", COLUMNS)) == ["Bee"]
    text = tmp_path / "cards.xlsx#Other"
    text.write_text("Name,Life\nCow,1\n")
    assert names(read_sheet(text, COLUMNS)) == ["Cow"]


def test_a_text_file_has_no_sheets(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_text("Name,Life\nAnt,3\n")
    with pytest.raises(UsageError, match=r"is a text file, which has no sheets \(leave out '#Two'"):
        read_sheet(f"{path}#Two", COLUMNS)


def test_a_file_that_is_missing_is_named_without_its_sheet(tmp_path):
    with pytest.raises(UsageError, match=r"there is no file '.*cards\.xlsx'"):
        read_sheet(tmp_path / "cards.xlsx#Cards", COLUMNS)
    with pytest.raises(UsageError, match=r"there is no file '.*cards\.csv#Cards'"):
        read_sheet(tmp_path / "cards.csv#Cards", COLUMNS)


def test_slashes_in_the_name_of_a_sheet_are_not_kept(tmp_path):
    path = tmp_path / "cards.ods"
    path.write_bytes(document(**{"Set 1/2": CARDS, "Other": OTHER}))
    sheet = read_sheet(f"{path}#Set 1/2", COLUMNS)
    assert sheet.kept_as == "cards.ods#Set 1 2"
    assert names(read_sheet(tmp_path / sheet.kept_as, COLUMNS)) == ["Ant"]
