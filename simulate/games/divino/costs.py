"""What the costs named in abilities take, and whether they can be paid (R12, R13)."""

import numpy as np

from decks.divino.words import Noun, Verb
from decks.language.rows import How
from simulate.engine.abilities.selecting import places
from simulate.engine.abilities.steps import has_candidates, price
from simulate.engine.abilities.words import Zone
from simulate.engine.compile import rule
from simulate.engine.sets import (
    MOST,
    each,
    has,
    is_empty,
    nothing_in,
    size,
    with_,
)
from simulate.games.divino.mana import covers, free_sources, gather_mana, is_sick
from simulate.games.divino.numbers import (
    energy_at,
)
from simulate.games.divino.places import (
    place,
    player_place,
)
from simulate.games.divino.zones import zone_for

__all__ = [
    "able_to_pay", "can_pay", "payer_of",
]  # fmt: skip


@rule
def payer_of(state, seat, copy):
    """Give who pays an energy cost in an ability of a card: itself, or the Demigod (R12)."""
    player = state.players[seat]
    fighter = (
        has(player.bearers, copy) and has(player.field, copy) and is_fighter(state, seat, copy)
    )
    return place(seat, copy) if fighter else player_place(state, seat)


@rule
def is_fighter(state, seat, copy):
    """Say whether a card is a combat card."""
    return has(state.players[seat].kind[Noun.COMBAT_CARD], copy)


@rule
def can_pay(state, table, seat, copy, step):
    """Say whether one step of a cost can be paid (R12)."""
    n = price(state, table, seat, copy, step)
    match step.verb:
        case Verb.DISCARD:
            return size(state.players[seat].hand) >= n
        case Verb.MILL:
            return state.players[seat].n_deck >= n
        case Verb.PAY:
            return energy_at(state, payer_of(state, seat, copy)) >= n
        case Verb.PAY_MANA:
            return can_pay_word(state, table, seat, step.word, n)
        case Verb.MOVE_ENERGY:
            found = places(state, table, seat, copy, step.object)
            return not is_empty(able_to_pay(state, table, step, True, found, n))
        case _:
            if step.target.how == How.NONE:
                return True
            if step.target.how in (How.IT, How.FORMER) or (
                zone_for(state, step.verb, False) != Zone.PLAY
            ):
                return has_candidates(state, table, seat, copy, step, True)
            found = places(state, table, seat, copy, step.target)
            able = able_to_pay(state, table, step, False, found, n)
            return size(able) >= least_of(step)


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
    able = nothing_in(state.it)
    for where in each(found):
        is_giver = is_object == (step.verb == Verb.MOVE_ENERGY)
        if not is_giver or has_what_it_takes(state, table, step.verb, where, n):
            able = with_(able, where)
    return able


@rule
def has_what_it_takes(state, table, verb, where, n):
    """Say whether a thing can pay what a verb takes (R12, R13)."""
    seat, copy = where // MOST, where % MOST
    player = state.players[seat]
    match verb:
        case Verb.TAP:
            is_new = has(player.kind[Noun.COMBAT_CARD], copy) and is_sick(state, seat, copy)
            return has(player.field & ~player.tapped, copy) and not is_new
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
