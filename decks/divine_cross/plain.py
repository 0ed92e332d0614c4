"""The plain card that a card of Divine Cross is held against.

A plain Unit has the attribute, the advantage and the skill costs of the card it stands
for, and no ability; its HP and retreat cost are the median of the pool's Units whose
first skill costs the same, and each skill deals the median of the pool's skills of its
cost. A plain Event, Action or Assist only replaces itself: its player draws a card.
"""

from collections.abc import Iterator
from statistics import median_low
from typing import TYPE_CHECKING, Any, cast

from evenhand.decks.divine_cross.words import VOCABULARY, CardType
from evenhand.decks.language.parse import parse
from evenhand.decks.pool import LONGEST_NAME, CardPool

if TYPE_CHECKING:
    from evenhand.decks.divine_cross.schema import DivineCrossCard

__all__ = ["plain_card"]

DRAWS = {
    CardType.EVENT: "Play: draw 1 card.",
    CardType.ACTION: "Play: draw 1 card.",
    CardType.ASSIST: "When this enters: draw 1 card.",
}


def plain_card(pool: CardPool, card: "DivineCrossCard") -> "DivineCrossCard":
    """Make the plain card of a card's type and cost."""
    numbers = plain_unit(pool, card) if card.type == CardType.UNIT else plain_command(card.type)
    name = f"Plain {card.name}"[:LONGEST_NAME]
    return type(card)(name=name, title=card.title, type=card.type, **numbers)


def plain_command(type_: CardType) -> dict[str, Any]:
    """Return the text of a card that is worth itself."""
    text = DRAWS[type_]
    return {"text": text, "abilities": parse(text, VOCABULARY, ())}


def plain_unit(pool: CardPool, card: "DivineCrossCard") -> dict[str, Any]:
    """Return the numbers of a Unit that is like the others."""
    cards = cast("tuple[DivineCrossCard, ...]", pool.cards)
    units = [unit for unit in cards if unit.type == CardType.UNIT]
    peers = [unit for unit in units if unit.skill1_cost == card.skill1_cost]
    skills = [skill for unit in units for skill in skills_of(unit)]
    numbers: dict[str, Any] = {
        "hp": median_low(peer.hp for peer in peers),
        "retreat": median_low(peer.retreat for peer in peers),
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


def skills_of(unit: "DivineCrossCard") -> Iterator[tuple[int, int]]:
    """Yield cost and damage of a Unit's skills."""
    yield unit.skill1_cost, unit.skill1_damage
    if unit.skill2:
        yield unit.skill2_cost, unit.skill2_damage
