"""The turn: draw, play, use, attack, end (R2-R11); and what each action needs."""

import numpy as np

from decks.divinity.words import CardType, Moment, Verb
from decks.records import NOTHING
from simulate.engine.abilities.changes import end_lasting, is_changed
from simulate.engine.abilities.steps import can_use
from simulate.engine.abilities.triggers import (
    begin_ability,
    note_use,
    plan_all,
    renew_uses,
    uses_of,
)
from simulate.engine.agenda import drop_task, plan
from simulate.engine.compile import rule
from simulate.engine.hands import leave_hand
from simulate.engine.seats import enemy_of
from simulate.engine.sets import EMPTY, each, first, has, size, with_, without
from simulate.engine.state import ask, end_game
from simulate.games.divinity.bans import is_banned, may_be_played, more_draws, would_do_something
from simulate.games.divinity.moments import happens, happens_about, happens_to, happens_to_all
from simulate.games.divinity.moves import draw_cards, note_played, set_down, set_environment
from simulate.games.divinity.places import (
    at,
    attachments_on,
    card_at,
    deities_of,
    free_deity_place,
    free_spot_under,
    has_deity_named,
    host_of,
    row_at,
    spot,
)
from simulate.games.divinity.words import (
    DEITIES,
    SEATS,
    EndReason,
    FlipDuplicate,
    FlipWindows,
    Question,
    Task,
)

__all__ = [
    "attach", "begin_turn", "can_host", "can_play", "can_use_ability", "draw", "end_turn", "enter",
    "flippable", "pass_flips", "place_for", "plan_flips", "plan_reply", "plan_turn", "play",
    "put_into_play", "turn_ends", "use_ability",
]  # fmt: skip


# From the first to the last


@rule
def begin_turn(state, table, options, seat):
    """Begin a turn: draw, play and use, attack, end (R2-R4)."""
    drop_task(state)
    if state.turn == options.turn_cap:
        end_game(state, NOTHING, EndReason.TURN_CAP)
        return
    state.turn += 1
    state.active = seat
    renew_uses(state, table)
    player = state.players[seat]
    player.actions = 0
    player.plays = options.plays_per_turn
    state.attackers[:] = NOTHING
    state.deck_trophies = 0
    state.free_trophies = 0
    plan_turn(state, options)
    happens_to_all(state, table, seat, Moment.TURN_START)


@rule
def plan_turn(state, options):
    """Plan a turn; what stands last comes first (R2-R4, R14, E6)."""
    plan(state, Task.END_TURN)
    plan_flips(state, state.active, 0)
    plan(state, Task.TROPHIES)
    plan(state, Task.TURN_ENDS)
    plan(state, Task.MAIN)
    plan_reply(state, options)
    plan(state, Task.DRAW)


@rule
def draw(state, table, options):
    """Draw one card, or five with an empty hand (R2)."""
    drop_task(state)
    seat = state.active
    if state.turn == 1 and not options.first_player_draws:
        return
    is_empty = size(state.players[seat].hand) == 0
    n = options.draws_if_empty if is_empty else options.draws_per_turn
    draw_cards(state, seat, max(0, n + more_draws(state, table, seat)))


@rule
def turn_ends(state, table):
    """Let the end of the turn be noticed."""
    drop_task(state)
    happens_to_all(state, table, state.active, Moment.TURN_END)


@rule
def end_turn(state, table, options):
    """End the turn: hand limit, changes that end with it, then the enemy's turn."""
    seat = state.active
    if options.hand_limit and size(state.players[seat].hand) > options.hand_limit:
        ask(state, seat, Question.HAND_LIMIT)
        return
    end_lasting(state, table)
    drop_task(state)
    plan(state, Task.BEGIN_TURN).seat = enemy_of(seat)


# + abilities


@rule
def can_use_ability(state, table, seat, where, number):
    """Say whether an ability of a Deity is a + ability that can be used now (R8)."""
    copy = at(state, where).copy_id
    row = card_at(state, table, where).first_ability + number
    ability = table.abilities[row]
    if ability.moment != Moment.USE or is_changed(state, table, Verb.CANNOT_USE, where):
        return False
    if ability.uses == 0 and uses_of(state, seat, copy, row) > 0:
        return False
    return can_use(state, table, seat, copy, row)


@rule
def use_ability(state, table, where, number):
    """Use a + ability; it does not stop the Deity from attacking (R8)."""
    copy = at(state, where).copy_id
    row = card_at(state, table, where).first_ability + number
    note_use(state, table, state.active, copy, row)
    begin_ability(state, state.active, copy, row)


# Flip windows


@rule
def plan_flips(state, seat, n):
    """Open a flip window for both players, or after n passes (R9, E6)."""
    item = plan(state, Task.FLIPS)
    item.seat = seat
    item.passes = n


@rule
def plan_reply(state, options):
    """Let the player whose turn it is not flip; the other may do so as an action (E6)."""
    if options.flip_windows == FlipWindows.ANY:
        plan_flips(state, enemy_of(state.active), SEATS - 1)


# What may be played


@rule
def can_play(state, table, seat, copy):
    """Say whether a hand card may be played now (R3, R5-R7, R9-R11)."""
    card = table.cards[state.card_of[seat, copy]]
    match card.type:
        case CardType.DEITY:
            fits = can_play_deity(state, table, seat, card)
        case CardType.WALL:
            fits = can_play_wall(state, table, seat, card)
        case CardType.ATTACHMENT:
            fits = can_attach(state, table, seat, state.card_of[seat, copy])
        case CardType.ENVIRONMENT:
            fits = True
        case _:
            fits = would_do_something(state, table, seat, copy) and not is_banned(
                state, table, Verb.ENEMY_PLAYS_NO_MAGIC, seat
            )
    return fits and may_be_played(state, table, seat, copy)


