"""Attack, Block and Damage Judgement (section E)."""

import numpy as np

from evenhand.decks.blackpoker.card import Suit
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.agenda import pop_task, push_task
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, add, each, first, has, remove
from evenhand.simulate.engine.state import ask
from evenhand.simulate.games.blackpoker.enums import BULWARK, Deed, EndReason, Question, Task
from evenhand.simulate.games.blackpoker.moving_cards import (
    cards_of,
    charged_bulwarks,
    fell,
    hurt,
    is_bulwark,
    strength,
    strength_of_all,
    turn_character,
)
from evenhand.simulate.games.blackpoker.triggers import raise_deed

__all__ = [
    "attack_candidates", "begin_block", "block_soldiers", "block_walls",
    "end_attack", "judge", "kills", "name_attacker", "name_blocker", "name_no_more_blockers",
    "take_attackers", "take_blockers",
]  # fmt: skip


# Attack (E1, E2)


@rule
def attack_candidates(state):
    """Return the set of soldiers that can be named attackers."""
    player = state.players[state.active]
    found = EMPTY
    for soldier in each(player.soldiers & ~player.driven):
        if is_prepared(player, soldier):
            found = add(found, soldier)
    return found


@rule
def is_prepared(player, soldier):
    """Return whether a soldier has a card from before this turn, or an ace, which is in haste."""
    cards = cards_of(player, soldier)
    return cards & (~player.fresh | player.aces) != EMPTY


@rule
def take_attackers(state):
    """Ask for one attacker more while there are candidates."""
    if attack_candidates(state) != EMPTY:
        ask(state, state.active, Question.ATTACKER)
    else:
        end_attack(state)


@rule
def name_attacker(state, soldier):
    """Drive a soldier as an attacker."""
    state.attackers = add(state.attackers, soldier)
    turn_character(state.players[state.active], soldier, True)


@rule
def end_attack(state):
    """Raise Block if anyone attacks."""
    pop_task(state)
    if state.attackers != EMPTY:
        raise_deed(state, Deed.BLOCK, state.active)


# Block (E3, E4)


@rule
def begin_block(state):
    """Ask the enemy for blockers, attacker by attacker."""
    push_task(state, Task.BLOCKERS).left = state.attackers & state.players[state.active].soldiers
    for attacker in each(state.attackers):
        state.blockers[attacker] = EMPTY
        state.wall[attacker] = NOTHING


@rule
def take_blockers(state, options, item):
    """Ask who blocks the next attacker that anyone could block."""
    while item.left != EMPTY:
        attacker = first(item.left)
        if block_soldiers(state, options, attacker) | block_walls(state, options, attacker):
            ask(state, enemy_of(state.active), Question.BLOCKER)
            return
        item.left = remove(item.left, attacker)
    pop_task(state)
    raise_deed(state, Deed.JUDGEMENT, state.active)


@rule
def block_soldiers(state, options, attacker):
    """Return the set of soldiers that can block an attacker (C6)."""
    player = state.players[enemy_of(state.active)]
    free = player.soldiers & ~player.driven & ~state.blockers[attacker]
    if not options.block_many:
        for other in each(state.attackers):
            free &= ~state.blockers[other]
    return free


@rule
def block_walls(state, options, attacker):
    """Return the set of places whose bulwark can block an attacker, which it does alone (C6)."""
    if state.blockers[attacker] != EMPTY:
        return np.int64(EMPTY)
    free = charged_bulwarks(state.players[enemy_of(state.active)])
    if not options.block_many:
        for other in each(state.attackers):
            if state.wall[other] != NOTHING:
                free = remove(free, state.wall[other])
    return free


@rule
def name_blocker(state, item, character):
    """Let a character block the attacker in question; a bulwark does so alone."""
    attacker = first(item.left)
    if is_bulwark(character):
        state.wall[attacker] = character - BULWARK
        item.left = remove(item.left, attacker)
    else:
        state.blockers[attacker] = add(state.blockers[attacker], character)


@rule
def name_no_more_blockers(item):
    """Go on to the next attacker."""
    item.left = remove(item.left, first(item.left))


# Damage Judgement (E6, E7)


@rule
def judge(state):
    """Compare all attackers with their blockers at once; then move cards, then damage."""
    own, enemy = state.players[state.active], state.players[enemy_of(state.active)]
    fallen, slain, broken, damage = EMPTY, EMPTY, EMPTY, np.int64(0)
    for attacker in each(state.attackers & own.soldiers):
        blockers = state.blockers[attacker] & enemy.soldiers
        place = state.wall[attacker]
        ours = strength(own, attacker)
        if place != NOTHING and has(enemy.bulwarks, place):
            broken = add(broken, place)
            if kills(own, attacker, enemy, enemy.bulwark[place]):
                fallen = add(fallen, attacker)
        elif blockers != EMPTY:
            theirs = strength_of_all(enemy, blockers)
            fallen |= add(EMPTY, attacker) if ours <= theirs else EMPTY
            slain |= blockers if theirs <= ours else EMPTY
        else:
            damage += ours
    clear_field(own, fallen, EMPTY)
    clear_field(enemy, slain, broken)
    hurt(state, enemy_of(state.active), damage, EndReason.ATTACK)
    state.attackers = EMPTY


@rule
def kills(attacking, attacker, blocking, copy):
    """Return whether a bulwark's card takes an attacker with it: a Joker, or an equal number."""
    if has(blocking.of_suit[Suit.NONE], copy):
        return True
    for card in each(cards_of(attacking, attacker)):
        if attacking.number[card] == blocking.number[copy]:
            return True
    return False


@rule
def clear_field(player, soldiers, places):
    """Move soldiers and bulwarks to the grave."""
    for soldier in each(soldiers):
        fell(player, soldier)
    for place in each(places):
        fell(player, BULWARK + place)
