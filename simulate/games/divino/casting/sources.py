"""Mana abilities that do more than tap for one mana, used while mana is paid (R43)."""

import numpy as np

from evenhand.decks.divino.words import GENERIC
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.triggers import begin_ability, note_use
from evenhand.simulate.engine.agenda import peek_task, pop_task, push_task
from evenhand.simulate.engine.menu import offer
from evenhand.simulate.engine.sets import each, keep, load, remove
from evenhand.simulate.engine.state import ask
from evenhand.simulate.games.divino.casting.timing import can_use_now
from evenhand.simulate.games.divino.costs.mana import (
    any_due,
    free_sources,
    gather_mana,
    is_rest_payable,
    pay_mana,
)
from evenhand.simulate.games.divino.enums import Act, Question, Task
from evenhand.simulate.games.divino.in_play.former import forget_given, keep_given
from evenhand.simulate.games.divino.in_play.places import in_play

__all__ = ["offer_ready", "pay_next", "take_up", "use_at_once", "use_while_paying"]


@rule
def pay_next(state, pool, options, item):
    """Pay the next mana that is due; who can make some in another way is asked."""
    if any_due(state) <= GENERIC and has_ready(state, pool, options, item.seat):
        ask(state, item.seat, Question.MANA_SOURCE)
    else:
        pay_mana(state, pool, item)


@rule
def has_ready(state, pool, options, seat):
    """Return whether a player has a mana ability to use while paying."""
    for copy in each(in_play(state, seat) & state.players[seat].users):
        for number in each(np.int64(pool.cards[state.card_of[seat, copy]].ready_mana)):
            if is_ready(state, pool, options, seat, copy, number):
                return True
    return False


@rule
def is_ready(state, pool, options, seat, copy, number):
    """Return whether a mana ability can be used now and leaves what is due payable."""
    row = pool.cards[state.card_of[seat, copy]].first_ability + number
    if not can_use_now(state, pool, options, seat, copy, row):
        return False
    gather_mana(state, pool, seat, remove(free_sources(state, pool, seat), copy))
    return is_rest_payable(state)


@rule
def offer_ready(state, pool, options, menu):
    """Offer the mana abilities that can be used while paying."""
    seat = state.seat
    for copy in each(in_play(state, seat) & state.players[seat].users):
        for number in each(np.int64(pool.cards[state.card_of[seat, copy]].ready_mana)):
            if is_ready(state, pool, options, seat, copy, number):
                offer(menu, Act.USE, seat, number, copy)


@rule
def use_at_once(state, pool, seat, copy, row):
    """Use a mana ability: it happens at once."""
    note_use(state, pool, seat, copy, row)
    state.paid = 0
    forget_given(state)
    begin_ability(state, seat, copy, row)
    peek_task(state).from_stack = 0


@rule
def use_while_paying(state, pool, seat, copy, number):
    """Use a mana ability; what the ability under way speaks of is kept meanwhile."""
    keep(load(state.it), state.kept_it)
    keep(load(state.former), state.kept_former)
    state.kept_paid = state.paid
    keep_given(state.given, state.kept_given)
    push_task(state, Task.TAKE_UP)
    row = pool.cards[state.card_of[seat, copy]].first_ability + number
    use_at_once(state, pool, seat, copy, row)


@rule
def take_up(state):
    """Go on with the ability under way."""
    pop_task(state)
    keep(load(state.kept_it), state.it)
    keep(load(state.kept_former), state.former)
    state.paid = state.kept_paid
    keep_given(state.kept_given, state.given)
