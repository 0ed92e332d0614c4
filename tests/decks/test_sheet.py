import csv
import io
import zipfile

import pytest
import xlsxwriter
from hypothesis import given, settings
from hypothesis import strategies as st

from evenhand.decks.columns import DEEPEST_HEADER, Columns
from evenhand.decks.problems import InputError
from evenhand.decks.sheet import read_sheet, resolve_headers


@pytest.fixture
def sheet_of(tmp_path):
    def read(text, name="cards.csv"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_sheet(path)

    return read


@pytest.fixture
def problems_of(sheet_of):
    def read(text, name="cards.csv"):
        with pytest.raises(InputError) as caught:
            sheet_of(text, name)
        return caught.value.problems

    return read


def cells(sheet):
    return [(row.line, row.cells) for row in sheet.rows]


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_separator_is_found_in_the_header(sheet_of, separator):
    sheet = sheet_of(f"name{separator}hp\nA{separator}3\n")
    assert sheet.headers == ("name", "hp")
    assert cells(sheet) == [(2, {"name": "A", "hp": "3"})]


def test_a_table_of_markdown_is_a_table(sheet_of):
    sheet = sheet_of("# Cards\n\n| name | text |\n|:---|---:|\n| Ant | a - b |\n| --- ant | |\n")
    assert cells(sheet) == [(5, {"name": "Ant", "text": "a - b"}), (6, {"name": "--- ant"})]
    assert sheet.notes == []


def test_separators_in_cells_do_not_count(sheet_of):
    sheet = sheet_of('"a,b,c";hp\n"x, y";1,0\n')
    assert cells(sheet) == [(2, {"a,b,c": "x, y", "hp": "1,0"})]


def test_single_column(sheet_of):
    assert cells(sheet_of("name\nA\n")) == [(2, {"name": "A"})]
    assert cells(sheet_of("name\nA\n", "cards.tsv")) == [(2, {"name": "A"})]


def test_mark_spaces_and_smart_quotes_are_undone(sheet_of):
    sheet = sheet_of("\ufeffname , text\r\n \u201cA\u201d ,don\u2019t\u00a0 \r\n")
    assert cells(sheet) == [(2, {"name": '"A"', "text": "don't"})]


def test_blank_and_comment_rows_are_skipped_and_lines_stay_right(sheet_of):
    text = '# my cards, v2\n\nname,note\n\n,\n# off,x\nA,"two\nlines"\nB,\n'
    sheet = sheet_of(text)
    assert sheet.header_line == 3
    assert cells(sheet) == [(7, {"name": "A", "note": "two\nlines"}), (9, {"name": "B"})]


def test_old_mac_line_ends(sheet_of):
    assert cells(sheet_of("name;hp\rA;1\rB;2\r")) == [
        (2, {"name": "A", "hp": "1"}),
        (3, {"name": "B", "hp": "2"}),
    ]


def test_space_before_a_quoted_cell(sheet_of):
    assert cells(sheet_of('name, text\nA, "x, y"\n')) == [(2, {"name": "A", "text": "x, y"})]


@pytest.mark.parametrize("text", ["", "\ufeff", "\n\n", ",,\n", "# only\n"])
def test_file_without_a_table(problems_of, text):
    (problem,) = problems_of(text)
    assert (problem.line, problem.message) == (None, "the file holds no table")


def test_every_ragged_row_is_named(problems_of):
    long, short = problems_of("name,hp\nA,1,x\nB,2\nC\n")
    assert (long.line, long.message) == (2, "expected 2 cells, as in the header, found 3")
    assert long.hint == "a cell with a separator in it needs quotes"
    assert (short.line, short.message) == (4, "expected 2 cells, as in the header, found 1")


def test_empty_cells_beyond_the_header_are_no_matter(sheet_of):
    assert cells(sheet_of("name,hp,,\nA,1\nB,2,,,,\n")) == [
        (2, {"name": "A", "hp": "1"}),
        (3, {"name": "B", "hp": "2"}),
    ]


def test_text_under_no_header_is_noted(sheet_of):
    sheet = sheet_of("name,,hp\nA,?,1\nB,!,2\n")
    assert cells(sheet)[0] == (2, {"name": "A", "hp": "1"})
    (note,) = sheet.notes
    assert note.endswith("cards.csv: ignored text in columns without a header")


def test_repeated_header(problems_of):
    (problem,) = problems_of("Name,hp,name,name\nA,1,B,C\n")
    assert problem.line == 1
    assert problem.message == "columns 1 and 3 and 4 have the same header 'Name'"


def test_open_quote_names_the_line_it_was_opened_in(problems_of):
    (problem,) = problems_of('name,text\nA,x\nB,"y\nC,z\n')
    assert (problem.line, problem.message) == (3, 'a quote (") is opened and never closed')


def test_text_after_a_closing_quote(problems_of):
    (problem,) = problems_of('name,text\nA,"x" y\n')
    assert problem.line == 2
    assert problem.message.startswith("the quotes are wrong")


def test_a_cell_of_a_megabyte_is_refused(problems_of):
    (problem,) = problems_of("name,text\nA," + "x" * 1_000_000 + "\n")
    assert problem.line == 2
    assert problem.message == f"a cell holds more than {csv.field_size_limit():,} characters"


def test_a_long_cell_is_named_by_its_header(problems_of):
    (problem,) = problems_of("name,text\nA," + "x" * 10_001 + "\n")
    assert (problem.line, problem.column) == (2, "text")
    assert problem.message == "the cell holds 10,001 characters; the most is 10,000"


def test_too_many_rows_are_refused(problems_of):
    (problem,) = problems_of("name\n" + "A\n" * 1_000_000)
    assert (problem.line, problem.message) == (20_001, "expected at most 20,000 rows, found more")


def test_too_many_columns(problems_of):
    (problem,) = problems_of(",".join(f"c{number}" for number in range(501)))
    assert problem.message == "expected at most 500 columns, found 501"


def workbook(rows, second_sheet=False):
    content = io.BytesIO()
    book = xlsxwriter.Workbook(content)
    sheet = book.add_worksheet("Cards")
    for row, values in rows.items():
        sheet.write_row(row - 1, 0, values)
    if second_sheet:
        book.add_worksheet("Ideas")
    book.close()
    return content.getvalue()


def test_spreadsheet_rows_keep_their_numbers(sheet_of):
    content = workbook({3: ["name", "hp", "cost"], 4: ["A", 300, 2.0], 7: ["#off"], 9: ["B", "x"]})
    sheet = sheet_of(content, "cards.xlsx")
    assert sheet.header_line == 3
    assert cells(sheet) == [
        (4, {"name": "A", "hp": "300", "cost": "2"}),
        (9, {"name": "B", "hp": "x"}),
    ]
    assert sheet.notes == []


def test_first_of_several_sheets_is_read_and_said(sheet_of):
    sheet = sheet_of(workbook({1: ["name"], 2: ["A"]}, second_sheet=True), "cards.XLSX")
    (note,) = sheet.notes
    assert note.endswith("cards.XLSX: read the first sheet, 'Cards'")


@pytest.mark.parametrize("name", ["cards.xlsx", "cards.xls", "cards.ods"])
@pytest.mark.parametrize("content", [b"", b"name,hp\n", b"PK\x03\x04junk"])
def test_broken_spreadsheet(problems_of, name, content):
    (problem,) = problems_of(content, name)
    assert problem.message.startswith("the spreadsheet cannot be read")


def open_document(rows):
    table = "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p>'
            "</table:table-cell>"
            for cell in row
        )
        + "</table:table-row>"
        for row in rows
    )
    spaces = " ".join(
        f'xmlns:{word}="urn:oasis:names:tc:opendocument:xmlns:{word}:1.0"'
        for word in ("office", "table", "text")
    )
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
        archive.writestr(
            "content.xml",
            f"<office:document-content {spaces}><office:body><office:spreadsheet>"
            f'<table:table table:name="Cards">{table}</table:table>'
            "</office:spreadsheet></office:body></office:document-content>",
        )
    return content.getvalue()


