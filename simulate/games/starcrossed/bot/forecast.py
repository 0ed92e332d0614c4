"""What a bot expects of a fight: strengths, what set skills may add, how it would end."""

import numpy as np

from evenhand.decks.starcrossed.words import Moment, Verb
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import size_of_change
from evenhand.simulate.engine.abilities.enums import Asked
from evenhand.simulate.engine.abilities.selecting import hold, speaks_of
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import has
from evenhand.simulate.games.starcrossed.abilities import area_of
from evenhand.simulate.games.starcrossed.enums import LANES, SKILL_SLOTS
from evenhand.simulate.games.starcrossed.numbers import has_overkill, strength_of
from evenhand.simulate.games.starcrossed.places import DIVA, crystal_at, has_diva, spot

__all__ = [
    "WON_BY_LIFE", "boost", "diva_worth", "feared", "fight_worth", "life_worth", "own_boosts",
    "strength_in",
]  # fmt: skip

WON_BY_LIFE = 100_000
REMOVALS = (Verb.VANQUISH, Verb.SINK, Verb.BOUNCE)
DECIDES = 50  # strength that taking the other diva out of the fight is worth


@rule
def strength_in(state, pool, seat, lane):
    """Return the strength of a player's diva in a lane; 0 without one."""
    if not has_diva(state, seat, lane):
        return np.int64(0)
    return strength_of(state, spot(DIVA, seat, lane))


@rule
def life_worth(state, weights, seat, n):
    """Value n points of a player's life: the last ones are worth more, the very last all."""
    life = np.int64(state.players[seat].life)
    if n >= life:
        return np.int64(WON_BY_LIFE)
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
            return life_worth(state, weights, enemy, own_strength)
        hit = max(np.int64(0), enemy_strength - max(np.int64(0), more))
        return -life_worth(state, weights, seat, hit)
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
        return life_worth(state, weights, enemy_of(seat), margin)
    if not attacks and margin < 0:
        return -life_worth(state, weights, seat, -margin)
    return np.int64(0)
