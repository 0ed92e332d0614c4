"""Crystals and what is on them: divas coming and going, levels, attunement, skills."""

import numpy as np

from evenhand.decks.records import NOTHING
from evenhand.decks.starcrossed.words import CardType, Moment
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import forget_lasting, note_changes, note_coming
from evenhand.simulate.engine.abilities.selecting import exchange_sight, lose_sight
from evenhand.simulate.engine.abilities.triggers import forget_uses
from evenhand.simulate.engine.agenda import push_task
from evenhand.simulate.engine.sets import EMPTY, add, each, remove
from evenhand.simulate.games.starcrossed.enums import SKILL_SLOTS, Role, Task
from evenhand.simulate.games.starcrossed.moments import announce
from evenhand.simulate.games.starcrossed.moving_cards import (
    gain_energy,
    put_into_void,
    put_under_deck,
)
from evenhand.simulate.games.starcrossed.places import (
    CRYSTAL,
    DIVA,
    FIRST_SKILL,
    crystal_at,
    is_face_down,
    lane_of,
    seat_of,
    skill_slot,
    spot,
)

__all__ = [
    "attunement_on_offer", "discard_skill", "exchange", "leave_crystal", "level_up", "lower",
    "put_diva", "put_skill", "replace", "send_powers_away", "set_attunement", "take_skill",
    "turn_down", "turn_up", "unsettle", "vanquish",
]  # fmt: skip

MOST_LEVEL = 100


# Divas


@rule
def put_diva(state, pool, seat, lane, copy, is_recruit):
    """Put a diva, or a recruit, on a crystal without one (R5)."""
    player = state.players[seat]
    crystal = player.crystals[lane]
    crystal.copy_id = copy
    crystal.recruit = is_recruit
    player.spot[copy] = spot(DIVA, seat, lane)
    player.lane[copy] = lane
    state.stale = 1
    if not is_recruit:
        note_coming(state, pool, seat, copy)


@rule
def forget(state, pool, seat, copy):
    """End the changes upon a card that leaves play, and forget its uses."""
    forget_lasting(state, pool, seat, copy)
    forget_uses(state, seat, copy)


@rule
def leave_crystal(state, pool, seat, lane):
    """Take the diva off a crystal; gives her card. Skills stay until the table settles (R9)."""
    player = state.players[seat]
    crystal = player.crystals[lane]
    copy = crystal.copy_id
    was_recruit = crystal.recruit
    crystal.copy_id = NOTHING
    crystal.recruit = 0
    crystal.attacked = 0
    crystal.role = Role.NONE
    player.spot[copy] = NOTHING
    lose_sight(state, spot(DIVA, seat, lane))
    forget(state, pool, seat, copy)
    unsettle(state, seat, lane)
    state.stale = 1
    if not was_recruit:
        note_coming(state, pool, seat, copy)
    return copy


@rule
def replace(state, pool, seat, lane):
    """Put the diva on a crystal under her owner's deck, where a new one will stand (R5)."""
    if state.players[seat].crystals[lane].copy_id != NOTHING:
        put_under_deck(state, seat, leave_crystal(state, pool, seat, lane))


@rule
def vanquish(state, pool, place):
    """Send a diva to the Void, a recruit under the deck (R14, R17)."""
    seat, lane = seat_of(place), lane_of(place)
    was_recruit = state.players[seat].crystals[lane].recruit
    copy = leave_crystal(state, pool, seat, lane)
    if was_recruit:
        put_under_deck(state, seat, copy)
    else:
        player = state.players[seat]
        put_into_void(player, copy)
        player.fallen = add(player.fallen, copy)


@rule
def exchange(state, pool, one, other):
    """Change the divas of two crystals of a player; either may have none."""
    a, b = crystal_at(state, one), crystal_at(state, other)
    a.copy_id, b.copy_id = b.copy_id, a.copy_id
    a.recruit, b.recruit = b.recruit, a.recruit
    a.attacked, b.attacked = b.attacked, a.attacked
    a.role, b.role = b.role, a.role
    for place in (one, other):
        copy = crystal_at(state, place).copy_id
        if copy != NOTHING:
            state.players[seat_of(place)].spot[copy] = place
            state.players[seat_of(place)].lane[copy] = lane_of(place)
        else:
            unsettle(state, seat_of(place), lane_of(place))
    exchange_sight(state, one, other)
    state.stale = 1
    if state.changing != EMPTY:
        note_changes(state, pool)


# Levels and attunement


