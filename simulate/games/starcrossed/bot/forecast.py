"""What a bot expects of a fight: strengths, what set skills may add, how it would end."""

import numpy as np

from evenhand.decks.starcrossed.words import Moment, Verb
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import is_changed, size_of_change
from evenhand.simulate.engine.abilities.enums import Asked
from evenhand.simulate.engine.abilities.selecting import hold, speaks_of
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import has
from evenhand.simulate.games.starcrossed.abilities import area_of
from evenhand.simulate.games.starcrossed.enums import LANES, SKILL_SLOTS
from evenhand.simulate.games.starcrossed.numbers import has_overkill, strength_of
from evenhand.simulate.games.starcrossed.places import DIVA, crystal_at, has_diva, spot

__all__ = [
    "LETHAL", "NOBODY", "attack_forecast", "boost", "could_block", "diva_worth", "feared",
    "fight_worth", "forecast_gain", "freed_attack", "guard", "harm_worth", "life_worth",
    "own_boosts", "stands", "strength_in",
]  # fmt: skip

LETHAL = 100_000
NOBODY = -1  # as a strength: a lane without a diva
REMOVALS = (Verb.VANQUISH, Verb.SINK, Verb.BOUNCE)
DECIDES = 50  # strength that taking the other diva out of the fight is worth


@rule
def strength_in(state, pool, seat, lane):
    """Return the strength of a player's diva in a lane; 0 without one."""
    if not has_diva(state, seat, lane):
        return np.int64(0)
    return strength_of(state, spot(DIVA, seat, lane))


@rule
def stands(state, seat, lane):
    """Return the strength of a player's diva in a lane, or NOBODY."""
    if not has_diva(state, seat, lane):
        return np.int64(NOBODY)
    return strength_of(state, spot(DIVA, seat, lane))


@rule
def life_worth(state, weights, seat, n):
    """Value n points of a player's life: the last ones are worth more, the very last all."""
    life = np.int64(state.players[seat].life)
    if n >= life:
        return np.int64(LETHAL)
    worth = n * np.int64(weights.life)
    if life - n < weights.last_life:
        worth += min(n, weights.last_life - (life - n)) * np.int64(weights.life)
    return worth


@rule
def diva_worth(state, pool, weights, place):
    """Value a diva in play: her strength, and that a lane is held."""
    crystal = crystal_at(state, place)
    if crystal.recruit:
        return np.int64(weights.lane)
    strength = strength_of(state, place)
    return strength * np.int64(weights.strength) + np.int64(weights.lane)


# The attacks to come


@rule
def could_block(state, pool, seat, lane):
    """Return whether a player has a diva in a lane who could block the one opposite."""
    if not has_diva(state, seat, lane):
        return False
    if is_changed(state, pool, Verb.CANNOT_BLOCK, spot(DIVA, seat, lane)):
        return False
    enemy = enemy_of(seat)
    if not has_diva(state, enemy, lane):
        return True
    return not is_changed(state, pool, Verb.CANNOT_BE_BLOCKED, spot(DIVA, enemy, lane))


@rule
def threat(state, pool, seat, lane):
    """Return the strength of a player's diva in a lane who may attack, or NOBODY."""
    found = stands(state, seat, lane)
    if found > 0 and is_changed(state, pool, Verb.CANNOT_ATTACK, spot(DIVA, seat, lane)):
        return np.int64(NOBODY)
    return found


@rule
def guard(state, pool, seat, lane):
    """Return the strength of a player's diva in a lane who could block, or NOBODY."""
    if not could_block(state, pool, seat, lane):
        return np.int64(NOBODY)
    return stands(state, seat, lane)


@rule
def attack_forecast(state, pool, weights, seat, lane):
    """Value a player's attack in a lane as things stand."""
    strength, blocker = threat(state, pool, seat, lane), guard(state, pool, enemy_of(seat), lane)
    return attack_worth(state, weights, seat, lane, strength, blocker)


@rule
def freed_attack(state, pool, weights, seat, lane):
    """Value what a player's attack in a lane gains if nobody may block it any more."""
    strength = max(np.int64(0), threat(state, pool, seat, lane))
    free = hit_worth(state, weights, enemy_of(seat), lane, strength)
    return free - attack_forecast(state, pool, weights, seat, lane)


@rule
def forecast_gain(state, pool, weights, seat, lane, new):
    """Value what a new strength in a player's lane changes about the attacks there."""
    enemy = enemy_of(seat)
    old, blocks = stands(state, seat, lane), True
    if old != NOBODY:
        blocks = could_block(state, pool, seat, lane)
    blocker, attacker = guard(state, pool, enemy, lane), threat(state, pool, enemy, lane)
    gain = attack_worth(state, weights, seat, lane, new, blocker)
    gain -= attack_worth(state, weights, seat, lane, old, blocker)
    if blocks:
        gain += attack_worth(state, weights, enemy, lane, attacker, old)
        gain -= attack_worth(state, weights, enemy, lane, attacker, new)
    return gain * np.int64(weights.contest) // 100


@rule
def attack_worth(state, weights, seat, lane, strength, blocker):
    """Value an attack by the lesser of two evils: the life it takes, or the blocker who falls.

    A blocker who is as strong does not let it happen.
    """
    if strength <= max(np.int64(0), blocker):
        return np.int64(0)
    hit = hit_worth(state, weights, enemy_of(seat), lane, strength)
    if blocker == NOBODY:
        return hit
    return min(hit, blocker * np.int64(weights.strength) + np.int64(weights.lane))


