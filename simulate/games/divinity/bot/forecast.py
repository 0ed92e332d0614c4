"""What bots expect: what a card in play is worth, what a hit does, what a deck's clock says."""

import numpy as np

from evenhand.decks.divinity.words import RANKS, Adjective, Verb
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import is_changed
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, add, each, remove, size
from evenhand.simulate.games.divinity.enums import DEITIES
from evenhand.simulate.games.divinity.numbers import hp_left, suffered
from evenhand.simulate.games.divinity.places import (
    at,
    card_at,
    deities_of,
    is_deity,
    is_wall,
    side_of,
    spot,
    walls_of,
)

__all__ = [
    "WON", "clock_worth", "danger_worth", "hit_worth", "incoming", "loss_worth", "presence_worth",
    "stands_worth", "trophy_worth",
]  # fmt: skip

WON = 1_000_000
MAJOR = RANKS.index(Adjective.MAJOR)


@rule
def presence_worth(state, pool, weights, where):
    """Value a Deity or Wall in play for its player: that it is there, its ATK and its HP."""
    side = side_of(where)
    if is_wall(where):
        race = np.int64(weights.wall_race) * (size(walls_of(state, side)) - 1)
        return weights.wall + race + hp_left(state, where) * weights.wall_point
    return weights.deity + body_worth(state, weights, where)


@rule
def body_worth(state, weights, where):
    """Value the ATK and the HP left of a Deity."""
    return at(state, where).atk * np.int64(weights.strength) + hp_left(state, where) * np.int64(
        weights.hit_point
    )


@rule
def is_last(state, where):
    """Return whether a card is all that keeps its side in the game."""
    side = side_of(where)
    return size(deities_of(state, side) | walls_of(state, side)) == 1


@rule
def loss_worth(state, pool, weights, where):
    """Value what the loss of a Deity or Wall means for its player, the game itself included."""
    side = side_of(where)
    if is_last(state, where):
        return np.int64(WON)
    worth = presence_worth(state, pool, weights, where)
    if not is_deity(where):
        return worth
    n_deities = size(deities_of(state, side))
    worth += np.int64(weights.last_deity) // n_deities
    if n_deities == DEITIES:
        worth += np.int64(weights.siege) * size(walls_of(state, side))
    return worth


@rule
def trophy_worth(state, pool, weights, where):
    """Value the trophy for a Deity (R14)."""
    return np.int64(weights.trophy) * (
        is_deity(where) and card_at(state, pool, where).rank >= MAJOR
    )


@rule
def hit_worth(state, pool, weights, where, n):
    """Value a damage as it arrives, for the enemy of the one who takes it."""
    left = hp_left(state, where)
    if n >= left:
        return loss_worth(state, pool, weights, where)
    point = weights.wall_point if is_wall(where) else weights.hit_point
    return n * np.int64(point) + n * n * np.int64(point) // (2 * left)


@rule
def clock_worth(weights, left, n, point):
    """Value n cards off a deck that has so many left: more and more as it runs out."""
    n = min(n, np.int64(left))
    after = left - n
    worth = n * np.int64(point)
    if after < weights.clock:
        short = weights.clock - after
        worth += short * min(short, n) * np.int64(point) // 4
    return worth


@rule
def stands_worth(state, pool, weights, seat):
    """Value all that a player has in play."""
    worth = np.int64(0)
    for where in each(deities_of(state, seat)):
        worth += presence_worth(state, pool, weights, where)
    n_walls = size(walls_of(state, seat))
    for where in each(walls_of(state, seat)):
        worth += weights.wall + hp_left(state, where) * np.int64(weights.wall_point)
    worth += np.int64(weights.wall_race) * n_walls * (n_walls - 1)
    return worth


@rule
def incoming(state, pool, where):
    """Return the damage that an attack announced will put on a Deity or Wall."""
    for i in range(DEITIES):
        if state.attackers[i] != NOTHING and state.targets[i] == where:
            attacker = at(state, spot(state.active, i))
            return suffered(state, pool, where, attacker.atk)
    return np.int64(0)


@rule
def danger_worth(state, pool, weights, seat):
    """Value what the enemy's next attack takes, each attacker choosing the best for it (R12)."""
    enemy = enemy_of(seat)
    victims = deities_of(state, seat)
    if victims == EMPTY:
        victims = walls_of(state, seat)
    worth, fallen = np.int64(0), EMPTY
    for attacker in each(deities_of(state, enemy)):
        if is_changed(state, pool, Verb.CANNOT_ATTACK, attacker):
            continue
        victim = best_victim(state, pool, weights, victims, attacker)
        if victim == NOTHING:
            break
        victims = remove(victims, victim)
        dealt = suffered(state, pool, victim, at(state, attacker).atk)
        if dealt >= hp_left(state, victim):
            fallen = add(fallen, victim)
        worth += min(hit_worth(state, pool, weights, victim, dealt), np.int64(weights.sees_doom))
    if fallen == deities_of(state, seat) | walls_of(state, seat):
        return np.int64(weights.sees_doom)
    return worth * weights.sees_danger // 100


@rule
def best_victim(state, pool, weights, victims, attacker):
    """Return that of some Deities or Walls that an attacker would best hit, or NOTHING."""
    best, best_worth = np.int64(NOTHING), np.int64(-1)
    for where in each(victims):
        if is_changed(state, pool, Verb.CANNOT_BE_ATTACKED, where):
            continue
        dealt = suffered(state, pool, where, at(state, attacker).atk)
        worth = hit_worth(state, pool, weights, where, dealt)
        if worth > best_worth:
            best, best_worth = np.int64(where), worth
    return best
