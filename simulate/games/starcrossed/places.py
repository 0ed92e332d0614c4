"""The Area Map: lanes, crystals and what lies on them.

A spot is one number for everything that an effect can speak of: ``part * 6 + seat * 3 +
lane``, where part 0 is the diva on a crystal, part 1 the crystal itself, and parts 2 to 4
its three skill slots. Lanes are columns of the table, the same for both players.
"""

import numpy as np

from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.sets import EMPTY, add
from evenhand.simulate.games.starcrossed.enums import LANES, SEATS, SKILL_SLOTS

__all__ = [
    "ALL_CRYSTALS", "ALL_DIVAS", "ALL_SKILLS", "CRYSTAL", "DIVA", "FIRST_SKILL", "ROW",
    "copies_at", "copy_at", "crystal_at", "free_slot", "has_diva", "has_empty_crystal",
    "is_attuned", "is_face_down", "lane_of", "lane_order", "neighbours", "owned",
    "seat_of", "skill_slot", "spot",
]  # fmt: skip

ROW = SEATS * LANES  # spots of one part
DIVA, CRYSTAL, FIRST_SKILL = 0, 1, 2  # parts of a crystal's place
ALL_DIVAS = (1 << ROW) - 1
ALL_CRYSTALS = ALL_DIVAS << ROW
ALL_SKILLS = sum(ALL_DIVAS << (FIRST_SKILL + slot) * ROW for slot in range(SKILL_SLOTS))
OWN_LANES = (1 << LANES) - 1
LANE_0 = sum(1 << row * LANES for row in range(SEATS * (FIRST_SKILL + SKILL_SLOTS)))
SEAT_0 = sum(OWN_LANES << part * ROW for part in range(FIRST_SKILL + SKILL_SLOTS))


@rule
def spot(part, seat, lane):
    """Return the number of a place."""
    return part * ROW + seat * LANES + lane


@rule
def seat_of(place):
    """Return the player whose side a spot is on."""
    return place // LANES % SEATS


@rule
def lane_of(place):
    """Return the lane of a spot."""
    return place % LANES


@rule
def owned(seat):
    """Return the set of a player's spots."""
    return np.int64(SEAT_0) << np.int64(seat * LANES)


@rule
def crystal_at(state, place):
    """Return the crystal record that a spot belongs to."""
    return state.players[place // LANES % SEATS].crystals[place % LANES]


@rule
def skill_slot(place):
    """Return the skill slot of a skill's spot."""
    return place // ROW - FIRST_SKILL


@rule
def copy_at(state, place):
    """Return the card at a spot; NOTHING if there is none, as on a crystal itself."""
    crystal = crystal_at(state, place)
    if place < ROW:
        return crystal.copy_id
    if place < FIRST_SKILL * ROW:
        return NOTHING
    return crystal.skills[skill_slot(place)]


@rule
def is_face_down(state, place):
    """Return whether the card at a spot lies face down: a recruit, or a skill that is set."""
    crystal = crystal_at(state, place)
    if place < ROW:
        return crystal.recruit != 0
    if place < FIRST_SKILL * ROW:  # the crystal itself
        return False
    return crystal.down[skill_slot(place)] != 0


@rule
def has_diva(state, seat, lane):
    """Return whether a diva, or a recruit, is on a crystal."""
    return state.players[seat].crystals[lane].copy_id != NOTHING


@rule
def has_empty_crystal(state, seat):
    """Return whether a player has a crystal without a diva (R3)."""
    for lane in range(LANES):
        if not has_diva(state, seat, lane):
            return True
    return False


@rule
def free_slot(crystal):
    """Return a free skill slot of a crystal, or NOTHING (R8)."""
    for slot in range(SKILL_SLOTS):
        if crystal.skills[slot] == NOTHING:
            return slot
    return NOTHING


@rule
def is_attuned(state, seat, tribe):
    """Return whether a player has a crystal attuned to a tribe; to none, always (R7, B15)."""
    if tribe == NOTHING:
        return True
    for lane in range(LANES):
        if state.players[seat].crystals[lane].tribe == tribe:
            return True
    return False


@rule
def copies_at(state, seat, lane):
    """Return the set of the cards face up on a crystal: those that abilities come from."""
    crystal = state.players[seat].crystals[lane]
    found = EMPTY
    if crystal.copy_id != NOTHING and not crystal.recruit:
        found = add(found, crystal.copy_id)
    for slot in range(SKILL_SLOTS):
        if crystal.skills[slot] != NOTHING and not crystal.down[slot]:
            found = add(found, crystal.skills[slot])
    return found


@rule
def lane_order(active, number):
    """Return the lane that combat comes to as the n-th, from the Active Player's left (R12)."""
    return number if active == 0 else LANES - 1 - number


@rule
def neighbours(lane):
    """Return the set of all spots in the lanes next to one."""
    found = np.int64(EMPTY)
    if lane > 0:
        found |= np.int64(LANE_0) << np.int64(lane - 1)
    if lane < LANES - 1:
        found |= np.int64(LANE_0) << np.int64(lane + 1)
    return found
