"""What a bot expects of a fight: of one attacker, of one block (R14-R19)."""

import numpy as np

from evenhand.decks.divino.words import Keyterm, Noun
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.seats import rivals_of
from evenhand.simulate.engine.sets import EMPTY, MOST, add, each, first, has, remove, size
from evenhand.simulate.games.divino.bot.values import (
    fighter_harm,
    further_harm,
    harm_worth,
    is_fighter,
    is_player,
    stakes_of,
)
from evenhand.simulate.games.divino.combat.declaring import (
    attackable_of,
    can_reach,
    is_forced,
    may_attack,
)
from evenhand.simulate.games.divino.enums import Question
from evenhand.simulate.games.divino.in_play.numbers import (
    atk_of,
    defense_of,
    energy_at,
    has_keyterm,
)
from evenhand.simulate.games.divino.in_play.places import kind_of, place, player_place
from evenhand.simulate.games.divino.turn.steps import fighting_energy

__all__ = ["NEVER", "attack_worth", "best_attack", "best_block", "block_worth", "can_attack_now"]

NEVER = np.int64(-100_000)


# Blows


@rule
def blow(state, source, target):
    """Return the damage of one card's combat damage to another, DEF taken off."""
    return max(np.int64(0), atk_of(state, source) - defense_of(state, target))


@rule
def duel_worth(state, pool, weights, own, enemy):
    """Value two cards dealing their combat damage to each other, for the owner of the first."""
    given, taken = trade_of(state, own, enemy)
    worth = harm_worth(state, pool, weights, enemy, given)
    return worth - harm_worth(state, pool, weights, own, taken)


@rule
def trade_of(state, own, enemy):
    """Return the damage that two cards deal to each other; the first may be the only one."""
    given, taken = blow(state, own, enemy), blow(state, enemy, own)
    own_first = has_keyterm(state, own, Keyterm.FORESTRIKE)
    enemy_first = has_keyterm(state, enemy, Keyterm.FORESTRIKE)
    if own_first and not enemy_first and given >= energy_at(state, enemy):
        taken = np.int64(0)
    if enemy_first and not own_first and taken >= energy_at(state, own):
        given = np.int64(0)
    return given, taken


@rule
def coming_to(state, target):
    """Add up the damage of the attackers declared so far that go for something."""
    found = np.int64(0)
    for copy in each(state.attackers & ~state.blocked):
        if state.players[state.active].aim[copy] == target:
            found += max(np.int64(1), blow(state, place(state.active, copy), target))
    return found


# Attacks


@rule
def can_attack_now(state, pool, seat, copy):
    """Return whether a card could be declared as an attacker this turn, in the right mode."""
    is_ready = seat == state.active and not has(state.players[seat].tapped, copy)
    return is_ready and may_attack(state, pool, seat, copy)


@rule
def n_ready(state, seat):
    """Count the cards that may attack together: at least 1."""
    return max(np.int64(1), size(ready_of(state, seat)))


@rule
def ready_of(state, seat):
    """Return the set of the cards that may attack together."""
    player = state.players[seat]
    ready = kind_of(state, seat, Noun.COMBAT_CARD) & ~player.tapped & ~player.sick
    if state.question in (Question.ATTACK, Question.ATTACK_WHAT):
        ready &= ~player.defense
    return ready