@rule
def can_play_deity(state, table, seat, card):
    """Say whether a Deity has a place, and no namesake in play (R5)."""
    return (
        state.players[seat].plays > 0
        and free_deity_place(state, seat) != NOTHING
        and not has_deity_named(state, table, card.name_id)
    )


@rule
def can_play_wall(state, table, seat, card):
    """Say whether three Deities stand before a Wall whose position is free (R6)."""
    return (
        state.players[seat].plays > 0
        and size(deities_of(state, seat)) == DEITIES
        and not has(state.taken, wall_spot(seat, card))
        and not is_banned(state, table, Verb.ENEMY_PLAYS_NO_WALLS, seat)
    )


@rule
def wall_spot(seat, card):
    """Give the spot of a Wall's position."""
    return spot(seat, DEITIES + card.position)


@rule
def can_attach(state, table, seat, row):
    """Say whether any Deity can take an Attachment (R9)."""
    if is_banned(state, table, Verb.ENEMY_PLAYS_NO_ATTACHMENTS, seat):
        return False
    for host in each(deities_of(state, 0) | deities_of(state, 1)):
        if can_host(state, table, seat, host, row):
            return True
    return False


@rule
def can_host(state, table, seat, host, row):
    """Say whether a Deity can take an Attachment: room, and none identical (R9, E5)."""
    return (
        free_spot_under(state, host) != NOTHING
        and not has_identical(state, seat, host, row)
        and not is_changed(state, table, Verb.CANNOT_BE_ATTACHED, host)
    )


@rule
def has_identical(state, seat, host, row):
    """Say whether an identical card lies there, as far as the player may know (E5)."""
    for where in each(attachments_on(state, host)):
        is_known = not at(state, where).face_down or at(state, where).owner == seat
        if is_known and row_at(state, where) == row:
            return True
    return False


# Playing it


@rule
def play(state, table, copy):
    """Begin to play a card; what it demands is done before it comes into play (R7)."""
    seat = state.active
    player = state.players[seat]
    note_played(state, seat, copy)
    leave_hand(player, copy)
    player.using = with_(player.using, copy)
    type_ = table.cards[state.card_of[seat, copy]].type
    if type_ == CardType.ATTACHMENT:
        ask(state, seat, Question.HOST)
        return
    player.plays -= type_ in (CardType.DEITY, CardType.WALL)
    item = plan(state, Task.ENTER)
    item.seat = seat
    item.copy_id = copy
    plan_all(state, table, seat, copy, Moment.TO_PLAY)


@rule
def enter(state, table, seat, copy):
    """Let a card come to where it goes (R5, R6, R10, R11)."""
    drop_task(state)
    player = state.players[seat]
    player.using = without(player.using, copy)
    match table.cards[state.card_of[seat, copy]].type:
        case CardType.ENVIRONMENT:
            set_environment(state, table, seat, copy)
            happens(state, table, state.spot_of[seat, copy], Moment.PLAYED)
        case CardType.MAGIC:
            player.discard = with_(player.discard, copy)
            plan_all(state, table, seat, copy, Moment.MAGIC)
        case _:
            put_into_play(state, table, seat, copy)


@rule
def put_into_play(state, table, seat, copy):
    """Put a Deity or Wall into play, or discard it if its place is gone."""
    where = place_for(state, table, seat, state.card_of[seat, copy])
    if where == NOTHING:
        player = state.players[seat]
        player.discard = with_(player.discard, copy)
        return
    set_down(state, table, where, seat, copy, 0)
    happens(state, table, where, Moment.PLAYED)
    if table.cards[state.card_of[seat, copy]].type == CardType.WALL:
        happens_about(state, table, seat, Moment.WALL_PLAYED, where)
    else:
        happens_about(state, table, seat, Moment.DEITY_PLAYED, where)
        happens_about(state, table, enemy_of(seat), Moment.ENEMY_DEITY_PLAYED, where)


@rule
def place_for(state, table, seat, row):
    """Give the spot that a Deity or Wall can come to now, or NOTHING (R5, R6)."""
    card = table.cards[row]
    if card.type == CardType.WALL:
        where = wall_spot(seat, card)
        return np.int64(NOTHING) if has(state.taken, where) else np.int64(where)
    place = free_deity_place(state, seat)
    is_stopped = card.type != CardType.DEITY or has_deity_named(state, table, card.name_id)
    if is_stopped or place == NOTHING:
        return np.int64(NOTHING)
    return np.int64(spot(seat, place))


@rule
def attach(state, table, host, face_down):
    """Put the Attachment being played under a Deity, face up or down (R9)."""
    seat = state.active
    player = state.players[seat]
    copy = first(player.using)
    player.using = EMPTY
    where = free_spot_under(state, host)
    set_down(state, table, where, seat, copy, face_down)
    if not face_down:
        happens(state, table, where, Moment.PLAYED)
    happens_to(state, table, host, Moment.ATTACHED, where)


@rule
def can_flip(state, options, where):
    """Say whether an Attachment may be turned face up (R9, E5)."""
    if options.flip_duplicate == FlipDuplicate.LEGAL:
        return True
    for other in each(attachments_on(state, host_of(where))):
        if not at(state, other).face_down and row_at(state, other) == row_at(state, where):
            return False
    return True


@rule
def flippable(state, options, seat):
    """Give the set of spots of a player's Attachments that may be turned face up."""
    if options.flip_duplicate == FlipDuplicate.LEGAL:
        return np.int64(state.down[seat])
    found = EMPTY
    for where in each(state.down[seat]):
        if can_flip(state, options, where):
            found = with_(found, where)
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
    drop_task(state)
