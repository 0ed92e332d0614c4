"""Paying the costs that a text names; numbers for "up to" among them are named before (R41)."""

import numpy as np

from decks.divino.words import Verb
from decks.records import NOTHING
from simulate.engine.abilities.selecting import amount_of
from simulate.engine.abilities.steps import ask_for_cards, go_on
from simulate.engine.abilities.words import AbilityQuestion, Portion, Stage
from simulate.engine.compile import rule
from simulate.engine.sets import EMPTY, each, load
from simulate.engine.state import ask
from simulate.games.divino.costs import has_what_it_takes, most_payable, numbers_before
from simulate.games.divino.words import NAMED

__all__ = ["name_amount", "pay_on"]


@rule
def pay_on(state, table, options, item, step):
    """Take a step of a cost one stage further: whatever "up to" says is known or named first."""
    state.named = NOTHING
    if step.amount.up_to and item.portion == Portion.FIRST:
        ability = table.abilities[item.ability]
        state.named = state.numbers[numbers_before(table, ability, item.step)]
    is_discard = step.verb == Verb.DISCARD
    if step.amount.up_to and item.stage == Stage.AMOUNT and not is_discard:
        settle_number(state, table, item, step)
    elif state.named != NOTHING and item.stage == Stage.TARGETS and is_discard:
        choose_discards(state, item)
    else:
        go_on(state, table, options, item)


@rule
def settle_number(state, table, item, step):
    """Take the number that was named; of a trigger, have one named that can be paid (R42)."""
    item.stage = Stage.DO
    if item.portion == Portion.FIRST:
        return
    n = most_payable(state, table, item.seat, item.copy_id, step)
    givers = load(state.objects) if step.verb == Verb.MOVE_ENERGY else load(state.pick.places)
    for where in each(givers):
        while n > 0 and not has_what_it_takes(state, table, step, where, n):
            n -= 1
    state.named = n
    if 0 < n <= NAMED:
        ask(state, item.seat, AbilityQuestion.AMOUNT)


@rule
def name_amount(state, table, item, step):
    """Have a number for "up to" named, of what an effect does."""
    item.stage = Stage.DO
    state.named = amount_of(state, table, item.seat, item.copy_id, step.amount)
    if 0 < state.named <= NAMED:
        ask(state, item.seat, AbilityQuestion.AMOUNT)


@rule
def choose_discards(state, item):
    """Let as many cards be chosen as were named."""
    item.stage = Stage.AMOUNT
    state.pick.cards = EMPTY
    state.pick.seat = item.seat
    ask_for_cards(state, item.seat, state.players[item.seat].hand, np.int64(state.named), 0)
