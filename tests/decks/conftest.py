import pytest

from evenhand.decks.divine_cross.schema import SCHEMA
from evenhand.decks.pool import load_pool


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
