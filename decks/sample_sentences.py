"""Suggest sentences of a game's sample cards in place of abilities that cannot be parsed."""

from collections.abc import Callable, Collection, Sequence
from enum import IntEnum
from functools import cached_property

from evenhand.decks.card import Card
from evenhand.decks.language.errors import (
    AbilityError,
    AmbiguousError,
    TooMuchTextError,
    UnknownPartError,
    list_words,
)
from evenhand.decks.language.lexicon import CardText, SentenceIndex
from evenhand.decks.problems import InputError
from evenhand.decks.schema import GameSchema

__all__ = ["SampleSentences"]

MOST_NEAREST = 3  # sentences in a hint
MOST_ADVISED = 60  # invalid abilities of a file that get a hint; 50 problems are shown
MOST_REFUSED = 10_000  # characters of invalid abilities that are parsed in one file
LEAST_REFUSED = 100  # characters that each invalid ability counts as, at least


class SampleSentences:
    """Valid sentences, as hints for invalid abilities; collected when the first is needed.

    Parameters
    ----------
    schema : GameSchema
    load_cards : callable() -> sequence of Card
        Loads the game's sample cards.
    """

    def __init__(self, schema: GameSchema, load_cards: Callable[[], Sequence[Card]]) -> None:
        self.schema, self.load_cards = schema, load_cards
        self.n_advised = self.n_refused = 0

    @property
    def is_limit_reached(self) -> bool:
        """Whether so much text was invalid that no more cards of the file are parsed."""
        return self.n_refused > MOST_REFUSED

    @cached_property
    def sentences(self) -> SentenceIndex:
        """The sentences of the sample cards, and one for each word that they do not use."""
        try:
            cards = self.load_cards()
        except (InputError, RecursionError):  # the invalid file is the sample itself
            cards = ()
        said = [CardText(card.name, card.abilities) for card in cards]
        return SentenceIndex(self.schema.vocabulary, said)

    def suggest(self, text: str, error: AbilityError, moments: Collection[IntEnum] | None) -> str:
        """Return a hint with the valid sentences that are most similar to an invalid one.

        Parameters
        ----------
        text : str
            All abilities of the card.
        moments : collection of IntEnum, optional
            Moments that sentences may begin with; any if None.
        """
        self.n_advised += 1
        self.n_refused += max(LEAST_REFUSED, len(text))
        says_all = isinstance(error, TooMuchTextError | AmbiguousError | UnknownPartError)
        if says_all or self.n_advised > MOST_ADVISED:
            return ""
        start = text.rfind(".", 0, error.position or 0) + 1
        end = text.find(".", error.position or 0)
        part = text[start : end if end > start else None]
        words = self.schema.vocabulary.moments
        starts = tuple(word for key, word in words.items() if moments is None or key in moments)
        nearest = [near.text for near in self.sentences.find(part) if near.text.startswith(starts)]
        texts = tuple(f"'{text}'" for text in nearest[:MOST_NEAREST])
        if not texts:
            return f"'evenhand words {self.schema.name}' lists all that can be said"
        return f"these work: {list_words(texts)}"
