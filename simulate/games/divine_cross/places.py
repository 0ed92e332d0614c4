"""Places: a spot counts the areas of both players, ``seat * SLOTS + slot``."""

from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.sets import EMPTY, add, full
from evenhand.simulate.games.divine_cross.enums import MAIN, SEATS, SLOTS

__all__ = [
    "EVERYWHERE", "MAIN_SPOTS", "cards_at", "is_at", "main_spot", "spot", "spot_of",
    "spots_of", "unit_at",
]  # fmt: skip

EVERYWHERE = (1 << SEATS * SLOTS) - 1  # the set of all spots
MAIN_SPOTS = sum(1 << seat * SLOTS + MAIN for seat in range(SEATS))


@rule
def spot(seat, slot):
    """Return the number of a place over both players."""
    return seat * SLOTS + slot


@rule
def main_spot(seat):
    """Return the spot of a player's Main Area."""
    return seat * SLOTS + MAIN


@rule
def spots_of(seat):
    """Return the set of a player's spots."""
    return full(SLOTS) << main_spot(seat)


@rule
def unit_at(state, place):
    """Return the unit record of a spot, empty or not."""
    return state.players[place // SLOTS].units[place % SLOTS]


@rule
def cards_at(state, place):
    """Return the set of the unit at a spot and its Assist, as far as they are there."""
    unit = unit_at(state, place)
    found = EMPTY
    if unit.copy_id != NOTHING:
        found = add(found, unit.copy_id)
        if unit.assist != NOTHING:
            found = add(found, unit.assist)
    return found


@rule
def spot_of(state, seat, copy):
    """Find the spot of a unit, or of the unit an Assist is on; NOTHING if not in play."""
    for slot in range(SLOTS):
        unit = state.players[seat].units[slot]
        if unit.copy_id != NOTHING and (unit.copy_id == copy or unit.assist == copy):
            return spot(seat, slot)
    return NOTHING


@rule
def is_at(state, seat, copy, place):
    """Return whether a card is the unit at a spot, or its Assist."""
    unit = unit_at(state, place)
    if unit.copy_id == NOTHING or place // SLOTS != seat:
        return False
    return unit.copy_id == copy or unit.assist == copy
