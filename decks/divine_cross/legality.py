"""What a deck of Divine Cross may be (section g)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evenhand.decks.card import name_key
from evenhand.decks.divine_cross.card import DivineCrossCard
from evenhand.decks.divine_cross.words import CardType
from evenhand.decks.legality import (
    Finding,
    Limits,
    each_card,
    few_openers,
    number_of,
    too_many_copies,
    wrong_size,
)
from evenhand.decks.problems import UsageError, did_you_mean

__all__ = ["BLITZ", "MODES", "DeckLimits", "deck_rules", "deck_words"]

CONSTRUCTED, BLITZ = MODES = ("constructed", "blitz")
COPY_KEYS = ("name", "name_and_type")


@dataclass(frozen=True)
class DeckLimits(Limits):
    """Divine Cross's deck rules that a designer may change; named as in the rule options.

    Attributes
    ----------
    deck_size : int
        Cards in a deck, no more and no fewer.
    copy_limit : int
        Most copies of a card (Constructed only).
    copy_key : "name" or "name_and_type"
        What makes two cards the same one.
    one_title : bool
        All cards must be of one title.
    min_units : int
        Fewest Units.
    few_units : int
        With fewer Units than this, a note says that hands will often lack one.
    """

    deck_size: int = 30
    copy_limit: int = 2
    copy_key: str = "name"
    one_title: bool = True
    min_units: int = 1
    few_units: int = 6

    def __post_init__(self) -> None:
        """Refuse a copy_key that there is not."""
        if self.copy_key not in COPY_KEYS:
            message = f"the option copy_key is 'name' or 'name_and_type', not '{self.copy_key}'"
            raise UsageError(message, did_you_mean(str(self.copy_key), COPY_KEYS))


def deck_rules(
    cards: Sequence[DivineCrossCard], mode: str, options: Mapping[str, Any]
) -> list[Finding]:
    """Judge a deck of Divine Cross by section (g): size, title, Units, copies (not in Blitz)."""
    limits = DeckLimits.of(options)
    findings = [
        *wrong_size(cards, limits.deck_size),
        *_titles(cards, limits),
        *few_openers(cards, CardType.UNIT, limits.min_units, limits.few_units),
    ]
    if mode == CONSTRUCTED:
        findings += _copies(cards, limits)
    return findings


def deck_words(mode: str, options: Mapping[str, Any]) -> list[str]:
    """Say what `deck_rules` holds a deck of Divine Cross against."""
    limits = DeckLimits.of(options)
    copies = number_of(limits.copy_limit, "copy", "copies")
    same = "of one name and type" if limits.copy_key == "name_and_type" else "of one name"
    return [
        f"exactly {number_of(limits.deck_size, 'card', 'cards')}",
        *([f"at most {copies} of cards {same}"] if mode == CONSTRUCTED else []),
        *(["cards of one title"] if limits.one_title else []),
        f"at least {limits.min_units} of type Unit",
    ]


def _titles(cards: Sequence[DivineCrossCard], limits: DeckLimits) -> Iterator[Finding]:
    counts = Counter(card.title for card in cards)
    if limits.one_title and len(counts) > 1:
        found = ", ".join(f"{count} of '{title}'" for title, count in counts.most_common())
        yield Finding(f"expected cards of one title, found {found}")


def _copies(cards: Sequence[DivineCrossCard], limits: DeckLimits) -> Iterator[Finding]:
    def key(card: DivineCrossCard) -> tuple[str, str]:
        return name_key(card.name), card.variant if limits.copy_key == "name_and_type" else ""

    for card, found in each_card(cards, key):
        yield from too_many_copies(card, found, limits.copy_limit)
