"""Combat damage: worked out, split, put on the stack (R16-R18, K7)."""

import numpy as np

from evenhand.decks.divino.words import Keyterm, Noun
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.agenda import pop_task, push_task
from evenhand.simulate.engine.sets import (
    EMPTY,
    MOST,
    add,
    each,
    first,
    full,
    has,
    is_empty,
    nothing_in,
    nth,
    size,
)
from evenhand.simulate.engine.stack import push_item
from evenhand.simulate.engine.state import ask, fail
from evenhand.simulate.games.divino.combat.dealing_damage import defense_left, is_demigod
from evenhand.simulate.games.divino.enums import STACK_SLOTS, Kind, Question, Step, Task
from evenhand.simulate.games.divino.in_play.moving_cards import forget_acted
from evenhand.simulate.games.divino.in_play.numbers import atk_of, energy_at, has_keyterm
from evenhand.simulate.games.divino.in_play.places import in_play, place, stack_spots
from evenhand.simulate.games.divino.options import StrikeBack
from evenhand.simulate.games.divino.turn_tasks import push_step

__all__ = ["split_on", "split_point", "split_targets", "stack_damage", "work_out"]

FORESTRIKE_ROUND = 0


# Working it out


@rule
def work_out(state, pool, options, item):
    """Work out the damage of one round of a fight; where it can be split, plan asking (R16-R18)."""
    number = item.n
    pop_task(state)
    if number == FORESTRIKE_ROUND and not has_forestrike(state):
        return
    state.n_hits = 0
    push_step(state, Step.DAMAGE)
    push_task(state, Task.STACK_DAMAGE)
    # what is planned last is asked first: the active player, then the others in turn order (R52)
    for back in range(1, len(state.players)):
        seat = (np.int64(state.active) - back) % len(state.players)
        if state.out[seat] == 0:
            strike_back(state, pool, options, number, seat)
    for behind in range(size(state.attackers) - 1, -1, -1):
        strike(state, pool, options, number, nth(state.attackers, behind))


@rule
def has_forestrike(state):
    """Return whether a card in the fight deals its damage before the others (K6)."""
    for seat in range(len(state.players)):
        player = state.players[seat]
        fighters = (player.blocking | player.attacked) & in_play(state, seat)
        if seat == state.active:
            fighters |= state.attackers
        for copy in each(fighters):
            if has_keyterm(state, place(seat, copy), Keyterm.FORESTRIKE):
                return True
    return False


@rule
def strikes_now(state, pool, number, seat, copy):
    """Return whether a card deals its combat damage in this round (K6)."""
    player = state.players[seat]
    if has(player.struck, copy):
        return False
    is_early = has_keyterm(state, place(seat, copy), Keyterm.FORESTRIKE)
    if number == FORESTRIKE_ROUND and not is_early:
        return False
    player.struck = add(player.struck, copy)
    return True


@rule
def strike(state, pool, options, number, copy):
    """Work out what an attacker deals: to its blockers, or to what it attacks (R16, R17)."""
    seat = state.active
    if not strikes_now(state, pool, number, seat, copy):
        return
    where, aim = place(seat, copy), state.players[seat].aim[copy]
    n = atk_of(state, where)
    if not has(state.blocked, copy):
        add_hit(state, pool, where, aim, n)
        return
    owner, blockers = blockers_of(state, where)
    if blockers != EMPTY:
        plan_split(state, pool, where, seat, owner, blockers, n)
    elif has_keyterm(state, where, Keyterm.OVERRUN) or (
        options.blocked_attack_hits_target and aim >= 0 and not is_demigod(state, aim)
    ):
        add_hit(state, pool, where, aim, n)


@rule
def blockers_of(state, attacker):
    """Return the player whose cards block an attacker, and the set of these."""
    for seat in range(len(state.players)):
        player = state.players[seat]
        found = EMPTY
        for copy in each(player.blocking):
            if player.aim[copy] == attacker:
                found = add(found, copy)
        if found != EMPTY:
            return np.int64(seat), np.int64(found)
    return np.int64(0), np.int64(EMPTY)


@rule
def strike_back(state, pool, options, number, seat):
    """Work out what a player's blockers, attacked cards and Demigod deal (R18)."""
    player = state.players[seat]
    for copy in each(player.blocking):
        if player.aim[copy] >= 0 and strikes_now(state, pool, number, seat, copy):
            n = atk_of(state, place(seat, copy))
            add_hit(state, pool, place(seat, copy), player.aim[copy], n)
    for copy in each(player.attacked & in_play(state, seat) & ~player.kind[Noun.SHRINE]):
        foes = foes_struck_back(state, options, place(seat, copy))
        if foes != EMPTY and strikes_now(state, pool, number, seat, copy):
            n = atk_of(state, place(seat, copy))
            plan_split(state, pool, place(seat, copy), seat, state.active, foes, n)


