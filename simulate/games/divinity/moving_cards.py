"""Moving cards: drawing, discarding, coming into play, leaving it, damage, flipping."""

from evenhand.decks.divinity.words import Moment
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import forget_lasting, note_changes, note_coming
from evenhand.simulate.engine.abilities.selecting import exchange_sight, lose_sight
from evenhand.simulate.engine.abilities.triggers import forget_uses
from evenhand.simulate.engine.hands import draw_top
from evenhand.simulate.engine.sets import EMPTY, add, each, remove
from evenhand.simulate.games.divinity.enums import ENVIRONMENT
from evenhand.simulate.games.divinity.moments import happens, happens_to
from evenhand.simulate.games.divinity.numbers import print_numbers
from evenhand.simulate.games.divinity.places import (
    at,
    attachments_on,
    environment_of,
    host_of,
    is_attachment,
    is_deity,
    is_wall,
    spot,
)

__all__ = [
    "MOST_DAMAGE", "clear", "discard_from_play", "draw_cards",
    "flip_down", "flip_up", "heal", "hurt", "leave_play",
    "relocate", "set_down",
    "set_environment",
]  # fmt: skip

MOST_DAMAGE = 30_000  # what the damage field can hold; far beyond any HP


# Deck and hand


@rule
def draw_cards(state, seat, n):
    """Draw n cards; who must draw from an empty deck has lost (R2, E15, E23)."""
    player = state.players[seat]
    for _ in range(n):
        if player.n_deck == 0:
            state.decked = add(state.decked, seat)
            state.unsettled = 1
            return
        draw_top(state, seat)


# Into play


@rule
def set_down(state, pool, where, owner, copy, face_down):
    """Put a card down at an empty spot; it must have left its old zone."""
    place = at(state, where)
    clear(place)
    place.copy_id = copy
    place.owner = owner
    place.face_down = face_down
    state.taken = add(state.taken, where)
    state.spot_of[owner, copy] = where
    print_numbers(state, pool, where)
    if face_down:
        state.down[owner] = add(state.down[owner], where)
    note_coming(state, pool, owner, copy)


@rule
def clear(place):
    """Empty a place."""
    place.copy_id = NOTHING
    place.owner = NOTHING
    place.face_down = 0
    place.damage = 0
    place.words = EMPTY
    place.atk = 0
    place.hp = 0


@rule
def set_environment(state, pool, seat, copy):
    """Put an Environment into play; any other is discarded to its owner (R10)."""
    other = environment_of(state)
    if other != NOTHING:
        discard_from_play(state, pool, other)
    set_down(state, pool, spot(seat, ENVIRONMENT), seat, copy, 0)


@rule
def flip_up(state, pool, where):
    """Turn an Attachment face up; its abilities work from now on (R9)."""
    place = at(state, where)
    if not place.face_down:
        return
    place.face_down = 0
    state.down[place.owner] = remove(state.down[place.owner], where)
    note_coming(state, pool, place.owner, place.copy_id)
    happens(state, pool, where, Moment.FLIPPED)


@rule
def flip_down(state, pool, where):
    """Turn an Attachment face down; its abilities rest."""
    place = at(state, where)
    if place.face_down or not is_attachment(where):
        return
    place.face_down = 1
    state.down[place.owner] = add(state.down[place.owner], where)
    note_coming(state, pool, place.owner, place.copy_id)


@rule
def relocate(state, pool, where, to):
    """Move an Attachment to another spot; what it has done and was used for stays with it."""
    old, new = at(state, where), at(state, to)
    new.copy_id, new.owner, new.face_down = old.copy_id, old.owner, old.face_down
    state.taken = add(remove(state.taken, where), to)
    state.spot_of[new.owner, new.copy_id] = to
    if new.face_down:
        state.down[new.owner] = add(remove(state.down[new.owner], where), to)
    clear(old)
    exchange_sight(state, where, to)
    note_changes(state, pool)


# Out of play


@rule
def discard_from_play(state, pool, where):
    """Discard a card in play to its owner, and what is attached to it to theirs (R13)."""
    owner = at(state, where).owner
    copy = leave_play(state, pool, where)
    player = state.players[owner]
    player.discard = add(player.discard, copy)


@rule
def leave_play(state, pool, where):
    """Empty a spot; Attachments there are discarded to their owners (R13). Gives the card."""
    if is_deity(where):
        for under in each(attachments_on(state, where)):
            owner = at(state, under).owner
            player = state.players[owner]
            player.discard = add(player.discard, vacate(state, pool, under))
    return vacate(state, pool, where)


@rule
def vacate(state, pool, where):
    """Empty one spot; gives the card that was there."""
    place = at(state, where)
    owner, copy = place.owner, place.copy_id
    about = host_of(where) if is_attachment(where) else NOTHING
    happens_to(state, pool, where, Moment.LEAVES, about)
    state.taken = remove(state.taken, where)
    state.down[owner] = remove(state.down[owner], where)
    state.spot_of[owner, copy] = NOTHING
    clear(place)
    lose_sight(state, where)
    forget_lasting(state, pool, owner, copy)
    forget_uses(state, owner, copy)
    note_coming(state, pool, owner, copy)
    return copy


# Damage


@rule
def hurt(state, pool, where, amount):
    """Put damage on a Deity or Wall; whether it falls is seen when the rules settle (R13)."""
    if amount <= 0 or not (is_deity(where) or is_wall(where)):
        return
    place = at(state, where)
    place.damage = min(amount + place.damage, MOST_DAMAGE)
    state.unsettled = 1
    happens(state, pool, where, Moment.DAMAGED)


@rule
def heal(state, where, amount):
    """Take damage off a Deity or Wall."""
    place = at(state, where)
    place.damage = max(0, place.damage - amount)
