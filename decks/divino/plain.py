"""The plain card that a card of DIVINO is held against.

A plain combat card, Fortress or Demigod has the plane, alignment, tribe, costs and energize
of the card it stands for, no ability and no keyterm; its ATK and DEF are the median of the
pool's cards of its type (of combat cards: of those with its energy). A plain Sorcery or
Instant only replaces itself: its player draws a card; a plain Relic, Equipment, Orb,
Enchantment or Aura does so when it enters. A plain Land makes mana of any plane, a plain
Shrine summons its Deity after four upkeeps, a plain Deity draws a card for a loyalty counter.
"""

from collections.abc import Sequence
from typing import Any

from evenhand.decks.divino.card import DivinoCard
from evenhand.decks.divino.vocabulary import VOCABULARY
from evenhand.decks.divino.words import COMBAT, CardType
from evenhand.decks.plain import median_of, plain_name, text_columns

__all__ = ["plain_card"]

SPELL = "Spell: draw 1 card."
ENTERING = "When this enters: draw 1 card."
LAND = "Mana: tap this card: add 1 mana of any plane."
LOYALTY = "Loyalty: add 1 loyalty counter to this card: draw 1 card."
SHRINE = (
    "At your upkeep: add 1 approval counter to this card. "
    "Activate, if there are at least 4 approval counters on this card: "
    "remove 4 approval counters from this card: summon the Deity of this card."
)
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
MEDIANS = ("atk", "defense")


def plain_card(cards: Sequence[DivinoCard], card: DivinoCard) -> DivinoCard:
    """Make the plain card of a card's type and cost."""
    kept = {name: getattr(card, name) for name in KEPT}
    defaults = {name: field.default for name, field in DivinoCard.model_fields.items()}
    numbers: dict[str, Any] = {name: v for name, v in kept.items() if v != defaults[name]}
    peers = peers_of(cards, card)
    for name in MEDIANS:
        numbers[name] = median_of(peers, name)
    text = text_columns(text_of(card), VOCABULARY)
    return DivinoCard(name=plain_name(card), **text, **numbers)


def text_of(card: DivinoCard) -> str:
    """Return the text of a card that is worth itself."""
    if card.type == CardType.LAND:
        return "" if card.basic else LAND
    return TEXTS.get(card.type, "")


def peers_of(cards: Sequence[DivinoCard], card: DivinoCard) -> list[DivinoCard]:
    """List the cards of a type, of combat cards those of the same energy."""
    same = [other for other in cards if other.type == card.type]
    if card.type not in COMBAT:
        return same
    return [other for other in same if other.energy == card.energy]
