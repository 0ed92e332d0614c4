"""Playing cards: divas, recruits and skills, from the hand onto a crystal (R5-R11)."""

import numpy as np

from evenhand.decks.records import NOTHING
from evenhand.decks.starcrossed.words import CardType, Moment, Timing
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.triggers import plan_all
from evenhand.simulate.engine.agenda import pop_task, push_task
from evenhand.simulate.engine.hands import leave_hand
from evenhand.simulate.engine.sets import EMPTY, add
from evenhand.simulate.engine.state import note_played
from evenhand.simulate.games.starcrossed.crystals import (
    discard_skill,
    level_up,
    put_diva,
    put_skill,
    replace,
    turn_up,
    unsettle,
)
from evenhand.simulate.games.starcrossed.enums import LANES, Task
from evenhand.simulate.games.starcrossed.moments import play_could_happen, play_could_happen_in
from evenhand.simulate.games.starcrossed.moving_cards import (
    energy_of,
    lose_track,
    pay,
    put_into_void,
)
from evenhand.simulate.games.starcrossed.numbers import cost_of, cost_of_recruit
from evenhand.simulate.games.starcrossed.options import PayOn
from evenhand.simulate.games.starcrossed.places import free_slot, is_attuned, seat_of

__all__ = [
    "RECRUIT_LEVEL", "activation_cost", "can_pay", "can_pay_specially", "can_play",
    "can_recruit", "carry_out", "lanes_for", "lanes_for_recruit", "level_on", "needs_lane",
    "play", "play_diva", "recruit", "settle",
]  # fmt: skip


RECRUIT_LEVEL = 1


# What may be played


@rule
def can_play(state, pool, options, seat, copy):
    """Return whether a card may be played now for all but its cost (R5, R7, R8)."""
    card = pool.cards[state.card_of[seat, copy]]
    is_bound = card.type != CardType.DIVA or card.crystalbound != 0
    if is_bound and not is_attuned(state, seat, card.tribe):
        return False
    if needs_lane(pool, state.card_of[seat, copy]):
        return lanes_for(state, pool, options, seat, copy) != EMPTY
    return play_could_happen(state, pool, seat, copy)


@rule
def can_pay(state, pool, options, seat, copy):
    """Return whether a card's cost is there; setting may be free (R10, B1)."""
    return price_of(state, pool, options, seat, copy) <= energy_of(state.players[seat])


@rule
def can_pay_specially(state, pool, options, seat, copy):
    """Return whether a card may be the special action now; not if it is paid for later (B1)."""
    card = pool.cards[state.card_of[seat, copy]]
    is_later = card.timing == Timing.COMBAT and options.pay_on == PayOn.ACTIVATION
    return card.special != 0 and not is_later and state.players[seat].specials > 0


@rule
def price_of(state, pool, options, seat, copy):
    """Return the energy that playing a card takes (R10, B1)."""
    timing = pool.cards[state.card_of[seat, copy]].timing
    if timing == Timing.COMBAT and options.pay_on == PayOn.ACTIVATION:
        return 0
    return cost_of(state, pool, seat, copy)


@rule
def activation_cost(state, pool, seat, copy):
    """Return the energy that activating a skill takes where it is paid for then (B1)."""
    return cost_of(state, pool, seat, copy)


@rule
def lanes_for(state, pool, options, seat, copy):
    """Return the set of lanes where a card that needs one may be played."""
    found = EMPTY
    for lane in range(LANES):
        if fits(state, pool, options, seat, lane, copy):
            found = add(found, lane)
    return found


@rule
def fits(state, pool, options, seat, lane, copy):
    """Return whether a card may be played on a crystal as it is (R5, R8, R9, B3, B4, B35)."""
    crystal = state.players[seat].crystals[lane]
    card = pool.cards[state.card_of[seat, copy]]
    is_set = card.timing == Timing.COMBAT
    match card.type:
        case CardType.DIVA:
            return card.level > level_on(state, pool, seat, lane)
        case CardType.MOVE:
            if is_set:
                return free_slot(crystal) != NOTHING
            return play_could_happen_in(state, pool, seat, lane, copy)
        case CardType.ITEM:
            return free_slot(crystal) != NOTHING
        case _:
            needs_diva = not is_set or options.facedown_power_needs_diva
            stands = crystal.copy_id != NOTHING or not needs_diva
            return stands and free_slot(crystal) != NOTHING


