"""What people call a deck or a product, read from its file without reading its cards."""

import tomllib
from pathlib import Path

from evenhand.decks.deck_lines import peek_deck_name
from evenhand.decks.deck_table import is_deck_table_name, read_deck_table
from evenhand.decks.problems import InputError, UsageError
from evenhand.decks.text_file import decode, read_bytes

__all__ = ["read_told_name"]


def read_told_name(path: Path) -> str:
    """Return what a file says that people call its deck or product; "" if it does not say.

    A file that cannot be read says nothing: whoever plays it says why.
    """
    try:
        if is_deck_table_name(path):
            return read_deck_table(path)[0].name
        text = decode(read_bytes(path), path)
        if path.suffix.casefold() == ".toml":
            name = tomllib.loads(text).get("name", "")
            return name if isinstance(name, str) else ""
        return peek_deck_name(text)
    except (InputError, UsageError, tomllib.TOMLDecodeError):
        return ""
