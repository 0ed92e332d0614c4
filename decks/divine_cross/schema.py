"""Divine Cross's cards, words, deck rules and samples."""

from importlib.resources import files

from evenhand.decks.better import Better
from evenhand.decks.card import name_key
from evenhand.decks.divine_cross.card import CARD, DivineCrossCard
from evenhand.decks.divine_cross.legality import BLITZ, MODES, deck_rules, deck_words
from evenhand.decks.divine_cross.plain import plain_card
from evenhand.decks.divine_cross.words import VOCABULARY, CardType
from evenhand.decks.schema import USUAL_HEADERS, GameSchema

__all__ = ["SCHEMA"]


def sort_key(card: DivineCrossCard) -> tuple[int, int, int, str]:
    """Sort key of Divine Cross's schema: units by first cost and HP, Events, Actions, Assists."""
    return int(card.type), card.skill1_cost, card.hp, name_key(card.name)


SCHEMA = GameSchema(
    name="divine_cross",
    title="Divine Cross",
    card_model=DivineCrossCard,
    card_record=CARD,
    vocabulary=VOCABULARY,
    folder=files("evenhand.decks.divine_cross"),
    modes=MODES,
    sealed_modes=(BLITZ,),
    better=Better(
        {
            "hp": 20,
            "retreat": -1,
            "skill1_cost": -1,
            "skill1_damage": 20,
            "skill2_cost": -1,
            "skill2_damage": 20,
        },
        damage=20,
        drawing=False,  # decks often run out, and each draw then does damage (R3)
    ),
    deck_rules=deck_rules,
    deck_words=deck_words,
    sort_key=sort_key,
    plain_card=plain_card,
    cost=lambda card: card.skill1_cost if card.type == CardType.UNIT else None,
    cost_name="energy for the first skill",
    aliases={
        **USUAL_HEADERS,
        "series": "title",
        "color": "attribute",
        "colour": "attribute",
        "retreat cost": "retreat",
        "skill 1 name": "skill1",
        "skill 2 name": "skill2",
        "ex power": "ex",
    },
)
