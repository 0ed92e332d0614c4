"""The hooks that every game supplies to the engine."""

from evenhand.simulate.compiling import hook

__all__ = ["apply", "legal_actions", "resample_hidden", "score", "set_up", "standing"]


@hook
def set_up(state, pool, options):
    """Begin a game on a state whose decks and streams are in place; run to a question."""


@hook
def legal_actions(state, pool, options, menu):
    """Fill the menu with all options of the question asked."""


@hook
def apply(state, pool, options, action):
    """Carry out a chosen option and run on to the next question or the end."""


@hook
def score(state, pool, options, weights, action):
    """Value one option of the seat asked, by rules of thumb; higher is better.

    May use only what that seat can see.
    """


@hook
def resample_hidden(state, pool, options, seat):
    """Deal anew, on the DREAM stream, everything that a seat cannot see."""


@hook
def standing(state, pool, options, seat):
    """Return how well a seat stands, in the game's own unit, from what all can see."""
