"""The cards of Last Light, and what makes a deck of them."""

from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from importlib.resources import files
from typing import Annotated, Any, ClassVar

import numpy as np

from evenhand.game import (
    Better,
    Card,
    Finding,
    GameSchema,
    each_card,
    one_of,
    record,
    too_many_copies,
    whole,
    wrong_size,
)

__all__ = ["CARD", "SCHEMA", "Kind", "LightCard"]

DECK_SIZE = 16
MOST_COPIES = 4


class Kind(IntEnum):
    """What a card does (L3-L5)."""

    GUST = 0
    STORM = 1
    OIL = 2


CARD = record(("kind", np.int8), ("strength", np.int8))


class LightCard(Card):
    """One card; the fields are the columns of the card file."""

    needed: ClassVar[tuple[str, ...]] = ("name", "kind", "strength")

    kind: Annotated[Kind, one_of(Kind)]
    strength: Annotated[int, whole(0, 20)]

    def numbers(self) -> dict[str, int | tuple[int, ...]]:
        """Return the card's own numbers."""
        return {"kind": self.kind, "strength": self.strength}


def deck_rules(cards: Sequence[LightCard], mode: str, options: Mapping[str, Any]) -> list[Finding]:
    """Judge a deck: 16 cards, at most 4 of a name."""
    return [*wrong_size(cards, DECK_SIZE), *copies(cards)]


def copies(cards: Sequence[LightCard]) -> Iterator[Finding]:
    """Look for too many cards of a name."""
    for card, found in each_card(cards):
        yield from too_many_copies(card, found, MOST_COPIES)


def plain_card(cards: Sequence[LightCard], card: LightCard) -> LightCard:
    """Make the weakest card of a kind."""
    return LightCard(name=f"Plain {card.name}", kind=card.kind, strength=1)


SCHEMA = GameSchema(
    name="last_light",
    title="Last Light",
    card_model=LightCard,
    card_record=CARD,
    folder=files("last_light"),
    modes=("night",),
    deck_rules=deck_rules,
    sort_key=lambda card: (int(card.kind), card.strength),
    plain_card=plain_card,
    better=Better({"strength": 1}),
)
