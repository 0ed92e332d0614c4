"""Parse abilities that are written exactly as the language prints them."""

from collections.abc import Collection

from lark import Token
from lark.exceptions import UnexpectedToken

from evenhand.decks.language.ability_parser import read_ability
from evenhand.decks.language.errors import (
    AbilityError,
    UnexpectedWordError,
    list_like,
    list_words,
    quote,
    sort_by_likeness,
)
from evenhand.decks.language.grammar import Grammar, grammar_of
from evenhand.decks.language.parse_tree import children
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
    """Parse abilities that are written exactly as the language prints them.

    Parameters
    ----------
    text : str
        Any number of abilities, each followed by a full stop, which the last one may omit.
        Case, spacing and the kind of quotes are ignored.
    vocabulary : Vocabulary
        The game's words.
    card_names : collection of str
        Names that may follow "named".

    Returns
    -------
    tuple of Ability
        Empty for an empty text.

    Raises
    ------
    AbilityError
        If the text is not in the game's language, with the position and the reason.
    """
    if not text or text.isspace():
        return ()
    grammar = grammar_of(vocabulary)
    pieces = list(tokens(text, grammar.terminals))
    try:
        tree = grammar.lark.parse(pieces)
    except UnexpectedToken as error:
        raise _translate_error(error, grammar, pieces, len(text.rstrip())) from None
    return tuple(read_ability(node, grammar, vocabulary, card_names) for node in children(tree))


def _translate_error(
    error: UnexpectedToken, grammar: Grammar, pieces: list[Token], length: int
) -> AbilityError:
    """Convert an error of the exact parser to one with the expected words."""
    token = error.token
    at_end = token.type == END
    word = "" if at_end else str(token)
    position = length if at_end else token.start_pos
    if word == '"':
        return AbilityError("expected a second \" to close the card's name", position)
    words = sort_by_likeness(word, _list_expected(error, grammar))
    hint = _suggest(word, words)
    likely = (list_like(word, words) if hint else ()) or words
    shown = tuple(text if text in SIGNS.values() else f"'{text}'" for text in likely)
    message = f"expected {list_words(shown)}, found {quote(word) if word else SIGNS[END]}"
    return UnexpectedWordError(message, position, words, hint)


def _list_expected(error: UnexpectedToken, grammar: Grammar) -> list[str]:
    accepted = error.accepts or set()
    known = {**grammar.spelled, **SIGNS}
    words = [known[name] for name in known if name in accepted]
    if SIGNS["A_NUMBER"] in words:  # which includes the numbers in patterns
        return [word for word in words if not word.isdecimal()]
    return words


def _suggest(found: str, words: tuple[str, ...]) -> str:
    if found.isdecimal() and SIGNS["A_CHANGE"] in words:
        return f"did you mean '+{found}' or '-{found}'?"
    near = nearest(found, words)
    return f"did you mean '{near}'?" if near else ""
