"""Divine Cross: its own vocabulary, and the few words that the hardest cards add to it."""

from dataclasses import replace
from enum import IntEnum

from evenhand.decks.divine_cross.words import VOCABULARY as WORDS
from evenhand.decks.divine_cross.words import Quantity
from evenhand.decks.language.vocabulary import QuantityWords


class More(IntEnum):
    INSTEAD_OF_KO = 100
    DONE = 101
    ONES = 102


VOCABULARY = replace(
    WORDS,
    moments={**WORDS.moments, More.INSTEAD_OF_KO: "Instead of being KO'd"},
    quantities={
        **WORDS.quantities,
        Quantity.ENERGY: QuantityWords("energy on {of}", trait="energy"),
        Quantity.DAMAGE: QuantityWords("damage on {of}", trait="damage"),
        More.DONE: QuantityWords("[card|cards] discarded this way"),
        More.ONES: QuantityWords("[one|ones] of {of}"),
    },
)
NAMES = ("Ember Lancer",)
TEXTS = (
    "Activate while standby, once per turn: discard 1 card: draw 2 cards.",
    "Skill 1: this skill deals +20 damage for each energy on this unit (at most 120).",
    "Skill 2, you may: discard up to 3 cards: this skill deals +50 damage for each card "
    "discarded this way.",
    "Always while standby: your main unit takes -20 damage if it is both red and damaged.",
    "When this is KO'd: the enemy may discard the Assist of the enemy main unit; otherwise deal "
    "100 damage to the enemy main unit.",
    "Play: choose one: stun the enemy main unit or move a chosen enemy standby unit up and draw "
    "1 card.",
    "Play, if there are fewer own units than enemy units: put up to 2 chosen Unit cards from your "
    "discard pile into standby.",
    "Play: the enemy chooses one: the enemy discards 2 cards or deal 100 damage to the enemy main "
    "unit and heal 50 damage from your main unit.",
    "Skill 1: stun the enemy main unit if a coin flip is heads; otherwise this skill deals -30 "
    "damage.",
    "Play: deal 30 damage to a chosen enemy unit for each energy on it; discard 1 energy from it.",
    "Activate while main, once per game: put up to 2 chosen other own units into the discard pile: "
    "this unit deals +40 damage for each one of those this turn.",
    "Play: move a chosen enemy standby unit of the enemy's choice up; it takes +20 damage this "
    "turn.",
    "Always, if this unit is red: this unit deals +30 damage; this unit can't retreat.",
    'When this enters: take back a chosen Unit card named "Ember Lancer" from your discard pile; '
    'otherwise search your deck for a chosen Unit card named "Ember Lancer".',
    "Skill 2: move up to 2 energy from a chosen own standby unit to this unit; heal 10 damage "
    "from this unit for every 2 energy on it.",
    "At the end of your turn while main: deal 10 damage to each other own unit; each damaged own "
    "unit gets +20 HP until the end of your next turn.",
    "Before skill 1: this unit has advantage over green this turn if the enemy main unit is green.",
    "Play: KO a chosen enemy standby unit with at least 100 damage.",
    "Instead of being KO'd, once per game: heal 300 damage from this unit; stun this unit.",
    "Activate while standby, once per turn: attach a chosen card from your hand to this unit and "
    "discard the top 1 card of your deck: draw 1 card for every 3 energy on own units; you may "
    "wake a chosen own main unit.",
)
