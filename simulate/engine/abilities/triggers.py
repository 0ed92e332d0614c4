"""Triggered abilities, and limits on the uses of abilities.

A moment adds the ability to the list of waiting triggers. When the game resolves them, the active
player's are first, and each player chooses the order of their own.
"""

import numpy as np

from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.enums import (
    ABILITY,
    MOST_USES,
    AbilityQuestion,
    Asked,
    Portion,
    Stage,
)
from evenhand.simulate.engine.abilities.hooks import in_place, place_of
from evenhand.simulate.engine.abilities.selecting import abilities_of, hold, number_of, own_cards
from evenhand.simulate.engine.agenda import push_task
from evenhand.simulate.engine.sets import EMPTY, add, first, is_empty, keep, load, nothing_in
from evenhand.simulate.engine.state import ask, fail, note_could

__all__ = [
    "begin_ability", "begin_first_part", "begin_rest", "drop_trigger", "forget_uses",
    "has_use_left", "is_used_this_turn", "next_trigger", "note_use", "plan_all", "renew_uses",
    "take_trigger", "trigger", "trigger_about", "trigger_in_turn", "uses_of",
]  # fmt: skip


# Waiting


@rule
def trigger(state, pool, seat, copy, moment):
    """Add the abilities of a card for this moment to the list of waiting triggers."""
    trigger_about(state, pool, seat, copy, moment, NOTHING)


@rule
def trigger_about(state, pool, seat, copy, moment, place):
    """As `trigger`, for a moment about what is at a place, which "it" then means."""
    card = state.card_of[seat, copy]
    if (pool.cards[card].moments >> moment) & 1 == 0:
        return
    it_before = load(state.it)
    it = nothing_in(state.it)
    if place != NOTHING:
        it = add(it, place)
    for row in abilities_of(pool, card):
        ability = pool.abilities[row]
        if ability.moment != moment:
            continue
        keep(it, state.it)
        if (
            in_place(state, pool, ability, seat, copy)
            and has_use_left(state, pool, seat, copy, row)
            and hold(state, pool, seat, copy, ability.conditions, Asked.POSSIBLY)
            and (is_empty(it) or hold(state, pool, seat, copy, ability.conditions, Asked.OF_IT))
        ):
            add_trigger(state, pool, seat, copy, row, it)
    keep(it_before, state.it)


@rule
def add_trigger(state, pool, seat, copy, row, it):
    """Add an ability to the list of waiting triggers."""
    if state.n_triggers == len(state.triggers):
        fail(state)
        return
    note_use(state, pool, seat, copy, row)
    note_could(state, seat, copy, number_of(state, pool, seat, copy, row))
    waiting = state.triggers[state.n_triggers]
    waiting.seat = seat
    waiting.copy_id = copy
    waiting.ability = row
    waiting.it = NOTHING if is_empty(it) else first(it)
    subject = own_cards(state, seat, it)
    waiting.it_copy = NOTHING if subject == EMPTY else first(subject)
    state.n_triggers += 1


@rule
def next_trigger(state):
    """Begin a waiting trigger, in turn order; its owner chooses among several."""
    number = trigger_in_turn(state)
    if number != NOTHING:
        take_trigger(state, number)


@rule
def trigger_in_turn(state):
    """Return the next waiting trigger; if its owner has several, ask, and return NOTHING."""
    seat = np.int64(state.active)
    while count_waiting(state, seat) == 0:
        seat = (seat + 1) % len(state.players)
    if count_waiting(state, seat) > 1:
        ask(state, seat, AbilityQuestion.NEXT_TRIGGER)
        return np.int64(NOTHING)
    number = np.int64(0)
    while state.triggers[number].seat != seat:
        number += 1
    return number


@rule
def count_waiting(state, seat):
    """Count a player's waiting triggers."""
    n = 0
    for i in range(state.n_triggers):
        n += state.triggers[i].seat == seat
    return n


