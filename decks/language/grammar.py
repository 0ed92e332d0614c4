"""The grammar of one game's abilities: the shared skeleton and the game's patterns.

Every word is a terminal of its own and the parser is LALR(1), so that a vocabulary
in which a text could be read in two ways is refused when its grammar is made.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from importlib.resources import files
from typing import Any

from lark import Lark
from lark.exceptions import GrammarError
from lark.lexer import Lexer, PatternStr

from evenhand.decks.language.patterns import Forms, Slot, pieces, slots
from evenhand.decks.language.tokens import is_word
from evenhand.decks.language.vocabulary import VerbWords, Vocabulary

__all__ = ["Grammar", "grammar_of"]


@dataclass(frozen=True, eq=False)
class Grammar:
    """A game's parser, and what the names in its parse trees mean.

    Attributes
    ----------
    lark : Lark
        Takes a list of tokens; see `evenhand.decks.language.tokens`.
    terminals : mapping from str to str
        The terminal of each word and sign, in small letters.
    spelled : mapping from str to str
        Each terminal as the vocabulary writes it, for messages.
    members : mapping from str to IntEnum
        The vocabulary's member of each generated rule: "verb_4", "noun_0".
    """

    lark: Lark
    terminals: Mapping[str, str]
    spelled: Mapping[str, str]
    members: Mapping[str, IntEnum]


class _Given(Lexer):
    """Passes on tokens that were cut before; lark asks for a class."""

    __future_interface__ = 0

    def __init__(self, _conf: Any) -> None:
        pass

    def lex(self, tokens: Any, _parser_state: Any = None) -> Any:
        """Hand the tokens to the parser."""
        return iter(tokens)


@cache
def grammar_of(vocabulary: Vocabulary) -> Grammar:
    """Make the grammar of a game's abilities; kept for each vocabulary.

    Raises
    ------
    ValueError
        If two of the vocabulary's patterns cannot be told apart.
    """
    _check_words(vocabulary)
    rules = "\n".join(_rules(vocabulary))
    skeleton = files(__package__).joinpath("skeleton.lark").read_text(encoding="utf-8")
    try:
        lark = Lark(
            skeleton + rules,
            parser="lalr",
            lexer=_Given,
            propagate_positions=True,
            strict=True,
            cache=True,
        )
    except GrammarError as error:
        message = f"the vocabulary can be read in two ways, or has an odd pattern: {error}"
        raise ValueError(message) from error
    terminals = {
        terminal.pattern.value: terminal.name
        for terminal in lark.terminals
        if isinstance(terminal.pattern, PatternStr)
    }
    return Grammar(lark, terminals, _spelled(vocabulary, terminals), dict(_members(vocabulary)))


def _check_words(vocabulary: Vocabulary) -> None:
    """Refuse words that a text could never hold as one piece."""
    for text in _texts(vocabulary):
        for word in _words(text):
            if not is_word(word):
                raise ValueError(f"'{word}' in the pattern '{text}' is not a word or a number")


def _rules(vocabulary: Vocabulary) -> list[str]:
    counted = {key: words for key, words in vocabulary.quantities.items() if not words.yes_or_no}
    yes_or_no = {key: words for key, words in vocabulary.quantities.items() if words.yes_or_no}
    traits = {key: words.trait for key, words in counted.items() if words.trait}
    return [
        _rule("moment", "moment", _plain(vocabulary.moments)),
        _rule("place", "place", _plain(vocabulary.places)),
        _rule("duration", "duration", _plain(vocabulary.durations)),
        _rule("adjective", "adjective", _plain(vocabulary.adjectives)),
        _rule("noun", "noun", _patterns(vocabulary.nouns)),
        _rule("verb", "verb", {key: _verb(key, w) for key, w in vocabulary.verbs.items()}),
        _rule("count", "quantity", _patterns(counted)),
        _rule("yes_no", "quantity", _patterns(yes_or_no)),
        _rule("trait_words", "quantity", _plain(traits)),
        f"this: {_phrase(vocabulary.this)}",
        "!number: A_NUMBER" + "".join(f' | "{word}"' for word in sorted(_digits(vocabulary))),
        *(_words_rule(key, words) for key, words in vocabulary.verbs.items() if words.words),
    ]


def _rule(name: str, alias: str, choices: Mapping[IntEnum, str]) -> str:
    """Write a rule with one alternative per member; without members it never fits."""
    lines = [f"{phrase} -> {alias}_{int(key)}" for key, phrase in choices.items()]
    return f"{name}: " + ("\n    | ".join(lines) or "NEVER")


def _plain(words: Mapping[IntEnum, str]) -> dict[IntEnum, str]:
    return {key: _phrase(text) for key, text in words.items()}


def _patterns(words: Mapping[IntEnum, Any]) -> dict[IntEnum, str]:
    return {key: _phrase(entry.pattern) for key, entry in words.items()}


def _verb(key: IntEnum, words: VerbWords) -> str:
    phrase = _phrase(words.pattern, key)
    return f"{phrase} per?" if {"amount", "change"} & set(slots(words.pattern)) else phrase


def _words_rule(key: IntEnum, words: VerbWords) -> str:
    choices = (f"{_phrase(text)} -> word_{i}" for i, text in enumerate(words.words))
    return f"words_{int(key)}: " + " | ".join(choices)


def _phrase(pattern: str, key: IntEnum | None = None) -> str:
    """Write a pattern in lark's notation, all words in small letters."""
    parts = []
    for position, piece in enumerate(pieces(pattern)):
        if isinstance(piece, Slot):
            parts.append(_slot(piece.name, position, key))
        elif isinstance(piece, Forms):
            parts.append(f"({_phrase(piece.one)} | {_phrase(piece.many)})")
        else:
            parts.append(f'"{piece.lower()}"')
    return " ".join(parts)


