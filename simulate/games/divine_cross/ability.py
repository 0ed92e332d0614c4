"""Going through an ability: its steps, their conditions and their choices (section 5).

An ability on the agenda goes through its steps; each step considers whether it
happens, lets things be chosen, and then does what its verb says. Wherever a choice is
open the rules stop and ask. ``item`` is the ability on the agenda and stands for its
source: ``item.seat`` is the controller, ``item.copy_id`` the card.
"""

import numpy as np

from decks.divine_cross.words import Verb
from decks.language.rows import NOTHING, How, Side
from simulate.engine.agenda import drop_task
from simulate.engine.compile import rule
from simulate.engine.sets import EMPTY, each, has, size, with_, without
from simulate.engine.state import ask, note_did, note_worked
from simulate.games.divine_cross.changes import in_place, number_of
from simulate.games.divine_cross.effects import random_part, resolve
from simulate.games.divine_cross.selecting import (
    amount_of,
    cards,
    enemy_of,
    hold,
    spot_of,
    spots,
    unit_at,
)
from simulate.games.divine_cross.words import Asked, Part, Question, Stage, Zone

__all__ = ["answer_may", "could_happen", "go_on", "is_payable", "take_pick"]

MOST_NAMED = 30  # larger amounts of "up to" are not asked for


# The ability as a whole


@rule
def go_on(state, table, options, item):
    """Take an ability one stage further."""
    ability = table.abilities[item.ability]
    if item.stage == Stage.BEGIN:
        begin(state, table, item, ability)
        return
    if item.step == ability.n_steps:
        drop_task(state)
        return
    step = table.steps[ability.first_step + item.step]
    match item.stage:
        case Stage.CONSIDER:
            consider(state, table, item, ability, step)
        case Stage.OBJECTS:
            item.stage = Stage.TARGETS
            select(state, table, item, step, step.object)
        case Stage.TARGETS:
            state.objects = state.pick.picked
            item.stage = Stage.AMOUNT
            select(state, table, item, step, step.target)
        case Stage.AMOUNT:
            item.stage = Stage.DO
            ask_amount(state, table, item, step)
        case _:
            do_step(state, table, options, item, step)
            if item.held:
                number = number_of(state, table, item.seat, item.copy_id, item.ability)
                note_worked(state, item.seat, item.copy_id, number)
            next_step(state, item)


@rule
def begin(state, table, item, ability):
    """Decide on an ability as a whole: conditions, "you may", "choose one"."""
    if item.part == Part.AFTER:
        recall_strike(state, item)
        return
    state.it = EMPTY
    is_first_look = item.held != 0 and item.mode == 0  # coins are flipped once
    if is_first_look and not is_live(state, table, item, ability):
        decline(state, item)
    elif ability.optional and item.held:
        item.held = 0
        ask(state, item.seat, Question.MAY)
    elif ability.n_modes and item.mode == 0:
        ask(state, chooser_of(item.seat, ability.chooser), Question.MODE)
    else:
        state.strike.mode = item.mode
        item.stage = Stage.CONSIDER
        number = number_of(state, table, item.seat, item.copy_id, item.ability)
        note_did(state, item.seat, item.copy_id, number)


@rule
def is_live(state, table, item, ability):
    """Say whether an ability's place and conditions let it happen and its cost can be paid.

    A card that has left play stood in the right place when its moment came (A25).
    """
    has_left = spot_of(state, item.seat, item.copy_id) == NOTHING
    return (
        (has_left or in_place(state, table, ability, item.seat, item.copy_id))
        and hold(state, table, item.seat, item.copy_id, ability.conditions, Asked.ALL)
        and is_payable(state, table, item.seat, item.copy_id, ability)
    )


@rule
def decline(state, item):
    """Do nothing of an ability."""
    state.strike.declined = item.part == Part.STRIKING
    drop_task(state)


