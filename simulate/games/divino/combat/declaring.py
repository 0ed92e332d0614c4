"""The Combat Phase: attackers, blockers, and what each of them may do (R13-R15, R45, R52)."""

import numpy as np

from evenhand.decks.divino.words import Keyterm, Moment, Noun, Verb
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import end_lasting_by, is_changed
from evenhand.simulate.engine.abilities.triggers import trigger, trigger_about
from evenhand.simulate.engine.agenda import peek_task, pop_task, push_task
from evenhand.simulate.engine.seats import next_seat, rivals_of
from evenhand.simulate.engine.sets import EMPTY, MOST, add, each, first, nothing_in, size
from evenhand.simulate.engine.state import ask, fail
from evenhand.simulate.games.divino.costs.mana import is_sick
from evenhand.simulate.games.divino.enums import DECLARED, Act, Question, Step, Task
from evenhand.simulate.games.divino.in_play.moving_cards import aimed_at, tell_others
from evenhand.simulate.games.divino.in_play.numbers import has_keyterm
from evenhand.simulate.games.divino.in_play.places import kind_of, place, together
from evenhand.simulate.games.divino.in_play.spans import THIS_COMBAT
from evenhand.simulate.games.divino.in_play.targets import is_banned
from evenhand.simulate.games.divino.passing import rouse_all, rouse_enemies
from evenhand.simulate.games.divino.turn_tasks import push_step

__all__ = [
    "add_attacker", "add_blocker", "attack_on", "attackable", "attackable_of", "attackers_before",
    "attackers_for", "block_on", "blockers_for", "declare_attacker", "declare_blocker",
    "end_combat", "is_forced", "may_attack",
]  # fmt: skip


# Attackers


@rule
def attack_on(state, pool, options, item):
    """Ask for a further attacker, as long as there is one (R14)."""
    is_done = item.n != 0 or is_banned(state, options, state.active)
    if not is_done and attackers_for(state, pool) != EMPTY:
        ask(state, state.active, Question.ATTACK)
        return
    pop_task(state)
    if state.attackers != EMPTY:
        end_of_attack(state, pool)
    elif not is_banned(state, options, state.active):
        push_step(state, Step.ATTACKERS)


@rule
def attackers_for(state, pool):
    """Return the set of cards that can still be declared as attackers (R13, R14)."""
    player = state.players[state.active]
    found = EMPTY
    standing = kind_of(state, state.active, Noun.COMBAT_CARD) & ~player.tapped & ~player.defense
    for copy in each(standing & ~state.attackers):
        if may_attack(state, pool, state.active, copy):
            found = add(found, copy)
    return found


@rule
def may_attack(state, pool, seat, copy):
    """Return whether nothing keeps a card from attacking: sickness, Defender, effects (R14, K1)."""
    where = place(seat, copy)
    return not (
        is_sick(state, seat, copy)
        or has_keyterm(state, where, Keyterm.DEFENDER)
        or is_changed(state, pool, Verb.CANNOT_ATTACK, where)
    )


@rule
def attackable(state):
    """Return the set of places that can be attacked (R14, D22, D31)."""
    found = nothing_in(state.it)
    for seat in each(rivals_of(state, state.active)):
        found = together(found, seat, attackable_of(state, seat))
    return found


@rule
def attackable_of(state, seat):
    """Return the set of a player's cards that can be attacked (R14, D22, D31)."""
    player = state.players[seat]
    fighters = kind_of(state, seat, Noun.COMBAT_CARD) & ~player.defense
    buildings = kind_of(state, seat, Noun.FORTRESS) | kind_of(state, seat, Noun.SHRINE)
    return add(fighters | buildings, player.demigod)


@rule
def add_attacker(state, copy, target):
    """Declare an attacker and what it attacks (R14)."""
    state.attackers = add(state.attackers, copy)
    state.players[state.active].aim[copy] = target
    note_declared(state, state.active, copy)


@rule
def note_declared(state, seat, copy):
    """Note in which order attackers and blockers were declared (D42)."""
    if state.n_declared == DECLARED:
        fail(state)
        return
    state.players[seat].order[copy] = state.n_declared
    state.n_declared += 1


@rule
def end_of_attack(state, pool):
    """Tap the attackers, then triggers; plan the rest of the fight (R14, R45)."""
    player = state.players[state.active]
    for copy in each(state.attackers):
        if not has_keyterm(state, place(state.active, copy), Keyterm.TIRELESS):
            player.tapped = add(player.tapped, copy)
        target = player.aim[copy]
        prey = state.players[aimed_at(target)]
        prey.attacked = add(prey.attacked, target % MOST)
    rouse_enemies(state, state.active)
    for copy in each(state.attackers):
        tell_of_attack(state, pool, copy)
    plan_fight(state)


@rule
def tell_of_attack(state, pool, copy):
    """Let all know who care that a card attacks."""
    seat = state.active
    trigger(state, pool, seat, copy, Moment.ATTACKS)
    tell_others(state, pool, seat, copy, Moment.OTHER_ATTACKS)
    for owner in range(len(state.players)):
        player = state.players[owner]
        for thing in each(player.attached):
            if player.host[thing] == place(seat, copy):
                trigger_about(state, pool, owner, thing, Moment.HOST_ATTACKS, place(seat, copy))