def _slot(name: str, position: int, key: IntEnum | None) -> str:
    if name == "word" and key is not None:
        return f"words_{int(key)}"
    if name == "of":
        return "things" if position == 0 else "_whole"
    return {"target": "selector", "object": "selector"}.get(name, name)


def _digits(vocabulary: Vocabulary) -> set[str]:
    """Find the numbers that are words of a pattern ("Skill 1"): terminals of their own."""
    return {word for text in _texts(vocabulary) for word in _words(text) if word.isdecimal()}


def _members(vocabulary: Vocabulary) -> Iterable[tuple[str, IntEnum]]:
    lists: dict[str, Mapping[IntEnum, Any]] = {
        "moment": vocabulary.moments,
        "place": vocabulary.places,
        "duration": vocabulary.durations,
        "adjective": vocabulary.adjectives,
        "noun": vocabulary.nouns,
        "verb": vocabulary.verbs,
        "quantity": vocabulary.quantities,
    }
    return ((f"{name}_{int(key)}", key) for name, keys in lists.items() for key in keys)


def _spelled(vocabulary: Vocabulary, terminals: Mapping[str, str]) -> dict[str, str]:
    written: dict[str, str] = {}
    for text in _texts(vocabulary):
        for word in _words(text):
            written.setdefault(word.lower(), word)
    return {name: written.get(word, word) for word, name in terminals.items()}


def _texts(vocabulary: Vocabulary) -> Iterator[str]:
    """All texts of a vocabulary, moments first, since their capitals open a sentence."""
    yield from vocabulary.moments.values()
    for words in vocabulary.verbs.values():
        yield from (words.pattern, *words.words)
    yield from (words.pattern for words in vocabulary.nouns.values())
    yield from (words.pattern for words in vocabulary.quantities.values())
    yield from (words.trait for words in vocabulary.quantities.values())
    yield from vocabulary.places.values()
    yield from vocabulary.durations.values()
    yield from vocabulary.adjectives.values()
    yield vocabulary.this


def _words(pattern: str) -> Iterator[str]:
    for piece in pieces(pattern):
        if isinstance(piece, Forms):
            yield from (*piece.one.split(), *piece.many.split())
        elif isinstance(piece, str):
            yield piece