@rule
def hit_worth(state, weights, victim, lane, n):
    """Value a hit in a lane: more than its life where it kills together with open lanes.

    Those of an enemy who is still to act may be closed.
    """
    life = np.int64(state.players[victim].life)
    is_certain = victim in (state.active, state.seat)
    if n < life and is_certain:
        others = open_hits(state, victim, lane)
        if others + n >= life:
            return np.int64(LETHAL) // (2 if others >= life else 1)
    return life_worth(state, weights, victim, n)


@rule
def open_hits(state, victim, but):
    """Add up the strengths that face a player's open lanes, but for one lane."""
    found = np.int64(0)
    for lane in range(LANES):
        if lane != but and not has_diva(state, victim, lane):
            found += max(np.int64(0), stands(state, enemy_of(victim), lane))
    return found


@rule
def harm_worth(state, weights, victim, n):
    """Value n points of life in the fight under way, beside what later lanes will surely take."""
    later = later_hits(state, victim)
    return life_worth(state, weights, victim, n + later) - life_worth(state, weights, victim, later)


@rule
def later_hits(state, victim):
    """Add up the strengths that face a player's open lanes where combat has not come yet."""
    found = np.int64(0)
    ahead = np.int64(1 if state.active == 0 else -1)
    for lane in range(LANES):
        if (lane - state.fight.lane) * ahead > 0 and not has_diva(state, victim, lane):
            found += max(np.int64(0), stands(state, enemy_of(victim), lane))
    return found


# What set skills may add


@rule
def feared(state, weights, seat):
    """Return the strength that the enemy of a player must expect of their set skills."""
    n_set = np.int64(0)
    for lane in range(LANES):
        for slot in range(SKILL_SLOTS):
            n_set += state.players[seat].crystals[lane].down[slot]
    return (n_set * weights.fear + 50) // 100


@rule
def own_boosts(state, pool, seat, lane):
    """Add up what a player's own set skills could do for their diva in a lane."""
    found = np.int64(0)
    for other in range(LANES):
        crystal = state.players[seat].crystals[other]
        for slot in range(SKILL_SLOTS):
            if crystal.down[slot]:
                found += max(np.int64(0), boost(state, pool, seat, crystal.skills[slot], lane))
    return found


@rule
def boost(state, pool, seat, copy, lane):
    """Return how much better a skill would make a player's diva stand in a lane's fight."""
    card = pool.cards[state.card_of[seat, copy]]
    own, enemy = spot(DIVA, seat, lane), spot(DIVA, enemy_of(seat), lane)
    found = np.int64(0)
    for row in range(card.first_ability, card.first_ability + card.n_abilities):
        ability = pool.abilities[row]
        if ability.moment not in (Moment.ACTIVATE, Moment.ALWAYS):
            continue
        for number in range(ability.n_costs, ability.n_steps):
            step = pool.steps[ability.first_step + number]
            if has_diva(state, seat, lane) and step.verb == Verb.GETS_STRENGTH:
                found += step_boost(state, pool, seat, copy, step, own)
            if has_diva(state, enemy_of(seat), lane):
                found -= step_boost(state, pool, seat, copy, step, enemy)
    return found


@rule
def step_boost(state, pool, seat, copy, step, place):
    """Return the strength that a step of a skill gives the diva at a spot, if it reaches her."""
    if step.verb != Verb.GETS_STRENGTH and step.verb not in REMOVALS:
        return np.int64(0)
    if not has(area_of(state, seat, copy, step.target), place):
        return np.int64(0)
    if not speaks_of(state, pool, seat, copy, step.target, place):
        return np.int64(0)
    if not hold(state, pool, seat, copy, step.conditions, Asked.POSSIBLY):
        return np.int64(0)
    if step.verb == Verb.GETS_STRENGTH:
        return size_of_change(state, pool, seat, copy, step)
    return np.int64(-DECIDES)


# How it would end


@rule
def fight_worth(state, pool, weights, seat, lane, attacks, blocked, more):
    """Value how a fight in a lane would end for a player whose diva had ``more`` strength."""
    enemy = enemy_of(seat)
    own_strength = max(np.int64(0), strength_in(state, pool, seat, lane) + more)
    enemy_strength = strength_in(state, pool, enemy, lane)
    if not blocked:
        if attacks:
            return harm_worth(state, weights, enemy, own_strength)
        hit = max(np.int64(0), enemy_strength - max(np.int64(0), more))
        return -harm_worth(state, weights, seat, hit)
    if not has_diva(state, seat, lane) or not has_diva(state, enemy, lane):
        return np.int64(0)  # one has left: nothing happens (B9, B10)
    margin = own_strength - enemy_strength
    worth = np.int64(0)
    if margin >= 0:
        worth += diva_worth(state, pool, weights, spot(DIVA, enemy, lane))
    if margin <= 0:
        worth -= diva_worth(state, pool, weights, spot(DIVA, seat, lane))
    return worth + overkill_worth(state, pool, weights, seat, lane, attacks, margin)


@rule
def overkill_worth(state, pool, weights, seat, lane, attacks, margin):
    """Value the Overkill damage of a blocked attack, for the player it is good or bad for."""
    attacker = spot(DIVA, seat if attacks else enemy_of(seat), lane)
    if not has_overkill(state, pool, attacker):
        return np.int64(0)
    if attacks and margin > 0:
        return harm_worth(state, weights, enemy_of(seat), margin)
    if not attacks and margin < 0:
        return -harm_worth(state, weights, seat, -margin)
    return np.int64(0)
