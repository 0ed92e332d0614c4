"""All costs of an ability together: no card and no point of energy pays twice (R41)."""

import numpy as np

from evenhand.decks.divino.words import Verb
from evenhand.decks.language.rows import How
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.enums import Zone
from evenhand.simulate.engine.abilities.selecting import cards, places
from evenhand.simulate.engine.agenda import peek_task
from evenhand.simulate.engine.sets import (
    EMPTY,
    add,
    difference,
    each,
    has,
    keep,
    load,
    nothing_in,
    remove,
    size,
    union,
)
from evenhand.simulate.engine.state import NO_QUESTION
from evenhand.simulate.games.divino.costs.mana import clear_due, covers, free_sources, gather_mana
from evenhand.simulate.games.divino.costs.named import (
    add_mana_named,
    amount_due,
    can_it_give,
    can_pay,
    payer_of,
    taps_itself,
    those_able,
)
from evenhand.simulate.games.divino.enums import N_TAKEN, Taken
from evenhand.simulate.games.divino.in_play.numbers import energy_at
from evenhand.simulate.games.divino.in_play.places import own_places

__all__ = [
    "able_to_pay", "energy_in_all", "is_payable_together", "narrow_offer",
]  # fmt: skip

PLURAL = 2


@rule
def is_payable_together(state, pool, seat, copy, ability):
    """Return whether all costs of an ability can be paid, one besides the other (R41)."""
    for number in range(ability.n_costs):
        if not can_pay(state, pool, seat, copy, pool.steps[ability.first_step + number]):
            return False
    if not can_it_give(state, pool, seat, copy, ability):
        return False
    if ability.n_costs < PLURAL and state.numbers[0] == 0:
        return True
    payer = payer_of(state, seat, copy)
    in_all = energy_in_all(state, pool, seat, copy, ability, payer)
    if in_all > 0 and energy_at(state, payer) < in_all:
        return False
    return (
        state.players[seat].n_deck >= cost_in_all(state, pool, seat, copy, ability, Verb.MILL)
        and is_mana_payable(state, pool, seat, copy, ability)
        and has_enough_for_all(state, pool, seat, copy, ability)
    )


@rule
def energy_in_all(state, pool, seat, copy, ability, where):
    """Add up the energy that all steps of a cost take of one thing for sure (R12)."""
    total = np.int64(0)
    for number in range(ability.n_costs):
        step = pool.steps[ability.first_step + number]
        is_taken = step.verb == Verb.PAY and where == payer_of(state, seat, copy)
        if step.verb == Verb.LOSE or step.verb == Verb.MOVE_ENERGY:
            selector = step.object if step.verb == Verb.MOVE_ENERGY else step.target
            is_sure = selector.how in (How.THIS, How.EACH)
            is_taken = is_sure and has(places(state, pool, seat, copy, selector), where)
        if is_taken:
            total += amount_due(state, pool, seat, copy, ability, number)
    return total


@rule
def cost_in_all(state, pool, seat, copy, ability, verb):
    """Add up what all steps of a cost with one verb take; numbers named for "up to" count."""
    total = np.int64(0)
    for number in range(ability.n_costs):
        if pool.steps[ability.first_step + number].verb == verb:
            total += amount_due(state, pool, seat, copy, ability, number)
    return total


@rule
def is_mana_payable(state, pool, seat, copy, ability):
    """Return whether all mana of a cost can be had; what the cost taps makes none for it."""
    if not takes_mana(pool, ability):
        return True
    clear_due(state)
    add_mana_named(state, pool, seat, copy, ability, 0, state.due)
    sources = free_sources(state, pool, seat)
    if taps_itself(pool, ability):
        sources = remove(sources, copy)
    gather_mana(state, pool, seat, sources)
    found = covers(state, state.due, 0)
    clear_due(state)
    return found


@rule
def takes_mana(pool, ability):
    """Return whether mana is part of an ability's cost."""
    for number in range(ability.n_costs):
        if pool.steps[ability.first_step + number].verb == Verb.PAY_MANA:
            return True
    return False


# Steps that take cards from the same place


@rule
def has_enough_for_all(state, pool, seat, copy, ability):
    """Return whether steps that take different cards from the same place can all have theirs."""
    for source in range(1, N_TAKEN):
        steps = steps_from(pool, ability, source, 0)
        if size(steps) < PLURAL:
            continue
        gone = nothing_in(state.it)
        if not suffices(state, pool, seat, copy, ability, steps, gone, NOTHING, 0):
            return False
    return True


