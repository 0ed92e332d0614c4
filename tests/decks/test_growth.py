"""Twice as much to read takes about twice the time, for every reader and up to its limits."""

import gc
import json
from time import process_time

import pytest

from evenhand.decks.addresses import fetch, forget_addresses
from evenhand.decks.columns import Columns
from evenhand.decks.divine_cross.schema import SCHEMA
from evenhand.decks.divine_cross.words import VOCABULARY
from evenhand.decks.language.errors import AbilityError
from evenhand.decks.language.parse import parse
from evenhand.decks.pool import load_pool
from evenhand.decks.problems import InputError
from evenhand.decks.sheet import read_sheet
from evenhand.decks.toml_file import parse_toml
from evenhand.gate.baseline import read_json
from tests.hostile.bad_sheets import (
    SHEET,
    STRINGS,
    STYLES,
    document,
    ods_cell,
    ods_row,
    pack,
    workbook,
)
from tests.local_server import Answer, serve

MOST = 2.5  # times the time for twice as much
LEAST = 0.002  # seconds that matter
ATTEMPTS = 8  # of which one has to show it: the machine does other things, too
COLUMNS = Columns(("name", "hp"), ("name",))
SPAN = "<text:span>ten letters</text:span>"
ACROSS, DOWN = "table:number-columns-repeated", "table:number-rows-repeated"
ROW = '<row><c t="str"><v>A</v></c><c t="inlineStr"><is>{}</is></c></row>'


def sheet_with(rows, more="", **parts):
    body = f"<worksheet><sheetData>{rows}</sheetData>{more}</worksheet>".encode()
    return pack({**workbook(), SHEET: body, **parts})


def with_strings(text):
    cell = '<row><c t="s"><v>0</v></c></row>'
    return sheet_with(cell, **{STRINGS: f"<sst>{text}</sst>".encode()})


def with_formats(code):
    return sheet_with("<row/>", **{STYLES: f'<a><numFmt formatCode="{code}"/></a>'.encode()})


def merged(n):
    areas = "".join(f'<mergeCell ref="A{row}:B{row + 1}"/>' for row in range(1, n, 2))
    rows = "<row><c><v>1</v></c><c><v>2</v></c></row>" * n
    return sheet_with(rows, f"<mergeCells>{areas}</mergeCells>")


def merged_over_all(n):
    areas = '<mergeCell ref="A1:SF20"/>' * n
    return sheet_with(ROW.format("<t>3</t>") * 20, f"<mergeCells>{areas}</mergeCells>")


def ods(rows):
    return document(rows).content()


