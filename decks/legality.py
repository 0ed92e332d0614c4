"""Deck rules: what they report, and the rules that many games share."""

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
    """One error or remark of a game's deck rules about a deck.

    Attributes
    ----------
    message : str
        What was expected and what was found.
    name : str
        The card that it concerns, whose line in the deck file is then reported; or "".
    is_note : bool
        Whether it is only a remark on a legal deck.
    """

    message: str
    name: str = ""
    is_note: bool = False


@dataclass(frozen=True)
class Limits:
    """Deck rules that a designer may change; a game adds fields named like its rule options."""

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Self:
        """Make the limits from a run's options; options that are not fields are ignored."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in options.items() if name in known})


class DeckRules(Protocol):
    """Protocol of a game's deck rules."""

    def __call__(
        self, cards: Sequence[Any], mode: str, options: Mapping[str, Any], /
    ) -> list[Finding]:
        """Return all errors and remarks about a deck.

        Parameters
        ----------
        cards : sequence of Card
            One entry per copy, including cards of piles outside the deck.
        mode : str
            One of the game's modes.
        options : mapping
            A run's rule options; a game uses those that are fields of its `Limits`.
        """


def number_of(number: int, one: str, many: str) -> str:
    """Format a number in a deck rule with its noun: "1 copy", "2 copies"."""
    return f"{number} {one if number == 1 else many}"


def name_of(card: Card) -> str:
    """Return the key by which deck rules count copies in most games: the name."""
    return name_key(card.name)


def each_card(
    cards: Sequence[AnyCard], key: Callable[[AnyCard], Hashable] = name_of
) -> Iterator[tuple[AnyCard, int]]:
    """Yield each card of a deck once, with its number of copies, for deck rules."""
    keys = list(map(key, cards))
    counts = Counter(keys)
    for same, card in dict(zip(keys, cards, strict=True)).items():
        yield card, counts[same]


def distinct(cards: Sequence[AnyCard]) -> Iterator[AnyCard]:
    """Yield one card of each name in a deck, for deck rules."""
    for card, _ in each_card(cards):
        yield card


def wrong_size(cards: Sequence[Card], size: int) -> Iterator[Finding]:
    """Yield a finding if a deck does not have exactly ``size`` cards."""
    if len(cards) != size:
        yield Finding(f"expected {size} cards, found {len(cards)}")


def too_many_copies(card: Card, found: int, most: int) -> Iterator[Finding]:
    """Yield a finding if there are more than ``most`` copies of a card."""
    if found > most:
        copies = "copy" if most == 1 else "copies"
        message = f"expected at most {most} {copies} of '{card.name}', found {found}"
        yield Finding(message, name=card.name)


def too_many(cards: Sequence[Card], most: int, what: str) -> Iterator[Finding]:
    """Yield a finding if there are more than ``most`` cards; ``cards`` are all cards of a kind."""
    if len(cards) > most:
        message = f"expected at most {most} {what}, found {len(cards)}"
        yield Finding(message, name=cards[-1].name)


def few_openers(cards: Sequence[Any], type_: Enum, least: int, few: int) -> Iterator[Finding]:
    """Yield a finding if a deck has too few cards of a type that an opening hand needs.

    Fewer than ``least`` are an error; fewer than ``few`` give a remark.
    """
    n, word = sum(card.type == type_ for card in cards), type_.name.capitalize()
    if n < least:
        yield Finding(f"expected at least {least} of type {word}, found {n}")
    elif n < few:
        message = f"with {n} of type {word}, many opening hands have none and are redrawn"
        yield Finding(message, is_note=True)
