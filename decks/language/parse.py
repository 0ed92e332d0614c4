"""Parse a card's text to its abilities."""

from collections.abc import Collection

from evenhand.decks.language.errors import (
    AbilityError,
    TooMuchTextError,
    UnexpectedWordError,
    UnknownWordError,
)
from evenhand.decks.language.exact_parser import parse_exactly
from evenhand.decks.language.phrasing.free_parser import parse_freely
from evenhand.decks.language.tree import ANYBODY, Ability, Speaker
from evenhand.decks.language.vocabulary import NO_ABILITIES, Vocabulary

__all__ = ["parse"]


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
        raise choose_error(exact, error) from None


def choose_error(exact: AbilityError, free: AbilityError) -> AbilityError:
    """Choose the error to report of two parses: in general, that which got further."""
    if isinstance(free, UnknownWordError) and not exact.hint:
        return free
    if not isinstance(exact, UnexpectedWordError):
        return exact
    at, free_at = exact.position or 0, free.position or 0
    return exact if free_at and (at, bool(exact.hint)) > (free_at, False) else free
