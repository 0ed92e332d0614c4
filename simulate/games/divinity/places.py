"""Where cards lie: sides, places, spots, and who is attached to whom."""

from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.sets import each, full, has
from evenhand.simulate.games.divinity.enums import (
    ATTACHED,
    DEITIES,
    ENVIRONMENT,
    PLACES,
    SEATS,
    UNDER,
    WALLS,
)

__all__ = [
    "EVERYWHERE", "FIGHTERS", "UNDER_ALL", "at", "attached_to", "attachments_on", "card_at",
    "copy_at", "deities_of", "deity_spots", "environment_of", "free_deity_place",
    "free_spot_under", "has_deity_named", "host_of", "is_attachment", "is_deity", "is_wall",
    "row_at", "side_of", "spot", "spots_of", "wall_spots", "walls_of",
]  # fmt: skip

EVERYWHERE = (1 << SEATS * PLACES) - 1  # the set of all spots
UNDER_ALL = sum(
    ((1 << DEITIES * ATTACHED) - 1) << seat * PLACES + UNDER for seat in range(SEATS)
)  # the set of all spots for Attachments
FIGHTERS = sum(((1 << DEITIES + WALLS) - 1) << seat * PLACES for seat in range(SEATS))


@rule
def spot(seat, place):
    """Return the number of a place over both sides."""
    return seat * PLACES + place


@rule
def side_of(where):
    """Return the seat on whose side a spot is."""
    return where // PLACES


@rule
def at(state, where):
    """Return the record of a spot, empty or not."""
    return state.players[where // PLACES].places[where % PLACES]


@rule
def copy_at(state, where):
    """Return the card at a spot, or NOTHING."""
    return at(state, where).copy_id


@rule
def is_deity(where):
    """Return whether a spot is one for Deities."""
    return where % PLACES < DEITIES


@rule
def is_wall(where):
    """Return whether a spot is one for Walls."""
    return DEITIES <= where % PLACES < ENVIRONMENT


@rule
def row_at(state, where):
    """Return the table row of the card at a spot."""
    place = at(state, where)
    return state.card_of[place.owner, place.copy_id]


@rule
def card_at(state, pool, where):
    """Return the table card at a spot."""
    return pool.cards[row_at(state, where)]


# Sides


@rule
def spots_of(seat):
    """Return the set of all spots of a side."""
    return full(PLACES) << spot(seat, 0)


@rule
def deity_spots(seat):
    """Return the set of a side's spots for Deities."""
    return full(DEITIES) << spot(seat, 0)


@rule
def wall_spots(seat):
    """Return the set of a side's spots for Walls."""
    return full(WALLS) << spot(seat, DEITIES)


@rule
def deities_of(state, seat):
    """Return the set of spots of a side's Deities."""
    return state.taken & deity_spots(seat)


@rule
def walls_of(state, seat):
    """Return the set of spots of a side's Walls."""
    return state.taken & wall_spots(seat)


@rule
def environment_of(state):
    """Return the spot of the Environment in play, or NOTHING (R10)."""
    for seat in range(SEATS):
        if has(state.taken, spot(seat, ENVIRONMENT)):
            return spot(seat, ENVIRONMENT)
    return NOTHING


@rule
def free_deity_place(state, seat):
    """Return the first empty place for a Deity, or NOTHING."""
    for place in range(DEITIES):
        if not has(state.taken, spot(seat, place)):
            return place
    return NOTHING


@rule
def has_deity_named(state, pool, name_id):
    """Return whether a Deity of a name is in play on either side (R5)."""
    for where in each(deities_of(state, 0) | deities_of(state, 1)):
        if card_at(state, pool, where).name_id == name_id:
            return True
    return False


# Attachments


@rule
def is_attachment(where):
    """Return whether a spot is one for Attachments."""
    return where % PLACES >= UNDER


@rule
def attached_to(host):
    """Return the set of spots for what is attached to the Deity at a spot."""
    place = host % PLACES
    return full(ATTACHED) << (host - place + UNDER + ATTACHED * place)


@rule
def host_of(where):
    """Return the spot of the Deity that a spot for Attachments belongs to."""
    place = where % PLACES
    return where - place + (place - UNDER) // ATTACHED


@rule
def attachments_on(state, host):
    """Return the set of spots of the cards attached to a Deity."""
    return state.taken & attached_to(host)


@rule
def free_spot_under(state, host):
    """Return the first empty spot for an Attachment under a Deity, or NOTHING."""
    for where in each(attached_to(host)):
        if not has(state.taken, where):
            return where
    return NOTHING
