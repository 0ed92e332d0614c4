"""What a bot thinks of who stands in front, and of changing that."""

import numpy as np

from evenhand.decks.divine_cross.words import Verb
from evenhand.decks.language.rows import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import total
from evenhand.simulate.engine.abilities.selecting import card_at
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import size
from evenhand.simulate.games.divine_cross.bot.forecast import (
    blow,
    danger_to,
    health,
    is_doomed,
    is_idle,
    knock_out_worth,
    loss_worth,
    may_attack,
    printed_damage,
)
from evenhand.simulate.games.divine_cross.enums import MAIN, SLOTS
from evenhand.simulate.games.divine_cross.places import main_spot, spot, unit_at
from evenhand.simulate.games.divine_cross.units import retreat_cost

__all__ = [
    "charged_retreat_gain", "count_units", "front_worth", "front_worth_now", "gains_skill",
    "retreat_gain", "wants_relief",
]  # fmt: skip


@rule
def front_worth(state, pool, options, weights, place, extra_energy, attacks):
    """Return how well a unit stands in front: its next two blows, and the enemy's between them.

    ``attacks`` says whether the first blow can still come before the enemy's.
    """
    seat = place // SLOTS
    if unit_at(state, place).copy_id == NOTHING:
        return np.int64(0)
    foe = main_spot(enemy_of(seat))
    foe_left = health(state, pool, foe)
    prize = knock_out_worth(state, options, weights, enemy_of(seat))
    now = blow(state, pool, options, place, foe, extra_energy)
    dealt = now if attacks else np.int64(0)
    is_cleared = dealt >= foe_left
    worth = foe_left + prize if is_cleared else dealt * weights.damage // 100
    danger = danger_to(state, pool, options, place, is_cleared)
    if danger >= health(state, pool, place):
        return worth - loss_worth(state, options, weights, place) * weights.loss // 100
    then = now
    if gains_skill(state, pool, place, extra_energy + 1):
        then = blow(state, pool, options, place, foe, extra_energy + 1)
    if not is_cleared and then >= foe_left - dealt:
        then = foe_left - dealt + prize
    return worth + then * weights.next_blow // 100 - danger * weights.safety // 100


@rule
def gains_skill(state, pool, place, more):
    """Return whether a unit has a skill that the last of so much more energy makes usable."""
    card = card_at(state, pool, place)
    energy = size(unit_at(state, place).energy) + more
    energy -= total(state, pool, Verb.GETS_SKILL_COST, place)
    for skill in range(card.n_skills):
        if card.skill_cost[skill] == energy:
            return True
    return False


@rule
def count_units(state, seat):
    """Count a player's units in play."""
    found = 0
    for slot in range(SLOTS):
        found += state.players[seat].units[slot].copy_id != NOTHING
    return found


@rule
def wants_relief(state, pool, options, seat):
    """Return whether a main unit cannot attack now or soon, or is about to be knocked out."""
    place = main_spot(seat)
    card, energy = card_at(state, pool, place), size(unit_at(state, place).energy) + 1
    return (
        unit_at(state, place).stunned != 0
        or printed_damage(card, energy) == 0
        or is_doomed(state, pool, options, seat)
    )


@rule
def retreat_gain(state, pool, options, weights, seat, slot, charge):
    """Value a retreat: how much better the other unit stands in front, less the energy.

    ``charge`` is the energy that the unit in front is still to be charged with this turn.
    """
    now, then = main_spot(seat), spot(seat, slot)
    gain = front_worth_now(state, pool, options, weights, then, charge)
    gain -= front_worth_now(state, pool, options, weights, now, charge)
    return gain - retreat_cost(state, pool, now) * weights.energy + weights.retreat


@rule
def front_worth_now(state, pool, options, weights, place, charge):
    """Return how well a unit stands in front from this turn on."""
    attacks = may_attack(state, options, place // SLOTS) and not is_idle(state, pool, place)
    return front_worth(state, pool, options, weights, place, charge, attacks)


@rule
def charged_retreat_gain(state, pool, options, weights, seat, slot):
    """Value charging a standby unit and moving it up at once; nothing if that is not wise."""
    player, main = state.players[seat], main_spot(seat)
    cost = retreat_cost(state, pool, main)
    if player.retreats == 0 or size(player.units[MAIN].energy) < cost:
        return np.int64(0)
    if not wants_relief(state, pool, options, seat):
        return np.int64(0)
    before = front_worth_now(state, pool, options, weights, main, 0)
    after = front_worth_now(state, pool, options, weights, spot(seat, slot), 1)
    return max(np.int64(0), after - before - cost * weights.energy + weights.retreat)
