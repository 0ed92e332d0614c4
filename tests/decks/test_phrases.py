"""Sentences of people who had not seen the vocabularies: what of them is understood.

Each file has a text, the cells of the card that it stands on, and either what it means, as the
language prints it, or the idea that the game lacks.
"""

import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from evenhand.decks.language import AbilityError, parse, sentence
from evenhand.decks.language.errors import AmbiguousError, UnknownPartError
from evenhand.decks.pool import load_pool
from evenhand.decks.sample_sentences import SampleSentences

FILES = sorted(Path(__file__).with_name("phrases").glob("*.toml"))
SHARE = 0.9  # of what a game can say, that is understood at the first try


def rows_of(path):
    return tomllib.loads(path.read_text(encoding="utf-8"))["phrase"]


def schema_of(path):
    return import_module(f"evenhand.decks.{path.stem}.schema").SCHEMA


def read(row, schema):
    speaker = schema.card_model.speaker(row["card"])
    abilities = parse(row["text"], schema.vocabulary, tuple(row.get("names", ())), speaker)
    return sentence(abilities, schema.vocabulary)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_understood_is_what_is_meant(path):
    schema = schema_of(path)
    wrong, refused = [], []
    sayable = [row for row in rows_of(path) if "means" in row]
    for row in sayable:
        try:
            if (found := read(row, schema)) != row["means"]:
                wrong.append((row["text"], found, row["means"]))
        except AbilityError:
            refused.append(row["text"])
    assert wrong == []
    assert len(refused) <= (1 - SHARE) * len(sayable), refused


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_a_game_lacks_is_refused_with_sentences_that_work(path):
    schema = schema_of(path)
    samples = SampleSentences(schema, lambda: load_pool(schema).cards)
    for row in rows_of(path):
        moments = schema.card_model.allowed_moments(row["card"])
        try:
            read(row, schema)
            assert "means" in row, row["text"]
        except AbilityError as error:
            hint = samples.suggest(row["text"], error, moments)
            if isinstance(error, AmbiguousError):
                assert not hint and error.hint.startswith("they differ "), row["text"]
                continue
            if isinstance(error, UnknownPartError):
                works = error.hint.removeprefix("without it, ").removeprefix("this works: '")
                assert not hint and len(works) < len(error.hint), row["text"]
                read({**row, "text": works[:-1]}, schema)
                continue
            assert hint.startswith(("these work: '", "'evenhand words")), row["text"]


def test_there_are_enough_of_them():
    assert len(FILES) == 4
    assert sum(len(rows_of(path)) for path in FILES) >= 150


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_meaning_is_made_up(path):
    vocabulary = schema_of(path).vocabulary
    for row in rows_of(path):
        if "means" in row:
            names = tuple(row.get("names", ()))
            assert sentence(parse(row["means"], vocabulary, names), vocabulary) == row["means"]
