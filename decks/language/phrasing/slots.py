"""List what can be said in a slot of a sentence, the nearest to a player's words first.

A slot is a kind of part of the phrasebook: a limit, a moment, a target, .. What it can hold is
taken from the grammar and from the game's words.
"""

import difflib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product, zip_longest
from typing import NamedTuple

from lark.grammar import NonTerminal

from evenhand.decks.language.grammar import Grammar, grammar_of
from evenhand.decks.language.lexicon import SMALL
from evenhand.decks.language.patterns import printed
from evenhand.decks.language.phrasing.phrasebook import Node, Phrasebook, phrasebook_of
from evenhand.decks.language.phrasing.tokenizer import split_pattern
from evenhand.decks.language.vocabulary import Vocabulary

__all__ = ["SLOTS", "Slot", "is_like", "list_nearest", "list_sayable"]

NUMBER = "3"  # in place of one that the grammar leaves open
SELECTING = (
    "a chosen", "a chosen own", "a chosen enemy", "each", "each own", "each enemy", "your",
    "the enemy",
)  # fmt: skip
ALIKE = 0.6  # similarity of texts, below which it tells nothing
ARTICLES = frozenset(("a", "an", "the"))
PRONOUNS = frozenset(("it", "its", "itself", "they", "them", "their", "those", "that", "your"))
MOST_COMPARED = 40  # texts of a slot that are compared with a player's words letter by letter
TIMES = {"once": ("1", "time"), "twice": ("2", "time")}
# What is near to words that the language has in no phrase of its own.
NEAR = {
    **TIMES,
    "behind": ("fewer", "than"), "losing": ("fewer", "than"), "outnumbered": ("fewer", "than"),
    "ahead": ("more", "than"), "winning": ("more", "than"), "outnumber": ("more", "than"),
    "equal": ("as", "many"), "tied": ("as", "many"), "empty": ("no",),
}  # fmt: skip
NO_PHRASES = Node()


class Slot(NamedTuple):
    """A kind of part that may be misunderstood.

    Attributes
    ----------
    title : str
        Its name for people.
    longest, shortest : int
        How many words are taken for one part.
    begins : tuple of str
        Kinds of which a phrase must begin with its first word; empty if any word may.
    known : float
        Share of its words that its phrases must have, in [0, 1]; 0 where nothing else can stand.
    is_told : bool
        Whether its first word tells what it is, so that none need be of the language's own.
    """

    title: str
    longest: int
    shortest: int = 1
    begins: tuple[str, ...] = ()
    known: float = 0.0
    is_told: bool = False


SLOTS = {
    "uses": Slot("a limit", 10, begins=("uses", "times", "a turn"), known=0.65),
    "moment": Slot("a moment", 12, begins=("moment",)),
    "place": Slot("a place", 4, begins=("place",), known=0.5),
    "duration": Slot("a duration", 10, begins=("duration",), known=0.6, is_told=True),
    "condition": Slot("a condition", 12, shortest=2),
    "count": Slot("what is counted", 6),
    "selector": Slot("a target", 7, begins=("selector",)),
    "noun": Slot("a thing", 2),
    "nouns": Slot("a thing", 2),
    "adjective": Slot("a quality", 1),
    "trait": Slot("a measure", 2),
    "amount": Slot("an amount (any number)", 3),
    "change": Slot("a change (any number with its sign)", 3),
}


def list_nearest(kind: str, words: Sequence[str], vocabulary: Vocabulary) -> list[str]:
    """List what can be said in a slot, the nearest to a player's words first."""
    numbers = [word for word in words if word.isdecimal()]
    number = next((word for word in numbers if kind != "uses" or int(word) > len(TIMES)), NUMBER)
    sayable = list_sayable(kind, vocabulary, number)
    if kind != "condition":
        return sort_by_nearness(words, sayable)
    by_form: dict[str, list[str]] = {}
    for text in sayable:
        by_form.setdefault(_find_form(text), []).append(text)
    rounds = zip_longest(*(sort_by_nearness(words, texts) for texts in by_form.values()))
    stems = set(list_stems(words))
    return [
        text
        for texts in rounds
        for text in sorted(
            sort_by_nearness(words, [*filter(None, texts)]),
            key=lambda text: -len(stems.intersection(_split_stems(text))),
        )
    ]


def _find_form(condition: str) -> str:
    """Return the words that say how a condition compares: "there are fewer"; "" for others.

    So that conditions of several forms are offered, not one form with several things.
    """
    return " ".join(condition.split()[:3]) if condition.startswith("there ") else ""


@cache
def list_sayable(kind: str, vocabulary: Vocabulary, number: str = NUMBER) -> tuple[str, ...]:
    """List what can be said in a slot, in the language's own words.

    Parameters
    ----------
    number : str
        The number that is said where any can be.
    """
    quantities = vocabulary.quantities.values()
    match kind:
        case "moment":
            return tuple(vocabulary.moments.values())
        case "place":
            return tuple(vocabulary.places.values())
        case "duration":
            return tuple(vocabulary.durations.values())
        case "adjective":
            return tuple(vocabulary.adjectives.values())
        case "trait":
            return tuple(words.trait for words in quantities if words.trait)
        case "noun" | "nouns":
            many = kind == "nouns"
            return tuple(printed(noun.pattern, many) for noun in vocabulary.nouns.values())
        case "selector":
            things = product(SELECTING, list_sayable("noun", vocabulary))
            return tuple(filter(None, (vocabulary.this, *map(" ".join, things))))
        case "condition":
            return tuple(_list_conditions(vocabulary))
        case "count":
            counted = [words.pattern for words in quantities if not words.yes_or_no]
            return tuple(_fill_in(counted, vocabulary))
        case _:
            return tuple(_spell_out(kind, grammar_of(vocabulary), number))


