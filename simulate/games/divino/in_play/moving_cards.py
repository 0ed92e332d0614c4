"""Cards that move: drawn, discarded, put into play and taken out of it; energy that changes."""

import numpy as np

from evenhand.decks.divino.words import Moment, Noun
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine import hands
from evenhand.simulate.engine.abilities.changes import forget_lasting, note_changes, note_coming
from evenhand.simulate.engine.abilities.selecting import lose_sight
from evenhand.simulate.engine.abilities.triggers import forget_uses, trigger, trigger_about
from evenhand.simulate.engine.agenda import peek_task, push_task
from evenhand.simulate.engine.hands import draw_top
from evenhand.simulate.engine.piles import reshuffle
from evenhand.simulate.engine.sets import (
    EMPTY,
    MOST,
    add,
    each,
    has,
    remove,
)
from evenhand.simulate.games.divino.enums import Remains, Task
from evenhand.simulate.games.divino.in_play.places import in_play, place

__all__ = [
    "add_energy", "aimed_at", "attach",  "detach",  "discard", "draw",
    "enter", "forget_acted", "leave_hand", "leave_play", "lose_aim", "lose_hold",
    "put_into_deck", "set_energy", "show", "take_from_deck", "tell_others",
]  # fmt: skip

MOST_ENERGY = 30_000


# Hands and decks


@rule
def draw(state, seat, n):
    """Draw cards, as many as there are (R5, D13); gives how many were missing."""
    player = state.players[seat]
    drawn = min(np.int64(n), np.int64(player.n_deck))
    for _ in range(drawn):
        draw_top(state, seat)
    return n - drawn


@rule
def discard(state, seat, copy):
    """Put a card from the hand into the discard pile."""
    player = state.players[seat]
    leave_hand(player, copy)
    player.discard = add(player.discard, copy)


@rule
def leave_hand(player, copy):
    """Take a card out of the hand; nobody knows it any more."""
    player.hand = remove(player.hand, copy)
    for viewer in range(len(player.known)):
        player.known[viewer] = remove(player.known[viewer], copy)


@rule
def take_from_deck(state, seat, copy):
    """Take a card out of the deck into the hand and show it (R25)."""
    hands.take_from_deck(state, seat, copy)
    show(state.players[seat], copy)


@rule
def show(player, copy):
    """Let all players know a card of a hand."""
    for viewer in range(len(player.known)):
        player.known[viewer] = add(player.known[viewer], copy)


@rule
def put_into_deck(state, seat, copy):
    """Shuffle a card that is nowhere into its owner's deck."""
    hands.put_into_deck(state, seat, copy)
    reshuffle(state, seat)


# Energy


