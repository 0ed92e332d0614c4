"""Playing cards: what may be played, what it demands first, and where it comes to (R5-R7, R9-R11).

play -> what the card demands -> enter -> its place, its host, or the discard pile
"""

import numpy as np

from evenhand.decks.divinity.words import CardType, Moment, Verb
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import is_changed
from evenhand.simulate.engine.abilities.selecting import abilities_of
from evenhand.simulate.engine.abilities.triggers import plan_all
from evenhand.simulate.engine.agenda import pop_task, push_task
from evenhand.simulate.engine.hands import leave_hand
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, add, each, first, has, remove, size
from evenhand.simulate.engine.state import ask, note_played
from evenhand.simulate.games.divinity.bans import is_banned, may_be_played, would_do_something
from evenhand.simulate.games.divinity.enums import DEITIES, Question, Task
from evenhand.simulate.games.divinity.moments import happens, happens_about, happens_to
from evenhand.simulate.games.divinity.moving_cards import set_down, set_environment
from evenhand.simulate.games.divinity.places import (
    at,
    attachments_on,
    deities_of,
    free_deity_place,
    free_spot_under,
    has_deity_named,
    row_at,
    spot,
)

__all__ = [
    "attach", "can_be_given", "can_host", "can_play", "enter", "place_for", "play", "put_into_play",
]  # fmt: skip


# What may be played


@rule
def can_play(state, pool, seat, copy):
    """Return whether a hand card may be played now (R3, R5-R7, R9-R11)."""
    card = pool.cards[state.card_of[seat, copy]]
    match card.type:
        case CardType.DEITY:
            fits = can_play_deity(state, pool, seat, card)
        case CardType.WALL:
            fits = can_play_wall(state, pool, seat, card)
        case CardType.ATTACHMENT:
            fits = can_attach(state, pool, seat, state.card_of[seat, copy])
        case CardType.ENVIRONMENT:
            fits = True
        case _:
            fits = would_do_something(state, pool, seat, copy) and not is_banned(
                state, pool, Verb.ENEMY_PLAYS_NO_MAGIC, seat
            )
    return fits and may_be_played(state, pool, seat, copy)


@rule
def can_play_deity(state, pool, seat, card):
    """Return whether a Deity has a place, and no namesake in play (R5)."""
    return (
        state.players[seat].plays > 0
        and free_deity_place(state, seat) != NOTHING
        and not has_deity_named(state, pool, card.name_id)
    )


@rule
def can_play_wall(state, pool, seat, card):
    """Return whether three Deities stand before a Wall whose position is free (R6)."""
    return (
        state.players[seat].plays > 0
        and size(deities_of(state, seat)) == DEITIES
        and not has(state.taken, wall_spot(seat, card))
        and not is_banned(state, pool, Verb.ENEMY_PLAYS_NO_WALLS, seat)
    )


@rule
def wall_spot(seat, card):
    """Return the spot of a Wall's position."""
    return spot(seat, DEITIES + card.position)


@rule
def can_attach(state, pool, seat, row):
    """Return whether an Attachment may be played at all, and some Deity can take it (R9)."""
    if is_banned(state, pool, Verb.ENEMY_PLAYS_NO_ATTACHMENTS, seat):
        return False
    return has_host(state, pool, seat, row)


@rule
def has_host(state, pool, seat, row):
    """Return whether any Deity can take an Attachment."""
    for host in each(deities_of(state, 0) | deities_of(state, 1)):
        if can_host(state, pool, seat, host, row):
            return True
    return False


@rule
def can_host(state, pool, seat, host, row):
    """Return whether a Deity can take an Attachment: room, and none identical (R9, E5)."""
    return can_be_given(state, pool, host) and not has_identical(state, seat, host, row)


@rule
def can_be_given(state, pool, host):
    """Return whether a Deity has room for an Attachment, and nothing keeps it from one."""
    return free_spot_under(state, host) != NOTHING and not is_changed(
        state, pool, Verb.CANNOT_BE_ATTACHED, host
    )


@rule
def has_identical(state, seat, host, row):
    """Return whether an identical card lies there, as far as the player may know (E5)."""
    for where in each(attachments_on(state, host)):
        is_known = not at(state, where).face_down or at(state, where).owner == seat
        if is_known and row_at(state, where) == row:
            return True
    return False


# Playing it


