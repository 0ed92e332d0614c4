"""Build the grammar of a game's abilities from the shared skeleton and the game's patterns.

Every word is a terminal of its own, and the parser is LALR(1). So an ambiguous vocabulary is
refused when its grammar is built.
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
    """A game's parser, and the meanings of the names in its parse trees.

    Attributes
    ----------
    lark : Lark
        The parser of a list of tokens; see `evenhand.decks.language.tokens`.
    terminals : mapping from str to str
        The terminal of each word and sign, in lower case.
    spelled : mapping from str to str
        The spelling of each terminal in the vocabulary, for messages.
    members : mapping from str to IntEnum
        The vocabulary's member of each generated rule: "verb_4", "noun_0".
    """

    lark: Lark
    terminals: Mapping[str, str]
    spelled: Mapping[str, str]
    members: Mapping[str, IntEnum]


class _TokenLexer(Lexer):
    """Lexer that returns given tokens; lark requires a class."""

    __future_interface__ = 0

    def __init__(self, _conf: Any) -> None:
        pass

    def lex(self, tokens: Any, _parser_state: Any = None) -> Any:
        """Return the tokens for the parser."""
        return iter(tokens)


@cache
def grammar_of(vocabulary: Vocabulary) -> Grammar:
    """Build the grammar of a game's abilities; cached for each vocabulary.

    Raises
    ------
    ValueError
        If the vocabulary's patterns are ambiguous.
    """
    _check_words(vocabulary)
    rules = "\n".join(_make_rules(vocabulary))
    skeleton = files(__package__).joinpath("skeleton.lark").read_text(encoding="utf-8")
    try:
        lark = Lark(
            skeleton + rules,
            parser="lalr",
            lexer=_TokenLexer,
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
    return Grammar(
        lark, terminals, _map_spellings(vocabulary, terminals), dict(_list_members(vocabulary))
    )


def _check_words(vocabulary: Vocabulary) -> None:
    """Raise for a word of the grammar that could not be one token of a text."""
    for text in _list_texts(vocabulary):
        for word in _list_words(text):
            if not is_word(word):
                raise ValueError(f"'{word}' in the pattern '{text}' is not a word or a number")


def _make_rules(vocabulary: Vocabulary) -> list[str]:
    counted = {key: words for key, words in vocabulary.quantities.items() if not words.yes_or_no}
    yes_or_no = {key: words for key, words in vocabulary.quantities.items() if words.yes_or_no}
    traits = {key: words.trait for key, words in counted.items() if words.trait}
    return [
        _make_rule("moment", "moment", _convert_texts(vocabulary.moments)),
        _make_rule("place", "place", _convert_texts(vocabulary.places)),
        _make_rule("duration", "duration", _convert_texts(vocabulary.durations)),
        _make_rule("adjective", "adjective", _convert_texts(vocabulary.adjectives)),
        _make_rule("noun", "noun", _convert_patterns(vocabulary.nouns)),
        _make_rule(
            "verb", "verb", {key: _convert_verb(key, w) for key, w in vocabulary.verbs.items()}
        ),
        _make_rule("count", "quantity", _convert_patterns(counted)),
        _make_rule("yes_no", "quantity", _convert_patterns(yes_or_no)),
        _make_rule("trait_words", "quantity", _convert_texts(traits)),
        f"this: {_convert_pattern(vocabulary.this)}",
        "!number: A_NUMBER" + "".join(f' | "{word}"' for word in sorted(_find_digits(vocabulary))),
        *(_make_words_rule(key, words) for key, words in vocabulary.verbs.items() if words.words),
    ]


def _make_rule(name: str, alias: str, choices: Mapping[IntEnum, str]) -> str:
    """Return a grammar rule with one alternative per member; without any it never matches."""
    lines = [f"{phrase} -> {alias}_{int(key)}" for key, phrase in choices.items()]
    return f"{name}: " + ("\n    | ".join(lines) or "NEVER")


def _convert_texts(words: Mapping[IntEnum, str]) -> dict[IntEnum, str]:
    return {key: _convert_pattern(text) for key, text in words.items()}


def _convert_patterns(words: Mapping[IntEnum, Any]) -> dict[IntEnum, str]:
    return {key: _convert_pattern(entry.pattern) for key, entry in words.items()}


def _convert_verb(key: IntEnum, words: VerbWords) -> str:
    phrase = _convert_pattern(words.pattern, key)
    return f"{phrase} per?" if {"amount", "change"} & set(slots(words.pattern)) else phrase


def _make_words_rule(key: IntEnum, words: VerbWords) -> str:
    choices = (f"{_convert_pattern(text)} -> word_{i}" for i, text in enumerate(words.words))
    return f"words_{int(key)}: " + " | ".join(choices)


def _convert_pattern(pattern: str, key: IntEnum | None = None) -> str:
    """Convert a pattern to the grammar's notation (lark's), words in lower case."""
    parts = []
    for position, piece in enumerate(pieces(pattern)):
        if isinstance(piece, Slot):
            parts.append(_convert_slot(piece.name, position, key))
        elif isinstance(piece, Forms):
            parts.append(f"({_convert_pattern(piece.one)} | {_convert_pattern(piece.many)})")
        else:
            parts.append(f'"{piece.lower()}"')
    return " ".join(parts)


def _convert_slot(name: str, position: int, key: IntEnum | None) -> str:
    if name == "word" and key is not None:
        return f"words_{int(key)}"
    if name == "of":
        return "things" if position == 0 else "_whole"
    return {"target": "selector", "object": "selector"}.get(name, name)


def _find_digits(vocabulary: Vocabulary) -> set[str]:
    """Return the numbers that are words of a pattern ("Skill 1"): the grammar's terminals."""
    return {
        word for text in _list_texts(vocabulary) for word in _list_words(text) if word.isdecimal()
    }


def _list_members(vocabulary: Vocabulary) -> Iterable[tuple[str, IntEnum]]:
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


def _map_spellings(vocabulary: Vocabulary, terminals: Mapping[str, str]) -> dict[str, str]:
    written: dict[str, str] = {}
    for text in _list_texts(vocabulary):
        for word in _list_words(text):
            written.setdefault(word.lower(), word)
    return {name: written.get(word, word) for word, name in terminals.items()}


def _list_texts(vocabulary: Vocabulary) -> Iterator[str]:
    """Yield all texts for the grammar; moments first, because they begin with a capital."""
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


def _list_words(pattern: str) -> Iterator[str]:
    for piece in pieces(pattern):
        if isinstance(piece, Forms):
            yield from (*piece.one.split(), *piece.many.split())
        elif isinstance(piece, str):
            yield piece
