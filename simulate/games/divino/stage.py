"""The stack: what its top item does when all have passed, and how an item leaves it (R40, R46)."""

from decks.divino.words import CardType, Verb
from decks.language.rows import NOTHING, How, Side
from simulate.engine.abilities.changes import note_changes
from simulate.engine.abilities.selecting import lose_sight, speaks_of
from simulate.engine.abilities.steps import ask_for_places, go_on, is_live
from simulate.engine.abilities.triggers import begin_ability
from simulate.engine.abilities.words import Portion, Stage
from simulate.engine.agenda import drop_task, plan
from simulate.engine.compile import rule
from simulate.engine.sets import (
    EMPTY,
    full,
    has,
    keep,
    load,
    nothing_in,
    with_,
    without,
)
from simulate.engine.stage import take_off_stage
from simulate.games.divino.cards import attach, bury, enter, lose_aim
from simulate.games.divino.costs_together import is_payable_together
from simulate.games.divino.dealing import deal_damage
from simulate.games.divino.former import forget_taken, keep_given
from simulate.games.divino.paying import name_amount, pay_on
from simulate.games.divino.places import place, stage_place, together
from simulate.games.divino.targets import candidates, is_host, is_target, targetable
from simulate.games.divino.words import (
    Kind,
    Task,
)

__all__ = ["cancel", "carry_on", "carry_out_top"]


@rule
def carry_out_top(state, table, options):
    """Take the top item off the stack and do it."""
    state.n_requests -= 1
    state.current[0] = state.requests[state.n_requests]
    request = state.current[0]
    lose_item(state, stage_place(state, request.spot))
    match request.kind:
        case Kind.CARD:
            resolve_card(state, table, options, request)
        case Kind.EQUIP:
            resolve_equip(state, table, options, request)
        case Kind.DAMAGE:
            deal_damage(state, table)
        case _:
            resolve_ability(state, table, request)


@rule
def lose_item(state, where):
    """Let nothing speak of an item that has left the stack."""
    lose_sight(state, where)
    lose_aim(state, where)


@rule
def resolve_card(state, table, options, request):
    """Put a permanent into play; an Aura or Orb without its host goes away (R10, R24)."""
    seat, copy = request.seat, request.copy_id
    player = state.players[seat]
    card = table.cards[state.card_of[seat, copy]]
    player.using = without(player.using, copy)
    host = request.targets[0, 0]
    needs_host = card.type in (CardType.AURA, CardType.ORB)
    if needs_host and not is_host(state, table, options, seat, copy, host):
        player.discard = with_(player.discard, copy)
        return
    enter(state, table, options, seat, copy, host)
    player.played = with_(player.played, copy)


@rule
def resolve_equip(state, table, options, request):
    """Attach an Equipment, if both are still there (D45)."""
    seat, copy = request.seat, request.copy_id
    host = request.targets[0, 0]
    is_there = has(state.players[seat].field, copy)
    if is_there and is_host(state, table, options, seat, copy, host):
        attach(state, place(seat, copy), host)
        note_changes(state, table)


@rule
def resolve_ability(state, table, request):
    """Do what a spell's or an ability's text says, its costs being paid."""
    seat, copy = request.seat, request.copy_id
    if request.kind == Kind.SPELL:
        item = plan(state, Task.DISCARD_SPELL)
        item.seat = seat
        item.copy_id = copy
    state.paid = request.paid
    keep_given(request.given, state.given)
    it = nothing_in(state.it)
    for player in range(len(request.acted)):
        it = together(it, player, request.acted[player])
    if request.it != NOTHING:
        it = with_(it, request.it)
    keep(it, state.it)
    keep(nothing_in(state.it), state.former)
    ability = table.abilities[request.ability]
    item = begin_ability(state, seat, copy, request.ability)
    keep(it, item.it)
    item.staged = 1
    item.mode = request.mode
    if request.kind != Kind.TRIGGERED and not ability.optional:
        item.portion = Portion.REST
        item.happened = full(ability.n_costs)
    elif request.mode and not is_live(state, table, item, ability):
        drop_task(state)  # with "choose one" answered, it would not be looked at again


