"""The plain card that a card of Starcrossed is held against.

A plain diva has the level, the cost and the tribe of the card she stands for, the median
strength of the pool's divas of her level, and no ability. A plain skill of the Action
Phase draws a card; one of combat gives the diva on its crystal 1 strength.
"""

from statistics import median_low
from typing import TYPE_CHECKING, Any, cast

from evenhand.decks.language.parse import parse
from evenhand.decks.pool import LONGEST_NAME, CardPool
from evenhand.decks.starcrossed.words import VOCABULARY, CardType, Timing

if TYPE_CHECKING:
    from evenhand.decks.starcrossed.schema import StarcrossedCard

__all__ = ["plain_card"]

TEXTS = {
    Timing.ACTION: "Play: draw 1 card.",
    Timing.COMBAT: "Activate: your diva here gets +1 strength this combat.",
}


def plain_card(pool: CardPool, card: "StarcrossedCard") -> "StarcrossedCard":
    """Make the plain card of a card's type, tribe and cost."""
    numbers = plain_diva(pool, card) if card.type == CardType.DIVA else plain_skill(card)
    return type(card)(
        name=f"Plain {card.name}"[:LONGEST_NAME],
        title=card.title,
        type=card.type,
        tribe=card.tribe,
        cost=card.cost,
        special=card.special,
        uniqueness=card.uniqueness,
        super_of=card.super_of,
        **numbers,
    )


def plain_skill(card: "StarcrossedCard") -> dict[str, Any]:
    """Return the text of a skill that does little."""
    timing = card.timing or Timing.ACTION
    text = TEXTS[timing]
    return {"timing": timing, "text": text, "abilities": parse(text, VOCABULARY, ())}


def plain_diva(pool: CardPool, card: "StarcrossedCard") -> dict[str, Any]:
    """Return the numbers of a diva who is like the others of her level."""
    cards = cast("tuple[StarcrossedCard, ...]", pool.cards)
    peers = [one for one in cards if one.type == CardType.DIVA and one.level == card.level]
    return {"level": card.level, "strength": median_low(peer.strength for peer in peers)}