@rule
def play(state, pool, copy):
    """Begin to play a card; what it demands is done before it comes into play (R7)."""
    seat = state.active
    player = state.players[seat]
    note_played(state, seat, copy)
    leave_hand(player, copy)
    player.using = add(player.using, copy)
    type_ = pool.cards[state.card_of[seat, copy]].type
    player.plays -= type_ in (CardType.DEITY, CardType.WALL)
    item = push_task(state, Task.ENTER)
    item.seat = seat
    item.copy_id = copy
    state.demands = count_demands(state, pool, seat, copy)
    plan_all(state, pool, seat, copy, Moment.TO_PLAY)


@rule
def count_demands(state, pool, seat, copy):
    """Count the abilities without which a card does not come into play (R7)."""
    found = 0
    for row in abilities_of(pool, state.card_of[seat, copy]):
        found += pool.abilities[row].moment == Moment.TO_PLAY and brings(pool, row)
    return found


@rule
def brings(pool, row):
    """Return whether an ability speaks of bringing its card into play."""
    ability = pool.abilities[row]
    for number in range(ability.n_steps):
        if pool.steps[ability.first_step + number].verb == Verb.PLAY_THIS:
            return True
    return False


@rule
def enter(state, pool, seat, copy):
    """Let a card come to where it goes (R5, R6, R9-R11), if what it demands was done (R7)."""
    pop_task(state)
    if state.demands > 0:
        discard_used(state, seat, copy)  # A5
        return
    match pool.cards[state.card_of[seat, copy]].type:
        case CardType.ATTACHMENT:
            choose_host(state, pool, seat, copy)
        case CardType.MAGIC:
            discard_used(state, seat, copy)
            plan_all(state, pool, seat, copy, Moment.MAGIC)
        case CardType.ENVIRONMENT:
            use_up(state, seat, copy)
            set_environment(state, pool, seat, copy)
            happens(state, pool, state.spot_of[seat, copy], Moment.PLAYED)
        case _:
            use_up(state, seat, copy)
            put_into_play(state, pool, seat, copy)


@rule
def use_up(state, seat, copy):
    """End a card's way from the hand."""
    player = state.players[seat]
    player.using = remove(player.using, copy)


@rule
def discard_used(state, seat, copy):
    """Let a card's way from the hand end in the discard pile."""
    use_up(state, seat, copy)
    player = state.players[seat]
    player.discard = add(player.discard, copy)


@rule
def choose_host(state, pool, seat, copy):
    """Ask where an Attachment goes; if nowhere any more, it is discarded (R9, A5)."""
    if has_host(state, pool, seat, state.card_of[seat, copy]):
        ask(state, seat, Question.HOST)
        return
    discard_used(state, seat, copy)


@rule
def put_into_play(state, pool, seat, copy):
    """Put a Deity or Wall into play, or discard it if its place is gone (A5)."""
    where = place_for(state, pool, seat, state.card_of[seat, copy])
    if where == NOTHING:
        player = state.players[seat]
        player.discard = add(player.discard, copy)
        return
    set_down(state, pool, where, seat, copy, 0)
    happens(state, pool, where, Moment.PLAYED)
    if pool.cards[state.card_of[seat, copy]].type == CardType.WALL:
        happens_to(state, pool, where, Moment.WALL_PLAYED, where)  # "a Wall", not "another"
        happens_about(state, pool, seat, Moment.WALL_PLAYED, where)
    else:
        happens_about(state, pool, seat, Moment.DEITY_PLAYED, where)
        happens_about(state, pool, enemy_of(seat), Moment.ENEMY_DEITY_PLAYED, where)


@rule
def place_for(state, pool, seat, row):
    """Return the spot that a Deity or Wall can come to now, or NOTHING (R5, R6)."""
    card = pool.cards[row]
    if card.type == CardType.WALL:
        where = wall_spot(seat, card)
        return np.int64(NOTHING) if has(state.taken, where) else np.int64(where)
    place = free_deity_place(state, seat)
    is_stopped = card.type != CardType.DEITY or has_deity_named(state, pool, card.name_id)
    if is_stopped or place == NOTHING:
        return np.int64(NOTHING)
    return np.int64(spot(seat, place))


@rule
def attach(state, pool, host, face_down):
    """Put the Attachment being played under a Deity, face up or down (R9)."""
    seat = state.active
    player = state.players[seat]
    copy = first(player.using)
    player.using = EMPTY
    where = free_spot_under(state, host)
    set_down(state, pool, where, seat, copy, face_down)
    if not face_down:
        happens(state, pool, where, Moment.PLAYED)
    happens_to(state, pool, host, Moment.ATTACHED, where)
