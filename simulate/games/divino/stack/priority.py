"""Priority: who may act, in turn, and when the top of the stack happens (R40, R42)."""

import numpy as np

from evenhand.decks.divino.words import Noun
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.triggers import trigger_in_turn
from evenhand.simulate.engine.agenda import pop_task
from evenhand.simulate.engine.sets import EMPTY
from evenhand.simulate.engine.stack import all_passed, give_priority, pass_priority
from evenhand.simulate.engine.state import ask
from evenhand.simulate.games.divino.casting.announcing import put_trigger
from evenhand.simulate.games.divino.casting.timing import is_free_to_play
from evenhand.simulate.games.divino.costs.mana import empty_pools
from evenhand.simulate.games.divino.enums import ROOM, Question, Step
from evenhand.simulate.games.divino.in_play.places import kind_of
from evenhand.simulate.games.divino.options import DefeatCheck, ManaEmpties
from evenhand.simulate.games.divino.passing import is_left_alone, rouse
from evenhand.simulate.games.divino.stack.actions import find_actions
from evenhand.simulate.games.divino.stack.resolving import carry_out_top
from evenhand.simulate.games.divino.turn.demigods import check_defeat, lose_by_deck
from evenhand.simulate.games.divino.turn.settling import settle

__all__ = ["hold_priority"]


FIRST_OF_PHASE = (
    Step.UPKEEP, Step.MAIN_1, Step.BEGINNING_OF_COMBAT, Step.MAIN_2, Step.END_OF_TURN,
)  # fmt: skip


@rule
def hold_priority(state, pool, options, item):
    """Take a step with priority one stage further (R40, R42, R44)."""
    if not item.begun:
        item.begun = 1
        enter_step(state, options, item.n)
    if state.unsettled:
        settle(state, pool)
    elif state.doomed != EMPTY:
        lose_by_deck(state, pool, options)
    elif is_defeat_due(state, options):
        check_defeat(state, pool, options)
    elif state.n_triggers > 0 and state.n_stack + ROOM < len(state.stack):
        stack_trigger(state)
    else:
        pass_round(state, pool, options)


@rule
def pass_round(state, pool, options):
    """Let all pass who can do nothing, up to one who can; when all have passed, go down."""
    while not all_passed(state):
        seat = np.int64(state.priority)
        is_main = is_free_to_play(state, seat)
        is_asked = is_main or not is_left_alone(state, seat)
        if is_asked and find_actions(state, pool, options, seat):
            rouse(state, seat)
            ask(state, seat, Question.MAIN_PHASE if is_main else Question.PRIORITY)
            return
        pass_priority(state)
    go_down(state, pool, options)


@rule
def enter_step(state, options, step):
    """Give the active player priority in a new step."""
    state.step = step
    give_priority(state, state.active)
    if step not in FIRST_OF_PHASE:
        return
    if options.mana_empties == ManaEmpties.PHASE and step != Step.UPKEEP:
        empty_pools(state)
    for seat in range(len(state.players)):
        state.players[seat].actions = 0


@rule
def is_defeat_due(state, options):
    """Return whether defeat is looked for whenever the stack is empty (D9)."""
    if options.defeat_check != DefeatCheck.STATE_BASED or state.n_stack > 0:
        return False
    for seat in range(len(state.players)):
        player = state.players[seat]
        is_bare = kind_of(state, seat, Noun.COMBAT_CARD) == EMPTY
        if state.out[seat] == 0 and is_bare and player.energy[player.demigod] == 0:
            return True
    return False


@rule
def stack_trigger(state):
    """Put the next waiting trigger on the stack; its player chooses among several (R42)."""
    state.passes = 0
    number = trigger_in_turn(state)
    if number != NOTHING:
        put_trigger(state, number)


@rule
def go_down(state, pool, options):
    """All have passed: the top item happens, or the step is over."""
    if state.n_stack == 0:
        pop_task(state)
        return
    give_priority(state, state.active)
    carry_out_top(state, pool, options)
