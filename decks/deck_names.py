"""The name that a deck list gives to its deck, for people."""

import re

from evenhand.decks.boards import ABOUT
from evenhand.decks.card import name_key
from evenhand.decks.deck_forms import unwrap
from evenhand.decks.text_file import tidy
from evenhand.decks.visible import find_unseen

__all__ = ["LONGEST_DECK_NAME", "find_deck_name", "peek_deck_name", "read_deck_name"]

LONGEST_DECK_NAME = 60
LONGEST_HEAD = 100_000  # characters of a list in which its name is looked for
NAME = re.compile(r"(?:deck\s?)?name\s*[:=]\s*(.*)", re.IGNORECASE)
ABOUT_NAME = re.compile(r"name\s+(.+)", re.IGNORECASE)


def find_deck_name(words: str, section: str) -> str | None:
    """Return what a line below a heading says the deck is called; None if it says nothing."""
    said = NAME.fullmatch(words) or (section in ABOUT and ABOUT_NAME.fullmatch(words))
    return _uncommented(said[1]) if said else None


def read_deck_name(text: str) -> tuple[str, str]:
    """Return a deck's name for people, and what is wrong with it: one of the two is ""."""
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
    """Find the name that a deck list gives, without knowing cards; "" if it gives none."""
    section, raw = "", re.split(r"\r\n|\r|\n", text[:LONGEST_HEAD])
    for line in unwrap(raw) or raw:
        words = " ".join(tidy(line).split())
        if (said := find_deck_name(words, section)) is not None:
            return read_deck_name(said)[0]
        heading = words.casefold().strip("[]:")
        section = heading if heading in ABOUT else section
    return ""


def _uncommented(text: str) -> str:
    """Take off quotes, in which a name may hold a comment's mark, or else the comment."""
    quoted = re.fullmatch(r'"([^"]*)"\s*(?:(?:#|//).*)?', text)
    return quoted[1] if quoted else re.split(r"(?:^|\s)(?:#|//)", text, maxsplit=1)[0]
