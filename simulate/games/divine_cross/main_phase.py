"""The actions of the Main Phase: what is allowed, and what it does (R4-R8, R15)."""

from evenhand.decks.divine_cross.words import CardType, Moment, Verb
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import is_changed, is_player_changed
from evenhand.simulate.engine.abilities.selecting import abilities_of
from evenhand.simulate.engine.abilities.triggers import (
    begin_ability,
    note_use,
    plan_all,
    uses_of,
)
from evenhand.simulate.engine.abilities.usable import can_use, could_happen, is_payable
from evenhand.simulate.engine.agenda import pop_task, push_task
from evenhand.simulate.engine.hands import leave_hand
from evenhand.simulate.engine.seats import enemy_of
from evenhand.simulate.engine.sets import add, remove, size
from evenhand.simulate.engine.state import note_played
from evenhand.simulate.games.divine_cross.effects import plan_payment
from evenhand.simulate.games.divine_cross.enums import MAIN, SLOTS, Task
from evenhand.simulate.games.divine_cross.moving_cards import (
    attach_assist,
    attach_energy,
    draw_cards,
    empty_slot,
    has_standby,
    put_into_play,
)
from evenhand.simulate.games.divine_cross.places import main_spot, spot, unit_at
from evenhand.simulate.games.divine_cross.units import retreat_cost

__all__ = [
    "any_assist_fits",
    "assist_fits",
    "can_charge",
    "can_play",
    "can_retreat",
    "can_use_ex",
    "charge",
    "discard_played",
    "has_use",
    "play_assist",
    "play_card",
    "play_unit",
    "retreat",
    "use_ex",
]


@rule
def can_charge(state, seat):
    """Return whether a charge is left, something to attach, and a unit to take it (R5)."""
    player = state.players[seat]
    has_unit = player.units[MAIN].copy_id != NOTHING or has_standby(state, seat)
    return player.charges > 0 and size(player.hand) > 0 and has_unit


@rule
def can_retreat(state, pool, seat):
    """Return whether the main unit may retreat (R8); being stunned does not matter."""
    player = state.players[seat]
    place = main_spot(seat)
    main = unit_at(state, place)
    return (
        player.retreats > 0
        and main.copy_id != NOTHING
        and has_standby(state, seat)
        and size(main.energy) >= retreat_cost(state, pool, place)
        and not is_changed(state, pool, Verb.CANNOT_RETREAT, place)
    )


@rule
def can_play(state, pool, options, seat, copy):
    """Return whether a hand card may be played now (R4, R6, R7)."""
    row = state.card_of[seat, copy]
    match pool.cards[row].type:
        case CardType.UNIT:
            return empty_slot(state, options, seat) != NOTHING
        case CardType.EVENT:
            return (
                state.players[seat].events > 0
                and has_use(state, pool, options, seat, copy)
                and not is_player_changed(
                    state, pool, Verb.ENEMY_PLAYS_NO_EVENTS, seat, enemy_of(seat)
                )
            )
        case CardType.ACTION:
            return has_use(state, pool, options, seat, copy)
        case _:
            return any_assist_fits(state, options, seat)


@rule
def has_use(state, pool, options, seat, copy):
    """Return whether an Event or Action may be played for what it does (R4, A35).

    Once it has left the hand, it must do something; by the option it need only be paid for.
    """
    player = state.players[seat]
    player.hand = remove(player.hand, copy)
    found = False
    for row in abilities_of(pool, state.card_of[seat, copy]):
        if options.commands_without_effect:
            found = found or is_payable(state, pool, seat, copy, pool.abilities[row])
        else:
            found = found or could_happen(state, pool, seat, copy, row)
    player.hand = add(player.hand, copy)
    return found


@rule
def assist_fits(state, options, seat, slot):
    """Return whether a unit can take an Assist (R7, A5)."""
    unit = state.players[seat].units[slot]
    return unit.copy_id != NOTHING and (unit.assist == NOTHING or options.assist_replace)


@rule
def any_assist_fits(state, options, seat):
    """Return whether any own unit can take an Assist."""
    for slot in range(SLOTS):
        if assist_fits(state, options, seat, slot):
            return True
    return False


@rule
def can_use_ex(state, pool, options, seat, slot, number):
    """Return whether a unit's ability is an EX-Power that can be used now (R4, R15)."""
    unit = state.players[seat].units[slot]
    row = pool.cards[state.card_of[seat, unit.copy_id]].first_ability + number
    ability = pool.abilities[row]
    if ability.moment != Moment.ACTIVATE or unit.stunned:
        return False
    is_limited = options.ex_uses_per_turn > 0 and not ability.per_game
    if is_limited and uses_of(state, seat, unit.copy_id, row) >= options.ex_uses_per_turn:
        return False
    return can_use(state, pool, seat, unit.copy_id, row)


@rule
def charge(state, pool, options, slot, copy):
    """Attach a hand card to an own unit as energy, then draw one (R5)."""
    player = state.players[state.active]
    player.charges -= 1
    leave_hand(player, copy)
    attach_energy(state, state.active, slot, copy)
    draw_cards(state, pool, options, state.active, 1)


@rule
def play_unit(state, pool, options, copy):
    """Put a unit into an empty standby place (R4)."""
    seat = state.active
    leave_hand(state.players[seat], copy)
    note_played(state, seat, copy)
    put_into_play(state, pool, seat, empty_slot(state, options, seat), copy)


@rule
def play_card(state, pool, copy):
    """Use an Event or Action; it goes to the discard pile afterwards (R6)."""
    seat = state.active
    player = state.players[seat]
    player.events -= pool.cards[state.card_of[seat, copy]].type == CardType.EVENT
    leave_hand(player, copy)
    player.using = add(player.using, copy)
    note_played(state, seat, copy)
    item = push_task(state, Task.DISCARD_PLAYED)
    item.seat = seat
    item.copy_id = copy
    plan_all(state, pool, seat, copy, Moment.PLAY)


@rule
def discard_played(state, item):
    """Put a used Event or Action into the discard pile (R6)."""
    player = state.players[item.seat]
    player.using = remove(player.using, item.copy_id)
    player.discard = add(player.discard, item.copy_id)
    pop_task(state)


@rule
def play_assist(state, pool, slot, copy):
    """Attach an Assist to an own unit (R7)."""
    seat = state.active
    leave_hand(state.players[seat], copy)
    note_played(state, seat, copy)
    attach_assist(state, pool, seat, slot, copy)


@rule
def use_ex(state, pool, slot, number):
    """Use an activated EX-Power."""
    seat = state.active
    copy = state.players[seat].units[slot].copy_id
    row = pool.cards[state.card_of[seat, copy]].first_ability + number
    note_use(state, pool, seat, copy, row)
    begin_ability(state, seat, copy, row)


@rule
def retreat(state, pool, slot):
    """Give up energy and change places with a standby unit (R8)."""
    seat = state.active
    state.players[seat].retreats -= 1
    push_task(state, Task.SWITCH).spot = spot(seat, slot)
    plan_payment(state, main_spot(seat), NOTHING, retreat_cost(state, pool, main_spot(seat)))
