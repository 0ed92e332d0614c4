"""Parse a card's text to its abilities."""

import re
from collections.abc import Collection

from evenhand.decks.language.errors import (
    AbilityError,
    TooMuchTextError,
    UnexpectedWordError,
    UnknownPartError,
    UnknownWordError,
    list_like,
)
from evenhand.decks.language.exact_parser import parse_exactly
from evenhand.decks.language.phrasing.free_parser import is_understood, parse_freely
from evenhand.decks.language.phrasing.subjects import explain_lost_subject
from evenhand.decks.language.tree import ANYBODY, Ability, Speaker
from evenhand.decks.language.vocabulary import NO_ABILITIES, Vocabulary

__all__ = ["parse"]

FIRST_WORD = re.compile(r"[\w'-]+")


def parse(
    text: str,
    vocabulary: Vocabulary,
    card_names: Collection[str] = (),
    speaker: Speaker = ANYBODY,
) -> tuple[Ability, ...]:
    """Parse a card's abilities, written as the language prints them or in players' own words.

    Parameters
    ----------
    text : str
        Any number of sentences. Case, spacing and the kind of quotes are ignored.
    vocabulary : Vocabulary
        The game's words.
    card_names : collection of str
        Names that may follow "named", or stand alone.
    speaker : Speaker
        The card of the text, which resolves ambiguities in players' words.

    Returns
    -------
    tuple of Ability
        Empty for an empty text.

    Raises
    ------
    AbilityError
        If the text is not understood, is impossible in the game, or has two meanings; with the
        position and the reason.
    """
    try:
        return parse_exactly(text, vocabulary, card_names)
    except TooMuchTextError:
        raise
    except AbilityError as error:
        if vocabulary is NO_ABILITIES:
            raise
        exact = error
    try:
        return parse_freely(text, vocabulary, card_names, speaker)
    except AbilityError as error:
        free = error
    if lost := explain_lost_subject(text):
        raise lost
    if isinstance(free, UnknownPartError) and is_misspelt(
        text, exact, vocabulary, card_names, speaker
    ):
        raise exact
    raise choose_error(exact, free)


def is_misspelt(
    text: str,
    error: AbilityError,
    vocabulary: Vocabulary,
    card_names: Collection[str],
    speaker: Speaker,
) -> bool:
    """Return whether a text is understood with a word that an error of it expects instead."""
    start = error.position or 0
    found = FIRST_WORD.match(text, start)
    if not error.hint or not found:
        return False
    near = list_like(found[0], error.expected)
    texts = (f"{text[:start]}{word}{text[found.end() :]}" for word in near)
    return any(is_understood(mended, vocabulary, card_names, speaker) for mended in texts)


def choose_error(exact: AbilityError, free: AbilityError) -> AbilityError:
    """Choose the error to report of two parses: in general, that which got further."""
    if isinstance(free, UnknownPartError) or (
        isinstance(free, UnknownWordError) and not exact.hint
    ):
        return free
    if not isinstance(exact, UnexpectedWordError):
        return exact
    at, free_at = exact.position or 0, free.position or 0
    return exact if free_at and (at, bool(exact.hint)) > (free_at, False) else free
