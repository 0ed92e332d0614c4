"""What each verb of the ability language does (the table of verbs in RULES.md)."""

import numpy as np

from evenhand.decks.divino.words import GENERIC, Keyterm, Mode, Noun, Verb
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import add_lasting, note_changes, size_of_change
from evenhand.simulate.engine.abilities.selecting import amount_of
from evenhand.simulate.engine.agenda import push_task
from evenhand.simulate.engine.hands import mill
from evenhand.simulate.engine.sets import MOST, add, each, first, has, keep, load, remove
from evenhand.simulate.games.divino.combat.dealing_damage import hurt
from evenhand.simulate.games.divino.costs.mana import MOST_MANA, add_mana, clear_due, owe
from evenhand.simulate.games.divino.costs.named import (
    add_mana_named,
    can_pay_word,
    payer_of,
    taps_itself,
)
from evenhand.simulate.games.divino.costs.prices import COST_KINDS
from evenhand.simulate.games.divino.effects.hand_and_deck import (
    lose_cards,
    put_into_play,
    recover,
    recycle,
    search,
)
from evenhand.simulate.games.divino.effects.turn_order import (
    CHOICES,
    plan_for,
    plan_in_turn,
    sort_in_turn,
)
from evenhand.simulate.games.divino.enums import Remains, Task
from evenhand.simulate.games.divino.in_play.former import note_taken
from evenhand.simulate.games.divino.in_play.moving_cards import (
    add_energy,
    attach,
    detach,
    discard,
    leave_play,
    set_energy,
)
from evenhand.simulate.games.divino.in_play.numbers import energy_at, has_keyterm
from evenhand.simulate.games.divino.in_play.places import (
    card_of_place,
    copy_in_play,
    is_on_stack,
    number_at,
    place,
)
from evenhand.simulate.games.divino.in_play.spans import last_turn_of
from evenhand.simulate.games.divino.in_play.targets import can_host
from evenhand.simulate.games.divino.stack.resolving import cancel
from evenhand.simulate.games.divino.turn.demigods import draw_cards
from evenhand.simulate.games.divino.turn.steps import energize

__all__ = ["resolve"]

COUNTERS = 30_000  # most on one card
SURCHARGE = 8_000  # most that an effect adds to a cost, or takes off


