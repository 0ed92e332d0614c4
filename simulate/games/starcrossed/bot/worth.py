"""What a bot thinks an ability is worth, before it is used."""

import numpy as np

from evenhand.decks.records import NOTHING
from evenhand.decks.starcrossed.words import Duration, Verb
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import is_changed
from evenhand.simulate.engine.abilities.selecting import amount_of
from evenhand.simulate.engine.abilities.usable import has_candidates
from evenhand.simulate.engine.abilities.worth import targets_worth
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import size
from evenhand.simulate.games.starcrossed.bot.forecast import (
    NOBODY,
    attack_forecast,
    diva_worth,
    fight_worth,
    forecast_gain,
    freed_attack,
    guard,
    life_worth,
    stands,
    strength_in,
)
from evenhand.simulate.games.starcrossed.effects import can_rearm, suits
from evenhand.simulate.games.starcrossed.enums import Role
from evenhand.simulate.games.starcrossed.numbers import has_overkill
from evenhand.simulate.games.starcrossed.places import (
    ROW,
    crystal_at,
    is_attuned,
    is_face_down,
    lane_of,
    seat_of,
)

__all__ = ["attunement_worth", "place_worth", "step_worth"]


@rule
def step_worth(state, pool, options, weights, seat, copy, step):
    """Value one step of an ability."""
    n = amount_of(state, pool, seat, copy, step.amount)
    enemy = enemy_of(seat)
    card, energy = np.int64(weights.card), np.int64(weights.energy)
    match step.verb:
        case Verb.DRAW:
            return card * min(n, np.int64(state.players[seat].n_deck))
        case Verb.ENEMY_DRAWS | Verb.DISCARD:
            return -card * n // 2
        case Verb.ENEMY_DISCARDS | Verb.ENEMY_DISCARDS_AT_RANDOM:
            return card * min(n, size(state.players[enemy].hand)) * 3 // 4
        case Verb.QUEST | Verb.SEARCH:
            return card * 5 // 4 if state.players[seat].n_deck else np.int64(0)
        case Verb.RESCUE:
            return card  # it is asked before anyone has fallen
        case Verb.RECOVER:
            can = has_candidates(state, pool, seat, copy, step, False)
            return card * max(1, np.int64(step.target.number)) if can else np.int64(0)
        case Verb.DEPLOY | Verb.REVIVE:
            can = has_candidates(state, pool, seat, copy, step, False)
            return np.int64(weights.lane) + np.int64(weights.level) if can else np.int64(0)
        case Verb.PAY:
            return -energy * n
        case Verb.GAIN_ENERGY:
            return energy * n * 3 // 2
        case Verb.KEEP_ENERGY:
            return energy * min(n, np.int64(state.players[seat].energy)) // 2
        case Verb.GAIN_LIFE:
            return np.int64(weights.life) * n
        case Verb.LOSE_LIFE:
            return -life_worth(state, weights, seat, n)
        case Verb.ENEMY_LOSES_LIFE:
            return life_worth(state, weights, enemy, n)
        case Verb.EACH_LOSES_LIFE:
            return life_worth(state, weights, enemy, n) - life_worth(state, weights, seat, n)
        case Verb.DIVAS_COST | Verb.SKILLS_COST:
            return -energy * n * 2
        case Verb.LOSE_NO_LIFE:
            return spared_life(state, pool, weights, seat)
        case Verb.LOOK | Verb.ENEMY_MILLS | Verb.EXTRA_SPECIAL | Verb.RECYCLE:
            return np.int64(10)
        case Verb.MILL:
            return np.int64(0)
        case _:
            return targets_worth(state, pool, options, weights, seat, copy, step, n)


@rule
def spared_life(state, pool, weights, seat):
    """Value losing no life: in the attack under way, or in some attack to come."""
    if not state.fight.on:
        return np.int64(weights.life) * 3
    if seat == state.fight.seat or state.fight.blocked:
        return np.int64(0)
    hit = strength_in(state, pool, state.fight.seat, state.fight.lane)
    return life_worth(state, weights, seat, hit)


@rule
def place_worth(state, pool, options, weights, seat, step, place, n):
    """Value what a step does to one diva, crystal or skill, from the view of ``seat``."""
    if not suits(state, step.verb, place):
        return np.int64(0)
    sign = np.int64(1 if seat_of(place) == seat else -1)
    match step.verb:
        case Verb.GETS_STRENGTH:
            return sign * strength_worth(state, pool, weights, step, place, n)
        case Verb.VANQUISH:
            return -sign * diva_worth(state, pool, weights, place)
        case Verb.SINK | Verb.BOUNCE | Verb.BREAK:
            saved = move_worth(state, pool, weights, place) if sign > 0 else np.int64(0)
            return saved - sign * removal_worth(state, pool, weights, place)
        case Verb.EXPOSE:
            return -sign * np.int64(10) * np.int64(is_face_down(state, place))
        case Verb.REARM:
            return sign * np.int64(weights.card) * np.int64(can_rearm(state, pool, place)) // 2
        case Verb.RAISE:
            return sign * raise_worth(state, pool, weights, place, n)
        case Verb.LOWER:
            lost = min(n, np.int64(crystal_at(state, place).level))
            return -sign * lost * np.int64(weights.level)
        case Verb.ATTUNE:
            return sign * attunement_worth(state, pool, weights, place, step.word)
        case Verb.MOVE | Verb.SWAP:
            return move_worth(state, pool, weights, place)
        case Verb.CANNOT_BLOCK | Verb.CANNOT_ATTACK:
            return -sign * word_worth(state, pool, weights, step, place)
        case Verb.HAS_OVERKILL | Verb.CANNOT_BE_BLOCKED | Verb.CANNOT_BE_VANQUISHED:
            return sign * word_worth(state, pool, weights, step, place)
        case _:
            return np.int64(0)


