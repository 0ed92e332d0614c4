"""The command `deck`: what is in a deck, and what keeps it from being legal."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from evenhand.__main__ import main
from evenhand.decks.deck_list import sample_decks
from evenhand.inputs.job import prepare
from evenhand.inputs.request import Request
from evenhand.simulate.game import Game
from evenhand.simulate.registry import game_names, load_game

Captured = pytest.CaptureFixture[str]
GAMES = [load_game(name) for name in game_names()]
CARDS = """\
name,title,type,hp,attribute,retreat,skill1,skill1_cost,skill1_damage,abilities
Lancer,T,Unit,400,Red,1,Jab,1,60,
Giant,T,Unit,400,Red,1,Jab,3,60,
Rally,T,Event,,,,,,,Play: draw 2 cards.
"""
DECK = "name = Cinder Rush\n// Mainboard\nGiant x9\n20 Lancer\nRally\n"
OWN = ("--cards", "cards.csv", "--game", "divine_cross")
MANY = ("--set", "copy_limit=30")
SAID = """\
Cinder Rush (a): legal, 30 cards, 3 different
Rules: exactly 30 cards; at most 30 copies of cards of one name; cards of one \
title; at least 1 of type Unit

energy for the first skill   1  2  3
cards                       20  0  9

Unit (29)
 20 Lancer
  9 Giant

Event (1)
  1 Rally
"""


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("cards.csv").write_text(CARDS, encoding="utf-8")
    Path("a.txt").write_text(DECK, encoding="utf-8")
    rows = "Giant,9\nLancer,20\nRally,1\n"
    Path("b.csv").write_text(f"Card Name,Quantity\n{rows}", encoding="utf-8")


def test_a_deck_by_itself(capsys: Captured) -> None:
    assert main(["deck", "a.txt", *OWN]) == 3  # too many copies
    capsys.readouterr()
    assert main(["deck", "a.txt", *OWN, *MANY]) == 0
    assert capsys.readouterr().out == SAID


def test_a_folder_of_decks_has_a_line_for_each(capsys: Captured) -> None:
    asked = ["deck", ".", *OWN, *MANY]
    assert main(asked) == 0  # the card file beside them is no deck
    assert capsys.readouterr().out == (
        "Cinder Rush (a): legal, 30 cards, 3 different\nb: legal, 30 cards, 3 different\n"
    )


def test_files_of_a_folder_that_are_no_deck_lists_are_counted(capsys: Captured) -> None:
    Path("decks").mkdir()
    Path("decks/C.TXT").write_text(DECK, encoding="utf-8")
    for name in ("a.cod", "b.COD", "d.xlsx", "mine", ".hidden.ydk", "notes.md", "table.csv"):
        Path("decks", name).touch()
    Path("decks/old.dek").mkdir()
    said = (
        "decks: passed over 4 files that are no deck list (2 .cod, 1 .xlsx, 1 without an ending); "
        "a deck must be exported as text (.txt) or CSV"
    )
    assert main(["deck", "decks", *OWN, *MANY]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("Cinder Rush (C): legal")
    assert shown.err == f"{said}\n"
    assert main(["deck", "decks", *OWN, *MANY, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["notes"] == [said]
    assert main(["deck", "decks/C.TXT", *OWN, *MANY]) == 0
    assert capsys.readouterr().err == ""
    request = Request("divine_cross", cards="cards.csv", decks=["decks"], settings=[MANY[1]])
    assert said in prepare(request).notes


def test_a_deck_as_json(capsys: Captured) -> None:
    assert main(["deck", "a.txt", *OWN, *MANY, "--json"]) == 0
    (deck,) = json.loads(capsys.readouterr().out)["decks"]
    assert (deck["name"], deck["display_name"]) == ("a", "Cinder Rush")
    assert deck["cards"] == ["Lancer"] * 20 + ["Giant"] * 9 + ["Rally"]
    assert deck["list"][0] == {"copies": 20, "card": "Lancer", "kind": "Unit"}
    assert deck["kinds"] == {"Unit": 29, "Event": 1}
    assert deck["curve"] == {
        "cost": "energy for the first skill", "cards": {"1": 20, "2": 0, "3": 9},
    }  # fmt: skip
    assert "exactly 30 cards" in deck["rules"]


def test_all_problems_with_their_lines(capsys: Captured) -> None:
    Path("a.txt").write_text("name = \x07\n2 Lancr\n2 Lancer x3\n", encoding="utf-8")
    Path("b.csv").write_text("count,name\nx,Lancer\n1,Giantt\n", encoding="utf-8")
    assert main(["deck", "a.txt", "b.csv", *OWN]) == 3
    assert capsys.readouterr().err.splitlines() == [
        "error: a.txt:1: the deck's name holds \\x07 (a control character)",
        "error: a.txt:2: no card is called 'Lancr' (did you mean 'Lancer'?)",
        "error: a.txt:3: expected one number of copies, found two: '2 Lancer x3' "
        "('2 Lancer' or '3 Lancer'?)",
        "error: b.csv:2: expected a number of copies, found 'x'",
        "error: b.csv:3: no card is called 'Giantt' (did you mean 'Giant'?)",
    ]


def test_a_table_is_a_deck_wherever_decks_are(capsys: Captured) -> None:
    Path("balance.toml").write_text(
        'game = "divine_cross"\ncards = "cards.csv"\ndecks = ["a.txt", "b.csv"]\n'
        "[options]\ncopy_limit = 30\n",
        encoding="utf-8",
    )
    asked = ["run", "--no-report", "--games", "4", "--decks", "b,a", "--out", "one"]
    assert main(asked) == 0
    kept = sorted(path.name for path in Path("one/inputs/decks").iterdir())
    assert kept == ["a.txt", "b.csv"]
    assert main(["replay", "one", "--game", "1"]) == 0
    assert "Cinder Rush (heuristic)" in capsys.readouterr().out
    assert main(["run", "--repair", "one"]) == 0


@pytest.mark.parametrize("one", GAMES, ids=lambda one: one.name)
def test_every_game_says_its_deck_rules(one: Game, capsys: Captured) -> None:
    for mode in set(one.schema.modes) - set(one.schema.sealed_modes):
        file = next(iter(sample_decks(one.schema, mode).values()))
        assert main(["deck", str(file), "--game", one.name, "--mode", mode]) == 0
        lines = capsys.readouterr().out.splitlines()
        rules = lines[1].removeprefix("Rules: ").split("; ")
        assert len(rules) > 2 or one.name not in LIMITED
        assert sum(line.startswith("  ") for line in lines) >= 5


LIMITED = {game.name for game in GAMES if game.schema.deck_words}


@pytest.mark.parametrize(
    ("name", "option", "words"),
    [
        ("divine_cross", "copy_limit", "at most 7 copies of cards of one name"),
        ("divinity", "ritual_limit", "at most 7 Rituals"),
        ("divino", "deck_minimum", "at least 7 cards in the deck"),
        ("divino", "shrine_limit", "at most 7 Shrines"),
        ("blackpoker", "copy_limit", "at most 7 copies of a card"),
    ],
)
def test_deck_rules_follow_the_options(name: str, option: str, words: str) -> None:
    schema = load_game(name).schema
    say: Callable[..., object] | None = schema.deck_words
    assert say is not None
    assert words in say(schema.modes[0], {option: 7})
