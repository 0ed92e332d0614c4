"""The hardest abilities of five games, which the decision note of the language shows."""

from importlib import import_module
from pathlib import Path

import pytest

from evenhand.decks.language import compile_abilities, parse, sentence

GAMES = ("divine_cross", "starcrossed", "blackpoker", "divino", "divinity")
NOTE = Path(__file__).parents[3] / "docs" / "decisions" / "ability-language.md"


@pytest.fixture(params=GAMES)
def game(request):
    return import_module(f"tests.decks.language.hardest.{request.param}")


def test_there_are_twenty_different_ones(game):
    assert len(set(game.TEXTS)) == 20


def test_each_is_printed_as_it_was_written(game):
    for text in game.TEXTS:
        assert sentence(parse(text, game.VOCABULARY, game.NAMES), game.VOCABULARY) == text


def test_each_compiles(game):
    abilities = [parse(text, game.VOCABULARY, game.NAMES) for text in game.TEXTS]
    compiled = compile_abilities(abilities, game.VOCABULARY, game.NAMES.index)
    assert compiled.n_abilities.tolist() == [1] * 20
    assert compiled.abilities["n_steps"].sum() == len(compiled.steps)


def test_the_note_shows_them_all(game):
    note = NOTE.read_text(encoding="utf-8")
    assert [text for text in game.TEXTS if text not in note] == []
