"""Playing a card or an ability: onto the stack, mode, targets, way of payment, costs (R41)."""

import numpy as np

from evenhand.decks.divino.words import CardType, Moment
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.enums import AbilityQuestion
from evenhand.simulate.engine.abilities.selecting import number_of
from evenhand.simulate.engine.abilities.steps import ask_for_places, chooser_of
from evenhand.simulate.engine.abilities.triggers import drop_trigger, note_use, trigger_about
from evenhand.simulate.engine.agenda import pop_task, push_task
from evenhand.simulate.engine.sets import (
    EMPTY,
    add,
    each,
    first,
    full,
    keep,
    load,
    nothing_in,
    remove,
    size,
)
from evenhand.simulate.engine.stack import give_priority, push_item
from evenhand.simulate.engine.state import NO_QUESTION, ask, note_did, note_played
from evenhand.simulate.games.divino.casting.timing import modes_of
from evenhand.simulate.games.divino.costs.mana import gather_all
from evenhand.simulate.games.divino.costs.named import most_payable
from evenhand.simulate.games.divino.costs.paying import (
    choose_payer,
    choose_way,
    pay_named,
    pay_printed,
)
from evenhand.simulate.games.divino.costs.prices import can_pay_energy, can_pay_mana
from evenhand.simulate.games.divino.costs.together import is_payable_together
from evenhand.simulate.games.divino.enums import (
    COST_NUMBERS,
    NAMED,
    STACK_SLOTS,
    TARGETS,
    Announcing,
    Kind,
    Task,
    Way,
)
from evenhand.simulate.games.divino.in_play.former import forget_given, keep_given
from evenhand.simulate.games.divino.in_play.moving_cards import forget_acted, leave_hand
from evenhand.simulate.games.divino.in_play.places import in_play, stack_place, stack_spots
from evenhand.simulate.games.divino.in_play.targets import (
    candidates,
    equip_hosts,
    hosts_of,
    is_target,
)
from evenhand.simulate.games.divino.passing import rouse_enemies

__all__ = ["announce", "begin_card", "begin_equip", "begin_use", "put_trigger"]

SPELLS = (CardType.SORCERY, CardType.INSTANT, CardType.ENCHANTMENT, CardType.AURA)


# Onto the stack


@rule
def begin(state, kind, seat, copy, row):
    """Put an item on the stack and plan what is to be chosen for it; gives the plan."""
    stack_item = state.current[0]
    stack_item.kind = kind
    stack_item.seat = seat
    stack_item.copy_id = copy
    stack_item.spot = first(full(STACK_SLOTS) & ~stack_spots(state) | 1 << STACK_SLOTS)
    stack_item.ability = row
    stack_item.mode = 0
    stack_item.it = NOTHING
    stack_item.about = 0
    forget_acted(stack_item)
    stack_item.paid = 0
    forget_given(stack_item)
    for group in range(len(stack_item.targets)):
        for number in range(TARGETS):
            stack_item.targets[group, number] = NOTHING
    push_item(state, stack_item)
    rouse_enemies(state, seat)
    keep(nothing_in(state.it), state.it)
    for number in range(COST_NUMBERS):
        state.numbers[number] = 0
    item = push_task(state, Task.ANNOUNCE)
    item.seat = seat
    item.copy_id = copy
    item.ability = row
    item.announcing = Announcing.MODE
    item.mode = 0
    item.step = 0
    item.at_target = 0
    item.n = 0
    item.way = Way.FREE
    return item


@rule
def begin_card(state, pool, seat, copy):
    """Begin to cast a card from the hand (R10)."""
    player = state.players[seat]
    card = pool.cards[state.card_of[seat, copy]]
    leave_hand(player, copy)
    player.using = add(player.using, copy)
    note_played(state, seat, copy)
    is_done = card.type in (CardType.SORCERY, CardType.INSTANT)
    begin(state, Kind.SPELL if is_done else Kind.CARD, seat, copy, card.spell)


