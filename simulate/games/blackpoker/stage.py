"""Carrying out what is on the stage, and what follows: win check, triggers, the chance."""

from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY
from evenhand.simulate.engine.stack import give_priority, pass_priority, push_item
from evenhand.simulate.engine.state import end_game, is_over
from evenhand.simulate.games.blackpoker.effects import begin_effect
from evenhand.simulate.games.blackpoker.enums import SEATS, Deed, EndReason
from evenhand.simulate.games.blackpoker.moving_cards import bury
from evenhand.simulate.games.blackpoker.options import BothZero, GenerationChange
from evenhand.simulate.games.blackpoker.triggers import change_generation, raise_deed

__all__ = ["carry_out_top", "check_decks", "finish", "start"]


@rule
def carry_out_top(state, options):
    """Take the top request off the stage and carry it out (R6)."""
    state.n_stack -= 1
    state.current[0] = state.stack[state.n_stack]
    begin_effect(state, options)


@rule
def finish(state, options):
    """Put the key cards away; then win check, triggers, and the chance (R7, R8)."""
    request = state.current[0]
    bury(state.players[request.seat], request.keys)
    request.keys = EMPTY
    settle(state, options)
    if request.deed != Deed.SEARCH and request.deed != Deed.SET_BULWARK:
        give_priority(state, state.active)


@rule
def settle(state, options):
    """Check who has won, then let triggers happen, the turn player's first (R8, R9)."""
    check_decks(state, options)
    for turn in range(SEATS):
        seat = state.active if turn == 0 else enemy_of(state.active)
        player = state.players[seat]
        while player.changes_due > 0 and not is_over(state):
            player.changes_due -= 1
            if options.generation_change == GenerationChange.STAGE:
                raise_deed(state, Deed.GENERATION_CHANGE, seat)
            else:
                change_generation(state, seat)
                check_decks(state, options)


@rule
def check_decks(state, options):
    """End the game if a deck is empty (R13, C19)."""
    for seat in range(SEATS):
        if state.players[seat].n_deck > 0:
            continue
        if state.players[enemy_of(seat)].n_deck > 0:
            end_game(state, enemy_of(seat), state.players[seat].emptied_by)
        elif options.both_zero == BothZero.TURN_PLAYER_LOSES:
            end_game(state, enemy_of(state.active), EndReason.BOTH_EMPTY)
        else:
            end_game(state, NOTHING, EndReason.BOTH_EMPTY)


@rule
def start(state, options):
    """Put the deed announced onto the stage, the chance passing on; or do it at once (R5)."""
    request = state.current[0]
    give_priority(state, request.seat)
    match request.deed:
        case Deed.SET_BULWARK | Deed.SEARCH:
            begin_effect(state, options)
        case _:
            push_item(state, request)
            request.keys = EMPTY
            pass_priority(state)
