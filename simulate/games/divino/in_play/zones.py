"""Where the words of the language look for things: the zones of the verbs."""

from evenhand.decks.divino.words import Verb
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.enums import Zone

__all__ = ["zone_for"]


@rule
def zone_for(state, verb, is_object):
    """Return where a verb's target (or object) is looked for."""
    match verb:
        case Verb.SEARCH | Verb.RAMP:
            return Zone.DECK
        case Verb.RECOVER | Verb.REVIVE | Verb.RECYCLE:
            return Zone.DISCARD
        case Verb.DEPLOY:
            return Zone.HAND
        case _:
            return Zone.PLAY
