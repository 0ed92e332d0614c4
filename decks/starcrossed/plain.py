"""The plain card that a card of Starcrossed is held against.

A plain diva has the level, the cost and the tribe of the card she stands for, the strength
that the pool's other divas have at her cost, and no ability. A plain skill costs nothing: one
of the Action Phase draws a card, one of combat gives the diva on its crystal 1 strength.
"""

from collections.abc import Sequence
from typing import Any

from evenhand.decks.plain import numbers_at, plain_name, text_columns
from evenhand.decks.starcrossed.card import StarcrossedCard
from evenhand.decks.starcrossed.words import VOCABULARY, CardType, Timing

__all__ = ["plain_card"]

TEXTS = {
    Timing.ACTION: "Play: draw 1 card.",
    Timing.COMBAT: "Activate: your diva here gets +1 strength this combat.",
}


def plain_card(peers: Sequence[StarcrossedCard], card: StarcrossedCard) -> StarcrossedCard:
    """Make Starcrossed's plain card of a card's type, tribe and cost."""
    numbers = plain_diva(peers, card) if card.type == CardType.DIVA else plain_skill(card)
    return StarcrossedCard(
        name=plain_name(card),
        title=card.title,
        type=card.type,
        tribe=card.tribe,
        cost=card.cost if card.type == CardType.DIVA else 0,
        special=card.special,
        uniqueness=card.uniqueness,
        super_of=card.super_of,
        **numbers,
    )


def plain_skill(card: StarcrossedCard) -> dict[str, Any]:
    """Return the text of a plain skill, which does little."""
    timing = card.timing or Timing.ACTION
    return {"timing": timing, **text_columns(TEXTS[timing], VOCABULARY)}


def plain_diva(peers: Sequence[StarcrossedCard], card: StarcrossedCard) -> dict[str, Any]:
    """Return the numbers of a plain diva, who is like the others of her cost."""
    divas = [one for one in peers if one.type == CardType.DIVA]
    return {"level": card.level, **numbers_at(divas, card, ["strength"], ["cost"], "keywords")}
