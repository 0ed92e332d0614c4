"""Numbers written into a card file: the rest stays as it was, byte for byte."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.decks.pool import load_pool
from evenhand.decks.problems import UsageError
from evenhand.inputs.card_file_edits import NumberEdit, list_records, replace_numbers
from evenhand.simulate.registry import load_game

SCHEMA = load_game("last_light").schema
ODD = (
    "\ufeff# my cards; not yet done\r\n"
    "Kind ;Name; Strength;My notes\r\n"
    "\r\n"
    'Gust;"Breath";1;"two lines,\nand ""quotes"" with 1 in them"\r\n'
    "Storm;Tempest; 2 ;1\r\n"
    'Oil;Drop;"1";'
)


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    path = tmp_path / "cards.csv"
    path.write_bytes(ODD.encode())
    return path


def test_only_the_numbers_change(odd: Path) -> None:
    pool = load_pool(SCHEMA, odd)
    edits = [NumberEdit(card.line, "strength", 10 + row) for row, card in enumerate(pool.cards)]
    content = replace_numbers(SCHEMA, odd, edits).decode()
    expected = ODD.replace('"Breath";1;', '"Breath";10;').replace("; 2 ;", "; 11 ;")
    assert content == expected.replace('"1";', '"12";')


def test_numbers_as_people_write_them_are_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    text = 'My cards, v2\nname;kind;strength\nBreath;Gust;"1,0"\nGale;Gust; 2. \nLamp;Oil;+3\n'
    path.write_text(text)
    pool = load_pool(SCHEMA, path)
    assert [card.cell("strength") for card in pool.cards] == [1, 2, 3]
    edits = [NumberEdit(card.line, "strength", 7) for card in pool.cards]
    content = replace_numbers(SCHEMA, path, edits).decode()
    assert content == text.replace("1,0", "7").replace("2.", "7").replace("+3", "7")


def test_no_edit_changes_nothing(odd: Path) -> None:
    assert replace_numbers(SCHEMA, odd, []) == ODD.encode()


def test_the_sample_cards_of_a_game(tmp_path: Path) -> None:
    schema = load_game("divine_cross").schema
    sample = schema.sample_path("cards.csv")
    pool = load_pool(schema, sample)
    card = pool.cards[pool.row_of("Ember Lancer")]
    path = tmp_path / "cards.csv"
    path.write_bytes(replace_numbers(schema, sample, [NumberEdit(card.line, "hp", 777)]))
    again = load_pool(schema, path)
    changed = [a for a, b in zip(again.cards, pool.cards, strict=True) if a != b]
    assert [(one.name, one.hp) for one in changed] == [("Ember Lancer", 777)]


def test_a_spreadsheet_is_left_to_its_own_program(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is a spreadsheet: change its cells"):
        replace_numbers(SCHEMA, tmp_path / "cards.xlsx", [])


CELLS = st.lists(
    st.lists(st.text('ab1,;"\n\r', max_size=5), min_size=2, max_size=4), min_size=1, max_size=5
)


@given(CELLS, st.sampled_from(["\n", "\r\n"]))
def test_cells_are_found_where_they_are(table: list[list[str]], end: str) -> None:
    quoted = [['"' + cell.replace('"', '""') + '"' for cell in row] for row in table]
    text = "".join(";".join(row) + end for row in quoted)
    found = [
        [text[start:stop].rstrip("\r") for start, stop in record.cells]
        for record in list_records(text, ";")
    ]
    assert found == quoted