@rule
def recall_strike(state, item):
    """Go on with what a skill's ability decided before the damage."""
    if state.strike.declined:
        drop_task(state)
        return
    item.mode = state.strike.mode
    item.stage = Stage.CONSIDER


@rule
def chooser_of(seat, side):
    """Give who chooses: the controller, or the enemy."""
    return enemy_of(seat) if side == Side.ENEMY else seat


# One step


@rule
def consider(state, table, item, ability, step):
    """Decide whether a step happens, and let its choices begin."""
    state.former = state.it
    if not is_in_part(table, item, ability):
        item.held = has(state.strike.held, item.step) if item.part == Part.AFTER else item.held
        pass_over(item)
    elif (step.mode and step.mode != item.mode) or (step.otherwise and item.held):
        pass_over(item)
    elif not hold(state, table, item.seat, item.copy_id, step.conditions, conditions_before(step)):
        item.held = 0
        pass_over(item)
    elif step.optional != Side.ANY:
        item.stage = Stage.OBJECTS
        ask(state, chooser_of(item.seat, step.optional), Question.MAY)
    else:
        item.stage = Stage.OBJECTS


@rule
def conditions_before(step):
    """Say which conditions can be looked at before the step's target is chosen."""
    return Asked.BEFORE if step.target.how != How.NONE else Asked.ALL


@rule
def is_in_part(table, item, ability):
    """Say whether a step belongs to the part of a skill's ability that is carried out.

    Costs and whatever adds to the damage come before it, the rest after (R11).
    """
    match item.part:
        case Part.STRIKING:
            return is_striking(table, ability, item.step)
        case Part.AFTER:
            return not is_striking(table, ability, item.step)
        case _:
            return True


@rule
def is_striking(table, ability, number):
    """Say whether a step of a skill's ability comes before the damage.

    So does a step that decides, by "otherwise", about one that adds to the damage.
    Damage to "it" goes with the step that "it" comes from (A26).
    """
    if number < ability.n_costs:
        return True
    for later in range(number, ability.n_steps):
        step = table.steps[ability.first_step + later]
        if later > number and not step.otherwise:
            return False
        is_damage = step.verb == Verb.DAMAGE and not hangs_on_effect(table, ability, later)
        if step.verb == Verb.SKILL_DEALS or is_damage:
            return True
    return False


@rule
def hangs_on_effect(table, ability, number):
    """Say whether a step's "it" is what a step after the damage acts on."""
    while table.steps[ability.first_step + number].target.how == How.IT:
        number -= 1
        if number < ability.n_costs:
            return False
    verb = table.steps[ability.first_step + number].verb
    return verb not in (Verb.DAMAGE, Verb.SKILL_DEALS)


@rule
def pass_over(item):
    """Go to the next step, leaving this one undone."""
    item.step += 1
    item.stage = Stage.CONSIDER


@rule
def next_step(state, item):
    """Remember for the rest of a skill's ability whether a step happened; go to the next."""
    if item.part == Part.STRIKING and item.held:
        state.strike.held = with_(state.strike.held, item.step)
    pass_over(item)


@rule
def answer_may(state, item, yes):
    """Take the answer to "you may", for the whole ability or for a step."""
    if item.stage != Stage.BEGIN:
        if not yes:
            item.held = 0
            pass_over(item)
    elif not yes:
        decline(state, item)


# Choosing


@rule
def zone_for(verb, is_object):
    """Say where a verb's target (or object) is looked for."""
    match verb:
        case Verb.SEARCH:
            return Zone.DECK
        case Verb.RECOVER | Verb.DEPLOY:
            return Zone.DISCARD
        case Verb.CHARGE_FROM_HAND:
            return Zone.HAND if is_object else Zone.TABLE
        case Verb.CHARGE_FROM_DISCARD:
            return Zone.DISCARD if is_object else Zone.TABLE
        case _:
            return Zone.TABLE


