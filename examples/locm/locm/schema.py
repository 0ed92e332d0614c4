"""The cards, and what makes a deck of them."""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from importlib.resources import files
from typing import Annotated, Any, ClassVar

import numpy as np

from evenhand.game import (
    Better,
    Card,
    Finding,
    GameSchema,
    one_of,
    record,
    some_of,
    whole,
    wrong_size,
)
from locm.words import DECK_SLOTS

__all__ = ["CARD", "SCHEMA", "BattleCard", "Keyword", "Kind"]

GREATEST = 99
MOST_DRAWN = 8


class Kind(IntEnum):
    """What a card is (B7, B12 to B14)."""

    CREATURE = 0
    GREEN = 1
    RED = 2
    BLUE = 3


class Keyword(IntEnum):
    """What a creature can do; a card has a set of them (B8 to B11)."""

    BREAKTHROUGH = 0
    CHARGE = 1
    DRAIN = 2
    GUARD = 3
    LETHAL = 4
    WARD = 5


CARD = record(
    ("kind", np.int8),
    ("cost", np.int16),
    ("attack", np.int16),
    ("defense", np.int16),
    ("keywords", np.int64),  # set of Keyword
    ("own_health", np.int16),  # what its player gains; below 0, loses
    ("rival_health", np.int16),
    ("draw", np.int8),  # cards more at the next draw
)


class BattleCard(Card):
    """One card; the fields are the columns of the card file."""

    needed: ClassVar[tuple[str, ...]] = ("name", "kind", "cost", "attack", "defense")

    kind: Annotated[Kind, one_of(Kind)]
    cost: Annotated[int, whole(0, GREATEST)]
    attack: Annotated[int, whole(-GREATEST, GREATEST)]
    defense: Annotated[int, whole(-GREATEST, GREATEST)]
    keywords: Annotated[tuple[Keyword, ...], some_of(Keyword)] = ()
    own_health: Annotated[int, whole(-GREATEST, GREATEST)] = 0
    rival_health: Annotated[int, whole(-GREATEST, GREATEST)] = 0
    draw: Annotated[int, whole(0, MOST_DRAWN)] = 0
    number: Annotated[int, whole(0, 1_000_000)] = 0

    def cell(self, column: str) -> Any:
        """Return what a cell of the card says; keywords stand side by side."""
        if column == "keywords":
            return " ".join(one.name.capitalize() for one in self.keywords)
        return super().cell(column)

    def numbers(self) -> dict[str, int | tuple[int, ...]]:
        """Return the card's own numbers."""
        return {
            "kind": self.kind,
            "cost": self.cost,
            "attack": self.attack,
            "defense": self.defense,
            "keywords": sum(1 << one for one in self.keywords),
            "own_health": self.own_health,
            "rival_health": self.rival_health,
            "draw": self.draw,
        }


def deck_rules(cards: Sequence[BattleCard], mode: str, options: Mapping[str, Any]) -> list[Finding]:
    """Judge a deck: 30 cards, whichever."""
    return [*wrong_size(cards, DECK_SLOTS)]


def plain_card(cards: Sequence[BattleCard], card: BattleCard) -> BattleCard:
    """Make a creature of the same cost that can do nothing but fight."""
    name = f"Plain {card.name}"
    size = card.cost + 1
    return BattleCard(name=name, kind=Kind.CREATURE, cost=card.cost, attack=size, defense=size)


SCHEMA = GameSchema(
    name="locm",
    title="Legends of Code and Magic",
    card_model=BattleCard,
    card_record=CARD,
    folder=files("locm"),
    modes=("battle",),
    deck_rules=deck_rules,
    deck_words=lambda mode, options: [f"exactly {DECK_SLOTS} cards"],
    sort_key=lambda card: (int(card.kind), card.cost, card.number),
    plain_card=plain_card,
    cost=lambda card: card.cost,
    cost_name="mana",
    better=Better({"cost": -1, "own_health": 1, "rival_health": -1, "draw": 1}),
)
