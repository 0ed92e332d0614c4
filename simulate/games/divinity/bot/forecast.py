"""What bots expect: what a card in play is worth, what a hit does, what a deck's clock says."""

import numpy as np

from evenhand.decks.divinity.words import RANKS, Adjective, Moment, Verb
from evenhand.decks.language.rows import How
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import is_changed
from evenhand.simulate.engine.abilities.enums import Asked
from evenhand.simulate.engine.abilities.selecting import abilities_of, amount_of, hold
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, each, has, size
from evenhand.simulate.games.divinity.enums import DEITIES
from evenhand.simulate.games.divinity.numbers import hp_left, suffered
from evenhand.simulate.games.divinity.places import (
    at,
    card_at,
    deities_of,
    is_deity,
    is_wall,
    row_at,
    side_of,
    spot,
    walls_of,
)

__all__ = [
    "MUCH", "WON", "clock_worth", "feared_loss", "hit_worth", "incoming",
    "loss_worth", "menace", "presence_worth", "rescue_worth", "striking_atk",
    "threat", "trophy_worth",
]  # fmt: skip

WON = 1_000_000
MUCH = 2_000  # the most that a loss counts which is only feared
LAST_BUT_ONE = 2  # Walls after which the next one wins
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
        worth += siege_worth(state, weights, side)
    return worth


@rule
def siege_worth(state, weights, side):
    """Value keeping a side from its next Wall: most if that one would win."""
    n_walls = size(walls_of(state, side))
    worth = np.int64(weights.siege) * n_walls
    return worth + weights.last_wall if n_walls == LAST_BUT_ONE else worth


@rule
def trophy_worth(state, pool, weights, where):
    """Value the trophy for a Deity (R14)."""
    return np.int64(weights.trophy) * (
        is_deity(where) and card_at(state, pool, where).rank >= MAJOR
    )


@rule
def hit_worth(state, pool, weights, where, n):
    """Value a damage as it arrives, for the enemy of the one who takes it.

    A hit point of a card counts more, the fewer are left, and the more there is to lose.
    """
    left = hp_left(state, where)
    if n >= left:
        return loss_worth(state, pool, weights, where)
    point = weights.wall_point if is_wall(where) else weights.hit_point
    worth = n * np.int64(point) + n * n * np.int64(point) // (2 * left)
    at_stake = presence_worth(state, pool, weights, where)
    return worth + at_stake * n * weights.wear // (100 * left)


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
def incoming(state, pool, where):
    """Return the damage that an attack announced will put on a Deity or Wall."""
    for i in range(DEITIES):
        if state.attackers[i] != NOTHING and state.targets[i] == where:
            attacker = at(state, spot(state.active, i))
            return suffered(state, pool, where, attacker.atk)
    return np.int64(0)


# The next attack of the other side


@rule
def striking_atk(state, pool, attacker):
    """Return the ATK that a Deity strikes with, what it gains by attacking included."""
    card = at(state, attacker)
    atk = np.int64(card.atk)
    if not has(card_at(state, pool, attacker).moments, Moment.ATTACKS):
        return atk
    for row in abilities_of(pool, row_at(state, attacker)):
        if pool.abilities[row].moment == Moment.ATTACKS:
            atk += gain_by_attacking(state, pool, card.owner, card.copy_id, row)
    return atk


@rule
def gain_by_attacking(state, pool, seat, copy, row):
    """Return the ATK that an ability "when this attacks" gives its own card."""
    ability = pool.abilities[row]
    gained = np.int64(0)
    if not hold(state, pool, seat, copy, ability.conditions, Asked.POSSIBLY):
        return gained
    for number in range(ability.n_steps):
        step = pool.steps[ability.first_step + number]
        if step.verb == Verb.GETS_ATK and step.target.how == How.THIS:
            gained += amount_of(state, pool, seat, copy, step.amount)
    return gained


@rule
def threat(state, pool, where):
    """Return the hardest blow that the other side can deal a card in its next attack."""
    side = side_of(where)
    hardest = np.int64(0)
    is_guarded = is_wall(where) and deities_of(state, side) != EMPTY
    if is_guarded or is_changed(state, pool, Verb.CANNOT_BE_ATTACKED, where):
        return hardest
    for attacker in each(deities_of(state, enemy_of(side))):
        if not is_changed(state, pool, Verb.CANNOT_ATTACK, attacker):
            blow = suffered(state, pool, where, striking_atk(state, pool, attacker))
            hardest = max(hardest, blow)
    return hardest


@rule
def rescue_worth(state, pool, weights, where, n):
    """Value n more hit points for a card that the next blow would defeat without them."""
    if n <= 0:
        return np.int64(0)
    coming, left = threat(state, pool, where), hp_left(state, where)
    if coming < left or coming >= left + n:
        return np.int64(0)
    return feared_loss(state, pool, weights, where)


@rule
def feared_loss(state, pool, weights, where):
    """Value a loss that the next attack may bring."""
    return min(loss_worth(state, pool, weights, where), np.int64(MUCH)) * weights.rescue // 100


@rule
def menace(state, pool, weights, attacker, atk):
    """Value the best hit that a Deity could make next time with so much ATK."""
    victims = deities_of(state, enemy_of(side_of(attacker)))
    if victims == EMPTY:
        victims = walls_of(state, enemy_of(side_of(attacker)))
    best = np.int64(0)
    for where in each(victims):
        if not is_changed(state, pool, Verb.CANNOT_BE_ATTACKED, where):
            dealt = suffered(state, pool, where, atk)
            best = max(best, hit_worth(state, pool, weights, where, dealt))
    return min(best, np.int64(MUCH))