@rule
def set_energy(state, where, n):
    """Let a thing have so much energy; at 0 it may have to leave play (R12)."""
    state.players[where // MOST].energy[where % MOST] = max(0, min(MOST_ENERGY, n))
    state.unsettled = 1
    state.counted += 1


@rule
def add_energy(state, where, n):
    """Add energy to a thing, or take it off as far as there is any; only what can bear it."""
    player, copy = state.players[where // MOST], where % MOST
    if has(player.bearers, copy) and has(in_play(state, where // MOST), copy):
        set_energy(state, where, player.energy[copy] + n)


# Into play


@rule
def enter(state, pool, options, seat, copy, host):
    """Put a card that is nowhere into play; what its entering brings is planned (R10, R11)."""
    player = state.players[seat]
    card = pool.cards[state.card_of[seat, copy]]
    player.field = add(player.field, copy)
    player.energy[copy] = card.energy if has(player.bearers, copy) else 0
    player.counters[copy] = card.loyalty
    if has(player.kind[Noun.COMBAT_CARD], copy):
        player.sick = add(player.sick, copy)
    if host != NOTHING:
        attach(state, place(seat, copy), host)
    state.unsettled = 1
    note_changes(state, pool)  # what is in play already may reach it
    plan_entering(state, seat, copy)


@rule
def plan_entering(state, seat, copy):
    """Plan what a card's entering brings; of cards that enter together, one after the other."""
    item = peek_task(state)
    if item.task == Task.ENTERED and item.seat == seat and item.n == 0:
        item.copies = add(item.copies, item.copy_id)
    else:
        item = push_task(state, Task.ENTERED)
        item.seat = seat
        item.copies = EMPTY
        item.n = 0
    item.copy_id = copy


@rule
def tell_others(state, pool, seat, copy, moment):
    """Let other own cards know what befalls a combat card of their player."""
    for other in each(remove(in_play(state, seat), copy)):
        trigger_about(state, pool, seat, other, moment, place(seat, copy))


@rule
def attach(state, what, host):
    """Attach a thing to a host (R24); who does it notes what that changes."""
    player, copy = state.players[what // MOST], what % MOST
    player.host[copy] = host
    player.attached = add(player.attached, copy)


@rule
def detach(state, seat, copy):
    """Let a thing be attached to nothing."""
    player = state.players[seat]
    player.host[copy] = NOTHING
    player.attached = remove(player.attached, copy)


# Out of play


@rule
def leave_play(state, pool, seat, copy, remains):
    """Take a card out of play; what was attached to it has no host any more (R24)."""
    where = place(seat, copy)
    trigger(state, pool, seat, copy, Moment.LEAVES)
    lose_hold(state, where)
    player = state.players[seat]
    player.field = remove(player.field, copy)
    forget_stand(player, copy)
    leave_fight(state, seat, copy)
    forget_uses(state, seat, copy)
    lose_sight(state, where)
    lose_aim(state, where)
    forget_lasting(state, pool, seat, copy)
    note_coming(state, pool, seat, copy)
    state.unsettled = 1
    is_deity = has(player.kind[Noun.DEITY], copy)
    put_away(state, seat, copy, Remains.ASIDE if is_deity else remains)


@rule
def forget_stand(player, copy):
    """Forget how a card stood."""
    player.tapped = remove(player.tapped, copy)
    player.defense = remove(player.defense, copy)
    player.sick = remove(player.sick, copy)
    player.played = remove(player.played, copy)
    player.called = remove(player.called, copy)
    player.attached = remove(player.attached, copy)
    player.host[copy] = NOTHING
    player.energy[copy] = 0
    player.counters[copy] = 0
    player.spared[copy] = 0
    player.struck = remove(player.struck, copy)


@rule
def put_away(state, seat, copy, remains):
    """Put a card that has left play where it goes."""
    player = state.players[seat]
    match remains:
        case Remains.DISCARD:
            player.discard = add(player.discard, copy)
        case Remains.HAND:
            player.hand = add(player.hand, copy)
            show(player, copy)
        case Remains.DECK:
            put_into_deck(state, seat, copy)
        case Remains.ASIDE:
            player.aside = add(player.aside, copy)
        case _:
            player.removed = add(player.removed, copy)


@rule
def lose_hold(state, host):
    """Let go what is attached to a card that leaves; Auras and Orbs follow it soon (R24, R44)."""
    for seat in range(len(state.players)):
        player = state.players[seat]
        for copy in each(player.attached):
            if player.host[copy] == host:
                detach(state, seat, copy)


@rule
def leave_fight(state, seat, copy):
    """Take a card out of the fight."""
    player = state.players[seat]
    player.blocking = remove(player.blocking, copy)
    player.attacked = remove(player.attacked, copy)
    if seat == state.active:
        state.attackers = remove(state.attackers, copy)
        state.blocked = remove(state.blocked, copy)


@rule
def lose_aim(state, where):
    """Let nothing aim at a place that becomes empty: attacks, blocks, targets, damage (R28)."""
    for seat in range(len(state.players)):
        player = state.players[seat]
        for copy in each(player.blocking):
            if player.aim[copy] == where:
                player.aim[copy] = nobody_of(where // MOST)
    for copy in each(state.attackers):
        if state.players[state.active].aim[copy] == where:
            state.players[state.active].aim[copy] = nobody_of(where // MOST)
    for number in range(state.n_hits):
        if state.hits[number].target == where:
            state.hits[number].target = NOTHING
    for number in range(state.n_stack):
        lose_target(state.stack[number], where)
    lose_target(state.current[0], where)


@rule
def nobody_of(seat):
    """Return the aim of an attack on something of a player that has left."""
    return -2 - seat


@rule
def aimed_at(aim):
    """Return the player that an attack is on, or whose attacker a block is before."""
    return aim // MOST if aim >= 0 else -2 - aim


@rule
def lose_target(stack_item, where):
    """Take a place out of what an item on the stack speaks of."""
    if stack_item.it == where:
        stack_item.it = NOTHING
    if where // MOST < len(stack_item.acted):
        acted = stack_item.acted
        acted[where // MOST] = remove(acted[where // MOST], where % MOST)
    for group in range(len(stack_item.targets)):
        for number in range(len(stack_item.targets[group])):
            if stack_item.targets[group, number] == where:
                stack_item.targets[group, number] = NOTHING


@rule
def forget_acted(stack_item):
    """Let no cost of an item on the stack have acted on anything."""
    for player in range(len(stack_item.acted)):
        stack_item.acted[player] = EMPTY