@rule
def strength_worth(state, pool, weights, step, place, n):
    """Value a change of a diva's strength for her owner: for long, or for the fight she is in."""
    if step.duration == NOTHING or step.duration == Duration.IN_PLAY:
        return n * np.int64(weights.strength) + turn_worth(state, pool, weights, place, n)
    owner, lane = seat_of(place), lane_of(place)
    if not state.fight.on:
        if step.duration == Duration.THIS_TURN:
            worth = n * np.int64(weights.strength) // 4
            return worth + turn_worth(state, pool, weights, place, n)
        return n * np.int64(weights.strength) // 2
    if crystal_at(state, place).role == Role.NONE:
        return n * np.int64(weights.strength) // 20
    attacks = crystal_at(state, place).role == Role.ATTACKS
    blocked = state.fight.blocked
    then = fight_worth(state, pool, weights, owner, lane, attacks, blocked, n)
    return then - fight_worth(state, pool, weights, owner, lane, attacks, blocked, 0)


@rule
def turn_worth(state, pool, weights, place, n):
    """Value what a change of strength means for the attacks to come, for the diva's owner."""
    seat, lane = seat_of(place), lane_of(place)
    now = stands(state, seat, lane)
    if state.fight.on or now == NOBODY:
        return np.int64(0)
    return forecast_gain(state, pool, weights, seat, lane, max(np.int64(0), now + n))


@rule
def word_worth(state, pool, weights, step, place):
    """Value a word such as Overkill or "can't block" upon a diva: nothing, if it is there."""
    if has_word(state, pool, step.verb, place):
        return np.int64(0)
    seat, lane = seat_of(place), lane_of(place)
    lasting = strength_in(state, pool, seat, lane) * 40
    if state.fight.on or step.verb == Verb.CANNOT_BE_VANQUISHED:
        return lasting
    worth = word_this_turn(state, pool, weights, step.verb, place)
    is_brief = step.duration == Duration.THIS_TURN
    return worth if is_brief else worth + lasting


@rule
def has_word(state, pool, verb, place):
    """Return whether a word is upon a diva already, printed or by an effect."""
    if verb == Verb.HAS_OVERKILL:
        return has_overkill(state, pool, place)
    return is_changed(state, pool, verb, place)


@rule
def word_this_turn(state, pool, weights, verb, place):
    """Value a word upon a diva by the attack that it allows, or forbids."""
    seat, lane = seat_of(place), lane_of(place)
    match verb:
        case Verb.CANNOT_BLOCK:
            return freed_attack(state, pool, weights, enemy_of(seat), lane)
        case Verb.CANNOT_BE_BLOCKED:
            return freed_attack(state, pool, weights, seat, lane)
        case Verb.CANNOT_ATTACK:
            return attack_forecast(state, pool, weights, seat, lane)
        case _:
            return overkill_gain(state, pool, weights, place)


@rule
def overkill_gain(state, pool, weights, place):
    """Value Overkill by what goes through a weaker blocker."""
    seat, lane = seat_of(place), lane_of(place)
    blocker = guard(state, pool, enemy_of(seat), lane)
    margin = strength_in(state, pool, seat, lane) - blocker
    if blocker == NOBODY or margin <= 0:
        return np.int64(0)
    return life_worth(state, weights, enemy_of(seat), margin)


@rule
def removal_worth(state, pool, weights, place):
    """Value a diva or a skill for its owner, as lost from its crystal but not for good."""
    if place < ROW:
        return diva_worth(state, pool, weights, place) * 3 // 4
    return np.int64(weights.card)


@rule
def raise_worth(state, pool, weights, place, n):
    """Value raising a crystal, as far as it goes."""
    most = pool.cards[0].top_level - crystal_at(state, place).level
    return min(n, np.int64(most)) * np.int64(weights.level)


@rule
def attunement_worth(state, pool, weights, place, tribe):
    """Value a crystal's new attunement: a tribe that the hand needs and does not have yet."""
    seat = seat_of(place)
    if is_attuned(state, seat, tribe):
        return np.int64(0)
    return np.int64(weights.attune)


@rule
def move_worth(state, pool, weights, place):
    """Value taking a diva out of a fight that she would lose."""
    crystal = crystal_at(state, place)
    if place >= ROW or not state.fight.on or crystal.role == Role.NONE:
        return np.int64(0)
    attacks = crystal.role == Role.ATTACKS
    seat, lane = seat_of(place), lane_of(place)
    now = fight_worth(state, pool, weights, seat, lane, attacks, state.fight.blocked, 0)
    return max(np.int64(0), -now)
