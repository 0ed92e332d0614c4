"""Understand a text that is one part of a sentence: "two times per game"."""

from collections.abc import Collection
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from evenhand.decks.language.errors import AbilityError, UnknownPartError, list_words, quote
from evenhand.decks.language.exact_parser import parse_exactly
from evenhand.decks.language.lexicon import choose_moments, join_parts, list_effects
from evenhand.decks.language.phrasing.free_parser import WHOLE, make_parser
from evenhand.decks.language.phrasing.gaps import ends_part
from evenhand.decks.language.phrasing.phrasebook import phrasebook_of
from evenhand.decks.language.phrasing.recogniser import Recogniser, TooLongError
from evenhand.decks.language.phrasing.slots import SLOTS, is_like, list_nearest, list_sayable
from evenhand.decks.language.phrasing.tokenizer import TextWord
from evenhand.decks.language.sentences import condition_text, sentence, target_text
from evenhand.decks.language.tree import ANYBODY
from evenhand.decks.language.vocabulary import Vocabulary

__all__ = ["Part", "explain_part", "read_part"]

READ = (  # kinds that are understood alone
    "uses", "moment", "place", "duration", "selector", "condition", "noun", "adjective", "trait",
)  # fmt: skip
TOLD_BY_WORDS = ("uses", "moment", "place", "duration")  # kinds that are known by their words


MOST_TRIED = 300  # sentences that are tried for a part


class Part(NamedTuple):
    """One part of a sentence: what it is for people, and what it can mean."""

    title: str
    meanings: tuple[str, ...]


def read_part(text: str, vocabulary: Vocabulary, card_names: Collection[str]) -> Part | None:
    """Return what a text means as one part of a sentence, as a card would read it; None if nothing.

    Parameters
    ----------
    text : str
        A limit, a moment, a target, .. in players' words.
    card_names : collection of str
        Card names of the card file.
    """
    words = _split(text, vocabulary, card_names)
    book = phrasebook_of(vocabulary)
    recogniser = Recogniser(book, words, lambda kind, meaning, end: meaning)
    for kind in READ:
        try:
            read = [one for one in recogniser.read(kind, 0) if one.end == len(words)]
        except (TooLongError, RecursionError):
            return None
        if words and read:
            least = min(one.cost for one in read)
            meanings = (
                _print(kind, one.meaning, vocabulary, card_names)
                for one in read
                if one.cost == least
            )
            if known := tuple(dict.fromkeys(filter(None, meanings))):
                return Part(SLOTS[kind].title, known)
    return None


def _print(kind: str, meaning: str, vocabulary: Vocabulary, card_names: Collection[str]) -> str:
    """Return a part of a sentence as the language prints it; "" if no sentence can have it."""
    moments, verbs = choose_moments(vocabulary), vocabulary.verbs.values()
    ends = ["", *(f" {text}" for text in vocabulary.durations.values())]
    match kind:
        case "uses":
            sentences = join_parts(
                [f"{moment}, {meaning}" for moment in moments],
                list_effects(verbs, list_sayable("noun", vocabulary), vocabulary.this),
                ends,
            )
        case "selector":
            sentences = join_parts(moments, list_effects(verbs, (), meaning), ends)
        case "condition":
            nouns = list_sayable("noun", vocabulary)
            effects = list_effects(verbs, nouns, vocabulary.this)
            sentences = join_parts(moments, effects, [f" if {meaning}"])
        case _:
            return meaning
    for text in islice(sentences, MOST_TRIED):
        with suppress(AbilityError):
            (ability,) = parse_exactly(text, vocabulary, card_names)
            step = ability.steps[0]
            if kind == "uses":
                return sentence(ability, vocabulary).partition(":")[0].partition(", ")[2]
            if kind == "selector" and (target := step.target or step.object):
                return target_text(target, vocabulary)
            if kind == "condition":
                return " and ".join(condition_text(one, vocabulary) for one in step.conditions)
    return ""


def explain_part(
    text: str, vocabulary: Vocabulary, card_names: Collection[str]
) -> UnknownPartError | None:
    """Return an error that says what a part of a sentence could be, instead of a text.

    Returns
    -------
    UnknownPartError or None
        None if the text is like no part.
    """
    words = [word.word for word in _split(text, vocabulary, card_names)]
    if not words or any(map(ends_part, words)):
        return None
    expected: list[str] = []
    ways = []
    for kind in TOLD_BY_WORDS:
        if is_like(kind, words, vocabulary):
            nearest = list_nearest(kind, words, vocabulary)
            expected += nearest
            shown = list_words(tuple(f"'{one}'" for one in nearest))
            ways.append(f"{SLOTS[kind].title} can be {shown}")
    message = f"the part {quote(text.strip(), WHOLE)} was not understood; {'; '.join(ways)}"
    return UnknownPartError(message, 0, tuple(expected)) if ways else None


def _split(text: str, vocabulary: Vocabulary, card_names: Collection[str]) -> list[TextWord]:
    """Split a part of a sentence into its words, without the signs at its end."""
    parser = make_parser(text, vocabulary, card_names, ANYBODY)
    return list(parser.text_words[: parser.last_word()])
