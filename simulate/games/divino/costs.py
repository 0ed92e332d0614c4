"""What the costs named in abilities take, and whether they can be paid (R12, R13)."""

import numpy as np

from decks.divino.words import Noun, Verb
from decks.language.rows import How
from decks.records import NOTHING
from simulate.engine.abilities.selecting import amount_of, places
from simulate.engine.abilities.steps import has_candidates, price
from simulate.engine.abilities.words import Zone
from simulate.engine.compile import rule
from simulate.engine.sets import MOST, each, has, is_empty, nothing_in, size, with_, without
from simulate.games.divino.mana import clear_due, covers, free_sources, gather_mana, is_sick
from simulate.games.divino.numbers import energy_at
from simulate.games.divino.places import is_staged, place_in_play, player_place
from simulate.games.divino.zones import zone_for

__all__ = [
    "able_to_pay", "can_pay", "can_pay_word", "cost_in_all", "has_what_it_takes",
    "is_payable_together", "most_payable", "payer_of", "taps_itself",
]  # fmt: skip

PLURAL = 2


@rule
def payer_of(state, seat, copy):
    """Give who pays an energy cost in an ability of a card (R12).

    A combat card pays itself, and NOTHING does once it has left play; else the Demigod does.
    """
    if not has(state.players[seat].kind[Noun.COMBAT_CARD], copy):
        return player_place(state, seat)
    return place_in_play(state, seat, copy)


@rule
def can_pay(state, table, seat, copy, step):
    """Say whether one step of a cost can be paid (R12)."""
    return can_pay_so_much(state, table, seat, copy, step, price(state, table, seat, copy, step))


@rule
def can_pay_so_much(state, table, seat, copy, step, n):
    """Say whether one step of a cost can be paid, with a number in it."""
    match step.verb:
        case Verb.DISCARD:
            return size(without(state.players[seat].hand, copy)) >= n
        case Verb.MILL:
            return state.players[seat].n_deck >= n
        case Verb.PAY:
            payer = payer_of(state, seat, copy)
            return n == 0 or (payer != NOTHING and energy_at(state, payer) >= n)
        case Verb.PAY_MANA:
            return can_pay_word(state, table, seat, step.word, n)
        case Verb.MOVE_ENERGY:
            found = places(state, table, seat, copy, step.object)
            return not is_empty(those_able(state, table, step, True, found, n))
        case _:
            if step.target.how == How.NONE:
                return True
            if step.target.how in (How.IT, How.FORMER) or (
                zone_for(state, step.verb, False) != Zone.PLAY
            ):
                return has_candidates(state, table, seat, copy, step, True)
            found = places(state, table, seat, copy, step.target)
            return size(those_able(state, table, step, False, found, n)) >= least_of(step)


# All costs of an ability together


@rule
def is_payable_together(state, table, seat, copy, ability):
    """Say whether all costs of an ability can be paid, one besides the other (R41)."""
    for number in range(ability.n_costs):
        if not can_pay(state, table, seat, copy, table.steps[ability.first_step + number]):
            return False
    if ability.n_costs < PLURAL and state.numbers[0] == 0:
        return True
    payer = payer_of(state, seat, copy)
    in_all = cost_in_all(state, table, seat, copy, ability, Verb.PAY)
    if in_all > 0 and energy_at(state, payer) < in_all:
        return False
    hand = size(without(state.players[seat].hand, copy))
    return (
        hand >= cost_in_all(state, table, seat, copy, ability, Verb.DISCARD)
        and state.players[seat].n_deck >= cost_in_all(state, table, seat, copy, ability, Verb.MILL)
        and is_mana_payable(state, table, seat, copy, ability)
    )


@rule
def cost_in_all(state, table, seat, copy, ability, verb):
    """Add up what all steps of a cost with one verb take; numbers named for "up to" count."""
    total, numbers = np.int64(0), 0
    for number in range(ability.n_costs):
        step = table.steps[ability.first_step + number]
        if step.verb == verb:
            total += price(state, table, seat, copy, step)
        if step.amount.up_to:
            if step.verb == verb and numbers < len(state.numbers):
                total += state.numbers[numbers]
            numbers += 1
    return total


