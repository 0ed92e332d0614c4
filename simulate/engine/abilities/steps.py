"""Execute an ability: its steps, their conditions and their choices.

An ability on the agenda goes through its steps. For each step the rules decide whether it happens,
let players choose, and execute its verb. For a choice they stop and ask. ``item`` is the ability
on the agenda and represents its source: ``item.seat`` is the controller, ``item.copy_id`` the card.

An ability may be executed in two parts with other rules between them. The rest, below it on the
agenda, receives the decisions of the first part and which steps happened.
"""

import numpy as np

from evenhand.decks.language.rows import NOTHING, How, Side
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.enums import (
    MOST_NAMED,
    AbilityQuestion,
    Asked,
    Portion,
    Stage,
    Zone,
)
from evenhand.simulate.engine.abilities.hooks import (
    able_to_pay,
    comes_first,
    copy_at,
    has_effect,
    in_place,
    place_of,
    resolve,
    who_discards,
    zone_for,
    zone_of,
)
from evenhand.simulate.engine.abilities.selecting import (
    amount_of,
    cards,
    hold,
    number_of,
    own_cards,
    places,
    rival_of,
)
from evenhand.simulate.engine.abilities.usable import is_payable, price
from evenhand.simulate.engine.agenda import pop_task
from evenhand.simulate.engine.rng import Purpose, below
from evenhand.simulate.engine.sets import (
    EMPTY,
    add,
    difference,
    each,
    has,
    is_empty,
    keep,
    load,
    nothing_in,
    nth,
    remove,
    size,
)
from evenhand.simulate.engine.state import ask, note_did, note_worked

__all__ = ["answer_may", "chooser_of", "go_on", "random_part", "take_card", "take_place"]


# The ability as a whole


@rule
def go_on(state, pool, options, item):
    """Advance an ability by one stage."""
    ability = pool.abilities[item.ability]
    if item.stage == Stage.BEGIN:
        begin(state, pool, item, ability)
        return
    if item.stage == Stage.DECLINED or item.step == ability.n_steps:
        pop_task(state)
        return
    step = pool.steps[ability.first_step + item.step]
    match item.stage:
        case Stage.CONSIDER:
            consider(state, pool, item, ability, step)
        case Stage.OBJECTS:
            item.stage = Stage.TARGETS
            select(state, pool, item, step, step.object)
        case Stage.TARGETS:
            keep(load(state.pick.places), state.objects)
            state.object_cards = state.pick.cards
            item.stage = Stage.AMOUNT
            select(state, pool, item, step, step.target)
        case Stage.AMOUNT:
            item.stage = Stage.DO
            ask_amount(state, pool, item, step)
        case _:
            do_step(state, pool, options, item, step)
            if item.held:
                number = number_of(state, pool, item.seat, item.copy_id, item.ability)
                note_worked(state, item.seat, item.copy_id, number)
            next_step(state, item)


@rule
def begin(state, pool, item, ability):
    """Decide on an ability as a whole: conditions, "you may", "choose one"."""
    if item.portion == Portion.REST:
        item.stage = Stage.CONSIDER
        return
    keep(load(item.it), state.it)
    state.it_cards = EMPTY if item.it_copy == NOTHING else add(EMPTY, item.it_copy)
    is_first_look = item.held != 0 and item.mode == 0  # coins are flipped once
    if is_first_look and not is_live(state, pool, item, ability):
        decline(state, item)
    elif ability.optional and item.held:
        item.held = 0
        ask(state, item.seat, AbilityQuestion.MAY)
    elif ability.n_modes and item.mode == 0:
        ask(state, chooser_of(state, item.seat, ability.chooser), AbilityQuestion.MODE)
    else:
        if item.rest != NOTHING:
            state.agenda[item.rest].mode = item.mode
        item.stage = Stage.CONSIDER
        number = number_of(state, pool, item.seat, item.copy_id, item.ability)
        note_did(state, item.seat, item.copy_id, number)


@rule
def is_live(state, pool, item, ability):
    """Return whether an ability's place and conditions let it happen and its cost can be paid.

    A card that has left play stood in the right place when its moment came; and what was
    asked of "it" held when its moment came, if it has left.
    """
    has_left = place_of(state, item.seat, item.copy_id) == NOTHING
    asked = Asked.BEFORE if is_empty(load(item.it)) else Asked.ALL
    return (
        (has_left or in_place(state, pool, ability, item.seat, item.copy_id))
        and hold(state, pool, item.seat, item.copy_id, ability.conditions, asked)
        and is_payable(state, pool, item.seat, item.copy_id, ability)
    )


