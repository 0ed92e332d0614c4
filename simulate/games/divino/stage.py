"""Priority and the stack: who may act, and what the top item does when all have passed (R40)."""

import numpy as np

from decks.divino.words import CardType, Moment, Noun
from decks.language.rows import CONDITIONS, NOTHING, How
from simulate.engine.abilities.changes import note_changes
from simulate.engine.abilities.selecting import lose_sight, speaks_of
from simulate.engine.abilities.steps import go_on
from simulate.engine.abilities.triggers import begin_ability, count_waiting
from simulate.engine.abilities.words import AbilityQuestion, Portion, Stage
from simulate.engine.agenda import drop_task, plan
from simulate.engine.compile import rule
from simulate.engine.sets import (
    EMPTY,
    each,
    full,
    has,
    keep,
    nothing_in,
    with_,
    without,
)
from simulate.engine.stage import all_passed, give_chance, pass_chance, take_off_stage
from simulate.engine.state import ask
from simulate.games.divino.announcing import put_trigger
from simulate.games.divino.cards import attach, enter, lose_aim
from simulate.games.divino.casting import (
    can_equip,
    can_play,
    can_summon,
    can_use_now,
    is_free_to_play,
)
from simulate.games.divino.damage import deal_damage
from simulate.games.divino.demigods import check_defeat, lose_by_deck
from simulate.games.divino.mana import empty_pools, gather_all
from simulate.games.divino.passing import is_left_alone, rouse
from simulate.games.divino.places import in_play, kind_of, place, stage_place
from simulate.games.divino.settling import settle
from simulate.games.divino.targets import can_host, is_target, targetable
from simulate.games.divino.words import (
    DefeatCheck,
    Kind,
    ManaEmpties,
    Question,
    Step,
    Task,
)

__all__ = ["cancel", "carry_on", "has_action", "hold_priority", "open_step"]


FIRST_OF_PHASE = (Step.MAIN_1, Step.BEGINNING_OF_COMBAT, Step.MAIN_2, Step.END_OF_TURN)


# Priority


@rule
def open_step(state, step):
    """Begin a step with priority: the active player first."""
    item = plan(state, Task.PRIORITY)
    item.n = step
    item.stage = 0


@rule
def hold_priority(state, table, options, item):
    """Take a step with priority one stage further (R40, R42, R44)."""
    if item.stage == 0:
        item.stage = 1
        enter_step(state, options, item.n)
    if state.unsettled:
        settle(state, table)
    elif state.doomed != EMPTY:
        lose_by_deck(state, table, options)
    elif is_defeat_due(state, options):
        check_defeat(state, table, options)
    elif state.n_triggers > 0:
        next_to_stage(state)
    else:
        pass_round(state, table, options)


@rule
def pass_round(state, table, options):
    """Let all pass who can do nothing, up to one who can; when all have passed, go down."""
    while not all_passed(state):
        seat = np.int64(state.chance)
        is_main = is_free_to_play(state, seat)
        is_asked = is_main or not is_left_alone(state, seat)
        if is_asked and has_action(state, table, options, seat):
            rouse(state, seat)
            ask(state, seat, Question.MAIN_PHASE if is_main else Question.PRIORITY)
            return
        pass_chance(state)
    go_down(state, table, options)


@rule
def enter_step(state, options, step):
    """Give the active player priority in a new step."""
    if options.mana_empties == ManaEmpties.PHASE and step in FIRST_OF_PHASE:
        empty_pools(state)
    state.step = step
    give_chance(state, state.active)
    for seat in range(len(state.players)):
        state.players[seat].actions = 0


@rule
def is_defeat_due(state, options):
    """Say whether defeat is looked for whenever the stack is empty (D9)."""
    if options.defeat_check != DefeatCheck.STATE_BASED or state.n_requests > 0:
        return False
    for seat in range(len(state.players)):
        player = state.players[seat]
        is_bare = kind_of(state, seat, Noun.COMBAT_CARD) == EMPTY
        if state.out[seat] == 0 and is_bare and player.energy[player.demigod] == 0:
            return True
    return False


