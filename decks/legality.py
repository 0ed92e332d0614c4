"""What a deck may be: what a game's deck rules find, and the rules that many games share."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, Protocol, Self, TypeVar

from evenhand.decks.card import Card, name_key

__all__ = [
    "DeckRules", "Finding", "Limits", "distinct", "each_card", "few_openers", "number_of",
    "too_many", "too_many_copies", "wrong_size",
]  # fmt: skip

AnyCard = TypeVar("AnyCard", bound=Card)


@dataclass(frozen=True)
class Finding:
    """What a game's deck rules have to say about a deck.

    Attributes
    ----------
    message : str
        What was expected and what was found.
    name : str
        The card it is about, whose line in the deck file is then named; or "".
    is_note : bool
        The deck is legal all the same.
    """

    message: str
    name: str = ""
    is_note: bool = False


@dataclass(frozen=True)
class Limits:
    """Deck rules that a designer may change: a game's has fields, named as its rule options."""

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Self:
        """Take the deck's own among a run's options; the rest are not read here."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in options.items() if name in known})


class DeckRules(Protocol):
    """Judges a deck by a game's rules."""

    def __call__(
        self, cards: Sequence[Any], mode: str, options: Mapping[str, Any], /
    ) -> list[Finding]:
        """Return all that is wrong with, or worth saying about, a deck.

        Parameters
        ----------
        cards : sequence of Card
            One entry per copy, those that stand beside the deck included.
        mode : str
            One of the game's modes.
        options : mapping
            A run's rule options; a game reads those that are fields of its `Limits`.
        """


def number_of(number: int, one: str, many: str) -> str:
    """Write a number with its noun: "1 copy", "2 copies"."""
    return f"{number} {one if number == 1 else many}"


def name_of(card: Card) -> str:
    """Return what makes cards copies of each other in most games: their name."""
    return name_key(card.name)


def each_card(
    cards: Sequence[AnyCard], key: Callable[[AnyCard], Hashable] = name_of
) -> Iterator[tuple[AnyCard, int]]:
    """Yield each card of a deck once, and how many copies of it there are."""
    keys = list(map(key, cards))
    counts = Counter(keys)
    for same, card in dict(zip(keys, cards, strict=True)).items():
        yield card, counts[same]


def distinct(cards: Sequence[AnyCard]) -> Iterator[AnyCard]:
    """Yield the cards of a deck, each name once."""
    for card, _ in each_card(cards):
        yield card


def wrong_size(cards: Sequence[Card], size: int) -> Iterator[Finding]:
    """Say it if a deck has not exactly the cards it must have."""
    if len(cards) != size:
        yield Finding(f"expected {size} cards, found {len(cards)}")


def too_many_copies(card: Card, found: int, most: int) -> Iterator[Finding]:
    """Say it if there are more copies of a card than there may be."""
    if found > most:
        copies = "copy" if most == 1 else "copies"
        message = f"expected at most {most} {copies} of '{card.name}', found {found}"
        yield Finding(message, name=card.name)


def too_many(cards: Sequence[Card], most: int, what: str) -> Iterator[Finding]:
    """Say it if there are more cards of some kind than there may be; ``cards`` are all of it."""
    if len(cards) > most:
        message = f"expected at most {most} {what}, found {len(cards)}"
        yield Finding(message, name=cards[-1].name)


def few_openers(cards: Sequence[Any], type_: Enum, least: int, few: int) -> Iterator[Finding]:
    """Say it if there are too few cards of the type that an opening hand must have one of."""
    n, word = sum(card.type == type_ for card in cards), type_.name.capitalize()
    if n < least:
        yield Finding(f"expected at least {least} of type {word}, found {n}")
    elif n < few:
        message = f"with {n} of type {word}, many opening hands have none and are redrawn"
        yield Finding(message, is_note=True)
