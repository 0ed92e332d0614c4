"""Spreadsheets that are damaged, or made to fill the memory of whoever reads them."""

import csv
import io
import struct
import zipfile
from collections.abc import Callable

import xlsxwriter

from tests.hostile.bad_texts import ERRORS, HIDDEN
from tests.hostile.folder import Bad, sample_cards

SHEET = "xl/worksheets/sheet1.xml"
STRINGS = "xl/sharedStrings.xml"
BOOK = "xl/workbook.xml"
STYLES = "xl/styles.xml"
MB = 1024 * 1024
RUN = "<r><t>x</t></r>"
SPACES = " ".join(
    f'xmlns:{word}="urn:oasis:names:tc:opendocument:xmlns:{word}:1.0"'
    for word in ("office", "table", "text")
)


def sound_rows() -> list[list[str]]:
    return list(csv.reader(io.StringIO(sample_cards())))[:6]


def workbook() -> dict[str, bytes]:
    """Return the parts of a sound XLSX file."""
    content = io.BytesIO()
    book = xlsxwriter.Workbook(content)
    sheet = book.add_worksheet("Cards")
    for number, row in enumerate(sound_rows()):
        sheet.write_row(number, 0, row)
    book.close()
    with zipfile.ZipFile(content) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def pack(parts: dict[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return content.getvalue()


def changed(part: str, make: Callable[[bytes], bytes], is_harmless: bool = False) -> Bad:
    """Make a workbook with one part changed."""

    def content() -> bytes:
        parts = workbook()
        return pack({**parts, part: make(parts[part])})

    return Bad(content, is_harmless)


def with_rows(rows: str | bytes, is_harmless: bool = False) -> Bad:
    """Make a workbook with rows added to its sheet."""
    added = rows.encode() if isinstance(rows, str) else rows
    return changed(
        SHEET, lambda old: old.replace(b"</sheetData>", added + b"</sheetData>"), is_harmless
    )


def later(make: Callable[[], Bad]) -> Bad:
    """Make a large file when it is needed: what this process holds, all cases would hold."""

    def content() -> bytes:
        made = make().content
        return made() if callable(made) else made

    return Bad(content)


def with_cell(cell: str) -> Bad:
    return with_rows(f'<row r="9">{cell}</row>')


def text_cell(place: str) -> str:
    return f'<c r="{place}" t="inlineStr"><is><t>stray</t></is></c>'


def sheet_of(body: bytes) -> Bad:
    """Make a workbook whose sheet holds nothing else."""
    return changed(SHEET, lambda _: b"<worksheet><sheetData>" + body + b"</sheetData></worksheet>")


def strings_of(body: bytes) -> Bad:
    return changed(STRINGS, lambda _: b"<sst>" + body + b"</sst>")


def lying(size: int) -> bytes:
    """Pack a bomb whose directory says that it is small."""
    content = bytearray(pack({**workbook(), SHEET: b" " * 100 * MB}))
    for start, offset in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        place = content.find(start)
        while place >= 0:
            (found,) = struct.unpack_from("<I", content, place + offset)
            if found == 100 * MB:
                struct.pack_into("<I", content, place + offset, size)
            place = content.find(start, place + 4)
    return bytes(content)


def renamed(name: str, flag: int = 0, method: int | None = None) -> bytes:
    """Pack a workbook whose directory says something else of its sheet."""
    content = bytearray(pack(workbook()))
    place = content.find(b"PK\x01\x02")
    while place >= 0:
        struct.pack_into("<H", content, place + 8, flag)
        if method is not None:
            struct.pack_into("<H", content, place + 10, method)
        place = content.find(b"PK\x01\x02", place + 4)
    return bytes(content)


def overlapping() -> bytes:
    """Pack entries that all use the same bytes."""
    content = bytearray(pack(workbook()))
    first = content.find(b"PK\x01\x02")
    place = first
    while place >= 0:
        struct.pack_into("<I", content, place + 42, 0)
        place = content.find(b"PK\x01\x02", place + 4)
    return bytes(content)


def many_parts() -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for number in range(30_000):
            archive.writestr(str(number), b"")
    return content.getvalue()


def no_archives() -> dict[str, Bad]:
    """Return what is no archive, or a damaged one."""
    sound = pack(workbook())
    return {
        "empty": Bad(b""),
        "text": Bad(b"name,hp\nA,3\n"),
        "old form or password": Bad(b"\xd0\xcf\x11\xe0" + bytes(512)),
        "start alone": Bad(sound[:100]),
        "half": Bad(sound[: len(sound) // 2]),
        "end alone": Bad(sound[-200:]),
        "archive of nothing": Bad(pack({})),
        "archive of other things": Bad(pack({"readme.txt": b"hello"})),
        "archive in an archive": Bad(pack({"book.xlsx": sound})),
        "30,000 parts": Bad(many_parts),
        "33 megabytes": Bad(lambda: bytes(33 * MB)),
    }


def workbooks() -> dict[str, Bad]:
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
    kinds = {
        **no_archives(),
        "far corner": with_rows(f'<row r="1048576">{text_cell("XFD1048576")}</row>'),
        "last row": with_rows(f'<row r="1048576">{text_cell("A1048576")}</row>'),
        "row 20,001": with_rows(f'<row r="20001">{text_cell("A20001")}</row>'),
        "last column": with_cell(text_cell("XFD9")),
        "column 501": with_cell(text_cell("SG9")),
        "column out of range": with_cell(text_cell("XFE9")),
        "column of five letters": with_cell(text_cell("ZZZZZ9")),
        "row out of range": with_rows(f'<row r="1048577">{text_cell("A1048577")}</row>'),
        "row of 5,000 digits": with_cell(text_cell("A" + "9" * 5_000)),
        "row 0": with_cell(text_cell("A0")),
        "no row": with_cell(text_cell("A")),
        "no column": with_cell(text_cell("9")),
        "fixed place": with_cell(text_cell("$A$9")),
        "range": with_cell(text_cell("A9:B9")),
        "hidden letter in a place": with_cell(text_cell("A\u202e9")),
        "empty place": with_cell(text_cell("")),
        "row is a word": with_rows('<row r="x"><c><v>1</v></c></row>'),
        "row is below 0": with_rows('<row r="-1"><c><v>1</v></c></row>'),
        "same cell twice": with_cell(text_cell("A9") * 2),
        "cells without places, too many": later(lambda: with_cell("<c><v>1</v></c>" * 600)),
        "rows without numbers, too many": later(
            lambda: with_rows("<row><c><v>1</v></c></row>" * 25_000)
        ),
        "200,001 cells": later(
            lambda: sheet_of((b"<row>" + b"<c><v>1</v></c>" * 400 + b"</row>") * 600)
        ),
        "5,000,000 rows": later(lambda: sheet_of(b"<row/>" * 5_000_000)),
        "deep elements": later(lambda: sheet_of(b"<a>" * 1_000_000)),
        "elements of many names": later(
            lambda: sheet_of(b"".join(b"<a%x/>" % n for n in range(200_000)))
        ),
        "elements of many attributes": later(lambda: sheet_of(
            b"<a " + b" ".join(b'a%x=""' % n for n in range(200_000)) + b"/>"
        )),
        "attribute of 20 MB": later(lambda: sheet_of(b'<a b="' + b"x" * 20 * MB + b'"/>')),
        "cell of 20 MB": later(lambda: with_cell(f'<c r="A9" t="str"><v>{"x" * 20 * MB}</v></c>')),
        "text of 11,000 letters": with_cell(f'<c r="A9" t="str"><v>{"x" * 11_000}</v></c>'),
        "formula of 20 MB": later(lambda: with_cell(f'<c r="A9"><f>{"x" * 20 * MB}</f></c>')),
        "sheet of 100 MB": later(lambda: sheet_of(b" " * 100 * MB)),
        "sheet of 100 MB that says 1 kB": Bad(lambda: lying(1_000)),
        "sheet of 100 MB that says 2 GB": Bad(lambda: lying(2**31)),
        "texts of 400 MB": later(lambda: strings_of(b"<si><t>" + b"x" * 400 * MB + b"</t></si>")),
        "6,000,000 texts": later(lambda: strings_of(b"<si/>" * 6_000_000)),
        "one text in 5,000 cells": changed(
            SHEET,
            lambda _: b"<worksheet><sheetData>"
            + b"".join(
                b"<row>"
                + b'<c t="inlineStr"><is><t>' + b"x" * 9_000 + b"</t></is></c>" * 1
                + b"</row>"
                for _ in range(3_000)
            )
            + b"</sheetData></worksheet>",
        ),
        "text without number": with_cell('<c r="A9" t="s"><v>9999</v></c>'),
        "text number below 0": with_cell('<c r="A9" t="s"><v>-1</v></c>'),
        "text number of 5,000 digits": with_cell(f'<c r="A9" t="s"><v>{"9" * 5_000}</v></c>'),
        "text number is a word": with_cell('<c r="A9" t="s"><v>x</v></c>'),
        "entities": changed(
            SHEET, lambda old: f"<!DOCTYPE x [<!ENTITY e0 'lol'>{entities}]>".encode() + old[55:]
        ),
        "entity from a file": changed(
            SHEET, lambda old: b'<!DOCTYPE x [<!ENTITY e SYSTEM "/etc/passwd">]>' + old[55:]
        ),
        "entity that is unknown": with_cell('<c r="A9" t="str"><v>&lol;</v></c>'),
        "open element": changed(SHEET, lambda old: old.replace(b"</sheetData>", b"")),
        "elements crossed": with_cell('<c r="A9"><v>1</c></v>'),
        "no XML": changed(SHEET, lambda _: b"hello"),
        "empty sheet": sheet_of(b""),
        "bytes that are no UTF-8": with_rows(b'<row><c t="str"><v>\xff</v></c></row>'),
        "unknown encoding": changed(
            SHEET, lambda old: old.replace(b'encoding="UTF-8"', b'encoding="UTF-99"')
        ),
        "no sheets": changed(BOOK, lambda _: b"<workbook><sheets/></workbook>"),
        "100,000 sheets": changed(
            BOOK, lambda _: b"<workbook>" + b"<sheet/>" * 100_000 + b"</workbook>"
        ),
        "sheet is elsewhere": changed(
            "xl/_rels/workbook.xml.rels", lambda old: old.replace(b"sheet1", b"../../../etc/passwd")
        ),
        "sheet is the workbook": changed(
            "xl/_rels/workbook.xml.rels",
            lambda old: old.replace(b"worksheets/sheet1.xml", b"workbook.xml"),
        ),
        "no links": changed("xl/_rels/workbook.xml.rels", lambda _: b"<a/>"),
        "no workbook": changed("_rels/.rels", lambda _: b"<a/>"),
        "binary workbook": changed(
            "_rels/.rels", lambda old: old.replace(b"workbook.xml", b"workbook.bin")
        ),
        "encrypted": Bad(lambda: renamed("sheet", flag=1)),
        "unknown packing": Bad(lambda: renamed("sheet", method=99)),
        "packing without limits": Bad(lambda: renamed("sheet", method=14)),
        "overlapping parts": Bad(overlapping),
        "text of 300,000 runs": later(lambda: strings_of(f"<si>{RUN * 300_000}</si>".encode())),
        "cell of 300,000 runs": later(
            lambda: with_cell(f'<c r="A9" t="inlineStr"><is>{RUN * 300_000}</is></c>')
        ),
        "long text in 20,000 cells": Bad(lambda: long_text(20_000)),
        "format of 500,000 brackets": changed(
            STYLES, lambda _: f'<a><numFmt formatCode="{"[" * 500_000}"/></a>'.encode(), True
        ),
        "merged areas over each other in 1,000 rows": later(overlapping_areas),
        "formula never worked out": changed(
            SHEET, lambda old: old.replace(b"</c></row></sheetData>", b"</c></row></sheetData>")
            .replace(b'<c r="F2" t="s">', b'<c r="F2"><f>1+1</f></c><c r="XX2" t="x">', 1)
        ),
        "10,001 merged areas": merging('<mergeCell ref="A1:A2"/>' * 10_001),
        "merged areas over each other": merging('<mergeCell ref="B2:XFD1048576"/>' * 10_000),
        "merged cells of no place": merging('<mergeCell ref="A1:B"/>'),
        "merged cells without a place": merging("<mergeCell/>"),
        "merged cells of 5,000 digits": merging(f'<mergeCell ref="A1:A{"9" * 5_000}"/>'),
        "merged header": merging('<mergeCell ref="A1:B1"/>'),
        "two sheets that fit": Bad(lambda: several(3)),
        "5,000 sheets that fit": Bad(lambda: several(5_000)),
        "number as a date": with_unit("hp", "2026-03-04", "str"),
        "a million coloured cells": Bad(
            later(lambda: with_rows(coloured_rows())).content, is_harmless=True
        ),
    }  # fmt: skip
    kinds |= {f"{error} as a number": with_unit("hp", error, "e") for error in ERRORS}
    kinds |= {f"{error} as an ability": with_unit("abilities", error, "e") for error in ERRORS[:6]}
    kinds |= {f"{error} as a name": with_unit("name", error, "e") for error in ERRORS[:4]}
    kinds |= {f"{error} in a text": with_unit("hp", error, "str") for error in ERRORS[:4]}
    kinds |= {
        f"name with {kind}": with_unit("name", f"A{hidden}B", "str")
        for kind, hidden in HIDDEN.items()
        if hidden not in ("\x07", "\x1b[31m", "\uffff")  # which XML cannot hold
    }
    kinds |= {
        f"number is {word}": with_unit("hp", word, "n")
        for word in ("inf", "nan", "1e400", "-5", "0.5", "x", "9" * 5_000, "1e-400")
    }
    kinds["formula without a value"] = with_unit("hp", "", "n", "<f>1+1</f>")
    kinds["formula with a value for now"] = with_unit("hp", "0", "n", "<f>1+1</f>")
    kinds["ability from a formula"] = with_unit("abilities", "", "n", "<f>A1</f>")
    kinds["formula that shares"] = with_unit("hp", "", "n", '<f t="shared" si="0"/>')
    return kinds


def merging(cells: str) -> Bad:
    """Make a workbook with merged cells."""
    return changed(
        SHEET,
        lambda old: old.replace(
            b"</sheetData>", f"</sheetData><mergeCells>{cells}</mergeCells>".encode()
        ),
    )


def overlapping_areas() -> Bad:
    """Make a workbook in which many merged areas hide the same cells of many rows."""
    rows = ("<row>" + '<c t="str"><v>x</v></c>' * 150 + "</row>") * 1_000
    areas = "<mergeCells>" + '<mergeCell ref="A1:B1000"/>' * 10_000 + "</mergeCells>"
    body = f"<worksheet><sheetData>{rows}</sheetData>{areas}</worksheet>"
    return changed(SHEET, lambda _: body.encode())


def long_text(times: int) -> bytes:
    """Pack two sheets, in each of which a text of 400 kB stands many times."""
    text, cells = "x " * 200_000, '<c t="s"><v>0</v></c>' * 100
    body = f"<worksheet><sheetData>{f'<row>{cells}</row>' * (times // 100)}</sheetData></worksheet>"
    with zipfile.ZipFile(io.BytesIO(several(2))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    strings = f"<sst><si><t>{text}</t></si></sst>"
    return pack({**parts, SHEET: body.encode(), STRINGS: strings.encode()})


def several(times: int) -> bytes:
    """Return a workbook in which the same sheet stands many times."""
    parts = workbook()
    sheet = parts[BOOK][parts[BOOK].index(b"<sheet ") : parts[BOOK].index(b"</sheets>")]
    copies = b"".join(sheet.replace(b"Cards", b"Cards %d" % number) for number in range(times))
    return pack({**parts, BOOK: parts[BOOK].replace(sheet, copies)})


def coloured_rows() -> bytes:
    """Return 1,500 rows of 702 cells each that are coloured and empty."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    columns = [*letters, *(f"{a}{b}" for a in letters for b in letters)]
    row = "".join(f'<c r="{column}@" s="1"/>' for column in columns)
    return "".join(
        f'<row r="{line}">{row.replace("@", str(line))}</row>' for line in range(100, 1_600)
    ).encode()


def with_unit(column: str, value: str, kind: str, formula: str = "") -> Bad:
    """Make a workbook with one more card, one cell of which is of some kind."""
    header = sound_rows()[0]
    card = dict(zip(header, sound_rows()[1], strict=True)) | {"name": "Newcomer", "number": "X-1"}
    cells = []
    for number, name in enumerate(header):
        place = f"{chr(ord('A') + number)}9"
        if name == column:
            cells.append(f'<c r="{place}" t="{kind}">{formula}<v>{value}</v></c>')
        elif card[name]:
            cells.append(f'<c r="{place}" t="str"><v>{card[name]}</v></c>')
    return with_cell("".join(cells))


def document(rows: str, after: str = "", before: str = "") -> Bad:
    """Make an ODS file of the sample's first cards and more rows."""

    def content() -> bytes:
        sound = "".join(
            f"<table:table-row>{''.join(map(ods_cell, row))}</table:table-row>"
            for row in sound_rows()
        )
        body = (
            f"{before}<office:document-content {SPACES}><office:body><office:spreadsheet>"
            f'<table:table table:name="Cards">{sound}{rows}</table:table>{after}'
            "</office:spreadsheet></office:body></office:document-content>"
        )
        return pack({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet",
                     "content.xml": body.encode()})  # fmt: skip

    return Bad(content)


def repeated_sheets(times: int) -> str:
    """Return sheets at whose top as many cells as possible hold a long text."""
    cell = ods_cell("x" * 5_000, 'table:number-columns-repeated="500"')
    rows = ods_row(cell, 'table:number-rows-repeated="50"') * 4
    return "".join(f'<table:table table:name="More {n}">{rows}</table:table>' for n in range(times))


def ods_cell(text: str, more: str = "") -> str:
    if not text:
        return f"<table:table-cell {more}/>"
    start = f'<table:table-cell office:value-type="string" {more}>'
    return f"{start}<text:p>{text}</text:p></table:table-cell>"


def ods_row(cells: str, more: str = "") -> str:
    return f"<table:table-row {more}>{cells}</table:table-row>"


def open_documents() -> dict[str, Bad]:
    across, down = "table:number-columns-repeated", "table:number-rows-repeated"
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
    kinds = {
        **no_archives(),
        "far row": document(ods_row("", f'{down}="1048000"') + ods_row(ods_cell("stray"))),
        "far column": document(ods_row(ods_cell("", f'{across}="16000"') + ods_cell("stray"))),
        "text repeated across": document(ods_row(ods_cell("stray", f'{across}="16384"'))),
        "text repeated down": document(ods_row(ods_cell("stray"), f'{down}="1048576"')),
        "text repeated both ways": document(
            ods_row(ods_cell("stray", f'{across}="500"'), f'{down}="19000"')
        ),
        "long text repeated": document(
            ods_row(ods_cell("x" * 9_000, f'{across}="100"'), f'{down}="100"')
        ),
        "repeated 5,000 digits": document(ods_row(ods_cell("x", f'{across}="{"9" * 5_000}"'))),
        "repeated below 0": document(ods_row(ods_cell("x", f'{across}="-1"'))),
        "repeated 0": document(ods_row(ods_cell("x", f'{across}="0"'))),
        "repeated a word": document(ods_row(ods_cell("x", f'{across}="x"'))),
        "rows repeated 5,000 digits": document(ods_row(ods_cell("x"), f'{down}="{"9" * 5_000}"')),
        "blanks without end": document(ods_row(ods_cell('<text:s text:c="999999999"/>'))),
        "cell of 340,000 spans": later(
            lambda: document(ods_row(ods_cell(f"<text:span>{'a' * 40}</text:span>" * 340_000)))
        ),
        "cell of 600,000 blanks": later(
            lambda: document(ods_row(ods_cell('<text:s text:c="1000"/>' * 600_000)))
        ),
        "many cells of blanks": later(
            lambda: document(ods_row(ods_cell('x<text:s text:c="1000"/>x' * 500)) * 1_000)
        ),
        "64 sheets of repeated texts": Bad(
            later(lambda: document("", repeated_sheets(64))).content, is_harmless=True
        ),
        "a million hidden rows": Bad(
            document(ods_row("", f'{down}="1000000" table:visibility="filter"')).content,
            is_harmless=True,
        ),
        "deep spans": document(ods_row(ods_cell("<text:span>" * 10_000 + "</text:span>" * 10_000))),
        "1,000,000 rows": later(lambda: document("<table:table-row/>" * 1_000_000)),
        "cell of 20 MB": later(lambda: document(ods_row(ods_cell("x" * 20 * MB)))),
        "no UTF-8": Bad(pack({"content.xml": b"<a>\xff</a>"})),
        "no sheet": Bad(pack({"content.xml": b"<a/>"})),
        "no XML": Bad(pack({"content.xml": b"hello"})),
        "content of 100 MB": Bad(lambda: pack({"content.xml": b" " * 100 * MB})),
        "entities": document("", before=f"<!DOCTYPE x [<!ENTITY e0 'lol'>{entities}]>"),
        "table in a cell": document(ods_row("<table:table-cell><table:table>" * 200)),
        "formula never worked out": document(
            ods_row(ods_cell("N") + '<table:table-cell table:formula="of:=1+1"/>' * 6)
        ),
        "merged over all": document(
            ods_row(ods_cell("x", 'table:number-rows-spanned="1048576"'))
            + ods_row(ods_cell("y")) * 3
        ),
        "merged 5,000 digits": document(
            ods_row(ods_cell("x", f'table:number-columns-spanned="{"9" * 5_000}"'))
        ),
        "second sheet that fits": document("", '<table:table table:name="Two">'
            + "".join(ods_row("".join(map(ods_cell, row))) for row in sound_rows())
            + "</table:table>"),
        "far second sheet": Bad(
            document(
                "",
                '<table:table table:name="Two">'
                + ods_row("", f'{down}="1048575"') + ods_row(ods_cell("stray")) + "</table:table>",
            ).content,
            is_harmless=True,
        ),
    }  # fmt: skip
    for error in ERRORS[:10]:
        shown = ods_cell(error, 'office:string-value="" calcext:value-type="error"')
        shown = shown.replace("<table:table-cell", '<table:table-cell xmlns:calcext="c"')
        cells = "".join(map(ods_cell, ["New", "T", "X-1", "N", "Unit"])) + shown
        kinds[f"{error} as a number"] = document(ods_row(cells))
    return kinds
