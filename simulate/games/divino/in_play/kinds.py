"""Which types of card a noun means."""

from evenhand.decks.divino.words import COMBAT, CREATURES, CardType, Noun
from evenhand.simulate.compiling import rule

__all__ = ["is_of"]

RELICS = (CardType.RELIC, CardType.EQUIPMENT, CardType.RELIC_CREATURE)
SPELLS = (CardType.SORCERY, CardType.INSTANT, CardType.ENCHANTMENT, CardType.AURA)
PASSING = (CardType.SORCERY, CardType.INSTANT)
BESIDE = (CardType.DEMIGOD, CardType.DEITY)


@rule
def is_of(options, card_type, noun):
    """Return whether cards of a type are meant by a noun (D15)."""
    match noun:
        case Noun.COMBAT_CARD:
            return card_type in COMBAT
        case Noun.CREATURE:
            return card_type in CREATURES
        case Noun.NAGUAL:
            return card_type == CardType.NAGUAL
        case Noun.WARRIOR:
            return card_type == CardType.WARRIOR
        case Noun.DEMIGOD:
            return card_type == CardType.DEMIGOD
        case Noun.FORTRESS:
            return card_type == CardType.FORTRESS
        case Noun.SHRINE:
            return card_type == CardType.SHRINE
        case Noun.DEITY:
            return card_type == CardType.DEITY
        case Noun.LAND:
            return card_type == CardType.LAND
        case Noun.RELIC:
            return card_type in RELICS
        case Noun.EQUIPMENT:
            return card_type == CardType.EQUIPMENT
        case Noun.ORB:
            return card_type == CardType.ORB
        case Noun.ENCHANTMENT:
            return card_type in (CardType.ENCHANTMENT, CardType.AURA)
        case Noun.AURA:
            return card_type == CardType.AURA
        case Noun.PERMANENT:
            is_permanent = card_type not in PASSING and card_type not in BESIDE
            return is_permanent or (options.demigod_deity_permanent and card_type in BESIDE)
        case Noun.SPELL:
            return card_type in SPELLS
        case Noun.PLAYED_CARD | Noun.CARD:
            return True
        case _:
            return False
