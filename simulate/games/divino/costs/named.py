"""What a cost named in an ability takes, and whether it can be paid, step by step (R12, R13)."""

import numpy as np

from evenhand.decks.divino.words import Keyterm, Mode, Noun, Quantity, Verb
from evenhand.decks.language.rows import How
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.enums import Zone
from evenhand.simulate.engine.abilities.selecting import amount_of, is_settled, places
from evenhand.simulate.engine.abilities.usable import has_candidates, price
from evenhand.simulate.engine.sets import (
    MOST,
    add,
    each,
    has,
    is_empty,
    load,
    nothing_in,
    remove,
    size,
)
from evenhand.simulate.games.divino.costs.mana import (
    MOST_MANA,
    clear_due,
    covers,
    free_sources,
    gather_mana,
    is_sick,
)
from evenhand.simulate.games.divino.enums import COST_NUMBERS
from evenhand.simulate.games.divino.in_play.numbers import energy_at, has_keyterm, number_of
from evenhand.simulate.games.divino.in_play.places import (
    is_on_stack,
    place,
    place_in_play,
    player_place,
)
from evenhand.simulate.games.divino.in_play.zones import zone_for

__all__ = [
    "add_mana_named", "amount_due", "can_it_give", "can_pay", "can_pay_word",
    "has_what_it_takes", "most_payable", "numbers_before", "payer_of", "taps_itself",
    "those_able",
]  # fmt: skip


@rule
def payer_of(state, seat, copy):
    """Return who pays an energy cost in an ability of a card (R12).

    A combat card pays itself, and NOTHING does once it has left play; else the Demigod does.
    """
    if not has(state.players[seat].kind[Noun.COMBAT_CARD], copy):
        return player_place(state, seat)
    return place_in_play(state, seat, copy)


@rule
def can_pay(state, pool, seat, copy, step):
    """Return whether one step of a cost can be paid (R12)."""
    return can_pay_so_much(state, pool, seat, copy, step, price(state, pool, seat, copy, step))


@rule
def can_pay_so_much(state, pool, seat, copy, step, n):
    """Return whether one step of a cost can be paid, with a number in it."""
    match step.verb:
        case Verb.DISCARD:
            return size(remove(state.players[seat].hand, copy)) >= n
        case Verb.MILL:
            return state.players[seat].n_deck >= n
        case Verb.PAY:
            payer = payer_of(state, seat, copy)
            return n == 0 or (payer != NOTHING and energy_at(state, payer) >= n)
        case Verb.PAY_MANA:
            return can_pay_word(state, pool, seat, step.word, n)
        case Verb.MOVE_ENERGY:
            takes = step.target.how in (How.IT, How.FORMER)
            takes = takes or not is_empty(places(state, pool, seat, copy, step.target))
            return takes and can_give(state, pool, seat, copy, step, step.object, True, n)
        case _:
            if step.target.how == How.NONE:
                return True
            if zone_for(state, step.verb, False) != Zone.PLAY:
                return has_candidates(state, pool, seat, copy, step, True)
            return can_give(state, pool, seat, copy, step, step.target, False, n)


@rule
def can_give(state, pool, seat, copy, step, selector, is_object, n):
    """Return whether those that a cost speaks of can give it: all, or as many as are chosen."""
    if selector.how in (How.IT, How.FORMER):
        return True  # see `can_it_give`
    if selector.how == How.THIS and is_settled(state, selector):
        return has_what_it_takes(state, pool, step, place(seat, copy), n)
    found = places(state, pool, seat, copy, selector)
    able = size(those_able(state, pool, step, is_object, found, n))
    if selector.how in (How.CHOSEN, How.RANDOM):
        return able >= (0 if selector.up_to else selector.number)
    is_one = selector.noun == Noun.HOST or selector.noun == Noun.DEMIGOD
    return able == size(found) and (able > 0 or not is_one)


