from collections import Counter

import pytest

from evenhand.decks.deck_list import load_deck
from evenhand.decks.divine_cross.schema import SCHEMA
from evenhand.decks.pool import load_pool
from tests.decks.deck_files import CARDS


@pytest.fixture(scope="session")
def sample_pool():
    return load_pool(SCHEMA)


@pytest.fixture
def write(tmp_path):
    """Write a file and give its path."""

    def write_file(name, text):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write_file


@pytest.fixture(scope="session")
def list_pool(tmp_path_factory):
    path = tmp_path_factory.mktemp("pool") / "cards.csv"
    path.write_text(CARDS, encoding="utf-8")
    return load_pool(SCHEMA, path)


@pytest.fixture(scope="session")
def load_list(list_pool, tmp_path_factory):
    """Return a function that reads a file: how often each card is played, and the notes."""
    folder = tmp_path_factory.mktemp("decks")

    def load_file(text, name="a.txt", size=4):
        path = folder / name
        path.write_text(text, encoding="utf-8")
        options = {"deck_size": size, "copy_limit": 9, "min_units": 0}
        deck = load_deck(SCHEMA, list_pool, path, options=options)
        notes = [note.removeprefix(f"{path}: ") for note in deck.notes if "many" not in note]
        return Counter(list_pool.names[row] for row in deck.cards), notes, deck.display_name

    return load_file