@rule
def candidates(state, table, seat, copy, selector, zone):
    """Give all that a selector could mean."""
    if zone == Zone.TABLE:
        return spots(state, table, seat, copy, selector)
    return cards(state, table, seat, selector, zone)


@rule
def select(state, table, item, step, selector):
    """Settle what a selector means, asking where a choice is open."""
    pick = state.pick
    pick.picked = EMPTY
    pick.left = 0
    pick.seat = item.seat
    is_object = item.stage == Stage.TARGETS
    if is_discard(step.verb) and not is_object:
        select_discards(state, table, item, step)
        return
    if selector.how == How.NONE:
        return
    zone = zone_for(step.verb, is_object)
    found = candidates(state, table, item.seat, item.copy_id, selector, zone)
    if item.step < table.abilities[item.ability].n_costs and gives_up(step.verb, is_object):
        n = price(state, table, item.seat, item.copy_id, step)
        found = able_to_pay(state, step, found, n)
    match selector.how:
        case How.CHOSEN:
            chooser = chooser_of(item.seat, selector.chooser)
            ask_pick(state, chooser, zone, found, selector.number, selector.up_to)
        case How.RANDOM:
            pick.picked = random_part(state, item.seat, found, selector.number)
        case _:
            pick.picked = found


@rule
def gives_up(verb, is_object):
    """Say whether a verb takes something off the units of its target (or object)."""
    if is_object:
        return verb == Verb.MOVE_ENERGY
    return verb in (Verb.LOSE_ENERGY, Verb.STRIP)


@rule
def is_discard(verb):
    """Say whether a verb lets a player choose cards of a hand."""
    return verb in (Verb.DISCARD, Verb.ENEMY_DISCARDS)


@rule
def select_discards(state, table, item, step):
    """Let the player who must discard choose the cards."""
    seat = item.seat if step.verb == Verb.DISCARD else enemy_of(item.seat)
    n = amount_of(state, table, item.seat, item.copy_id, step.amount)
    state.pick.seat = seat
    ask_pick(state, seat, Zone.HAND, state.players[seat].hand, n, step.amount.up_to)


@rule
def ask_pick(state, chooser, zone, found, n, up_to):
    """Ask for n of some things; where all must be taken, nothing is asked."""
    pick = state.pick
    if size(found) <= n and not up_to:
        pick.picked = found
        return
    pick.candidates = found
    pick.left = min(n, size(found))
    pick.up_to = up_to
    if pick.left > 0:
        ask(state, chooser, Question.PICK_UNIT if zone == Zone.TABLE else Question.PICK_CARD)


@rule
def take_pick(state, one):
    """Take one of the things asked for; ask again while more are due."""
    state.pick.picked = with_(state.pick.picked, one)
    state.pick.candidates = without(state.pick.candidates, one)
    state.pick.left -= 1


@rule
def ask_amount(state, table, item, step):
    """Let the controller name a number for "up to 3"; a large one is taken whole (A27)."""
    state.named = NOTHING
    if step.amount.up_to and not is_discard(step.verb):
        state.named = amount_of(state, table, item.seat, item.copy_id, step.amount)
        if 0 < state.named <= MOST_NAMED:
            ask(state, item.seat, Question.AMOUNT)


# Doing


@rule
def do_step(state, table, options, item, step):
    """Do a step: once, or to each of its targets for which its conditions hold."""
    if step.target.how == How.NONE or zone_for(step.verb, 0) != Zone.TABLE:
        is_pick = is_discard(step.verb) or step.target.how != How.NONE
        item.held = not is_pick or state.pick.picked != EMPTY
        resolve(state, table, options, item, step, NOTHING, amount_now(state, table, item, step))
        return
    item.held = 0
    for place in each(state.pick.picked):
        state.it = with_(EMPTY, place)
        if hold(state, table, item.seat, item.copy_id, step.conditions, Asked.OF_IT):
            if has_effect(state, step.verb, place):
                item.held = 1
            amount = amount_now(state, table, item, step)
            resolve(state, table, options, item, step, place, amount)
    state.it = state.pick.picked  # as far as they are still there, and where they are now