def test_open_document_spreadsheet(sheet_of):
    sheet = sheet_of(open_document([["name", "hp"], ["A", "300"]]), "cards.ods")
    assert cells(sheet) == [(2, {"name": "A", "hp": "300"})]


def test_empty_spreadsheet(problems_of):
    (problem,) = problems_of(workbook({}), "cards.xlsx")
    assert problem.message == "the file holds no table"


def test_headers_in_any_spelling(sheet_of):
    sheet = sheet_of("Card Name,SKILL 1-cost,Notes,Art\nA,2,x,y\n")
    found = resolve_headers(sheet, ["name", "skill1_cost"], {})
    assert cells(found) == [(2, {"name": "A", "skill1_cost": "2"})]
    assert found.written_as == {"name": "Card Name", "skill1_cost": "SKILL 1-cost"}
    (note,) = found.notes
    assert note.endswith("cards.csv: ignored columns 'Notes', 'Art'")


def test_quantity_in_other_words(sheet_of):
    for header in ("Qty", "count", "Quantity", "Copies"):
        found = resolve_headers(sheet_of(f"name,{header}\nA,2\n"), ["name", "copies"], {})
        assert found.rows[0].cells["copies"] == "2"


def test_a_proper_header_comes_before_an_alias(sheet_of):
    sheet = sheet_of("card,name\nx,A\n")
    found = resolve_headers(sheet, ["name"], {})
    assert cells(found) == [(2, {"name": "A"})]
    assert "ignored column 'card'" in found.notes[0]


