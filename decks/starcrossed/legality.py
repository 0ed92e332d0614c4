"""What a deck of Starcrossed may be (section g)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evenhand.decks.card import name_key
from evenhand.decks.legality import (
    Finding,
    Limits,
    distinct,
    each_card,
    number_of,
    too_many_copies,
    wrong_size,
)
from evenhand.decks.starcrossed.card import SUPER, StarcrossedCard
from evenhand.decks.starcrossed.words import CardType, Keyword

__all__ = ["DeckLimits", "deck_rules", "deck_words"]


@dataclass(frozen=True)
class DeckLimits(Limits):
    """Starcrossed's deck rules that a designer may change; named as in the rule options.

    Attributes
    ----------
    deck_size : int
        Cards in a deck, no more and no fewer.
    icon_limit : int
        Most Icons.
    super_base : int
        Copies of its base that a super card needs.
    super_counts_in_limit : bool
        A super card is one of the copies that its base's uniqueness allows.
    few_divas, many_tribes : int
        With fewer divas, or with as many tribes as this, a note is made.
    """

    deck_size: int = 50
    icon_limit: int = 1
    super_base: int = 2
    super_counts_in_limit: bool = False
    few_divas: int = 15
    many_tribes: int = 3


def deck_rules(
    cards: Sequence[StarcrossedCard], mode: str, options: Mapping[str, Any]
) -> list[Finding]:
    """Judge a deck of Starcrossed by section (g): size, uniqueness, super cards, Icons."""
    limits = DeckLimits.of(options)
    return [
        *wrong_size(cards, limits.deck_size),
        *_copies(cards, limits),
        *_supers(cards, limits),
        *_icons(cards, limits),
        *_hazards(cards, limits),
    ]


def deck_words(mode: str, options: Mapping[str, Any]) -> list[str]:
    """Say what `deck_rules` holds a deck of Starcrossed against."""
    limits = DeckLimits.of(options)
    bases = number_of(limits.super_base, "copy", "copies")
    counted = ", its super cards included" if limits.super_counts_in_limit else ""
    return [
        f"exactly {number_of(limits.deck_size, 'card', 'cards')}",
        f"as many copies of a card as its uniqueness allows{counted}",
        f"{bases} of the base of each super card",
        f"at most {number_of(limits.icon_limit, 'Icon', 'Icons')}",
    ]


def _copies(cards: Sequence[StarcrossedCard], limits: DeckLimits) -> Iterator[Finding]:
    supers = Counter(name_key(card.super_of) for card in cards if card.super_of)
    for card, found in each_card(cards):
        if limits.super_counts_in_limit and card.uniqueness != SUPER:
            found += supers[name_key(card.name)]
        yield from too_many_copies(card, found, card.uniqueness or 1)


def _supers(cards: Sequence[StarcrossedCard], limits: DeckLimits) -> Iterator[Finding]:
    counts = Counter(name_key(card.name) for card in cards)
    for card in distinct(cards):
        found = counts[name_key(card.super_of)]
        if card.super_of and found < limits.super_base:
            message = (
                f"'{card.name}' needs {limits.super_base} copies of '{card.super_of}', "
                f"found {found}"
            )
            yield Finding(message, name=card.name)


def _icons(cards: Sequence[StarcrossedCard], limits: DeckLimits) -> Iterator[Finding]:
    icons = [card.name for card in cards if Keyword.ICON in card.keywords]
    if len(icons) > limits.icon_limit:
        names = ", ".join(f"'{name}'" for name in icons)
        yield Finding(f"expected at most {limits.icon_limit} Icon, found {names}", name=icons[-1])


def _hazards(cards: Sequence[StarcrossedCard], limits: DeckLimits) -> Iterator[Finding]:
    n_divas = sum(card.type == CardType.DIVA for card in cards)
    if n_divas < limits.few_divas:
        message = f"with {n_divas} of type Diva, crystals will stand empty"
        yield Finding(message, is_note=True)
    tribes = sorted({card.tribe for card in cards if card.tribe is not None})
    if len(tribes) >= limits.many_tribes:
        names = ", ".join(tribe.name.capitalize() for tribe in tribes)
        yield Finding(f"with {len(tribes)} tribes ({names}), skills will wait", is_note=True)
