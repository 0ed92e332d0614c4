"""BlackPoker's cards, deck rules and samples."""

from importlib.resources import files

from evenhand.decks.better import Better
from evenhand.decks.blackpoker.card import CARD, BlackPokerCard
from evenhand.decks.blackpoker.legality import MODES, deck_rules, deck_words
from evenhand.decks.blackpoker.plain import bulwarks_to_summon, plain_card
from evenhand.decks.schema import GameSchema

__all__ = ["SCHEMA"]


def sort_key(card: BlackPokerCard) -> tuple[int, int]:
    """Sort key of BlackPoker's schema: rank, then suit, so that a slot is alike in all decks."""
    return int(card.rank), int(card.suit)


SCHEMA = GameSchema(
    name="blackpoker",
    title="BlackPoker",
    card_model=BlackPokerCard,
    card_record=CARD,
    folder=files("evenhand.decks.blackpoker"),
    modes=MODES,
    plain_card=plain_card,
    cost=bulwarks_to_summon,
    cost_name="bulwarks to summon it",
    better=Better({"number": 1}),
    deck_rules=deck_rules,
    deck_words=deck_words,
    sort_key=sort_key,
    aliases={"value": "number", "strength": "number"},
)
