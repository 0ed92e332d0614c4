"""What a bot thinks of who stands in front, and of changing that."""

import numpy as np

from evenhand.decks.language.rows import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import size
from evenhand.simulate.games.divine_cross.bot.forecast import (
    blow,
    danger_to,
    health,
    is_idle,
    knock_out_worth,
    loss_worth,
    may_attack,
)
from evenhand.simulate.games.divine_cross.enums import MAIN, SLOTS
from evenhand.simulate.games.divine_cross.places import main_spot, spot, unit_at
from evenhand.simulate.games.divine_cross.units import retreat_cost

__all__ = ["attacks_in_front", "front_worth", "is_doomed", "lineup_worth", "retreat_gain"]


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
    dealt = np.int64(0)
    if attacks:
        dealt = blow(state, pool, options, place, foe, extra_energy)
    is_cleared = dealt >= foe_left
    worth = foe_left + prize if is_cleared else dealt * weights.damage // 100
    danger = danger_to(state, pool, options, place, is_cleared)
    if danger >= health(state, pool, place):
        return worth - loss_worth(state, options, weights, place) * weights.loss // 100
    then = blow(state, pool, options, place, foe, extra_energy + 1)
    if not is_cleared and then >= foe_left - dealt:
        then = foe_left - dealt + prize
    return worth + then * weights.next_blow // 100 - danger * weights.safety // 100


@rule
def attacks_in_front(state, pool, options, place):
    """Return whether a unit can attack this turn, if it stands in front."""
    return may_attack(state, options, place // SLOTS) and not is_idle(state, pool, place)


@rule
def is_doomed(state, pool, options, seat):
    """Return whether the enemy's next blow knocks a player's main unit out."""
    place = main_spot(seat)
    return danger_to(state, pool, options, place, False) >= health(state, pool, place)


@rule
def retreat_gain(state, pool, options, weights, seat, slot, charge):
    """Value a retreat: how much better the other unit stands in front, less the energy."""
    now, then = main_spot(seat), spot(seat, slot)
    attacks = attacks_in_front(state, pool, options, now)
    before = front_worth(state, pool, options, weights, now, charge, attacks)
    after = front_worth(
        state, pool, options, weights, then, charge, attacks_in_front(state, pool, options, then)
    )
    return after - before - retreat_price(state, pool, weights, seat)


@rule
def retreat_price(state, pool, weights, seat):
    """Return what a retreat must gain to be worth it."""
    return retreat_cost(state, pool, main_spot(seat)) * weights.energy - np.int64(weights.retreat)


@rule
def lineup_worth(state, pool, options, weights, seat, charged):
    """Value a player's front this turn, one unit charged once more, and retreats thought of."""
    player, place = state.players[seat], main_spot(seat)
    extra = np.int64(charged == MAIN)
    attacks = attacks_in_front(state, pool, options, place)
    best = front_worth(state, pool, options, weights, place, extra, attacks)
    energy = size(player.units[MAIN].energy) + extra
    if player.retreats == 0 or energy < retreat_cost(state, pool, place):
        return best
    price = retreat_price(state, pool, weights, seat)
    for slot in range(MAIN + 1, SLOTS):
        if player.units[slot].copy_id == NOTHING:
            continue
        extra = np.int64(charged == slot)
        attacks = attacks_in_front(state, pool, options, spot(seat, slot))
        worth = front_worth(state, pool, options, weights, spot(seat, slot), extra, attacks)
        best = max(best, worth - price)
    return best
