"""The turn: drawing, the hand limit, and passing the turn on (R1, R2, R10, R11)."""

from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.agenda import pop_task, push_task
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, each, size
from evenhand.simulate.engine.state import ask, end_game
from evenhand.simulate.games.blackpoker.enums import Deed, EndReason, Question, Task
from evenhand.simulate.games.blackpoker.moving_cards import draw
from evenhand.simulate.games.blackpoker.triggers import raise_deed

__all__ = ["begin_draw", "keep_hand_limit", "offer_second_draw", "pass_turn"]


@rule
def begin_draw(state, options):
    """Draw a card, and perhaps a second (R2)."""
    draw(state, state.active, 1)
    if options.second_draw:
        push_task(state, Task.SECOND_DRAW)


@rule
def offer_second_draw(state):
    """Ask whether to draw another card, if there is one."""
    pop_task(state)
    if state.players[state.active].n_deck > 0:
        ask(state, state.active, Question.SECOND_DRAW)


@rule
def keep_hand_limit(state, options):
    """Have the turn player discard down to the hand limit (R10, C25)."""
    if size(state.players[state.active].hand) > options.hand_limit:
        ask(state, state.active, Question.HAND_LIMIT)
    else:
        pop_task(state)


@rule
def pass_turn(state, options):
    """Hand the turn to the enemy, whose turn begins with Charge (R1, R10)."""
    pop_task(state)
    if state.turn == options.turn_cap:
        end_game(state, NOTHING, EndReason.TURN_CAP)
        return
    for player in state.players:
        forget_turn(player)
    state.active = enemy_of(state.active)
    state.turn += 1
    state.sets = 0
    state.attacks = 0
    charge(state)


@rule
def forget_turn(player):
    """Let end what lasts until the end of the turn (R11)."""
    player.fresh = EMPTY
    for soldier in each(player.soldiers):
        player.bonus[soldier] = 0


@rule
def charge(state):
    """Charge all characters of the turn player and raise Draw (R1)."""
    player = state.players[state.active]
    player.driven = EMPTY
    player.spent = EMPTY
    raise_deed(state, Deed.DRAW, state.active)