@rule
def next_to_stage(state):
    """Put the next waiting trigger on the stack; its player chooses among several (R42)."""
    give_chance(state, state.active)
    seat = np.int64(state.active)
    while count_waiting(state, seat) == 0:
        seat = (seat + 1) % len(state.players)
    if count_waiting(state, seat) > 1:
        ask(state, seat, AbilityQuestion.NEXT_TRIGGER)
        return
    for number in range(state.n_triggers):
        if state.triggers[number].seat == seat:
            put_trigger(state, number)
            return


@rule
def go_down(state, table, options):
    """All have passed: the top item happens, or the step is over."""
    if state.n_requests == 0:
        drop_task(state)
        return
    give_chance(state, state.active)
    carry_out_top(state, table, options)


@rule
def has_action(state, table, options, seat):
    """Say whether a player could do anything but pass; who cannot is not asked."""
    player = state.players[seat]
    if player.actions >= options.actions_cap:
        return False
    is_main = is_free_to_play(state, seat)
    if player.hand != EMPTY:
        gather_all(state, table, seat)
    last = np.int64(NOTHING)
    for copy in each(player.hand if is_main else player.hand & player.instants):
        row = np.int64(state.card_of[seat, copy])
        if row != last and can_play(state, table, options, seat, copy):
            return True
        last = row
    for copy in each(in_play(state, seat) & player.users):
        if has_use(state, table, options, seat, copy):
            return True
    return is_main and has_main_action(state, table, options, seat)


@rule
def has_use(state, table, options, seat, copy):
    """Say whether an activated or loyalty ability of a card can be used."""
    card = table.cards[state.card_of[seat, copy]]
    for row in range(card.first_ability, card.first_ability + card.n_abilities):
        is_one = table.abilities[row].moment in (Moment.ACTIVATE, Moment.LOYALTY)
        if is_one and can_use_now(state, table, options, seat, copy, row):
            return True
    return False


@rule
def has_main_action(state, table, options, seat):
    """Say whether a player can equip or summon."""
    for copy in each(kind_of(state, seat, Noun.EQUIPMENT)):
        if can_equip(state, table, options, seat, copy):
            return True
    for shrine in each(state.players[seat].called):
        if can_summon(state, table, seat, shrine):
            return True
    return False


# What happens


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
            resolve_equip(state, table, request)
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
    if needs_host and (host == NOTHING or not can_host(state, table, seat, copy, card, host)):
        player.discard = with_(player.discard, copy)
        return
    enter(state, table, options, seat, copy, host)
    player.played = with_(player.played, copy)


@rule
def resolve_equip(state, table, request):
    """Attach an Equipment, if both are still there (D45)."""
    seat, copy = request.seat, request.copy_id
    host = request.targets[0, 0]
    card = table.cards[state.card_of[seat, copy]]
    if host == NOTHING or not has(state.players[seat].field, copy):
        return
    if can_host(state, table, seat, copy, card, host):
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
    it = nothing_in(state.it)
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
    elif request.about and request.it == NOTHING and is_about_it(ability):
        item.mode = max(1, np.int64(request.mode))  # conditions about what has left held before


@rule
def is_about_it(ability):
    """Say whether a condition of the whole ability is about "it"."""
    for i in range(CONDITIONS):
        condition = ability.conditions[i]
        if condition.count.of.how == How.IT or condition.than.of.how == How.IT:
            return True
    return False


@rule
def carry_on(state, table, options, item):
    """Take an ability one stage further; its targets come from the stack (R28)."""
    if item.staged and item.stage in (Stage.OBJECTS, Stage.TARGETS):
        ability = table.abilities[item.ability]
        is_object = item.stage == Stage.OBJECTS
        if ability.n_costs <= item.step < ability.n_steps:
            step = table.steps[ability.first_step + item.step]
            selector = step.object if is_object else step.target
            if is_target(state, step, selector, is_object):
                use_targets(state, table, options, item, ability, selector, is_object)
                return
    go_on(state, table, options, item)


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