@rule
def level_up(state, pool, seat, lane):
    """Raise a crystal by one: energy for its owner now, and perhaps an attunement (R6)."""
    player = state.players[seat]
    crystal = player.crystals[lane]
    crystal.level = min(crystal.level + 1, MOST_LEVEL)
    gain_energy(player, 1)
    item = push_task(state, Task.ATTUNE)
    item.seat = seat
    item.spot = spot(CRYSTAL, seat, lane)
    announce(state, pool, seat, lane, Moment.LEVEL_UP)


@rule
def attunement_on_offer(state, pool, seat, lane):
    """Return the tribe a crystal may be attuned to: its diva's, else what it has (R6, B18)."""
    crystal = state.players[seat].crystals[lane]
    if crystal.copy_id == NOTHING or crystal.recruit:
        return crystal.tribe
    tribe = pool.cards[state.card_of[seat, crystal.copy_id]].tribe
    return crystal.tribe if tribe == NOTHING else tribe


@rule
def set_attunement(state, pool, seat, lane):
    """Attune a crystal to the tribe of the diva on it (R6)."""
    crystal = state.players[seat].crystals[lane]
    crystal.tribe = attunement_on_offer(state, pool, seat, lane)


@rule
def lower(crystal, n):
    """Take levels off a crystal, not below 0; energy already gained stays."""
    crystal.level = max(0, crystal.level - n)


# Skills


@rule
def put_skill(state, pool, seat, lane, slot, copy, is_down):
    """Put a skill into a free slot of a crystal, face up or face down (R8, R9)."""
    player = state.players[seat]
    crystal = player.crystals[lane]
    crystal.skills[slot] = copy
    crystal.down[slot] = is_down
    player.spot[copy] = spot(FIRST_SKILL + slot, seat, lane)
    player.lane[copy] = lane
    if not is_down:
        note_coming(state, pool, seat, copy)


@rule
def take_skill(state, pool, place):
    """Take a skill off its crystal; gives its card."""
    seat, slot = seat_of(place), skill_slot(place)
    crystal = crystal_at(state, place)
    copy = crystal.skills[slot]
    was_down = is_face_down(state, place)
    crystal.skills[slot] = NOTHING
    crystal.down[slot] = 0
    state.players[seat].spot[copy] = NOTHING
    lose_sight(state, place)
    forget(state, pool, seat, copy)
    if not was_down:
        note_coming(state, pool, seat, copy)
    return copy


@rule
def discard_skill(state, pool, place):
    """Send a skill to the Void."""
    copy = take_skill(state, pool, place)
    put_into_void(state.players[seat_of(place)], copy)


@rule
def turn_up(state, pool, place):
    """Turn a skill face up where it lies (R13)."""
    seat, crystal = seat_of(place), crystal_at(state, place)
    copy = crystal.skills[skill_slot(place)]
    crystal.down[skill_slot(place)] = 0
    state.players[seat].shown = remove(state.players[seat].shown, copy)
    note_coming(state, pool, seat, copy)


@rule
def turn_down(state, pool, place):
    """Turn a combat skill face down again, to be activated anew; all know what it is."""
    seat, crystal = seat_of(place), crystal_at(state, place)
    copy = crystal.skills[skill_slot(place)]
    crystal.down[skill_slot(place)] = 1
    player = state.players[seat]
    player.shown = add(player.shown, copy)
    note_coming(state, pool, seat, copy)


@rule
def power_is_adrift(state, pool, place):
    """Return whether a spot holds a face-up power on a crystal without a diva (R9)."""
    crystal = crystal_at(state, place)
    slot = skill_slot(place)
    if crystal.copy_id != NOTHING or crystal.skills[slot] == NOTHING or crystal.down[slot]:
        return False
    card = pool.cards[state.card_of[seat_of(place), crystal.skills[slot]]]
    return card.type == CardType.POWER


@rule
def unsettle(state, seat, lane):
    """Note that a crystal may now have powers and no diva."""
    state.unsettled = add(state.unsettled, spot(DIVA, seat, lane))


@rule
def send_powers_away(state, pool):
    """Send the powers of crystals that are left without a diva to the Void (R9)."""
    left = np.int64(state.unsettled)
    state.unsettled = EMPTY
    for crystal in each(left):
        for slot in range(SKILL_SLOTS):
            place = spot(FIRST_SKILL + slot, seat_of(crystal), lane_of(crystal))
            if power_is_adrift(state, pool, place):
                discard_skill(state, pool, place)
