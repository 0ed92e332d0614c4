"""Matching a line of a deck file with one card, or saying why none or more than one fits."""

import re

from evenhand.decks.deck_lines import CardLine
from evenhand.decks.deck_readings import (
    MOST_COPIES,
    Reading,
    list_ways,
    name_unknown,
    read_line,
    read_name,
    split_twice,
)
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import Problem
from evenhand.decks.text_file import shorten

__all__ = ["match_line"]

COUNT = re.compile(r"([0-9]{1,9})(?:[.,]0+)?\s*[xX\u00d7]?")  # spreadsheets write 2 as 2.0


def match_line(
    card: CardLine, pool: CardPool, file: str, wants_hint: bool = True
) -> tuple[Reading | None, Problem | None]:
    """Find the one meaning of a line, or what is wrong with it.

    Parameters
    ----------
    wants_hint : bool
        Whether to look for the nearest card's name, which takes a while.
    """

    def wrong(message: str, hint: str = "", column: str | None = None) -> tuple[None, Problem]:
        return None, Problem(file, card.line, column, message, hint)

    if card.copies is None:
        found = read_line(card.words, pool)
    else:
        counted = COUNT.fullmatch(card.copies)
        if counted is None:
            return wrong(f"expected a number of copies, found '{shorten(card.copies)}'")
        rows = read_name(card.words, pool)
        found = [Reading(int(counted[1]), card.words, rows)] if rows else []
    if not found:
        return wrong(*_say_unknown(card, pool, wants_hint))
    if len(found) > 1:
        return wrong(*_say_unclear(card, found, pool))
    (reading,) = found
    if len(reading.rows) > 1:
        cards = [pool.cards[row] for row in reading.rows]
        ways = " or ".join(f"'{card.name} ({card.variant})'" for card in cards)
        return wrong(f"expected {ways}, found '{shorten(reading.name)}'")
    if not 1 <= reading.copies <= MOST_COPIES:
        return wrong(f"expected 1 to {MOST_COPIES} copies, found {reading.copies}")
    return reading, None


def _say_unknown(card: CardLine, pool: CardPool, wants_hint: bool) -> tuple[str, str]:
    """Say that no card has the name, and which one is nearest."""
    if card.copies is None and (twice := split_twice(card.words, pool)):
        ways = " or ".join(f"'{reading.copies} {reading.name}'" for reading in twice)
        return f"expected one number of copies, found two: '{shorten(card.words)}'", f"{ways}?"
    name, hint = name_unknown(card.words, pool, wants_hint)
    return f"no card is called '{name}'", hint


def _say_unclear(card: CardLine, found: list[Reading], pool: CardPool) -> tuple[str, str]:
    """Name all that a line may mean, and how each of them is written without doubt."""
    meanings = " or ".join(map(str, found))
    ways = [f"'{way}'" for reading in found for way in list_ways(reading, pool)[:1]]
    hint = f"write {' or '.join(ways)}" if ways else ""
    return f"'{shorten(card.words)}' may mean {meanings}", hint