@rule
def has_effect(state, verb, place):
    """Say whether there is anything to discard or attach, for "otherwise"."""
    match verb:
        case Verb.STRIP:
            return unit_at(state, place).assist != NOTHING
        case Verb.LOSE_ENERGY:
            return unit_at(state, place).energy != EMPTY
        case Verb.MOVE_ENERGY:
            return most_energy(state, state.objects) > 0
        case Verb.CHARGE_FROM_HAND | Verb.CHARGE_FROM_DISCARD:
            return state.objects != EMPTY
        case _:
            return True


@rule
def amount_now(state, table, item, step):
    """Give the amount of a step: the number named for "up to", or as worked out."""
    if state.named != NOTHING:
        return np.int64(state.named)
    return amount_of(state, table, item.seat, item.copy_id, step.amount)


# What could happen: for the legality of playing a card or using an EX-Power


@rule
def is_payable(state, table, seat, copy, ability):
    """Say whether the cost of an ability can be paid in full."""
    for number in range(ability.n_costs):
        if not can_pay(state, table, seat, copy, table.steps[ability.first_step + number]):
            return False
    return True


@rule
def can_pay(state, table, seat, copy, step):
    """Say whether one step of a cost can be paid."""
    n = price(state, table, seat, copy, step)
    match step.verb:
        case Verb.DISCARD:
            return size(state.players[seat].hand) >= n
        case Verb.MILL | Verb.CHARGE_FROM_DECK:
            return state.players[seat].n_deck >= n
        case Verb.LOSE_ENERGY | Verb.STRIP:
            places = spots(state, table, seat, copy, step.target)
            return able_to_pay(state, step, places, n) != EMPTY
        case Verb.MOVE_ENERGY:
            places = spots(state, table, seat, copy, step.object)
            return able_to_pay(state, step, places, n) != EMPTY
        case _:
            return has_candidates(state, table, seat, copy, step, True)


@rule
def price(state, table, seat, copy, step):
    """Give the least that a step of a cost takes: nothing, if it is "up to" some number."""
    if step.amount.up_to:
        return np.int64(0)
    return amount_of(state, table, seat, copy, step.amount)


@rule
def able_to_pay(state, step, places, n):
    """Give the units of a set that have what a step of a cost takes from one of them."""
    found = EMPTY
    for place in each(places):
        unit = unit_at(state, place)
        has_it = unit.assist != NOTHING if step.verb == Verb.STRIP else size(unit.energy) >= n
        if has_it:
            found = with_(found, place)
    return found


@rule
def most_energy(state, places):
    """Give the energy of the unit of a set that has most."""
    found = 0
    for place in each(places):
        found = max(found, size(unit_at(state, place).energy))
    return found


@rule
def has_candidates(state, table, seat, copy, step, in_full):
    """Say whether all selectors of a step find something, or all that a cost asks for."""
    for is_object in range(2):
        selector = step.object if is_object else step.target
        if selector.how in (How.NONE, How.IT, How.FORMER):
            continue
        zone = zone_for(step.verb, is_object)
        least = 1
        if in_full:
            least = 0 if selector.up_to else selector.number
        if size(candidates(state, table, seat, copy, selector, zone)) < least:
            return False
    return True


@rule
def could_happen(state, table, seat, copy, row):
    """Say whether an ability could be paid for and do anything at all."""
    ability = table.abilities[row]
    if not hold(state, table, seat, copy, ability.conditions, Asked.POSSIBLY):
        return False
    if not is_payable(state, table, seat, copy, ability):
        return False
    for number in range(ability.n_costs, ability.n_steps):
        step = table.steps[ability.first_step + number]
        if not hold(state, table, seat, copy, step.conditions, Asked.POSSIBLY):
            continue
        if has_candidates(state, table, seat, copy, step, False):
            return True
    return False
