"""What the words of Divinity mean to the shared rules of abilities."""

import numpy as np

from evenhand.decks.divinity.words import ATTACHMENTS, Adjective, Noun, Verb
from evenhand.decks.language.rows import NOTHING, How, Side
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import any_hanging, is_changed
from evenhand.simulate.engine.abilities.enums import ABILITY, Joining, Zone
from evenhand.simulate.engine.abilities.usable import has_candidates, price
from evenhand.simulate.engine.agenda import peek_task
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, add, load, size
from evenhand.simulate.games.divinity.effects import can_move_to
from evenhand.simulate.games.divinity.enums import ENVIRONMENT
from evenhand.simulate.games.divinity.places import (
    EVERYWHERE,
    UNDER_ALL,
    at,
    deity_spots,
    host_of,
    is_attachment,
    spot,
    spots_of,
    wall_spots,
)

__all__ = [
    "area_of", "can_pay", "changed", "has_effect", "in_place", "is_at", "is_exact", "joining",
    "owner_at", "place_of", "zone_for",
]  # fmt: skip

HANGING = (Verb.GETS_ATK, Verb.GETS_HP, Verb.IS_ALSO)  # what numbers are made of
# Set of the adjectives that stay as they are until a change is noted.
STEADY = (1 << Adjective.DAMAGED) - 1 | 1 << Adjective.ALLIED


# Places


@rule
def owner_at(state, place):
    """Return the player whose card is at a spot; an Attachment may lie with the enemy."""
    return at(state, place).owner


@rule
def place_of(state, seat, copy):
    """Find the spot of a card, NOTHING if it is not in play."""
    return state.spot_of[seat, copy]


@rule
def in_place(state, pool, ability, seat, copy):
    """Return whether a card's abilities work: not while it lies face down (R9)."""
    where = state.spot_of[seat, copy]
    return where == NOTHING or not at(state, where).face_down


@rule
def changed(state, pool):
    """See what hangs on changes: all numbers, and with them what falls."""
    state.hanging = any_hanging(state, pool, HANGING, STEADY)
    state.stale = 1
    state.unsettled = 1


# Selectors


@rule
def area_of(state, seat, copy, selector):
    """Return the set of spots where what a selector speaks of can be at all."""
    match selector.how:
        case How.IT | How.FORMER:
            return np.int64(EVERYWHERE)
        case How.THIS:
            return own_spot(state, seat, copy)
    area = noun_area(state, seat, copy, selector)
    if selector.noun not in ATTACHMENTS:  # an Attachment's owner is no matter of sides
        area &= side_area(seat, selector.side)
    return np.int64(area & state.taken)


@rule
def is_exact(state, selector):
    """Return whether a selector's area needs no second look; hosts and Attachments do."""
    if selector.how in (How.THIS, How.IT, How.FORMER):
        return True
    return selector.noun in (Noun.DEITY, Noun.WALL, Noun.ENVIRONMENT)


@rule
def own_spot(state, seat, copy):
    """Return the set of the one spot where a card lies, if it is in play."""
    where = state.spot_of[seat, copy]
    return np.int64(EMPTY) if where == NOTHING else add(EMPTY, where)


@rule
def noun_area(state, seat, copy, selector):
    """Return the set of spots of either side for things of a noun."""
    match selector.noun:
        case Noun.DEITY:
            return deity_spots(0) | deity_spots(1)
        case Noun.WALL:
            return wall_spots(0) | wall_spots(1)
        case Noun.ENVIRONMENT:
            return add(add(EMPTY, spot(0, ENVIRONMENT)), spot(1, ENVIRONMENT))
        case Noun.HOST:
            return own_host(state, seat, copy)
        case _:
            return np.int64(UNDER_ALL)


@rule
def own_host(state, seat, copy):
    """Return the set of the one spot of the Deity that an Attachment is under."""
    where = state.spot_of[seat, copy]
    if where == NOTHING:
        return left_host(state, seat, copy)
    return add(EMPTY, host_of(where)) if is_attachment(where) else np.int64(EMPTY)


@rule
def left_host(state, seat, copy):
    """Return the set of the Deity that an Attachment was under when it left (A12)."""
    item = peek_task(state)
    is_its_own = item.task == ABILITY and item.seat == seat and item.copy_id == copy
    return load(item.it) if is_its_own else np.int64(EMPTY)


@rule
def side_area(seat, side):
    """Return the set of spots of the sides that a selector takes in."""
    match side:
        case Side.OWN:
            return spots_of(seat)
        case Side.ENEMY:
            return spots_of(enemy_of(seat))
        case _:
            return np.int64(EVERYWHERE)


@rule
def is_at(state, seat, copy, place):
    """Return whether a card lies at a spot."""
    return state.spot_of[seat, copy] == place


@rule
def zone_for(state, verb, is_object):
    """Return where a verb's target (or object) is looked for."""
    match verb:
        case Verb.SEARCH:
            return Zone.DECK
        case Verb.RECOVER | Verb.RECYCLE | Verb.REVIVE:
            return Zone.DISCARD
        case Verb.BUILD:
            return Zone.HAND
        case _:
            return Zone.PLAY


# Verbs


@rule
def joining(state, verb):
    """Numbers are added up; the rest is said once."""
    match verb:
        case Verb.GETS_ATK | Verb.GETS_HP | Verb.TAKES:
            return Joining.SUM
        case Verb.YOU_DRAW_MORE | Verb.ENEMY_DRAWS_MORE:
            return Joining.SUM
        case _:
            return Joining.SAME


@rule
def has_effect(state, pool, verb, place):
    """Return whether there is anything to turn, move, heal or hurt, for "otherwise"."""
    match verb:
        case Verb.DAMAGE:
            return not is_changed(state, pool, Verb.CANNOT_BE_HURT, place)
        case Verb.FLIP_UP:
            return at(state, place).face_down != 0
        case Verb.FLIP_DOWN:
            return is_attachment(place) and at(state, place).face_down == 0
        case Verb.HEAL:
            return at(state, place).damage > 0
        case Verb.MOVE:
            return can_move_to(state, pool, place)
        case _:
            return True


# Costs


@rule
def can_pay(state, pool, seat, copy, step):
    """Return whether one step of a cost can be paid."""
    n = price(state, pool, seat, copy, step)
    match step.verb:
        case Verb.DISCARD:
            return size(state.players[seat].hand) >= n
        case Verb.MILL:
            return state.players[seat].n_deck >= n
        case _:
            return has_candidates(state, pool, seat, copy, step, True)