@rule
def plan_fight(state):
    """Plan priority, blocks of each attacked player in turn order, priority, damage (R52)."""
    push_task(state, Task.DAMAGE).n = 1
    push_task(state, Task.DAMAGE).n = 0
    push_step(state, Step.BLOCKERS)
    first_blocker = state.n_tasks
    seat = next_seat(state, state.active)
    while seat != state.active:
        if is_attacked(state, seat):
            item = push_task(state, Task.BLOCKERS)
            item.seat = seat
            item.n = 0
        seat = next_seat(state, seat)
    turn_round(state, first_blocker)
    push_step(state, Step.ATTACKERS)


@rule
def turn_round(state, start):
    """Let the tasks from one on stand in the other order: the first planned on top."""
    low, high = np.int64(start), np.int64(state.n_tasks) - 1
    while low < high:
        seat = state.agenda[low].seat
        state.agenda[low].seat = state.agenda[high].seat
        state.agenda[high].seat = seat
        low += 1
        high -= 1


@rule
def is_attacked(state, seat):
    """Return whether a player, or something of theirs, is attacked."""
    for copy in each(state.attackers):
        if aimed_at(state.players[state.active].aim[copy]) == seat:
            return True
    return False


@rule
def declare_attacker(state, action):
    """Name a further attacker, then what it attacks (R14)."""
    if action.kind == Act.PASS:
        peek_task(state).n = 1
        return
    targets = attackable(state)
    state.held_copy = action.copy_id
    if size(targets) == 1:
        add_attacker(state, action.copy_id, first(targets))
    else:
        ask(state, state.active, Question.ATTACK_WHAT)


# Blockers


@rule
def block_on(state, pool, item):
    """Ask for a further blocker, as long as there is one (R15)."""
    is_open = state.out[item.seat] == 0 and item.n == 0
    if is_open and blockers_for(state, pool, item.seat) != EMPTY:
        ask(state, item.seat, Question.BLOCK)
        return
    seat = item.seat
    pop_task(state)
    end_of_block(state, pool, seat)


@rule
def blockers_for(state, pool, seat):
    """Return the set of cards of a player that can still be declared as blockers (R15)."""
    player = state.players[seat]
    found = EMPTY
    free = kind_of(state, seat, Noun.COMBAT_CARD) & ~player.tapped & ~player.attacked
    for copy in each(free & ~player.blocking):
        if attackers_before(state, pool, seat, copy) != EMPTY:
            found = add(found, copy)
    return found


@rule
def attackers_before(state, pool, seat, copy):
    """Return the set of attackers that a card of a player can block (R15, K4, K5)."""
    found = EMPTY
    where = place(seat, copy)
    if is_changed(state, pool, Verb.CANNOT_BLOCK, where):
        return found
    attacker = state.players[state.active]
    for other in each(state.attackers):
        if aimed_at(attacker.aim[other]) == seat and can_reach(
            state, where, place(state.active, other)
        ):
            found = add(found, other)
    return found


@rule
def can_reach(state, blocker, attacker):
    """Return whether a blocker can stop an attacker: Winged ones only by Winged or Watchful."""
    if not has_keyterm(state, attacker, Keyterm.WINGED):
        return True
    return has_keyterm(state, blocker, Keyterm.WINGED) or has_keyterm(
        state, blocker, Keyterm.WATCHFUL
    )


@rule
def is_forced(state, seat):
    """Return whether a player must still block with a card: all are in defense mode (R15, D23)."""
    player = state.players[seat]
    fighters = kind_of(state, seat, Noun.COMBAT_CARD)
    return player.blocking == EMPTY and fighters & ~player.defense == EMPTY


@rule
def add_blocker(state, seat, copy, attacker):
    """Declare a blocker and whom it blocks (R15)."""
    player = state.players[seat]
    player.blocking = add(player.blocking, copy)
    player.aim[copy] = place(state.active, attacker)
    state.blocked = add(state.blocked, attacker)
    note_declared(state, seat, copy)


@rule
def end_of_block(state, pool, seat):
    """Let all know who blocks and who is blocked."""
    rouse_all(state)
    player = state.players[seat]
    stopped = EMPTY
    for copy in each(player.blocking):
        trigger(state, pool, seat, copy, Moment.BLOCKS)
        if player.aim[copy] != NOTHING:
            stopped = add(stopped, player.aim[copy] % MOST)
    for copy in each(stopped):
        trigger(state, pool, state.active, copy, Moment.IS_BLOCKED)


@rule
def declare_blocker(state, pool, seat, action):
    """Name a further blocker, then whom it blocks (R15)."""
    if action.kind == Act.PASS:
        peek_task(state).n = 1
        return
    attackers = attackers_before(state, pool, seat, action.copy_id)
    state.held_copy = action.copy_id
    if size(attackers) == 1:
        add_blocker(state, seat, action.copy_id, first(attackers))
    else:
        ask(state, seat, Question.BLOCK_WHAT)


# The end


@rule
def end_combat(state, pool):
    """End the fight and what lasts for it only."""
    state.attackers = EMPTY
    state.blocked = EMPTY
    state.n_declared = 0
    state.n_hits = 0
    for seat in range(len(state.players)):
        player = state.players[seat]
        player.blocking = EMPTY
        player.attacked = EMPTY
        player.struck = EMPTY
        for copy in each(player.field):
            player.spared[copy] = 0
    end_lasting_by(state, pool, THIS_COMBAT)