@rule
def resolve(state, pool, options, item, step, where, amount):
    """Do what one step says, to what is at ``where`` if the verb has a target."""
    seat = item.seat
    if is_beyond(state, step.verb, where):
        return
    match step.verb:
        case Verb.DRAW:
            draw_cards(state, options, seat, amount)
        case Verb.PLAYER_DRAWS:
            draw_cards(state, options, where // MOST, amount)
        case Verb.DISCARD:
            for copy in each(state.pick.cards):
                discard(state, seat, copy)
        case Verb.PLAYER_DISCARDS:
            plan_in_turn(state, Task.DISCARDS, seat, where // MOST, amount)
        case Verb.PLAYER_LOSES_CARDS:
            lose_cards(state, seat, where // MOST, amount)
        case Verb.MILL:
            mill(state, seat, amount)
        case Verb.PLAYER_MILLS:
            mill(state, where // MOST, amount)
        case Verb.SEARCH:
            search(state, seat)
        case Verb.RECOVER:
            recover(state, seat)
        case Verb.REVIVE | Verb.DEPLOY | Verb.RAMP:
            put_into_play(state, pool, options, seat, step.verb)
        case Verb.RECYCLE:
            recycle(state, seat)
        case Verb.LOOK:
            state.players[where // MOST].known[seat] = state.players[where // MOST].hand
        case Verb.CANCEL:
            cancel_at(state, pool, where)
        case Verb.OWNER_MAY_PAY:
            let_owner_pay(state, item, where, amount)
        case Verb.PAY:
            pay(state, pool, item, step, amount)
        case Verb.PAY_MANA:
            pay_mana(state, pool, item, step.word, amount)
        case Verb.ADD_MANA:
            if step.word == GENERIC:
                plan_for(state, Task.ANY_MANA, seat, amount)
            else:
                add_mana(state, seat, step.word, amount)
        case Verb.GAIN:
            add_energy(state, where, amount)
        case Verb.LOSE:
            add_energy(state, where, -amount)
        case Verb.MOVE_ENERGY:
            move_energy(state, where, amount)
        case Verb.ENERGIZE:
            energize(state, pool, where)
        case Verb.DAMAGE:
            hurt(state, pool, where, amount)
        case Verb.SPLIT_DAMAGE:
            plan_damage_split(state, item, where, amount)
        case Verb.DESTROY:
            destroy(state, pool, where)
        case Verb.SACRIFICE:
            sacrifice(state, pool, item, where)
        case Verb.PLAYER_SACRIFICES:
            plan_in_turn(state, Task.SACRIFICES, seat, where // MOST, amount)
        case Verb.BOUNCE:
            leave_by_effect(state, pool, where, Remains.HAND)
        case Verb.SHUFFLE_IN:
            leave_by_effect(state, pool, where, Remains.DECK)
        case Verb.TAP:
            tap(state, where)
        case Verb.UNTAP:
            player = state.players[where // MOST]
            player.tapped = remove(player.tapped, where % MOST)
        case Verb.SET_MODE:
            set_mode(state, where, step.word)
        case Verb.ATTACH:
            attach_objects(state, pool, where)
        case Verb.ADD_APPROVAL:
            add_counters(state, Noun.SHRINE, where, amount)
        case Verb.ADD_LOYALTY:
            add_counters(state, Noun.DEITY, where, amount)
        case Verb.REMOVE_APPROVAL:
            add_counters(state, Noun.SHRINE, where, -amount)
        case Verb.REMOVE_LOYALTY:
            add_counters(state, Noun.DEITY, where, -amount)
        case Verb.SUMMON:
            call(state, where)
        case Verb.LANDS_THIS_TURN:
            player = state.players[seat]
            player.more_lands = min(CHOICES, player.more_lands + amount)
        case _:
            change(state, pool, item, step, where)


@rule
def is_beyond(state, verb, where):
    """Return whether a verb of cards in play and players is said of an item on the stack."""
    is_item = where != NOTHING and is_on_stack(state, where)
    return is_item and verb != Verb.CANCEL and verb != Verb.OWNER_MAY_PAY


# The stack


@rule
def cancel_at(state, pool, where):
    """Cancel an item on the stack (R46)."""
    number = number_at(state, where)
    if number != NOTHING:
        note_taken(state, pool, where)
        cancel(state, pool, number)


@rule
def let_owner_pay(state, item, where, n):
    """Let the owner of an item on the stack pay, with the Demigod; done if it was paid.

    Several are asked in turn order (R53).
    """
    item.held = 0
    number = number_at(state, where)
    if number == NOTHING:
        return
    todo = push_task(state, Task.MAY_PAY)
    todo.seat = state.stack[number].seat
    todo.begun = 0
    todo.n = n
    sort_in_turn(state, item.seat)


# Energy and mana


@rule
def pay(state, pool, item, step, n):
    """Pay energy: as much as is said, or nothing at all (R12)."""
    where = payer_of(state, item.seat, item.copy_id)
    if where == NOTHING:
        item.held = is_cost(pool, item)  # given up for the same cost, with all its energy
    elif energy_at(state, where) >= n:
        set_energy(state, where, energy_at(state, where) - n)
    else:
        item.held = 0
    if item.held and step.amount.up_to:
        state.paid += n


@rule
def is_cost(pool, item):
    """Return whether the step under way is part of an ability's cost."""
    return item.step < pool.abilities[item.ability].n_costs


@rule
def pay_mana(state, pool, item, word, n):
    """Have mana paid out of pool and mana abilities; an effect that cannot be paid is not."""
    ability = pool.abilities[item.ability]
    if is_cost(pool, item):
        if taps_itself(pool, ability):
            tap(state, place(item.seat, item.copy_id))  # so that it makes no mana for its cost
    elif not can_pay_word(state, pool, item.seat, word, n):
        item.held = 0
        return
    clear_due(state)
    state.due[word] = min(n, MOST_MANA)
    if is_cost(pool, item):
        rest = item.step + 1
        add_mana_named(state, pool, item.seat, item.copy_id, ability, rest, state.later)
    owe(state, item.seat)


@rule
def can_bear(state, where):
    """Return whether energy counters can be on what is at a place, now."""
    player, copy = state.players[where // MOST], where % MOST
    return has(player.bearers, copy) and copy_in_play(state, where) != NOTHING


@rule
def move_energy(state, to, n):
    """Move energy from one thing to another, as far as there is any."""
    for where in each(load(state.objects)):
        if is_on_stack(state, where):
            continue
        moved = min(np.int64(n), energy_at(state, where))
        if where != to and can_bear(state, where) and can_bear(state, to):
            add_energy(state, where, -moved)
            add_energy(state, to, moved)


# Damage and death


@rule
def plan_damage_split(state, item, where, n):
    """Plan how damage is split among targets, once for all of them (D41)."""
    targets = load(state.pick.places)
    if where != first(targets):
        return
    todo = push_task(state, Task.SPLIT_EFFECT)
    todo.seat = item.seat
    todo.n = max(0, min(CHOICES, n))
    todo.begun = 0
    for word in range(len(todo.it)):
        todo.it[word] = targets[word]


@rule
def destroy(state, pool, where):
    """Destroy a permanent that is not Enduring (K8, R27)."""
    is_permanent = has(state.players[where // MOST].field, where % MOST)
    if is_permanent and not has_keyterm(state, where, Keyterm.ENDURING):
        note_taken(state, pool, where)
        keep(add(load(state.dying), where), state.dying)


@rule
def sacrifice(state, pool, item, where):
    """Give up an own permanent."""
    if where // MOST != item.seat or not has(state.players[item.seat].field, where % MOST):
        return
    note_taken(state, pool, where)
    keep(add(load(state.dying), where), state.dying)


@rule
def leave_by_effect(state, pool, where, remains):
    """Take a permanent out of play to its owner's hand or deck (R27)."""
    seat, copy = where // MOST, where % MOST
    if has(state.players[seat].field, copy):
        note_taken(state, pool, where)
        leave_play(state, pool, seat, copy, remains)


# How things stand


@rule
def tap(state, where):
    """Tap what can be tapped: Demigods and Deities cannot."""
    player = state.players[where // MOST]
    if has(player.field & ~player.kind[Noun.DEITY], where % MOST):
        player.tapped = add(player.tapped, where % MOST)


@rule
def set_mode(state, where, mode):
    """Put a combat card into a mode at once (D54)."""
    player = state.players[where // MOST]
    if not has(player.kind[Noun.COMBAT_CARD], where % MOST):
        return
    if mode == Mode.DEFENSE:
        player.defense = add(player.defense, where % MOST)
    else:
        player.defense = remove(player.defense, where % MOST)


@rule
def attach_objects(state, pool, host):
    """Attach things to a host, if they could have been played or equipped there (D51)."""
    for what in each(load(state.objects)):
        if is_on_stack(state, what):
            continue
        seat, copy = what // MOST, what % MOST
        card = card_of_place(state, pool, what)
        if has(state.players[seat].field, copy) and can_host(state, pool, seat, copy, card, host):
            detach(state, seat, copy)
            attach(state, what, host)
            note_changes(state, pool)


@rule
def add_counters(state, bearer, where, n):
    """Add counters to a Shrine or Deity, or take them off as far as there are any."""
    player, copy = state.players[where // MOST], where % MOST
    if not has(player.kind[bearer], copy):
        return
    player.counters[copy] = max(0, min(COUNTERS, player.counters[copy] + n))
    state.unsettled = 1
    state.counted += 1


@rule
def call(state, where):
    """Let a Shrine call its Deity; its player may pay at once (R23)."""
    seat, copy = where // MOST, where % MOST
    player = state.players[seat]
    if has(player.field, copy):
        player.called = add(player.called, copy)
        todo = push_task(state, Task.SUMMON)
        todo.n = 0
        todo.seat = seat
        todo.copy_id = copy


# Lasting changes


@rule
def change(state, pool, item, step, where):
    """Put a lasting verb in force upon a thing, or upon the player whose effect it is."""
    last_turn = last_turn_of(state, step.duration, item.seat)
    size_now = size_of_change(state, pool, item.seat, item.copy_id, step)
    if where != NOTHING:
        copy = where % MOST
        add_lasting(state, pool, step.verb, where // MOST, copy, size_now, last_turn)
        return
    if step.verb == Verb.YOU_PAY or step.verb == Verb.ENEMIES_PAY:
        n = amount_of(state, pool, item.seat, item.copy_id, step.amount)
        size_now = max(-SURCHARGE, min(SURCHARGE, n)) * COST_KINDS + step.word
    add_lasting(state, pool, step.verb, item.seat, NOTHING, size_now, last_turn)
