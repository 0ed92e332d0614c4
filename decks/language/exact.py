"""From sentences of the language, as it prints them, to abilities."""

import difflib
from collections.abc import Collection

from lark import Token
from lark.exceptions import UnexpectedToken

from evenhand.decks.language.errors import AbilityError, UnexpectedWordError, list_words, quote
from evenhand.decks.language.grammar import Grammar, grammar_of
from evenhand.decks.language.nodes import children
from evenhand.decks.language.reading import read_ability
from evenhand.decks.language.tokens import tokens
from evenhand.decks.language.tree import Ability
from evenhand.decks.language.vocabulary import Vocabulary
from evenhand.decks.problems import nearest

__all__ = ["parse_exactly"]

END = "$END"
SIGNS = {
    "A_NUMBER": "a number",
    "A_CHANGE": "a number with its sign, such as +20",
    "A_NAME": "a card's name in quotes",
    END: "the end of the text",
}


def parse_exactly(
    text: str, vocabulary: Vocabulary, card_names: Collection[str] = ()
) -> tuple[Ability, ...]:
    """Read abilities that are written as the language prints them.

    Parameters
    ----------
    text : str
        Any number of abilities, each with a full stop after it; the last one may lack
        it. Capitals, spaces and the kind of quotes do not matter.
    vocabulary : Vocabulary
        The game's words.
    card_names : collection of str
        What may stand after "named".

    Returns
    -------
    tuple of Ability
        Empty for an empty text.

    Raises
    ------
    AbilityError
        If the text is not in the game's language, with the place and the reason.
    """
    if not text or text.isspace():
        return ()
    grammar = grammar_of(vocabulary)
    pieces = list(tokens(text, grammar.terminals))
    try:
        tree = grammar.lark.parse(pieces)
    except UnexpectedToken as error:
        raise _unexpected(error, grammar, pieces, len(text.rstrip())) from None
    return tuple(read_ability(node, grammar, vocabulary, card_names) for node in children(tree))


def _unexpected(
    error: UnexpectedToken, grammar: Grammar, pieces: list[Token], length: int
) -> AbilityError:
    """Return what could stand in the place of a word that cannot."""
    token = error.token
    at_end = token.type == END
    found = "" if at_end else str(token)
    position = length if at_end else token.start_pos
    if found == '"':
        return AbilityError("expected a second \" to close the card's name", position)
    words = _likeliest_first(found, _expected(error, grammar))
    shown = tuple(f"'{word}'" if word not in SIGNS.values() else word for word in words)
    message = f"expected {list_words(shown)}, found {quote(found) if found else SIGNS[END]}"
    return UnexpectedWordError(message, position, words, _hint(found, words))


def _expected(error: UnexpectedToken, grammar: Grammar) -> list[str]:
    found = error.accepts or set()
    known = {**grammar.spelled, **SIGNS}
    words = [known[name] for name in known if name in found]
    if SIGNS["A_NUMBER"] in words:  # and so are the numbers that are words of a pattern
        return [word for word in words if not word.isdecimal()]
    return words


def _likeliest_first(found: str, words: list[str]) -> tuple[str, ...]:
    """Put words like the one found first, and leave the others in the language's order."""
    close = difflib.get_close_matches(found.lower(), [word.lower() for word in words], n=3)
    return tuple(sorted(words, key=lambda word: word.lower() not in close))


def _hint(found: str, words: tuple[str, ...]) -> str:
    if found.isdecimal() and SIGNS["A_CHANGE"] in words:
        return f"did you mean '+{found}' or '-{found}'?"
    near = nearest(found, words)
    return f"did you mean '{near}'?" if near else ""
