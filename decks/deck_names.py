"""Find and validate the display name that a deck list gives to its deck."""

import re

from evenhand.decks.boards import ABOUT
from evenhand.decks.card import name_key
from evenhand.decks.deck_formats import unwrap_comments
from evenhand.decks.invisible_characters import find_unseen
from evenhand.decks.text_file import normalize_text

__all__ = ["LONGEST_DECK_NAME", "parse_name_line", "peek_deck_name", "validate_deck_name"]

LONGEST_DECK_NAME = 60
LONGEST_HEAD = 100_000  # characters of a list in which its name is searched
NAME = re.compile(r"(?:deck\s?)?name\s*[:=]\s*(.*)", re.IGNORECASE)
ABOUT_NAME = re.compile(r"name\s+(.+)", re.IGNORECASE)


def parse_name_line(words: str, section: str) -> str | None:
    """Return the deck's name from a line below a heading; None if the line gives none."""
    match = NAME.fullmatch(words) or (section in ABOUT and ABOUT_NAME.fullmatch(words))
    return _remove_comment(match[1]) if match else None


def validate_deck_name(text: str) -> tuple[str, str]:
    """Return a deck's valid display name and "", or "" and an error message."""
    name = " ".join(text.split())
    if unseen := find_unseen(text):
        return "", f"the deck's name holds {unseen}"
    if not name_key(name):
        return "", "expected a name for the deck, found nothing that can be seen"
    if len(name) > LONGEST_DECK_NAME:
        message = f"the deck's name has {len(name):,} characters; the most is {LONGEST_DECK_NAME}"
        return "", message
    return name, ""


def peek_deck_name(text: str) -> str:
    """Return the name that a deck list gives, without parsing its cards; "" if it gives none."""
    section, raw = "", re.split(r"\r\n|\r|\n", text[:LONGEST_HEAD])
    for line in unwrap_comments(raw) or raw:
        words = " ".join(normalize_text(line).split())
        if (name := parse_name_line(words, section)) is not None:
            return validate_deck_name(name)[0]
        heading = words.casefold().strip("[]:")
        section = heading if heading in ABOUT else section
    return ""


def _remove_comment(text: str) -> str:
    """Remove the quotes around a deck's name, or else the comment after it."""
    quoted = re.fullmatch(r'"([^"]*)"\s*(?:(?:#|//).*)?', text)
    return quoted[1] if quoted else re.split(r"(?:^|\s)(?:#|//)", text, maxsplit=1)[0]
