"""The plain card that a card of Divinity is held against.

A plain Deity has the rank and all attributes of the card it stands for, the median HP and
ATK of the pool's Deities of that rank, and no ability. A plain Wall has the median HP of
the pool's Walls. A plain spell only replaces itself: its player draws a card.
"""

from statistics import median_low
from typing import TYPE_CHECKING, Any, cast

from evenhand.decks.divinity.words import VOCABULARY, CardType
from evenhand.decks.language.parse import parse
from evenhand.decks.pool import LONGEST_NAME, CardPool

if TYPE_CHECKING:
    from evenhand.decks.divinity.schema import DivinityCard

__all__ = ["plain_card"]

DRAWS = {
    CardType.ATTACHMENT: "When this is played: draw 1 card.",
    CardType.ENVIRONMENT: "When this is played: draw 1 card.",
    CardType.MAGIC: "Magic: draw 1 card.",
}


def plain_card(pool: CardPool, card: "DivinityCard") -> "DivinityCard":
    """Make the plain card of a card's type and rank."""
    details = plain_spell(card.type) if card.type in DRAWS else plain_fighter(pool, card)
    name = f"Plain {card.name}"[:LONGEST_NAME]
    nothing_special = {"line": 0, "text": "", "abilities": ()}
    return card.model_copy(update={"name": name, **nothing_special, **details})


def plain_spell(type_: CardType) -> dict[str, Any]:
    """Return the text of a card that is worth itself."""
    text = DRAWS[type_]
    return {"text": text, "abilities": parse(text, VOCABULARY, ())}


def plain_fighter(pool: CardPool, card: "DivinityCard") -> dict[str, Any]:
    """Return the numbers of a Deity or Wall that is like the others."""
    cards = cast("tuple[DivinityCard, ...]", pool.cards)
    peers = [one for one in cards if (one.type, one.rank) == (card.type, card.rank)]
    return {
        "hp": median_low(peer.hp for peer in peers),
        "atk": median_low(peer.atk for peer in peers),
    }