def test_alias_of_the_game(sheet_of):
    found = resolve_headers(sheet_of("Colour\nRed\n"), ["attribute"], {"colour": "attribute"})
    assert cells(found) == [(2, {"attribute": "Red"})]


@pytest.mark.parametrize(
    ("header", "column"),
    [
        ("HP (current)", "hp"),
        ("Life [new", "hp"),
        ("Base HP", "hp"),
        ("Abilitiez", "abilities"),
        ("Rules Text (draft 3)", "abilities"),
        ("skil_2", "skill2"),
        ("Artist", None),
        ("(current)", None),
        ("art", None),
        ("cost", None),  # of which skill?
    ],
)
def test_an_unknown_header_names_the_column_that_it_is_near(sheet_of, header, column):
    columns = ("name", "rarity", "hp", "skill2", "skill1_cost", "skill2_cost", "abilities")
    sheet = resolve_headers(sheet_of(f"name,{header}\nAnt,3\n"), columns, {"life": "hp"})
    hint = f" (did you mean '{column}'?)" if column else ""
    assert [note.partition(": ")[2] for note in sheet.notes] == [f"ignored column '{header}'{hint}"]


def test_a_column_that_is_there_is_near_to_no_header(sheet_of):
    sheet = resolve_headers(sheet_of("name,hp,hp (old)\nAnt,3,4\n"), ("name", "hp"), {})
    assert sheet.notes[0].endswith("ignored column 'hp (old)'")


def test_two_aliases_of_one_column(sheet_of):
    with pytest.raises(InputError) as caught:
        resolve_headers(sheet_of("card,card name\nx,A\n"), ["name"], {})
    (problem,) = caught.value.problems
    assert (problem.line, problem.hint) == (1, "rename one")
    assert problem.message == "the headers 'card' and 'card name' both mean the column 'name'"


COLUMNS = Columns(("name", "hp", "cost", "abilities"), ("name", "hp"), {"life": "hp"})