@rule
def is_mana_payable(state, table, seat, copy, ability):
    """Say whether all mana of a cost can be had; what the cost taps makes none for it."""
    if not takes_mana(table, ability):
        return True
    clear_due(state)
    for number in range(ability.n_costs):
        step = table.steps[ability.first_step + number]
        if step.verb == Verb.PAY_MANA:
            state.due[step.word] += price(state, table, seat, copy, step)
    sources = free_sources(state, table, seat)
    if taps_itself(table, ability):
        sources = without(sources, copy)
    gather_mana(state, table, seat, sources)
    found = covers(state, state.due, 0)
    clear_due(state)
    return found


@rule
def takes_mana(table, ability):
    """Say whether mana is part of an ability's cost."""
    for number in range(ability.n_costs):
        if table.steps[ability.first_step + number].verb == Verb.PAY_MANA:
            return True
    return False


@rule
def taps_itself(table, ability):
    """Say whether "tap this card" is part of an ability's cost."""
    for number in range(ability.n_costs):
        step = table.steps[ability.first_step + number]
        if step.verb == Verb.TAP and step.target.how == How.THIS:
            return True
    return False


@rule
def most_payable(state, table, seat, copy, step):
    """Give the largest number for "up to" in a cost that can be paid (R41)."""
    n = amount_of(state, table, seat, copy, step.amount)
    while n > 0 and not can_pay_so_much(state, table, seat, copy, step, n):
        n -= 1
    return max(np.int64(0), n)


@rule
def least_of(step):
    """Give how many things a step of a cost needs."""
    if step.target.how == How.CHOSEN:
        return np.int64(0 if step.target.up_to else step.target.number)
    return np.int64(step.target.how == How.THIS)


@rule
def can_pay_word(state, table, seat, word, n):
    """Say whether so much mana of one kind, or of any, can be paid."""
    for kind in range(len(state.due)):
        state.due[kind] = 0
    state.due[word] = n
    gather_mana(state, table, seat, free_sources(state, table, seat))
    found = covers(state, state.due, 0)
    state.due[word] = 0
    return found


@rule
def able_to_pay(state, table, step, is_object, found, n):
    """Give those of a set of places that have what a step of a cost takes from one of them."""
    if step.amount.up_to:
        n = max(n, np.int64(state.named))
    return those_able(state, table, step, is_object, found, n)


@rule
def those_able(state, table, step, is_object, found, n):
    """Give those of some places that have so much."""
    able = nothing_in(state.it)
    for where in each(found):
        is_giver = is_object == (step.verb == Verb.MOVE_ENERGY)
        if not is_giver or has_what_it_takes(state, table, step.verb, where, n):
            able = with_(able, where)
    return able


@rule
def has_what_it_takes(state, table, verb, where, n):
    """Say whether a thing can pay what a verb takes (R12, R13)."""
    if is_staged(state, where):
        return False
    seat, copy = where // MOST, where % MOST
    player = state.players[seat]
    match verb:
        case Verb.TAP:
            is_new = has(player.kind[Noun.COMBAT_CARD], copy) and is_sick(state, seat, copy)
            able = player.field & ~player.tapped & ~player.kind[Noun.DEITY]
            return has(able, copy) and not is_new
        case Verb.UNTAP:
            return has(player.tapped, copy)
        case Verb.LOSE | Verb.MOVE_ENERGY:
            return player.energy[copy] >= n
        case Verb.REMOVE_APPROVAL | Verb.REMOVE_LOYALTY:
            return player.counters[copy] >= n
        case Verb.SACRIFICE | Verb.BOUNCE | Verb.SHUFFLE_IN | Verb.DESTROY:
            return has(player.field, copy)
        case _:
            return True
