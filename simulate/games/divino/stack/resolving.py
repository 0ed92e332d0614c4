"""The stack: what its top item does when all have passed, and how an item leaves it (R40, R46)."""

from evenhand.decks.divino.words import CardType, Verb
from evenhand.decks.language.rows import NOTHING, How, Side
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import note_changes
from evenhand.simulate.engine.abilities.enums import Portion, Stage
from evenhand.simulate.engine.abilities.selecting import lose_sight, speaks_of
from evenhand.simulate.engine.abilities.steps import ask_for_places, go_on, is_live
from evenhand.simulate.engine.abilities.triggers import begin_ability
from evenhand.simulate.engine.agenda import pop_task, push_task
from evenhand.simulate.engine.sets import EMPTY, add, full, has, keep, load, nothing_in, remove
from evenhand.simulate.engine.stack import remove_item
from evenhand.simulate.games.divino.combat.dealing_damage import deal_damage
from evenhand.simulate.games.divino.costs.paying import name_amount, pay_on
from evenhand.simulate.games.divino.costs.together import is_payable_together
from evenhand.simulate.games.divino.enums import Kind, Task
from evenhand.simulate.games.divino.in_play.dying import bury
from evenhand.simulate.games.divino.in_play.former import forget_taken, keep_given
from evenhand.simulate.games.divino.in_play.moving_cards import attach, enter, lose_aim
from evenhand.simulate.games.divino.in_play.places import place, stack_place, together
from evenhand.simulate.games.divino.in_play.targets import (
    candidates,
    is_host,
    is_target,
    targetable,
)

__all__ = ["cancel", "carry_on", "carry_out_top"]


@rule
def carry_out_top(state, pool, options):
    """Take the top item off the stack and do it."""
    state.n_stack -= 1
    state.current[0] = state.stack[state.n_stack]
    stack_item = state.current[0]
    lose_item(state, stack_place(state, stack_item.spot))
    match stack_item.kind:
        case Kind.CARD:
            resolve_card(state, pool, options, stack_item)
        case Kind.EQUIP:
            resolve_equip(state, pool, options, stack_item)
        case Kind.DAMAGE:
            deal_damage(state, pool)
        case _:
            resolve_ability(state, pool, stack_item)


@rule
def lose_item(state, where):
    """Let nothing speak of an item that has left the stack."""
    lose_sight(state, where)
    lose_aim(state, where)


@rule
def resolve_card(state, pool, options, stack_item):
    """Put a permanent into play; an Aura or Orb without its host goes away (R10, R24)."""
    seat, copy = stack_item.seat, stack_item.copy_id
    player = state.players[seat]
    card = pool.cards[state.card_of[seat, copy]]
    player.using = remove(player.using, copy)
    host = stack_item.targets[0, 0]
    needs_host = card.type in (CardType.AURA, CardType.ORB)
    if needs_host and not is_host(state, pool, options, seat, copy, host):
        player.discard = add(player.discard, copy)
        return
    enter(state, pool, options, seat, copy, host)
    player.played = add(player.played, copy)


@rule
def resolve_equip(state, pool, options, stack_item):
    """Attach an Equipment, if both are still there (D45)."""
    seat, copy = stack_item.seat, stack_item.copy_id
    host = stack_item.targets[0, 0]
    is_there = has(state.players[seat].field, copy)
    if is_there and is_host(state, pool, options, seat, copy, host):
        attach(state, place(seat, copy), host)
        note_changes(state, pool)


@rule
def resolve_ability(state, pool, stack_item):
    """Do what a spell's or an ability's text says, its costs being paid."""
    seat, copy = stack_item.seat, stack_item.copy_id
    if stack_item.kind == Kind.SPELL:
        item = push_task(state, Task.DISCARD_SPELL)
        item.seat = seat
        item.copy_id = copy
    state.paid = stack_item.paid
    keep_given(stack_item.given, state.given)
    it = nothing_in(state.it)
    for player in range(len(stack_item.acted)):
        it = together(it, player, stack_item.acted[player])
    if stack_item.it != NOTHING:
        it = add(it, stack_item.it)
    keep(it, state.it)
    keep(nothing_in(state.it), state.former)
    ability = pool.abilities[stack_item.ability]
    item = begin_ability(state, seat, copy, stack_item.ability)
    keep(it, item.it)
    item.from_stack = 1
    item.mode = stack_item.mode
    if stack_item.kind != Kind.TRIGGERED and not ability.optional:
        item.portion = Portion.REST
        item.happened = full(ability.n_costs)
    elif stack_item.mode and not is_live(state, pool, item, ability):
        pop_task(state)  # with "choose one" answered, it would not be looked at again