@pytest.fixture
def found_of(tmp_path):
    def read(content, name="cards.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_sheet(path, COLUMNS)

    return read


TITLES = "My cards, version 2\n\nby me; and you\n"


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_header_below_titles_is_found_with_its_separator(found_of, separator):
    sheet = found_of(f"{TITLES}Card Name{separator}Life\nA{separator}3\n")
    assert (sheet.header_line, sheet.headers) == (4, ("Card Name", "Life"))
    assert cells(sheet) == [(5, {"Card Name": "A", "Life": "3"})]
    (note,) = sheet.notes
    assert note.endswith("cards.csv: skipped 2 rows above the header, which is in line 4")


def test_a_quoted_header_below_a_title_is_found(found_of):
    sheet = found_of('"Cards, all of them"\n"name";"hp"\n"A, B";3\n')
    assert cells(sheet) == [(3, {"name": "A, B", "hp": "3"})]
    assert "skipped 1 row above the header, which is in line 2" in sheet.notes[0]


def test_a_header_below_titles_in_a_spreadsheet(found_of):
    content = workbook({1: ["My cards"], 2: ["", "1,000 of them"], 5: ["Name", "HP"], 6: ["A", 3]})
    sheet = found_of(content, "cards.xlsx")
    assert (sheet.header_line, cells(sheet)) == (5, [(6, {"Name": "A", "HP": "3"})])


def test_errors_below_titles_keep_their_lines(found_of):
    with pytest.raises(InputError) as caught:
        found_of(f"{TITLES}name,hp\nA\n")
    assert [problem.line for problem in caught.value.problems] == [5]


def test_the_first_row_that_names_all_needed_columns_is_the_header(found_of):
    sheet = found_of("name,hp\nname,hp\n")
    assert (sheet.header_line, len(sheet.rows), sheet.notes) == (1, 1, [])


def test_without_such_a_row_the_one_that_names_most_columns_is(found_of):
    assert found_of("My cards\nname,lfe,cost\nA,3,1\n").header_line == 2
    assert found_of("one,two\nA,3\n").header_line == 1


def test_a_header_is_looked_for_near_the_top(found_of):
    assert found_of("x\n" * (DEEPEST_HEADER - 1) + "name,hp\n").header_line == DEEPEST_HEADER
    with pytest.raises(InputError):  # the first row is taken for it, and the last is wider
        found_of("x\n" * DEEPEST_HEADER + "name,hp\n")


def test_many_long_lines_above_a_header_take_little_time(found_of):
    with pytest.raises(InputError):
        found_of("\n".join(["," * 100_000] + ["x," * 60_000] * 60))


@pytest.fixture(scope="module")
def scratch(tmp_path_factory):
    return tmp_path_factory.mktemp("sheets") / "any.csv"


@settings(deadline=None)
@given(st.text(alphabet=st.one_of(st.sampled_from(',;\t"\n\r#a1 '), st.characters()), max_size=300))
def test_any_text_is_a_table_or_refused(scratch, text):
    scratch.write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        sheet = read_sheet(scratch)
    except InputError as error:
        assert error.problems
    else:
        assert all(set(row.cells) <= set(sheet.headers) for row in sheet.rows)


plain_cells = st.text(st.characters(codec="ascii", categories=["L", "N", "P"]), max_size=8)


@settings(deadline=None)
@given(
    st.sampled_from(",;\t"),
    st.lists(st.tuples(plain_cells, plain_cells), max_size=6),
)
def test_what_the_csv_module_writes_is_read_back(scratch, separator, pairs):
    rows = [("x" + first, second) for first, second in pairs]
    with scratch.open("w", newline="") as file:
        csv.writer(file, delimiter=separator).writerows([("name", "text"), *rows])
    sheet = read_sheet(scratch)
    found = [(row.cells["name"], row.cells.get("text", "")) for row in sheet.rows]
    assert found == rows