@rule
def can_it_give(state, pool, seat, copy, ability):
    """Return whether what a moment is about can give what the first steps of a cost take."""
    for number in range(ability.n_costs):
        step = pool.steps[ability.first_step + number]
        is_object = step.verb == Verb.MOVE_ENERGY
        selector = step.object if is_object else step.target
        if selector.how in (How.IT, How.FORMER):
            n = price(state, pool, seat, copy, step)
            able = those_able(state, pool, step, is_object, load(state.it), n)
            if is_empty(able):
                return False
        if step.target.how not in (How.NONE, How.IT):
            return True  # from here on "it" is what this step takes
    return True


@rule
def most_payable(state, pool, seat, copy, step):
    """Return the largest number for "up to" in a cost that can be paid (R41)."""
    n = amount_of(state, pool, seat, copy, step.amount)
    while n > 0 and not can_pay_so_much(state, pool, seat, copy, step, n):
        n -= 1
    return max(np.int64(0), n)


@rule
def those_able(state, pool, step, is_object, found, n):
    """Return those of some places that have so much."""
    able = nothing_in(state.it)
    for where in each(found):
        is_giver = is_object == (step.verb == Verb.MOVE_ENERGY)
        if not is_giver or has_what_it_takes(state, pool, step, where, n):
            able = add(able, where)
    return able


@rule
def has_what_it_takes(state, pool, step, where, n):
    """Return whether a thing can pay what a step of a cost takes (R12, R13, K8)."""
    if is_on_stack(state, where):
        return False
    seat, copy = where // MOST, where % MOST
    player = state.players[seat]
    match step.verb:
        case Verb.TAP:
            is_new = has(player.kind[Noun.COMBAT_CARD], copy) and is_sick(state, seat, copy)
            able = player.field & ~player.tapped & ~player.kind[Noun.DEITY]
            return has(able, copy) and not is_new
        case Verb.UNTAP:
            return has(player.tapped, copy)
        case Verb.LOSE | Verb.MOVE_ENERGY:
            return player.energy[copy] >= n
        case Verb.REMOVE_APPROVAL:
            return number_of(state, where, Quantity.APPROVAL) >= n
        case Verb.REMOVE_LOYALTY:
            return number_of(state, where, Quantity.LOYALTY) >= n
        case Verb.SACRIFICE | Verb.BOUNCE | Verb.SHUFFLE_IN:
            return has(player.field, copy)
        case Verb.DESTROY:
            return has(player.field, copy) and not has_keyterm(state, where, Keyterm.ENDURING)
        case Verb.SET_MODE:
            return has(player.field, copy) and has(player.defense, copy) != (
                step.word == Mode.DEFENSE
            )
        case _:
            return True


# How much


@rule
def amount_due(state, pool, seat, copy, ability, number):
    """Return what one step of a cost takes: of "up to", the number named, 0 before that."""
    step = pool.steps[ability.first_step + number]
    if step.amount.up_to:
        return np.int64(state.numbers[numbers_before(pool, ability, number)])
    return price(state, pool, seat, copy, step)


@rule
def numbers_before(pool, ability, number):
    """Count the numbers for "up to" in a cost before one of its steps."""
    found = 0
    for before in range(number):
        found += pool.steps[ability.first_step + before].amount.up_to
    return min(found, COST_NUMBERS - 1)


# Mana


@rule
def can_pay_word(state, pool, seat, word, n):
    """Return whether so much mana of one kind, or of any, can be paid."""
    clear_due(state)
    state.due[word] = min(n, MOST_MANA)
    gather_mana(state, pool, seat, free_sources(state, pool, seat))
    found = covers(state, state.due, 0)
    clear_due(state)
    return found


@rule
def add_mana_named(state, pool, seat, copy, ability, start, into):
    """Add the mana that steps of a cost take, from one on, to what is due (R41)."""
    for number in range(start, ability.n_costs):
        step = pool.steps[ability.first_step + number]
        if step.verb == Verb.PAY_MANA:
            n = np.int64(into[step.word]) + amount_due(state, pool, seat, copy, ability, number)
            into[step.word] = min(n, np.int64(MOST_MANA))


@rule
def taps_itself(pool, ability):
    """Return whether "tap this card" is part of an ability's cost."""
    for number in range(ability.n_costs):
        step = pool.steps[ability.first_step + number]
        if step.verb == Verb.TAP and step.target.how == How.THIS:
            return True
    return False
