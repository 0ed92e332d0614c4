"""Starcrossed's cards, words, deck rules and samples."""

from importlib.resources import files

from evenhand.decks.better import Better
from evenhand.decks.card import name_key
from evenhand.decks.schema import USUAL_HEADERS, GameSchema
from evenhand.decks.starcrossed.card import CARD, StarcrossedCard
from evenhand.decks.starcrossed.legality import deck_rules, deck_words
from evenhand.decks.starcrossed.plain import plain_card
from evenhand.decks.starcrossed.words import VOCABULARY

__all__ = ["SCHEMA"]


def sort_key(card: StarcrossedCard) -> tuple[int, int, int, str]:
    """Sort key of Starcrossed's schema: divas by level, cost; moves, powers, items by cost."""
    return int(card.type), card.level, card.cost, name_key(card.name)


SCHEMA = GameSchema(
    name="starcrossed",
    title="Starcrossed",
    card_model=StarcrossedCard,
    card_record=CARD,
    vocabulary=VOCABULARY,
    folder=files("evenhand.decks.starcrossed"),
    modes=("constructed",),
    better=Better({"strength": 1, "cost": -1}),
    deck_rules=deck_rules,
    deck_words=deck_words,
    sort_key=sort_key,
    plain_card=plain_card,
    cost=lambda card: card.cost,
    cost_name="energy",
    aliases={
        **USUAL_HEADERS,
        "energy": "cost",
        "energy cost": "cost",
        "unique": "uniqueness",
        "uniqueness value": "uniqueness",
        "super of": "super_of",
        "base": "super_of",
        "special action": "special",
        "keyword": "keywords",
    },
)
