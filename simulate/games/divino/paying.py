"""Paying what is printed (R8, R9) and what a text names; its "up to" is named before (R41)."""

import numpy as np

from decks.divino.words import Verb
from decks.records import NOTHING
from simulate.engine.abilities.selecting import amount_of
from simulate.engine.abilities.steps import ask_for_cards, go_on
from simulate.engine.abilities.triggers import begin_first_part
from simulate.engine.abilities.words import AbilityQuestion, Portion, Stage
from simulate.engine.compile import rule
from simulate.engine.sets import (
    EMPTY,
    each,
    first,
    load,
    size,
)
from simulate.engine.state import ask
from simulate.games.divino.cards import set_energy
from simulate.games.divino.costs import (
    add_mana_named,
    has_what_it_takes,
    most_payable,
    numbers_before,
)
from simulate.games.divino.former import forget_given
from simulate.games.divino.mana import MOST_MANA, clear_due, gather_all, owe
from simulate.games.divino.numbers import energy_at
from simulate.games.divino.places import (
    place,
    player_place,
)
from simulate.games.divino.prices import can_pay_energy, can_pay_mana, payers, price_of, surcharge
from simulate.games.divino.words import (
    MANA_KINDS,
    NAMED,
    Announcing,
    Kind,
    Question,
    Way,
)

__all__ = ["choose_payer", "choose_way", "name_amount", "pay_named", "pay_on", "pay_printed"]


# What is printed


@rule
def choose_way(state, table, options, item, request):
    """Have it said whether a spell is paid with energy or mana (R9)."""
    item.stage = Announcing.PAYER
    if request.kind not in (Kind.CARD, Kind.SPELL):
        return
    by_energy = can_pay_energy(state, table, options, item.seat, item.copy_id)
    gather_all(state, table, item.seat)
    by_mana = can_pay_mana(state, table, item.seat, item.copy_id)
    item.way = Way.ENERGY if by_energy else Way.MANA
    if by_energy and by_mana:
        ask(state, item.seat, Question.WAY_TO_PAY)


@rule
def choose_payer(state, table, options, item, request):
    """Have it said who pays the energy (R8)."""
    item.stage = Announcing.PAY
    if item.way != Way.ENERGY:
        return
    seat = item.seat
    able = payers(state, table, options, seat, item.copy_id)
    item.place = player_place(state, seat) if able == EMPTY else place(seat, first(able))
    item.copies = able
    if size(able) > 1:
        ask(state, seat, Question.PAYER)


@rule
def pay_printed(state, table, options, item, request):
    """Pay the printed cost (R8, R9, R12)."""
    item.stage = Announcing.COSTS
    seat = item.seat
    card = table.cards[state.card_of[seat, item.copy_id]]
    if item.way == Way.ENERGY:
        price = price_of(state, table, options, seat, card, item.place)
        set_energy(state, item.place, energy_at(state, item.place) - price)
    elif item.way == Way.MANA:
        clear_due(state)
        for kind in range(MANA_KINDS + 1):
            state.due[kind] = card.mana[kind]
        any_kind = state.due[MANA_KINDS] + surcharge(state, table, seat, card)
        state.due[MANA_KINDS] = max(0, min(any_kind, MOST_MANA))
        if card.spell != NOTHING:
            ability = table.abilities[card.spell]
            add_mana_named(state, table, seat, item.copy_id, ability, 0, state.later)
        owe(state, seat)
    elif request.kind == Kind.EQUIP:
        demigod = player_place(state, seat)
        set_energy(state, demigod, energy_at(state, demigod) - card.equip)


@rule
def pay_named(state, table, item, request):
    """Pay the costs that the text names: of spells, activated and loyalty abilities."""
    state.paid = 0
    forget_given(state)
    if request.kind not in (Kind.SPELL, Kind.ACTIVATED) or request.ability == NOTHING:
        return
    ability = table.abilities[request.ability]
    if ability.n_costs > 0 and not ability.optional:
        begin_first_part(state, item.seat, item.copy_id, item.ability, NOTHING)
        costs = state.agenda[state.n_tasks - 1]
        costs.staged = 0
        costs.mode = request.mode


# What a text names


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
