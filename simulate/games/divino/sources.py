"""Mana abilities that do more than tap for one mana, used while mana is paid (R43)."""

import numpy as np

from decks.divino.words import GENERIC
from simulate.engine.abilities.triggers import begin_ability, note_use
from simulate.engine.agenda import drop_task, plan, top_task
from simulate.engine.compile import rule
from simulate.engine.menu import offer
from simulate.engine.sets import each, keep, load, without
from simulate.engine.state import ask
from simulate.games.divino.casting import can_use_now
from simulate.games.divino.former import forget_given, keep_given
from simulate.games.divino.mana import any_due, free_sources, gather_mana, is_rest_payable, pay_mana
from simulate.games.divino.places import in_play
from simulate.games.divino.words import Act, Question, Task

__all__ = ["offer_ready", "pay_next", "take_up", "use_at_once", "use_while_paying"]


@rule
def pay_next(state, table, options, item):
    """Pay the next mana that is due; who can make some in another way is asked."""
    if any_due(state) <= GENERIC and has_ready(state, table, options, item.seat):
        ask(state, item.seat, Question.MANA_SOURCE)
    else:
        pay_mana(state, table, item)


@rule
def has_ready(state, table, options, seat):
    """Say whether a player has a mana ability to use while paying."""
    for copy in each(in_play(state, seat) & state.players[seat].users):
        for number in each(np.int64(table.cards[state.card_of[seat, copy]].ready_mana)):
            if is_ready(state, table, options, seat, copy, number):
                return True
    return False


@rule
def is_ready(state, table, options, seat, copy, number):
    """Say whether a mana ability can be used now and leaves what is due payable."""
    row = table.cards[state.card_of[seat, copy]].first_ability + number
    if not can_use_now(state, table, options, seat, copy, row):
        return False
    gather_mana(state, table, seat, without(free_sources(state, table, seat), copy))
    return is_rest_payable(state)


@rule
def offer_ready(state, table, options, menu):
    """Offer the mana abilities that can be used while paying."""
    seat = state.seat
    for copy in each(in_play(state, seat) & state.players[seat].users):
        for number in each(np.int64(table.cards[state.card_of[seat, copy]].ready_mana)):
            if is_ready(state, table, options, seat, copy, number):
                offer(menu, Act.USE, seat, number, copy)


@rule
def use_at_once(state, table, seat, copy, row):
    """Use a mana ability: it happens at once."""
    note_use(state, table, seat, copy, row)
    state.paid = 0
    forget_given(state)
    begin_ability(state, seat, copy, row)
    top_task(state).staged = 0


@rule
def use_while_paying(state, table, seat, copy, number):
    """Use a mana ability; what the ability under way speaks of is kept meanwhile."""
    keep(load(state.it), state.kept_it)
    keep(load(state.former), state.kept_former)
    state.kept_paid = state.paid
    keep_given(state.given, state.kept_given)
    plan(state, Task.TAKE_UP)
    row = table.cards[state.card_of[seat, copy]].first_ability + number
    use_at_once(state, table, seat, copy, row)


@rule
def take_up(state):
    """Go on with the ability under way."""
    drop_task(state)
    keep(load(state.kept_it), state.it)
    keep(load(state.kept_former), state.former)
    state.paid = state.kept_paid
    keep_given(state.kept_given, state.given)
