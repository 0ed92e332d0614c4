"""DIVINO's cards, words, deck rules and samples."""

from importlib.resources import files
from typing import Any

from evenhand.decks.better import Better
from evenhand.decks.card import name_key
from evenhand.decks.divino.card import CARD, DivinoCard
from evenhand.decks.divino.legality import MODES, deck_rules, deck_words
from evenhand.decks.divino.plain import plain_card, total_cost
from evenhand.decks.divino.vocabulary import VOCABULARY
from evenhand.decks.divino.words import CardType
from evenhand.decks.schema import USUAL_HEADERS, GameSchema

__all__ = ["SCHEMA"]

PILE_ORDER = {CardType.DEMIGOD: 0, CardType.DEITY: 1}


def sort_key(card: DivinoCard) -> tuple[Any, ...]:
    """Sort key of DIVINO's schema: Demigods and Deities first, then type, cost and ATK."""
    pile = PILE_ORDER.get(card.type, len(PILE_ORDER))
    cost = sum(card.mana) or card.energy or card.summon
    return pile, int(card.type), cost, card.atk, name_key(card.name)


SCHEMA = GameSchema(
    name="divino",
    title="DIVINO",
    card_model=DivinoCard,
    card_record=CARD,
    vocabulary=VOCABULARY,
    folder=files("evenhand.decks.divino"),
    modes=MODES,
    better=Better({"atk": 1, "defense": 1}),
    deck_rules=deck_rules,
    deck_words=deck_words,
    piles={
        "Demigods": lambda card: card.type == CardType.DEMIGOD,
        "Deities": lambda card: card.type == CardType.DEITY,
    },
    sort_key=sort_key,
    plain_card=plain_card,
    cost=total_cost,
    cost_name="energy and mana",
    aliases={
        **USUAL_HEADERS,
        "set": "title",
        "planes": "plane",
        "starting energy": "energy",
        "energy cost": "energy",
        "casting cost": "energy",
        "mana cost": "mana",
        "attack": "atk",
        "def": "defense",
        "energize rate": "energize",
        "keywords": "keyterms",
        "keyterm": "keyterms",
        "starting cards": "starting",
        "equip cost": "equip",
        "enchants": "host",
        "starting loyalty": "loyalty",
        "summoning cost": "summon",
        "counts as": "counts_as",
    },
)
