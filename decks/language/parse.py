"""From a card's text to its abilities."""

from collections.abc import Collection

from evenhand.decks.language.errors import (
    AbilityError,
    TooMuchTextError,
    UnexpectedWordError,
    UnknownWordError,
)
from evenhand.decks.language.exact import parse_exactly
from evenhand.decks.language.phrasing.understanding import understand
from evenhand.decks.language.tree import ANYBODY, Ability, Speaker
from evenhand.decks.language.vocabulary import NO_ABILITIES, Vocabulary

__all__ = ["parse"]


def parse(
    text: str,
    vocabulary: Vocabulary,
    card_names: Collection[str] = (),
    speaker: Speaker = ANYBODY,
) -> tuple[Ability, ...]:
    """Read a card's abilities, as the language prints them or in players' own words.

    Parameters
    ----------
    text : str
        Any number of sentences. Capitals, spaces and the kind of quotes do not matter.
    vocabulary : Vocabulary
        The game's words.
    card_names : collection of str
        What may stand after "named", or alone.
    speaker : Speaker
        The card that says it, which tells readings of players' words apart.

    Returns
    -------
    tuple of Ability
        Empty for an empty text.

    Raises
    ------
    AbilityError
        If the text says nothing that the game's cards can say, or can mean two things,
        with the place and the reason.
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
        return understand(text, vocabulary, card_names, speaker)
    except AbilityError as error:
        raise choose_error(exact, error) from None


def choose_error(exact: AbilityError, free: AbilityError) -> AbilityError:
    """Choose what is said of a text: what came further, in the language or in players' words."""
    if isinstance(free, UnknownWordError) and not exact.hint:
        return free
    if not isinstance(exact, UnexpectedWordError):
        return exact
    at, free_at = exact.position or 0, free.position or 0
    return exact if free_at and (at, bool(exact.hint)) > (free_at, False) else free