@rule
def carry_on(state, table, options, item):
    """Take an ability one stage further; targets chosen before come from the stack (R28)."""
    if item.staged and item.stage == Stage.CONSIDER and is_in_vain(state, table, item):
        item.held = 0
        item.step += 1
        return
    ability = table.abilities[item.ability]
    if item.stage == Stage.BEGIN and not is_payable_now(state, table, item, ability):
        drop_task(state)
        return
    if item.stage in (Stage.BEGIN, Stage.DECLINED) or item.step == ability.n_steps:
        go_on(state, table, options, item)
        return
    step = table.steps[ability.first_step + item.step]
    is_object = item.stage == Stage.OBJECTS
    is_choosing = item.stage in (Stage.OBJECTS, Stage.TARGETS)
    selector = step.object if is_object else step.target
    if item.step < ability.n_costs and (is_choosing or item.stage == Stage.AMOUNT):
        pay_on(state, table, options, item, step)
    elif is_choosing and is_target(state, step, selector, is_object):
        if item.staged:
            use_targets(state, table, options, item, ability, selector, is_object)
        else:
            choose_targets(state, table, options, item, selector)
    elif item.stage == Stage.AMOUNT and step.amount.up_to and step.verb != Verb.DISCARD:
        name_amount(state, table, item, step)
    else:
        is_done = item.stage == Stage.DO and step.target.how != How.NONE
        forget_taken(state)
        go_on(state, table, options, item)
        if is_done:  # "the former" is from now on what this step has acted on
            keep_given(state.taken, state.given)
    bury(state, table)


@rule
def is_payable_now(state, table, item, ability):
    """Say whether the costs that are still to be paid can be, all of them together (R41, R42)."""
    if item.portion != Portion.WHOLE or ability.n_costs == 0:
        return True
    keep(load(item.it), state.it)
    return is_payable_together(state, table, item.seat, item.copy_id, ability)


@rule
def is_in_vain(state, table, item):
    """Say whether "you may" would be asked of a step without a target (R28)."""
    ability = table.abilities[item.ability]
    if not ability.n_costs <= item.step < ability.n_steps:
        return False
    step = table.steps[ability.first_step + item.step]
    is_passed = (step.mode and step.mode != item.mode) or (step.otherwise and item.held)
    if step.optional == Side.ANY or is_passed or not is_target(state, step, step.target, False):
        return False
    targets = state.current[0].targets[group_of(state, table, item, ability, False)]
    for number in range(len(targets)):
        if targets[number] != NOTHING:
            return False
    return True


@rule
def use_targets(state, table, options, item, ability, selector, is_object):
    """Settle a selector by the targets chosen when the item was played (R28)."""
    begin_picking(state, item)
    found = nothing_in(state.it)
    group = group_of(state, table, item, ability, is_object)
    targets = state.current[0].targets[group]
    for number in range(len(targets)):
        where = targets[number]
        if where == NOTHING:
            continue
        if speaks_of(state, table, item.seat, item.copy_id, selector, where):
            found = with_(found, where)
    keep(targetable(state, table, options, item.seat, found, selector.noun), state.pick.places)


@rule
def choose_targets(state, table, options, item, selector):
    """Have the targets of an ability without the stack chosen as the step comes (R2, R28)."""
    begin_picking(state, item)
    found = candidates(state, table, options, item.seat, item.copy_id, selector)
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
def group_of(state, table, item, ability, is_object):
    """Count the selectors with targets that come before this one."""
    group = 0
    for number in range(ability.n_costs, item.step + 1):
        step = table.steps[ability.first_step + number]
        if step.mode and step.mode != item.mode:
            continue
        is_now = number == item.step
        if is_target(state, step, step.object, True) and not (is_now and is_object):
            group += 1
        if is_target(state, step, step.target, False) and not is_now:
            group += 1
    return group


@rule
def cancel(state, table, number):
    """Take an item off the stack; a card goes to its owner's discard pile (R46)."""
    request = state.requests[number]
    player = state.players[request.seat]
    if request.kind in (Kind.CARD, Kind.SPELL):
        player.using = without(player.using, request.copy_id)
        player.discard = with_(player.discard, request.copy_id)
    where = stage_place(state, request.spot)
    take_off_stage(state, number)
    lose_item(state, where)
