"""The Combat Phase: lane by lane, attack, block, activation, Showdown (R12-R15)."""

from evenhand.decks.records import NOTHING
from evenhand.decks.starcrossed.words import Moment, Verb
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import is_changed
from evenhand.simulate.engine.agenda import pop_task, push_task
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, add, each
from evenhand.simulate.engine.state import ask, is_over
from evenhand.simulate.games.starcrossed.crystals import vanquish
from evenhand.simulate.games.starcrossed.enums import (
    LANES,
    SEATS,
    SKILL_SLOTS,
    FightStage,
    Question,
    Role,
    Task,
)
from evenhand.simulate.games.starcrossed.moments import announce, announce_attack, announce_fall
from evenhand.simulate.games.starcrossed.moving_cards import energy_of, lose_life, pay
from evenhand.simulate.games.starcrossed.numbers import (
    end_combat_changes,
    has_overkill,
    loses_no_life,
    strength_of,
)
from evenhand.simulate.games.starcrossed.options import ActivationScope, PayOn
from evenhand.simulate.games.starcrossed.places import (
    DIVA,
    FIRST_SKILL,
    copy_at,
    has_diva,
    lane_of,
    lane_order,
    seat_of,
    spot,
)
from evenhand.simulate.games.starcrossed.playing import activation_cost, carry_out

__all__ = [
    "activate", "activations", "attack", "block", "can_block", "combat_phase", "decline", "fight",
    "fighter", "give_chance", "may_use_abilities",
]  # fmt: skip

WINDOWS = LANES * SEATS  # chances to attack in a Combat Phase


# Lane by lane


