"""ODS files, written as LibreOffice does."""

import io
import zipfile
from html import escape

WORDS = ("office", "style", "table", "text")
SPACES = " ".join(
    f'xmlns:{word}="urn:oasis:names:tc:opendocument:xmlns:{word}:1.0"' for word in WORDS
)
STYLES = (
    "<office:automatic-styles>"
    '<style:style style:name="list" style:family="table"><style:table-properties/></style:style>'
    '<style:style style:name="Hidden" style:family="table">'
    '<style:table-properties table:display="false"/></style:style>'
    '<style:style style:name="Struck" style:family="table-cell"><style:text-properties '
    'style:text-line-through-style="solid" style:text-line-through-type="single"/></style:style>'
    '<style:style style:name="plain" style:family="table-cell">'
    '<style:text-properties style:text-line-through-style="none"/></style:style>'
    "</office:automatic-styles>"
)
MIME = "application/vnd.oasis.opendocument.spreadsheet"


def document(**sheets):
    """Write a file of sheets, each a list of rows; a cell is a value, or markup in a `Markup`.

    Sheets and rows that are `Hidden` lists are hidden.
    """
    tables = "".join(
        f'<table:table table:name="{escape(name)}" table:style-name="{type(rows).__name__}">'
        f"{''.join(map(row, rows))}</table:table>"
        for name, rows in sheets.items()
    )
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("mimetype", MIME)
        archive.writestr(
            "content.xml",
            f"<office:document-content {SPACES}>{STYLES}<office:body><office:spreadsheet>{tables}"
            "</office:spreadsheet></office:body></office:document-content>",
        )
    return content.getvalue()


class Hidden(list):
    """A sheet or a row that nobody sees who opens the file."""


class Struck(str):
    """A text that is struck through."""


class Markup(str):
    """A cell that is written as it is."""


COVERED = Markup("<table:covered-table-cell/>")


def row(values):
    hidden = ' table:visibility="filter"' if isinstance(values, Hidden) else ""
    return f"<table:table-row{hidden}>{''.join(map(cell, values))}</table:table-row>"


def cell(value, more=""):
    match value:
        case Markup():
            return value
        case "":
            return "<table:table-cell/>"
        case int() | float():
            kind = f'office:value-type="float" office:value="{value}"'
        case Struck():
            kind = 'office:value-type="string" table:style-name="Struck"'
        case _:
            kind = 'office:value-type="string"'
    return (
        f"<table:table-cell {kind} {more}><text:p>{escape(str(value))}</text:p></table:table-cell>"
    )


def merged(value, down=1, right=1):
    """Write a cell that covers others."""
    spans = f'table:number-rows-spanned="{down}" table:number-columns-spanned="{right}"'
    return Markup(cell(value, spans))
