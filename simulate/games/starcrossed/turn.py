"""The turn: energy, draw, both players' actions, combat, end (R1-R4, R10, R16)."""

from evenhand.decks.records import NOTHING
from evenhand.decks.starcrossed.words import Moment
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import end_lasting
from evenhand.simulate.engine.abilities.triggers import renew_uses
from evenhand.simulate.engine.agenda import pop_task, push_task
from evenhand.simulate.engine.hands import leave_hand
from evenhand.simulate.engine.losses import end_for_both
from evenhand.simulate.engine.options import DeckOut
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, size
from evenhand.simulate.engine.state import ask, end_game
from evenhand.simulate.games.starcrossed.enums import LANES, SEATS, EndReason, Question, Task
from evenhand.simulate.games.starcrossed.moments import announce_all
from evenhand.simulate.games.starcrossed.moving_cards import draw_cards, gain_energy, put_under_deck
from evenhand.simulate.games.starcrossed.options import CapResult
from evenhand.simulate.games.starcrossed.places import has_empty_crystal

__all__ = ["action_phase", "begin_turn", "draw_phase", "end_turn", "put_under"]


@rule
def begin_turn(state, pool, options, seat):
    """Begin a turn: energy, draw, the Active's actions, the Reactive's, combat, end (R1, R2)."""
    pop_task(state)
    if state.turn == options.turn_cap:
        end_by_cap(state, options)
        return
    state.turn += 1
    state.active = seat
    state.stale = 1
    renew_uses(state, pool)
    for one in range(SEATS):
        renew_player(state, options, one)
    push_task(state, Task.END_TURN).n = 0
    push_task(state, Task.COMBAT).n = 0
    push_task(state, Task.ACTION_PHASE).seat = enemy_of(seat)
    push_task(state, Task.ACTION_PHASE).seat = seat
    push_task(state, Task.DRAW_PHASE)
    announce_all(state, pool, Moment.TURN_START)


@rule
def renew_player(state, options, seat):
    """Give a player the energy of the crystals and the special action of the turn (R2, R11)."""
    player = state.players[seat]
    for lane in range(LANES):
        player.crystals[lane].attacked = 0
        gain_energy(player, player.crystals[lane].level)
    player.specials = options.special_actions
    player.actions = 0
    player.fallen = EMPTY


@rule
def end_by_cap(state, options):
    """End a game that has taken too many turns (B25)."""
    first, second = state.players[0].life, state.players[1].life
    winner = NOTHING
    if options.turn_cap_result == CapResult.LIFE and first != second:
        winner = 0 if first > second else 1
    end_game(state, winner, EndReason.TURN_CAP)


@rule
def draw_phase(state, options):
    """Let each player draw, one more with an empty crystal; not on turn 1 (R3)."""
    pop_task(state)
    if state.turn == 1:
        return
    if (
        options.deck_out == DeckOut.LOSE
        and runs_out(state, options, 0)
        and (runs_out(state, options, 1))
    ):
        end_for_both(state, options, EndReason.DECK_OUT)
        return
    for order in range(SEATS):
        seat = enemy_of(state.active) if order else state.active
        draw_cards(state, options, seat, draws_of(state, options, seat))


@rule
def runs_out(state, options, seat):
    """Return whether a player has too few cards left for the Draw Phase (B5)."""
    return draws_of(state, options, seat) > state.players[seat].n_deck


@rule
def draws_of(state, options, seat):
    """Return how many cards a player draws this turn: one more with an empty crystal (R3)."""
    more = options.extra_draws if has_empty_crystal(state, seat) else 0
    return options.draws_per_turn + more


@rule
def action_phase(state, item):
    """Let a player act (R4)."""
    ask(state, item.seat, Question.ACTION)


@rule
def end_turn(state, pool, options, item):
    """End the turn: its abilities, the hand limit, unspent energy; then roles swap (R1, R16)."""
    if item.n == 0:
        item.n = 1
        announce_all(state, pool, Moment.TURN_END)
        return
    for order in range(SEATS):
        seat = enemy_of(state.active) if order else state.active
        if options.hand_limit and size(state.players[seat].hand) > options.hand_limit:
            ask(state, seat, Question.HAND_LIMIT)
            return
    for seat in range(SEATS):
        state.players[seat].energy = 0
    end_lasting(state, pool)
    pop_task(state)
    push_task(state, Task.BEGIN_TURN).seat = enemy_of(state.active)


@rule
def put_under(state, seat, copy):
    """Put a hand card under the deck, for the hand limit; nobody sees which (R16, B39)."""
    player = state.players[seat]
    player.shown &= ~player.hand
    leave_hand(player, copy)
    put_under_deck(state, seat, copy)