TABLES = {
    "rows.csv": (4_000, lambda n: b"name,hp\n" + b"A,3\n" * n),
    "columns.csv": (400_000, lambda n: b"name,hp\n" + b"," * n),
    "quotes.csv": (60_000, lambda n: b'name,hp\nA,"' + b'""' * n + b'"\n'),
    "open quote.csv": (60_000, lambda n: b'name,hp\nA,"' + b"\n" * n),
    "long line.csv": (2_000_000, lambda n: b"x" * n),
    "rows.xlsx": (4_000, lambda n: sheet_with(ROW.format("<t>3</t>") * n)),
    "runs in a cell.xlsx": (20_000, lambda n: sheet_with(ROW.format("<r><t>ab</t></r>" * n))),
    "runs in a text.xlsx": (20_000, lambda n: with_strings(f"<si>{'<r><t>ab</t></r>' * n}</si>")),
    "texts.xlsx": (20_000, lambda n: with_strings("<si><t>ab</t></si>" * n)),
    "formats.xlsx": (200_000, lambda n: with_formats("[" * n)),
    "quotes in formats.xlsx": (100_000, lambda n: with_formats("&quot;'" * (n // 4))),
    "merged areas.xlsx": (2_000, merged),
    "merged over each other.xlsx": (2_000, merged_over_all),
    "rows.ods": (4_000, lambda n: ods(ods_row(ods_cell("x")) * n)),
    "spans.ods": (20_000, lambda n: ods(ods_row(ods_cell(SPAN * n)))),
    "spaces.ods": (20_000, lambda n: ods(ods_row(ods_cell('<text:s text:c="12"/>' * n)))),
    "many spaces.ods": (40_000, lambda n: ods(ods_row(ods_cell('<text:s text:c="999"/>' * n)))),
    "paragraphs.ods": (20_000, lambda n: ods(ods_row(ods_cell("</text:p><text:p>" * n)))),
    "repeated.ods": (200, lambda n: ods(
        ods_row(ods_cell("x", f'{ACROSS}="{n}"'), f'{DOWN}="100"'))),
    "hidden rows.ods": (20_000, lambda n: ods(ods_row("", 'table:visibility="filter"') * n)),
}  # fmt: skip
SETTINGS = {
    "quotes in a comment": (10_000, lambda n: 'a = 1\n# """\nb = """\n' + "b = [\n" * n + '"""\n'),
    "lists": (5_000, lambda n: f"a = [{'[],' * n}]"),
    "keys": (4_000, lambda n: "".join(f"k{i} = 1\n" for i in range(n))),
    "keys of keys": (1_000, lambda n: "".join(f"{'a.' * 18}k{i} = 1\n" for i in range(n))),
    "tables": (4_000, lambda n: "".join(f"[k{i}]\n" for i in range(n))),
    "tables in a list": (4_000, lambda n: "[[x]]\n" * n),
    "open string": (40_000, lambda n: 'a = "' + '\\"' * n),
    "open strings": (20_000, lambda n: 'a = """' + '\\"""\n' * n),
    "blanks": (200_000, lambda n: f"a = 1{' ' * n}"),
    "digits": (200_000, lambda n: f"a = {'9' * n}"),
    "dots": (100_000, lambda n: "a." * n),
    "brackets": (200_000, lambda n: "a = " + "[" * n),
}
TEXTS = {
    "words": (950, lambda n: "draw " * (n // 5)),
    "sentences": (950, lambda n: "Draw 1 card. " * (n // 13)),
    "steps": (950, lambda n: "Play: draw 1 card" + ", draw 1 card" * (n // 13)),
    "conditions": (950, lambda n: "Play: " + "if you have 3 cards, " * (n // 21) + "draw 1 card."),
    "brackets": (950, lambda n: "(" * n),
    "long word": (950, lambda n: "x" * n),
    "hyphens": (950, lambda n: "a-" * (n // 2)),
}


def seconds(read, content):
    gc.disable()  # as `timeit` does: its own time grows with all that the tests hold
    start = process_time()
    try:
        read(content)
    except (InputError, AbilityError):
        pass
    finally:
        gc.enable()
    return process_time() - start


def check_growth(read, make, size):
    """Try until twice as much has taken little more than twice the time of a moment before."""
    once, twice = make(size), make(2 * size)
    seconds(read, once)  # what is kept is made by the first
    tried = []
    for _ in range(ATTEMPTS):
        tried.append((seconds(read, once), seconds(read, twice)))
        if tried[-1][1] <= MOST * tried[-1][0] + LEAST:
            return
    pytest.fail(f"seconds for once and for twice as much: {tried}")


@pytest.mark.parametrize("kind", TABLES)
def test_tables(kind, tmp_path):
    size, make = TABLES[kind]
    path = tmp_path / kind

    def read(content):
        path.write_bytes(content)
        read_sheet(path, COLUMNS)

    check_growth(read, make, size)


@pytest.mark.parametrize("kind", SETTINGS)
def test_settings(kind):
    size, make = SETTINGS[kind]
    check_growth(lambda text: parse_toml(text, "a.toml").line_of(("b",)), make, size)


@pytest.mark.parametrize("kind", TEXTS)
def test_ability_texts(kind):
    size, make = TEXTS[kind]
    check_growth(lambda text: parse(text, VOCABULARY), make, size)


def test_cards_that_say_nothing(write):
    header = "name,title,type,hp,attribute,retreat,skill1,skill1_cost,skill1_damage,abilities\n"

    def read(n_cards):
        rows = (f"A{n},T,Unit,4,Red,1,Jab,1,6,Play: frobnicate {n}.\n" for n in range(n_cards))
        load_pool(SCHEMA, write("cards.csv", header + "".join(rows)))

    check_growth(read, int, 40)


def test_baselines(write):
    path = write("a.json", "")

    def read(content):
        path.write_text(content)
        read_json(path)

    check_growth(read, lambda n: json.dumps({"cells": [{"of": [n]}] * n}), 20_000)


def test_addresses():
    with serve() as server:

        def read(content):
            forget_addresses()
            server.answers["/a"] = Answer(content)
            fetch(f"{server.address}/a")

        check_growth(read, bytes, 4 * 1024 * 1024)
