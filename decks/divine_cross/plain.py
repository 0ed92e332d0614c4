"""The plain card that a card of Divine Cross is held against.

A plain Unit has the attribute, the advantage and the skill costs of the card it stands
for, and no ability; its HP and retreat cost are the median of the pool's Units whose
first skill costs the same, and each skill deals the median of the pool's skills of its
cost. A plain Event, Action or Assist only replaces itself: its player draws a card.
"""

from collections.abc import Iterator, Sequence
from statistics import median_low
from typing import Any

from evenhand.decks.divine_cross.card import DivineCrossCard
from evenhand.decks.divine_cross.words import VOCABULARY, CardType
from evenhand.decks.plain import median_of, plain_name, text_columns

__all__ = ["plain_card"]

DRAWS = {
    CardType.EVENT: "Play: draw 1 card.",
    CardType.ACTION: "Play: draw 1 card.",
    CardType.ASSIST: "When this enters: draw 1 card.",
}


def plain_card(cards: Sequence[DivineCrossCard], card: DivineCrossCard) -> DivineCrossCard:
    """Make the plain card of a card's type and cost."""
    is_unit = card.type == CardType.UNIT
    own = plain_unit(cards, card) if is_unit else text_columns(DRAWS[card.type], VOCABULARY)
    return DivineCrossCard(name=plain_name(card), title=card.title, type=card.type, **own)


def plain_unit(cards: Sequence[DivineCrossCard], card: DivineCrossCard) -> dict[str, Any]:
    """Return the numbers of a Unit that is like the others."""
    units = [unit for unit in cards if unit.type == CardType.UNIT]
    peers = [unit for unit in units if unit.skill1_cost == card.skill1_cost]
    skills = [skill for unit in units for skill in skills_of(unit)]
    numbers: dict[str, Any] = {
        "hp": median_of(peers, "hp"),
        "retreat": median_of(peers, "retreat"),
        "attribute": card.attribute,
        "advantage": card.advantage,
    }
    for number, (own_cost, _) in enumerate(skills_of(card), start=1):
        numbers[f"skill{number}"] = f"Skill {number}"
        numbers[f"skill{number}_cost"] = own_cost
        numbers[f"skill{number}_damage"] = median_low(
            damage for cost, damage in skills if cost == own_cost
        )
    return numbers


def skills_of(unit: DivineCrossCard) -> Iterator[tuple[int, int]]:
    """Yield cost and damage of a Unit's skills."""
    yield unit.skill1_cost, unit.skill1_damage
    if unit.skill2:
        yield unit.skill2_cost, unit.skill2_damage
