"""The plain card that a card of DIVINO is held against.

A plain combat card, Fortress or Demigod has the plane, alignment, tribe, costs and energize
of the card it stands for, no ability and no keyterm; it has the ATK and DEF that the pool's
other cards of its type have at its energy and mana. A plain Sorcery, Instant, Enchantment or
Aura costs nothing and only replaces itself: its player draws a card, with the last two when
they enter; so does a plain Relic, Equipment or Orb, at the card's cost. A plain Land makes mana
of any plane, a plain Shrine summons its Deity after four upkeeps, a plain Deity draws a card
for a loyalty counter.
"""

from collections.abc import Sequence
from typing import Any

from evenhand.decks.divino.card import DivinoCard
from evenhand.decks.divino.vocabulary import VOCABULARY
from evenhand.decks.divino.words import CREATURES, CardType
from evenhand.decks.plain import (
    keep_legal,
    number_at,
    plain_name,
    price_of,
    price_of_plain,
    text_columns,
)

__all__ = ["plain_card", "total_cost"]

SPELL = "Spell: draw 1 card."
ENTERING = "When this enters: draw 1 card."
LAND = "Mana: tap this card: add 1 mana of any plane."
LOYALTY = "Loyalty: add 1 loyalty counter to this card: draw 1 card."
SHRINE = (
    "At your upkeep: add 1 approval counter to this card. "
    "Activate, if there are at least 4 approval counters on this card: "
    "remove 4 approval counters from this card: summon the Deity of this card."
)
FREE = (CardType.SORCERY, CardType.INSTANT, CardType.ENCHANTMENT, CardType.AURA)
NOT_PAID = (CardType.DEMIGOD, CardType.DEITY, CardType.LAND)
TEXTS = {
    CardType.SORCERY: SPELL,
    CardType.INSTANT: SPELL,
    CardType.RELIC: ENTERING,
    CardType.EQUIPMENT: ENTERING,
    CardType.ORB: ENTERING,
    CardType.ENCHANTMENT: ENTERING,
    CardType.AURA: ENTERING,
    CardType.DEITY: LOYALTY,
    CardType.SHRINE: SHRINE,
}
KEPT = (
    "type", "title", "plane", "alignment", "tribe", "energy", "mana", "starting", "counts_as",
    "basic", "equip", "host", "deity", "loyalty", "summon", "energize",
)  # fmt: skip


def plain_card(peers: Sequence[DivinoCard], card: DivinoCard) -> DivinoCard:
    """Make DIVINO's plain card of a card's type and cost."""
    kept = {name: getattr(card, name) for name in KEPT}
    defaults = {name: field.default for name, field in DivinoCard.model_fields.items()}
    numbers: dict[str, Any] = {name: v for name, v in kept.items() if v != defaults[name]}
    if card.type in FREE:
        numbers |= {"energy": 0, "mana": ()}
    numbers |= numbers_on_the_curve(peers, card)
    text = text_columns(text_of(card), VOCABULARY)
    return DivinoCard(name=plain_name(card), **text, **numbers)


def text_of(card: DivinoCard) -> str:
    """Return the text of a plain card that is worth itself."""
    if card.type == CardType.LAND:
        return "" if card.basic else LAND
    return TEXTS.get(card.type, "")


def numbers_on_the_curve(peers: Sequence[DivinoCard], card: DivinoCard) -> dict[str, int]:
    """Return a plain card's ATK and DEF, which the pool's cards have at its cost."""
    same = [one for one in peers if one.type in family_of(card)]
    if not same:
        return {name: getattr(card, name) for name in ("atk", "defense")}
    own = price_of_plain(cost_of(card))
    paid = [price_of(one, cost_of(one), "keyterms") for one in same]
    numbers = {
        name: number_at(list(zip(paid, (getattr(one, name) for one in same), strict=True)), own)
        for name in ("atk", "defense")
    }
    return {name: keep_legal(DivinoCard, name, value) for name, value in numbers.items()}


def family_of(card: DivinoCard) -> tuple[CardType, ...]:
    """Return the types whose plain cards share a curve: those of all creatures do."""
    return CREATURES if card.type in CREATURES else (card.type,)


def total_cost(card: DivinoCard) -> int | None:
    """Return a card's cost for its plain card: energy and mana, counted alike."""
    return None if card.type in NOT_PAID else sum(cost_of(card))


def cost_of(card: DivinoCard) -> tuple[int, int]:
    """Return a card's costs for its plain card: energy and mana; a Demigod's energy is its life."""
    if card.type == CardType.DEMIGOD:
        return 0, 0
    return card.energy or 0, sum(card.mana)