@rule
def begin_use(state, pool, seat, copy, row):
    """Begin to use an activated or loyalty ability."""
    note_use(state, pool, seat, copy, row)
    if pool.abilities[row].moment == Moment.LOYALTY:
        player = state.players[seat]
        player.served = add(player.served, copy)
    begin(state, Kind.ACTIVATED, seat, copy, row)


@rule
def begin_equip(state, seat, copy):
    """Begin to equip (D45)."""
    begin(state, Kind.EQUIP, seat, copy, NOTHING)


@rule
def put_trigger(state, number):
    """Put a waiting trigger on the stack and close the gap it leaves (R42)."""
    waiting = state.triggers[number]
    it = np.int64(waiting.it)
    begin(state, Kind.TRIGGERED, waiting.seat, waiting.copy_id, waiting.ability)
    stack_item = state.stack[state.n_stack - 1]
    if it != NOTHING:
        stack_item.it = it
        stack_item.about = 1
        keep(it, state.it)
    drop_trigger(state, number)


# What is to be chosen


@rule
def announce(state, pool, options, item):
    """Take the playing of the top item of the stack further: all choices, then each payment."""
    stack_item = state.stack[state.n_stack - 1]
    while item.announcing < Announcing.PAY and state.question == NO_QUESTION:
        choose_on(state, pool, options, item, stack_item)
    if state.question != NO_QUESTION:
        return
    match item.announcing:
        case Announcing.PAY:
            pay_printed(state, pool, options, item, stack_item)
        case Announcing.COSTS:
            item.announcing = Announcing.DONE
            pay_named(state, pool, item, stack_item)
        case _:
            pop_task(state)
            make_known(state, pool, stack_item)


@rule
def choose_on(state, pool, options, item, stack_item):
    """Take the choices about what is being played one stage further."""
    match item.announcing:
        case Announcing.MODE:
            choose_mode(state, pool, options, item, stack_item)
        case Announcing.NUMBERS:
            name_numbers(state, pool, options, item, stack_item)
        case Announcing.TAKE_NUMBER:
            take_number(state, item)
        case Announcing.TARGETS:
            stack_item.mode = item.mode
            seek_targets(state, pool, options, item, stack_item)
        case Announcing.TAKE_TARGETS:
            take_targets(state, item, stack_item)
        case Announcing.WAY:
            choose_way(state, pool, options, item, stack_item)
        case _:
            choose_payer(state, pool, options, item, stack_item)


@rule
def choose_mode(state, pool, options, item, stack_item):
    """Have "choose one" answered, as far as there is a choice."""
    item.announcing = Announcing.NUMBERS
    if stack_item.ability == NOTHING or pool.abilities[stack_item.ability].n_modes == 0:
        return
    ability = pool.abilities[stack_item.ability]
    modes = modes_of(state, pool, options, item.seat, item.copy_id, item.ability)
    if size(modes) <= 1:
        item.mode = first(modes) if modes != EMPTY else 1
    else:
        ask(state, chooser_of(state, item.seat, ability.chooser), AbilityQuestion.MODE)


@rule
def name_numbers(state, pool, options, item, stack_item):
    """Have the numbers for "up to" in the cost named, as far as they can be paid (R41)."""
    n_costs = 0
    if stack_item.ability != NOTHING and stack_item.kind != Kind.TRIGGERED:
        n_costs = np.int64(pool.abilities[stack_item.ability].n_costs)
    while item.step < n_costs and item.n < COST_NUMBERS:
        step = pool.steps[pool.abilities[stack_item.ability].first_step + item.step]
        item.step += 1
        if step.amount.up_to:
            item.announcing = Announcing.TAKE_NUMBER
            state.named = most_to_name(state, pool, options, item, stack_item, step)
            if 0 < state.named <= NAMED:
                ask(state, item.seat, AbilityQuestion.AMOUNT)
            return
    item.n = 0
    item.step = 0
    item.announcing = Announcing.TARGETS


@rule
def most_to_name(state, pool, options, item, stack_item, step):
    """Return the largest number with which all costs can still be paid (R41)."""
    seat, copy = item.seat, item.copy_id
    n = most_payable(state, pool, seat, copy, step)
    state.numbers[item.n] = n
    while n > 0 and not is_affordable(state, pool, options, seat, copy, stack_item):
        n -= 1
        state.numbers[item.n] = n
    return n


