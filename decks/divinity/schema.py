"""Divinity's cards, words, deck rules and samples."""

from importlib.resources import files
from typing import Any

from evenhand.decks.better import Better
from evenhand.decks.card import name_key
from evenhand.decks.divinity.card import CARD, DivinityCard
from evenhand.decks.divinity.legality import deck_rules, deck_words
from evenhand.decks.divinity.plain import plain_card
from evenhand.decks.divinity.words import RANKS, VOCABULARY
from evenhand.decks.schema import USUAL_HEADERS, GameSchema

__all__ = ["SCHEMA"]


def sort_key(card: DivinityCard) -> tuple[Any, ...]:
    """Sort key of Divinity's schema: Deities by rank, ATK, HP, Walls by position, spells."""
    numbers = card.numbers()
    return (
        int(card.type), numbers["rank"], numbers["position"], numbers["subtype"], card.atk,
        card.hp, name_key(card.name), name_key(card.title),
    )  # fmt: skip


SCHEMA = GameSchema(
    name="divinity",
    title="Divinity",
    card_model=DivinityCard,
    card_record=CARD,
    vocabulary=VOCABULARY,
    folder=files("evenhand.decks.divinity"),
    modes=("constructed",),
    better=Better({"hp": 1, "atk": 1}),
    deck_rules=deck_rules,
    deck_words=deck_words,
    sort_key=sort_key,
    plain_card=plain_card,
    cost=lambda card: None if card.rank is None else RANKS.index(card.rank),
    cost_name="rank, from Minor to Supreme",
    aliases={
        **USUAL_HEADERS,
        "set": "title",
        "sub type": "subtype",
        "attachment type": "subtype",
        "types": "deity_types",
        "deity type": "deity_types",
        "deity types": "deity_types",
        "gems": "gemstones",
        "gemstone": "gemstones",
        "health": "hp",
        "attack": "atk",
    },
)