@rule
def combat_phase(state, pool, options, item):
    """Come to the next chance to attack: in each lane first the Active, then the Reactive (R12)."""
    if item.n == WINDOWS or (state.turn == 1 and not options.turn1_combat):
        pop_task(state)
        return
    lane = lane_order(state.active, item.n // SEATS)
    seat = state.active if item.n % SEATS == 0 else enemy_of(state.active)
    item.n += 1
    if can_attack(state, pool, options, seat, lane):
        state.fight.lane = lane
        state.fight.seat = seat
        ask(state, seat, Question.ATTACK)


@rule
def can_attack(state, pool, options, seat, lane):
    """Return whether a player has a diva in a lane who may attack (R12, B27)."""
    crystal = state.players[seat].crystals[lane]
    if crystal.copy_id == NOTHING or (crystal.attacked and not options.reattack_after_move):
        return False
    return not is_changed(state, pool, Verb.CANNOT_ATTACK, spot(DIVA, seat, lane))


@rule
def attack(state, pool):
    """Declare an attack; what it triggers comes first (R13)."""
    fight = state.fight
    fight.on = 1
    fight.blocked = 0
    crystal = state.players[fight.seat].crystals[fight.lane]
    crystal.attacked = 1
    crystal.role = Role.ATTACKS
    push_task(state, Task.FIGHT).n = FightStage.BLOCK
    announce_attack(state, pool, fight.seat, fight.lane)


# The fight


@rule
def fight(state, pool, options, item):
    """Take a fight one stage further; without its attacker it is over (R13, B10)."""
    if item.n != FightStage.END and fighter(state, Role.ATTACKS) == NOTHING:
        item.n = FightStage.END
    match item.n:
        case FightStage.BLOCK:
            item.n = FightStage.ACTIVATION
            give_chance(state, state.fight.seat)
            if can_block(state, pool):
                ask(state, enemy_of(state.fight.seat), Question.BLOCK)
        case FightStage.ACTIVATION:
            offer_activation(state, pool, options, item)
        case FightStage.SHOWDOWN:
            item.n = FightStage.END
            showdown(state, pool, options)
        case _:
            pop_task(state)
            end_fight(state, pool)


@rule
def fighter(state, role):
    """Return the spot of the diva with a role, if she is still where the fight is; else NOTHING."""
    seat = state.fight.seat if role == Role.ATTACKS else enemy_of(state.fight.seat)
    crystal = state.players[seat].crystals[state.fight.lane]
    if crystal.copy_id == NOTHING or crystal.role != role:
        return NOTHING
    return spot(DIVA, seat, state.fight.lane)


@rule
def can_block(state, pool):
    """Return whether the diva opposite may block the attack (R13)."""
    seat, lane = enemy_of(state.fight.seat), state.fight.lane
    if not has_diva(state, seat, lane):
        return False
    attacker = spot(DIVA, state.fight.seat, lane)
    return not is_changed(state, pool, Verb.CANNOT_BLOCK, spot(DIVA, seat, lane)) and (
        not is_changed(state, pool, Verb.CANNOT_BE_BLOCKED, attacker)
    )


@rule
def block(state, pool):
    """Block with the diva opposite (R13)."""
    seat, lane = enemy_of(state.fight.seat), state.fight.lane
    state.fight.blocked = 1
    state.players[seat].crystals[lane].role = Role.BLOCKS
    announce(state, pool, seat, lane, Moment.BLOCK)


# Activating face-down skills


@rule
def give_chance(state, seat):
    """Let a player activate a skill; declines are counted anew."""
    state.fight.chance = seat
    state.fight.passes = 0


@rule
def offer_activation(state, pool, options, item):
    """Offer the next activation; two declines in a row lead to the Showdown (R13)."""
    if state.fight.passes == SEATS:
        item.n = FightStage.SHOWDOWN
    elif not can_activate(state, pool, options, state.fight.chance):
        decline(state)
    else:
        ask(state, state.fight.chance, Question.ACTIVATE)


@rule
def can_activate(state, pool, options, seat):
    """Return whether a player could do anything with the chance (B23)."""
    has_skill = activations(state, pool, options, seat) != EMPTY
    return has_skill or may_use_abilities(state, options, seat)


@rule
def may_use_abilities(state, options, seat):
    """Return whether a player may use action abilities instead; without an end not (B23, B33)."""
    is_left = state.players[seat].actions < options.actions_cap
    return options.action_abilities_in_combat != 0 and is_left


@rule
def decline(state):
    """Activate nothing; the other player has the chance."""
    state.fight.passes += 1
    state.fight.chance = enemy_of(state.fight.chance)


@rule
def activations(state, pool, options, seat):
    """Return the set of spots of a player's skills that can be activated (R13, B2)."""
    found = EMPTY
    for lane in range(LANES):
        if options.activation_scope == ActivationScope.FIGHTING_LANE and lane != state.fight.lane:
            continue
        crystal = state.players[seat].crystals[lane]
        for slot in range(SKILL_SLOTS):
            copy = crystal.skills[slot]
            if crystal.down[slot] and is_affordable(state, pool, options, seat, copy):
                found = add(found, spot(FIRST_SKILL + slot, seat, lane))
    return found


@rule
def is_affordable(state, pool, options, seat, copy):
    """Return whether activating a skill is paid for, or can be (B1)."""
    if options.pay_on == PayOn.SETTING:
        return True
    return activation_cost(state, pool, seat, copy) <= energy_of(state.players[seat])


@rule
def activate(state, pool, options, place):
    """Turn a skill face up and let it take effect (R13); the other player has the chance then."""
    seat = seat_of(place)
    copy = copy_at(state, place)
    give_chance(state, enemy_of(seat))
    if options.pay_on == PayOn.ACTIVATION:
        pay(state.players[seat], activation_cost(state, pool, seat, copy))
    carry_out(state, pool, place, copy)


# Showdown


@rule
def showdown(state, pool, options):
    """Compare strengths: life is lost, or the weaker diva is vanquished, or both (R14)."""
    attacker, blocker = fighter(state, Role.ATTACKS), fighter(state, Role.BLOCKS)
    strength = strength_of(state, attacker)
    if not state.fight.blocked:
        hit(state, pool, options, attacker, strength)
    elif blocker == NOTHING:
        if options.overkill_on_missing_blocker:
            overkill(state, pool, options, attacker, strength)
    else:
        clash(state, pool, options, attacker, blocker)


@rule
def clash(state, pool, options, attacker, blocker):
    """Let two divas fight: the weaker is vanquished, or both; Overkill goes through (R14)."""
    margin = strength_of(state, attacker) - strength_of(state, blocker)
    if margin > 0:
        overkill(state, pool, options, attacker, margin)
    if is_over(state):
        return
    fallen = EMPTY
    if margin >= 0 and not is_changed(state, pool, Verb.CANNOT_BE_VANQUISHED, blocker):
        fallen = add(fallen, blocker)
    if margin <= 0 and not is_changed(state, pool, Verb.CANNOT_BE_VANQUISHED, attacker):
        fallen = add(fallen, attacker)
    for place in each(fallen):
        announce_fall(state, pool, place)
        victor = attacker if place == blocker else blocker
        announce(state, pool, seat_of(victor), lane_of(victor), Moment.VANQUISHES)
    for place in each(fallen):
        vanquish(state, pool, place)


@rule
def hit(state, pool, options, attacker, n):
    """Let an attack take life from the defending player (R14)."""
    defender = enemy_of(seat_of(attacker))
    if n > 0 and not loses_no_life(state, pool, defender):
        lose_life(state, options, defender, n)
        announce(state, pool, seat_of(attacker), lane_of(attacker), Moment.HIT)


@rule
def overkill(state, pool, options, attacker, margin):
    """Let what is beyond the blocker's strength go through, if she deals Overkill (R14)."""
    if has_overkill(state, pool, attacker):
        hit(state, pool, options, attacker, margin)


@rule
def end_fight(state, pool):
    """End the fight and what lasts for it (E6)."""
    state.fight.on = 0
    for seat in range(SEATS):
        for lane in range(LANES):
            state.players[seat].crystals[lane].role = Role.NONE
    end_combat_changes(state, pool)
