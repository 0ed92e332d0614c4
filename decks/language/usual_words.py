"""Words that most games share: verbs for cards out of play, quantities, durations.

A game's vocabulary takes those that its enums name, and adds its own words, which may
replace one of these: ``{**usual_verbs(Verb, CARDS), Verb.MILL: VerbWords("mill ..")}``.
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import TypeVar

from evenhand.decks.language.vocabulary import QuantityWords, VerbWords

__all__ = ["CardVerb", "Duration", "usual_durations", "usual_quantities", "usual_verbs"]

Word = TypeVar("Word", bound=IntEnum)
Pattern = TypeVar("Pattern")


class CardVerb(IntEnum):
    """Verbs for hands and decks, with the values that all two-player games give them."""

    DRAW = 0
    ENEMY_DRAWS = 1
    DISCARD = 2
    ENEMY_DISCARDS = 3
    ENEMY_DISCARDS_AT_RANDOM = 4
    MILL = 5
    ENEMY_MILLS = 6


class Duration(IntEnum):
    """Durations of lasting changes in games in which players alternate turns."""

    THIS_TURN = 0
    YOUR_NEXT_TURN = 1  # until the end of the controller's next turn
    ENEMY_NEXT_TURN = 2  # until the end of the enemy's next turn
    IN_PLAY = 3  # until the thing changed leaves play


DURATIONS = {
    "THIS_TURN": "this turn",
    "THIS_COMBAT": "this combat",
    "YOUR_NEXT_TURN": "until the end of your next turn",
    "ENEMY_NEXT_TURN": "until the end of the enemy's next turn",
    "IN_PLAY": "while in play",
}
QUANTITIES = {
    "THINGS": QuantityWords("{of}"),
    "OWN_HAND": QuantityWords("[card|cards] in your hand"),
    "ENEMY_HAND": QuantityWords("[card|cards] in the enemy hand"),
    "OWN_DECK": QuantityWords("[card|cards] in your deck"),
    "ENEMY_DECK": QuantityWords("[card|cards] in the enemy deck"),
    "OWN_DISCARD": QuantityWords("[card|cards] in your discard pile"),
    "ENEMY_DISCARD": QuantityWords("[card|cards] in the enemy discard pile"),
    "HEADS": QuantityWords("a coin flip is heads", yes_or_no=True, chance=True),
    "YOUR_TURN": QuantityWords("now is your turn", yes_or_no=True),
}


def usual_durations(words: type[Word]) -> dict[Word, str]:
    """Return the usual patterns for a game's durations, by the names of its members."""
    return _select_by_name(words, DURATIONS)


def usual_quantities(words: type[Word]) -> dict[Word, QuantityWords]:
    """Return the usual patterns for a game's quantities, by the names of its members."""
    return _select_by_name(words, QUANTITIES)


def usual_verbs(words: type[Word], cards: tuple[IntEnum, ...]) -> dict[Word, VerbWords]:
    """Return the usual patterns for a game's verbs, by the names of its members.

    Parameters
    ----------
    cards : tuple of IntEnum
        The game's nouns for cards out of play.
    """
    usual = {
        "DRAW": VerbWords("draw {amount} [card|cards]"),
        "ENEMY_DRAWS": VerbWords("the enemy draws {amount} [card|cards]"),
        "DISCARD": VerbWords("discard {amount} [card|cards]"),
        "ENEMY_DISCARDS": VerbWords("the enemy discards {amount} [card|cards]"),
        "ENEMY_DISCARDS_AT_RANDOM": VerbWords("the enemy loses {amount} random [card|cards]"),
        "MILL": VerbWords("discard the top {amount} [card|cards] of your deck"),
        "ENEMY_MILLS": VerbWords("discard the top {amount} [card|cards] of the enemy deck"),
        "SEARCH": VerbWords("search your deck for {target}", cards),
        "RECOVER": VerbWords("take back {target} from your discard pile", cards),
        "RECYCLE": VerbWords("shuffle {target} from your discard pile into your deck", cards),
        "LOOK": VerbWords("look at the enemy hand"),
    }
    return _select_by_name(words, usual)


def _select_by_name(words: type[Word], usual: Mapping[str, Pattern]) -> dict[Word, Pattern]:
    """Return the usual patterns of an enum's members whose names are in ``usual``."""
    return {word: usual[word.name] for word in words if word.name in usual}