@rule
def foes_struck_back(state, options, target):
    """Return the set of attackers that what is at a place strikes back at (R18, D55)."""
    foes = unblocked_foes(state, target)
    if options.strike_back == StrikeBack.ATTACKED or not is_demigod(state, target):
        return foes
    if energy_at(state, target) == 0:
        return np.int64(EMPTY)
    found = EMPTY
    for copy in each(foes):
        if atk_of(state, place(state.active, copy)) > defense_left(state, target):
            found = add(found, copy)
    return np.int64(found)


@rule
def unblocked_foes(state, target):
    """Return the set of unblocked attackers of what is at a place (R18)."""
    found = EMPTY
    for copy in each(state.attackers & ~state.blocked):
        if state.players[state.active].aim[copy] == target:
            found = add(found, copy)
    return found


@rule
def add_hit(state, pool, source, target, n):
    """Add damage from one card to another; nothing to what has left."""
    if target < 0 or n <= 0:
        return
    for number in range(state.n_hits):
        hit = state.hits[number]
        if hit.source == source and hit.target == target:
            hit.amount += n
            return
    if state.n_hits == len(state.hits):
        fail(state)
        return
    hit = state.hits[state.n_hits]
    hit.source = source
    hit.target = target
    hit.amount = n
    hit.leeching = has_keyterm(state, source, Keyterm.LEECHING)
    hit.order = state.players[source // MOST].order[source % MOST]
    state.n_hits += 1


# Splits


@rule
def plan_split(state, pool, source, seat, owner, targets, n):
    """Plan that a player splits damage among cards of one player; one target takes it all."""
    is_open = size(targets) > 1 or has_keyterm(state, source, Keyterm.OVERRUN)
    if n <= 0:
        return
    if not is_open:
        add_hit(state, pool, source, place(owner, first(targets)), n)
        return
    item = push_task(state, Task.SPLIT)
    item.seat = seat
    item.place = source
    item.copies = targets
    item.step = owner
    item.n = n


@rule
def split_on(state, pool, item):
    """Ask whom the next point goes to; what leaves no choice is done at once."""
    if item.n == 0:
        pop_task(state)
        return
    targets = split_targets(state, pool, item)
    if is_empty(targets):
        pop_task(state)
    elif size(targets) == 1 and not may_overrun(state, item):
        add_hit(state, pool, item.place, first(targets), item.n)
        pop_task(state)
    elif size(targets) == 1:
        split_point(state, pool, item, first(targets))
    else:
        ask(state, item.seat, Question.SPLIT)


@rule
def may_overrun(state, item):
    """Return whether a split is of an attacker with Overrun."""
    is_attacker = item.place // MOST == state.active
    return is_attacker and has_keyterm(state, item.place, Keyterm.OVERRUN)


@rule
def split_targets(state, pool, item):
    """Return the set of places that the next point of damage can go to (K7)."""
    found = nothing_in(state.it)
    is_enough = True
    for copy in each(item.copies & in_play(state, item.step)):
        where = place(item.step, copy)
        found = add(found, where)
        if dealt_to(state, item.place, where) < needed_by(state, where):
            is_enough = False
    if is_enough and may_overrun(state, item):
        aim = state.players[state.active].aim[item.place % MOST]
        if aim >= 0:
            found = add(found, aim)
    return found


@rule
def dealt_to(state, source, target):
    """Return the damage from one card to another so far."""
    for number in range(state.n_hits):
        if state.hits[number].source == source and state.hits[number].target == target:
            return np.int64(state.hits[number].amount)
    return np.int64(0)


@rule
def needed_by(state, where):
    """Return the damage that a blocker must be given before Overrun passes it (K7)."""
    return energy_at(state, where) + defense_left(state, where)


@rule
def split_point(state, pool, item, target):
    """Let the next point of damage go to a card."""
    add_hit(state, pool, item.place, target, 1)
    item.n -= 1


@rule
def stack_damage(state):
    """Put the damage on the stack, if there is any (R16)."""
    pop_task(state)
    if state.n_hits == 0:
        return
    stack_item = state.current[0]
    stack_item.kind = Kind.DAMAGE
    stack_item.seat = state.active
    stack_item.copy_id = NOTHING
    stack_item.ability = NOTHING
    stack_item.it = NOTHING
    forget_acted(stack_item)
    stack_item.spot = first(full(STACK_SLOTS) & ~stack_spots(state) | 1 << STACK_SLOTS)
    for group in range(len(stack_item.targets)):
        for number in range(len(stack_item.targets[group])):
            stack_item.targets[group, number] = NOTHING
    push_item(state, stack_item)
