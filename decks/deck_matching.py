"""Match a line of a deck file with one card, or explain why none or several match."""

import re

from evenhand.decks.deck_formats import PLAIN, DeckFormat
from evenhand.decks.deck_line_parsing import (
    MOST_COPIES,
    Meaning,
    guess_name,
    list_clear_spellings,
    split_double_count,
)
from evenhand.decks.deck_lines import CardLine
from evenhand.decks.invisible_characters import shorten
from evenhand.decks.pool import CardPool
from evenhand.decks.problems import Problem

__all__ = ["match_line"]

# ~~2 Ember Lancer~~, [ ] 2 Ember Lancer, and crosses and ticks
STRUCK = re.compile(r"~~|\[[ xX]?\]\s|[\u2610-\u2612\u2705\u2713-\u2718\u274c\u274e\u2716]")
HEADING = re.compile(r"[^\W\d][^()]{0,60}\([0-9]{1,3}\)")  # Creatures (12)


def match_line(
    card: CardLine,
    pool: CardPool,
    file: str,
    deck_format: DeckFormat = PLAIN,
    wants_hint: bool = True,
) -> tuple[Meaning | None, Problem | None]:
    """Match a deck's line: return its one meaning and None, or None and a problem.

    Parameters
    ----------
    deck_format : DeckFormat
        The format of the file.
    wants_hint : bool
        Whether to search the nearest card's name, which is slow.
    """

    def report(message: str, hint: str = "") -> tuple[None, Problem]:
        return None, Problem(file, card.line, None, message, hint)

    meanings = card.read.meanings
    if card.wrong:
        return report(card.wrong)
    if not meanings:
        return report(*_describe_unknown(card, pool, deck_format, wants_hint))
    if len(meanings) > 1:
        return report(*_describe_ambiguous(card, meanings, pool))
    (meaning,) = meanings
    if unread := pool.find_unread(meaning.rows):
        message = f"'{shorten(unread.name)}' cannot be read"
        place = f"see {pool.file}:{unread.line}"
        return None, Problem(file, card.line, None, message, place, unread.name)
    if len(meaning.rows) > 1:
        ways = " or ".join(f"'{pool.labels[row]}'" for row in meaning.rows)
        return report(f"expected {ways}, found '{shorten(meaning.name)}'")
    if not 1 <= meaning.copies <= MOST_COPIES:
        return report(f"expected 1 to {MOST_COPIES} copies, found {meaning.copies}")
    return meaning, None


def _describe_unknown(
    card: CardLine, pool: CardPool, deck_format: DeckFormat, wants_hint: bool
) -> tuple[str, str]:
    """Return a message that a line matches no card, and a hint."""
    if twice := split_double_count(card.words, pool):
        ways = " or ".join(f"'{meaning.copies} {meaning.name}'" for meaning in twice)
        return f"expected one number of copies, found two: '{shorten(card.words)}'", f"{ways}?"
    if STRUCK.match(card.words):
        message = f"the mark on '{shorten(card.words)}' may take the card out of the deck"
        return message, "leave the line out if it does, else write the number and the name alone"
    name, hint = guess_name(card.words, pool, wants_hint, deck_format)
    if not hint and HEADING.fullmatch(card.words):
        hint = f"as a heading, write '{name}:'"
    if card.line == 1 and not hint and not any(map(str.isdecimal, card.words)):
        hint = f"if it is the deck's name, write 'name = {name}'"
    return f"no card is called '{name}'", hint


def _describe_ambiguous(card: CardLine, meanings: list[Meaning], pool: CardPool) -> tuple[str, str]:
    """Return a message with all cards that a line matches, and a hint with clear spellings."""
    texts = " or ".join(map(str, meanings))
    ways = [f"'{way}'" for meaning in meanings for way in list_clear_spellings(meaning, pool)[:1]]
    hint = f"write {' or '.join(ways)}" if ways else ""
    return f"'{shorten(card.words)}' may mean {texts}", hint
