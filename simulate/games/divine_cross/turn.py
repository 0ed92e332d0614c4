"""The turn: draw, main, battle, end (R1-R3, R14)."""

from evenhand.decks.divine_cross.words import Moment
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import end_lasting
from evenhand.simulate.engine.abilities.triggers import (
    renew_uses,
    trigger,
)
from evenhand.simulate.engine.agenda import pop_task, push_task
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import each, size
from evenhand.simulate.engine.state import ask, end_game
from evenhand.simulate.games.divine_cross.enums import MAIN, SLOTS, EndReason, Question, Task
from evenhand.simulate.games.divine_cross.moving_cards import (
    draw_cards,
    hurt,
    wake,
)
from evenhand.simulate.games.divine_cross.places import cards_at, main_spot, spot

__all__ = ["begin_turn", "deck_out", "draw_phase", "end_phase"]


@rule
def begin_turn(state, pool, options, seat):
    """Begin a turn: draw, main, battle, end (R1)."""
    pop_task(state)
    if state.turn == options.turn_cap:
        end_game(state, NOTHING, EndReason.TURN_CAP)
        return
    state.turn += 1
    state.active = seat
    renew_uses(state, pool)
    player = state.players[seat]
    player.main_actions = 0
    player.charges = options.charges_per_turn
    player.events = options.events_per_turn
    player.retreats = options.retreats_per_turn
    push_task(state, Task.END_PHASE).n = 0
    push_task(state, Task.BATTLE_PHASE)
    push_task(state, Task.MAIN_PHASE)
    push_task(state, Task.DRAW_PHASE)
    trigger_all(state, pool, seat, Moment.TURN_START)
    trigger_all(state, pool, seat, Moment.EACH_TURN_START)
    trigger_all(state, pool, enemy_of(seat), Moment.EACH_TURN_START)


@rule
def trigger_all(state, pool, seat, moment):
    """Let all cards a player has in play notice a moment."""
    for slot in range(SLOTS):
        for copy in each(cards_at(state, spot(seat, slot))):
            trigger(state, pool, seat, copy, moment)


@rule
def draw_phase(state, pool, options):
    """Draw a card (R2)."""
    pop_task(state)
    if state.turn > 1 or options.first_player_draws:
        draw_cards(state, pool, options, state.active, options.draws_per_turn)


@rule
def deck_out(state, pool, options, item):
    """Deal the damage for one of the cards that could not be drawn (R3, A7)."""
    seat = item.seat
    item.n -= 1
    if item.n == 0:
        pop_task(state)
    hurt(state, pool, main_spot(seat), options.deckout_amount, NOTHING)


@rule
def end_phase(state, pool, options, item):
    """End the turn: "end of turn" abilities, stun, hand limit, then the enemy's turn (R14)."""
    seat = state.active
    player = state.players[seat]
    if item.n == 0:
        item.n = 1
        trigger_all(state, pool, seat, Moment.TURN_END)
    elif options.hand_limit and size(player.hand) > options.hand_limit:
        ask(state, seat, Question.HAND_LIMIT)
    else:
        wake(player.units[MAIN])
        end_lasting(state, pool)
        pop_task(state)
        push_task(state, Task.BEGIN_TURN).seat = enemy_of(seat)
