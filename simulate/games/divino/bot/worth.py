"""What a bot thinks one step of an ability is worth, and what it does to one thing."""

import numpy as np

from evenhand.decks.divino.words import Duration, Keyterm, Verb
from evenhand.decks.language.rows import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.selecting import amount_of
from evenhand.simulate.engine.abilities.usable import has_candidates
from evenhand.simulate.engine.abilities.worth import targets_worth
from evenhand.simulate.engine.sets import MOST, each, has, size
from evenhand.simulate.games.divino.bot.values import (
    harm_worth,
    is_fighter,
    is_player,
    item_worth,
    payment_worth,
    thing_worth,
    threat_to,
)
from evenhand.simulate.games.divino.casting.timing import deity_of
from evenhand.simulate.games.divino.costs.named import payer_of
from evenhand.simulate.games.divino.enums import Kind
from evenhand.simulate.games.divino.in_play.numbers import atk_of, energy_at, rate_of
from evenhand.simulate.games.divino.in_play.places import is_on_stack, seat_of

__all__ = ["place_worth", "step_worth"]

A_LITTLE = np.int64(15)


@rule
def step_worth(state, pool, options, weights, seat, copy, step):
    """Value one step of an ability."""
    n = amount_of(state, pool, seat, copy, step.amount)
    card = np.int64(weights.card)
    match step.verb:
        case Verb.DRAW:
            return card * min(n, np.int64(state.players[seat].n_deck))
        case Verb.DISCARD:
            return -card * n // 2
        case Verb.MILL:
            return np.int64(0)
        case Verb.SEARCH | Verb.RECOVER | Verb.RAMP:
            can = has_candidates(state, pool, seat, copy, step, False)
            return card * 3 // 2 if can else np.int64(0)
        case Verb.REVIVE | Verb.DEPLOY:
            can = has_candidates(state, pool, seat, copy, step, False)
            return card * 4 if can else np.int64(0)
        case Verb.PAY:
            paid = np.int64(1) if step.amount.up_to else n
            payer = payer_of(state, seat, copy)
            return (
                np.int64(0)
                if payer == NOTHING
                else -payment_worth(state, pool, weights, payer, paid)
            )
        case Verb.PAY_MANA:
            return -np.int64(weights.mana) * n
        case Verb.ADD_MANA:
            return A_LITTLE * n
        case Verb.PREVENT_COMBAT:
            return threat_to(state, pool, seat) * 40 if state.active != seat else np.int64(0)
        case Verb.RECYCLE:
            is_needed = state.players[seat].n_deck == 0  # the next draw is one of these
            can = is_needed and has_candidates(state, pool, seat, copy, step, False)
            return card * max(np.int64(1), n) if can else A_LITTLE
        case Verb.LANDS_THIS_TURN | Verb.YOU_PAY | Verb.ENEMIES_PAY:
            return A_LITTLE
        case Verb.NO_PLANE_PENALTY | Verb.NO_ALIGNMENT_PENALTY | Verb.ENEMIES_CANNOT_CAST:
            return A_LITTLE
        case Verb.NO_HAND_LIMIT | Verb.LANDS_EACH_TURN:
            return A_LITTLE
        case _:
            return targets_worth(state, pool, options, weights, seat, copy, step, n)


