"""What can be played and used when (R6, R7, R10, R22, R23, R41)."""

import numpy as np

from evenhand.decks.divino.words import CardType, Moment, Verb
from evenhand.decks.language.rows import CONDITIONS, Side
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import find_player_changes, is_changed
from evenhand.simulate.engine.abilities.enums import Asked
from evenhand.simulate.engine.abilities.hooks import in_place
from evenhand.simulate.engine.abilities.selecting import hold, is_asked
from evenhand.simulate.engine.abilities.triggers import has_use_left, is_used_this_turn
from evenhand.simulate.engine.seats import rivals_of
from evenhand.simulate.engine.sets import EMPTY, add, each, has, is_empty
from evenhand.simulate.games.divino.costs.prices import (
    can_pay_energy,
    can_pay_mana,
    is_playable_kind,
)
from evenhand.simulate.games.divino.costs.together import is_payable_together
from evenhand.simulate.games.divino.enums import Step
from evenhand.simulate.games.divino.in_play.numbers import energy_at
from evenhand.simulate.games.divino.in_play.places import place, player_place
from evenhand.simulate.games.divino.in_play.targets import (
    equip_hosts,
    has_candidate,
    hosts_of,
    is_target,
)
from evenhand.simulate.games.divino.options import DeityAbility

__all__ = [
    "can_equip", "can_play", "can_summon", "can_use_now", "deity_of", "is_free_to_play", "modes_of",
]  # fmt: skip


# When


@rule
def is_free_to_play(state, seat):
    """Return whether a player may play more than Instants: main phase, empty stack (R10, D53)."""
    is_main = state.step in (Step.MAIN_1, Step.MAIN_2)
    return is_main and seat == state.active and state.n_stack == 0 and state.n_triggers == 0


# What can be played


@rule
def can_play(state, pool, options, seat, copy):
    """Return whether a card in the hand can be played now (R6-R10, R41)."""
    card = pool.cards[state.card_of[seat, copy]]
    if card.type != CardType.INSTANT and not is_free_to_play(state, seat):
        return False
    if card.type == CardType.LAND:
        return can_play_land(state, pool, options, seat)
    if is_forbidden(state, pool, seat, card):
        return False
    is_payable = can_pay_energy(state, pool, options, seat, copy) or can_pay_mana(
        state, pool, seat, copy
    )
    return is_payable and has_aims(state, pool, options, seat, copy, card)


@rule
def can_play_land(state, pool, options, seat):
    """Return whether a player may play a land more this turn (R7)."""
    player = state.players[seat]
    most = np.int64(options.lands_per_turn) + player.more_lands
    if player.lands < most:
        return True
    find_player_changes(state, pool, Verb.LANDS_EACH_TURN, seat, seat)
    for i in range(state.n_found):
        most += state.found[i]
    return player.lands < most


@rule
def is_forbidden(state, pool, seat, card):
    """Return whether an enemy's card keeps a card from being cast."""
    if not has(state.changing, Verb.ENEMIES_CANNOT_CAST):
        return False
    for enemy in each(rivals_of(state, seat)):
        find_player_changes(state, pool, Verb.ENEMIES_CANNOT_CAST, enemy, enemy)
        for i in range(state.n_found):
            if is_playable_kind(card.type, state.found[i]):
                return True
    return False


@rule
def has_aims(state, pool, options, seat, copy, card):
    """Return whether there is a host, or what a spell's text asks for."""
    if card.type in (CardType.AURA, CardType.ORB):
        return not is_empty(hosts_of(state, pool, options, seat, copy, card))
    if card.spell == NOTHING:
        return True
    return can_begin(state, pool, options, seat, copy, card.spell)


@rule
def can_begin(state, pool, options, seat, copy, row):
    """Return whether costs can be paid and targets be chosen for an ability (R28, R41)."""
    ability = pool.abilities[row]
    if not hold(state, pool, seat, copy, ability.conditions, Asked.POSSIBLY):
        return False
    if not ability.optional and not is_payable_together(state, pool, seat, copy, ability):
        return False
    return modes_of(state, pool, options, seat, copy, row) != EMPTY


