"""Combat damage: worked out, split, put on the stack, dealt (R16-R19, R26, K6, K7, K10)."""

import numpy as np

from decks.divino.words import Keyterm, Moment, Noun, Verb
from decks.records import NOTHING
from simulate.engine.abilities.changes import close_lasting, is_changed, is_player_changed
from simulate.engine.abilities.triggers import trigger, trigger_about
from simulate.engine.agenda import drop_task, plan
from simulate.engine.compile import rule
from simulate.engine.sets import (
    EMPTY,
    MOST,
    each,
    first,
    full,
    has,
    is_empty,
    nothing_in,
    nth,
    size,
    with_,
)
from simulate.engine.stage import put_on_stage
from simulate.engine.state import ask, fail
from simulate.games.divino.cards import add_energy, forget_acted, set_energy
from simulate.games.divino.combat import plan_step
from simulate.games.divino.numbers import MOST_POINTS, atk_of, defense_of, energy_at, has_keyterm
from simulate.games.divino.places import copy_in_play, in_play, on_stage, place, player_place
from simulate.games.divino.words import (
    REQUEST_SLOTS,
    Kind,
    Question,
    Step,
    Task,
)

__all__ = [
    "answer_split", "deal_damage", "hurt", "split_on", "split_targets", "stage_damage",
    "take_damage", "tell_of_damage", "work_out",
]  # fmt: skip

FORESTRIKE_ROUND = 0


# Working it out


@rule
def work_out(state, table, options, item):
    """Work out the damage of one round of a fight; where it can be split, plan asking (R16-R18)."""
    number = item.n
    drop_task(state)
    if number == FORESTRIKE_ROUND and not has_forestrike(state):
        return
    state.n_hits = 0
    plan_step(state, Step.DAMAGE)
    plan(state, Task.STAGE_DAMAGE)
    # what is planned last is asked first: the active player, then the others in turn order (R52)
    for back in range(1, len(state.players)):
        seat = (np.int64(state.active) - back) % len(state.players)
        if state.out[seat] == 0:
            strike_back(state, table, number, seat)
    for behind in range(size(state.attackers) - 1, -1, -1):
        strike(state, table, options, number, nth(state.attackers, behind))


@rule
def has_forestrike(state):
    """Say whether a card in the fight deals its damage before the others (K6)."""
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
def strikes_now(state, table, number, seat, copy):
    """Say whether a card deals its combat damage in this round (K6)."""
    player = state.players[seat]
    if has(player.struck, copy):
        return False
    is_early = has_keyterm(state, place(seat, copy), Keyterm.FORESTRIKE)
    if number == FORESTRIKE_ROUND and not is_early:
        return False
    player.struck = with_(player.struck, copy)
    return True


@rule
def strike(state, table, options, number, copy):
    """Work out what an attacker deals: to its blockers, or to what it attacks (R16, R17)."""
    seat = state.active
    if not strikes_now(state, table, number, seat, copy):
        return
    where, aim = place(seat, copy), state.players[seat].aim[copy]
    n = atk_of(state, where)
    if not has(state.blocked, copy):
        add_hit(state, table, where, aim, n)
        return
    owner, blockers = blockers_of(state, where)
    if blockers != EMPTY:
        plan_split(state, table, where, seat, owner, blockers, n)
    elif has_keyterm(state, where, Keyterm.OVERRUN) or (
        options.blocked_attack_hits_target and aim >= 0 and not is_demigod(state, aim)
    ):
        add_hit(state, table, where, aim, n)


