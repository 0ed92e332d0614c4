"""Texts that can be read in several ways: what each does on a table, and one of them written."""

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.__main__ import main
from evenhand.commands import card_readings
from evenhand.decks.problems import UsageError
from evenhand.experiments import reading_examples
from evenhand.experiments.reading_examples import find_example
from evenhand.inputs.ambiguous_texts import find_ambiguous_texts
from evenhand.inputs.card_file_edits import TextEdit, replace_texts
from evenhand.simulate.registry import load_game

GAME = load_game("divine_cross")
HEADER = (
    "name,title,type,hp,attribute,retreat,skill1,skill1_cost,skill1_damage,"
    "skill2,skill2_cost,skill2_damage,abilities\r\n"
)
UNIT = "Ace,Set,Unit,300,Red,1,Poke,1,50,Smash,2,100,"
TEXT = "Deal 80 damage to a random enemy unit."
OTHER = (
    '"Bea, the Elder",Set,Unit,300,Red,1,Jab,1,50,Slam,2,100,"Draw a card, then discard one"\r\n'
)
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "cards.csv"
    path.write_bytes(f'\ufeff# notes, "mine"\r\n{HEADER}{UNIT}{TEXT}\r\n{OTHER}'.encode())
    return path


def list_found(path: Path):
    return find_ambiguous_texts(GAME.schema, str(path), [3, 4])


def test_each_reading_does_on_a_table_what_it_says(cards: Path) -> None:
    texts = list_found(cards)
    assert [text.card for text in texts.found] == ["Ace", "Bea, the Elder"]
    ace = texts.found[0]
    example = find_example(GAME, texts.sheet, ace.row, ace.readings)
    assert example is not None
    assert example.table[0] == "Player 1: main Ace with 6 energy"
    skill = example.answers[0][-1]
    dealt = {"Player 1: skill 1: Poke": ("130", "50"), "Player 1: skill 2: Smash": ("100", "180")}
    for outcome, damage in zip(example.outcomes, dealt[skill], strict=True):
        assert outcome == (f"Player 2: Filler damage: 0 → {damage}",)


def test_readings_that_are_alike_have_no_example(
    cards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_examples, "MOST_SECONDS", 0.5)
    texts = list_found(cards)
    row = texts.found[0].row
    assert find_example(GAME, texts.sheet, row, 2 * ("Skill 1: draw 1 card.",)) is None
    assert find_example(GAME, texts.sheet, row, ("Skill 1: draw 1 card.", "no words")) is None


def test_cards_shows_both_and_says_what_to_type(cards: Path, capsys: Captured) -> None:
    before = cards.read_bytes()
    assert main(["cards", GAME.name, "--cards", str(cards)]) == 3
    shown = capsys.readouterr().err
    assert f"{cards}:3: column 'abilities': 'Ace' can be read in 2 ways\n" in shown
    assert "    1  Skill 1: deal 80 damage to a random enemy unit.\n" in shown
    assert "\n    With 2  Player 2: Filler damage: 0 → " in shown
    assert f"evenhand cards divine_cross --cards {cards} Ace --reading 1" in shown
    assert cards.read_bytes() == before


def test_a_reading_is_written_into_its_cell_alone(cards: Path, capsys: Captured) -> None:
    before = cards.read_bytes()
    named = ["cards", GAME.name, "--cards", str(cards)]
    assert main([*named, "Ace", "--reading", "2"]) == 0
    shown = capsys.readouterr().out
    assert f"    was  {TEXT}\n" in shown
    assert "1 mistake remains" in shown
    new = b"Skill 2: deal 80 damage to a random enemy unit."
    assert cards.read_bytes() == before.replace(TEXT.encode(), new)
    assert main([*named, "elder", "--reading", "1"]) == 0
    assert b',"Skill 1: draw 1 card; discard 1 card."\r\n' in cards.read_bytes()
    capsys.readouterr()
    assert main(named) == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["Ace", "--reading", "3"], "a number from 1 to 2"),
        (["Acee", "--reading", "1"], "did you mean 'Ace'?"),
        (["--reading", "1"], "of which card?"),
        (["Ace", "--reading", "1", "--json"], "do not go together"),
    ],
)
def test_a_wrong_choice_writes_nothing(
    cards: Path, capsys: Captured, words: list[str], said: str
) -> None:
    before = cards.read_bytes()
    assert main(["cards", GAME.name, "--cards", str(cards), *words]) == 2
    assert said in capsys.readouterr().err
    assert cards.read_bytes() == before


def test_on_a_terminal_one_key_chooses(
    cards: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = iter([2, 0])
    monkeypatch.setattr(card_readings, "can_choose", lambda: True)
    monkeypatch.setattr(card_readings, "choose", lambda question, most: next(keys))
    before = cards.read_bytes()
    assert main(["cards", GAME.name, "--cards", str(cards)]) == 3
    assert "--reading" not in capsys.readouterr().err
    new = b"Skill 2: deal 80 damage to a random enemy unit."
    assert cards.read_bytes() == before.replace(TEXT.encode(), new)


def test_a_file_that_was_saved_meanwhile_is_left_alone(
    cards: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def save(question: str, most: int) -> int:
        cards.write_text("mine")
        return 1

    monkeypatch.setattr(card_readings, "can_choose", lambda: True)
    monkeypatch.setattr(card_readings, "choose", save)
    assert main(["cards", GAME.name, "--cards", str(cards)]) == 2
    assert "was changed meanwhile" in capsys.readouterr().err
    assert cards.read_text() == "mine"


def test_other_commands_say_where_to_choose(cards: Path, capsys: Captured) -> None:
    main(["run", GAME.name, "--cards", str(cards), "--games", "2"])
    assert "\nevenhand cards shows on a table what each of these does" in capsys.readouterr().err


@given(st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1))
def test_any_text_is_read_back_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    path = tmp_path_factory.mktemp("written") / "cards.csv"
    path.write_bytes(f"{HEADER}{UNIT}{TEXT}\r\n".encode())
    written = replace_texts(GAME.schema, path, [TextEdit(2, "abilities", text)]).decode()
    assert written.startswith(HEADER + UNIT)
    assert list(csv.reader(io.StringIO(written, newline=""), strict=True))[1][-1] == text


def test_in_a_folder_the_command_names_it_again(tmp_path: Path, capsys: Captured) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "balance.toml").write_text(f'game = "{GAME.name}"\ncards = "cards.csv"\n')
    (folder / "cards.csv").write_text(f"{HEADER}{UNIT}{TEXT}\n".replace("\r", ""))
    assert main(["cards", str(folder)]) == 3
    shown = capsys.readouterr().err
    assert f"evenhand cards {folder} Ace --reading 1" in shown
    assert main(["cards", str(folder), "Ace", "--reading", "1"]) == 0
    assert "Skill 1: deal 80 damage" in (folder / "cards.csv").read_text()


def test_a_spreadsheet_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="spreadsheet"):
        replace_texts(GAME.schema, tmp_path / "cards.xlsx", [])