@rule
def is_affordable(state, pool, options, seat, copy, stack_item):
    """Return whether what is announced can be paid: what its text names, and what is printed."""
    if not is_payable_together(state, pool, seat, copy, pool.abilities[stack_item.ability]):
        return False
    if stack_item.kind != Kind.SPELL or can_pay_energy(state, pool, options, seat, copy):
        return True
    gather_all(state, pool, seat)
    return can_pay_mana(state, pool, seat, copy)


@rule
def take_number(state, item):
    """Write down a number named for the cost."""
    state.numbers[item.n] = state.named
    item.n += 1
    item.announcing = Announcing.NUMBERS


@rule
def seek_targets(state, pool, options, item, stack_item):
    """Ask for the next step's targets, or for a host (R28)."""
    card = pool.cards[state.card_of[item.seat, item.copy_id]]
    if stack_item.ability == NOTHING:
        item.announcing = Announcing.WAY
        if stack_item.kind == Kind.EQUIP:
            found = equip_hosts(state, pool, options, item.seat, item.copy_id)
        elif card.type in (CardType.AURA, CardType.ORB):
            found = hosts_of(state, pool, options, item.seat, item.copy_id, card)
        else:
            return
        item.announcing = Announcing.TAKE_TARGETS
        seek(state, item.seat, found, 1, 0)
        return
    ability = pool.abilities[stack_item.ability]
    if item.step < ability.n_costs:
        item.step = ability.n_costs
    while item.step < ability.n_steps:
        step = pool.steps[ability.first_step + item.step]
        selector = step.target if item.at_target else step.object
        is_taken = step.mode == 0 or step.mode == item.mode
        if is_taken and is_target(state, step, selector, not item.at_target):
            item.announcing = Announcing.TAKE_TARGETS
            found = candidates(state, pool, options, item.seat, item.copy_id, selector)
            found = remove(found, stack_place(state, stack_item.spot))  # nothing targets itself
            seek(state, item.seat, found, selector.number, selector.up_to)
            return
        go_to_next_selector(item)
    item.announcing = Announcing.WAY


@rule
def seek(state, seat, found, n, up_to):
    """Ask a player for n of some places."""
    keep(nothing_in(state.it), state.pick.places)
    state.pick.cards = EMPTY
    ask_for_places(state, seat, found, n, up_to)


@rule
def go_to_next_selector(item):
    """Go on from a step's object to its target, and from there to the next step."""
    item.step += item.at_target
    item.at_target = 1 - item.at_target


@rule
def take_targets(state, item, stack_item):
    """Write down the targets chosen."""
    number = 0
    for where in each(load(state.pick.places)):
        stack_item.targets[item.n, number] = where
        number += 1
    item.n += 1
    item.announcing = Announcing.TARGETS
    if stack_item.ability == NOTHING:
        item.announcing = Announcing.WAY
    else:
        go_to_next_selector(item)


@rule
def make_known(state, pool, stack_item):
    """Let all know that something has been played; its player keeps priority (R40)."""
    for number in range(COST_NUMBERS):
        state.numbers[number] = 0
    stack_item.paid = state.paid
    keep_given(state.given, stack_item.given)
    seat, copy = stack_item.seat, stack_item.copy_id
    if stack_item.kind == Kind.TRIGGERED:
        return
    for player in range(len(stack_item.acted)):
        stack_item.acted[player] = state.it[player]
    give_priority(state, seat)
    if stack_item.ability != NOTHING:
        note_did(state, seat, copy, number_of(state, pool, seat, copy, stack_item.ability))
    card = pool.cards[state.card_of[seat, copy]]
    if stack_item.kind not in (Kind.CARD, Kind.SPELL) or card.type not in SPELLS:
        return
    where = stack_place(state, stack_item.spot)
    for player in range(len(state.players)):
        moment = Moment.YOU_CAST if player == seat else Moment.ENEMY_CASTS
        for other in each(in_play(state, player)):
            trigger_about(state, pool, player, other, moment, where)
