"""The plain card that a card of Divine Cross is held against.

A plain Unit has the attribute, the advantage, the retreat cost and the skill costs of the
card it stands for, and no ability; it has the HP that the pool's other Units have at the
cost of its first skill and its retreat, and each skill deals what the pool's skills of its
cost deal. Events, Actions and Assists cost nothing, so that no curve says what they should
do: a plain one does about as much as those of the sample cards do on average.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from evenhand.decks.divine_cross.card import DivineCrossCard
from evenhand.decks.divine_cross.words import VOCABULARY, CardType
from evenhand.decks.plain import (
    keep_legal,
    number_at,
    numbers_at,
    plain_name,
    price_of,
    price_of_plain,
    text_columns,
)

__all__ = ["plain_card"]

TEXTS = {
    CardType.EVENT: "Play: deal 60 damage to the enemy main unit.",
    CardType.ACTION: "Play: your main unit deals +30 damage this turn.",
    CardType.ASSIST: "Always: this unit gets +60 HP.",
}


def plain_card(peers: Sequence[DivineCrossCard], card: DivineCrossCard) -> DivineCrossCard:
    """Make Divine Cross's plain card of a card's type and cost."""
    is_unit = card.type == CardType.UNIT
    own = plain_unit(peers, card) if is_unit else text_columns(TEXTS[card.type], VOCABULARY)
    return DivineCrossCard(name=plain_name(card), title=card.title, type=card.type, **own)


def plain_unit(peers: Sequence[DivineCrossCard], card: DivineCrossCard) -> dict[str, Any]:
    """Return the numbers of a plain Unit, which is like the others."""
    units = [unit for unit in peers if unit.type == CardType.UNIT]
    skills = [
        (price_of(unit, [cost]), damage) for unit in units for cost, damage in skills_of(unit)
    ]
    numbers: dict[str, Any] = {
        **numbers_at(units, card, ["hp"], costs=["skill1_cost", "retreat"]),
        "retreat": card.retreat,
        "attribute": card.attribute,
        "advantage": card.advantage,
    }
    for number, (cost, damage) in enumerate(skills_of(card), start=1):
        numbers[f"skill{number}"] = f"Skill {number}"
        numbers[f"skill{number}_cost"] = cost
        column = f"skill{number}_damage"
        usual = number_at(skills, price_of_plain([cost])) if skills else damage
        numbers[column] = keep_legal(DivineCrossCard, column, usual)
    return numbers


def skills_of(unit: DivineCrossCard) -> Iterator[tuple[int, int]]:
    """Yield cost and damage of a Unit's skills, for its plain card."""
    yield unit.skill1_cost, unit.skill1_damage
    if unit.skill2:
        yield unit.skill2_cost, unit.skill2_damage
