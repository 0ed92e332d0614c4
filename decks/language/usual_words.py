"""Words that most games say alike: what happens to cards out of play, how many there are.

A game's vocabulary takes those that its enums name, and then says its own, which may say
one of these in another way: ``{**usual_verbs(Verb, CARDS), Verb.MILL: VerbWords("mill ..")}``.
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import TypeVar

from evenhand.decks.language.vocabulary import QuantityWords, VerbWords

__all__ = ["CardVerb", "Duration", "usual_durations", "usual_quantities", "usual_verbs"]

Word = TypeVar("Word", bound=IntEnum)
Pattern = TypeVar("Pattern")


class CardVerb(IntEnum):
    """What happens to hands and decks, in the numbers that all games for two give it."""

    DRAW = 0
    ENEMY_DRAWS = 1
    DISCARD = 2
    ENEMY_DISCARDS = 3
    ENEMY_DISCARDS_AT_RANDOM = 4
    MILL = 5
    ENEMY_MILLS = 6


class Duration(IntEnum):
    """How long a lasting change stays where one player's turn follows the other's."""

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
    """Return how those of a game's durations read that read as usual."""
    return named_alike(words, DURATIONS)


def usual_quantities(words: type[Word]) -> dict[Word, QuantityWords]:
    """Return how those of a game's quantities read that read as usual."""
    return named_alike(words, QUANTITIES)


def usual_verbs(words: type[Word], cards: tuple[IntEnum, ...]) -> dict[Word, VerbWords]:
    """Return how those of a game's verbs read that read as usual.

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
    return named_alike(words, usual)


def named_alike(words: type[Word], usual: Mapping[str, Pattern]) -> dict[Word, Pattern]:
    """Give the words of an enum the patterns that stand under their names."""
    return {word: usual[word.name] for word in words if word.name in usual}
