"""Who is to stand in the Main Area."""

import numpy as np

from evenhand.decks.divine_cross.words import Verb
from evenhand.decks.language.rows import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import is_changed
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import size
from evenhand.simulate.games.divine_cross.bot.forecast import (
    blow,
    front_worth,
    health,
    knock_out_worth,
)
from evenhand.simulate.games.divine_cross.enums import MAIN, SLOTS
from evenhand.simulate.games.divine_cross.places import main_spot, spot, unit_at
from evenhand.simulate.games.divine_cross.units import retreat_cost

__all__ = ["can_strike", "danger_to", "plan_worth", "stand_worth"]


@rule
def is_idle(state, pool, place):
    """Return whether a unit cannot use a skill now."""
    return unit_at(state, place).stunned != 0 or is_changed(
        state, pool, Verb.CANNOT_USE_SKILLS, place
    )


@rule
def can_strike(state, pool, options, place):
    """Return whether a unit may attack this turn if it stands in front."""
    seat = place // SLOTS
    is_early = state.turn == 1 and not options.first_player_skills
    return state.active == seat and not is_early and not is_idle(state, pool, place)


@rule
def danger_to(state, pool, options, weights, place, is_beaten):
    """Forecast the enemy's next blow to a unit in front; its main unit may be beaten by then."""
    enemy = enemy_of(place // SLOTS)
    worst = np.int64(0)
    if not is_beaten and not is_idle(state, pool, main_spot(enemy)):
        worst = blow(state, pool, options, main_spot(enemy), place, 1)
    if not is_beaten and weights.s_bench == 0:
        return worst
    for slot in range(MAIN + 1, SLOTS):
        if state.players[enemy].units[slot].copy_id == NOTHING:
            continue
        dealt = blow(state, pool, options, spot(enemy, slot), place, 1)
        worst = max(worst, dealt if is_beaten else dealt * weights.s_bench // 100)
    return worst


@rule
def stand_worth(state, pool, options, weights, place, extra, attacks):
    """Return how well a unit stands in front: its blows now and next, and if it falls between."""
    seat = place // SLOTS
    unit = unit_at(state, place)
    if unit.copy_id == NOTHING:
        return np.int64(0)
    foe = main_spot(enemy_of(seat))
    price = knock_out_worth(state, options, weights, enemy_of(seat))
    foe_left = health(state, pool, foe)
    dealt = np.int64(0)
    if attacks:
        dealt = blow(state, pool, options, place, foe, extra)
    beats = dealt >= foe_left
    worth = dealt * weights.damage // 100
    if beats:
        worth = foe_left + price
    worth = worth * weights.s_now // 100
    danger = danger_to(state, pool, options, weights, place, beats)
    if danger >= health(state, pool, place):
        lost = knock_out_worth(state, options, weights, seat)
        lost += size(unit.energy) * weights.energy * weights.s_energy // 100
        return worth - lost * weights.s_fall // 100
    then = blow(state, pool, options, place, foe, extra + 1)
    if not beats and then >= foe_left - dealt:
        then = foe_left - dealt + price
    return worth + then * weights.s_next // 100 - danger * weights.s_threat // 100


@rule
def plan_worth(state, pool, options, weights, seat, slot):
    """Return how well the best unit stands in front this turn, one of them charged once more."""
    place = main_spot(seat)
    attacks = can_strike(state, pool, options, place)
    best = stand_worth(state, pool, options, weights, place, np.int64(slot == MAIN), attacks)
    player = state.players[seat]
    cost = retreat_cost(state, pool, place)
    if player.retreats == 0 or size(player.units[MAIN].energy) + (slot == MAIN) < cost:
        return best
    attacks = state.turn > 1 or options.first_player_skills
    price = cost * weights.energy * weights.s_price // 100 + weights.s_hold
    for other in range(MAIN + 1, SLOTS):
        if player.units[other].copy_id != NOTHING:
            here, extra = spot(seat, other), np.int64(slot == other)
            worth = stand_worth(state, pool, options, weights, here, extra, attacks)
            best = max(best, worth - price)
    return best


@rule
def up_worth(state, pool, options, weights, place):
    """Return how good a unit would be in the Main Area."""
    if weights.st & 4:
        return stand_worth(state, pool, options, weights, place, 1, True)
    return front_worth(state, pool, options, weights, place)