@rule
def best_attack(state, pool, weights, attacker):
    """Value the best attack of a card, less its not being there to block."""
    best = NEVER
    own = stakes_of(state, pool, weights, attacker)
    for prey in each(rivals_of(state, state.active)):
        outlook = meet_player(state, pool, weights, attacker, own, prey)
        for copy in each(attackable_of(state, prey)):
            target = place(prey, copy)
            worth = worth_past_guards(state, pool, weights, attacker, own, outlook, target)
            best = max(best, worth)
    return best - exposure(state, weights, attacker) + urge(state, weights, attacker // MOST)


@rule
def attack_worth(state, pool, weights, attacker, target):
    """Value an attack: what it does unblocked, and what the best blocker makes of it."""
    own = stakes_of(state, pool, weights, attacker)
    outlook = meet_player(state, pool, weights, attacker, own, target // MOST)
    return worth_past_guards(state, pool, weights, attacker, own, outlook, target)


@rule
def meet_player(state, pool, weights, attacker, own, prey):
    """Look at an attack on a player, whatever it goes for; ``own`` is the attacker's stakes.

    Returns how many cards may attack together, whether the player must block, and the damage
    that takes all from the player, 0 if it cannot be dealt now. What comes of each guard stands in
    ``state.meetings``.
    """
    meet_guards(state, pool, weights, attacker, own, prey)
    needed = needed_to_finish(state, prey)
    if needed != 0 and not is_within_reach(state, pool, prey, needed):
        needed = np.int64(0)
    return n_ready(state, attacker // MOST), is_forced(state, prey), needed


@rule
def meet_guards(state, pool, weights, attacker, own, prey):
    """Write down what comes of it when each card of a player blocks an attacker.

    It stands in ``state.meetings[:state.n_meetings]`` until the next call.
    """
    state.n_meetings = 0
    player = state.players[prey]
    for copy in each(kind_of(state, prey, Noun.COMBAT_CARD) & ~player.tapped & ~player.attacked):
        guard = place(prey, copy)
        if can_reach(state, guard, attacker):
            meeting = state.meetings[state.n_meetings]
            state.n_meetings += 1
            full = blow(state, attacker, guard)
            given, taken = trade_of(state, attacker, guard)
            meeting.guard = guard
            meeting.harm = harm_worth(state, pool, weights, guard, full)
            meeting.trade = -fighter_harm(weights, own, taken)
            meeting.trade += meeting.harm if given == full else 0  # it may fall before it strikes
            meeting.kills = full >= energy_at(state, guard)
            meeting.blow = blow(state, guard, attacker)


@rule
def worth_past_guards(state, pool, weights, attacker, own, outlook, target):
    """Value an attack on something of the player whom the attacker has met (`meet_player`)."""
    n, must_block, needed = outlook
    open_worth = open_attack(state, pool, weights, attacker, own, target, n)
    open_worth += last_blow(state, weights, attacker, target, needed)
    worst, least = -NEVER, -NEVER
    n_guards, n_willing, n_killed = np.int64(0), np.int64(0), np.int64(0)
    joint = np.int64(0)
    for number in range(state.n_meetings):
        meeting = state.meetings[number]
        if meeting.guard != target:
            n_guards += 1
            n_willing += np.int64(meeting.trade < open_worth)
            n_killed += meeting.kills
            joint += meeting.blow
            worst, least = min(worst, np.int64(meeting.trade)), min(least, np.int64(meeting.harm))
    if n_guards == 0:
        return open_worth
    if must_block:
        if n_killed < n_guards and coming_to(state, target) >= energy_at(state, target):
            return NEVER  # it would only be the one that can be blocked at no cost
        n_willing = max(n_willing, np.int64(1))
    n_willing = min(n_willing, n)
    lone_worth = (open_worth * (n - n_willing) + worst * n_willing) // n
    if n_guards == 1 or joint < energy_at(state, attacker):
        return lone_worth
    lost = fighter_harm(weights, own, energy_at(state, attacker))
    n_gangs = min(n_guards * weights.gangs // 100, n)
    return min(lone_worth, (open_worth * (n - n_gangs) + (least - lost) * n_gangs) // n)


@rule
def open_attack(state, pool, weights, attacker, own, target, n):
    """Value what an attack does if nothing blocks it, besides what comes there anyway."""
    before, given = coming_to(state, target), blow(state, attacker, target)
    worth = further_harm(state, pool, weights, target, before, given)
    taken = fighter_harm(weights, own, blow(state, target, attacker))
    if is_player(state, target):
        worth = worth * weights.harm // 100 * weights.attack // 100
        return worth * pull(state, weights, target // MOST) // 100 - taken // n
    return worth - (taken if before == 0 else np.int64(0))


@rule
def pull(state, weights, prey):
    """Return how much a player draws attacks, in percent: of several the strongest."""
    rivals = rivals_of(state, state.active)
    if size(rivals) == 1:
        return np.int64(100)
    total = np.int64(1)
    for seat in each(rivals):
        total += fighting_energy(state, seat)
    share = fighting_energy(state, prey) * size(rivals) * 100 // total
    return 100 + (share - 100) * weights.leader // 100


@rule
def exposure(state, weights, attacker):
    """Value a card not being there to block in the enemies' next turns."""
    seat = attacker // MOST
    most, mean = np.int64(0), np.int64(0)
    for enemy in each(rivals_of(state, seat)):
        n, total = np.int64(0), np.int64(0)
        for copy in each(kind_of(state, enemy, Noun.COMBAT_CARD)):
            if not has_keyterm(state, place(enemy, copy), Keyterm.DEFENDER):
                n += 1
                total += atk_of(state, place(enemy, copy))
        if total > most:
            most, mean = total, total // n
    cost = mean * np.int64(weights.energy) * weights.guard // 100
    if most < energy_at(state, player_place(state, seat)):
        cost = cost * weights.calm // 100
    return cost // 2 if has_keyterm(state, attacker, Keyterm.TIRELESS) else cost


@rule
def urge(state, weights, seat):
    """Value attacking for its own sake: nobody sits back for ever."""
    turns = max(np.int64(0), np.int64(state.players[seat].turns) - weights.patience)
    return turns * weights.urge


# The last blow


@rule
def last_blow(state, weights, attacker, target, needed):
    """Value what an attack has of a defeat that takes so much damage: its share of it."""
    if needed == 0 or not (is_player(state, target) or is_fighter(state, target)):
        return np.int64(0)
    there, before = energy_at(state, target), coming_to(state, target)
    given = blow(state, attacker, target)
    return (min(there, before + given) - min(there, before)) * weights.defeat // needed


@rule
def needed_to_finish(state, prey):
    """Add up what takes a player's Demigod and all combat cards; 0 if one of these is defended.

    What is attacked does not block: so all must stand in attack mode (R14, R15, R20).
    """
    player = state.players[prey]
    fighters = kind_of(state, prey, Noun.COMBAT_CARD)
    if fighters & player.defense != EMPTY or player.demigod == NOTHING:
        return np.int64(0)
    needed = np.int64(0)
    for copy in each(add(fighters, player.demigod)):
        needed += stamina(state, place(prey, copy))
    return needed


@rule
def stamina(state, where):
    """Return the combat damage that takes all energy from what is at a place."""
    return energy_at(state, where) + defense_of(state, where)


@rule
def is_within_reach(state, pool, prey, needed):
    """Return whether those who can attack a player can take all combat cards, then the Demigod."""
    free = free_to_attack(state, pool, prey)
    if strength_of(state, free) < needed:
        return False
    for copy in each(kind_of(state, prey, Noun.COMBAT_CARD)):
        left = stamina(state, place(prey, copy))
        while left > 0 and free != EMPTY:
            best = fittest(state, free, left)
            free = remove(free, best)
            left -= atk_of(state, place(state.active, best))
    return strength_of(state, free) >= stamina(state, player_place(state, prey))


@rule
def free_to_attack(state, pool, prey):
    """Return the set of cards that attack a player, or still can."""
    found = EMPTY
    for copy in each(ready_of(state, state.active)):
        if has(state.attackers, copy):
            is_free = state.players[state.active].aim[copy] // MOST == prey
        else:
            is_free = may_attack(state, pool, state.active, copy)
        if is_free:
            found = add(found, copy)
    return np.int64(found)


@rule
def strength_of(state, copies):
    """Add up the ATK of some of the active player's cards."""
    found = np.int64(0)
    for copy in each(copies):
        found += atk_of(state, place(state.active, copy))
    return found


@rule
def fittest(state, copies, needed):
    """Return the weakest of some attackers that deals so much, or else the strongest."""
    best = first(copies)
    best_atk = atk_of(state, place(state.active, best))
    for copy in each(copies):
        atk = atk_of(state, place(state.active, copy))
        if (best_atk < needed and atk > best_atk) or needed <= atk < best_atk:
            best, best_atk = copy, atk
    return best


# Blocks


@rule
def block_worth(state, pool, weights, blocker, attacker):
    """Value a block: what it saves, what it kills, what it costs."""
    aim = np.int64(state.players[state.active].aim[attacker % MOST])
    if has(state.blocked, attacker % MOST):
        return joint_block(state, pool, weights, blocker, attacker)
    worth = duel_worth(state, pool, weights, blocker, attacker)
    if aim < 0:
        return worth
    n = blow(state, attacker, aim)
    before = max(np.int64(0), coming_to(state, aim) - n)
    return worth + further_harm(state, pool, weights, aim, before, n) + weights.block


@rule
def joint_block(state, pool, weights, blocker, attacker):
    """Value a further blocker: only if together they kill."""
    owner = state.players[blocker // MOST]
    before = np.int64(0)
    for copy in each(owner.blocking):
        if owner.aim[copy] == attacker:
            before += blow(state, place(blocker // MOST, copy), attacker)
    needed = energy_at(state, attacker)
    given = blow(state, blocker, attacker)
    if before >= needed or before + given < needed:
        return np.int64(-1)
    worth = further_harm(state, pool, weights, attacker, before, given)
    taken = harm_worth(state, pool, weights, blocker, blow(state, attacker, blocker))
    return worth - taken * weights.gang // 100


@rule
def best_block(state, pool, weights, blocker, attackers):
    """Value the best block of a card."""
    best = NEVER
    for copy in each(attackers):
        attacker = place(state.active, copy)
        best = max(best, block_worth(state, pool, weights, blocker, attacker))
    return best