@rule
def is_demigod(state, where):
    """Say whether a place is that of a player's Demigod."""
    return has(state.players[where // MOST].kind[Noun.DEMIGOD], where % MOST)


@rule
def blockers_of(state, attacker):
    """Give the player whose cards block an attacker, and the set of these."""
    for seat in range(len(state.players)):
        player = state.players[seat]
        found = EMPTY
        for copy in each(player.blocking):
            if player.aim[copy] == attacker:
                found = with_(found, copy)
        if found != EMPTY:
            return np.int64(seat), np.int64(found)
    return np.int64(0), np.int64(EMPTY)


@rule
def strike_back(state, table, number, seat):
    """Work out what a player's blockers, attacked cards and Demigod deal (R18)."""
    player = state.players[seat]
    for copy in each(player.blocking):
        if player.aim[copy] >= 0 and strikes_now(state, table, number, seat, copy):
            n = atk_of(state, place(seat, copy))
            add_hit(state, table, place(seat, copy), player.aim[copy], n)
    for copy in each(player.attacked & in_play(state, seat) & ~player.kind[Noun.SHRINE]):
        foes = unblocked_foes(state, place(seat, copy))
        if foes != EMPTY and strikes_now(state, table, number, seat, copy):
            n = atk_of(state, place(seat, copy))
            plan_split(state, table, place(seat, copy), seat, state.active, foes, n)


@rule
def unblocked_foes(state, target):
    """Give the set of unblocked attackers of what is at a place (R18)."""
    found = EMPTY
    for copy in each(state.attackers & ~state.blocked):
        if state.players[state.active].aim[copy] == target:
            found = with_(found, copy)
    return found


@rule
def add_hit(state, table, source, target, n):
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
def plan_split(state, table, source, seat, owner, targets, n):
    """Plan that a player splits damage among cards of one player; one target takes it all."""
    is_open = size(targets) > 1 or has_keyterm(state, source, Keyterm.OVERRUN)
    if n <= 0:
        return
    if not is_open:
        add_hit(state, table, source, place(owner, first(targets)), n)
        return
    item = plan(state, Task.SPLIT)
    item.seat = seat
    item.place = source
    item.copies = targets
    item.step = owner
    item.n = n


@rule
def split_on(state, table, item):
    """Ask whom the next point goes to; what leaves no choice is done at once."""
    if item.n == 0:
        drop_task(state)
        return
    targets = split_targets(state, table, item)
    if is_empty(targets):
        drop_task(state)
    elif size(targets) == 1 and not may_overrun(state, item):
        add_hit(state, table, item.place, first(targets), item.n)
        drop_task(state)
    elif size(targets) == 1:
        answer_split(state, table, item, first(targets))
    else:
        ask(state, item.seat, Question.SPLIT)


@rule
def may_overrun(state, item):
    """Say whether a split is of an attacker with Overrun."""
    is_attacker = item.place // MOST == state.active
    return is_attacker and has_keyterm(state, item.place, Keyterm.OVERRUN)


@rule
def split_targets(state, table, item):
    """Give the set of places that the next point of damage can go to (K7)."""
    found = nothing_in(state.it)
    is_enough = True
    for copy in each(item.copies & in_play(state, item.step)):
        where = place(item.step, copy)
        found = with_(found, where)
        if dealt_to(state, item.place, where) < needed_by(state, where):
            is_enough = False
    if is_enough and may_overrun(state, item):
        aim = state.players[state.active].aim[item.place % MOST]
        if aim >= 0:
            found = with_(found, aim)
    return found


@rule
def dealt_to(state, source, target):
    """Give the damage from one card to another so far."""
    for number in range(state.n_hits):
        if state.hits[number].source == source and state.hits[number].target == target:
            return np.int64(state.hits[number].amount)
    return np.int64(0)


@rule
def needed_by(state, where):
    """Give the damage that a blocker must be given before Overrun passes it (K7)."""
    return energy_at(state, where) + defense_left(state, where)


@rule
def answer_split(state, table, item, target):
    """Let the next point of damage go to a card."""
    add_hit(state, table, item.place, target, 1)
    item.n -= 1


@rule
def stage_damage(state):
    """Put the damage on the stack, if there is any (R16)."""
    drop_task(state)
    if state.n_hits == 0:
        return
    request = state.current[0]
    request.kind = Kind.DAMAGE
    request.seat = state.active
    request.copy_id = NOTHING
    request.ability = NOTHING
    request.it = NOTHING
    forget_acted(request)
    request.spot = first(full(REQUEST_SLOTS) & ~on_stage(state) | 1 << REQUEST_SLOTS)
    for group in range(len(request.targets)):
        for number in range(len(request.targets[group])):
            request.targets[group, number] = NOTHING
    put_on_stage(state, request)


# Dealing it


@rule
def deal_damage(state, table):
    """Deal the damage as it was worked out, all of it at once, then triggers (R16, R19)."""
    hurt_places = nothing_in(state.it)
    dealt = EMPTY
    for _ in range(state.n_hits):
        number = next_hit(state, dealt)
        dealt = with_(dealt, number)
        hit = state.hits[number]
        deal_hit(state, table, hit)
        if hit.amount > 0:
            hurt_places = with_(hurt_places, hit.target)
    for number in range(state.n_hits):
        hit = state.hits[number]
        if hit.amount > 0:
            tell_of_hit(state, table, hit)
    tell_of_damage(state, table, hurt_places)


@rule
def next_hit(state, dealt):
    """Find the damage to be dealt next: of the attacker or blocker declared first (D42)."""
    found = np.int64(NOTHING)
    for number in range(state.n_hits):
        is_next = found == NOTHING or state.hits[number].order < state.hits[found].order
        if is_next and not has(dealt, number):
            found = np.int64(number)
    return found


@rule
def deal_hit(state, table, hit):
    """Deal one part of the damage, and keep what it has taken off (R16, R19)."""
    if hit.target == NOTHING or copy_in_play(state, hit.target) == NOTHING:
        hit.amount = 0
        return
    n = hit.amount - take_off_defense(state, table, hit.target, hit.amount)
    hit.amount = take_damage(state, table, hit.target, n, True)


@rule
def tell_of_hit(state, table, hit):
    """Let a card know that it has hit an enemy Demigod; Leeching (K10)."""
    seat, copy = hit.source // MOST, hit.source % MOST
    if hit.leeching and state.out[seat] == 0:
        add_energy(state, player_place(state, seat), hit.amount)
    is_enemy = hit.target // MOST != seat
    if is_enemy and is_demigod(state, hit.target) and has(in_play(state, seat), copy):
        trigger(state, table, seat, copy, Moment.HITS)


@rule
def defense_left(state, where):
    """Give the damage that DEF still takes off: of a combat card in all (R19)."""
    player = state.players[where // MOST]
    left = defense_of(state, where)
    if has(player.kind[Noun.COMBAT_CARD], where % MOST):
        left -= player.spared[where % MOST]
    return max(np.int64(0), left)


@rule
def take_off_defense(state, table, where, n):
    """Take DEF off combat damage and note it; gives how much (R19, D42)."""
    off = min(np.int64(n), defense_left(state, where))
    spared = state.players[where // MOST].spared
    spared[where % MOST] = min(MOST_POINTS, spared[where % MOST] + off)
    return off


@rule
def hurt(state, table, where, n):
    """Deal damage that is no combat damage to one thing (D26)."""
    if take_damage(state, table, where, n, False) > 0:
        tell_of_damage(state, table, with_(nothing_in(state.it), where))


@rule
def take_damage(state, table, where, n, is_combat):
    """Take prevention off damage and the rest off the energy; gives what was taken off (R12)."""
    if is_changed(state, table, Verb.PREVENT_ALL, where):
        return np.int64(0)
    if is_combat and has(state.changing, Verb.PREVENT_COMBAT):
        for seat in range(len(state.players)):
            if is_player_changed(state, table, Verb.PREVENT_COMBAT, seat, seat):
                return np.int64(0)
    if has(state.changing, Verb.PREVENT):
        n -= prevented(state, table, where, n)
    taken = min(np.int64(n), energy_at(state, where))
    if taken > 0:
        set_energy(state, where, energy_at(state, where) - taken)
    return max(np.int64(0), taken)


@rule
def prevented(state, table, where, n):
    """Use up what prevents the next damage; gives how much was left off."""
    off = np.int64(0)
    kept = 0
    for number in range(state.n_lasting):
        lasting = state.lasting[number]
        is_it = lasting.seat == where // MOST and lasting.copy_id == where % MOST
        if lasting.verb == Verb.PREVENT and is_it:
            used = min(np.int64(n) - off, np.int64(lasting.amount))
            lasting.amount -= used
            off += used
            if lasting.amount == 0:
                continue
        state.lasting[kept] = state.lasting[number]
        kept += 1
    close_lasting(state, table, kept)
    return off


@rule
def tell_of_damage(state, table, hurt_places):
    """Let all know who care what was damaged, once for all damage dealt together."""
    for where in each(hurt_places):
        seat = where // MOST
        trigger(state, table, seat, where % MOST, Moment.DAMAGED)
        if is_demigod(state, where):
            for copy in each(in_play(state, seat)):
                trigger_about(state, table, seat, copy, Moment.DEMIGOD_DAMAGED, where)
