"""Abilities: the seam."""

import numpy as np

from simulate.engine.compile import rule

__all__ = []


@rule
def happens(state, table, where, moment):
    """Let the card at a spot notice a moment."""


@rule
def note_coming(state, table, owner, copy):
    """See what the coming of a card changes."""


@rule
def note_going(state, table, owner, copy):
    """See what the going of a card changes."""


@rule
def total(state, table, verb, where):
    """Add up all amounts by which a verb changes the card at a spot."""
    return np.int64(0)


@rule
def is_forbidden(state, table, verb, where):
    """Say whether a "can't" is upon a card."""
    return False


@rule
def may_be_played(state, table, seat, copy):
    """Say whether a card's own conditions let it be played (R7)."""
    return True


@rule
def begin_all(state, table, seat, copy, moment):
    """Put all abilities of a card for a moment on the agenda."""


@rule
def end_lasting(state, table):
    """End the changes whose last turn this is."""


@rule
def happens_about(state, table, seat, moment, subject):
    """Let a player's cards notice what befalls another card."""


@rule
def happens_to(state, table, where, moment, subject):
    """Let the card at a spot notice what befalls it by another."""


@rule
def happens_to_all(state, table, seat, moment):
    """Let all of a player's cards in play notice a moment."""


@rule
def has_effect(state, table, seat, copy):
    """Say whether a Magic would do anything."""
    return True


@rule
def is_banned(state, table, verb, seat):
    """Say whether a player may not do something."""
    return False


@rule
def more_draws(state, table, seat):
    """Give how many cards more a player draws at the start of a turn."""
    return np.int64(0)


@rule
def renew_uses(state, table):
    """Forget the uses of the turn that ended."""


@rule
def is_changing(state, verb):
    """Say whether anything changes by a verb."""
    return False


@rule
def note_table(state, table):
    """Work out anew what is changing something."""