@rule
def decline(state, item):
    """Cancel an ability, including its rest."""
    if item.rest != NOTHING:
        state.agenda[item.rest].stage = Stage.DECLINED
    pop_task(state)


@rule
def chooser_of(state, seat, side):
    """Return the seat that chooses: the controller, or the enemy."""
    return rival_of(state, seat) if side == Side.ENEMY else seat


# One step


@rule
def consider(state, pool, item, ability, step):
    """Decide whether a step happens, and begin its choices."""
    keep(load(state.it), state.former)
    if not is_in_portion(state, pool, item, ability):
        if item.portion == Portion.REST:
            item.held = has(item.happened, item.step)
        skip_step(item)
    elif (step.mode and step.mode != item.mode) or (step.otherwise and item.held):
        skip_step(item)
    elif not hold(state, pool, item.seat, item.copy_id, step.conditions, conditions_before(step)):
        item.held = 0
        skip_step(item)
    elif step.optional != Side.ANY:
        item.stage = Stage.OBJECTS
        ask(state, chooser_of(state, item.seat, step.optional), AbilityQuestion.MAY)
    else:
        item.stage = Stage.OBJECTS


@rule
def conditions_before(step):
    """Return which conditions can be evaluated before the step's target is chosen."""
    return Asked.BEFORE if step.target.how != How.NONE else Asked.ALL


@rule
def is_in_portion(state, pool, item, ability):
    """Return whether the current step belongs to the part that is executed."""
    match item.portion:
        case Portion.FIRST:
            return comes_first(state, pool, ability, item.step)
        case Portion.REST:
            return not comes_first(state, pool, ability, item.step)
        case _:
            return True


@rule
def skip_step(item):
    """Skip the current step, and go to the next."""
    item.step += 1
    item.stage = Stage.CONSIDER


@rule
def next_step(state, item):
    """Record that a step happened, and go to the next."""
    if item.rest != NOTHING and item.held:
        rest = state.agenda[item.rest]
        rest.happened = add(rest.happened, item.step)
    skip_step(item)


@rule
def answer_may(state, item, yes):
    """Apply the answer to "you may", for the whole ability or for a step."""
    if item.stage != Stage.BEGIN:
        if not yes:
            item.held = 0
            skip_step(item)
    elif not yes:
        decline(state, item)


# Choosing


@rule
def select(state, pool, item, step, selector):
    """Determine the objects of a selector, asking if there is a choice."""
    pick = state.pick
    keep(nothing_in(pick.places), pick.places)
    pick.cards = EMPTY
    pick.left = 0
    is_object = item.stage == Stage.TARGETS
    discarder = who_discards(state, item.seat, step.verb)
    if discarder != NOTHING and not is_object:
        select_discards(state, pool, item, step, discarder)
    elif selector.how == How.NONE:
        return
    elif zone_for(state, step.verb, is_object) == Zone.PLAY:
        select_places(state, pool, item, step, selector, is_object)
    else:
        select_cards(state, pool, item, step, selector, is_object)


@rule
def select_discards(state, pool, item, step, seat):
    """Let the player who must discard choose the cards."""
    n = amount_of(state, pool, item.seat, item.copy_id, step.amount)
    state.pick.seat = seat
    ask_for_cards(state, seat, zone_of(state, seat, Zone.HAND), n, step.amount.up_to)


@rule
def select_places(state, pool, item, step, selector, is_object):
    """Determine the places selected; places that cannot pay a cost are excluded."""
    pick = state.pick
    candidates = places(state, pool, item.seat, item.copy_id, selector)
    if not is_object and (selector.other or step.object.other):
        candidates = difference(
            candidates, load(state.objects)
        )  # "swap a chosen .. for a chosen other .."
    if item.step < pool.abilities[item.ability].n_costs:
        n = price(state, pool, item.seat, item.copy_id, step)
        candidates = able_to_pay(state, pool, step, is_object, candidates, n)
    match selector.how:
        case How.CHOSEN:
            chooser = chooser_of(state, item.seat, selector.chooser)
            ask_for_places(state, chooser, candidates, selector.number, selector.up_to)
        case How.RANDOM:
            keep(random_part(state, item.seat, candidates, selector.number), pick.places)
        case _:
            keep(candidates, pick.places)