@rule
def take_trigger(state, number):
    """Begin one waiting trigger and close the gap it leaves."""
    waiting = state.triggers[number]
    item = begin_ability(state, waiting.seat, waiting.copy_id, waiting.ability)
    if waiting.it != NOTHING:
        keep(add(load(item.it), waiting.it), item.it)
    item.it_copy = waiting.it_copy
    drop_trigger(state, number)


@rule
def drop_trigger(state, number):
    """Remove a trigger from the list, and close the gap."""
    for i in range(number, state.n_triggers - 1):
        state.triggers[i] = state.triggers[i + 1]
    state.n_triggers -= 1


# Beginning


@rule
def begin_ability(state, seat, copy, row):
    """Push an ability onto the agenda, and return its item."""
    item = push_task(state, ABILITY)
    item.seat = seat
    item.copy_id = copy
    item.ability = row
    item.portion = Portion.WHOLE
    item.stage = Stage.BEGIN
    item.step = 0
    item.mode = 0
    item.held = 1
    item.rest = NOTHING
    item.happened = EMPTY
    keep(nothing_in(item.it), item.it)
    item.it_copy = NOTHING
    return item


@rule
def begin_first_part(state, seat, copy, row, rest):
    """Push the first part of an ability onto the agenda, above its ``rest`` pushed before."""
    item = begin_ability(state, seat, copy, row)
    item.portion = Portion.FIRST
    item.rest = rest


@rule
def begin_rest(state, seat, copy, row):
    """Push the rest of an ability onto the agenda, and return its position."""
    item = begin_ability(state, seat, copy, row)
    item.portion = Portion.REST
    return state.n_tasks - 1


@rule
def plan_all(state, pool, seat, copy, moment):
    """Push all abilities of a card for a moment onto the agenda, the first printed on top."""
    card = pool.cards[state.card_of[seat, copy]]
    for row in range(card.first_ability + card.n_abilities - 1, card.first_ability - 1, -1):
        if pool.abilities[row].moment == moment:
            begin_ability(state, seat, copy, row)


# Uses per turn and per game


@rule
def uses_of(state, seat, copy, row):
    """Return the number of uses of an ability of a card in play."""
    for i in range(state.n_uses):
        use = state.uses[i]
        if use.ability == row and use.copy_id == copy and use.seat == seat:
            return use.times
    return 0


@rule
def is_used_this_turn(state, seat, copy, row):
    """Return whether an ability of a card in play has been used in the turn under way."""
    for i in range(state.n_uses):
        use = state.uses[i]
        if use.ability == row and use.copy_id == copy and use.seat == seat:
            return use.turn == state.turn
    return False


@rule
def has_use_left(state, pool, seat, copy, row):
    """Return whether the ability's printed limit leaves a use."""
    ability = pool.abilities[row]
    return ability.uses == 0 or uses_of(state, seat, copy, row) < ability.uses


@rule
def note_use(state, pool, seat, copy, row):
    """Count one use of an ability of a card in play."""
    for i in range(state.n_uses):
        use = state.uses[i]
        if use.ability == row and use.copy_id == copy and use.seat == seat:
            use.times = min(use.times + 1, MOST_USES)
            use.turn = state.turn
            return
    if place_of(state, seat, copy) == NOTHING:
        return
    if state.n_uses == len(state.uses):
        fail(state)
        return
    use = state.uses[state.n_uses]
    use.seat = seat
    use.copy_id = copy
    use.ability = row
    use.times = 1
    use.turn = state.turn
    state.n_uses += 1


@rule
def renew_uses(state, pool):
    """Forget the uses of the turn that ended; those counted per game stay."""
    kept = 0
    for i in range(state.n_uses):
        if pool.abilities[state.uses[i].ability].per_game:
            state.uses[kept] = state.uses[i]
            kept += 1
    state.n_uses = kept


@rule
def forget_uses(state, seat, copy):
    """Forget the uses of a card that leaves play."""
    kept = 0
    for i in range(state.n_uses):
        if state.uses[i].copy_id != copy or state.uses[i].seat != seat:
            state.uses[kept] = state.uses[i]
            kept += 1
    state.n_uses = kept
