"""The stack: what its top item does when all have passed, and how an item leaves it (R40, R46)."""

from decks.divino.words import CardType
from decks.language.rows import NOTHING, Side
from simulate.engine.abilities.changes import note_changes
from simulate.engine.abilities.selecting import lose_sight, speaks_of
from simulate.engine.abilities.steps import go_on, is_live
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
from simulate.games.divino.damage import deal_damage
from simulate.games.divino.paying import pay_on
from simulate.games.divino.places import place, stage_place
from simulate.games.divino.targets import is_host, is_target, targetable
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
    state.atk = request.atk
    state.energy = request.energy
    it = load(request.acted)
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
    """Take an ability one stage further; its targets come from the stack (R28)."""
    if item.staged and item.stage == Stage.CONSIDER and is_in_vain(state, table, item):
        item.held = 0
        item.step += 1
        return
    if item.staged and item.stage in (Stage.OBJECTS, Stage.TARGETS):
        ability = table.abilities[item.ability]
        is_object = item.stage == Stage.OBJECTS
        if ability.n_costs <= item.step < ability.n_steps:
            step = table.steps[ability.first_step + item.step]
            selector = step.object if is_object else step.target
            if is_target(state, step, selector, is_object):
                use_targets(state, table, options, item, ability, selector, is_object)
                return
    ability = table.abilities[item.ability]
    if item.step < ability.n_costs and item.stage in (Stage.OBJECTS, Stage.TARGETS, Stage.AMOUNT):
        pay_on(state, table, options, item, table.steps[ability.first_step + item.step])
    else:
        go_on(state, table, options, item)
    bury(state, table)


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
    pick = state.pick
    if is_object:
        item.stage = Stage.TARGETS
    else:
        for word in range(len(state.objects)):
            state.objects[word] = pick.places[word]
        state.object_cards = pick.cards
        item.stage = Stage.AMOUNT
    pick.cards = EMPTY
    pick.left = 0
    found = nothing_in(state.it)
    group = group_of(state, table, item, ability, is_object)
    targets = state.current[0].targets[group]
    for number in range(len(targets)):
        where = targets[number]
        if where == NOTHING:
            continue
        if speaks_of(state, table, item.seat, item.copy_id, selector, where):
            found = with_(found, where)
    keep(targetable(state, table, options, item.seat, found), pick.places)


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
