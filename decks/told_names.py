"""What people call a deck or a product: what its file says, and a title made from its name."""

from pathlib import Path

from evenhand.decks.deck_names import peek_deck_name
from evenhand.decks.deck_table import is_deck_table_name, peek_table_name
from evenhand.decks.problems import InputError, UsageError
from evenhand.decks.reading import keep_result
from evenhand.decks.text_file import decode, read_bytes
from evenhand.decks.toml_file import parse_toml

__all__ = ["make_title", "read_told_name"]

SMALL_WORDS = {"a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to",
               "v", "vs", "with"}  # fmt: skip


@keep_result
def read_told_name(path: Path) -> str:
    """Return what a file says that people call its deck or product; "" if it does not say.

    A file that cannot be read says nothing: whoever plays it says why.
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
    """Make a title of the name of a file: Caravan of Ix of ``caravan_of_ix``.

    Capitals that somebody wrote stay as they are.
    """
    words = name.replace("_", " ").split()
    if name != name.lower():
        return " ".join(words)
    inner = range(1, len(words) - 1)
    return " ".join(
        word if place in inner and word in SMALL_WORDS else word[:1].upper() + word[1:]
        for place, word in enumerate(words)
    )