@rule
def modes_of(state, pool, options, seat, copy, row):
    """Return the set of options of "choose one" that have targets; of 0 alone without such."""
    ability = pool.abilities[row]
    found = EMPTY
    for mode in range(min(1, np.int64(ability.n_modes)), ability.n_modes + 1):
        if has_targets(state, pool, options, seat, copy, ability, mode):
            found = add(found, mode)
    return found


@rule
def has_targets(state, pool, options, seat, copy, ability, mode):
    """Return whether each step that needs a target has one."""
    for number in range(ability.n_costs, ability.n_steps):
        step = pool.steps[ability.first_step + number]
        if (step.mode and step.mode != mode) or is_loose(step):
            continue
        for is_object in range(2):
            selector = step.object if is_object else step.target
            if not is_target(state, step, selector, is_object) or selector.up_to:
                continue
            if not has_candidate(state, pool, options, seat, copy, selector):
                return False
    return True


@rule
def is_loose(step):
    """Return whether a step may be left out: optional, "otherwise", or with conditions.

    Conditions about its own target do not count: it needs that target all the same.
    """
    for i in range(CONDITIONS):
        condition = step.conditions[i]
        if condition.count.quantity != NOTHING and is_asked(condition, Asked.BEFORE):
            return True
    return step.optional != Side.ANY or step.otherwise != 0


# Abilities and other actions


@rule
def can_use_now(state, pool, options, seat, copy, row):
    """Return whether an activated or loyalty ability can be used now (R12, R13, R22)."""
    ability = pool.abilities[row]
    if ability.moment == Moment.LOYALTY and not may_serve(state, pool, options, seat, copy, row):
        return False
    if ability.moment not in (Moment.ACTIVATE, Moment.LOYALTY, Moment.MANA):
        return False
    if ability.moment == Moment.MANA and not pool.cards[state.card_of[seat, copy]].odd_mana:
        return False
    if is_changed(state, pool, Verb.CANNOT_USE, place(seat, copy)):
        return False
    if not in_place(state, pool, ability, seat, copy):
        return False
    if not has_use_left(state, pool, seat, copy, row):
        return False
    return can_begin(state, pool, options, seat, copy, row)


@rule
def may_serve(state, pool, options, seat, copy, row):
    """Return whether a loyalty ability of a Deity may be used in this turn (R22)."""
    if not is_free_to_play(state, seat):
        return False
    served = state.players[seat].served
    match options.deity_ability:
        case DeityAbility.ONE_EACH:
            return not has(served, copy)
        case DeityAbility.ONE_TOTAL:
            return served == EMPTY
        case _:
            return not is_used_this_turn(state, seat, copy, row)


@rule
def can_equip(state, pool, options, seat, copy):
    """Return whether an Equipment can be equipped now (D45)."""
    card = pool.cards[state.card_of[seat, copy]]
    demigod = player_place(state, seat)
    if not is_free_to_play(state, seat) or energy_at(state, demigod) < card.equip:
        return False
    if is_changed(state, pool, Verb.CANNOT_USE, place(seat, copy)):
        return False
    return not is_empty(equip_hosts(state, pool, options, seat, copy))


@rule
def can_summon(state, pool, seat, shrine):
    """Return whether the Deity of a Shrine that has called can be paid for (R23, D30)."""
    deity = deity_of(state, pool, seat, shrine)
    if deity == NOTHING:
        return False
    price = pool.cards[state.card_of[seat, deity]].summon
    return energy_at(state, player_place(state, seat)) >= price


@rule
def deity_of(state, pool, seat, shrine):
    """Find a Shrine's Deity beside the deck; NOTHING if it is not there."""
    name = pool.cards[state.card_of[seat, shrine]].deity
    for deity in each(state.players[seat].aside):
        if pool.cards[state.card_of[seat, deity]].name_id == name:
            return np.int64(deity)
    return np.int64(NOTHING)
