"""Matching a line of a deck file with one card, or saying why none or more than one fits."""

import re

from evenhand.decks.deck_forms import PLAIN, Form
from evenhand.decks.deck_lines import CardLine
from evenhand.decks.deck_readings import (
    MOST_COPIES,
    Reading,
    list_ways,
    name_unknown,
    split_twice,
)
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import Problem
from evenhand.decks.text_file import shorten

__all__ = ["match_line"]

# ~~2 Ember Lancer~~, [ ] 2 Ember Lancer, and crosses and ticks
STRUCK = re.compile(r"~~|\[[ xX]?\]\s|[\u2610-\u2612\u2705\u2713-\u2718\u274c\u274e\u2716]")
HEADING = re.compile(r"[^\W\d][^()]{0,60}\([0-9]{1,3}\)")  # Creatures (12)


def match_line(
    card: CardLine, pool: CardPool, file: str, form: Form = PLAIN, wants_hint: bool = True
) -> tuple[Reading | None, Problem | None]:
    """Find the one meaning of a line, or what is wrong with it.

    Parameters
    ----------
    form : Form
        That of the file.
    wants_hint : bool
        Whether to look for the nearest card's name, which takes a while.
    """

    def wrong(message: str, hint: str = "") -> tuple[None, Problem]:
        return None, Problem(file, card.line, None, message, hint)

    found = card.read.readings
    if card.wrong:
        return wrong(card.wrong)
    if not found:
        return wrong(*_say_unknown(card, pool, form, wants_hint))
    if len(found) > 1:
        return wrong(*_say_unclear(card, found, pool))
    (reading,) = found
    if len(reading.rows) > 1:
        ways = " or ".join(f"'{pool.labels[row]}'" for row in reading.rows)
        return wrong(f"expected {ways}, found '{shorten(reading.name)}'")
    if not 1 <= reading.copies <= MOST_COPIES:
        return wrong(f"expected 1 to {MOST_COPIES} copies, found {reading.copies}")
    return reading, None


def _say_unknown(card: CardLine, pool: CardPool, form: Form, wants_hint: bool) -> tuple[str, str]:
    """Say that no card has the name, and which one is nearest."""
    if twice := split_twice(card.words, pool):
        ways = " or ".join(f"'{reading.copies} {reading.name}'" for reading in twice)
        return f"expected one number of copies, found two: '{shorten(card.words)}'", f"{ways}?"
    if STRUCK.match(card.words):
        message = f"the mark on '{shorten(card.words)}' may take the card out of the deck"
        return message, "leave the line out if it does, else write the number and the name alone"
    name, hint = name_unknown(card.words, pool, wants_hint, form)
    if not hint and HEADING.fullmatch(card.words):
        hint = f"as a heading, write '{name}:'"
    if card.line == 1 and not hint and not any(map(str.isdecimal, card.words)):
        hint = f"if it is the deck's name, write 'name = {name}'"
    return f"no card is called '{name}'", hint


def _say_unclear(card: CardLine, found: list[Reading], pool: CardPool) -> tuple[str, str]:
    """Name all that a line may mean, and how each of them is written without doubt."""
    meanings = " or ".join(map(str, found))
    ways = [f"'{way}'" for reading in found for way in list_ways(reading, pool)[:1]]
    hint = f"write {' or '.join(ways)}" if ways else ""
    return f"'{shorten(card.words)}' may mean {meanings}", hint