def _fill_in(patterns: Iterable[str], vocabulary: Vocabulary, many: bool = True) -> Iterator[str]:
    """Yield patterns of quantities, filled in with things of all kinds."""
    nouns = list_sayable("nouns" if many else "noun", vocabulary)
    things = list(map(" ".join, product(("own", "enemy"), nouns)))
    for pattern in patterns:
        whole = [] if pattern.startswith("{of}") else [vocabulary.this]
        ofs = (*whole, *things) if "{of}" in pattern else ("",)
        yield from (printed(pattern, many, {"of": (of, False)}) for of in ofs)


def _list_conditions(vocabulary: Vocabulary) -> Iterator[str]:
    """Yield conditions of all kinds that the language has, with small numbers."""
    quantities = vocabulary.quantities.values()
    yield from _fill_in((one.pattern for one in quantities if one.yes_or_no), vocabulary, False)
    counted = [one.pattern for one in quantities if not one.yes_or_no]
    for text in _fill_in(counted, vocabulary, False):
        yield f"there is at least 1 {text}"
    many = dict.fromkeys(_fill_in(counted, vocabulary))
    for text in many:
        yield f"there are no {text}"
        other = text.replace("own ", "enemy ").replace("your ", "the enemy ")
        if other != text and other in many:
            yield f"there are more {text} than {other}"
            yield f"there are fewer {text} than {other}"
            yield f"there are as many {text} as {other}"
    for text in vocabulary.adjectives.values():
        yield f"{vocabulary.this} is {text}"


def _spell_out(rule: str, grammar: Grammar, number: str) -> Iterator[str]:
    """Yield all texts of a rule of the grammar, with one example of a number."""
    known = {**grammar.spelled, "A_NUMBER": number, "A_CHANGE": f"+{number}"}
    if rule == "number":  # whose other texts are the numbers in patterns
        yield number
        return
    for one in grammar.lark.rules:
        if one.origin.name == rule:
            parts = (
                list(_spell_out(symbol.name, grammar, number))
                if isinstance(symbol, NonTerminal)
                else [known[symbol.name]]
                for symbol in one.expansion
            )
            yield from (" ".join(texts).lower() for texts in product(*parts))


def sort_by_nearness(words: Sequence[str], sayable: Sequence[str]) -> list[str]:
    """Sort what can be said in a slot by its likeness to a player's words; the nearest if many."""
    spoken, stems = " ".join(words), list_stems(words)

    def share_common(text: str) -> float:
        said = _split_stems(text)
        return len(set(stems).intersection(said)) / (len(stems) + len(said))

    def farness(text: str) -> tuple[float, float, int]:
        said = _split_stems(text)
        common = difflib.SequenceMatcher(None, stems, said).ratio()
        alike = difflib.SequenceMatcher(None, spoken, text.casefold()).ratio()
        return -common, -alike if alike >= ALIKE else 0.0, len(said)

    likely = sorted(sayable, key=share_common, reverse=True)[:MOST_COMPARED]
    return sorted(likely, key=farness)


@cache
def _split_stems(text: str) -> tuple[str, ...]:
    """Split what can be said in a slot into the stems of its words."""
    return tuple(list_stems(split_pattern(text)))


def is_like(kind: str, words: Sequence[str], vocabulary: Vocabulary) -> bool:
    """Return whether some words are probably meant for a slot."""
    slot = SLOTS[kind]
    if not slot.shortest <= len(words) <= slot.longest:
        return False
    book = phrasebook_of(vocabulary)
    if slot.begins and not any(_can_begin(name, words[0], book) for name in slot.begins):
        return False
    if slot.known:
        stems = set(map(to_stem, words))
        known = {stem for stem in stems if stem.isdecimal()} | (stems & _list_known(kind, book))
        is_own = slot.is_told or not stems.isdisjoint(_list_own(kind, vocabulary))
        return is_own and len(known) >= slot.known * len(stems)
    if slot.begins or slot.shortest > 1:
        return True
    return (PRONOUNS | SMALL - ARTICLES).isdisjoint(words) and SMALL.isdisjoint(words[1:])


def list_stems(words: Sequence[str]) -> list[str]:
    """List the stems of some words, or of those that are near to them."""
    return [to_stem(stem) for word in words for stem in NEAR.get(word, (word,))]


def to_stem(word: str) -> str:
    """Return a word without the "s" of a plural, for comparison."""
    return word.removesuffix("s")


@cache
def _list_own(kind: str, vocabulary: Vocabulary) -> frozenset[str]:
    """Return the stems of all words that the language itself has for a slot."""
    words = (word for text in list_sayable(kind, vocabulary) for word in split_pattern(text))
    return frozenset(map(to_stem, words))


def _can_begin(kind: str, word: str, book: Phrasebook) -> bool:
    """Return whether a phrase of a kind begins with a word, other than one of its parts' words."""
    node = book.kinds.get(kind, NO_PHRASES)
    if word.isdecimal():
        return word in node.words or any(part.kind == "number" for part in node.parts)
    return word in node.words and word not in (SMALL if kind == "moment" else PRONOUNS)


@cache
def _list_known(kind: str, book: Phrasebook) -> frozenset[str]:
    """Return the stems of all words in the phrases of a kind and of its parts."""
    seen: set[str] = set()
    words: set[str] = set()

    def collect(name: str) -> None:
        if name in book.kinds and name not in seen:
            seen.add(name)
            follow(book.kinds[name])

    def follow(node: Node) -> None:
        for word, after in node.words.items():
            words.add(to_stem(word))
            follow(after)
        for part, after in node.parts.items():
            collect(part.kind)
            follow(after)

    collect(kind)
    return frozenset(words)
