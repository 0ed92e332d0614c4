"""Moving cards: drawing, discarding, energy, units coming, going and changing places."""

from evenhand.decks.divine_cross.words import Moment, Verb
from evenhand.decks.records import NOTHING
from evenhand.simulate.compiling import rule
from evenhand.simulate.engine.abilities.changes import forget_lasting, is_changed, note_coming
from evenhand.simulate.engine.abilities.selecting import exchange_sight, lose_sight
from evenhand.simulate.engine.abilities.triggers import forget_uses, trigger
from evenhand.simulate.engine.agenda import push_task
from evenhand.simulate.engine.hands import draw_top
from evenhand.simulate.engine.sets import EMPTY, add, each
from evenhand.simulate.games.divine_cross.enums import DECK_SLOTS, MAIN, SLOTS, Task
from evenhand.simulate.games.divine_cross.options import DeckoutDamage
from evenhand.simulate.games.divine_cross.places import cards_at, main_spot, spot, unit_at
from evenhand.simulate.games.divine_cross.units import refresh_attributes

MOST_DAMAGE = 30_000  # what the damage field can hold; far beyond any HP

__all__ = [
    "MOST_DAMAGE", "attach_assist", "attach_energy", "discard_assist",
    "draw_cards", "empty_slot", "has_standby", "hurt", "leave_play",
    "move_up", "put_into_play", "set_down", "stun",
    "wake",
]  # fmt: skip


# Deck and hand


@rule
def draw_cards(state, pool, options, seat, n):
    """Draw up to n cards; each one missing hurts the main unit (R3)."""
    player = state.players[seat]
    drawn = min(n, player.n_deck)
    for _ in range(drawn):
        draw_top(state, seat)
    missing = n - drawn
    if missing <= 0:
        return
    if options.deckout_damage == DeckoutDamage.BATCH:
        hurt(state, pool, main_spot(seat), missing * options.deckout_amount, NOTHING)
        return
    item = push_task(state, Task.DECK_OUT)
    item.seat = seat
    item.n = min(missing, DECK_SLOTS)  # more than any main units could bear


# Units


@rule
def has_standby(state, seat):
    """Return whether a player has a unit in standby."""
    for slot in range(1, SLOTS):
        if state.players[seat].units[slot].copy_id != NOTHING:
            return True
    return False


@rule
def empty_slot(state, options, seat):
    """Return the first empty standby slot, or NOTHING."""
    units = state.players[seat].units
    for slot in range(1, 1 + options.standby_slots):
        if units[slot].copy_id == NOTHING:
            return slot
    return NOTHING


@rule
def put_into_play(state, pool, seat, slot, copy):
    """Set a unit card down in an empty place (R4)."""
    set_down(state, pool, seat, slot, copy)
    trigger(state, pool, seat, copy, Moment.ENTER)


@rule
def set_down(state, pool, seat, slot, copy):
    """Make a fresh unit of a card."""
    unit = state.players[seat].units[slot]
    clear(unit)
    unit.copy_id = copy
    unit.attribute = pool.cards[state.card_of[seat, copy]].attribute
    note_coming(state, pool, seat, copy)


@rule
def clear(unit):
    """Empty a place."""
    unit.copy_id = NOTHING
    unit.assist = NOTHING
    unit.hit_by = NOTHING
    unit.energy = EMPTY
    unit.damage = 0
    unit.stunned = 0
    unit.attribute = 0


@rule
def leave_play(state, pool, place):
    """Empty a spot; energy and Assist go to the discard pile (R12). Gives the unit card."""
    seat = place // SLOTS
    player, unit = state.players[seat], unit_at(state, place)
    copy = unit.copy_id
    lose_sight(state, place)
    player.discard |= unit.energy
    discard_assist(state, place)
    clear(unit)
    forget_uses(state, seat, copy)
    forget_lasting(state, pool, seat, copy)
    note_coming(state, pool, seat, copy)
    return copy


@rule
def move_up(state, pool, place):
    """Change a standby unit with its main unit, whose stun ends (R8, R13)."""
    seat = place // SLOTS
    units = state.players[seat].units
    slot = place % SLOTS
    if slot == MAIN or units[slot].copy_id == NOTHING:
        return
    exchange(units[MAIN], units[slot])
    units[slot].stunned = 0
    main = main_spot(seat)
    exchange_sight(state, main, place)
    if state.changing != EMPTY:
        refresh_attributes(state, pool)
        state.unsettled = 1
    for copy in each(cards_at(state, main)):
        trigger(state, pool, seat, copy, Moment.PROMOTE)


@rule
def exchange(one, other):
    """Swap the contents of two places."""
    one.energy, other.energy = other.energy, one.energy
    one.damage, other.damage = other.damage, one.damage
    one.copy_id, other.copy_id = other.copy_id, one.copy_id
    one.assist, other.assist = other.assist, one.assist
    one.stunned, other.stunned = other.stunned, one.stunned
    one.attribute, other.attribute = other.attribute, one.attribute
    one.hit_by, other.hit_by = other.hit_by, one.hit_by


@rule
def attach_energy(state, seat, slot, copy):
    """Put a card face down under a unit; it must have left its old zone."""
    unit = state.players[seat].units[slot]
    unit.energy = add(unit.energy, copy)


@rule
def attach_assist(state, pool, seat, slot, copy):
    """Put an Assist onto a unit; one it replaces goes to the discard pile (R7, A5)."""
    discard_assist(state, spot(seat, slot))
    state.players[seat].units[slot].assist = copy
    note_coming(state, pool, seat, copy)
    trigger(state, pool, seat, copy, Moment.ENTER)


@rule
def discard_assist(state, place):
    """Put the Assist of a unit, if it has one, into the discard pile."""
    player, unit = state.players[place // SLOTS], unit_at(state, place)
    if unit.assist != NOTHING:
        forget_uses(state, place // SLOTS, unit.assist)
        player.discard = add(player.discard, unit.assist)
        unit.assist = NOTHING


@rule
def wake(unit):
    """Take a stun marker off (R14, R15)."""
    unit.stunned = 0


@rule
def stun(state, pool, place):
    """Stun a main unit; a standby unit cannot be stunned (R15, A14)."""
    unit = unit_at(state, place)
    if place % SLOTS == MAIN and not is_changed(state, pool, Verb.CANNOT_BE_STUNNED, place):
        unit.stunned = 1


@rule
def hurt(state, pool, place, amount, by):
    """Put damage on a unit; whether that KOs it is seen when the rules settle (R12)."""
    unit = unit_at(state, place)
    if unit.copy_id == NOTHING or amount <= 0:
        return
    unit.damage = min(amount + unit.damage, MOST_DAMAGE)
    unit.hit_by = by
    state.unsettled = 1
    for copy in each(cards_at(state, place)):
        trigger(state, pool, place // SLOTS, copy, Moment.DAMAGED)
