"""The plain card that a card of Starcrossed is held against.

A plain diva has the level, the cost and the tribe of the card she stands for, the median
strength of the pool's divas of her level, and no ability. A plain skill of the Action
Phase draws a card; one of combat gives the diva on its crystal 1 strength.
"""

from collections.abc import Sequence
from typing import Any

from evenhand.decks.plain import median_of, plain_name, text_columns
from evenhand.decks.starcrossed.card import StarcrossedCard
from evenhand.decks.starcrossed.words import VOCABULARY, CardType, Timing

__all__ = ["plain_card"]

TEXTS = {
    Timing.ACTION: "Play: draw 1 card.",
    Timing.COMBAT: "Activate: your diva here gets +1 strength this combat.",
}


def plain_card(cards: Sequence[StarcrossedCard], card: StarcrossedCard) -> StarcrossedCard:
    """Make the plain card of a card's type, tribe and cost."""
    numbers = plain_diva(cards, card) if card.type == CardType.DIVA else plain_skill(card)
    return StarcrossedCard(
        name=plain_name(card),
        title=card.title,
        type=card.type,
        tribe=card.tribe,
        cost=card.cost,
        special=card.special,
        uniqueness=card.uniqueness,
        super_of=card.super_of,
        **numbers,
    )


def plain_skill(card: StarcrossedCard) -> dict[str, Any]:
    """Return the text of a skill that does little."""
    timing = card.timing or Timing.ACTION
    return {"timing": timing, **text_columns(TEXTS[timing], VOCABULARY)}


def plain_diva(cards: Sequence[StarcrossedCard], card: StarcrossedCard) -> dict[str, Any]:
    """Return the numbers of a diva who is like the others of her level."""
    peers = [one for one in cards if one.type == CardType.DIVA and one.level == card.level]
    return {"level": card.level, "strength": median_of(peers, "strength")}