@rule
def select_cards(state, pool, item, step, selector, is_object):
    """Determine the cards of a zone that are selected."""
    pick = state.pick
    pick.seat = item.seat
    zone = zone_for(state, step.verb, is_object)
    candidates = cards(state, pool, item.seat, item.copy_id, selector, zone)
    match selector.how:
        case How.CHOSEN:
            chooser = chooser_of(state, item.seat, selector.chooser)
            ask_for_cards(state, chooser, candidates, selector.number, selector.up_to)
        case How.RANDOM:
            pick.cards = random_part(state, item.seat, candidates, selector.number)
        case _:
            pick.cards = candidates


@rule
def ask_for_places(state, chooser, candidates, n, up_to):
    """Ask for n of some places; if all must be taken, nothing is asked."""
    pick = state.pick
    if size(candidates) <= n and not up_to:
        keep(candidates, pick.places)
        return
    keep(candidates, pick.places_offered)
    ask_for(state, chooser, AbilityQuestion.PICK_PLACE, min(n, size(candidates)), up_to)


@rule
def ask_for_cards(state, chooser, candidates, n, up_to):
    """Ask for n of some cards; if all must be taken, nothing is asked."""
    pick = state.pick
    if size(candidates) <= n and not up_to:
        pick.cards = candidates
        return
    pick.cards_offered = candidates
    ask_for(state, chooser, AbilityQuestion.PICK_CARD, min(n, size(candidates)), up_to)


@rule
def ask_for(state, chooser, question, n, up_to):
    """Ask for n things, if there is a choice."""
    state.pick.left = n
    state.pick.up_to = up_to
    if n > 0:
        ask(state, chooser, question)


@rule
def random_part(state, seat, found, n):
    """Pick n things at random."""
    picked = difference(found, found)
    for _ in range(min(n, size(found))):
        chosen = nth(found, below(state.rng, size(found), Purpose.EFFECT, seat))
        picked = add(picked, chosen)
        found = remove(found, chosen)
    return picked


@rule
def take_place(state, place):
    """Take one of the places asked for."""
    pick = state.pick
    keep(add(load(pick.places), place), pick.places)
    keep(remove(load(pick.places_offered), place), pick.places_offered)
    pick.left -= 1


@rule
def take_card(state, copy):
    """Take one of the cards asked for."""
    pick = state.pick
    pick.cards = add(pick.cards, copy)
    pick.cards_offered = remove(pick.cards_offered, copy)
    pick.left -= 1


@rule
def ask_amount(state, pool, item, step):
    """Let the controller name a number for "up to 3"; large amounts are taken in full."""
    state.named = NOTHING
    if step.amount.up_to and who_discards(state, item.seat, step.verb) == NOTHING:
        state.named = amount_of(state, pool, item.seat, item.copy_id, step.amount)
        if 0 < state.named <= MOST_NAMED:
            ask(state, item.seat, AbilityQuestion.AMOUNT)


# Doing


@rule
def do_step(state, pool, options, item, step):
    """Execute a step: once, or on each of its targets for which its conditions hold."""
    if step.target.how == How.NONE or zone_for(state, step.verb, False) != Zone.PLAY:
        is_discard = who_discards(state, item.seat, step.verb) != NOTHING
        item.held = 1  # unless the verb resets it because nothing was done
        resolve(state, pool, options, item, step, NOTHING, amount_now(state, pool, item, step))
        if is_discard or step.target.how != How.NONE:
            item.held = state.pick.cards != EMPTY
        if step.target.how != How.NONE:
            follow_cards(state, item.seat)
        return
    item.held = 0
    state.it_cards = own_cards(state, item.seat, load(state.pick.places))
    for place in each(load(state.pick.places)):
        keep(add(nothing_in(state.it), place), state.it)
        if hold(state, pool, item.seat, item.copy_id, step.conditions, Asked.OF_IT):
            if has_effect(state, pool, step.verb, place):
                item.held = 1
            amount = amount_now(state, pool, item, step)
            resolve(state, pool, options, item, step, place, amount)
    # those still there, where they are now
    keep(load(state.pick.places), state.it)


@rule
def follow_cards(state, seat):
    """Set "it" to the cards that a step took, and to their places now in play."""
    state.it_cards = state.pick.cards
    places_now = nothing_in(state.it)
    for copy in each(state.it_cards):
        place = place_of(state, seat, copy)
        if place != NOTHING and copy_at(state, place) == copy:
            places_now = add(places_now, place)
    keep(places_now, state.it)


@rule
def amount_now(state, pool, item, step):
    """Return the amount of a step: the number named for "up to", or the computed one."""
    if state.named != NOTHING:
        return np.int64(state.named)
    return amount_of(state, pool, item.seat, item.copy_id, step.amount)


# What could happen: for the legality of playing a card or using an ability
