"""Display names of decks and products: read from the file, or made from the file's name."""

from pathlib import Path

from evenhand.decks.deck_names import peek_deck_name
from evenhand.decks.deck_table import is_deck_table_name, peek_table_name
from evenhand.decks.file_cache import cache_result
from evenhand.decks.problems import InputError, UsageError
from evenhand.decks.text_file import decode, read_bytes
from evenhand.decks.toml_file import parse_toml

__all__ = ["make_title", "read_display_name"]

SMALL_WORDS = {"a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to",
               "v", "vs", "with"}  # fmt: skip


@cache_result
def read_display_name(path: Path) -> str:
    """Return the display name in a deck's or product's file; "" if it gives none.

    Returns "" for an unreadable file, too; the error is reported when the file is loaded.
    """
    try:
        if is_deck_table_name(path):
            return peek_table_name(path)
        text = decode(read_bytes(path), path)
        if path.suffix.casefold() == ".toml":
            name = parse_toml(text, str(path)).content.get("name", "")
            return name if isinstance(name, str) else ""
        return peek_deck_name(text)
    except (InputError, UsageError):
        return ""


def make_title(name: str) -> str:
    """Make a display name from a file's name: "Caravan of Ix" from ``caravan_of_ix``.

    A name with capitals keeps its capitals.
    """
    words = name.replace("_", " ").split()
    if name != name.lower():
        return " ".join(words)
    inner = range(1, len(words) - 1)
    return " ".join(
        word if place in inner and word in SMALL_WORDS else word[:1].upper() + word[1:]
        for place, word in enumerate(words)
    )