@rule
def source_of(verb):
    """Say from where a step of a cost takes cards: no card can be taken from there twice."""
    match verb:
        case Verb.TAP:
            return Taken.TAPPING
        case Verb.SACRIFICE | Verb.DESTROY | Verb.BOUNCE | Verb.SHUFFLE_IN:
            return Taken.LEAVING
        case Verb.DISCARD | Verb.DEPLOY:
            return Taken.HAND
        case Verb.RECOVER | Verb.REVIVE | Verb.RECYCLE:
            return Taken.DISCARD
        case _:
            return Taken.ELSEWHERE


@rule
def steps_from(pool, ability, source, start):
    """Return the set of the steps of a cost, from one on, that take cards from a place."""
    found = EMPTY
    for number in range(start, ability.n_costs):
        if source_of(pool.steps[ability.first_step + number].verb) == source:
            found = add(found, number)
    return found


@rule
def suffices(state, pool, seat, copy, ability, steps, gone, current, more):
    """Return whether some steps can each have other cards: enough for each set of them (Hall 1935).

    ``gone`` is what has been taken already, for the ``current`` step, which takes ``more``.
    """
    part = steps
    while part != EMPTY:
        needed = np.int64(0)
        found = nothing_in(state.it)
        for number in each(part):
            able = difference(takable(state, pool, seat, copy, ability, number), gone)
            n = n_taken(state, pool, seat, copy, ability, number, size(able))
            needed += more if number == current else n
            found = union(found, able)
        if size(found) < needed:
            return False
        part = (part - 1) & steps
    return True


@rule
def takable(state, pool, seat, copy, ability, number):
    """Return the places of the cards that a step of a cost could take."""
    step = pool.steps[ability.first_step + number]
    match source_of(step.verb):
        case Taken.HAND:
            hand = remove(state.players[seat].hand, copy)
            if step.verb == Verb.DEPLOY:
                hand &= cards(state, pool, seat, copy, step.target, Zone.HAND)
            return own_places(state, seat, hand)
        case Taken.DISCARD:
            found = cards(state, pool, seat, copy, step.target, Zone.DISCARD)
            return own_places(state, seat, found)
        case _:
            found = places(state, pool, seat, copy, step.target)
            return those_able(state, pool, step, False, found, np.int64(0))


@rule
def n_taken(state, pool, seat, copy, ability, number, n_able):
    """Count the cards that a step of a cost takes, out of so many that it can take."""
    step = pool.steps[ability.first_step + number]
    if step.verb == Verb.DISCARD:
        return amount_due(state, pool, seat, copy, ability, number)
    if step.target.how in (How.CHOSEN, How.RANDOM):
        return np.int64(0 if step.target.up_to else step.target.number)
    return np.int64(n_able)


# While the cost is paid


@rule
def able_to_pay(state, pool, step, is_object, found, n):
    """Return those of a set of places that have what a step of a cost takes from one of them."""
    if step.amount.up_to:
        n = max(n, np.int64(state.named))
    able = those_able(state, pool, step, is_object, found, n)
    if is_object or step.target.how not in (How.CHOSEN, How.RANDOM):
        return able
    more = np.int64(0 if step.target.up_to else step.target.number - 1)
    return leaving_enough(state, pool, peek_task(state), able, more)


@rule
def narrow_offer(state, pool, item):
    """Take out of what is offered for a cost what would leave the rest unpayable (R41)."""
    if state.pick.left > 0 and item.step < pool.abilities[item.ability].n_costs:
        found = load(state.pick.places_offered)
        more = np.int64(state.pick.left) - 1
        found = leaving_enough(state, pool, item, found, more)
        keep(found, state.pick.places_offered)
        if size(found) == state.pick.left and not state.pick.up_to:
            keep(union(load(state.pick.places), found), state.pick.places)
            state.question = NO_QUESTION  # no choice is left


@rule
def leaving_enough(state, pool, item, found, more):
    """Return those of some places of which each, taken for a cost, leaves enough for the rest."""
    fit = nothing_in(state.it)
    for where in each(found):
        if leaves_enough(state, pool, item, where, more):
            fit = add(fit, where)
    return fit


@rule
def leaves_enough(state, pool, item, where, more):
    """Return whether a thing can be taken for the cost under way, and the rest of it be paid (R41).

    ``more`` is how many things the step takes besides.
    """
    ability = pool.abilities[item.ability]
    source = source_of(pool.steps[ability.first_step + item.step].verb)
    steps = steps_from(pool, ability, source, item.step)
    if source == Taken.ELSEWHERE or (size(steps) < PLURAL and more == 0):
        return True
    gone = add(load(state.pick.places), where)
    return suffices(
        state, pool, item.seat, item.copy_id, ability, steps, gone, np.int64(item.step), more
    )
