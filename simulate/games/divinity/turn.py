"""The turn from its start to its end: drawing, + abilities, flip windows (R2-R4, R8, R9)."""

import numpy as np

from evenhand.decks.divinity.words import Moment, Verb
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import end_lasting, is_changed
from evenhand.simulate.engine.abilities.triggers import (
    begin_ability,
    is_used_this_turn,
    note_use,
    renew_uses,
)
from evenhand.simulate.engine.abilities.usable import can_use
from evenhand.simulate.engine.agenda import pop_task, push_task
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, add, each, size
from evenhand.simulate.engine.state import ask, end_game
from evenhand.simulate.games.divinity.bans import more_draws
from evenhand.simulate.games.divinity.enums import SEATS, EndReason, Question, Task
from evenhand.simulate.games.divinity.moments import happens_to_all
from evenhand.simulate.games.divinity.moving_cards import draw_cards
from evenhand.simulate.games.divinity.options import FlipDuplicate, FlipWindows
from evenhand.simulate.games.divinity.places import at, attachments_on, card_at, host_of, row_at

__all__ = [
    "begin_turn", "can_use_ability", "draw", "end_turn", "flippable", "pass_flips", "plan_flips",
    "plan_reply", "plan_turn", "turn_ends", "turn_starts", "use_ability",
]  # fmt: skip


# From the first to the last


@rule
def begin_turn(state, pool, options, seat):
    """Begin a turn: draw, play and use, attack, end (R2-R4)."""
    pop_task(state)
    if state.turn == options.turn_cap:
        end_game(state, NOTHING, EndReason.TURN_CAP)
        return
    state.turn += 1
    state.active = seat
    renew_uses(state, pool)
    player = state.players[seat]
    player.actions = 0
    player.plays = options.plays_per_turn
    state.attackers[:] = NOTHING
    state.deck_trophies = 0
    state.free_trophies = 0
    plan_turn(state, options)


@rule
def plan_turn(state, options):
    """Plan a turn; what stands last comes first (R2-R4, R14, E6)."""
    push_task(state, Task.END_TURN)
    plan_flips(state, state.active, 0)
    push_task(state, Task.TROPHIES)
    push_task(state, Task.TURN_ENDS)
    push_task(state, Task.MAIN)
    plan_reply(state, options)
    push_task(state, Task.DRAW)
    push_task(state, Task.TURN_STARTS)


@rule
def turn_starts(state, pool):
    """Let the start of the turn be noticed."""
    pop_task(state)
    happens_to_all(state, pool, state.active, Moment.TURN_START)


@rule
def draw(state, pool, options):
    """Draw one card, or five with an empty hand (R2)."""
    pop_task(state)
    seat = state.active
    if state.turn == 1 and not options.first_player_draws:
        return
    is_empty = size(state.players[seat].hand) == 0
    n = options.draws_empty_hand if is_empty else options.draws_per_turn
    draw_cards(state, seat, max(0, n + more_draws(state, pool, seat)))


@rule
def turn_ends(state, pool):
    """Let the end of the turn be noticed."""
    pop_task(state)
    happens_to_all(state, pool, state.active, Moment.TURN_END)


@rule
def end_turn(state, pool, options):
    """End the turn: hand limit, changes that end with it, then the enemy's turn."""
    seat = state.active
    if options.hand_limit and size(state.players[seat].hand) > options.hand_limit:
        ask(state, seat, Question.HAND_LIMIT)
        return
    end_lasting(state, pool)
    pop_task(state)
    push_task(state, Task.BEGIN_TURN).seat = enemy_of(seat)


# + abilities


@rule
def can_use_ability(state, pool, seat, where, number):
    """Return whether an ability of a Deity is a + ability that can be used now (R8)."""
    copy = at(state, where).copy_id
    row = card_at(state, pool, where).first_ability + number
    ability = pool.abilities[row]
    if ability.moment != Moment.USE or is_changed(state, pool, Verb.CANNOT_USE, where):
        return False
    is_once_a_turn = ability.uses == 0 or ability.per_game
    if is_once_a_turn and is_used_this_turn(state, seat, copy, row):
        return False
    return can_use(state, pool, seat, copy, row)


@rule
def use_ability(state, pool, where, number):
    """Use a + ability; it does not stop the Deity from attacking (R8)."""
    copy = at(state, where).copy_id
    row = card_at(state, pool, where).first_ability + number
    note_use(state, pool, state.active, copy, row)
    begin_ability(state, state.active, copy, row)


# Flip windows


@rule
def plan_flips(state, seat, n):
    """Open a flip window for both players, or after n passes (R9, E6)."""
    item = push_task(state, Task.FLIPS)
    item.seat = seat
    item.passes = n


@rule
def plan_reply(state, options):
    """Let the player whose turn it is not flip; the other may do so as an action (E6)."""
    if options.flip_windows == FlipWindows.ANY:
        plan_flips(state, enemy_of(state.active), SEATS - 1)


@rule
def can_flip(state, options, where):
    """Return whether an Attachment may be turned face up (R9, E5)."""
    if options.flip_duplicate == FlipDuplicate.LEGAL:
        return True
    for other in each(attachments_on(state, host_of(where))):
        if not at(state, other).face_down and row_at(state, other) == row_at(state, where):
            return False
    return True


@rule
def flippable(state, options, seat):
    """Return the set of spots of a player's Attachments that may be turned face up."""
    if options.flip_duplicate == FlipDuplicate.LEGAL:
        return np.int64(state.down[seat])
    found = EMPTY
    for where in each(state.down[seat]):
        if can_flip(state, options, where):
            found = add(found, where)
    return np.int64(found)


@rule
def pass_flips(state, options, item):
    """Give the chance to flip to whoever has it next, until both have declined (E6)."""
    while item.passes < SEATS:
        if flippable(state, options, item.seat) != EMPTY:
            ask(state, item.seat, Question.FLIP)
            return
        item.passes += 1
        item.seat = enemy_of(item.seat)
    pop_task(state)
