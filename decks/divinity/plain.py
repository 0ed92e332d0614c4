"""The plain card that a card of Divinity is held against.

A plain Deity has the rank and all attributes of the card it stands for, the HP and ATK that
the pool's other Deities of that rank have, and no ability. A plain Wall has the HP of the
pool's other Walls. A plain spell only replaces itself: its player draws a card.
"""

from collections.abc import Sequence
from typing import Any

from evenhand.decks.divinity.card import DivinityCard
from evenhand.decks.divinity.words import VOCABULARY, CardType
from evenhand.decks.plain import numbers_at, plain_name, text_columns

__all__ = ["plain_card"]

DRAWS = {
    CardType.ATTACHMENT: "When this is played: draw 1 card.",
    CardType.ENVIRONMENT: "When this is played: draw 1 card.",
    CardType.MAGIC: "Magic: draw 1 card.",
}


def plain_card(peers: Sequence[DivinityCard], card: DivinityCard) -> DivinityCard:
    """Make Divinity's plain card of a card's type and rank."""
    text = text_columns(DRAWS.get(card.type, ""), VOCABULARY)
    numbers = {} if card.type in DRAWS else plain_fighter(peers, card)
    return card.model_copy(update={"name": plain_name(card), "line": 0, **text, **numbers})


def plain_fighter(peers: Sequence[DivinityCard], card: DivinityCard) -> dict[str, Any]:
    """Return the numbers of a plain Deity or Wall, which is like the others."""
    same = [one for one in peers if (one.type, one.rank) == (card.type, card.rank)]
    return numbers_at(same, card, ["hp", "atk"])