@rule
def level_on(state, pool, seat, lane):
    """Return the level of the diva on a crystal: 1 for a recruit (R17), 0 for nobody."""
    crystal = state.players[seat].crystals[lane]
    if crystal.copy_id == NOTHING:
        return np.int64(0)
    if crystal.recruit:
        return np.int64(RECRUIT_LEVEL)
    return np.int64(pool.cards[state.card_of[seat, crystal.copy_id]].level)


@rule
def can_recruit(state, pool, options, seat, copy):
    """Return whether a hand card may be played as a recruit (R17, B16)."""
    return (
        pool.cards[state.card_of[seat, copy]].type == CardType.DIVA
        and energy_of(state.players[seat]) >= cost_of_recruit(state, pool, options, seat)
        and lanes_for_recruit(state, seat) != EMPTY
    )


@rule
def lanes_for_recruit(state, seat):
    """Return the set of lanes without a diva: recruits replace nobody (B16)."""
    found = EMPTY
    for lane in range(LANES):
        if state.players[seat].crystals[lane].copy_id == NOTHING:
            found = add(found, lane)
    return found


@rule
def needs_lane(pool, row):
    """Return whether it matters onto which crystal a card goes: not for moves that name none."""
    card = pool.cards[row]
    return card.type != CardType.MOVE or card.timing == Timing.COMBAT or card.is_placed != 0


# Playing it


@rule
def play(state, pool, options, seat, lane, copy, is_special):
    """Pay for a hand card and put it onto a crystal (R10, R11)."""
    player = state.players[seat]
    if is_special:
        player.specials -= 1
    else:
        pay(player, price_of(state, pool, options, seat, copy))
    card = pool.cards[state.card_of[seat, copy]]
    if card.timing == Timing.COMBAT:
        lose_track(state, pool, seat, True)
    leave_hand(player, copy)
    note_played(state, seat, copy)
    if card.type == CardType.DIVA:
        plan_all(state, pool, seat, copy, Moment.PLAY)
        play_diva(state, pool, seat, lane, copy)
    elif card.timing == Timing.COMBAT:
        put_skill(state, pool, seat, lane, free_slot(player.crystals[lane]), copy, 1)
    elif card.type == CardType.MOVE:
        player.lane[copy] = lane
        put_into_void(player, copy)
        plan_all(state, pool, seat, copy, Moment.PLAY)
    else:
        put_skill(state, pool, seat, lane, free_slot(player.crystals[lane]), copy, 0)
        plan_all(state, pool, seat, copy, Moment.PLAY)


@rule
def play_diva(state, pool, seat, lane, copy):
    """Put a diva on a crystal; the one she replaces goes under the deck (R5, R6)."""
    replace(state, pool, seat, lane)
    put_diva(state, pool, seat, lane, copy, 0)
    raise_for(state, pool, seat, lane, pool.cards[state.card_of[seat, copy]].level)


@rule
def raise_for(state, pool, seat, lane, level):
    """Raise a crystal by one if the diva played on it is of a higher level (R6)."""
    if level > state.players[seat].crystals[lane].level:
        level_up(state, pool, seat, lane)


@rule
def recruit(state, pool, options, seat, lane, copy):
    """Play a diva face down: level 1, no strength, no tribe, no abilities (R17)."""
    player = state.players[seat]
    pay(player, cost_of_recruit(state, pool, options, seat))
    lose_track(state, pool, seat, False)
    leave_hand(player, copy)
    note_played(state, seat, copy)
    put_diva(state, pool, seat, lane, copy, 1)
    raise_for(state, pool, seat, lane, RECRUIT_LEVEL)


# Skills taking effect


@rule
def carry_out(state, pool, place, copy):
    """Activate a skill: a move goes to the Void first, the others stay face up (R9)."""
    seat = seat_of(place)
    if pool.cards[state.card_of[seat, copy]].type == CardType.MOVE:
        discard_skill(state, pool, place)
    else:
        plan_settling(state, seat, copy)
        turn_up(state, pool, place)
    plan_all(state, pool, seat, copy, Moment.ACTIVATE)


@rule
def plan_settling(state, seat, copy):
    """Let a power without a diva go as soon as what it says is done (B4)."""
    item = push_task(state, Task.SETTLE)
    item.seat = seat
    item.copy_id = copy


@rule
def settle(state, item):
    """Look whether a skill that has been activated is a power without a diva (B4)."""
    pop_task(state)
    unsettle(state, item.seat, state.players[item.seat].lane[item.copy_id])
