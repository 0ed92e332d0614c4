"""What befalls cards in play, for those that wait for it."""

from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.triggers import trigger, trigger_about
from evenhand.simulate.engine.sets import EMPTY, add, each
from evenhand.simulate.games.divinity.places import at

__all__ = ["cards_in_play", "happens", "happens_about", "happens_to", "happens_to_all"]


@rule
def cards_in_play(state, seat):
    """Return the set of a player's cards in play that lie face up, on either side (R9)."""
    found = EMPTY
    for where in each(state.taken & ~state.down[seat]):
        place = at(state, where)
        if place.owner == seat:
            found = add(found, place.copy_id)
    return found


@rule
def happens(state, pool, where, moment):
    """Let the card at a spot notice what befalls it."""
    place = at(state, where)
    if not place.face_down:
        trigger(state, pool, place.owner, place.copy_id, moment)


@rule
def happens_to(state, pool, where, moment, subject):
    """Let the card at a spot notice what befalls it by another, which "it" then means."""
    place = at(state, where)
    trigger_about(state, pool, place.owner, place.copy_id, moment, subject)


@rule
def happens_about(state, pool, seat, moment, subject):
    """Let a player's other cards notice what befalls the card at a spot."""
    about = at(state, subject)
    for copy in each(cards_in_play(state, seat)):
        if copy != about.copy_id or seat != about.owner:
            trigger_about(state, pool, seat, copy, moment, subject)


@rule
def happens_to_all(state, pool, seat, moment):
    """Let all of a player's cards in play notice a moment."""
    for copy in each(cards_in_play(state, seat)):
        trigger(state, pool, seat, copy, moment)
