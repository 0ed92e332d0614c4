"""KO, promotion and the end of the game: what the rules check between any two effects.

The check never runs while a skill is being used (A10); otherwise it follows each single
effect (A7). Units that are KO'd together leave together, then losses are looked at, then
vacant Main Areas are filled, the player whose turn it is going first (A17, A18).
"""

from evenhand.decks.divine_cross.words import Moment, Verb
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.triggers import trigger
from evenhand.simulate.engine.losses import end_for_both
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import EMPTY, add, each, full, has, size
from evenhand.simulate.engine.state import ask, end_game
from evenhand.simulate.games.divine_cross.enums import MAIN, SEATS, SLOTS, EndReason, Question
from evenhand.simulate.games.divine_cross.moving_cards import has_standby, leave_play, move_up
from evenhand.simulate.games.divine_cross.places import cards_at, main_spot, spot, spot_of, unit_at
from evenhand.simulate.games.divine_cross.units import hp_of, refresh_attributes

__all__ = ["ask_to_promote", "knock_out", "promote", "settle"]


@rule
def settle(state, pool, options):
    """KO what must be KO'd and see whether anyone has lost (R12, R13)."""
    state.unsettled = 0
    refresh_attributes(state, pool)
    fallen = beaten_units(state, pool)
    for place in each(fallen):
        announce_ko(state, pool, place)
    for place in each(fallen):
        knock_out(state, pool, place)
    check_losses(state, options, fallen)


@rule
def beaten_units(state, pool):
    """Return the set of spots whose unit has damage of its HP or more."""
    found = EMPTY
    hp_changes = has(state.changing, Verb.GETS_HP)
    for place in range(SEATS * SLOTS):
        unit = unit_at(state, place)
        if unit.copy_id == NOTHING or (unit.damage == 0 and not hp_changes):
            continue
        if unit.damage >= hp_of(state, pool, place):
            found = add(found, place)
    return found


@rule
def announce_ko(state, pool, place):
    """Tell the unit, its Assist and the unit that beat it."""
    seat, unit = place // SLOTS, unit_at(state, place)
    for copy in each(cards_at(state, place)):
        trigger(state, pool, seat, copy, Moment.KNOCKED_OUT)
    if unit.hit_by == NOTHING:
        return
    victor = spot_of(state, enemy_of(seat), unit.hit_by)
    if victor != NOTHING:
        for copy in each(cards_at(state, victor)):
            trigger(state, pool, enemy_of(seat), copy, Moment.KNOCKS_OUT)


@rule
def knock_out(state, pool, place):
    """Put a unit into its owner's KO zone (R12)."""
    player = state.players[place // SLOTS]
    player.ko = add(player.ko, leave_play(state, pool, place))


@rule
def check_losses(state, options, fallen):
    """End the game if a player has lost, or both have (section 7)."""
    first, second = loss_of(state, options, 0, fallen), loss_of(state, options, 1, fallen)
    if first != NOTHING and second != NOTHING:
        end_for_both(state, options, EndReason.BOTH_LOSE)
    elif first != NOTHING:
        end_game(state, 1, first)
    elif second != NOTHING:
        end_game(state, 0, second)


@rule
def loss_of(state, options, seat, fallen):
    """Return the reason why a player has lost, or NOTHING (R13, A23)."""
    player = state.players[seat]
    own_fallen = fallen & full(SLOTS) << main_spot(seat)
    if size(player.ko) >= options.ko_limit:
        return EndReason.KO_LIMIT
    if player.units[MAIN].copy_id != NOTHING or has_standby(state, seat):
        return NOTHING
    if options.empty_area_loses or own_fallen != EMPTY:
        return EndReason.NO_UNIT_LEFT
    return NOTHING


@rule
def ask_to_promote(state):
    """Ask for a replacement where a Main Area is vacant (R13); says whether it asked."""
    for order in range(SEATS):
        seat = enemy_of(state.active) if order else state.active
        if state.players[seat].units[MAIN].copy_id == NOTHING and has_standby(state, seat):
            ask(state, seat, Question.PROMOTE)
            return True
    return False


@rule
def promote(state, pool, seat, slot):
    """Move a standby unit into the vacant Main Area (R13)."""
    move_up(state, pool, spot(seat, slot))
