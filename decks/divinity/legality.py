"""What a deck of Divinity may be (section g)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evenhand.decks.card import name_key
from evenhand.decks.divinity.card import DivinityCard
from evenhand.decks.divinity.words import CardType, Subtype
from evenhand.decks.legality import (
    Finding,
    Limits,
    each_card,
    few_openers,
    number_of,
    too_many,
    too_many_copies,
    wrong_size,
)

__all__ = ["DeckLimits", "deck_rules", "deck_words"]


@dataclass(frozen=True)
class DeckLimits(Limits):
    """Divinity's deck rules that a designer may change; named as in the rule options.

    Attributes
    ----------
    deck_size : int
        Cards in a deck, no more and no fewer.
    copy_limit : int
        Most copies of a card.
    ritual_limit : int
        Most Rituals, of whatever names.
    min_deities : int
        Fewest Deities.
    few_deities : int
        With fewer Deities than this, a note says that opening hands will be redrawn.
    """

    deck_size: int = 55
    copy_limit: int = 3
    ritual_limit: int = 1
    min_deities: int = 1
    few_deities: int = 12


def deck_rules(
    cards: Sequence[DivinityCard], mode: str, options: Mapping[str, Any]
) -> list[Finding]:
    """Judge a deck of Divinity by section (g): size, copies, Rituals, Deities."""
    limits = DeckLimits.of(options)
    rituals = [card for card in cards if card.subtype == Subtype.RITUAL]
    return [
        *wrong_size(cards, limits.deck_size),
        *_copies(cards, limits),
        *too_many(rituals, limits.ritual_limit, "of subtype Ritual"),
        *few_openers(cards, CardType.DEITY, limits.min_deities, limits.few_deities),
    ]


def deck_words(mode: str, options: Mapping[str, Any]) -> list[str]:
    """Say what `deck_rules` holds a deck of Divinity against."""
    limits = DeckLimits.of(options)
    return [
        f"exactly {number_of(limits.deck_size, 'card', 'cards')}",
        f"at most {number_of(limits.copy_limit, 'copy', 'copies')} of a card",
        f"at most {number_of(limits.ritual_limit, 'Ritual', 'Rituals')}",
        f"at least {number_of(limits.min_deities, 'Deity', 'Deities')}",
    ]


def _copies(cards: Sequence[DivinityCard], limits: DeckLimits) -> Iterator[Finding]:
    def key(card: DivinityCard) -> tuple[str, str]:
        return name_key(card.name), name_key(card.title)

    for card, found in each_card(cards, key):
        yield from too_many_copies(card, found, limits.copy_limit)