@rule
def carry_on(state, pool, options, item):
    """Take an ability one stage further; targets chosen before come from the stack (R28)."""
    if item.from_stack and item.stage == Stage.CONSIDER and is_in_vain(state, pool, item):
        item.held = 0
        item.step += 1
        return
    ability = pool.abilities[item.ability]
    if item.stage == Stage.BEGIN and not is_payable_now(state, pool, item, ability):
        pop_task(state)
        return
    if item.stage in (Stage.BEGIN, Stage.DECLINED) or item.step == ability.n_steps:
        go_on(state, pool, options, item)
        return
    step = pool.steps[ability.first_step + item.step]
    is_object = item.stage == Stage.OBJECTS
    is_choosing = item.stage in (Stage.OBJECTS, Stage.TARGETS)
    selector = step.object if is_object else step.target
    if item.step < ability.n_costs and (is_choosing or item.stage == Stage.AMOUNT):
        pay_on(state, pool, options, item, step)
    elif is_choosing and is_target(state, step, selector, is_object):
        if item.from_stack:
            use_targets(state, pool, options, item, ability, selector, is_object)
        else:
            choose_targets(state, pool, options, item, selector)
    elif item.stage == Stage.AMOUNT and step.amount.up_to and step.verb != Verb.DISCARD:
        name_amount(state, pool, item, step)
    else:
        is_done = item.stage == Stage.DO and step.target.how != How.NONE
        forget_taken(state)
        go_on(state, pool, options, item)
        if is_done:  # "the former" is from now on what this step has acted on
            keep_given(state.taken, state.given)
    bury(state, pool)


@rule
def is_payable_now(state, pool, item, ability):
    """Return whether the costs still to be paid can be, all of them together (R41, R42)."""
    if item.portion != Portion.WHOLE or ability.n_costs == 0:
        return True
    keep(load(item.it), state.it)
    return is_payable_together(state, pool, item.seat, item.copy_id, ability)


@rule
def is_in_vain(state, pool, item):
    """Return whether "you may" would be asked of a step without a target (R28)."""
    ability = pool.abilities[item.ability]
    if not ability.n_costs <= item.step < ability.n_steps:
        return False
    step = pool.steps[ability.first_step + item.step]
    is_passed = (step.mode and step.mode != item.mode) or (step.otherwise and item.held)
    if step.optional == Side.ANY or is_passed or not is_target(state, step, step.target, False):
        return False
    targets = state.current[0].targets[group_of(state, pool, item, ability, False)]
    for number in range(len(targets)):
        if targets[number] != NOTHING:
            return False
    return True


@rule
def use_targets(state, pool, options, item, ability, selector, is_object):
    """Settle a selector by the targets chosen when the item was played (R28)."""
    begin_picking(state, item)
    found = nothing_in(state.it)
    group = group_of(state, pool, item, ability, is_object)
    targets = state.current[0].targets[group]
    for number in range(len(targets)):
        where = targets[number]
        if where == NOTHING:
            continue
        if speaks_of(state, pool, item.seat, item.copy_id, selector, where):
            found = add(found, where)
    keep(targetable(state, pool, options, item.seat, found, selector.noun), state.pick.places)


@rule
def choose_targets(state, pool, options, item, selector):
    """Have the targets of an ability without the stack chosen as the step comes (R2, R28)."""
    begin_picking(state, item)
    found = candidates(state, pool, options, item.seat, item.copy_id, selector)
    ask_for_places(state, item.seat, found, selector.number, selector.up_to)


@rule
def begin_picking(state, item):
    """Go on to the next stage of a step; its object, if that was settled, is put down."""
    pick = state.pick
    if item.stage == Stage.OBJECTS:
        item.stage = Stage.TARGETS
    else:
        keep(load(pick.places), state.objects)
        state.object_cards = pick.cards
        item.stage = Stage.AMOUNT
    keep(nothing_in(pick.places), pick.places)
    pick.cards = EMPTY
    pick.left = 0


@rule
def group_of(state, pool, item, ability, is_object):
    """Count the selectors with targets that come before this one."""
    group = 0
    for number in range(ability.n_costs, item.step + 1):
        step = pool.steps[ability.first_step + number]
        if step.mode and step.mode != item.mode:
            continue
        is_now = number == item.step
        if is_target(state, step, step.object, True) and not (is_now and is_object):
            group += 1
        if is_target(state, step, step.target, False) and not is_now:
            group += 1
    return group


@rule
def cancel(state, pool, number):
    """Take an item off the stack; a card goes to its owner's discard pile (R46)."""
    stack_item = state.stack[number]
    player = state.players[stack_item.seat]
    if stack_item.kind in (Kind.CARD, Kind.SPELL):
        player.using = remove(player.using, stack_item.copy_id)
        player.discard = add(player.discard, stack_item.copy_id)
    where = stack_place(state, stack_item.spot)
    remove_item(state, number)
    lose_item(state, where)
