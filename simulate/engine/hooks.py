"""The hooks that every game supplies to the engine."""

from evenhand.simulate.compiling import hook

__all__ = ["apply", "legal_actions", "resample_hidden", "score", "set_up", "standing"]


@hook
def set_up(state, pool, options):
    """Set up a game on a state with decks and random streams; run to the first question."""


@hook
def legal_actions(state, pool, options, menu):
    """Fill the menu with all options of the current question."""


@hook
def apply(state, pool, options, action):
    """Carry out a chosen option and run on to the next question or the end."""


@hook
def score(state, pool, options, weights, action):
    """Value one option of the seat asked by a heuristic; higher is better.

    It may use only what that seat can see.
    """


@hook
def resample_hidden(state, pool, options, seat):
    """Re-deal, on the DREAM stream, everything that a seat cannot see."""


@hook
def standing(state, pool, options, seat):
    """Return the standing of a seat, in the game's own unit, from public information."""