@rule
def place_worth(state, pool, options, weights, seat, step, where, n):
    """Value what a step does to what is at one place, from the view of ``seat``."""
    is_own = seat_of(state, where) == seat
    sign = np.int64(1 if is_own else -1)
    if is_on_stack(state, where):
        return stack_worth(state, pool, weights, step, where, sign, n)
    card = np.int64(weights.card)
    match step.verb:
        case Verb.PLAYER_DRAWS:
            return sign * card * n
        case Verb.PLAYER_DISCARDS | Verb.PLAYER_LOSES_CARDS:
            return -sign * card * min(n, size(state.players[where // MOST].hand)) * 3 // 4
        case Verb.PLAYER_MILLS | Verb.LOOK:
            return -sign * A_LITTLE
        case Verb.PLAYER_SACRIFICES:
            return -sign * 3 * card * n
        case Verb.GAIN:
            return sign * n * gain_of(state, weights, where)
        case Verb.LOSE | Verb.DAMAGE | Verb.SPLIT_DAMAGE:
            return -sign * harm_worth(state, pool, weights, where, n)
        case Verb.MOVE_ENERGY:
            return sign * A_LITTLE
        case Verb.ENERGIZE:
            return sign * rate_of(state, where) * gain_of(state, weights, where)
        case Verb.DESTROY | Verb.SACRIFICE:
            if is_fighter(state, where):
                return -sign * harm_worth(state, pool, weights, where, energy_at(state, where))
            return -sign * (thing_worth(state, pool, weights, where) + np.int64(weights.kill))
        case Verb.BOUNCE | Verb.SHUFFLE_IN:
            return -sign * thing_worth(state, pool, weights, where) * 3 // 4
        case Verb.TAP | Verb.CANNOT_UNTAP | Verb.CANNOT_ATTACK | Verb.CANNOT_BLOCK:
            return -sign * stopped_worth(state, pool, weights, where)
        case Verb.UNTAP:
            is_tapped = has(state.players[where // MOST].tapped, where % MOST)
            return sign * 2 * A_LITTLE * np.int64(is_tapped)
        case Verb.CANNOT_USE:
            return -sign * A_LITTLE
        case Verb.ATTACH:
            return sign * 2 * A_LITTLE
        case Verb.ADD_APPROVAL | Verb.ADD_LOYALTY:
            return sign * counters_worth(state, weights, step, where, n)
        case Verb.REMOVE_APPROVAL | Verb.REMOVE_LOYALTY:
            return -sign * counters_worth(state, weights, step, where, n)
        case Verb.SUMMON:
            return sign * call_worth(state, pool, weights, where)
        case Verb.GETS_ATK | Verb.GETS_DEF:
            return sign * n * strength_worth(state, weights, step, where)
        case Verb.GETS_ENERGIZE:
            return sign * n * np.int64(weights.rate)
        case Verb.PREVENT | Verb.PREVENT_ALL:
            return sign * A_LITTLE * min(n, np.int64(3)) if state.attackers else np.int64(0)
        case Verb.HAS_KEYTERM:
            is_good = step.word != Keyterm.DEFENDER
            return sign * (2 * A_LITTLE if is_good else -2 * A_LITTLE)
        case _:
            return sign * A_LITTLE // 3


@rule
def stack_worth(state, pool, weights, step, where, sign, n):
    """Value what a step does to an item on the stack."""
    match step.verb:
        case Verb.CANCEL:
            return -sign * item_worth(state, pool, weights, where)
        case Verb.OWNER_MAY_PAY:
            return -sign * (item_worth(state, pool, weights, where) // 2 + n * weights.energy // 2)
        case _:
            return np.int64(0)


@rule
def gain_of(state, weights, where):
    """Value one energy more on what is at a place, for its owner."""
    if is_player(state, where):
        return np.int64(weights.energy)
    return np.int64(weights.body if is_fighter(state, where) else weights.wall)


@rule
def stopped_worth(state, pool, weights, where):
    """Value a fighter kept from fighting, or a land from being tapped, for its owner."""
    if has(state.players[where // MOST].tapped, where % MOST):
        return np.int64(0)
    if is_fighter(state, where):
        return atk_of(state, where) * weights.force // 3 + energy_at(state, where) * 10
    return np.int64(weights.mana)


@rule
def counters_worth(state, weights, step, where, n):
    """Value counters for their owner: beyond what abilities ask for, little."""
    is_loyalty = step.verb in (Verb.ADD_LOYALTY, Verb.REMOVE_LOYALTY)
    each_worth = np.int64(weights.loyalty if is_loyalty else weights.approval)
    if state.players[where // MOST].counters[where % MOST] > weights.enough:
        each_worth //= 4
    return n * each_worth


@rule
def call_worth(state, pool, weights, shrine):
    """Value calling the Deity of a Shrine: nothing if it was called, or is here already."""
    seat, copy = shrine // MOST, shrine % MOST
    deity = deity_of(state, pool, seat, copy)
    if deity == NOTHING or is_calling(state, pool, seat, copy):
        return np.int64(-1)
    for other in each(state.players[seat].called):
        if deity_of(state, pool, seat, other) == deity:
            return np.int64(-1)
    return np.int64(pool.cards[state.card_of[seat, deity]].loyalty) * weights.loyalty + 300


@rule
def is_calling(state, pool, seat, copy):
    """Return whether a Shrine of the same name has an ability on the stack that calls."""
    for number in range(state.n_stack):
        stack_item = state.stack[number]
        is_own = stack_item.seat == seat and stack_item.kind == Kind.ACTIVATED
        if is_own and state.card_of[seat, stack_item.copy_id] == state.card_of[seat, copy]:
            return True
    return False


@rule
def strength_worth(state, weights, step, where):
    """Value one ATK or DEF more, for long or in a fight under way."""
    if step.duration == NOTHING or step.duration == Duration.IN_PLAY:
        return np.int64(weights.force)
    player, copy = state.players[where // MOST], where % MOST
    is_attacker = where // MOST == state.active and has(state.attackers, copy)
    if is_attacker or has(player.blocking, copy):
        return np.int64(weights.force)
    return A_LITTLE
