"""Paying what is printed (R8, R9) and what a text names; its "up to" is named before (R41)."""

import numpy as np

from evenhand.decks.divino.words import Verb
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.enums import AbilityQuestion, Portion, Stage
from evenhand.simulate.engine.abilities.selecting import amount_of
from evenhand.simulate.engine.abilities.steps import ask_for_cards, go_on
from evenhand.simulate.engine.abilities.triggers import begin_first_part
from evenhand.simulate.engine.sets import EMPTY, each, first, load, size
from evenhand.simulate.engine.state import ask
from evenhand.simulate.games.divino.costs.mana import MOST_MANA, clear_due, gather_all, owe
from evenhand.simulate.games.divino.costs.named import (
    add_mana_named,
    has_what_it_takes,
    most_payable,
    numbers_before,
)
from evenhand.simulate.games.divino.costs.prices import (
    can_pay_energy,
    can_pay_mana,
    payers,
    price_of,
    surcharge,
)
from evenhand.simulate.games.divino.enums import MANA_KINDS, NAMED, Announcing, Kind, Question, Way
from evenhand.simulate.games.divino.in_play.former import forget_given
from evenhand.simulate.games.divino.in_play.moving_cards import set_energy
from evenhand.simulate.games.divino.in_play.numbers import energy_at
from evenhand.simulate.games.divino.in_play.places import place, player_place

__all__ = ["choose_payer", "choose_way", "name_amount", "pay_named", "pay_on", "pay_printed"]


# What is printed


@rule
def choose_way(state, pool, options, item, stack_item):
    """Have it said whether a spell is paid with energy or mana (R9)."""
    item.announcing = Announcing.PAYER
    if stack_item.kind not in (Kind.CARD, Kind.SPELL):
        return
    by_energy = can_pay_energy(state, pool, options, item.seat, item.copy_id)
    gather_all(state, pool, item.seat)
    by_mana = can_pay_mana(state, pool, item.seat, item.copy_id)
    item.way = Way.ENERGY if by_energy else Way.MANA
    if by_energy and by_mana:
        ask(state, item.seat, Question.WAY_TO_PAY)


@rule
def choose_payer(state, pool, options, item, stack_item):
    """Have it said who pays the energy (R8)."""
    item.announcing = Announcing.PAY
    if item.way != Way.ENERGY:
        return
    seat = item.seat
    able = payers(state, pool, options, seat, item.copy_id)
    item.place = player_place(state, seat) if able == EMPTY else place(seat, first(able))
    item.copies = able
    if size(able) > 1:
        ask(state, seat, Question.PAYER)


@rule
def pay_printed(state, pool, options, item, stack_item):
    """Pay the printed cost (R8, R9, R12)."""
    item.announcing = Announcing.COSTS
    seat = item.seat
    card = pool.cards[state.card_of[seat, item.copy_id]]
    if item.way == Way.ENERGY:
        price = price_of(state, pool, options, seat, card, item.place)
        set_energy(state, item.place, energy_at(state, item.place) - price)
    elif item.way == Way.MANA:
        clear_due(state)
        for kind in range(MANA_KINDS + 1):
            state.due[kind] = card.mana[kind]
        any_kind = state.due[MANA_KINDS] + surcharge(state, pool, seat, card)
        state.due[MANA_KINDS] = max(0, min(any_kind, MOST_MANA))
        if card.spell != NOTHING:
            ability = pool.abilities[card.spell]
            add_mana_named(state, pool, seat, item.copy_id, ability, 0, state.later)
        owe(state, seat)
    elif stack_item.kind == Kind.EQUIP:
        demigod = player_place(state, seat)
        set_energy(state, demigod, energy_at(state, demigod) - card.equip)


@rule
def pay_named(state, pool, item, stack_item):
    """Pay the costs that the text names: of spells, activated and loyalty abilities."""
    state.paid = 0
    forget_given(state)
    if stack_item.kind not in (Kind.SPELL, Kind.ACTIVATED) or stack_item.ability == NOTHING:
        return
    ability = pool.abilities[stack_item.ability]
    if ability.n_costs > 0 and not ability.optional:
        begin_first_part(state, item.seat, item.copy_id, item.ability, NOTHING)
        costs = state.agenda[state.n_tasks - 1]
        costs.from_stack = 0
        costs.mode = stack_item.mode


# What a text names


@rule
def pay_on(state, pool, options, item, step):
    """Take a step of a cost one stage further: whatever "up to" says is known or named first."""
    state.named = NOTHING
    if step.amount.up_to and item.portion == Portion.FIRST:
        ability = pool.abilities[item.ability]
        state.named = state.numbers[numbers_before(pool, ability, item.step)]
    is_discard = step.verb == Verb.DISCARD
    if step.amount.up_to and item.stage == Stage.AMOUNT and not is_discard:
        settle_number(state, pool, item, step)
    elif state.named != NOTHING and item.stage == Stage.TARGETS and is_discard:
        choose_discards(state, item)
    else:
        go_on(state, pool, options, item)


@rule
def settle_number(state, pool, item, step):
    """Take the number that was named; of a trigger, have one named that can be paid (R42)."""
    item.stage = Stage.DO
    if item.portion == Portion.FIRST:
        return
    n = most_payable(state, pool, item.seat, item.copy_id, step)
    givers = load(state.objects) if step.verb == Verb.MOVE_ENERGY else load(state.pick.places)
    for where in each(givers):
        while n > 0 and not has_what_it_takes(state, pool, step, where, n):
            n -= 1
    state.named = n
    if 0 < n <= NAMED:
        ask(state, item.seat, AbilityQuestion.AMOUNT)


@rule
def name_amount(state, pool, item, step):
    """Have a number for "up to" named, of what an effect does."""
    item.stage = Stage.DO
    state.named = amount_of(state, pool, item.seat, item.copy_id, step.amount)
    if 0 < state.named <= NAMED:
        ask(state, item.seat, AbilityQuestion.AMOUNT)


@rule
def choose_discards(state, item):
    """Let as many cards be chosen as were named."""
    item.stage = Stage.AMOUNT
    state.pick.cards = EMPTY
    state.pick.seat = item.seat
    ask_for_cards(state, item.seat, state.players[item.seat].hand, np.int64(state.named), 0)
