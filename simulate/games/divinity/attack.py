"""The attack: attackers, targets and blows (R12, R13).

announced -> "when this attacks" -> flip window -> all damage at once -> what has fallen
leaves -> who has won? -> end of the turn, where trophies are taken
"""

import numpy as np

from evenhand.decks.divinity.words import Moment, Verb
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import is_changed
from evenhand.simulate.engine.agenda import pop_task, push_task
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, add, each, has
from evenhand.simulate.engine.state import ask
from evenhand.simulate.games.divinity.enums import DEITIES, Question, Task
from evenhand.simulate.games.divinity.moments import happens
from evenhand.simulate.games.divinity.moving_cards import hurt
from evenhand.simulate.games.divinity.numbers import suffered
from evenhand.simulate.games.divinity.places import at, deities_of, spot, walls_of
from evenhand.simulate.games.divinity.turn import plan_flips

__all__ = [
    "announce", "ask_for_target", "attacker_of", "blows", "can_attack", "choose_target",
    "has_attack", "targets_of",
]  # fmt: skip


@rule
def can_attack(state, pool, options, where):
    """Return whether a Deity may attack (R12, E1, E10)."""
    if state.turn == 1 and not options.first_player_attacks:
        return False
    return has(state.taken, where) and not is_changed(state, pool, Verb.CANNOT_ATTACK, where)


@rule
def targets_of(state, pool, attacker):
    """Return the set of spots that a Deity may attack: Deities, or Walls if there is none (R12)."""
    enemy = enemy_of(state.active)
    found = deities_of(state, enemy)
    if found == EMPTY or is_changed(state, pool, Verb.ATTACKS_WALLS, attacker):
        found |= walls_of(state, enemy)
    for i in range(DEITIES):
        if state.attackers[i] != NOTHING:
            found &= ~(np.int64(1) << np.int64(state.targets[i]))  # no target twice
    return open_to_attack(state, pool, found)


@rule
def open_to_attack(state, pool, found):
    """Leave out what can't be attacked."""
    open_ = EMPTY
    for where in each(found):
        if not is_changed(state, pool, Verb.CANNOT_BE_ATTACKED, where):
            open_ = add(open_, where)
    return open_


@rule
def has_attack(state, pool, options):
    """Return whether the active player has any attack to announce."""
    for where in each(deities_of(state, state.active)):
        is_able = can_attack(state, pool, options, where)
        if is_able and targets_of(state, pool, where) != EMPTY:
            return True
    return False


@rule
def announce(state):
    """Begin an attack, the last thing in a turn (R4, R12)."""
    pop_task(state)  # the actions of the turn are over
    push_task(state, Task.BLOWS)
    plan_flips(state, state.active, 0)
    push_task(state, Task.TARGETS).attacker = 0


@rule
def ask_for_target(state, pool, options, item):
    """Ask for the target of the next Deity that can attack; after the last, go on (R12, E8)."""
    while item.attacker < DEITIES:
        where = spot(state.active, item.attacker)
        is_able = can_attack(state, pool, options, where)
        if is_able and targets_of(state, pool, where) != EMPTY:
            ask(state, state.active, Question.TARGET)
            return
        item.attacker += 1
    pop_task(state)
    for i in range(DEITIES):
        if state.attackers[i] != NOTHING:
            happens(state, pool, spot(state.active, i), Moment.ATTACKS)


@rule
def choose_target(state, item, target):
    """Announce whom a Deity attacks, or that it stays back."""
    i = item.attacker
    if target != NOTHING:
        state.attackers[i] = at(state, spot(state.active, i)).copy_id
        state.targets[i] = target
        state.target_copies[i] = at(state, target).copy_id
    item.attacker += 1


@rule
def blows(state, pool):
    """Deal all damage at once; a pair of which one is gone is cancelled (R13)."""
    pop_task(state)
    for i in range(DEITIES):
        state.blows[i] = blow(state, pool, i)
    for i in range(DEITIES):
        if state.blows[i] > 0:
            state.struck = add(state.struck, state.targets[i])
            hurt(state, pool, state.targets[i], state.blows[i])


@rule
def blow(state, pool, i):
    """Return the damage that one attacker deals (R13, E17)."""
    where = spot(state.active, i)
    if state.attackers[i] == NOTHING or at(state, where).copy_id != state.attackers[i]:
        return np.int64(0)
    target = state.targets[i]
    if at(state, target).copy_id != state.target_copies[i]:
        return np.int64(0)
    return suffered(state, pool, target, at(state, where).atk)


@rule
def attacker_of(state, target):
    """Return the spot of the Deity whose blow has just struck a target."""
    for i in range(DEITIES):
        if state.attackers[i] != NOTHING and state.targets[i] == target:
            return spot(state.active, i)
    return NOTHING
